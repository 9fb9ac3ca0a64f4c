"""What the layout of a table promises, over games of every pack at three sizes.

The answers are those of bots and come through the server, so that every page sees each of them.
`benchmarks/screens.py` looks at every kind of screen, also for words that lie on others; here some
screens of each game are looked at.
"""

import re
from collections import Counter
from pathlib import Path

import pytest
from helpers import TOKENS, go_on
from test_in_a_browser import click

from tabletop_core.bots.seating import bots_of, seat_bots
from tabletop_core.rooms import factory
from tabletop_core.rooms.perspective import Perspective

SIZES = {390: 844, 844: 390, 1280: 800, 1920: 1080}
PACKS = {
    "b29_superfortress": {"option_mission": "12"},
    "bomber_boys": {},
    "bomber_run": {},
    "squadron_303": {},
    "wing_and_prayer": {"setup": "single"},
    "reed_march": {},
    "ice_fishers": {},
    "night_crossing": {},
    "wreck_sale": {},
}
SHIPPED = [*PACKS][:5]
ANSWERS = 24

SEARCH = (Path(__file__).parents[3] / "benchmarks" / "screens.js").read_text("utf-8")
NEVER = {
    *("page wider than its window", "cut", "too small"),
    *("small target", "targets side by side"),
}
TABS = ("table", "log", "room", "steps", "board")
OPEN = "(tab) => document.querySelector(`.to-${tab} input`)?.click()"
# The answers of the dock that an open tab covers.
COVERED = """() => all(".dock :is(button, summary)").filter((one) => {
  const box = boxOf(one);
  const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return one.checkVisibility() && !at?.closest(".dock");
}).map((one) => one.textContent)"""
SHOWN = """() => document.querySelector(".tabs label:has(:checked)").className.slice(3)"""

# What a table does not keep of what it promises: a list of [promise, what].
BROKEN = """() => {
  const found = [], tell = (promise, what) => found.push([promise, what]);
  const stage = document.querySelector(".stage").getBoundingClientRect();
  const dock = document.querySelector(".dock").getBoundingClientRect();
  const isPhone = innerWidth < 700, svg = staged();
  const share = stage.width / innerWidth;
  if (!isPhone && share < (isSmall.matches ? 0.8 : 0.7)) tell("the stage is wide", share);
  if (stage.bottom < innerHeight || (!isPhone && stage.top > 0)) tell("edge to edge", stage.bottom);
  if (document.documentElement.scrollWidth > innerWidth) tell("no sideways scroll", "");
  if (document.documentElement.scrollHeight > innerHeight) tell("no scroll", "");
  for (const one of all("svg .lit > .plate"))
    if (getComputedStyle(one).opacity === "0") tell("what is lit is marked", one.parentNode.id);
  for (const one of all("svg .piece.lit > .name:not(.aboard)"))
    if (getComputedStyle(one).stroke !== "none") tell("lit: its ink stays", one.textContent);
  const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
  if (twice.length) tell("no id twice", twice);
  if (dock.height > (isPhone ? 240 : 118)) tell("the dock has two rows", byId("@prompt").innerText);
  const least = isSmall.matches ? 32 : 36;
  for (const one of svg?.querySelectorAll(".piece > .plate") ?? []) {
    const { width, height } = one.getBoundingClientRect();
    if (Math.max(width, height) < least - 0.5) tell("counters have a size", one.parentNode.id);
  }
  const lit = [...document.querySelectorAll(".lit")].filter((one) => one.checkVisibility());
  if (document.querySelector(".lit") && !lit.length) tell("what is lit is shown", "");
  const reached = lit.filter((one) => {
    const box = boxOf(one), parts = [0.5, 0.25, 0.75, 0.08, 0.92];
    return parts.some((down) => parts.some((right) => {
      const at = [box.x + box.width * right, box.y + box.height * down];
      const top = document.elementFromPoint(...at);
      return top && !top.closest(".dock") && thingsAt(...at).includes(one.id);
    }));
  });
  if (lit.length && !reached.length) tell("what is lit can be touched", lit[0].id);
  const asked = lit.filter((one) => !one.matches(".space") && one.closest(".stage"));
  if (!isSmall.matches) for (const one of asked) {
    const box = boxOf(one);
    if (box.bottom > dock.top || box.right > stage.right || box.top < 0) tell("in sight", one.id);
  }
  const counted = [...document.querySelectorAll(".beyond button")];
  const told = counted.reduce((sum, one) => sum + +one.textContent.slice(2), 0);
  const unseen = [...(svg?.querySelectorAll(".piece.theirs") ?? [])].filter((one) =>
    !document.elementFromPoint(...middle(one))?.closest(".board > svg"));
  if (isSmall.matches && told !== unseen.length) tell("enemies out of sight are counted", told);
  for (const one of document.querySelectorAll(".dock :is(button, summary, a)")) {
    const box = one.getBoundingClientRect();
    const { right } = (one.closest("#\\\\@prompt") ?? one.closest(".dock")).getBoundingClientRect();
    if (one.checkVisibility() && (box.bottom > innerHeight || box.right > right + 1))
      tell("no button is cut", one.textContent);
  }
  return found;
}"""
CAMERAS = """() => [...document.querySelectorAll(".board > svg")]
  .filter((svg) => svg === staged())
  .map((svg) => [svg.id, svg.dataset.home, svg.getAttribute("viewBox"), cameras.get(svg).k,
    cameras.get(svg).k <= cameras.get(svg).fit * 1.01])"""

