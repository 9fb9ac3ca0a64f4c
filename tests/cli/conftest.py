"""The command line run as a person runs it: through the real runner, and in a real terminal."""

import codecs
import fcntl
import io
import os
import pty
import re
import select
import shlex
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from itertools import groupby
from pathlib import Path
from typing import Any

import attrs
import pytest
from typer.testing import CliRunner

from tests.waiting import PATIENCE_S

HERE = Path(__file__).parent
PACKS = HERE / "packs"
EXAMPLES = HERE.parents[1] / "examples"
GAMES = HERE.parents[1] / "benchmarks" / "games"
START = "from tabletop_core.cli import main; main()"


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


@pytest.fixture
def run_example(run: Callable[..., Any]) -> Callable[..., Any]:
    """Run a command line that knows the games of the benchmarks: tic_tac_toe, pig and others."""
    return lambda command, *typed, **how: run(f"{command} --packs '{GAMES}'", *typed, **how)


@pytest.fixture
def left(run: Callable[..., Any], saves: Path) -> Path:
    """The file of a game that was left in the middle."""
    run("play harvest --seed 3 --seats human,bot:random", "rye", "quit")
    (path,) = saves.glob("*.toml")
    return path


def bare(text: str) -> str:
    """Return what a terminal shows, without colours and movements."""
    return re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", text)


