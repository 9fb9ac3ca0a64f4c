"""The table in a real Chromium: whole games, and what goes wrong in the middle of an answer."""

import re
from contextlib import suppress
from itertools import cycle
from pathlib import Path

import pytest
from conftest import Served
from helpers import TOKENS, Adviser, finger_of, go_on, sit_down, tokens, wait_for_change

AXE = (Path(__file__).parent / "vendored" / "axe.min.js").read_text(encoding="utf-8")


def by_id(page, name):
    return page.locator(f'[id="{name}"]')


def click_button(page, answer):
    page.locator(f'.ask button[name=answer][value="{answer}"]').click()


# The middle of a thing, brought into sight as a person would: its board on the stage, its tab open,
# the board dragged. `question.calm`: nobody waits here for a question to be read.
MIDDLE = """(name) => {
  question.calm = 0;
  const element = document.getElementById(name);
  if (!element) return null;
  const board = element.closest(".board"), pane = element.closest(".pane");
  const up = board?.querySelector(":scope > .up input");
  if (up && !up.checked) up.click();
  if (!pane && innerWidth <= 700) document.querySelector(".to-board input").click();
  if (pane) document.querySelector(`.to-${pane.classList[1].slice(3)} input`).click();
  if (!element.getClientRects().length) return null;
  if (board) reach(element);
  else element.scrollIntoView({ block: pane ? "center" : "nearest", inline: "nearest" });
  const { x, y, width, height } = boxOf(element);
  const at = element.closest(".hands") ? [x + 12, y + 12] : [x + width / 2, y + height / 2];
  if (document.elementFromPoint(...at)?.closest("[popover]")) byId("@more").hidePopover();
  return at;
}"""
MENU = r"""() => [...document.querySelectorAll('#\\@menu:popover-open button, #\\@held button')]
  .map((one) => one.value)"""
IS_TAKEN = (
    f"(before) => {{ const now = {TOKENS}; return now !== before"
    " || document.querySelector('.sent, [popover]:popover-open button[value]')"
    " || document.title.startsWith('Over'); }"
)


def click(page, name, click_at):
    """Click on a thing as a person does, in the middle of it, or choose it by name."""
    if name in page.evaluate(MENU):
        choose(page, name)
        return
    where = page.evaluate(MIDDLE, name)
    assert where is not None, f"{name} is nowhere to be seen"
    click_at(*where)


def choose(page, value):
    page.locator(
        f'[id="@menu"] button[value="{value}"], [id="@held"] button[value="{value}"]'
    ).click()


def give_by_mouse(page, answer, targets, click_at=None):
    page.evaluate("question.calm = 0")
    before = tokens(page)
    click_at = click_at or page.mouse.click
    if isinstance(answer, tuple):
        give_several(page, answer, targets, click_at)
    elif page.locator(".ask input[type=number]").count():
        page.locator(".ask input[type=number]").fill(answer)
        page.locator(".ask label + button").click()
    elif not targets or page.locator(f'{BUTTONS_OF}[value="{answer}"]').count():
        page.locator(f'{BUTTONS_OF}[value="{answer}"]').click()
    else:
        for name in dict.fromkeys(targets):
            if is_given(page, before) or answer in page.evaluate(MENU):
                break
            click(page, name, click_at)
        confirm(page, before, answer, choose)


def is_given(page, before):
    """Return whether the answer to the question before has gone to the server."""
    is_asked = f"(before) => {TOKENS} === before && !document.querySelector('.sent')"
    return not page.evaluate(is_asked, before)


def confirm(page, before, answer, choose):
    """Choose in the menu, where words or odds are shown before the answer is given."""
    from playwright.sync_api import TimeoutError as NothingCame

    with suppress(NothingCame):
        page.wait_for_function(IS_TAKEN, arg=before, timeout=20_000)
    if tokens(page) == before and answer in page.evaluate(MENU):
        choose(page, answer)


