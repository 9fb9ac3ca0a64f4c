"""One program at a time writes a saved game, whatever the system."""

import errno
import sys
from types import SimpleNamespace

import pytest

from tabletop_core.saves.locks import lock


class Windows:
    """What `msvcrt` does: it locks bytes from where the file stands, once."""

    LK_NBLCK = 2

    def __init__(self):
        self.held = set()
        self.files = {}

    def locking(self, descriptor, how, count):
        at = self.files[descriptor].tell()
        assert (how, count) == (self.LK_NBLCK, 1)
        if at in self.held:
            raise PermissionError(errno.EACCES, "Permission denied")
        self.held.add(at)


@pytest.fixture
def windows(monkeypatch):
    module = Windows()
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", module)
    return module


@pytest.fixture
def two_openings(tmp_path):
    path = tmp_path / "game.toml"
    path.write_bytes(b"saved")
    with open(path, "r+b") as one, open(path, "r+b") as other:
        yield one, other


def test_a_file_that_is_open_elsewhere_cannot_be_locked_before_it_was_closed(two_openings):
    one, other = two_openings

    assert [lock(one), lock(other)] == [True, False]
    one.close()
    assert lock(other)


def test_where_the_file_system_cannot_lock_nobody_is_refused(two_openings, monkeypatch):
    def flock(file, how):
        raise OSError(errno.ENOLCK, "No locks available")

    unix = SimpleNamespace(flock=flock, LOCK_EX=2, LOCK_NB=4)
    monkeypatch.setitem(sys.modules, "fcntl", unix)

    assert [lock(file) for file in two_openings] == [True, True]


def test_windows_refuses_a_file_that_is_open_elsewhere_and_locks_no_byte_that_others_read(
    two_openings, windows
):
    windows.files = {file.fileno(): file for file in two_openings}
    one, other = two_openings
    one.seek(3)

    assert [lock(one), lock(other)] == [True, False]
    assert min(windows.held) > 2**30
    # The file stands where it stood.
    assert one.tell() == 3
    assert one.read() == b"ed"
