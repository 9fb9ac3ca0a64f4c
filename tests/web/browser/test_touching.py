"""Touching: either order, words before an answer, several chosen with numbers, no answer twice."""

import re

import pytest
from helpers import IS_OPEN, TOKENS, finger_of, go_on, sit_down, tokens, wait_for_change
from test_in_a_browser import MIDDLE, by_id, choose, click, confirm

from tabletop_core.boards import DEGREES
from tabletop_core.engine.tape import given_in
from tabletop_core.rooms import factory

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture(autouse=True)
def _seed(monkeypatch):
    monkeypatch.setattr(factory, "fresh_seed", lambda: 7)


def play_until(page, served, bot, is_there, most=60):
    for _ in range(most):
        found = is_there()
        if found:
            return found
        go_on(page, served, bot)
    pytest.fail("that was never asked")


# An option of two things, whose second is also on the table, and is lit by the first.
TWO_THINGS = """() => {
  const one = options().find(({ at }) => at.length === 2 && at[0] !== at[1]
    && byId(at[0])?.matches(".piece") && byId(at[1])?.matches(".space")
    && !thingsAt(...middle(byId(at[1]))).some((id) => next([]).has(id)));
  return one && [...one.at, one.element.value];
}"""


@pytest.mark.parametrize("is_backwards", [False, True])
def test_a_piece_and_its_space_are_touched_in_either_order(seated, served, is_backwards):
    page = seated("bomber_run", others="me")
    piece, space, answer = play_until(page, served, "greedy", lambda: page.evaluate(TWO_THINGS))
    asked, order = tokens(page), [space, piece] if is_backwards else [piece, space]

    click(page, order[0], page.mouse.click)
    in_hand = by_id(page, "@held").inner_text()
    is_lit = page.evaluate("(id) => byId(id).matches('.lit')", order[1])
    click(page, order[1], page.mouse.click)
    confirm(page, asked, answer, choose)
    wait_for_change(page, asked)

    assert is_lit
    assert in_hand


# A piece and a space at which a direction is to be chosen.
SEVERAL_WAYS = """() => {
  const many = options().find((one) => one.at.length === 2 && meant(one.at).length > 4);
  return many && many.at;
}"""

ROSE = """() => all("#\\\\@menu.rose button:not(.back)").map((one) => {
  const [x, y] = middle(one), [u, v] = middle(document.querySelector("#\\\\@menu .back"));
  const degrees = Math.round(Math.atan2(x - u, v - y) * 180 / Math.PI + 360) % 360;
  return [one.title.match(/nose (\\w+)/)[1], degrees, one.getBoundingClientRect().width];
})"""

# How far the middle of a rose is from that of the space to which it belongs, in pixels.
AWAY = """() => {
  const [[x, y], [u, v]] = [byId(hand.find(isSpace)), document.querySelector("#\\\\@menu .back")]
    .map(middle);
  return Math.hypot(x - u, y - v);
}"""


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desk", "phone"])
def test_directions_are_a_rose_in_which_each_lies_where_it_leads(seated, served, size):
    page = seated("bomber_run", others="me", screen=size)
    play_until(page, served, "greedy", lambda: page.evaluate(SEVERAL_WAYS))

    page.evaluate(f"settle(({SEVERAL_WAYS})())")
    by_id(page, "@menu").wait_for()
    found = page.evaluate(ROSE)
    away = page.evaluate(AWAY)

    assert away < 2, "the rose is around another place"
    assert len(found) > 4
    assert {name: degrees for name, degrees, _ in found} == {
        name: DEGREES[name] for name, _, _ in found
    }
    assert all(width >= 44 for _, _, width in found)


def test_a_rose_with_no_room_around_its_place_lies_beside_it_on_a_ground_of_its_own(seated, served):
    page = seated("bomber_run", others="me")
    play_until(page, served, "greedy", lambda: page.evaluate(SEVERAL_WAYS))
    corner = """() => {
      settle((%s)());
      const menu = byId("@menu"), at = { left: 4, top: 4, right: 32, bottom: 32 };
      const ground = () => getComputedStyle(menu).backgroundColor, around = ground();
      beside(menu, { ...at, width: 28, height: 28 }, true);
      return [around, ground(), overlap(menu.getBoundingClientRect(), at)];
    }"""

    around, ground, is_over = page.evaluate(corner % SEVERAL_WAYS)

    assert around == "rgba(0, 0, 0, 0)"
    assert ground != around
    assert not is_over


# The order in which a page puts fragments in place, of which the first comes first from the server.
PUT = """() => {
  const put = [], morph = Idiomorph.morph;
  Idiomorph.morph = (old, now) => put.push(now.id);
  const spaces = all("[id^='on:']").slice(0, 2);
  apply(Object.fromEntries([...spaces, byId("@glance")].map((one) => [one.id, one.outerHTML])));
  Idiomorph.morph = morph;
  return put;
}"""


def test_what_holds_spaces_is_put_in_place_before_pieces_lie_on_two_of_them(seated):
    page = seated("bomber_run", others="me")

    first, *others = page.evaluate(PUT)

    assert first == "@glance"
    assert [one.startswith("on:") for one in others] == [True, True]