def give_several(page, answers, targets, click_at):
    """Touch each thing on the table, or tick what touches none; one thing alone is sent at once."""
    is_one = not page.locator(".boxes").count()
    before = tokens(page)
    for answer, touched in zip(answers, targets, strict=True):
        for name in touched:
            click(page, name, click_at)
        if not touched:
            page.locator(f'.boxes input[value="{answer}"]').check()
    if not is_one:
        if not is_given(page, before):  # the last of a given number answers
            page.locator(".answers > button").click()
    elif targets[0]:
        confirm(page, before, answers[0], choose)


# The arrow keys that lead from what has the focus to a thing, by way of what is lit.
KEYS_TO = """(name) => {
  const first = document.activeElement;
  const ways = new Map([[first, []]]);
  for (const [at, keys] of ways)
    for (const key in WAYS)
      if (!ways.has(nearest(at, WAYS[key]))) ways.set(nearest(at, WAYS[key]), [...keys, key]);
  return ways.get(document.getElementById(name));
}"""
BUTTONS_OF = r":is(.ask .buttons, #\@options) button"
BUTTONS = r"#\@menu:popover-open button"


def give_by_keyboard(page, answer, targets):
    """Answer with the keys alone: arrows go over what is lit, Enter touches it."""
    before = tokens(page)
    if isinstance(answer, tuple):
        for one, touched in zip(answer, targets, strict=True):
            touch_by_keyboard(page, touched, f'.boxes input[value="{one}"]', " ")
        if is_given(page, before):
            return  # the last of a given number answers
        if page.locator(".boxes").count():
            press(page, ".answers > button")
        elif targets[0]:
            confirm(page, before, answer[0], choose_by_key)
    elif page.locator(".ask input[type=number]").count():
        page.locator(".ask input[type=number]").fill(answer)
        page.keyboard.press("Enter")
    elif page.locator(f'{BUTTONS_OF}[value="{answer}"]').count():
        press(page, f'{BUTTONS_OF}[value="{answer}"]')
    else:
        touch_by_keyboard(page, targets, f'{BUTTONS_OF}[value="{answer}"]', answer=answer)
        if targets:
            confirm(page, before, answer, choose_by_key)


def choose_by_key(page, answer):
    press(page, f'[id="@menu"] button[value="{answer}"]')


def touch_by_keyboard(page, targets, otherwise, key="Enter", answer=None):
    """Touch these things by the keys, or press a button where there are none."""
    for name in dict.fromkeys(targets):
        if answer in page.evaluate(MENU):
            break
        if name in page.evaluate(MENU):
            press(page, f'[popover] button[value="{name}"], [id="@held"] button[value="{name}"]')
            continue
        if not page.evaluate("document.activeElement.matches('.lit, .held')"):
            page.locator(".lit[tabindex='0']").first.focus()
        for _ in range(20):
            keys = page.evaluate(KEYS_TO, name)
            if not keys:
                break
            for one in keys:
                page.keyboard.press(one)
        assert page.evaluate("document.activeElement.id") == name
        page.keyboard.press("Enter")
    if not targets:
        press(page, otherwise, key)


def press(page, selector, key="Enter"):
    """Press a button by its number, or by a key when it has the focus."""
    shown = BUTTONS if page.locator(BUTTONS).count() else BUTTONS_OF
    number = page.locator(shown).evaluate_all(
        "(buttons, selector) => buttons.indexOf(document.querySelector(selector)) + 1", selector
    )
    if 0 < number < 10:
        page.locator("body").press(str(number))
    else:
        page.locator(selector).first.press(key)


def give_by_touch(page, answer, targets):
    """Answer with a finger."""
    page.mouse.move(0, 0)  # buttons are clicked; where the mouse rests, a card would tell its words
    give_by_mouse(page, answer, targets, finger_of(page))


MAX_LOST = 2
"""How often in a game a touch may skip news that comes just then, so that one touches again."""


