"""What one sees, holds and hears at a table: chances, real dice, several pages, the end."""

import re

import pytest
from helpers import TOKENS, Adviser, go_on, sit_down, tokens, wait_for_change
from test_in_a_browser import (
    by_id,
    faults_by_axe,
    give_by_mouse,
)

from tabletop_core.panels.appearance import TONES
from tabletop_core.pictures.counter_svg import plate_defs
from tabletop_core.rooms import factory
from tests.waiting import until

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
WIDE = {"viewport": {"width": 1280, "height": 800}}


@pytest.mark.parametrize("tone", TONES)
def test_a_touch_in_the_middle_of_a_counter_meets_it_whatever_its_tone(pages, tone):
    page = pages()
    page.set_content(f"<svg>{plate_defs()}</svg>")

    edge = page.locator(f"#edge-{tone or 'plain'}")
    assert edge.evaluate("(one) => one.isPointInFill({x: 0, y: 0})")


def test_resting_on_a_button_tells_its_words_and_its_rule(seated):
    page = seated(others="me")
    button = page.locator(".ask button[name=answer]").first
    words = button.inner_text()

    button.hover()
    by_id(page, "@more").locator(".rule-text").first.wait_for()
    told = by_id(page, "@more").locator("h2").first.inner_text()
    page.mouse.move(2, 2)
    by_id(page, "@more").wait_for(state="hidden")

    assert words.strip("0123456789 \n") in told


def test_what_comes_under_the_resting_mouse_of_who_has_just_answered_opens_nothing(seated):
    page = seated(others="me")
    at = {"x": 500, "y": 300}

    page.mouse.click(**at)
    by_id(page, "@more").wait_for()
    by_id(page, "@more").evaluate("(one) => one.hidePopover()")
    page.locator(".ask button[name=answer]").first.evaluate(
        "(one) => Object.assign(one.style, {position: 'fixed', left: '460px', top: '280px'})"
    )
    page.wait_for_timeout(900)
    stayed_shut = by_id(page, "@more").is_hidden()
    page.mouse.move(2, 2)
    page.mouse.move(at["x"] + 4, at["y"])
    by_id(page, "@more").locator(".rule-text").first.wait_for()

    assert stayed_shut


def test_the_legend_of_a_board_closes_with_escape_and_with_a_click_beside_it(seated):
    page = seated(others="me")
    opens, legend = page.locator(".legend > button"), page.locator(".legend > [popover]")

    states = []
    for close in (lambda: page.keyboard.press("Escape"), lambda: page.mouse.click(700, 500)):
        opens.click()
        states.append(legend.is_visible())
        close()
        states.append(legend.is_visible())

    assert states == [True, False] * 2


def test_a_click_on_what_is_explained_closes_the_explanation(seated):
    page = seated(others="me")
    button = page.locator(".ask button[name=answer]").first
    button.hover()
    by_id(page, "@more").locator(".rule-text").first.wait_for()

    page.mouse.down()
    was_open = by_id(page, "@more").is_visible()
    page.mouse.move(300, 300)
    page.mouse.up()

    assert not was_open


def test_a_window_beside_an_answer_of_the_rail_covers_no_other_answer(seated):
    page = seated(others="me")

    covered = page.evaluate(
        """() => {
          byId("@options").hidden = false;
          byId("@options").innerHTML = "<button>one</button>".repeat(3);
          byId("@options").style.display = "grid";
          const [first, ...others] = all("#\\\\@options button");
          byId("@told").textContent = "many words ".repeat(60);
          byId("@more").showPopover();
          beside(byId("@more"), first.getBoundingClientRect());
          const box = byId("@more").getBoundingClientRect();
          return others.filter((one) => overlap(one.getBoundingClientRect(), box)).length;
        }"""
    )

    assert covered == 0


