"""What a standing is worth: bombs on the target, the crew home, the bomber."""

import pytest

from packs.b29_superfortress.bots.evaluation import evaluate
from packs.b29_superfortress.game import GAME
from tabletop_core.bots import seat_bots
from tabletop_core.bots.advice import advise
from tabletop_core.bots.seating import play_bots
from tests.packs.b29_superfortress.scripts import act

DATA = GAME.data_with()


def worth(bomber):
    return evaluate(bomber.play, "commander")


KILLED, GRAVE, LIGHT = (
    "crew.pilot.fate = killed",
    "crew.cfc.serious = True",
    "crew.cfc.light = 1",
)


@pytest.mark.parametrize(
    "harm",
    [
        *(KILLED, GRAVE, LIGHT),
        "crew.cfc.fate = captured",
        "status = destroyed; coming_down.plane_is = lost",
        "flight.fuel = 4",
        "engines.2.running = False",
        "engines.2.fire = True",
        "plane.wing_roots.port = 3",
        "plane.zones_left = 2",
    ],
)
def test_every_harm_is_worse_than_none(bomber, harm):
    sound = worth(bomber)

    act(bomber, harm)

    assert worth(bomber) < sound


def test_bombs_on_the_target_are_better_the_more(bomber):
    bomber.mission.bomb_run.run_done = True
    found = []
    for percent in (0, 10, 20, 60):
        bomber.mission.bomb_run.percent = percent
        found.append(worth(bomber))

    assert found == sorted(set(found))


def test_bombs_jettisoned_before_the_run_are_a_loss(bomber):
    before = worth(bomber)
    bomber.mission.flight.aborted = bomber.mission.flight.turning = True

    assert worth(bomber) < before


def test_a_killed_man_is_worse_than_one_gravely_hurt_and_he_than_one_lightly(bomber):
    found = []
    for harm in (KILLED, GRAVE, LIGHT):
        before = worth(bomber)
        act(bomber, harm)
        found.append(before - worth(bomber))
        for man in bomber.crew.values():
            man.fate, man.serious, man.light = "", False, 0

    assert found == sorted(found, reverse=True)


def test_a_mission_debriefed_counts_once():
    match = GAME.start({"mission": 22}, seed=0, data=DATA)
    play_bots(match, seat_bots(GAME, {"commander": "skipper"}, 0))
    play = match.play
    percent = play.state.tour.reports[-1].percent
    assert percent > 15

    # The success counts as much as 15 percent.
    assert evaluate(play, "commander") <= percent + 15


@pytest.mark.parametrize("bot", ["greedy", "mcts,n=12"])
def test_bots_that_look_ahead_end_a_mission(bot):
    match = GAME.start({"mission": 22}, seed=8, data=DATA)
    play_bots(match, seat_bots(GAME, {"commander": bot}, 8))
    play = match.play

    assert play.outcome is not None


def over_iwo_jima_short_of_fuel():
    """By night, the bombs gone, in the first of two turns with 4 boxes for a need of 12."""
    match = GAME.start({"mission": 22, "target": "Tokyo", "time": "night"}, seed=200, data=DATA)
    bot = seat_bots(GAME, {"commander": "skipper"}, 200)["commander"]
    while "land iwo_jima" not in match.decision.options:
        match.answer(bot.choose(match, match.decision))
    return match


def test_advice_lands_a_bomber_short_of_fuel_on_iwo_jima():
    play = over_iwo_jima_short_of_fuel()
    assert play.state.mission.bomb_run.run_done
    assert (play.state.mission.flight.fuel, play.state.mission.flight.turns_left) == (4, 1)

    best, other = advise(play, n=120)

    assert best.answer == "land iwo_jima"
    assert best.value > other.value + 0.1
