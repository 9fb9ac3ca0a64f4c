"""The lesson of a game and the book of rules, as a person meets them in a browser."""

import pytest
from helpers import finger_of
from test_in_a_browser import faults_by_axe

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
BUBBLE = "[id='@coach']"

LOOK = """() => {
  const bubble = document.getElementById("@coach");
  const box = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x, y, width, height];
  };
  // Cards lie over each other in a hand, counters in a stack: a person touches what is seen of one.
  const shares = [0.5, 0.25, 0.75, 0.1, 0.9];
  const pointOn = (one) => {
    const [x, y, width, height] = box(one.querySelector(":scope > .plate, :scope > .field") ?? one);
    const points = shares.flatMap((v) => shares.map((u) => [x + u * width, y + v * height]));
    return points.find((point) => {
      const top = document.elementFromPoint(...point);
      return one.contains(top) || top?.closest("[id]")?.id === `on:${one.id}`;
    });
  };
  const lit = [...document.querySelectorAll(".coached")];
  const own = bubble.getBoundingClientRect();
  return {
    key: document.getElementById("room-coach").dataset.key ?? "",
    next: [...bubble.querySelectorAll("button")].some((one) => one.textContent === "Next"),
    bubble: box(bubble),
    lit: lit.map((one) => one.id),
    covers: lit.filter((one) => overlap(own, one.getBoundingClientRect())).map((one) => one.id),
    cut: [...bubble.querySelectorAll("button")].map((one) => one.getBoundingClientRect())
      .filter(({ bottom }) => bottom > Math.min(innerHeight, own.bottom)),
    point: lit.map(pointOn).find(Boolean) ?? null,
  };
}"""


def learn(page, served, pack):
    page.goto(f"{served.address}/learn/{pack}")
    if page.locator("main input[name=name]").count():
        page.fill("main input[name=name]", "Ann")
    page.click("main button.main")
    page.wait_for_selector(f"{BUBBLE}:popover-open")


def next_words(page):
    """Read on to the last words of the coach, and return what lights then."""
    while True:
        page.wait_for_function(
            "() => document.querySelector('.coached') || [...document.querySelectorAll("
            "'[id=\"@coach\"] button')].some((one) => one.textContent === 'Next' && "
            "one.checkVisibility()) || document.getElementById('room-coach').dataset.key === 'end'"
        )
        seen = page.evaluate(LOOK)
        page.wait_for_timeout(320)  # a question just asked takes no touch, lest one answers two
        if seen != page.evaluate(LOOK):
            continue  # it is still finding its place
        if not seen["next"]:
            return seen
        page.locator(f"{BUBBLE} button", has_text="Next").click()


def play_lesson(page, touch):
    """Touch what lights until the lesson is over."""
    state = "['coached', 'held'].map((how) => [...document.getElementsByClassName(how)]"
    state += ".map((one) => one.id).join()).join('|') + "
    state += "document.getElementById('room-coach').outerHTML"
    for _ in range(120):
        seen = next_words(page)
        if seen["key"] == "end":
            return
        assert seen["point"], f"nothing can be touched of {seen}"
        assert seen["covers"] == [], f"the coach hides what he speaks of: {seen}"
        assert seen["cut"] == []
        before = page.evaluate(state)
        touch(*seen["point"])
        page.wait_for_function(f"(before) => {state} !== before", arg=before)
    pytest.fail("the lesson has no end")


def test_a_lesson_is_played_by_mouse_to_its_end(pages, served):
    page = pages()
    learn(page, served, "bomber_boys")

    play_lesson(page, page.mouse.click)

    assert page.locator(BUBBLE).get_by_role("heading").inner_text() == "Now play on alone"


def test_a_lesson_is_played_by_touch_on_a_phone_to_its_end(pages, served):
    page = pages(**PHONE)
    learn(page, served, "squadron_303")

    play_lesson(page, finger_of(page))

    assert page.locator(BUBBLE).get_by_role("heading").inner_text() == "Now play on alone"


def test_what_the_lesson_does_not_touch_is_allowed_and_explained(pages, served):
    page = pages()
    learn(page, served, "bomber_run")
    next_words(page)
    page.locator(f"{BUBBLE} button", has_text="Do this for me").click()
    page.wait_for_selector("[id='room-coach'][data-key='move:1']", state="attached")
    next_words(page)

    page.locator("[id='w4']").click()

    page.locator(f"{BUBBLE} .note").wait_for()
    assert "You may do that, too" in page.locator(f"{BUBBLE} .note").inner_text()