ROOM = """() => all(".stage .lit").flatMap((one) => {
  const box = one.getBoundingClientRect();
  const boxes = (what) => all(what).filter((other) => other !== one)
    .map((other) => other.getBoundingClientRect());
  const others = boxes(".stage .lit, .stage .piece");
  byId("@told").textContent = "many words ".repeat(30);
  byId("@more").showPopover();
  beside(byId("@more"), box);
  const lies = byId("@more").getBoundingClientRect();
  const isFree = (at) => !overlap(at, box) && !hiddenBy(at, others);
  const places = [];
  for (let left = 8; left + lies.width < innerWidth - 8; left += 24)
    for (let top = 8; top + lies.height < boxOfDock().top - 8; top += 24)
      places.push({ left, top, right: left + lies.width, bottom: top + lies.height });
  byId("@more").hidePopover();
  return overlap(lies, box) || (!isFree(lies) && hiddenBy(lies, boxes(".stage .lit")))
    ? places.some(isFree) ? [one.id] : [] : [];
})"""


@pytest.mark.parametrize("pack", ["bomber_run", "squadron_303", "wing_and_prayer"])
def test_a_window_about_a_counter_hides_nothing_that_is_lit_where_there_is_room(
    seated, served, pack
):
    page = seated(pack, others="me")
    for _ in range(6):
        go_on(page, served, "random")

    assert page.evaluate(ROOM) == []


def test_a_thing_that_is_half_over_the_edge_is_out_of_sight(seated):
    page = seated(others="me", screen=PHONE)
    frame = {"left": 0, "top": 100, "width": 390, "height": 600}

    def is_in_sight(left, top, size=40):
        box = {"left": left, "right": left + size, "top": top, "bottom": top + size}
        return page.evaluate("([box, frame]) => isInSight(box, frame)", [box, frame])

    assert is_in_sight(-8, 200)
    assert not is_in_sight(-16, 200)
    assert not is_in_sight(366, 200)
    assert not is_in_sight(100, 676)
    assert is_in_sight(-100, 50, size=900)


def test_a_new_piece_in_hand_is_ringed_as_in_hand(seated):
    page = seated(others="me")

    def stroke(names):
        return page.evaluate(
            """(names) => {
              const piece = document.querySelector(".tt .piece");
              piece.classList.add(...names);
              const told = getComputedStyle(piece.querySelector(".plate")).stroke;
              piece.classList.remove(...names);
              return told;
            }""",
            names,
        )

    assert stroke(["held", "fresh"]) == stroke(["held"]) != stroke(["fresh"])


def test_on_a_phone_two_long_names_in_hand_stay_above_the_edge(seated):
    page = seated(others="me", screen=PHONE)

    lowest = page.evaluate(
        """() => {
          for (const name of ["ammo die", "Ball Turret Gunner", "Right Waist Gunner"])
            byId("@held").append(make("button", {className: "chip", textContent: name}));
          return Math.max(...all(".chip").map((one) => one.getBoundingClientRect().bottom));
        }"""
    )

    assert lowest <= 844


def test_holding_a_button_tells_of_it_and_lifting_the_finger_is_no_answer(seated):
    page = seated(others="me", screen=PHONE)
    before = tokens(page)
    box = page.locator(".ask button[name=answer]").first.bounding_box()
    finger = page.context.new_cdp_session(page)

    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    by_id(page, "@more").locator(".rule-text").first.wait_for()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(400)

    assert tokens(page) == before
    assert not page.locator(".sent").count()


def test_a_word_is_explained_when_it_is_touched_and_lies_in_the_way_of_no_touch(seated):
    page = seated("bomber_boys", screen=PHONE)
    word = page.locator(".asked dfn").first
    shown = "(word) => getComputedStyle(word, '::after').content"

    word.tap()
    assert word.get_attribute("aria-description") in word.evaluate(shown)
    assert word.evaluate("(word) => getComputedStyle(word, '::after').pointerEvents") == "none"

    # The finger still "hovers" over the word, which may be that of another question by now.
    word.hover()
    page.evaluate("document.activeElement.blur()")
    assert word.evaluate(shown) == "none"


