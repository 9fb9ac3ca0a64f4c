"""A line that tells how far a long work is."""

import sys
from collections.abc import Callable
from shutil import get_terminal_size
from time import monotonic
from typing import TextIO

_BAR = 24
"""So wide is the bar, where a terminal has room for it beside the words."""


class Progress:
    """A line with a bar, the rate and the time left, kept up to date on a terminal."""

    def __init__(self, out: TextIO, games: int, clock: Callable[[], float] = monotonic) -> None:
        self._out = out
        self._games = games
        self._clock = clock
        self._began = clock()
        self._width = 0

    def __call__(self, done: int) -> None:
        took = max(self._clock() - self._began, 1e-9)
        left = duration((self._games - done) * took / done)
        words = f"{done:,} of {self._games:,} games, {done / took:,.0f} a second, {left} left"
        room = get_terminal_size((80, 24)).columns - 1
        wide = max(0, min(_BAR, room - len(words) - len("[] ")))
        filled = wide * done // self._games
        line = f"[{'#' * filled}{'.' * (wide - filled)}] {words}"[:room]
        self._out.write("\r" + line.ljust(self._width))
        self._out.flush()
        self._width = len(line)

    def clear(self) -> None:
        """Take the line away."""
        if self._width:
            self._out.write("\r" + " " * self._width + "\r")
            self._out.flush()


def duration(seconds: float) -> str:
    """Write a time in words.

    >>> duration(8.2), duration(95), duration(7300)
    ('8 s', '1 min 35 s', '2 h 1 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def progress(games: int) -> Progress | None:
    """Return a line of progress, where there is a terminal to show it."""
    return Progress(sys.stderr, games) if sys.stderr.isatty() else None
