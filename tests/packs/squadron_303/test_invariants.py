"""What always holds, over games of both bots, and what each of these truths finds."""

import os

import pytest

from packs.squadron_303 import invariants
from packs.squadron_303.game import GAME
from packs.squadron_303.invariants import INVARIANTS
from packs.squadron_303.state import Fight, Status
from tabletop_core.testing import hold_invariants

GAMES = int(os.environ.get("TABLETOP_303_GAMES", "0"))
"""The games to play in place of the few that the suite has time for."""

if GAMES:
    pytestmark = pytest.mark.timeout(0)

HOME = ("A8", "A7", "A5", "biggin_hill")


def test_they_hold_in_random_games():
    hold_invariants(GAME, GAMES or 60)


def test_they_hold_in_games_of_the_wingman():
    hold_invariants(GAME, GAMES // 10 or 6, bots="bot:wingman")


def lose_a_card(table):
    table.state.deck.take("c01")


def double_a_card(table):
    table.state.discards.append("c01")


def lose_a_damage_token(table):
    table.state.fighters["blue"].supply.take("discard")


def fly_one_pilot_on_two_boards(table):
    table.state.fighters["yellow"].pilot = "zumbach"


def fly_a_pilot_who_is_in_reserve(table):
    table.state.pilots["zumbach"].status = Status.RESERVE


def spend_a_medal_that_nobody_has(table):
    table.state.pilots["zumbach"].medals = -1


def load_too_much(table):
    table.state.fighters["blue"].ammunition = 5


def land_in_the_sea(table):
    table.state.fighters["blue"].landed = True


def take_off_as_landed(table):
    table.state.fighters["blue"].has_landed = True


def part_a_plane_from_its_squadron(table):
    del table.state.squadrons["I"]


def fly_with_mortal_damage(table):
    table.state.planes["1"].damage = 3


def bomb_beyond_the_toughness(table):
    table.state.bombs["biggin_hill"] = 4


def fight_and_strike(table):
    plane = table.state.planes["2"]
    plane.engaged = plane.attacked = True


def give_a_bomber_a_fighter_ace(table):
    table.state.planes["1"].ace = "keen"


def hide_a_squadron_without_cards(table):
    table.squadron("H", "A8", hidden=True)


def place_a_die_twice(table):
    table.state.fight = Fight(colour="blue", opponent="1", placed=[0, 0])


def play_on_after_the_last_turn(table):
    table.state.turn = 9


@pytest.mark.parametrize(
    ("wrong", "found"),
    [
        (lose_a_card, "each combat card is in one place"),
        (double_a_card, "each combat card is in one place"),
        (lose_a_damage_token, "each board has four damage tokens"),
        (fly_one_pilot_on_two_boards, "each pilot in play has one board"),
        (fly_a_pilot_who_is_in_reserve, "each pilot in play has one board"),
        (spend_a_medal_that_nobody_has, "what boards and pilots count stays within its track"),
        (load_too_much, "what boards and pilots count stays within its track"),
        (land_in_the_sea, "only airfields have planes on the ground"),
        (take_off_as_landed, "only airfields have planes on the ground"),
        (
            part_a_plane_from_its_squadron,
            "each plane belongs to a squadron and can bear its damage",
        ),
        (fly_with_mortal_damage, "each plane belongs to a squadron and can bear its damage"),
        (bomb_beyond_the_toughness, "bombs stay within the toughness of their target"),
        (fight_and_strike, "a plane fights or strikes once"),
        (give_a_bomber_a_fighter_ace, "an ace bears a token of his kind"),
        (hide_a_squadron_without_cards, "a hidden squadron has cards and no planes"),
        (place_a_die_twice, "a fight uses each die and card once"),
        (play_on_after_the_last_turn, "a scenario is played on until it is decided"),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_what_is_wrong_is_found(table, wrong, found):
    table.fly("blue", "zumbach", "A5")
    table.squadron("I", *HOME)
    table.plane("he111", "A5", "I")
    table.plane("bf109", "A5", "I")
    assert broken(table) == []

    wrong(table)

    assert broken(table) == [found]


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
    squadron = table.squadron("I", *HOME)
    squadron.fallen_aces.append("keen")

    assert broken(table) == ["the ability of an ace shot down ends with the turn"]


def test_a_british_plane_that_is_nowhere_is_found(make_table):
    table = make_table(scenario="coming_home", players=2)

    assert broken(table) == ["each british plane is flying home lost or not found yet"]


def test_more_planes_than_models_are_found(table):
    for _ in range(5):
        table.plane("bf110", "A5")

    assert broken(table) == ["no more planes fly than the box has models"]