TOP_OF_TABS = "() => Math.round(document.querySelector('.tabs').getBoundingClientRect().top)"


def answered(served, page, pack):
    """Give answers of bots in the room of a page; yield after each."""
    bots = {}
    for _ in range(ANSWERS):
        with served.room(page) as room:
            match = room.match
            person = next(iter(room.seating.persons))
            if Perspective(room, person).shares_screen and match.decision is not None:
                Perspective(room, person).look(match.decision.seat)
            if match.is_over:
                return
            if not bots:
                names = [name for name in bots_of(match.game) if name != "greedy"] or ["random"]
                bots = seat_bots(match.game, dict.fromkeys(match.seats, names[-1]), "7")
            decision = match.decision
            answer = bots[decision.seat].choose(match, decision)
            room.session.answer(answer, seat=decision.seat, token=decision.token)
            if Perspective(room, person).shares_screen and match.decision is not None:
                Perspective(room, person).look(match.decision.seat)
            room.save_and_publish()
            asked = [str(one.token) for one in Perspective(room, person).questions]
        if not asked:
            return  # at the end the whole board is shown
        yield ",".join(asked)


# What glows on the table, and what the words count.
LIT = r"""() => ({
  lit: [...document.querySelectorAll(".lit")].map((one) => one.id),
  told: document.querySelector(".ask .listed summary")?.textContent ?? "",
  buttons: [...document.querySelectorAll(":is(.ask, #\\@options) button[name=answer]")]
    .map((one) => one.value),
})"""


def wrongly_lit(served, page):
    """Yield where what glows, and what the words count, is not what one can do."""
    shown = page.evaluate(LIT)
    with served.room(page) as room:
        decision = room.match.decision
        options = () if decision.is_number or decision.several else decision.options
        first = {touched[0] for touched in map(decision.targets_of, options) if touched}
        untouched = {str(option) for option in options if not decision.targets_of(option)}
    number = re.search(r"one of (\d+) lit", shown["told"])
    if not first <= set(shown["lit"]):
        yield "what can be touched is lit", sorted(first - set(shown["lit"]))
    if not untouched <= set(shown["buttons"]):
        yield "what touches nothing is a button", sorted(untouched - set(shown["buttons"]))
    if number is not None and int(number[1]) != len(shown["lit"]):
        yield "as many are lit as is said", shown["told"]


def faults(served, page, wide):
    """Return what is broken on a page now."""
    return [*page.evaluate(BROKEN), *(wrongly_lit(served, page) if wide == 1280 else ())]


def unreadable(page, tabs):
    """Yield what is cut, too small to be read or too small to be touched, in each of these tabs."""
    shown = page.evaluate(SHOWN)
    for tab in tabs:
        page.evaluate(OPEN, tab)
        yield from ((tab, *one) for one in page.evaluate(SEARCH) if one[0] in NEVER)
    page.evaluate(OPEN, shown)


