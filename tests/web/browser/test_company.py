"""What several at one table have in a browser: invitations, requests, the chat, notifications."""

import pytest
from helpers import IS_OPEN, TOKENS, Adviser, sit_down, tokens
from test_in_a_browser import faults_by_axe, give_by_mouse

from tests.waiting import until

BROWSER_THAT_NOTIFIES = """
  globalThis.told = [];
  globalThis.Notification = class {
    static permission = "default";
    static requestPermission() {
      told.push("asked");
      Notification.permission = "granted";
      return Promise.resolve("granted");
    }
    constructor(title) { told.push(title); }
    close() {}
  };
  let hidden = false;
  Object.defineProperty(document, "hidden", { get: () => hidden });
  globalThis.hide = (is) => { hidden = is; };
"""


@pytest.fixture
def table(pages, served):
    """Return a function that seats Ann and Bob at one table: their pages, Ann asked first."""

    def sit(ann=None, bob=None, **fields):
        ann, bob = ann or pages(), bob or pages()
        sit_down(ann, served, others="open", **fields)
        link = ann.locator(".invite a[href*='/s/']").get_attribute("href")
        bob.goto(served.address + link)
        bob.fill("input[name=name]", "Bob")
        bob.click("button.main")
        bob.wait_for_selector("#\\@prompt", state="attached")
        ann.wait_for_selector(".invite", state="detached")
        for page in (ann, bob):
            page.reload()
            page.wait_for_load_state()
            page.wait_for_function(IS_OPEN)
        return (ann, bob) if tokens(ann) else (bob, ann)

    return sit


def answer(page, served):
    give_by_mouse(page, *Adviser(served, page).answer())


def open_tab(page, name):
    page.locator(".tabs label", has_text=name).click()


def say(page, words):
    open_tab(page, "Room")
    page.locator("#room-say input[name=text]").fill(words)
    page.keyboard.press("Enter")


# ---------------------------------------------------------------- the invitation


def test_on_a_phone_the_invitation_covers_no_answer(seated):
    page = seated(
        "squadron_303",
        others="open",
        option_players="3",
        screen={"viewport": {"width": 390, "height": 844}},
    )
    page.locator(".invite li").first.wait_for()
    covered = page.evaluate(
        "() => [...document.querySelectorAll('[id=\"@options\"] button')].filter((one) => {"
        " const box = one.getBoundingClientRect();"
        " const there = document.elementFromPoint(box.x + box.width / 2, box.y + 8);"
        " return !one.contains(there); }).map((one) => one.innerText)"
    )

    assert page.locator("[id='@options'] button").count() > 1
    assert covered == []


def test_each_open_seat_has_a_link_of_its_own_to_copy_and_who_has_come_is_named(pages, served):
    ann, bob = pages(), pages()
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    sit_down(ann, served, "squadron_303", others="open", option_players="3")
    panel = ann.locator(".invite")
    copied = []
    for button in panel.get_by_role("button", name="Copy link").all():
        button.click()
        ann.locator(".toast", has_text="Link copied.").wait_for()
        copied.append(ann.evaluate("navigator.clipboard.readText()"))
    bob.goto(copied[1])
    bob.fill("input[name=name]", "Bob")
    bob.get_by_role("button", name="Sit down").click()
    panel.locator("summary", has_text="Invite: a seat is open").wait_for()

    assert len(set(copied)) == 2
    assert "Bob" in panel.inner_text()
    assert "Ann" in panel.inner_text()
    assert faults_by_axe(ann) == []


def test_where_only_this_machine_reaches_the_table_the_invitation_says_what_lets_others_in(seated):
    ann = seated(others="open")
    told = ann.locator(".invite").inner_text()
    ann.evaluate("find('.invite').dataset.outside = 'http://192.0.2.7:8000'")
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.get_by_role("button", name="Copy link").click()
    ann.locator(".toast", has_text="Link copied.").wait_for()

    assert "tabletop serve --lan" in told
    assert "nothing but a name" not in told
    assert ann.evaluate("navigator.clipboard.readText()").startswith("http://192.0.2.7:8000/s/")


def test_a_browser_that_lets_no_page_copy_says_where_the_link_is(pages, served):
    ann = pages()
    ann.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined });")
    sit_down(ann, served, others="open")

    ann.get_by_role("button", name="Copy link").click()

    ann.locator(".toast", has_text="copy the link beside the button").wait_for()


def test_a_link_is_shared_where_the_browser_can_and_nowhere_else(pages, served):
    ann, other = pages(), pages()
    ann.add_init_script(
        "navigator.share = (what) => { globalThis.shared = what; return Promise.resolve(); };"
    )
    other.add_init_script("navigator.share = undefined;")
    for page in (ann, other):
        sit_down(page, served, others="open")
    link = ann.locator(".invite a[href*='/s/']").get_attribute("href")
    ann.get_by_role("button", name="Share…").click()

    shared = ann.evaluate("shared")
    assert shared["url"] == served.address + link
    assert "Bomber Run" in shared["text"]
    assert not other.get_by_role("button", name="Share…").is_visible()