def play_to_the_end(page, served, give, bot="greedy", most=400):
    adviser, lost = Adviser(served, page, bot), 0
    for _ in range(most):
        before = tokens(page)
        advised = adviser.answer() if before else None
        if advised is None:
            page.wait_for_function(
                "() => document.querySelector('.ask') || document.title.startsWith('Over')"
            )
            if page.title().startswith("Over"):
                return
            continue
        # A card that comes meanwhile would take what is meant for the question.
        page.wait_for_function("() => !isTelling()")
        give(page, *advised)
        if not is_given(page, before) and lost < MAX_LOST:
            lost += 1
            page.keyboard.press("Escape")
            give(page, *advised)
        wait_for_change(page, before)
    pytest.fail("the game has not ended")


SHORT_GAMES = {
    "bomber_run": {},
    "bomber_boys": {},
    "squadron_303": {},
    "wing_and_prayer": {"setup": "single"},
    "b29_superfortress": {"option_mission": "1"},
}


SEED_OF_A_SHORT_GAME = {"bomber_run": "short 30"}
"""Seeds with which both sides, played by the greedy bot, end a long game early."""
WHOLE = pytest.mark.parametrize("pack", SHORT_GAMES)


@pytest.fixture
def ends_early(pack, seeds, monkeypatch):
    if seed := SEED_OF_A_SHORT_GAME.get(pack):
        monkeypatch.setattr("tabletop_core.rooms.factory.fresh_seed", lambda: seed)


def play_a_game(page, served, pack, give):
    bot = "greedy" if pack == "bomber_run" else "random"
    sit_down(page, served, pack, others=f"bot:{bot}", **SHORT_GAMES[pack])

    play_to_the_end(page, served, give, bot)

    told = by_id(page, "@prompt").inner_text()
    # Some games end neither won nor lost.
    drawn = "" if pack in ("bomber_boys", "squadron_303") else "|Result"
    assert re.match(rf"(You won|You lost{drawn})\b", told)


@WHOLE
def test_a_whole_game_by_mouse_and_keyboard_in_turn(pages, served, pack, ends_early):
    ways = cycle((give_by_mouse, give_by_keyboard))

    play_a_game(pages(), served, pack, lambda *given: next(ways)(*given))


def test_after_each_answer_by_keys_the_focus_is_on_what_can_be_touched_next(seated, served):
    page = seated("bomber_run", others="me")
    adviser, seen = Adviser(served, page), 0
    for _ in range(16):
        before = tokens(page)
        give_by_keyboard(page, *adviser.answer())
        wait_for_change(page, before)
        if page.locator(".lit").count():
            page.wait_for_function("() => document.activeElement.matches('.lit')")
            seen += 1

    assert seen > 8


# Whether nothing happened last, or some of it is in sight.
SHOWS_THE_LAST = """() => {
  const last = [...staged().querySelectorAll(".piece.fresh")].map(boxOf);
  return !last.length || last.some((box) => isInSight(box, sightOf(staged())));
}"""


@WHOLE
def test_a_whole_game_on_a_phone(pages, served, pack, ends_early):
    page = pages(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)

    play_a_game(page, served, pack, give_by_touch)

    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate(SHOWS_THE_LAST)


def answers_of(served, page):
    with served.room(page) as room:
        return room.match.decisions


def test_a_double_click_is_one_answer(seated, served):
    page = seated(others="me")
    before = answers_of(served, page)
    answer, targets = Adviser(served, page).answer()
    for name in targets[:-1]:
        click(page, name, page.mouse.click)
    asked = tokens(page)
    page.evaluate("question.calm = 0")

    if targets:
        page.mouse.dblclick(*page.evaluate(MIDDLE, targets[-1]))
    else:
        page.locator(f'.ask button[name=answer][value="{answer}"]').dblclick()
    wait_for_change(page, asked)

    assert answers_of(served, page) == before + 1


def test_a_refresh_with_something_in_hand_shows_the_same_question(seated, served):
    page = seated(others="me")
    before = tokens(page)
    lit = page.locator(".lit").first
    if lit.count():
        lit.focus()
        page.keyboard.press("Enter")

    page.reload()

    assert tokens(page) == before
    give_by_mouse(page, *Adviser(served, page).answer())
    wait_for_change(page, before)


