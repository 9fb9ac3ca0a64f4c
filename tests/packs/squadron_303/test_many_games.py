"""Many games go as they went, whatever a change of the code was for.

After a change that is meant to change them: `pytest --tabletop-record`, and tell why in the change
note.
"""

import pytest

pytestmark = pytest.mark.gate


def test_games_of_random_bots_go_as_recorded(replay_many):
    replay_many("many_random", games=100)


def test_games_of_the_wingman_go_as_recorded(replay_many):
    replay_many("many_wingman", games=60, bots="bot:wingman")