# A man who is one whole option, and begins or ends others: dice are given to him.
GUNNER = """() => {
  const alone = options().filter(({ at }) => new Set(at).size === 1);
  const one = alone.find(({ at }) => byId(at[0])?.matches(".piece")
    && options().some((other) => other.at.length > 1 && new Set(other.at).size > 1
      && other.at.includes(at[0])));
  return one && [one.at[0], one.words];
}"""


def test_a_touch_on_a_man_answers_nothing_before_its_words_are_read(seated, served):
    page = seated("bomber_boys")
    man, words = play_until(page, served, "captain", lambda: page.evaluate(GUNNER))
    asked = tokens(page)

    click(page, man, page.mouse.click)
    by_id(page, "@menu").wait_for()
    page.wait_for_timeout(300)

    assert tokens(page) == asked
    assert not page.locator(".sent").count()
    assert words in by_id(page, "@menu").inner_text()
    page.keyboard.press("Escape")
    assert not by_id(page, "@menu").is_visible()


# Things of which each is one option, and none is a space.
EACH_ONE_THING = """() => {
  const some = options(), ids = some.map(({ at }) => at[0]);
  return some.length > 1 && !document.querySelector(".ask[data-most]")
    && some.every(({ at }) => at.length === 1 && byId(at[0]) && !isSpace(at[0]))
    && new Set(ids).size === ids.length && ids[0];
}"""


def test_words_that_say_more_than_the_name_of_a_thing_are_read_before_they_count(seated, served):
    page = seated("squadron_303", others="me")
    thing = play_until(page, served, "wingman", lambda: page.evaluate(EACH_ONE_THING))
    asked = tokens(page)
    page.evaluate("options()[0].words = 'use it up now'")

    page.evaluate("(id) => touch(id)", thing)
    by_id(page, "@menu").wait_for()
    page.wait_for_timeout(300)

    assert tokens(page) == asked
    assert not page.locator(".sent").count()
    assert "use it up now" in by_id(page, "@menu").inner_text()


# A thing, and two that may be touched after it, at each of which there is a choice.
TWO_AFTER_ONE = """() => {
  for (const one of next([])) {
    const some = [...next([one])].filter((id) => meant([one, id]).length > 1);
    if (some.length > 1) return [one, ...some.slice(0, 2)];
  }
}"""


def test_what_could_be_touched_instead_takes_the_place_of_the_last(seated, served):
    page = seated("bomber_run", others="me")
    found = play_until(page, served, "greedy", lambda: page.evaluate(TWO_AFTER_ONE))
    first, second, other = found

    for one in (first, second, other):
        page.evaluate("(id) => touch(id)", one)

    assert page.evaluate("() => hand") == [first, other]
    assert by_id(page, "@menu").is_visible()


# A thing to fly, and a space with counters of the other side to which it may.
TO_THEM = """() => options().find(({ at }) => at.length === 2
  && byId(`on:${at[1]}`)?.querySelector(".theirs"))?.at"""


def test_counters_shine_whose_space_is_lit_under_them(seated, served):
    page = seated("squadron_303", others="me", screen=PHONE)
    piece, space = play_until(page, served, "wingman", lambda: page.evaluate(TO_THEM))
    ink = "(id) => getComputedStyle(byId(id).querySelector('.theirs .plate')).stroke"
    before = page.evaluate(ink, f"on:{space}")

    page.evaluate("(id) => settle([id])", piece)
    lit = page.evaluate(ink, f"on:{space}")
    page.evaluate("(both) => settle(both)", [piece, space])
    is_whole = page.evaluate("""() => {
      const chip = all("#\\\\@held .chip").at(-1);
      return chip.scrollWidth <= chip.clientWidth;
    }""")

    assert before != lit == "rgb(255, 194, 61)"
    assert is_whole, "the chip of the last thing in hand is cut"


# The dice and cards beside the board that lie under something else once they are reached for.
UNDER_HANDS = """() => all(".pane .card").filter((one) => {
  one.closest(".pane").scrollTop = 0;
  reach(one);
  const { left, bottom } = one.getBoundingClientRect();
  return !one.contains(document.elementFromPoint(left + 20, bottom - 12));
}).length"""


def test_dice_beside_the_board_do_not_lie_under_the_hands_of_a_phone(seated, served):
    page = seated("squadron_303", others="me", screen=PHONE)
    is_there = "() => all('.pane .lit').length"
    play_until(page, served, "wingman", lambda: page.evaluate(is_there))

    page.set_viewport_size({"width": 390, "height": 664})
    page.wait_for_timeout(100)

    assert page.evaluate(UNDER_HANDS) == 0


# Whether a card that may be touched next lies, in part, under the answers of what is in hand.
UNDER_ANSWERS = """() => {
  const cards = all(".hands .lit").map((one) => one.getBoundingClientRect());
  return [cards.length > 1, hiddenBy(byId("@menu").getBoundingClientRect(), cards)];
}"""


