"""A side's quiet flights in one line; shots by themselves."""

from packs.bomber_run.game import GAME
from packs.bomber_run.shown.in_short import flights_in_short
from tabletop_core import Event, Viewer
from tabletop_core.presentation.log import GameLog


def turns_told(seed, turns):
    """Return the log of each of the first turns of the pilot against itself."""
    match = GAME.start({}, seed=seed)
    pilot, story, seen, told = GAME.bots["pilot"](), GameLog(GAME), 0, []
    seat = None
    while match.outcome is None and len(told) <= turns:
        if match.play.seat != seat:
            told.append(story.tell(list(match.events)[seen:]))
            seen, seat = len(match.events), match.play.seat
        match.answer(pilot.choose(match, match.decision))
    return told[1:]


def test_a_quiet_turn_of_the_other_side_is_one_line_that_opens():
    (first, *_) = turns_told(3, 2)

    turn = first[-1] if first[-1].details else first[-2]
    assert turn.text.startswith("Round 1: west gives its points: 4 to w1, 4 to w2")
    assert "w1 to K12, nose E" in turn.text
    details = [line.text for line in turn.details]
    assert "w1 flies over H12, I12 and J12 to K12, nose E.  [General Rules]" in details


def test_a_flight_alone_is_told_with_its_way(position):
    position.put("w1", "E12", "E")
    position.start_flight("w1", 2)
    position.fly("w1", "w1 G12 E")

    flown = [event for event in position.play.events if event.kind == "moved"]

    assert flights_in_short(flown) == "w1 flies over F12 to G12, nose E."


def test_a_flight_that_ends_in_a_turn_on_the_spot_is_one_flight():
    flown = [
        Event("moved", "", "", {"aircraft": "w1", "over": [], "square": "F12", "facing": "E"}),
        Event("turned", "", "", {"aircraft": "w1", "facing": "N"}),
    ]

    assert flights_in_short(flown) == "w1 flies to F12, nose N."


def test_a_shot_stands_by_itself_and_is_told_once_with_its_dice(position):
    position.put_all("w1 E12 E", "e1 F12 W")
    position.start_flight("w1", 2)
    position.roll(3, 1)
    before = len(position.play.events)
    position.fly("w1", "w1 e1 attack")

    events = list(position.play.events)[before:]

    def shot(*seats):
        lines = GameLog(GAME, viewer=Viewer(*seats)).tell(events)
        (found,) = (line for line in lines if "attacks" in line.text)
        return found

    assert "w1 attacks e1: 3 against 1, e1 goes down." in shot().text
    tones = [shot(*seats).tone for seats in (("west",), ("east",), (), ("west", "east"))]
    assert tones == ["good", "bad", "", ""]


def test_flights_of_two_sides_never_share_a_line():
    flights = [
        Event(
            "moved",
            "Move an aircraft",
            "",
            {"aircraft": name, "over": [], "square": square, "facing": nose},
        )
        for name, square, nose in (("w1", "F12", "E"), ("w2", "F14", "E"), ("e1", "S12", "W"))
    ]

    assert flights_in_short(flights[:2]) == "w1 to F12, nose E; w2 to F14, nose E."
    assert flights_in_short(flights) == ""