# The counters after which a hand goes on, and whether nothing that is lit lies at one of them.
FIRST = "() => [...next([])].filter((id) => byId(id)?.matches('.piece') && next([id]).size)"
IS_BARE = """([x, y]) => document.elementsFromPoint(x, y)
  .every((one) => !one.closest(".lit, .held"))"""


def test_another_counter_that_is_touched_takes_the_place_of_the_one_in_hand(seated, served):
    page = seated(others="me")
    for _ in range(40):
        first = page.evaluate(FIRST)
        if len(first) > 1:
            page.mouse.click(*page.evaluate(MIDDLE, first[0]))
            other = page.evaluate(MIDDLE, first[1])
            if page.evaluate("() => hand") == first[:1] and page.evaluate(IS_BARE, other):
                break
            page.keyboard.press("Escape")
        go_on(page, served)

    page.mouse.click(*other)

    assert page.evaluate("() => hand") == first[1:2]


def test_an_answer_given_while_the_server_is_away_arrives_once_when_it_is_back(seated, served):
    page = seated(others="me")
    before, asked = answers_of(served, page), tokens(page)
    advised = Adviser(served, page).answer()

    served.stop()
    give_by_mouse(page, *advised)
    by_id(page, "@away").wait_for()
    served.start()
    wait_for_change(page, asked)
    by_id(page, "@away").wait_for(state="hidden")

    assert answers_of(served, page) == before + 1


def test_what_another_does_is_seen_and_a_spectator_is_asked_nothing(pages, served):
    ann, cat = pages(), pages()
    sit_down(ann, served, others="me")
    cat.goto(ann.url)
    asked = tokens(ann)

    give_by_mouse(ann, *Adviser(served, ann).answer())
    wait_for_change(ann, asked)
    last = by_id(ann, "@log").locator("li").last.inner_text()
    cat.wait_for_function(
        "(last) => document.getElementById('@log').lastElementChild.innerText === last", arg=last
    )

    assert cat.locator(".ask").count() == 0


def test_the_table_can_be_played_without_script(seated, served):
    page = seated(others="me", screen={"java_script_enabled": False})

    for _ in range(3):
        before = page.locator("input[name=token]").first.get_attribute("value")
        if page.locator(".ask summary").count():
            page.locator(".ask summary").click()
        with served.room(page) as room:
            needed = room.match.decision.least or 0
        for box in page.locator(".ask .boxes input").all()[:needed]:
            box.check()
        page.locator(".ask button").first.click()
        assert page.locator("input[name=token]").first.get_attribute("value") != before


@pytest.mark.parametrize("pack", ["bomber_run", "squadron_303", "bomber_boys"])
def test_axe_finds_nothing_at_a_table(seated, served, pack):
    page = seated(pack, others="me")
    asked = tokens(page)
    give_by_mouse(page, *Adviser(served, page, "random").answer())
    wait_for_change(page, asked)

    assert faults_by_axe(page) == []


def test_axe_finds_nothing_on_the_pages_around(pages, served):
    page = pages()
    for path in ("/", "/new/bomber_run", "/rules/bomber_run", "/me"):
        page.goto(served.address + path)

        assert faults_by_axe(page) == [], path


def faults_by_axe(page):
    """Return what axe finds in a page as it stands, in the dark and in light."""
    # The policy of the page runs no script but its own, so it is given through the debugger.
    page.evaluate(AXE + ";undefined")
    faults = []
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        for one in page.evaluate("async () => (await axe.run()).violations"):
            faults.append((scheme, one["id"], [node["html"][:160] for node in one["nodes"][:3]]))
    return faults