@pytest.fixture
def own_packs(tmp_path: Path, saves: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a copy of the toy packs, whose rules a test may change."""
    folder = tmp_path / "packs"
    shutil.copytree(PACKS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setenv("TABLETOP_PACKS", str(folder))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    return folder


@pytest.fixture
def tabletop(own_packs: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run a command line in a process of its own, which reads the rules anew."""

    def tabletop(command: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        words = [sys.executable, "-c", START, *shlex.split(command)]
        return subprocess.run(words, input=typed, capture_output=True, text=True)

    return tabletop


# ---------------------------------------------------------------- typed in this process


class Typed(io.StringIO):
    """Lines that are typed. It notes how much had been shown whenever one is read."""

    def __init__(self, lines: list[str], shown: io.StringIO) -> None:
        super().__init__("".join(line + "\n" for line in lines))
        self._shown = shown
        self.isatty = shown.isatty  # type: ignore[method-assign]
        self.reads: list[int] = []

    def readline(self, *size: Any) -> str:
        self.reads.append(self._shown.tell())
        return super().readline(*size)


@attrs.define
class Shown:
    """What a program has shown, and how it ended."""

    text: str
    reads: list[int]
    status: int

    def after(self, first: int, last: int | None = None) -> str:
        """Return what was shown from one typed line on, to the prompt after another.

        Lines count from 1; 0 is what was shown before the first. After the last line it goes on
        to the end of all.
        """
        last = first if last is None else last
        return self.text[self.reads[first - 1] if first else 0 : self.reads[last]]


@pytest.fixture
def at_desk(saves: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Shown]:
    """Type at the program in this process: in a terminal whose lines scroll, or over a pipe."""
    from typer.main import get_command

    from tabletop_core.cli import app

    def at_desk(command: str, *typed: str, columns: int = 80, pipe: bool = False) -> Shown:
        for name, value in (("COLUMNS", columns), ("LINES", 40), ("TERM", "xterm")):
            monkeypatch.setenv(name, str(value))
        shown, status = io.StringIO(), 0
        shown.isatty = lambda: not pipe  # type: ignore[method-assign]
        keys = Typed(list(typed), shown)
        words = [*([] if pipe else ["--scroll"]), *shlex.split(command)]
        with monkeypatch.context() as patch, redirect_stdout(shown), redirect_stderr(shown):
            patch.setattr(sys, "stdin", keys)
            try:
                get_command(app).main(words, prog_name="tabletop")
            except SystemExit as end:
                status = int(end.code or 0)
        text = shown.getvalue()
        assert len(keys.reads) >= len(typed), f"ended before all was typed:\n{text}"
        return Shown(text, [*keys.reads[: len(typed)], len(text)], status)

    return at_desk


# ---------------------------------------------------------------- a real terminal


class Terminal:
    """A program in a terminal of 80 columns, typed to when it shows a prompt."""

    def __init__(self, *command: str, columns: int = 80, lines: int = 40, **variables: str) -> None:
        self.shown = ""
        self._mark = 0
        self._status: int | None = None
        # A read may end in the middle of a sign.
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            # Whoever starts the tests in the background lets them ignore it.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            # The size is set here, so that the program never begins before it is.
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
            environment = os.environ | {"TERM": "xterm", "PAGER": "cat"} | variables
            for name in ("COLUMNS", "LINES"):
                environment.pop(name, None)
            os.execvpe(sys.executable, [sys.executable, *command], environment)

    @property
    def sight(self) -> str:
        """What a person looks at now."""
        return self.shown[self._mark :]

    def until(self, text: str = "> ") -> str:
        """Wait until the program ends its output with this text; return what it showed."""
        self._read_until(lambda: self.sight.endswith(text), text)
        new, self._mark = self.sight, len(self.shown)
        return new

    def type(self, line: str, then: str = "> ") -> str:
        self.press(line.encode() + b"\n")
        return self.until(then)

    def press(self, key: bytes) -> None:
        os.write(self._fd, key)

    def interrupt(self) -> None:
        """Press Ctrl-C, and again while nothing comes of it.

        One that comes just before Python's line editor begins to wait for a key is noticed only
        when the next key is pressed.
        """
        before = len(self.shown)
        pressed: list[float] = []

        def is_noticed() -> bool:
            if not pressed or time.monotonic() > pressed[-1] + PATIENCE_S / 10:
                self.press(b"\x03")
                pressed.append(time.monotonic())
            return bool(self.shown[before:].removeprefix("^C"))

        self._read_until(is_noticed, "anything after Ctrl-C", may_end=True)

    def end(self) -> int:
        """Wait for the end of the program and return its exit status."""
        self._read_until(lambda: False, "its end", may_end=True)
        self._status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self._status

    def kill(self) -> None:
        """End the program as a power cut would, with all that it has started."""
        os.killpg(self.pid, signal.SIGKILL)
        self._status = os.waitpid(self.pid, 0)[1]

    def put_away(self) -> None:
        if self._status is None:
            self.kill()
        os.close(self._fd)

    def _read_until(self, is_so: Callable[[], bool], what: str, may_end: bool = False) -> None:
        """Read what the program shows until something is so; on a failure tell what is in sight."""
        end = time.monotonic() + PATIENCE_S
        while not is_so():
            assert time.monotonic() < end, f"never showed {what!r}; in sight:\n{self.sight}"
            if not select.select([self._fd], [], [], 0.2)[0]:
                continue
            try:
                data = os.read(self._fd, 1 << 16)
            except OSError:
                data = b""
            if data:
                self._show(data)
            else:
                assert may_end or is_so(), f"ended before {what!r}; in sight:\n{self.sight}"
                return

    def _show(self, data: bytes) -> None:
        self.shown += self._decoder.decode(data).replace("\r", "")


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
    def sight(self) -> str:
        return "\n".join(self.seen)

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

    def wait(self, text: str) -> list[str]:
        """Wait until this text is in sight; return all lines."""
        self._read_until(lambda: text in self.sight, text)
        return self.seen

    def wait_without(self, text: str) -> list[str]:
        """Wait until this text is no longer in sight; return all lines."""
        self._read_until(lambda: text not in self.sight, f"a sight without {text}")
        return self.seen

    def type(self, line: str, then: str = "> ") -> str:
        """Type a line; wait until this text is in sight with a prompt below it."""
        self.press(line.encode() + b"\r")
        self._read_until(lambda: then in self.sight and self.seen[-1] != "...", then)
        return self.sight

    def _show(self, data: bytes) -> None:
        self._stream.feed(data)


@pytest.fixture
def started(saves: Path) -> Iterator[Callable[..., Any]]:
    """Start programs in terminals; what is still running after the test is ended."""
    running: list[Terminal] = []

    def start(kind: type[Terminal], words: list[str], **how: Any) -> Terminal:
        running.append(kind("-c", START, *words, **how))
        return running[-1]

    yield start
    for program in running:
        program.put_away()


@pytest.fixture
def terminal(started: Callable[..., Terminal]) -> Callable[..., Terminal]:
    """Start the program in a terminal whose lines scroll."""
    return lambda command="", **how: started(Terminal, ["--scroll", *shlex.split(command)], **how)


@pytest.fixture
def screen(started: Callable[..., Screen]) -> Callable[..., Screen]:
    """Start the program on a screen that stays."""
    return lambda command="", **how: started(Screen, shlex.split(command), **how)
