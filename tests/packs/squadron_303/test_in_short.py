"""Routine of a turn in one line."""

import pytest

from packs.squadron_303.game import GAME
from packs.squadron_303.shown.in_short import (
    TONES,
    cards_in_short,
    germans_in_short,
    rounds_in_short,
)
from tabletop_core import Event
from tabletop_core.bots.seating import play_bots, seat_bots
from tabletop_core.presentation.log import GameLog


def event(kind, **facts):
    return Event(kind, "", "", facts)


def moved(squadron, start, end):
    return event("squadron_moved", squadron=squadron, start=start, end=end, planes="")


def fought(**how):
    """A round in which nothing came through on either side but what is given."""
    facts = dict.fromkeys(("points", "taken", "hits", "german_hits", "german_evades", "evades"), 0)
    plain = {"number": 1, "colour": "blue", "plane": "Bf 109 #1", "left": [1, 1], "ignored": 0}
    return event("round", **(plain | facts | how))


BLUE = event("drawn", colour="blue", faces=["Radio call 28", "Feint 26"])
YELLOW = event("drawn", colour="yellow", faces=["Hard turn 05", "Feint 25"])
THROWN = event("discarded", colour="yellow", names=["Feint 25"])
FIGHT = event("fight", colour="blue", area="A8", opponent="Bf 109 #1", ammunition=3)
ROLL = event("rolled", who="Blue", faces=["hit", "evade"], again=0)
NOTHING = "Blue, round 1: 0 Hits on Bf 109 #1, no damage"


@pytest.mark.parametrize(
    ("in_short", "events", "told"),
    [
        # the cards of all players are counted, those of one are named
        (cards_in_short, [BLUE, YELLOW, THROWN, THROWN],
         "Blue draws 2 cards; Yellow draws 2 cards and discards 2 cards"),
        (cards_in_short, [BLUE], "Blue draws Radio call 28 and Feint 26"),
        # squadrons that only fly share a line with tokens that come off, each with its whole way
        (germans_in_short, [moved("II", "B8", "Dover (B7)"), event("token_off", plane="He 111 #5")],
         "Squadron II flies from B8 to Dover (B7); a Maneuver token comes off He 111 #5"),
        (germans_in_short, [moved("III", "B5", "A5"), moved("III", "A5", "A3")],
         "Squadron III flies from B5 to A5 and on to A3"),
        (germans_in_short, [event("gone_home", squadron="II", planes="")], ""),
        # a round is told by whom it is against and what came of it, as far as that is known
        (rounds_in_short, [FIGHT, ROLL, fought()],
         "Blue attacks Bf 109 #1 at A8 (ammunition left 3), round 1: "
         "0 Hits on Bf 109 #1, no damage"),
        (rounds_in_short, [ROLL, fought()], NOTHING),
        (rounds_in_short, [FIGHT, ROLL],
         "Blue attacks Bf 109 #1 at A8 (ammunition left 3); Blue rolls Hit, Evasion"),
        # damage is told as ignored only where a hit was left
        (rounds_in_short, [ROLL, fought(german_hits=1, ignored=1)],
         f"{NOTHING}; 1 Hit on Blue, 1 ignored, no damage"),
        (rounds_in_short, [ROLL, fought(german_hits=1, evades=1, ignored=1)],
         f"{NOTHING}; 1 Hit less 1 Evasion on Blue, no damage"),
        # it tells who bears a Maneuver token and who keeps one
        (rounds_in_short,
         [ROLL, event("marked", plane="Bf 109 #1 of squadron I", number=1),
          event("token_kept", colour="blue", tokens=1), fought()],
         f"{NOTHING}; Bf 109 #1 of squadron I gets 1 Maneuver token; "
         "Blue keeps a Maneuver token (1)"),
        # the next round has a line of its own, and a plane shot down is no routine
        (rounds_in_short,
         [fought(), event("opponent", number=2, colour="blue", opponent="Bf 109 #1", same=True)],
         ""),
        (rounds_in_short, [event("plane_down", plane="Bf 109 #1", by="blue")], ""),
    ],
)  # fmt: skip
def test_routine_of_a_turn_is_told_in_one_line(in_short, events, told):
    assert in_short(events) == told


def test_a_fight_of_a_game_folds_between_the_planes_that_are_shot_down():
    match = GAME.start({}, seed=3)
    play_bots(match, seat_bots(GAME, dict.fromkeys(match.seats, "wingman"), 3))
    play = match.play
    lines = GameLog(GAME, play.data.names).tell(play.events)
    down = [at for at, line in enumerate(lines) if line.event and line.event.kind == "plane_down"]

    assert down
    assert all(lines[at - 1].details for at in down)
    assert not any(line.event and line.event.kind in ("rolled", "round") for line in lines)


def test_every_tone_is_of_an_event_that_has_words():
    assert set(TONES) <= set(GAME.look.words)


def test_a_plane_shot_down_is_good_news_unless_it_is_british():
    told = TONES["plane_down"]

    assert told({"plane": "Bf 109 #1", "by": "blue"}) == "good"
    assert told({"plane": "Hurricane #1", "by": ""}) == "bad"
