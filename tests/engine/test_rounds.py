"""The rounds of a game are counted, however often the loop around them begins."""

import attrs
import pytest

from tabletop_core import ForEach, Repeat, Sequence, Step, run_games


@attrs.define
class Turns:
    taken: int = 0


def take(play):
    play.state.taken += 1


def finish(play):
    play.end("done")


def twice(play):
    return play.state.taken % 2 == 0


TURN = Repeat("Turn", Step("Take", take), until=twice)
END = Step("End", finish, may_end=True)
TREES = {
    "a loop that begins three times": (
        Sequence("Game", ForEach("Era", lambda play: (1, 2, 3), TURN), END),
        6,
    ),
    "a loop in a loop": (Repeat("Day", TURN, END), 1),
    "a loop that is over": (Sequence("Game", TURN, END), 2),
    "no loop": (Sequence("Game", Step("Take", take), END), None),
}


@pytest.mark.parametrize("name", TREES)
def test_each_round_of_the_outermost_loop_counts_once(name, race_with):
    sequence, rounds = TREES[name]
    game = race_with(
        sequence=sequence,
        state=Turns,
        new_state=lambda play: Turns(),
        evaluate=None,
        view=lambda play, viewer: [],
    )

    assert game.start().rounds_begun == rounds
    assert dict(run_games(game, 2).rounds.counts) == ({rounds: 2} if rounds else {})
