"""Where a game is told: a terminal whose lines scroll."""

import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Protocol

from ...engine.decisions import Decision
from ...panels import Panel
from ...pictures.scene import Scene
from .style import Style


class Output(Protocol):
    """What line mode writes on.

    `style` says what it can show now; `pins` whether the table stays in sight.
    """

    @property
    def style(self) -> Style: ...

    @property
    def pins(self) -> bool: ...

    def say(self, *lines: str, end: str = "\n") -> None:
        """Write lines below what is there."""

    def ask(self, *lines: str) -> None:
        """Write a question, which stays in sight to its first line."""

    def pin(
        self,
        view: Sequence[Panel],
        scene: Scene,
        before: Sequence[Panel] = (),
        decision: Decision | None = None,
    ) -> None:
        """Show the table where it stays; `before` is how whoever looks saw it last.

        What is typed in answer to `decision` is shown on it.
        """

    def clear(self) -> None:
        """Take all away, where another person may not see it."""

    def page(self, lines: Iterable[str]) -> None:
        """Show many lines from their end."""

    def close(self) -> None:
        """Leave the terminal as it was; what is said from then on is written there."""


class Scrolling:
    """Lines that scroll away, on a terminal or into a file."""

    pins = False

    def __init__(self, style: Style) -> None:
        self.style = style

    def say(self, *lines: str, end: str = "\n") -> None:
        for line in lines:
            print(line, end=end)
        sys.stdout.flush()

    def ask(self, *lines: str) -> None:
        self.say(*lines)

    def pin(
        self,
        view: Sequence[Panel],
        scene: Scene,
        before: Sequence[Panel] = (),
        decision: Decision | None = None,
    ) -> None:
        """Nothing stays where lines scroll."""

    def clear(self) -> None:
        self.say("\x1b[2J\x1b[3J\x1b[H", end="")

    def page(self, lines: Iterable[str]) -> None:
        """Show lines, in a terminal through the pager of the person."""
        text = "\n".join(lines) + "\n"
        if not self.style.boxes:
            print(text, end="")
            return
        pager = os.environ.get("PAGER") or shutil.which("less")
        if pager and os.name == "posix":
            _pipe(text, pager)
        else:
            import pydoc

            pydoc.pager(text)

    def close(self) -> None:
        """Lines that scrolled stay as they are."""


def _pipe(text: str, pager: str) -> None:
    """Give a text to a pager; `less`, where it is the one, begins at the end.

    `pydoc` does not serve: from Python 3.13 on it overwrites what the person has set for `less`.
    """
    import subprocess

    options = f"{os.environ.get('LESS', '')} +G".strip()
    with subprocess.Popen(
        pager,
        shell=True,
        stdin=subprocess.PIPE,
        text=True,
        errors="backslashreplace",
        env=os.environ | {"LESS": options},
    ) as process:
        assert process.stdin is not None
        # An interrupt is the pager's, and who leaves it early leaves the rest of the text.
        with suppress(OSError, KeyboardInterrupt), process.stdin as pipe:
            pipe.write(text)
        while process.poll() is None:
            with suppress(KeyboardInterrupt):
                process.wait()
