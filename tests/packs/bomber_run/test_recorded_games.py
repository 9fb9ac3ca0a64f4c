"""Recorded games, seen from the west: they play again line by line.

After a change that is meant to change them: `pytest --record`, and tell why in the change note.
"""

from pathlib import Path

import pytest

from packs.bomber_run.game import GAME
from tabletop_core.testing import record_game, replay_game

GOLDEN = Path(__file__).parent / "golden"

GAMES = {
    "base_destroyed_won": ("base destroyed", "west", "bot:greedy,bot:random", 0),
    "fighters_lost": ("fighters eliminated", "east", "bot:random,bot:greedy", 0),
    "draw": ("draw", None, "bot:random", 12),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_plays_again(name, request):
    kind, winner, bots, seed = GAMES[name]
    how = record_game if request.config.getoption("tabletop_record") else replay_game

    play = how(GAME, GOLDEN / f"{name}.txt", seed=seed, bots=bots)

    assert (play.outcome.kind, play.outcome.winner) == (kind, winner)