def test_what_takes_a_while_says_so_until_it_is_there(seated):
    page = seated(others="me")
    page.evaluate("""() => { const { fetch } = window; globalThis.fetch = (...all) =>
      new Promise((done) => { globalThis.goOn = () => done(fetch(...all)); }); }""")

    page.locator(".helps a[href*=hint]").click()
    told = by_id(page, "@told")
    told.filter(has_text="One moment").wait_for()
    page.evaluate("goOn()")

    told.filter(has_text="All answers").wait_for()


def test_a_click_on_what_is_not_asked_about_opens_it_with_its_rule(seated):
    page = seated("wing_and_prayer", setup="single", option_target="lille")

    page.locator("#mission_card strong").click()
    told = page.locator("[id='@told']")
    told.locator(".rule-text").first.wait_for()

    assert told.locator("h2").first.inner_text().startswith("Lille")
    page.keyboard.press("Escape")
    page.mouse.click(5, 5)
    assert not page.locator("[id='@more']").is_visible()


def test_a_finger_that_holds_a_card_opens_it_and_one_that_taps_it_does_not(seated):
    page = seated("wing_and_prayer", setup="single", option_target="lille", screen=PHONE)
    page.locator(".to-list input").check()  # the answers lie over the hand until they are hidden
    card = page.locator("#mission_card strong")
    box = card.bounding_box()
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    page.touchscreen.tap(at["x"], at["y"])
    page.wait_for_timeout(300)
    assert not by_id(page, "@more").is_visible()

    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    by_id(page, "@more").locator(".rule-text").first.wait_for()


FIRST_OF_SEVERAL = "() => options().find((one) => one.at.length > 1)?.at[0]"
"""What begins an option that touches more than one thing."""


def test_a_touch_brings_what_can_be_touched_next_into_sight(seated, served):
    page = seated(
        "bomber_run",
        screen={"viewport": {"width": 390, "height": 640}, "has_touch": True, "is_mobile": True},
    )
    page.wait_for_selector(".ask")
    while page.evaluate(FIRST_OF_SEVERAL) is None:
        go_on(page, served)
        page.wait_for_selector(".ask")

    page.evaluate(f"touch(({FIRST_OF_SEVERAL})())")

    page.wait_for_function(
        "() => [...document.querySelectorAll('.lit')].some((one) => {"
        " const box = one.getBoundingClientRect();"
        " return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)"
        "?.closest('.lit'); })"
    )


def test_dice_of_ones_own_are_given_by_large_keys(seated):
    page = seated(others="me", dice="manual", screen=PHONE)
    notice = by_id(page, "room-notice")
    words = notice.inner_text()

    for row in page.locator(".keys").all():
        key = row.locator("label, button").first
        size = key.bounding_box()
        assert min(size["width"], size["height"]) >= 44
        key.click()
    if page.locator(".keys input").count():
        notice.get_by_role("button", name="Enter").click()
    page.wait_for_function(
        "(words) => document.getElementById('room-notice').innerText !== words", arg=words
    )

    assert "Row of the west base: 1 1 1 1 1" in by_id(page, "@log").text_content()


