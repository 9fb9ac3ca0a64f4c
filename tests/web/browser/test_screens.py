"""On a screen nothing is cut, too small to be read or too small to be touched.

`benchmarks/screens.py` looks at every kind of screen, also for words that lie on others; here some
screens of each game are looked at.
"""

from collections import Counter
from pathlib import Path

import pytest
from helpers import Adviser, sit_down, tokens, wait_for_change
from test_in_a_browser import click, give_by_mouse

from tabletop_core.rooms import factory

SEARCH = (Path(__file__).parents[3] / "benchmarks" / "screens.js").read_text("utf-8")
PLAYED = {
    "b29_superfortress": ("skipper", {"option_mission": "12"}),
    "bomber_boys": ("captain", {}),
    "bomber_run": ("pilot", {}),
    "squadron_303": ("wingman", {}),
    "wing_and_prayer": ("commander", {"setup": "single"}),
}
SIZES = [(390, 844), (1280, 800), (1920, 1080)]
NEVER = {
    *("page wider than its window", "cut", "too small"),
    *("small target", "targets side by side"),
}
TABS = ("table", "log", "room", "steps", "board")


def resize(page, wide, high):
    """Resize the window, and wait until the boards have taken their new places."""
    page.set_viewport_size({"width": wide, "height": high})
    frames = "requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))"
    page.evaluate(f"() => new Promise((done) => {frames})")


@pytest.mark.parametrize("pack", PLAYED)
def test_words_of_a_game_are_whole_at_every_size(pages, served, pack, monkeypatch):
    monkeypatch.setattr(factory, "fresh_seed", lambda: 7)
    bot, options = PLAYED[pack]
    page = pages(viewport={"width": 1280, "height": 800})
    sit_down(page, served, pack, others=f"bot:{bot}", **options)
    adviser, found = Adviser(served, page, bot), []
    for turn in range(6):
        for wide, high in SIZES:
            resize(page, wide, high)
            for tab in TABS if turn == 3 else TABS[-1:]:
                page.evaluate(f"() => document.querySelector('.to-{tab} input')?.click()")
                found += [(wide, *one) for one in page.evaluate(SEARCH) if one[0] in NEVER]
        resize(page, 1280, 800)
        before, advised = tokens(page), adviser.answer()
        if advised is None:
            break
        give_by_mouse(page, *advised)
        wait_for_change(page, before)

    assert found == []


def test_the_board_stays_as_large_while_an_order_is_touched(pages, served, monkeypatch):
    monkeypatch.setattr(factory, "fresh_seed", lambda: 7)
    page = pages(viewport={"width": 1280, "height": 800})
    sit_down(page, served, "bomber_run", others="bot:pilot")
    adviser = Adviser(served, page, "pilot")
    while not page.locator(".ask", has_text="Which aircraft flies").count():
        before = tokens(page)
        give_by_mouse(page, *adviser.answer())
        wait_for_change(page, before)
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
