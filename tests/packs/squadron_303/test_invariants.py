"""What always holds, over many games, and what each of these truths finds.

A few games of each bot are in the tests of every pack.
"""

import os

import pytest

from packs.squadron_303 import invariants
from packs.squadron_303.game import GAME
from packs.squadron_303.invariants import INVARIANTS
from packs.squadron_303.state import Fight
from tabletop_core.testing.invariants import hold_invariants
from tests.packs.squadron_303.tables import Script

GAMES = int(os.environ.get("TABLETOP_303_GAMES", "60"))
"""The games to play; more of them take a while."""

HOME = ("A8", "A7", "A5", "biggin_hill")


@pytest.mark.gate
@pytest.mark.timeout(0)
def test_they_hold_in_random_games():
    hold_invariants(GAME, GAMES)


@pytest.mark.parametrize(
    ("wrong", "found"),
    [
        ("table deck=c02", "each combat card is in one place"),  # the others are lost
        ("table discards=c01", "each combat card is in one place"),  # it is in the deck, too
        ("blue supply=discard", "each board has four damage tokens"),
        ("yellow pilot=zumbach", "each pilot in play has one board"),
        ("zumbach reserve", "each pilot in play has one board"),
        ("zumbach medals=-1", "what boards and pilots count stays within its track"),
        ("blue ammunition=5", "what boards and pilots count stays within its track"),
        ("blue landed", "only airfields have planes on the ground"),
        ("blue has_landed", "only airfields have planes on the ground"),
        ("table squadrons=none", "each plane belongs to a squadron and can bear its damage"),
        ("#1 damage=3", "each plane belongs to a squadron and can bear its damage"),
        ("table bombs=biggin_hill:4", "bombs stay within the toughness of their target"),
        ("#2 engaged attacked", "a plane fights or strikes once"),
        ("#1 ace=keen", "an ace bears a token of his kind"),
        ("H: A8 hidden", "a hidden squadron has cards and no planes"),
        ("table turn=9", "a scenario is played on until it is decided"),
        ("5 bf110 A5", "no more planes fly than the box has models"),
    ],
)
def test_what_is_wrong_is_found(wrong, found):
    right = ["I: A8 A7 A5 biggin_hill", "blue zumbach A5", "he111 bf109 A5 I"]
    script = Script(right)
    script.play()
    assert broken(script.table) == []

    script = Script([*right, wrong])
    script.play()

    assert broken(script.table) == [found]


def test_a_die_that_is_placed_twice_is_found(table):
    table.state.fight = Fight(colour="blue", opponent="1", placed=[0, 0])

    assert broken(table) == ["a fight uses each die and card once"]


def broken(table):
    """Return the claims that do not hold on a table."""
    return [it.__name__.replace("_", " ") for it in INVARIANTS if it(table.play)]


def over_its_target(table, monkeypatch, phase, **bomber):
    monkeypatch.setattr(invariants, "phase", lambda _: phase)
    table.squadron("I", *HOME)
    table.plane("he111", "biggin_hill", "I", **bomber)
    return broken(table)


@pytest.mark.parametrize(
    ("bomber", "keeps_them_rightly"),
    [
        ({"bombed": True, "began_at": "A5"}, True),
        ({"held": True, "began_at": "biggin_hill"}, True),
        ({"began_at": "biggin_hill"}, False),
        ({"held": True, "began_at": "A5"}, False),
    ],
)
def test_a_bomber_that_has_kept_its_bombs_is_found(table, monkeypatch, bomber, keeps_them_rightly):
    found = over_its_target(table, monkeypatch, "VI", **bomber)

    assert found == ([] if keeps_them_rightly else ["a bomber over its target has bombed it"])


def test_a_bomber_may_keep_its_bombs_until_the_bombing_is_over(table, monkeypatch):
    assert over_its_target(table, monkeypatch, "V", began_at="A5") == []


def test_maneuver_tokens_that_were_not_won_in_a_fight_are_found(table, monkeypatch):
    table.fly("blue", "zumbach", "A5", tokens=1)
    assert broken(table) == []

    monkeypatch.setattr(invariants, "phase", lambda _: "IV")
    assert broken(table) == ["maneuver tokens are kept from a fight to the next movement"]


def test_an_ability_that_outlives_its_ace_and_the_turn_is_found(table):
    table.squadron("I", *HOME)
    table.plane("bf109", "A5", fallen_aces=["keen"])

    assert broken(table) == ["the ability of an ace shot down ends with the turn"]


def test_a_british_plane_that_is_nowhere_is_found(make_table):
    table = make_table(scenario="coming_home", players=2)

    assert broken(table) == ["each british plane is flying home lost or not found yet"]
