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


BLUE = event("drawn", colour="blue", faces=["Radio call 28", "Feint 26"])
YELLOW = event("drawn", colour="yellow", faces=["Hard turn 05", "Feint 25"])
THROWN = event("discarded", colour="yellow", names=["Feint 25"])


def test_the_cards_of_all_players_are_counted_in_one_line():
    assert cards_in_short([BLUE, YELLOW, THROWN, THROWN]) == (
        "Blue draws 2 cards; Yellow draws 2 cards and discards 2 cards"
    )


def test_the_cards_of_one_player_are_named():
    assert cards_in_short([BLUE]) == "Blue draws Radio call 28 and Feint 26"


def test_squadrons_that_only_fly_share_a_line_with_tokens_that_come_off():
    flight = event("squadron_moved", squadron="II", start="B8", end="Dover (B7)", planes="")

    told = germans_in_short([flight, event("token_off", plane="He 111 #5")])

    assert told == ("Squadron II flies from B8 to Dover (B7); a Maneuver token comes off He 111 #5")


def test_a_squadron_that_moves_twice_is_told_with_its_whole_way():
    flights = [
        event("squadron_moved", squadron="III", start=start, end=end, planes="")
        for start, end in (("B5", "A5"), ("A5", "A3"))
    ]

    assert germans_in_short(flights) == "Squadron III flies from B5 to A5 and on to A3"


def test_a_squadron_that_is_home_is_told_in_full():
    assert germans_in_short([event("gone_home", squadron="II", planes="")]) == ""


FIGHT = event("fight", colour="blue", area="A8", opponent="Bf 109 #1", ammunition=3)
ROLL = event("rolled", who="Blue", faces=["hit", "evade"], again=0)
NOTHING = dict.fromkeys(("points", "taken", "hits", "german_hits", "german_evades", "evades"), 0)
ROUND = event(
    "round", number=1, colour="blue", plane="Bf 109 #1", left=[1, 1], **NOTHING, ignored=0
)


def test_a_round_is_told_by_whom_it_is_against_and_what_came_of_it():
    assert rounds_in_short([FIGHT, ROLL, ROUND]) == (
        "Blue attacks Bf 109 #1 at A8 (ammunition left 3), round 1: 0 Hits on Bf 109 #1, no damage"
    )
    assert rounds_in_short([ROLL, ROUND]).startswith("Blue, round 1: ")


@pytest.mark.parametrize(("evades", "told"), [(0, "1 Hit on Blue, 1 ignored"), (1, "on Blue, no")])
def test_damage_is_told_as_ignored_only_where_a_hit_was_left(evades, told):
    facts = {**ROUND.facts, "german_hits": 1, "evades": evades, "ignored": 1}

    assert told in rounds_in_short([ROLL, event("round", **facts)])


def test_a_round_tells_who_bears_a_maneuver_token_and_who_keeps_one():
    given = event("marked", plane="Bf 109 #1 of squadron I", number=1)
    kept = event("token_kept", colour="blue", tokens=1)

    assert rounds_in_short([ROLL, given, kept, ROUND]) == (
        "Blue, round 1: 0 Hits on Bf 109 #1, no damage; "
        "Bf 109 #1 of squadron I gets 1 Maneuver token; Blue keeps a Maneuver token (1)"
    )


def test_a_round_under_way_is_told_as_far_as_it_is_known():
    assert rounds_in_short([FIGHT, ROLL]).endswith("; Blue rolls Hit, Evasion")


def test_the_next_round_has_a_line_of_its_own_and_a_plane_shot_down_is_no_routine():
    again = event("opponent", number=2, colour="blue", opponent="Bf 109 #1", same=True)

    assert rounds_in_short([ROUND, again]) == ""
    assert rounds_in_short([event("plane_down", plane="Bf 109 #1", by="blue")]) == ""


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
