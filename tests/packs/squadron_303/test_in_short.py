"""Routine of a turn in one line."""

from packs.squadron_303.game import GAME
from packs.squadron_303.shown.in_short import TONES, cards_in_short, germans_in_short
from tabletop_core import Event


def event(kind, **facts):
    return Event(kind, "", "", facts)


BLUE = event("drawn", colour="blue", faces=["Radio call 28", "Feint 26"])
YELLOW = event("drawn", colour="yellow", faces=["Hard turn 05", "Feint 25"])
THROWN = event("discarded", colour="yellow", names=["Feint 25"])


def test_the_cards_of_all_players_are_counted_in_one_line():
    assert cards_in_short([BLUE, YELLOW, THROWN]) == (
        "Blue draws 2 cards; Yellow draws 2 cards and discards 1 card"
    )


def test_the_cards_of_one_player_are_named():
    assert cards_in_short([BLUE]) == "Blue draws Radio call 28 and Feint 26"


def test_squadrons_that_only_fly_share_a_line_with_tokens_that_come_off():
    flight = event("squadron_moved", squadron="II", start="B8", end="Dover (B7)", planes="")

    told = germans_in_short([flight, event("token_off", plane="He 111 #5")])

    assert told == "Squadron II flies from B8 to Dover (B7); 1 Maneuver token comes off"


def test_a_squadron_that_is_home_is_told_in_full():
    assert germans_in_short([event("gone_home", squadron="II", planes="")]) == ""


def test_every_tone_is_of_an_event_that_has_words():
    assert set(TONES) <= set(GAME.words)