def test_cards_that_go_with_a_die_in_hand_lie_above_its_answers_on_a_phone(seated, served):
    page = seated("squadron_303", others="me", screen=PHONE)
    both = "() => [...next([])].find((id) => byId(id)?.closest('.pane') && next([id]).size > 1)"
    die = play_until(page, served, "wingman", lambda: page.evaluate(both))

    page.evaluate("touch", die)
    by_id(page, "@menu").locator(".chance").first.wait_for()

    assert page.evaluate(UNDER_ANSWERS) == [True, 0]
    assert re.search(r"confirm or touch one of \d+ lit", by_id(page, "@held").text_content())


# Spaces that are lit while something is in hand, and lose their mark as one does that is drawn
# anew: their number, and the stacks that stay marked when the hand is empty.
STALE_MARKS = """() => {
  settle([all(".stage .piece.lit")[0].id]);
  const spaces = all(".space.lit").filter((one) => byId(`on:${one.id}`)?.matches(".stack"));
  spaces.forEach((one) => one.classList.remove("lit"));
  settle([]);
  return [spaces.length, all(".stack[data-lit]").map((one) => one.id)];
}"""


def test_counters_stay_marked_on_no_space_that_is_drawn_anew(seated, served):
    page = seated("squadron_303", others="me")
    play_until(
        page, served, "greedy", lambda: page.evaluate("() => all('.stage .piece.lit').length")
    )

    number, marked = page.evaluate(STALE_MARKS)

    assert number
    assert not marked


# What alone is a whole answer, and begins others: an aircraft that may leave the board, or fly on.
WHOLE_OR_MORE = """() => [...next([])].filter((id) => next([id]).size
  && options().some(({ at }) => at.length && at.every((one) => one === id)))"""
# Whether a menu opens at its touch, what stays under the menu when it is reached for, and whether
# what is held does, low on the stage and with nothing else to touch.
UNDER_THE_MENU = """(id) => {
  settle([id]);
  const menu = byId("@menu"), isOpen = menu.matches(":popover-open");
  const isUnder = (one) => document.elementFromPoint(...middle(one))?.closest("[popover]");
  const under = all(".lit").filter((one) => (reach(one), isUnder(one)));
  under.push(...all(".lit, svg .held").filter((one) => {
    if (one.matches(".lit")) return one.classList.remove("lit");
    const svg = staged(), { x, y, k } = cameras.get(svg), { top } = boxOfDock();
    look(svg, { k, x, y: y + (middle(one)[1] - top + 60) / k });
    clearOf(menu);
    return isUnder(one);
  }));
  return [isOpen, under.map((one) => one.id)];
}"""


@pytest.mark.parametrize("device", [PHONE, {}], ids=["phone", "laptop"])
def test_a_menu_covers_neither_what_is_held_nor_what_may_be_touched_instead(
    seated, served, monkeypatch, device
):
    monkeypatch.setattr(factory, "fresh_seed", lambda: 14)
    page = seated("bomber_run", others="me", screen=device)
    things = play_until(page, served, "greedy", lambda: page.evaluate(WHOLE_OR_MORE))

    assert page.evaluate(UNDER_THE_MENU, things[0]) == [True, []]


# The spaces of a board that reach under the hands.
COVERED = """() => {
  const { top } = document.querySelector(".hands").getBoundingClientRect();
  return [...document.querySelectorAll(".space > .field")]
    .filter((one) => one.getBoundingClientRect().bottom > top).map((one) => one.parentElement.id);
}"""


def test_cards_that_are_dealt_later_cover_no_space(seated, served):
    page = seated("squadron_303")

    play_until(page, served, "wingman", lambda: page.locator(".hands .card").count())

    assert page.evaluate(COVERED) == []


# Of each card of the hand that is asked: how wide it is, and whether all its words are in sight.
READ = """() => all(".hands .card.lit").map((card) => {
  const { width, top } = card.getBoundingClientRect(), dock = boxOfDock();
  const [move, support] = all("b", card).map((one) => one.getBoundingClientRect().bottom);
  const isWhole = card.scrollHeight <= card.clientHeight + 1;
  return [width, isWhole, Math.max(move, support) <= dock.top + 2];
})"""

LIES_AT = "cameraOf(staged()).y"


