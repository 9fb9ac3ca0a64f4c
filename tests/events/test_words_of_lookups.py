"""How a lookup is told."""

from tabletop_core.events.event import Event
from tabletop_core.events.words import narrate
from tabletop_core.tables import Modifier, Override, Row, Table


def told(lookup, why=""):
    return narrate(Event("look_up", "", "", {"why": why, **lookup.facts()}), {})


def test_a_lookup_tells_what_it_was_made_for():
    repair = Table(id="r", title="Repair", dice="1d6", rows=[Row("1-3", "no"), Row("4-6", "yes")])

    assert told(repair.look_up(lambda sides: 5), "engine 2").startswith("engine 2: Repair")


def test_a_lookup_without_dice_tells_the_number_it_was_made_with():
    loss = Table(id="l", title="Losses", rows=[Row("1-3", "light"), Row("4-6", "heavy")])

    assert told(loss.look_up(4)) == "Losses; at 4 -> heavy"


def test_ids_in_a_result_and_a_column_are_told_as_words():
    rows = [Row("1-3", ("no_signal", "signal"))]
    signal = Table(id="s", title="Signal", columns=("by_day", "by_night"), rows=rows)

    assert told(signal.look_up(2, column="by_day")) == "Signal; column by day; at 2 -> no signal"


def test_open_rows_and_columns_are_told_as_words():
    rows = [Row("..2", (1, 2)), Row("3..", (2, 3))]
    up = Modifier("up", shift=1, why="up")
    away = Table(
        id="a", title="Away", columns=("..5", "6.."), rows=rows, modifiers=[up], beyond="error"
    )

    assert told(away.look_up(1, column=7, with_=["up"])) == (
        "Away; column 6 or more; at 1; +1 row for up; row 3 or more -> 3"
    )
    assert "column 5 or less" in told(away.look_up(1, column=2))


def test_modifiers_that_move_the_row_or_the_column_are_told_as_such():
    rows = [Row("1-3", (1, 2)), Row("4-6", (2, 3)), Row("7-9", (3, 4))]
    better = Modifier("good", shift=2, why="good crews")
    far = Modifier("far", column_shift=-1, why="far away")
    fire = Table(
        id="f", title="Fire", columns=("a", "b"), rows=rows, modifiers=[better, far],
        beyond="error",
    )  # fmt: skip

    moved = fire.look_up(2, column="b", with_=["good", "far"])

    assert told(moved) == (
        "Fire; column a; at 2; +2 rows for good crews; -1 column for far away; row 7-9 -> 3"
    )


def test_a_total_is_told_beside_moves_only_where_something_is_added():
    rows = [Row("1-3", "no"), Row("4-6", "yes")]
    changes = [Modifier("up", shift=1, why="up"), Modifier("more", 1, why="more")]
    chart = Table(id="c", title="Chart", rows=rows, modifiers=changes, beyond="error")

    both = chart.look_up(1, with_=["up", "more"])

    assert told(both) == "Chart; at 1; +1 row for up; +1 more; total 2; row 4-6 -> yes"


def test_a_result_that_the_natural_dice_decide_tells_why():
    always = Override("1", "lost", why="a natural 1 is always lost")
    rows = [Row("1-3", "lost"), Row("4..", "saved")]
    help_ = Modifier("help", 4, why="help is near")
    fate = Table(id="f", title="Fate", dice="1d6", rows=rows, modifiers=[help_], overrides=[always])

    assert told(fate.look_up(lambda sides: 1, with_=["help"])) == (
        "Fate; rolls 1d6 (1) = 1; +4 help is near; a natural 1 is always lost -> lost"
    )
