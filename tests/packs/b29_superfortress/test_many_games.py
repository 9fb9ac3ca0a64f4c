"""Many games go as they went, whatever a change of the code was for.

After a change that is meant to change them: `pytest --tabletop-record`, and tell why in the change
note.
"""

import pytest

pytestmark = [pytest.mark.gate, pytest.mark.timeout(1200)]


def test_games_of_random_bots_go_as_recorded(replay_many):
    replay_many("many_random", games=80)


def test_games_of_the_skipper_go_as_recorded(replay_many):
    replay_many("many_skipper", games=40, bots="bot:skipper")
