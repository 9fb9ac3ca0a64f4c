"""How a lookup is told."""

import pytest

from tabletop_core.events.event import Event
from tabletop_core.events.words import narrate
from tabletop_core.tables import Modifier, Override, Row, Table


def table(*rows, **how):
    """Return a table whose rows are texts: what they are on, and the result."""
    parts = []
    for on, result in map(str.split, rows):
        results = [int(one) if one.isdigit() else one for one in result.split("/")]
        parts.append(Row(on, tuple(results) if len(results) > 1 else results[0]))
    return Table(**{"id": "t", "title": "T", "beyond": "error", "rows": parts} | how)


YES, AB = ("1-3 no", "4-6 yes"), ("a", "b")
UP = Modifier("up", shift=1, why="up")
LOOKUPS = {
    "what it was made for": (
        table(*YES, dice="1d6").look_up(lambda sides: 5),
        *("engine 2", "engine 2: T; rolls 1d6 (5) = 5 -> yes"),
    ),
    "the number it was made with, without dice": (table(*YES).look_up(4), "", "T; at 4 -> yes"),
    "ids in a result and a column as words": (
        table("1-3 no_signal/signal", columns=("by_day", "by_night")).look_up(2, column="by_day"),
        *("", "T; column by day; at 2 -> no signal"),
    ),
    "open rows and columns as words": (
        table("..2 1/2", "3.. 2/3", columns=("..5", "6.."), modifiers=[UP]).look_up(
            1, column=7, with_=["up"]
        ),
        *("", "T; column 6 or more; at 1; +1 row for up; row 3 or more -> 3"),
    ),
    "open columns to the left": (
        table("..2 1/2", "3.. 2/3", columns=("..5", "6..")).look_up(1, column=2),
        *("", "T; column 5 or less; at 1 -> 1"),
    ),
    "modifiers that move the row or the column": (
        table(
            *("1-3 1/2", "4-6 2/3", "7-9 3/4"),
            columns=AB,
            modifiers=[
                Modifier("good", shift=2, why="good crews"),
                Modifier("far", column_shift=-1, why="far away"),
            ],
        ).look_up(2, column="b", with_=["good", "far"]),
        "",
        "T; column a; at 2; +2 rows for good crews; -1 column for far away; row 7-9 -> 3",
    ),
    "a total beside moves where something is added": (
        table(*YES, modifiers=[UP, Modifier("more", 1, why="more")]).look_up(
            1, with_=["up", "more"]
        ),
        *("", "T; at 1; +1 row for up; +1 more; total 2; row 4-6 -> yes"),
    ),
    "why the natural dice decide": (
        table(
            *("1-3 lost", "4.. saved"),
            dice="1d6",
            modifiers=[Modifier("help", 4, why="help is near")],
            overrides=[Override("1", "lost", why="a natural 1 is always lost")],
        ).look_up(lambda sides: 1, with_=["help"]),
        "",
        "T; rolls 1d6 (1) = 1; +4 help is near; a natural 1 is always lost -> lost",
    ),
}


@pytest.mark.parametrize("what", LOOKUPS)
def test_a_lookup_tells(what):
    lookup, why, words = LOOKUPS[what]

    assert narrate(Event("look_up", "", "", {"why": why, **lookup.facts()}), {}) == words