# ---------------------------------------------------------------- requests


def test_a_request_to_undo_is_in_the_title_of_the_other_and_its_answers_lie_apart(table, served):
    first, other = table(undo="asked")
    answer(first, served)
    first.wait_for_function(f"() => !({TOKENS})")
    first.get_by_role("button", name="Undo").click()
    other.wait_for_function("() => document.title.startsWith('Asked: ')")
    agree, refuse = (other.get_by_role("button", name=name) for name in ("Agree", "Refuse"))
    boxes = [one.bounding_box() for one in (agree, refuse)]
    gap = max(
        boxes[1]["x"] - boxes[0]["x"] - boxes[0]["width"],
        boxes[1]["y"] - boxes[0]["y"] - boxes[0]["height"],
    )
    faults = faults_by_axe(other)
    under = other.evaluate("() => [all('.lit').length, hiddenBy(boxOf(byId('room-notice')))]")
    agree.click()
    first.wait_for_function(f"() => {TOKENS}")

    assert gap >= 40
    assert faults == []
    assert under[0]
    assert under[1] == 0
    other.wait_for_function("() => !document.title.startsWith('Asked: ')")


# ---------------------------------------------------------------- the chat


# How far a toast reaches over the stage, the dock and the answers, in pixels down.
OVER_ANSWERS = """() => {
  const { left, bottom } = boxOf(find(".toast"));
  return all(".stage, .foot, #\\\\@options").map(boxOf).filter((box) => box.right > left + 1)
    .map((box) => bottom - box.top).filter((more) => more > 0);
}"""


def test_what_is_said_unseen_is_counted_in_the_title_covers_no_answer_and_is_read_by_a_look(
    table, pages
):
    ann, bob = table(pages(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True))
    if ann.viewport_size["width"] > 390:
        ann, bob = bob, ann
    open_tab(ann, "Log")
    say(bob, "Good luck " * 20)
    ann.wait_for_function("() => document.title.startsWith('(1) ')")
    toast = ann.locator(".toast").inner_text()
    covered = [ann.evaluate(OVER_ANSWERS)]
    ann.set_viewport_size({"width": 1280, "height": 800})
    covered.append(ann.evaluate(OVER_ANSWERS))
    say(bob, "Have fun")
    ann.wait_for_function("() => document.title.startsWith('(2) ')")
    badge = ann.evaluate("document.body.dataset.unread")
    ann.locator(".toast").click()
    is_gone = not ann.locator(".toast").count()
    open_tab(ann, "Room")

    assert "Good luck" in toast
    assert covered == [[], []]
    assert is_gone
    assert badge == "2"
    ann.wait_for_function("() => !document.title.startsWith('(')")
    assert ann.evaluate("document.body.dataset.unread") == ""


def test_times_are_those_of_the_reader(pages, table):
    ann, bob = table(pages(timezone_id="Asia/Tokyo"), pages(timezone_id="UTC"))
    say(bob, "Good luck")
    shown = []
    for page in (ann, bob):
        open_tab(page, "Room")
        time = page.locator("#room-chat time").last
        time.wait_for()
        shown.append(time.inner_text())

    assert not any("UTC" in one for one in shown)
    assert shown[0] != shown[1]


# ---------------------------------------------------------------- notifications


def test_notifications_are_offered_once_at_the_first_wait_and_tell_of_a_turn(pages, table, served):
    ann, bob = pages(), pages()
    for page in (ann, bob):
        page.add_init_script(BROWSER_THAT_NOTIFIES)
        page.clock.install()
    first, waiting = table(ann, bob)
    for page in (first, waiting):
        page.clock.run_for(16_000)
    offer = waiting.locator(".toast", has_text="notify you when it is your turn")
    offer.wait_for()
    is_offered_to_who_is_asked = first.locator(".toast").count()
    offer.get_by_role("button", name="Yes").click()
    waiting.evaluate("hide(true)")

    def has_question():
        if tokens(first) and not first.locator(".sent").count():
            answer(first, served)
        first.clock.run_for(1_000)
        waiting.wait_for_timeout(20)
        return tokens(waiting)

    until(has_question, "a question for who waits")
    waiting.wait_for_function("() => told.length > 1")

    assert is_offered_to_who_is_asked == 0
    assert waiting.evaluate("told[0]") == "asked"
    assert "Your turn" in waiting.evaluate("told[1]")
    waiting.evaluate("hide(false)")
    waiting.reload()
    waiting.clock.run_for(16_000)
    assert waiting.locator(".toast").count() == 0
