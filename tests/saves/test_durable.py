"""A saved game that others replace, cut, delete or rename while it runs loses no answer."""

import errno
import os
import shutil
import stat
from pathlib import Path

import pytest

from tabletop_core.errors import SaveError, UnsavedError
from tabletop_core.saves.durable import DurableFile
from tabletop_core.saves.journal import Journal
from tabletop_core.saves.reader import read_save
from tabletop_core.saves.session import new_session, resume_session

ANSWERS = ("roll", "hold", "roll", "hold")


@pytest.fixture
def session(race, path, started):
    """A game with two answers, at a prompt."""
    session = started(race, seed=3, save=path, undo="free")
    answer(session, 2)
    return session


def answer(session, count=1):
    for _ in range(count):
        session.answer(ANSWERS[session.match.decisions % 4])
        session.advance()


def is_whole(session):
    """Tell whether the file of a game holds all of it."""
    return read_save(session.journal.path).entries == session.match.tape.entries


def replaced_by_older(path):
    older = path.with_name("older")
    older.write_bytes(path.read_bytes()[:-60])
    os.replace(older, path)


def replaced_by_folder(path):
    path.unlink()
    path.mkdir()


def grown(path):
    with path.open("ab") as file:
        file.write(b"# another program\n")


CHANGED = {
    "replaced by an older one": replaced_by_older,
    "replaced by nothing": lambda path: path.unlink() or path.touch(),
    "cut": lambda path: os.truncate(path, 300),
    "emptied": lambda path: os.truncate(path, 0),
    "grown": grown,
    "replaced by a folder": replaced_by_folder,
}
GONE = {
    "deleted": Path.unlink,
    "renamed": lambda path: path.rename(path.with_name("renamed.toml")),
    "gone with its folder": lambda path: shutil.rmtree(path.parent),
}

pytestmark = pytest.mark.skipif(
    os.name == "nt", reason="Windows lets nobody replace or delete a file that is open"
)


@pytest.mark.parametrize("change", CHANGED)
def test_a_game_whose_file_was_changed_is_whole_in_a_file_beside_it(session, path, change):
    CHANGED[change](path)
    left = path.read_bytes() if path.is_file() else None
    answer(session)

    assert session.journal.path == path.with_name("mine-2.toml")
    assert is_whole(session)
    assert (path.read_bytes() if path.is_file() else None) == left
    (notice,) = session.journal.file.notices
    assert str(path) in notice
    assert "mine-2.toml" in notice


@pytest.mark.parametrize("change", GONE)
def test_a_game_whose_file_is_gone_is_whole_at_its_path_again(session, path, change):
    GONE[change](path)
    answer(session)

    assert session.journal.path == path
    assert is_whole(session)
    (notice,) = session.journal.file.notices
    assert f"{path} was deleted or renamed" in notice


@pytest.mark.parametrize("change", [*CHANGED, *GONE])
def test_a_game_goes_on_from_its_new_file_as_if_nothing_had_been(session, race, path, change):
    """Whether another answer comes, or the file changes just before the end."""
    (CHANGED | GONE)[change](path)
    session.close()

    assert is_whole(session)
    again = resume_session(read_save(session.journal.path), lambda pack: race)
    answer(again)
    again.close()
    assert again.match.tape.entries[: len(session.match.tape.entries)] == session.match.tape.entries
    assert again.notices == []


def test_a_file_that_changes_again_and_again_loses_nothing(session, path):
    for number in range(2, 6):
        replaced_by_older(session.journal.path)
        answer(session)
        assert session.journal.path == path.with_name(f"mine-{number}.toml")
        assert is_whole(session)


def test_a_file_that_was_replaced_by_its_like_goes_on_where_it_is(session, path):
    like = path.with_name("like")
    shutil.copyfile(path, like)
    os.replace(like, path)
    session.advance()
    answer(session)

    assert session.journal.path == path
    assert session.journal.file.notices == []
    assert is_whole(session)


def test_a_file_system_without_numbers_of_files_is_judged_by_the_size(session, path, monkeypatch):
    monkeypatch.setattr(os.path, "samestat", lambda one, other: True)
    answer(session)
    assert (session.journal.path, session.journal.file.notices) == (path, [])

    replaced_by_older(path)
    answer(session)
    assert session.journal.path == path.with_name("mine-2.toml")