@pytest.mark.parametrize("pack", PACKS)
def test_the_layout_keeps_its_promises_over_a_game(seated, pages, served, pack, monkeypatch):
    monkeypatch.setattr(factory, "fresh_seed", lambda: 7)
    first = seated(pack, others="me", **PACKS[pack])
    watching = {1280: first}
    for wide, high in SIZES.items():
        if wide not in watching:
            touch = {"has_touch": True, "is_mobile": True} if wide < 1280 else {}
            page = pages(viewport={"width": wide, "height": high}, **touch)
            page.context.add_cookies(first.context.cookies())
            page.goto(first.url)
            watching[wide] = page
    broken, cameras, tops = [], {}, {}
    for turn, asked in enumerate(answered(served, first, pack)):
        for wide, page in watching.items():
            page.wait_for_function(f"(asked) => {TOKENS} === asked", arg=asked)
            found = faults(served, page, wide)
            if found:  # the camera, or the list in the rail, may still be on its way
                page.wait_for_timeout(1000)
                found = faults(served, page, wide)
            broken += [(wide, *one) for one in found]
            if pack in SHIPPED and turn < 12 and turn % 2:
                tabs = TABS if turn == 5 else TABS[-1:]
                broken += [(wide, *one) for one in unreadable(page, tabs)]
            if wide == 844 and turn == 5:
                page.evaluate(OPEN, "log")
                broken += [(wide, "a tab covers", one) for one in page.evaluate(COVERED)]
                page.evaluate(OPEN, "board")
            tops.setdefault(wide, set()).add(page.evaluate(TOP_OF_TABS))
            for name, shape, box, scale, is_whole in page.evaluate(CAMERAS):
                kept = cameras.setdefault((wide, name, shape), (box, scale))
                assert scale == pytest.approx(kept[1]), f"{name} has another scale"
                if is_whole:
                    assert box == kept[0], f"{name} has moved"

    assert not broken, sorted({str(one) for one in broken})
    # A figure that has become longer may take a second line.
    assert all(max(one) - min(one) <= 20 for one in tops.values()), f"the rail moves: {tops}"


def test_the_board_stays_as_large_while_an_order_is_touched(seated, served, monkeypatch):
    monkeypatch.setattr(factory, "fresh_seed", lambda: 7)
    page = seated("bomber_run", others="bot:pilot")
    while not page.locator(".ask", has_text="Which aircraft flies").count():
        go_on(page, served, "pilot")
    with served.room(page) as room:
        decision = room.match.decision
        ((fighter, square), noses) = Counter(
            map(tuple, map(decision.targets_of, decision.options))
        ).most_common(1)[0]
    wide = "document.querySelector('#board .space').getBoundingClientRect().width"
    sizes = [page.evaluate(wide)]
    for name in (fighter, square):
        click(page, name, page.mouse.click)
        sizes.append(page.evaluate(wide))

    assert noses > 1
    assert page.locator("[id='@menu'] button").count() == noses + 1, "and one puts it back"
    assert max(sizes) - min(sizes) < 1.5


# Whether the boards that are not on the stage, or their buttons, hide neither it nor the dock.
BESIDE = """() => {
  const { left, top, width, height } = frameOf(staged());
  const frame = { left, top, right: left + width, bottom: top + height };
  const others = all(".board:not(:has(> .up :checked))").map(boxOf);
  return others.length === 2 && !others.some((one) => overlap(one, frame)
    || overlap(one, boxOfDock()) || one.left < 0 || one.right > innerWidth);
}"""


def test_other_boards_hide_nothing_of_the_one_on_the_stage(seated, served):
    page = seated("wing_and_prayer", setup="single")
    while page.evaluate("() => staged().id") != "formation_card":
        go_on(page, served)
    for wide, high in ((320, 640), (390, 844), (844, 390), (820, 1180), (1280, 800), (1920, 1080)):
        page.set_viewport_size({"width": wide, "height": high})
        page.wait_for_function(BESIDE)  # a small board changes its height in steps
