"""Locks, so that only one program at a time writes a saved game."""

from importlib import import_module
from typing import Any, BinaryIO

_BEYOND = 2**31 - 2
"""The byte locked under Windows: past the end of every saved game, so that others may read it."""


def lock(file: BinaryIO) -> bool:
    """Lock an open file until it is closed; return False if another program holds it.

    Unix systems lock the whole file, but only against programs that ask; Windows locks one byte.
    On a file system without locks, nothing is locked and nobody is refused.
    """
    try:
        unix: Any = import_module("fcntl")
    except ImportError:
        return _lock_under_windows(file, import_module("msvcrt"))
    try:
        unix.flock(file, unix.LOCK_EX | unix.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def _lock_under_windows(file: BinaryIO, windows: Any) -> bool:
    at = file.tell()
    file.seek(_BEYOND)
    try:
        windows.locking(file.fileno(), windows.LK_NBLCK, 1)
    except OSError:
        return False
    finally:
        file.seek(at)
    return True