def test_a_hand_that_is_asked_is_read_and_of_another_the_number_stands_there(seated, pages, served):
    page = seated("squadron_303", screen=PHONE)
    play_until(
        page,
        served,
        "wingman",
        lambda: page.locator(".hands .card.lit").count(),
    )
    whole = page.evaluate(READ)
    other = page.locator(".hands .paper:not(:has(.lit)) > h2")
    cards = page.locator(".hands .paper:not(:has(.lit)) .card")
    folded = page.locator(".hands .paper:not(:has(.lit)) > .cards").bounding_box()
    finger_of(page)(
        *page.evaluate(MIDDLE, page.locator(".hands .card.lit").first.get_attribute("id"))
    )
    other.tap()
    low = page.evaluate("look(staged(), { ...cameraOf(staged()), x: 0, y: 1e6 }), " + LIES_AT)
    opened = cards.first.bounding_box()
    other.tap()
    page.wait_for_function(f"(low) => {LIES_AT} < low", arg=low)  # nothing covers it any more
    wide = pages(viewport={"width": 1280, "height": 800})
    wide.context.add_cookies(page.context.cookies())
    wide.clock.install()
    wide.goto(page.url)
    wide.wait_for_function(IS_OPEN)
    asked = []
    wide.on("request", lambda one: asked.append(one.url))
    strip = wide.evaluate(READ)
    wide.locator(".hands .card.lit").nth(1).hover(position={"x": 30, "y": 10})
    wide.clock.run_for(1000)
    wide.set_viewport_size({"width": 640, "height": 400})  # twice as large, to those who need it
    wide.wait_for_function("() => boxOfDock().bottom === 400 && innerHeight === 400")

    assert all(width > 140 and is_whole for width, is_whole, _ in whole)
    assert int(other.get_attribute("data-count")) == cards.count()
    assert folded["width"] < 32
    assert opened["width"] > 140
    assert page.locator(".card[data-nth]").count() == 1
    assert all(is_told for *_, is_told in strip)
    assert asked == []


# How wide the bars of chances are, whose words are short and long.
BARS = """() => {
  const long = "the plane is damaged, and its pilot discards a card of his choice at once";
  const bar = "<meter value=0.25></meter> <b>25 %</b>";
  const told = (one) => `<span class="chance">${bar} ${one}</span>`;
  const menu = byId("@menu");
  menu.innerHTML = `<button>${told("a hit")}${told(long)}</button>`;
  menu.showPopover();
  return [...menu.querySelectorAll("meter")].map((one) => one.offsetWidth);
}"""


def test_the_bars_of_equal_chances_are_equally_long(seated):
    page = seated("bomber_run", others="me")

    short, long = page.evaluate(BARS)

    assert short == long > 60


# Whether what is in hand, and what is to be touched next, lies beside Undo and ends in sight.
HELD_ENDS = """() => {
  const undo = document.querySelector(".dock > .undo").getBoundingClientRect();
  const ends = (one) => one.getBoundingClientRect().right <= undo.left;
  return [...byId("@held").children].map((one) => [one.className, ends(one), one.clientWidth > 60]);
}"""

# Whether enough letters of a long name in hand are seen to know it, and all words beside it.
NAME_SEEN = """() => {
  const [chip, words] = byId("@held").children;
  chip.textContent = "forward upper turret";
  words.textContent = "then touch one of 12 lit";
  const seen = chip.clientWidth / chip.scrollWidth * chip.textContent.length;
  return [seen > 12, words.scrollHeight <= words.clientHeight];
}"""


def test_on_a_phone_a_long_name_in_hand_leaves_room_for_what_comes_next(seated, served):
    page = seated("squadron_303", option_players="1", screen=PHONE)
    piece, *_ = play_until(
        page,
        served,
        "wingman",
        lambda: page.evaluate(TWO_THINGS),
    )

    page.evaluate("(id) => settle([id])", piece)

    assert page.evaluate(HELD_ENDS) == [["chip", True, True], ["", True, True]]
    assert page.evaluate(NAME_SEEN) == [True, True], "of the name, or of the words beside it"


# A counter and the space under it that both may follow: a square with an aircraft to ram.
COUNTER_ON_SPACE = """() => {
  for (const { at: [first, space, ...more], element } of options()) {
    if (!space || more.length || !isSpace(space)) continue;
    const counter = document.getElementById(`on:${space}`)?.querySelector(".piece")?.id;
    if (counter && counter !== first && next([first]).has(counter))
      return [first, counter, element.value];
  }
}"""


def test_on_a_phone_what_a_question_adds_is_not_broken_in_its_middle(seated, served):
    page = seated("bomber_run", others="me", screen=PHONE)
    detail = page.locator(".asked .detail", has_text="Dice left")
    play_until(page, served, "greedy", detail.count)
    detail.wait_for()

    assert detail.evaluate("(one) => one.getClientRects().length") == 1


# The button that answers with several, and the one that takes back, where both are there.
TWO_KEYS = """() => {
  const keys = [".answers > button", ".undo button:enabled"].map((one) => all(one)[0]);
  return keys.every((one) => one?.checkVisibility()) && keys.map((one) => boxOf(one).toJSON());
}"""


@pytest.mark.parametrize("width", [390, 320])
def test_on_a_phone_several_are_chosen_while_nothing_moves_or_lies_under_undo(
    seated, served, width
):
    screen = PHONE | {"viewport": {"width": width, "height": 844}}
    page = seated("bomber_run", others="me", screen=screen)
    answer, undo = play_until(page, served, "greedy", lambda: page.evaluate(TWO_KEYS))

    tops = [page.evaluate("boxOfDock().top")]
    most = int(page.locator(".ask[data-most]").get_attribute("data-most"))
    for name in page.evaluate("() => [...next([])]")[: most - 1]:
        page.evaluate("(name) => touch(name)", name)
        tops.append(page.evaluate("boxOfDock().top"))

    assert len(tops) > 1
    assert len(set(tops)) == 1
    assert answer["bottom"] <= undo["top"] or answer["right"] <= undo["left"]


