"""How a lookup is told."""

from tabletop_core.events import Event, narrate
from tabletop_core.tables import Row, Table


def told(lookup, why=""):
    return narrate(Event("look_up", "", "", {"why": why, **lookup.facts()}), {})


def test_a_lookup_tells_what_it_was_made_for():
    repair = Table(id="r", title="Repair", dice="1d6", rows=[Row("1-3", "no"), Row("4-6", "yes")])

    assert told(repair.look_up(lambda sides: 5), "engine 2").startswith("engine 2: Repair [r]")


def test_a_lookup_without_dice_tells_the_number_it_was_made_with():
    loss = Table(id="l", title="Losses", rows=[Row("1-3", "light"), Row("4-6", "heavy")])

    assert told(loss.look_up(4)) == "Losses [l]; at 4 -> heavy"


def test_ids_in_a_result_and_a_column_are_told_as_words():
    rows = [Row("1-3", ("no_signal", "signal"))]
    signal = Table(id="s", title="Signal", columns=("by_day", "by_night"), rows=rows)

    assert (
        told(signal.look_up(2, column="by_day")) == "Signal [s]; column by day; at 2 -> no signal"
    )
