"""Recorded games: they play again line by line.

After a change that is meant to change them: `pytest --tabletop-record`, and tell why in the change
note.
"""

import pytest

GAMES = {
    "training_won": ("win", 2, {"players": 2}),
    "biggin_hill_lost": ("loss", 2, {"players": 2, "scenario": "biggin_hill"}),
    "solo_coming_home": ("win", 3, {"players": 1, "scenario": "coming_home"}),
}


ONLY_IN_THE_GATE = [pytest.param(name, marks=pytest.mark.gate) for name in [*GAMES][1:]]


@pytest.mark.parametrize("name", ["training_won", *ONLY_IN_THE_GATE])
def test_a_recorded_game_plays_again(name, replay):
    outcome, seed, options = GAMES[name]

    play = replay(name, seed=seed, bots="bot:wingman", options=options).play

    assert play.outcome.kind == outcome
    assert play.outcome.winners == (play.seats if outcome == "win" else ())