def test_on_a_phone_a_menu_takes_the_place_of_the_other_answers(seated, served):
    page = seated("bomber_boys", screen=PHONE)
    options = by_id(page, "@options").locator("button").first
    play_until(page, served, "greedy", page.locator(".ask", has_text="How many ammo dice").count)
    page.evaluate("() => { question.calm = 0; }")
    shown = [options.is_visible()]

    page.evaluate("touch([...next([])][0])")
    by_id(page, "@menu").wait_for()
    shown.append(options.is_visible())
    by_id(page, "@menu").locator(".back").click()
    shown.append(options.is_visible())

    assert shown == [True, False, True]


def test_a_finger_on_a_word_of_what_is_lit_takes_that_and_is_told_the_word_where_it_rests(
    seated, served
):
    page = seated("squadron_303", others="me", screen=PHONE)
    card = page.locator(".hands .card.lit:has(dfn)").first
    play_until(page, served, "greedy", card.count)
    page.evaluate("question.calm = 0")
    box = card.locator("dfn").first.bounding_box()
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch, tap = page.context.new_cdp_session(page), finger_of(page)
    told, taken = by_id(page, "@more"), page.locator(".hands .card.held")

    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    told.wait_for()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    words, was_taken = told.inner_text(), taken.count()
    for high in (180, at["y"]):  # on the map, then on the word
        tap(at["x"], high)
    taken.wait_for()

    assert words.startswith(card.locator("dfn").first.get_attribute("aria-description"))
    assert not was_taken
    assert not told.is_visible()


def test_a_touch_on_a_counter_offers_the_space_under_it_too(seated, served, monkeypatch):
    monkeypatch.setattr(factory, "fresh_seed", lambda: 6)
    page = seated("bomber_run", others="me")
    first, counter, answer = play_until(
        page, served, "greedy", lambda: page.evaluate(COUNTER_ON_SPACE)
    )
    asked = tokens(page)

    click(page, first, page.mouse.click)
    click(page, counter, page.mouse.click)
    choose(page, answer)
    wait_for_change(page, asked)

    assert tokens(page) != asked


# Shadows of what is drawn enlarged, which are enlarged as well, and darken what lies around it.
ENLARGED_SHADOWS = """() => all(".held, .held *").filter(
  (one) => getComputedStyle(one).filter !== "none" && one.getScreenCTM().a > 4).length"""


def test_several_that_are_chosen_wear_their_numbers_and_the_answer_waits_for_all(seated, served):
    page = seated("bomber_run", others="me")
    play_until(page, served, "greedy", lambda: page.locator(".ask[data-most]").count())
    button = page.locator(".answers > button")
    least = int(page.locator(".ask[data-least]").get_attribute("data-least"))
    page.evaluate("document.querySelector('.ask').dataset.most = 9")  # it may be more

    seen = []
    for name in page.evaluate("() => [...next([])]")[:least]:
        assert button.is_disabled()
        click(page, name, page.mouse.click)
        seen.append(page.locator(".count").inner_text())
    numbers = page.locator(".nth text").all_text_contents()
    blurred = page.evaluate(ENLARGED_SHADOWS)

    assert not blurred
    assert seen[0].startswith(f"Choose {least}")
    assert seen[0].endswith(": 1 chosen")
    assert sorted(map(int, numbers)) == list(range(1, least + 1))
    assert button.is_enabled()
    assert button.inner_text() == f"Choose these {least}"


def test_the_last_of_a_given_number_that_is_touched_answers(seated, served):
    page = seated("bomber_run", others="me")
    play_until(page, served, "greedy", lambda: page.locator(".ask[data-most='2']").count())
    asked, (one, other, *_) = tokens(page), page.evaluate("() => [...next([])]")

    click(page, one, page.mouse.click)
    told = page.locator(".count").inner_text()
    click(page, other, page.mouse.click)
    wait_for_change(page, asked)

    assert told == "Choose 2: 1 chosen, the next touch answers"
    assert set(last_answer(served, page)) == {one, other}


def last_answer(served, page):
    with served.room(page) as room:
        ((_, answer),) = given_in(room.match.tape.entries[-1])
        return answer


# A space that one option alone touches, which no counter covers; the piece; the words.
SPACE_OF_ONE = """() => {
  const free = (id) => byId(`on:${id}`)?.matches(":empty")
    && thingsAt(...middle(byId(id))).every((it) => !next([]).has(it));
  const one = options().find(({ at }) => at.length === 2 && isSpace(at[1]) && free(at[1])
    && after([at[1]]).length === 1);
  return one && [...one.at, one.words, one.element.value];
}"""


def test_a_click_on_what_one_option_alone_touches_answers_in_the_words_of_the_dock(seated, served):
    page = seated("bomber_run", others="me")
    piece, space, words, answer = play_until(
        page, served, "greedy", lambda: page.evaluate(SPACE_OF_ONE)
    )
    asked, at = tokens(page), page.evaluate(MIDDLE, space)

    page.mouse.move(*at)
    told = page.locator(".listed summary span").inner_text()
    marked = page.evaluate("() => all('g.foretold').map((one) => one.id)")
    page.mouse.click(*at)
    wait_for_change(page, asked)

    assert told == f"click: {words}"
    assert set(marked) == {piece, space}
    assert last_answer(served, page) == answer