def test_where_the_path_is_to_stay_what_was_put_there_is_moved_aside(session, path):
    session.journal.file.keeps_path = True
    replaced_by_older(path)
    left = path.read_bytes()
    answer(session)

    assert session.journal.path == path
    assert is_whole(session)
    assert path.with_name("mine-2.toml").read_bytes() == left


def test_a_game_that_is_taken_away_leaves_the_file_that_another_has_put_there(race, path, started):
    session = started(race, save=path)
    path.unlink()
    path.write_text("of another")
    session.discard_untouched()

    assert path.read_text() == "of another"


def test_a_file_that_was_changed_since_it_was_read_is_not_cut(session, race, path):
    session.close()
    saved = read_save(path)
    grown(path)
    content = path.read_bytes()

    with pytest.raises(SaveError, match="was changed by another program just now; try again"):
        Journal.go_on(saved)
    assert path.read_bytes() == content


# ---------------------------------------------------------------- who may read it


def test_a_saved_game_and_its_folder_are_for_their_owner_alone(session, path):
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    path.unlink()
    answer(session)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


# ---------------------------------------------------------------- a full disk


class FullDisk:
    """A disk that has room for `room` more bytes."""

    def __init__(self, monkeypatch, room=10**9):
        self.room = room
        write = DurableFile._write

        def limited(file):
            whole, taken = bytes(file._content), file._on_disk + self.room
            if len(whole) <= taken:
                self.room -= len(whole) - file._on_disk
                write(file)
                return
            # The system takes what there is room for, and then fails.
            os.pwrite(file._file.fileno(), whole[file._on_disk : taken], file._on_disk)
            file._on_disk, self.room = taken, 0
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(DurableFile, "_write", limited)


@pytest.fixture
def disk(monkeypatch):
    return FullDisk(monkeypatch)


@pytest.mark.parametrize("room", [0, 5, 40])
def test_where_the_disk_is_full_it_is_said_and_all_is_written_once_there_is_room_again(
    session, path, disk, room
):
    before = list(session.match.tape.entries)
    disk.room = room
    with pytest.raises(UnsavedError, match=r"mine.toml cannot be written: No space left .*; "):
        answer(session)

    assert read_save(path).entries[: len(before)] == before
    disk.room = 10**9
    session.close()
    assert is_whole(session)


def test_a_game_that_is_closed_on_a_full_disk_has_what_was_acknowledged(session, path, disk):
    before, disk.room = list(session.match.tape.entries), 5
    for go in (lambda: answer(session), session.close):
        with pytest.raises(UnsavedError):
            go()

    assert read_save(path).entries[: len(before)] == before


def test_closing_keeps_the_answers_and_frees_the_file_where_the_words_of_a_pack_fail(
    race, session, path, monkeypatch
):
    answer(session)
    session.save()
    monkeypatch.setattr(type(race), "status_line", lambda game, match: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        session.close()

    monkeypatch.undo()
    saved = read_save(path)
    resume_session(saved, lambda pack: race).close()
    assert saved.entries == session.match.tape.entries


def test_an_answer_is_forced_to_the_disk_once_and_its_status_is_written_once(
    session, path, monkeypatch
):
    synced = []
    force = os.fsync
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(force(file)))
    answer(session)
    assert len(synced) == 1

    session.save()
    session.close()
    statuses = [line for line in path.read_text().splitlines() if line.startswith("stands_")]
    assert len(statuses) == len({line.partition(" = ")[2] for line in statuses})
    assert len(synced) == 3


def test_a_game_for_which_there_is_no_room_leaves_no_file_and_no_folder_is_named(race, path, disk):
    (path.parent.parent / "file").touch()
    disk.room = 100
    for save, why in (
        (path, "No space left"),
        (path.parent.parent / "file" / "mine.toml", "Not a directory"),
        (Path("x" * 5000), ""),
    ):
        with pytest.raises(SaveError, match=f"cannot be written: {why}"):
            new_session(race, save=save)
    assert not path.exists()