def test_buttons_are_large_enough_for_a_thumb(seated):
    page = seated(
        others="me",
        screen={"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    )

    sizes = page.evaluate(
        "() => [...document.querySelectorAll('button, select, input:not([type=hidden])')]"
        ".map((one) => one.getBoundingClientRect()).map((box) => [box.width, box.height])"
    )
    assert all(min(size) >= 24 for size in sizes if size != [0, 0])


def test_the_chances_and_the_rule_open_beside_the_table(seated):
    page = seated(others="me")

    page.locator("a.rule:visible").first.click()
    by_id(page, "@more").locator(".rule-text").first.wait_for()
    page.keyboard.press("Escape")

    assert not by_id(page, "@more").is_visible()


def test_the_story_steps_back_to_the_same_table(seated, served):
    page = seated(others="me")
    for _ in range(6):
        go_on(page, served)
    page.goto(page.url + "/replay")
    page.wait_for_selector("#\\@slider")
    seen = []
    for _ in range(6):
        seen.append(page.evaluate("() => document.getElementById('@table').innerText"))
        page.get_by_label("Next answer").click()
    for before in reversed(seen):
        page.get_by_label("Previous answer").click()
        now = page.evaluate("() => document.getElementById('@table').innerText")
        assert now.split("6 of")[0].rstrip("0123456789") == before.split("6 of")[0].rstrip(
            "0123456789"
        )


FILLED = """(name) =>
  +getComputedStyle(document.getElementById(name).querySelector(".field")).fillOpacity"""


def test_squares_in_reach_are_shaded_with_what_is_left_to_spend(seated, served):
    page = seated(others="me")
    while not page.locator(".ask option[data-left]").count():
        go_on(page, served)
    with served.room(page) as room:
        decision = room.match.decision
        fighter = f"{decision.seat[0]}2"
        left = decision.left_at([fighter])
    assert page.locator(".tt .left").count() == 0
    click(page, fighter, page.mouse.click)

    page.wait_for_selector(".tt .space.lit .left", state="attached")
    lit = page.locator(".tt .space.lit").evaluate_all("(all) => all.map((one) => one.id)")
    assert set(lit) <= set(left)
    empty = [name for name in lit if not page.locator(f'[id="on:{name}"] > *').count()]
    for name in empty:
        words = f"{left[name]:g}".replace("0.5", "½").replace(".5", "½")
        assert by_id(page, name).locator(".left").text_content() == words
    most = max(1, *map(left.get, empty))
    for name in empty:
        assert page.evaluate(FILLED, name) == pytest.approx(0.2 + 0.8 * left[name] / most, abs=0.01)


def test_a_table_under_a_folder_is_played_and_kept_up_to_date(pages, tmp_path):
    served = Served(tmp_path / "data", under="/table/")
    ann, cat = pages(), pages()
    try:
        sit_down(ann, served, others="me")
        cat.goto(ann.url)
        asked = tokens(ann)
        give_by_mouse(ann, *Adviser(served, ann).answer())
        wait_for_change(ann, asked)
        cat.locator("[id^='@log-']").first.wait_for(state="attached")
        ann.goto(f"{ann.url}/replay")
        ann.get_by_role("button", name="Play on from here").click()
        by_id(ann, "@prompt").wait_for()

        assert "/table/r/" in ann.url
        assert {one["path"] for one in ann.context.cookies()} == {"/table/"}
    finally:
        for page in (ann, cat):
            page.goto("about:blank")
        served.stop()


def test_a_board_with_another_part_of_its_map_has_the_drawing_of_that_part(seated):
    page = seated("squadron_303", others="me")
    frame = "() => document.querySelector('.board > svg > g > svg').getAttribute('viewBox')"
    camera = "() => staged().getAttribute('viewBox')"
    before, seen = page.evaluate(frame), page.evaluate(camera)

    page.evaluate("""() => {
      const ground = staged().querySelector("g[id^='ground:']").cloneNode(true);
      ground.querySelector("svg").setAttribute("viewBox", "1 2 30 40");
      put(ground.id, ground.outerHTML);
    }""")
    after = page.evaluate(frame)
    page.evaluate("""() => {
      const board = staged().cloneNode();
      board.setAttribute("viewBox", "1 2 30 40");
      board.removeAttribute("style");
      put(board.id, board.outerHTML);
    }""")

    assert before != after == "1 2 30 40"
    assert page.evaluate(camera) == seen