def test_words_that_have_no_room_in_the_dock_come_before_the_answer(seated, served):
    page = seated("bomber_run", others="me")
    _, space, words, _ = play_until(page, served, "greedy", lambda: page.evaluate(SPACE_OF_ONE))
    asked, at = tokens(page), page.evaluate(MIDDLE, space)
    narrow = "(one) => { one.style.maxWidth = '40px'; }"
    page.evaluate(f"() => all('.listed summary > span').forEach({narrow})")

    page.mouse.move(*at)
    page.mouse.click(*at)
    by_id(page, "@menu").wait_for()

    assert words in by_id(page, "@menu").inner_text()
    assert tokens(page) == asked


def test_a_finger_sees_the_words_first(seated, served):
    page = seated("bomber_run", others="me", screen=PHONE)
    _, space, words, _ = play_until(
        page,
        served,
        "greedy",
        lambda: page.evaluate(SPACE_OF_ONE),
    )
    asked = tokens(page)

    finger_of(page)(*page.evaluate(MIDDLE, space))
    by_id(page, "@menu").wait_for()

    assert words in by_id(page, "@menu").inner_text()
    assert tokens(page) == asked


CHOOSES_SEVERAL = "() => +(document.querySelector('.ask[data-most]')?.dataset.most ?? 0) > 1"


def choose_cards_of_a_hand(seated, served, most):
    """Return a page that asks for cards of a hand, and the places of these cards.

    Its question takes this many cards at most: `most` is set there.
    """
    page = seated("old_quay", others="bot:trader", screen=PHONE)
    play_until(page, served, "trader", lambda: page.evaluate(CHOOSES_SEVERAL))
    page.evaluate(
        "(most) => Object.assign(document.querySelector('.ask').dataset, { least: 0, most })", most
    )
    page.evaluate("question.calm = 0; refresh()")
    return page, page.evaluate("() => [...next([])]")


def chosen_of(page):
    return page.evaluate("() => all('.boxes :checked').map((one) => one.value)")


def test_a_card_too_many_is_refused_with_a_word(seated, served):
    page, places = choose_cards_of_a_hand(seated, served, 2)

    for place in places[:3]:
        page.evaluate("(id) => touch(id)", place)

    assert chosen_of(page) == places[:2]
    assert page.locator(".count").inner_text() == "No more than 2: put one back first"
    assert page.locator(".answers > button").inner_text() == "Choose these 2"
    assert page.locator(".answers > button").is_enabled()
    page.evaluate("(id) => touch(id)", places[0])
    assert chosen_of(page) == places[1:2]
    assert "No more" not in page.locator(".count").inner_text()


def test_of_one_at_most_the_last_that_is_touched_counts(seated, served):
    page, places = choose_cards_of_a_hand(seated, served, 1)

    for place in places[:2]:
        page.evaluate("(id) => touch(id)", place)

    assert chosen_of(page) == places[1:2]
    assert page.locator(".answers > button").inner_text() == "Choose this one"


def test_what_is_not_on_the_table_is_named_and_leaves_the_question_in_sight(seated, served):
    page, places = choose_cards_of_a_hand(seated, served, 2)
    page.evaluate("() => all('.hands .card').forEach((one) => { one.id = ''; })")
    page.evaluate("refresh()")
    names = page.evaluate("() => options().map((one) => one.words)")
    off = page.locator(".off")

    assert off.all_inner_texts() == names
    for at in (0, 1):
        off.nth(at).click()
    assert chosen_of(page) == places[:2]
    assert page.locator(".off[aria-pressed=true]").count() == 2
    for what in (".asked [role=heading]", ".answers > button"):
        box = page.locator(what).bounding_box()
        assert box["width"] > 40
        assert page.evaluate(
            "([x, y, what]) => document.elementFromPoint(x, y)?.closest(what) !== null",
            [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, what],
        )
    page.locator(".answers > button").click()
    page.wait_for_selector(".ask[data-most]", state="detached")


def test_a_click_meant_for_the_last_question_answers_no_other(seated):
    page = seated("bomber_run", others="me")
    page.evaluate("Object.assign(question, { since: performance.now(), calm: 60000 })")
    asked = tokens(page)

    page.locator(".ask button[name=answer]").first.click()
    page.wait_for_timeout(200)

    assert tokens(page) == asked
    assert not page.locator(".sent").count()


