"""Recorded games: they play again line by line.

After a change that is meant to change them: `pytest --tabletop-record`, and tell why in the change
note.
"""

import pytest

from tabletop_core.events import narrate
from tabletop_core.simulation.statistics import statistic

GAMES = {
    # Seed, options; how it ends, with which score; enemies, men and engines lost, bombs on target.
    "win": (12, {}, "major_victory", 10, (4, 0, 0, 5)),
    "loss": (16, {"mission": "berlin_blitz"}, "destroyed", 0, (5, 5, 0, 0)),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_plays_again_with_words_rules_and_statistics(replay, pack, name):
    seed, options, outcome, score, numbers = GAMES[name]

    play = replay(name, seed=seed, bots="bot:captain", options=options)

    assert (play.outcome.kind, play.outcome.scores) == (outcome, {"captain": score})
    known = {rule.number for rule in pack.rules}
    events = [event for event in play.events if event.kind != "step"]
    told = [(event.kind, narrate(event, pack.look.words)) for event in events]
    assert [kind for kind, words in told if words.startswith(f"{kind}:")] == []
    assert {event.rule for event in events} <= known
    assert tuple(statistic(function)(play.play) for function in pack.statistics) == numbers
