"""A saved game tells how it ended, without being played again."""

import pytest

from tabletop_core import Repeat, Step
from tabletop_core.saves.reader import read_save


def one_question(play):
    if (yield play.ask("End it?", ["yes", "no"])) == "yes":
        play.end("ended", why="somebody said so")


@pytest.fixture
def play(race_with, path, left):
    """Return what answers whether a game is to end, and leaves it."""
    game = race_with(sequence=Repeat("Turn", Step("Ask", one_question, may_end=True)))
    return lambda *answers: left(game, *answers, save=path)


@pytest.mark.parametrize(("answers", "outcome"), [(["no", "yes"], "ended"), (["no"], "")])
def test_a_finished_game_alone_is_saved_with_its_outcome(play, path, answers, outcome):
    play(*answers)

    assert read_save(path).outcome == outcome


def test_looking_at_a_finished_game_again_does_not_note_its_outcome_twice(play, path, woken):
    woken(play("yes").match.game, write=True).close()

    assert read_save(path).outcome == "ended"
    assert path.read_text().count("[[end]]") == 1


def test_an_outcome_torn_off_while_it_was_written_is_dropped_with_a_notice(play, path):
    play("yes")
    whole = path.read_bytes()
    path.write_bytes(whole[: whole.index(b'outcome = "ended"\n') + len(b'outcome = "ended"\n')])

    saved = read_save(path)

    assert saved.outcome == ""
    assert len(saved.entries) == 1
    assert saved.notices