def test_a_board_is_dragged_and_zoomed_and_shown_whole_again(seated):
    page = seated("b29_superfortress")
    box = "() => staged().getAttribute('viewBox')"
    at_home = page.evaluate(box)

    page.mouse.move(400, 300)
    page.mouse.wheel(0, -400)
    closer = page.evaluate(box)
    page.mouse.down()
    page.mouse.move(300, 260, steps=4)
    page.mouse.up()
    dragged = page.evaluate(box)
    # Another board on the stage, and a window of another size, leave what one looks at.
    scale, kept = "() => cameras.get(staged()).k", []
    for name in ("bomber_1", "the_way_to_japan"):
        kept.append(page.evaluate(scale))
        page.evaluate("(name) => find(`[id='up:${name}'] input`).click()", name)
        page.wait_for_function(
            "(name) => staged().id === name && boxOf(staged()).width > 600", arg=name
        )
    page.set_viewport_size({"width": 844, "height": 390})
    page.wait_for_function("() => boxOf(staged()).height < 400")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_function("() => boxOf(staged()).height > 700")
    page.wait_for_function("(k) => Math.abs(cameras.get(staged()).k - k) < 0.01", arg=kept[0])
    page.get_by_label("Show the whole board").click()

    assert len({at_home, closer, dragged}) == 3
    assert page.evaluate("() => cameras.get(staged()).k <= cameras.get(staged()).fit * 1.03")
    assert not page.evaluate("() => hand.length")


# How many of these spaces are in sight before the camera goes where most of them are, and after.
IN_SIGHT = """(ids) => {
  const svg = staged(), spaces = ids.map(byId);
  const inSight = () => spaces.filter((one) => isInSight(boxOf(one), sightOf(svg))).length;
  all(".lit").forEach((one) => one.classList.remove("lit"));
  spaces.forEach((one) => one.classList.add("lit"));
  const [u, v] = middle(byId("A8")), { left, top, width, height } = frameOf(svg);
  const { x, y, k } = cameraOf(svg);
  look(svg, { k, x: x + (u - left - width / 2) / k, y: y + (v - top - height / 2) / k });
  const before = inSight();
  glide(false);
  return [before, inSight()];
}"""


def test_a_camera_goes_where_most_of_what_is_lit_is_in_the_same_sight(seated):
    page = seated("squadron_303", screen=PHONE)
    spaces = ["A3", "B1", "B2", "london", "biggin_hill", "tonbridge", "B4", "B5", "A5", "B6", "B7"]

    before, after = page.evaluate(IN_SIGHT, spaces)

    assert (before, after) == (6, 10)


# How far from the middle of a board's sight a new counter lies when the board comes on the stage.
FROM_MIDDLE = """(id) => {
  all(".lit, .held, .fresh").forEach((one) => one.classList.remove("lit", "held", "fresh"));
  byId(id).classList.add("fresh");
  home(staged());
  const sight = sightOf(staged());
  return [isInSight(boxOf(byId(id)), sight), Math.hypot(...between(sight, boxOf(byId(id)))) > 100];
}"""


def test_a_board_that_comes_with_one_new_counter_moves_no_more_than_that_needs(seated):
    page = seated("squadron_303", screen=PHONE)

    assert page.evaluate(FROM_MIDDLE, "8") == [True, True]


def test_fingers_that_drag_or_pinch_move_the_board_and_touch_and_open_nothing(pages, served):
    page = pages(**PHONE)
    page.clock.install()
    sit_down(page, served, "bomber_run", others="me")
    camera = "() => (({ k, x, y }) => [k, x, y])(cameras.get(staged()))"
    before, at_home, asked = tokens(page), page.evaluate(camera), []
    page.on("request", lambda one: asked.append(one.url))
    fingers = page.context.new_cdp_session(page)

    def touch(kind, *points):
        found = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": found})

    # Slowly, as somebody who looks: a finger that rests for half a second asks what lies there.
    touch("touchStart", (180, 400))
    for right in (12, 24, 36):
        touch("touchMove", (180 + right, 400))
    page.clock.run_for(1000)
    touch("touchEnd")
    dragged = page.evaluate(camera)
    touch("touchStart", (180, 400))
    touch("touchStart", (180, 400), (210, 400))
    page.clock.run_for(1000)
    for apart in (20, 40, 60, 80):
        touch("touchMove", (180 - apart, 400), (210 + apart, 400))
    touch("touchEnd")
    closer = page.evaluate(camera)

    assert dragged[0] == at_home[0]
    assert dragged != at_home
    assert closer[0] > at_home[0] * 1.5
    assert tokens(page) == before
    assert not page.evaluate("() => hand.length")
    assert asked == []
    assert not page.locator("[popover]:popover-open").count()
    touch("touchStart", (180, 400))
    page.clock.run_for(1000)
    by_id(page, "@more").wait_for()


def test_the_table_is_played_without_a_script(chromium, served):
    context = chromium.new_context(
        java_script_enabled=False, viewport={"width": 1280, "height": 800}
    )
    page = context.new_page()
    try:
        sit_down(page, served, "bomber_run", others="me")
        before = page.locator(".ask input[name=token]").first.get_attribute("value")
        page.locator(".ask button[name=answer]").first.click()
        page.locator(".to-log").click()

        assert page.locator(".ask input[name=token]").first.get_attribute("value") != before
        assert page.locator(".of-log").is_visible()
        assert not page.locator(".of-table").is_visible()
    finally:
        context.close()


