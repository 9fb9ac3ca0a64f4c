"""Many games go as they went, whatever a change of the code was for.

After a change that is meant to change them: `pytest --tabletop-record`, and tell why in the change
note.
"""

import pytest

pytestmark = pytest.mark.gate


def test_games_of_random_bots_go_as_recorded(replay_many):
    replay_many("many_random", games=20)


def test_games_of_the_commander_go_as_recorded(replay_many):
    replay_many("many_commander", games=40, bots="bot:commander")