def test_who_left_the_lesson_is_led_back_by_one_click(pages, served):
    page = pages()
    learn(page, served, "bomber_boys")
    next_words(page)
    page.locator("button[name=answer]", has_text="rally").first.click()
    page.wait_for_selector("[id='room-coach'][data-key='left']", state="attached")

    page.locator(f"{BUBBLE} button", has_text="Back to the lesson").click()

    page.wait_for_selector("[id='room-coach'][data-key='move:0']", state="attached")


def test_a_lesson_goes_on_where_it_was_left(pages, served):
    page = pages()
    learn(page, served, "bomber_boys")
    next_words(page)
    page.locator(f"{BUBBLE} button", has_text="Do this for me").click()
    page.wait_for_selector("[id='room-coach'][data-key='move:1']", state="attached")

    page.goto(f"{served.address}/learn/bomber_boys")
    page.get_by_text("Continue where you were").click()

    page.wait_for_selector("[id='room-coach'][data-key='move:1']", state="attached")


def test_the_coach_folds_out_of_the_way_and_comes_back(pages, served):
    page = pages(**PHONE)
    learn(page, served, "bomber_boys")

    page.locator(f"{BUBBLE} .fold").tap()
    folded = page.locator(BUBBLE).bounding_box()
    page.locator(f"{BUBBLE} .fold").tap()

    assert folded["height"] < 60
    assert page.locator(f"{BUBBLE} .says, {BUBBLE} .inside p").first.is_visible()


def test_without_scripts_the_coach_is_a_box_with_a_form(pages, served):
    page = pages(java_script_enabled=False)
    page.goto(f"{served.address}/learn/bomber_boys")
    page.fill("main input[name=name]", "Ann")
    page.click("main button.main")

    page.locator("[id='room-coach']").get_by_role("button", name="Do this for me").click()

    assert page.locator("[id='room-coach'][data-key='move:1']").is_visible()


def test_axe_finds_nothing_at_a_lesson(pages, served):
    page = pages()
    learn(page, served, "bomber_boys")
    next_words(page)

    assert faults_by_axe(page) == []


def test_axe_finds_nothing_in_a_book(pages, served):
    page = pages()
    for path in ("rules", "sequence", "chart", "rulings", "words"):
        page.goto(f"{served.address}/{path}/wing_and_prayer")

        assert faults_by_axe(page) == [], path


@pytest.mark.parametrize("width", [390, 768, 1280])
def test_no_page_of_a_book_is_wider_than_the_window(pages, served, width):
    page = pages(viewport={"width": width, "height": 800})
    for path in ("rules", "sequence", "chart", "rulings", "words"):
        page.goto(f"{served.address}/{path}/b29_superfortress")
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_search_leaves_what_has_the_words_while_they_are_typed(pages, served):
    page = pages()
    page.goto(f"{served.address}/rules/wing_and_prayer")

    page.locator("[data-search]").press_sequentially("flak damage")

    shown = page.locator("article.entry:visible").all_inner_texts()
    assert shown
    assert all("flak" in text.lower() and "damage" in text.lower() for text in shown)
    page.locator("[data-search]").fill("")
    assert page.locator("article.entry:visible").count() > len(shown)


def test_one_key_opens_the_book_at_the_rule_of_the_question_and_closes_it(pages, served):
    page = pages()
    learn(page, served, "wing_and_prayer")

    page.keyboard.press("r")
    page.wait_for_selector("[id='@book']:popover-open .target")

    assert page.locator("[id='@book'] .target").get_attribute("id") == "rule:4.4"
    page.keyboard.press("r")
    page.wait_for_selector("[id='@book']", state="hidden")


def test_a_book_beside_the_table_follows_its_links_and_leads_back(pages, served):
    page = pages()
    learn(page, served, "wing_and_prayer")
    page.keyboard.press("r")

    page.locator("[id='@book'] nav a", has_text="Charts").click()
    page.wait_for_selector("[id='@book'] [data-page=chart]")
    page.locator("[id='@book']").get_by_role("button", name="Back").click()

    page.wait_for_selector("[id='@book'] [data-page=rules]")
    assert "/r/" in page.url


def test_one_key_opens_the_rules_from_the_pages_around(pages, served):
    page = pages()
    page.goto(f"{served.address}/new/bomber_run")

    page.keyboard.press("r")

    page.wait_for_url("**/rules/bomber_run")
