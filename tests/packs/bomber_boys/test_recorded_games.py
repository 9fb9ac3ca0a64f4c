"""Recorded games: they play again line by line.

After a change that is meant to change them: `pytest --record`, and tell why in the change note.
"""

import pytest

from tabletop_core.events import narrate
from tabletop_core.simulation.statistics import statistic

GAMES = {
    "win": (12, {}),
    "loss": (16, {"mission": "berlin_blitz"}),
}


@pytest.fixture
def recorded(replay):
    def again(name):
        seed, options = GAMES[name]
        return replay(name, seed=seed, bots="bot:captain", options=options)

    return again


@pytest.mark.parametrize(
    ("name", "outcome", "score"),
    [("win", "major_victory", 10), ("loss", "destroyed", 0)],
    ids=["win", "loss"],
)
def test_a_recorded_game_plays_again(recorded, name, outcome, score):
    play = recorded(name)

    assert play.outcome.kind == outcome
    assert play.outcome.scores == {"captain": score}


@pytest.mark.parametrize("name", GAMES)
def test_every_event_of_a_recorded_game_has_words_and_names_its_rule(recorded, pack, name):
    known = {rule.number for rule in pack.rules}

    for event in recorded(name).events:
        if event.kind != "step":
            assert not narrate(event, pack.words).startswith(event.kind + ":")
            assert event.rule in known


@pytest.mark.parametrize(
    ("name", "numbers"), [("win", (4, 0, 0, 5)), ("loss", (5, 5, 0, 0))], ids=["win", "loss"]
)
def test_statistics_count_enemies_shot_down_men_and_engines_lost_and_bombs_on_target(
    recorded, pack, name, numbers
):
    play = recorded(name).play

    assert tuple(statistic(function)(play) for function in pack.statistics) == numbers
