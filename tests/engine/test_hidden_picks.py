"""Random picks and rolls that not everybody may see."""

from tabletop_core import Scripted, Viewer
from tabletop_core.tables import Row, Table


def test_a_pick_for_one_seat_is_logged_for_that_seat_alone(race):
    match = race.start(source=Scripted(["red"]))

    assert match.play.pick(["blue", "red"], "colour", seats=("north",)) == "red"

    picked = match.events[-1]
    assert picked.facts["card"] == "red"
    assert picked.seen_by(Viewer("north"))
    assert not picked.seen_by(Viewer("south"))


def test_a_lookup_for_one_seat_is_logged_for_that_seat_alone(race):
    match = race.start(source=Scripted([5]))
    mood = Table(id="m", title="Mood", dice="1d6", rows=[Row("1-3", "low"), Row("4-6", "high")])

    assert match.play.look_up(mood, seats=("north",)).result == "high"

    looked_up = match.events[-1]
    assert looked_up.facts["result"] == "high"
    assert looked_up.seen_by(Viewer("north"))
    assert not looked_up.seen_by(Viewer("south"))
