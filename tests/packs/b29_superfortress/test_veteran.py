"""The veteran: how much fuel and how many bombs it carries, and what comes of it."""

import pytest

from packs.b29_superfortress.game import GAME
from tabletop_core.bots import seat_bots
from tabletop_core.bots.seating import play_bots

DATA = GAME.data_with()


def tanks_fitted(bot, target, mission=11):
    """Return the tanks that a bot fits for a mission, from number 11 on by night."""
    options = {"mission": mission, "target": target, "time": "night"}
    match = GAME.start(options, seed=1, data=DATA, snapshots=False)
    commander = seat_bots(GAME, {"commander": bot}, 1)["commander"]
    while match.decision.kind != "tanks":
        match.answer(commander.choose(match, match.decision))
    return commander.choose(match, match.decision)


@pytest.mark.parametrize(
    ("target", "zone", "fitted"), [("Nagoya", 11, 1), ("Osaka", 12, 1), ("Iwo Jima", 6, 0)]
)
def test_the_veteran_fits_no_more_tanks_than_leave_three_boxes(target, zone, fitted):
    assert DATA.cities[target].target_zone == zone
    need, main, tank = 3 * zone + 1, DATA.aircraft.main_fuel, DATA.aircraft.bay_tank_fuel
    assert main + fitted * tank >= need + 3
    assert fitted == 0 or main + (fitted - 1) * tank < need + 3

    assert tanks_fitted("veteran", target) == fitted


def test_the_skipper_fits_another_tank_to_zone_12():
    assert tanks_fitted("skipper", "Osaka") == tanks_fitted("veteran", "Osaka") + 1


def test_in_a_tour_the_veteran_keeps_the_reserve_of_the_skipper():
    tour = {"mission": "tour", "target": "Nagoya"}

    assert tanks_fitted("veteran", **tour) == tanks_fitted("skipper", **tour) == 2


def bombed(bot):
    """Return the percent on the target in 40 missions."""
    scores = []
    for seed in range(40):
        match = GAME.start({"mission": 22}, seed=seed, data=DATA, snapshots=False)
        play_bots(match, seat_bots(GAME, {"commander": bot}, seed))
        scores.append(match.outcome.scores["commander"])
    return scores


@pytest.mark.gate
def test_more_bombs_lie_on_the_target_with_the_veteran_than_with_the_skipper():
    veteran, skipper = bombed("veteran"), bombed("skipper")

    better = sum(one > other for one, other in zip(veteran, skipper, strict=True))
    worse = sum(one < other for one, other in zip(veteran, skipper, strict=True))
    assert better > 2 * worse
    assert sum(veteran) > sum(skipper)