def test_a_market_is_one_row_where_it_fits_and_of_four_rows_two_lie_beside_two(seated):
    page = seated("old_quay", others="bot:trader")
    tops = page.evaluate(
        "[...document.querySelectorAll('.stage .card')].map((card) => card.offsetTop)"
    )

    assert len(tops) > 5
    assert len({*tops}) == 1
    first_stall = page.locator(".stage .card.apart")
    assert first_stall.count() == 1
    assert "stall of" in first_stall.inner_text()

    places = page.evaluate("""() => {
      const row = document.querySelector(".papers > .laid");
      for (let number = 0; number < 3; number++) row.after(row.cloneNode(true));
      return all(".papers > .laid").map((one) => [one.offsetLeft, one.offsetTop]);
    }""")
    assert [len({*axis}) for axis in zip(*places, strict=True)] == [2, 2]


# A lit thing of which no option speaks, and what it stands for.
TWIN = """() => {
  const one = [...document.querySelectorAll(".lit")].find(({ id }) => !touchable().has(id));
  return one && [one.id, [...touchable()].find((id) => twinsOf(id).includes(one))];
}"""


def test_of_equal_dice_either_is_touched(seated, served):
    page = seated("bomber_boys")

    twin, asked_about = play_until(page, served, "captain", lambda: page.evaluate(TWIN))
    said = [page.evaluate("(id) => fullName(id)", one) for one in (twin, asked_about)]
    page.evaluate("(id) => touch(id)", twin)
    held = page.evaluate("hand")

    assert said[0] == said[1]
    assert held == [asked_about]


# An option that one touch means, of a question whose odds are known.
ONE_TOUCH_WITH_ODDS = """() => {
  const one = options().find((one) => formOf(one.element).dataset.odds !== undefined
    && one.at.length === 1 && byId(one.at[0]) && meant(one.at).length === 1
    && next([]).has(one.at[0]) && isPlainAlone(one));
  if (one) document.querySelector(".ask").toggleAttribute("data-free", IS_FREE);
  return one && one.at[0];
  function isPlainAlone(one) {
    hold(one.at);
    const isIt = isPlain(one);
    hold([]);
    return isIt;
  }
}"""


def test_what_can_be_undone_is_answered_at_once_though_dice_follow(seated, served):
    page = seated("squadron_303", option_players="1")
    found = ONE_TOUCH_WITH_ODDS.replace("IS_FREE", "true")
    thing = play_until(page, served, "wingman", lambda: page.evaluate(found))
    asked = tokens(page)

    page.evaluate("(id) => touch(id)", thing)
    wait_for_change(page, asked)

    assert tokens(page) != asked


def test_where_odds_are_slow_the_words_of_an_answer_come_before_them(seated, served):
    page = seated("squadron_303", option_players="1")
    found = ONE_TOUCH_WITH_ODDS.replace("IS_FREE", "false")
    thing = play_until(page, served, "wingman", lambda: page.evaluate(found))
    page.evaluate("() => { question.calm = 0; }")
    asked, held = tokens(page), []
    page.route("**/odds*", lambda route: held.append(route))

    click(page, thing, page.mouse.click)
    page.wait_for_selector("#\\@menu:popover-open button")

    assert len(held) == 1
    assert tokens(page) == asked

    button = page.locator("#\\@menu button").first
    button.hover()
    page.mouse.down()
    with page.expect_response("**/odds*"):
        held[0].continue_()
    page.wait_for_timeout(100)
    assert not page.locator("#\\@menu .chance").count(), "a button that is pressed stays"
    page.mouse.up()
    page.wait_for_function(f"(asked) => {TOKENS} !== asked", arg=asked)


# The widest counter and its square, in pixels, near by, at home and with the whole board in sight.
WIDTHS_OF = """() => [3, 1, 0.4].map((by) => {
  const { x, y, k } = cameras.get(staged());
  look(staged(), { x, y, k: k * by });
  const widest = (kind) => Math.max(...all(kind).map((one) => one.getBoundingClientRect().width));
  const sizes = [widest(".piece > .plate"), widest(".space > .field")];
  look(staged(), { x, y, k });
  return sizes;
})"""


def test_a_counter_is_no_larger_than_its_square_however_near_one_looks(seated):
    page = seated("bomber_run", others="me")

    sizes = page.evaluate(WIDTHS_OF)

    assert all(counter <= square + 1 for counter, square in sizes), sizes


# An aircraft, and the spaces it may fly to with an enemy ahead.
MAY_AIM = """() => {
  const aimed = options().filter(({ at, element }) => element.dataset.more && at.length === 2
    && isSpace(at[1]) && byId(`on:${at[1]}`).matches(":empty"));
  const [first] = aimed.map(({ at }) => at[0]);
  return first && [first, aimed.filter(({ at }) => at[0] === first).map(({ at }) => at[1])];
}"""


def test_a_space_from_which_one_can_fire_is_marked_before_the_click(seated, served):
    page = seated("bomber_run", others="me")
    aircraft, spaces = play_until(page, served, "greedy", lambda: page.evaluate(MAY_AIM))

    page.evaluate("(id) => settle([id])", aircraft)

    marked = page.evaluate("() => all('.aim').map((one) => one.closest('.space').id)")
    assert set(marked) == set(spaces)