# How bright a colour is, of 1; and the colours of the chosen face and of the ground below it.
CHOSEN = """() => {
  const light = (colour) => colour.match(/[\\d.]+/g).slice(0, 3)
    .reduce((sum, part, at) => sum + [.2126, .7152, .0722][at] * (part / 255) ** 2.2, 0);
  const [chosen, ground] = [find(".keys :checked + span"), byId("room-notice")]
    .map((one) => light(getComputedStyle(one).backgroundColor));
  return (chosen + .05) / (ground + .05);
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_five_dice_of_ones_own_are_five_rows_with_their_key_in_sight_on_a_phone(seated, scheme):
    page = seated(
        pack="bomber_boys",
        setup="milk_run",
        dice="manual",
        screen={**PHONE, "color_scheme": scheme},
    )
    for _ in range(8):
        rows = page.locator("fieldset.keys").all()
        if len(rows) == 5:
            break
        page.evaluate("question.calm = 0")
        before = page.locator(".foot").inner_text()
        if page.locator("[name=listed] option").count() == 5:  # dice to roll
            page.evaluate("find('.listed').open = true")
            before = page.locator(".foot").inner_text()
            page.locator("[name=listed]").select_option(index=4)
            page.locator(".list button").click()
        else:  # a card, of which the second is a fighter, or the end of a question
            page.locator("[name='shown']:nth-of-type(2), .ask [name=answer]").last.click()
        page.wait_for_function("(before) => find('.foot').innerText !== before", arg=before)

    for row in rows:
        keys = row.locator("label").all()
        assert len(keys) == 6
        assert len({key.bounding_box()["y"] for key in keys}) == 1
        keys[2].click()
    enter = page.locator("#room-notice").get_by_role("button", name="Enter").bounding_box()
    assert enter["y"] + enter["height"] <= 844
    assert page.evaluate("byId('room-notice').scrollHeight <= byId('room-notice').clientHeight + 1")
    assert page.evaluate(CHOSEN) > 3


def test_two_persons_and_a_spectator_see_each_answer(pages, served):
    ann, bob, cat = pages(), pages(), pages()
    sit_down(ann, served, others="open")
    link = ann.locator("a[href^='/s/']").get_attribute("href")
    bob.goto(served.address + link)
    bob.fill("input[name=name]", "Bob")
    bob.click("button.main")
    bob.wait_for_selector("#\\@prompt")
    cat.goto(ann.url)

    for _ in range(4):
        before = [tokens(ann), tokens(bob)]
        asked = ann if before[0] else bob
        give_by_mouse(asked, *Adviser(served, asked).answer())
        wait = "(old) => [...document.querySelectorAll('.ask input[name=token]')]"
        wait += ".map((one) => one.value).join() !== old"
        asked.wait_for_function(wait, arg=before[asked is bob])
        wait_for_question(ann, bob)
    last = "document.getElementById('@log').lastElementChild.id"
    told = max(page.evaluate(last) for page in (ann, bob))
    cat.wait_for_function(f"(id) => {last} >= id", arg=told)

    assert not cat.locator(".ask").count()
    assert bool(tokens(ann)) != bool(tokens(bob))


def wait_for_question(*pages):
    def asked():
        pages[0].wait_for_timeout(10)  # its events come meanwhile
        return any(page.locator(".ask").count() for page in pages)

    until(asked, "a question")


def test_a_lost_connection_is_told_and_what_came_meanwhile_is_shown(pages, served):
    page, other = pages(), pages()
    sit_down(page, served, others="me")
    other.context.add_cookies(page.context.cookies())
    other.goto(page.url)
    asked = tokens(page)

    other.context.set_offline(True)
    give_by_mouse(page, *Adviser(served, page).answer())
    wait_for_change(page, asked)
    other.context.set_offline(False)
    other.wait_for_function(f"(now) => {TOKENS} === now", arg=tokens(page))


def wait_until_same(page, other):
    page.wait_for_function(f"(now) => {TOKENS} === now", arg=tokens(other))


def test_seven_visible_tabs_of_one_browser_all_play_and_see_what_happens(seated, served):
    # A browser without windows hides no tab: all of these are visible.
    page = seated(others="me")
    tabs = [page, *(page.context.new_page() for _ in range(6))]
    for tab in tabs[1:]:
        tab.goto(page.url)

    for tab in (tabs[0], tabs[-1]):
        asked = tokens(tab)
        give_by_mouse(tab, *Adviser(served, tab).answer())
        wait_for_change(tab, asked)
        for other in tabs:
            wait_until_same(other, tab)


def test_seven_visible_tabs_of_a_browser_without_a_name_all_see_what_happens(pages, served):
    page, watching = pages(), pages()
    sit_down(page, served, others="me")
    tabs = [watching, *(watching.context.new_page() for _ in range(6))]
    for tab in tabs:
        tab.goto(page.url)

    page.request.post(f"{page.url}/chat", form={"text": "Who is watching?"})

    for tab in tabs:
        by_id(tab, "room-chat").get_by_text("Who is watching?").wait_for(state="attached")


def test_a_hidden_tab_holds_no_stream_and_is_up_to_date_when_one_looks_at_it(pages, served):
    page, hidden = pages(), pages()
    sit_down(page, served, others="me")
    hidden.context.add_cookies(page.context.cookies())
    hidden.goto(page.url)
    with hidden.expect_response(lambda reply: "glance=1" in reply.url) as glanced:
        hidden.evaluate(HIDE, True)
    glanced.value.finished()
    asked = tokens(page)

    give_by_mouse(page, *Adviser(served, page).answer())
    wait_for_change(page, asked)
    hidden.evaluate(HIDE, False)

    wait_until_same(hidden, page)


# A browser without windows hides no tab, so one is sent what a browser would send.
HIDE = """(isHidden) => {
  Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def answered_by_ear(page, region):
    """Give an answer in words alone, as somebody who hears the page: shots first, by the list."""
    group = region.get_by_role("group")
    if (
        group.count()
        and not region.get_by_role("combobox").or_(region.get_by_role("checkbox")).count()
    ):
        group.first.locator("summary").press("Enter")
    if boxes := region.get_by_role("checkbox").all():
        for box in boxes[: int(re.search(r"\d+", region.get_by_role("status").inner_text())[0])]:
            box.check()
        region.get_by_role("button", name="Choose").press("Enter")
        return
    listed = region.get_by_role("combobox").get_by_role("option").all_inner_texts()
    shots = [one for one in listed if " fires " in one or "roll 3" in one]
    buttons = region.or_(page.get_by_role("region", name="Options")).get_by_role("button")
    ends = buttons.filter(has_not_text="Answer").or_(page.get_by_role("button", name="Change"))
    if shots or not ends.count():
        region.get_by_role("combobox").select_option(label=(shots or listed)[0])
        region.get_by_role("button", name="Answer").press("Enter")
    else:
        ends.last.press("Enter")


def test_a_turn_is_played_by_what_a_screen_reader_says_alone(pages, served, monkeypatch):
    monkeypatch.setattr(factory, "fresh_seed", lambda: 7)
    page = pages()
    page.add_init_script(
        "localStorage.setItem('tabletop-auto', ''); localStorage.setItem('tabletop-pace', 'watch')"
    )
    sit_down(page, served, "bomber_boys")
    page.wait_for_function("() => isOpen")
    page.evaluate("question.calm = 0")
    card, here = page.get_by_role("alertdialog"), page.get_by_role("navigation", name="You are")
    region, telling = (
        page.get_by_role("region", name=name) for name in ("Your answer", "What happened")
    )
    said = page.get_by_role("log").get_by_role("paragraph")
    card.get_by_role("button", name="Go on").press("Enter")
    whole = page.locator("body").aria_snapshot()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    first = page.evaluate("document.activeElement.closest('section')?.ariaLabel")
    heard, told, asked = 0, 0, 0
    while "Turn 2" not in here.inner_text():
        question, count = tokens(page), said.count()
        answered_by_ear(page, region)
        page.wait_for_function(
            f"([before, count]) => byId('@said').children.length > count && ({TOKENS} !== before"
            " || find('#\\\\@caption, .moment'))",
            arg=[question, count],
        )
        while not region.is_visible() or card.count():
            if card.count():
                assert page.evaluate("document.activeElement.textContent") == "Go on"
                page.keyboard.press("Enter")
                continue
            # What happened has been said, though the table still shows it step by step.
            assert telling.is_visible()
            told += said.count() > count
            page.keyboard.press("Escape")
        heard += said.count() - count
        last = said.last.inner_text()
        assert region.get_by_role("heading").inner_text() in last
        assert page.evaluate("document.activeElement.matches('.dock *, [id=\"@options\"] *, .lit')")
        asked += 1

    now = page.locator("body").aria_snapshot().replace("''", "'")
    names = page.locator("svg .piece title").all_text_contents()
    assert whole.index('region "Your answer"') < whole.index('group "Bomber"')
    assert 'heading "Bomber Boys" [level=1]' in whole
    assert first == "Your answer"
    assert names
    assert [name for name in names if name not in now] == []
    assert asked > 3
    assert told
    assert heard > asked
    page.get_by_role("radio", name="Log").check()
    assert page.get_by_role("list", name="Log").is_visible()


FAINT = """() => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map(Number).map((part) => part / 255)
      .map((part) => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const contrast = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + .05) / (low + .05);
  };
  const found = [];
  for (const piece of document.querySelectorAll("svg .piece")) {
    const plate = getComputedStyle(piece.querySelector(".plate")).fill;
    if (!plate.startsWith("rgb(")) continue;
    for (const text of piece.querySelectorAll("text.name, text.corner")) {
      const ratio = contrast(getComputedStyle(text).fill, plate);
      if (ratio < 4.5) found.push([piece.id, text.textContent, ratio]);
    }
  }
  return [document.querySelectorAll("svg .piece text").length, found];
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("pack", ["bomber_run", "squadron_303"])
def test_words_on_counters_stand_out_from_them(seated, pack, scheme):
    page = seated(pack, others="me", screen={"color_scheme": scheme})

    count, faint = page.evaluate(FAINT)

    assert count
    assert faint == []


# As WCAG 2.5.8 has it: 24 pixels, or no other target within a circle of 24 pixels.
CRAMPED = """() => {
  const lit = [...document.querySelectorAll("svg .lit")].map((one) => {
    const box = (one.querySelector(".plate, .field") ?? one).getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return { id: one.id, size: Math.min(box.width, box.height), x, y };
  });
  const far = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);
  const isCramped = (one) => lit.some((other) => other !== one && far(one, other) < 24);
  return lit.filter((one) => one.size < 24 && isCramped(one));
}"""


@pytest.mark.parametrize("pack", ["bomber_run", "squadron_303", "bomber_boys"])
def test_what_can_be_touched_on_a_board_is_large_enough_on_a_phone(seated, served, pack):
    page = seated(pack, others="me", screen=PHONE)
    for _ in range(12):
        if page.locator("svg .lit").count():
            break
        go_on(page, served, "random")

    assert page.locator("svg .lit").count()
    assert page.evaluate(CRAMPED) == []
    assert page.evaluate("innerWidth") == 390


# The shape of the map that is shown, and whether the camera looks at just that.
SHAPES = """() => {
  const svg = document.getElementById("mission_map");
  return svg && [svg.dataset.home, cameras.get(svg)?.home === svg.dataset.home];
}"""


def test_a_map_of_which_another_part_is_shown_is_looked_at_as_that(pages, served):
    page = pages()
    how = {"setup": "single", "option_players": "2", "seat_1": "bot:commander"}
    sit_down(page, served, "wing_and_prayer", "me", **how)
    page.wait_for_selector(".ask")
    shown = set()
    for _ in range(60):
        if shape := page.evaluate(SHAPES):
            shown.add(shape[0])
            assert shape[1]
        if len(shown) > 1:
            break
        go_on(page, served, "commander")

    assert len(shown) > 1


# Whether the middle of a thing that can be touched can be.
TOUCHABLE = """() => [...document.querySelectorAll(".lit")].some((one) => {
  const box = one.getBoundingClientRect();
  return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest(".lit");
})"""


def open_at_the_plan(page, served):
    """Open a raid on Berlin again where its way is asked for."""
    sit_down(page, served, "wing_and_prayer", setup="single", option_target="berlin")
    while not page.locator("#mission_map .lit").count():
        go_on(page, served, "commander")

    page.goto(page.url)
    page.wait_for_function(TOUCHABLE)


def test_on_a_phone_a_table_opens_around_what_can_be_touched_and_shows_the_whole_of_a_board(
    pages, served
):
    page = pages(**PHONE)
    open_at_the_plan(page, served)
    page.set_viewport_size({"width": 844, "height": 390})
    page.goto(page.url)
    page.wait_for_function(TOUCHABLE.replace(".some(", ".every("))  # beside the list of answers
    page.set_viewport_size(PHONE["viewport"])
    page.get_by_label("Show the whole board").click()
    page.wait_for_function(
        "() => { const svg = staged(), camera = cameras.get(svg);"
        " return camera.k <= camera.fit * 1.01; }"
    )
    page.locator("[id='up:formation_card']").tap()
    others = page.locator(".board:not(:has(> .up :checked))").all()
    assert max(one.bounding_box()["height"] for one in others) <= 40


def test_a_plan_is_asked_for_with_the_formation_and_the_first_boxes_of_the_ways_in_sight(
    pages, served
):
    page = pages()
    open_at_the_plan(page, served)
    zoom = page.evaluate("() => frameOf(staged())")
    zoom["x"], zoom["y"] = zoom["left"], zoom["top"]
    for thing in [page.locator("#formation"), *page.locator("#mission_map .lit").all()]:
        box = thing.bounding_box()
        assert zoom["x"] <= box["x"] <= box["x"] + box["width"] <= zoom["x"] + zoom["width"]
        assert zoom["y"] <= box["y"] + box["height"] <= zoom["y"] + zoom["height"]


def test_on_a_phone_a_fighter_is_in_sight_when_it_is_asked_how_to_meet_it(
    seated, served, monkeypatch
):
    monkeypatch.setattr(factory, "fresh_seed", lambda: 3)
    page = seated("b29_superfortress", option_mission="12", screen=PHONE)
    while not page.locator(".ask", has_text="Evasive action?").count():
        go_on(page, served, "skipper")

    fighter = page.locator(".piece.theirs").first

    page.wait_for_function(
        "(one) => { const box = one.getBoundingClientRect();"
        " const prompt = document.querySelector('.dock').getBoundingClientRect();"
        " return box.top > 0 && box.bottom < prompt.top; }",
        arg=fighter.element_handle(),
    )


# Whether what is lit is in sight once a flight is over that began before the question came.
AFTER_A_FLIGHT = """async () => {
  const svg = staged(), rest = () => new Promise((done) => setTimeout(done, 500));
  await rest();
  const { x, y, k } = cameraOf(svg);
  fly(svg, { x: x + 600, y, k });
  glide(true);
  await rest();
  return all(".lit").every((one) => isInSight(boxOf(one), sightOf(svg)));
}"""


def test_a_camera_on_its_way_elsewhere_comes_back_to_what_a_question_asks_about(pages, served):
    page = pages(viewport={"width": 820, "height": 1180}, reduced_motion="no-preference")
    page.add_init_script("localStorage.setItem('tabletop-pace', 'instant')")
    sit_down(page, served, "bomber_run")
    while page.locator(".stage .lit").count() < 2:
        go_on(page, served)

    assert page.evaluate(AFTER_A_FLIGHT)


# What is lit lies so far below what can be seen: how far a camera moves to it, and how far from the
# middle of what can be seen it then is.
MOVES_BY = """(far) => {
  const svg = staged(), [one, ...others] = all(".lit").reverse(), bottom = () => boxOf(one).bottom;
  others.forEach((other) => other.classList.remove("lit"));
  look(svg, { k: 2, x: 0, y: 0 });
  const { x, y, k } = cameraOf(svg), sight = sightOf(svg);
  const [right] = between(sight, boxOf(one)), low = sight.top + sight.height;
  look(svg, { k, x: x + right / k, y: y + (bottom() - low - far) / k });
  const was = bottom();
  glide(true);
  return [was - bottom(), Math.abs(between(sight, boxOf(one))[1])];
}"""


def test_a_camera_moves_as_little_as_needed_and_from_far_off_to_the_middle(seated, served):
    page = seated("bomber_run", screen=PHONE)
    while page.locator(".stage .lit").count() < 2:
        go_on(page, served)

    (near, _), (_, off) = (page.evaluate(MOVES_BY, far) for far in (60, 500))

    assert 60 < near < 100
    assert off < 2


# Whether a camera that was moved after the end stays there when the notice below grows.
STAYS = """() => new Promise((done) => {
  find("[data-zoom='1.25']").click();
  const { k } = cameras.get(staged());
  byId("room-notice").insertAdjacentHTML("beforeend", "<p>one more</p>");
  // In the next frame all that watches sizes has seen it.
  const answer = () => done(cameras.get(staged()).k === k);
  requestAnimationFrame(() => requestAnimationFrame(answer));
})"""


def test_a_finished_game_is_kept_as_a_page_and_its_story_is_told_from_a_seat(seated, served):
    page = seated("b29_superfortress", option_mission="1")
    room = page.url
    while tokens(page):
        go_on(page, served, "random")

    page.wait_for_function("() => isWhole(cameras.get(staged()))")
    is_mine = page.evaluate(STAYS)
    # Its story lies over the table, and takes the first click.
    page.goto(page.locator("a[href$='/end']").first.evaluate("link => link.href"))
    kept = page.locator("main").inner_text()
    page.goto(room + "/replay?seat=commander")
    page.wait_for_selector("#\\@slider")
    faults = faults_by_axe(page)
    page.set_viewport_size(PHONE["viewport"])
    is_clear = page.locator(".top").bounding_box()["height"] < page.evaluate(
        "document.querySelector('.rail').getBoundingClientRect().top + 1"
    )
    last = page.evaluate("document.getElementById('@slider').max")
    page.goto(room + "/end")
    faults += faults_by_axe(page)
    sizes = page.locator(".sheet td").evaluate_all(
        "(cells) => cells.map((one) => getComputedStyle(one).fontSize)"
    )

    assert is_mine
    assert page.locator(".sheet td.number").count() > 0
    assert len(set(sizes)) == 1
    assert faults == []
    assert is_clear
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert "Result" in kept
    assert "Seed" in kept
    assert last != "0"


@pytest.mark.parametrize(
    ("shape", "least", "is_whole"), [(PHONE, 32, False), (WIDE, 36, True)], ids=["phone", "wide"]
)
def test_a_second_board_that_is_brought_up_has_counters_for_a_finger_and_none_is_cut_at_a_side(
    seated, shape, least, is_whole
):
    page = seated(pack="b29_superfortress", screen=shape)

    page.locator(".board:not(:has(> .up :checked)) > .up").click()
    page.wait_for_function("() => staged().closest('.board').id.startsWith('@board:bomber')")
    page.wait_for_function("() => !!cameras.get(staged())")
    boxes = page.evaluate(
        "() => all('.piece', staged()).map((one) => boxOf(one))"
        ".map(({ left, right, width }) => [left, right, width])"
    )

    stage = page.locator(".board:has(> .up :checked)").bounding_box()
    assert page.evaluate("() => isWhole(cameras.get(staged()))") is is_whole
    assert all(width >= least - 0.5 for *_, width in boxes)
    assert min(left for left, *_ in boxes) >= stage["x"]
    assert max(right for _, right, _ in boxes) <= stage["x"] + stage["width"]
