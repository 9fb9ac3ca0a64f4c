"""A random pick that not everybody may see."""

from tabletop_core import Scripted


def test_a_pick_for_one_seat_is_logged_for_that_seat_alone(race):
    play = race.start(source=Scripted(["red"]))

    assert play.pick(["blue", "red"], "colour", seats=("north",)) == "red"

    picked = play.events[-1]
    assert picked.facts["card"] == "red"
    assert picked.seen_by("north")
    assert not picked.seen_by("south")
