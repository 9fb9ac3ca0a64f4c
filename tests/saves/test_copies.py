"""A new game begins in the middle of another one."""

import attrs
import pytest

from tabletop_core.errors import SequenceError
from tabletop_core.saves.copies import copy_game
from tabletop_core.saves.journal import read_save
from tabletop_core.saves.session import begin, new_session, resume_session


@pytest.fixture
def left(race, tmp_path):
    session = new_session(race, seed=4, save=tmp_path / "one.toml")
    begin(session)
    for answer in ("roll", "hold", "hold", "roll"):
        session.answer(answer)
    yield session
    session.close()


@pytest.fixture
def copied(race, left, tmp_path):
    """Return what copies the game after so many answers, and resumes the copy."""

    def copied(answers, **how):
        header = read_save(tmp_path / "one.toml").header
        path = tmp_path / f"copy_{answers}.toml"
        copy_game(left, answers, attrs.evolve(header, seed=9), path, **how)
        return resume_session(read_save(path), lambda pack: race, write=False)

    return copied


@pytest.mark.parametrize("answers", range(5))
def test_a_copy_stands_where_the_game_stood_after_so_many_answers(left, copied, answers):
    play = copied(answers).play

    then = left.play
    while then.decisions > answers:
        then.undo()
    assert (play.state, play.decision.prompt) == (then.state, then.decision.prompt)
    assert play.seat == then.seat


@pytest.mark.parametrize("answers", [-1, 5, 8])
def test_no_copy_begins_before_the_first_answer_or_after_the_last(copied, answers):
    with pytest.raises(SequenceError, match="this game has 4 answers; go on from one of them"):
        copied(answers)
