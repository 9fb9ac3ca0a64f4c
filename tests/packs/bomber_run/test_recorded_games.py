"""Recorded games, seen from the west: they play again line by line.

After a change that is meant to change them: `pytest --tabletop-record`, and tell why in the change
note.
"""

import attrs
import pytest

from packs.bomber_run.game import GAME
from packs.bomber_run.state import Aircraft
from tabletop_core.simulation.statistics import statistic

GAMES = {
    "base_destroyed_won": ("base_destroyed", "west", "bot:greedy,bot:random", 1),
    "fighters_lost": ("fighters_eliminated", "east", "bot:random,bot:greedy", 3),
    "draw": ("draw", None, "bot:random", 25),
}


ONLY_IN_THE_GATE = [pytest.param(name, marks=pytest.mark.gate) for name in [*GAMES][1:]]


@pytest.mark.parametrize("name", ["base_destroyed_won", *ONLY_IN_THE_GATE])
def test_a_recorded_game_plays_again(name, replay):
    kind, winner, bots, seed = GAMES[name]

    play = replay(name, seed=seed, bots=bots).play

    assert (play.outcome.kind, play.outcome.winner) == (kind, winner)


def test_statistics_count_attacks_bombs_and_aircraft_lost_on_both_sides():
    play = attrs.evolve(GAME, noted={}).start(seed=12).play
    for kind in ("attack", "ram", "attack", "bombs", "destroyed"):
        play.log(kind)
    play.state.aircraft = {
        "lost": Aircraft(None, side="west"),
        "here": Aircraft((3, 3), side="east"),
    }

    counts = {one.__name__: statistic(one)(play) for one in GAME.statistics}

    assert counts == {"attacks": 2, "bombs_dropped": 1, "west_lost": 1, "east_lost": 0}
