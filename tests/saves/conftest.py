"""Sessions of games that are saved; `storm.py` beside this kills and damages some."""

from contextlib import suppress

import pytest

from tabletop_core.errors import UnsavedError
from tabletop_core.saves.reader import read_save
from tabletop_core.saves.session import begin, new_session, resume_session


@pytest.fixture
def path(tmp_path):
    """Where the saved game of a test lies, in a folder that is not there yet."""
    return tmp_path / "games" / "mine.toml"


@pytest.fixture
def started():
    """Return what begins a game and gives answers; its file is closed after the test."""
    sessions = []

    def started(game, *answers, **how):
        session = new_session(game, **how)
        sessions.append(session)
        begin(session)
        for answer in answers:
            session.answer(answer)
        return session

    yield started
    for session in sessions:
        with suppress(UnsavedError):
            session.close()


@pytest.fixture
def left(started):
    """Return what begins a game, gives answers and leaves it."""

    def left(game, *answers, **how):
        session = started(game, *answers, **how)
        session.close()
        return session

    return left


@pytest.fixture
def woken(path):
    """Return what goes on with the saved game, without writing unless that is asked for."""

    def woken(game, path=path, **how):
        return resume_session(read_save(path), lambda pack: game, **{"write": False, **how})

    return woken
