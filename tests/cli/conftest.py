"""The command line run as a person runs it: through the real runner, and in a real terminal."""

import codecs
import fcntl
import os
import pty
import select
import shlex
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

HERE = Path(__file__).parent
PACKS = HERE / "packs"


@pytest.fixture
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of saved games of this test."""
    folder = tmp_path / "saves"
    monkeypatch.setenv("TABLETOP_SAVES", str(folder))
    monkeypatch.setenv("TABLETOP_PACKS", str(PACKS))
    return folder


@pytest.fixture
def run(saves: Path) -> Callable[..., Any]:
    """Run a command line with the lines typed; the result has output, stderr and exit_code."""
    from tabletop_core.cli import app

    def run(command: str, *typed: str, exits: int = 0) -> Any:
        text = "".join(line + "\n" for line in typed)
        result = CliRunner().invoke(app, shlex.split(command), input=text, prog_name="tabletop")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert result.exit_code == exits, result.output
        return result

    return run


class Terminal:
    """A program in a terminal of 80 columns, typed to when it shows a prompt."""

    def __init__(self, *command: str, columns: int = 80, lines: int = 40, **variables: str) -> None:
        self.shown = ""
        self._mark = 0
        # A read may end in the middle of a sign.
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            # The size is set here, so that the program never begins before it is.
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
            environment = os.environ | {"TERM": "xterm", "PAGER": "cat"} | variables
            for name in ("COLUMNS", "LINES"):
                environment.pop(name, None)
            os.execvpe(sys.executable, [sys.executable, *command], environment)

    def until(self, text: str = "> ", seconds: float = 60) -> str:
        """Wait until the program ends its output with this text; return what it showed."""
        end = time.monotonic() + seconds
        while not self.shown[self._mark :].endswith(text):
            assert time.monotonic() < end, f"never showed {text!r}:\n{self.shown[self._mark :]}"
            if not self._read():
                raise AssertionError(f"ended before {text!r}:\n{self.shown[self._mark :]}")
        new, self._mark = self.shown[self._mark :], len(self.shown)
        return new

    def type(self, line: str, then: str = "> ") -> str:
        os.write(self._fd, (line + "\n").encode())
        return self.until(then)

    def press(self, key: bytes) -> None:
        os.write(self._fd, key)

    def interrupt(self) -> None:
        """Press Ctrl-C, and again while nothing comes of it.

        One that comes just before Python's line editor begins to wait for a key is noticed only
        when the next key is pressed.
        """
        shown = len(self.shown)
        for _ in range(10):
            self.press(b"\x03")
            end = time.monotonic() + 3
            while time.monotonic() < end:
                if not self._read() or self.shown[shown:].removeprefix("^C"):
                    return

    def end(self, seconds: float = 60) -> int:
        """Wait for the end of the program and return its exit status."""
        end = time.monotonic() + seconds
        while self._read():
            if time.monotonic() > end:
                self.kill()
                raise AssertionError(f"never ended:\n{self.shown[self._mark :]}")
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)

    def _read(self) -> bool:
        ready, _, _ = select.select([self._fd], [], [], 0.2)
        if not ready:
            return True
        try:
            data = os.read(self._fd, 1 << 16)
        except OSError:
            return False
        self.shown += self._decoder.decode(data).replace("\r", "")
        return bool(data)


START = "from tabletop_core.cli import main; main()"


@pytest.fixture
def terminal(saves: Path) -> Callable[..., Terminal]:
    """Start the program in a terminal whose lines scroll."""

    def terminal(command: str = "", **how: Any) -> Terminal:
        return Terminal("-c", START, "--scroll", *shlex.split(command), **how)

    return terminal


class Screen(Terminal):
    """A program that keeps a screen, with what a person sees on it."""

    def __init__(self, *command: str, columns: int = 80, lines: int = 40, **variables: str) -> None:
        pyte = pytest.importorskip("pyte", reason="pyte reads the screen of a terminal")
        pytest.importorskip("prompt_toolkit", reason="a screen that stays needs prompt_toolkit")
        self._screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self._screen)
        super().__init__(*command, columns=columns, lines=lines, **variables)

    @property
    def seen(self) -> list[str]:
        """The lines in sight."""
        return [line.rstrip() for line in self._screen.display]

    @property
    def text(self) -> str:
        return "\n".join(self.seen)

    def marked(self, sign: str) -> list[Any]:
        """The signs in sight that are this one, with how they look."""
        return [
            cell
            for row in self._screen.buffer.values()
            for cell in row.values()
            if cell.data == sign
        ]

    @property
    def reversed(self) -> list[str]:
        """The words that stand in sight in reverse."""
        rows = ([row[at] for at in sorted(row)] for row in self._screen.buffer.values())
        runs = (groupby(row, lambda cell: cell.reverse) for row in rows)
        lit = ("".join(cell.data for cell in run) for row in runs for lit, run in row if lit)
        return [word for run in lit for word in run.split()]

    def resize(self, columns: int, lines: int) -> None:
        """Make the window larger or smaller."""
        self._screen.resize(lines, columns)
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def wait(self, text: str, seconds: float = 60) -> list[str]:
        """Wait until this text is in sight; return all lines."""
        end = time.monotonic() + seconds
        while text not in self.text:
            assert time.monotonic() < end, f"never showed {text!r}:\n{self.text}"
            assert self._read() or text in self.text, f"ended before {text!r}:\n{self.text}"
        return self.seen

    def type(self, line: str, then: str = "> ") -> str:
        """Type a line; wait until this text is in sight with a prompt below it."""
        os.write(self._fd, (line + "\r").encode())
        end = time.monotonic() + 60
        while then not in self.text or self.seen[-1] == "...":
            assert time.monotonic() < end, f"never showed {then!r}:\n{self.text}"
            assert self._read() or then in self.text, f"ended before {then!r}:\n{self.text}"
        return self.text

    def _read(self) -> bool:
        ready, _, _ = select.select([self._fd], [], [], 0.2)
        if not ready:
            return True
        try:
            data = os.read(self._fd, 1 << 16)
        except OSError:
            return False
        self._stream.feed(data)
        return bool(data)


@pytest.fixture
def screen(saves: Path) -> Callable[..., Screen]:
    """Start the program on a screen that stays."""

    def screen(command: str = "", **how: Any) -> Screen:
        return Screen("-c", START, *shlex.split(command), **how)

    return screen
