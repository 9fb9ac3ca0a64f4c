"""A saved game tells how it ended, without being played again."""

import pytest

from tabletop_core import Game, Identity, Repeat, Step
from tabletop_core.saves.reader import read_save
from tabletop_core.saves.session import begin, new_session, resume_session


def one_question(play):
    if (yield play.ask("End it?", ["yes", "no"])) == "yes":
        play.end("ended", why="somebody said so")


GAME = Game(
    identity=Identity(id="short", title="Short", players=(1, 1), summary=""),
    package=__name__,
    seats=("you",),
    sequence=Repeat("Turn", Step("Ask", one_question, may_end=True)),
    new_state=lambda play: dict[str, int](),
    state=dict,
    view=lambda play, viewer: (),
)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "game.toml"


def play(path, *answers):
    session = new_session(GAME, save=path)
    begin(session)
    for answer in answers:
        session.answer(answer)
    session.close()


def test_a_finished_game_is_saved_with_its_outcome(path):
    play(path, "no", "yes")

    assert read_save(path).outcome == "ended"


def test_an_unfinished_game_is_saved_without_one(path):
    play(path, "no")

    assert read_save(path).outcome == ""


def test_looking_at_a_finished_game_again_does_not_note_its_outcome_twice(path):
    play(path, "yes")
    resume_session(read_save(path), lambda pack: GAME).close()

    assert read_save(path).outcome == "ended"
    assert path.read_text().count("[[end]]") == 1


def test_an_outcome_torn_off_while_it_was_written_is_dropped_with_a_notice(path):
    play(path, "yes")
    whole = path.read_bytes()
    path.write_bytes(whole[: whole.index(b'outcome = "ended"\n') + len(b'outcome = "ended"\n')])

    saved = read_save(path)

    assert saved.outcome == ""
    assert len(saved.entries) == 1
    assert saved.notices
