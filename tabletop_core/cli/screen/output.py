"""Where line mode writes: the protocol, and a terminal whose lines scroll."""

import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Protocol

from ...engine.decisions import Decision
from ...panels import Panel
from ...pictures.scene import Scene
from ...text.style import Style


class Output(Protocol):
    """What line mode writes on.

    `style` is what it can show now; `pins` says whether the table stays in sight.
    """

    @property
    def style(self) -> Style: ...

    @property
    def pins(self) -> bool: ...

    def say(self, *lines: str, end: str = "\n") -> None:
        """Write lines below the others."""

    def ask(self, *lines: str) -> None:
        """Write a question, whose first line stays in sight."""

    def pin(
        self,
        view: Sequence[Panel],
        scene: Scene,
        before: Sequence[Panel] = (),
        decision: Decision | None = None,
    ) -> None:
        """Show the table where it stays; `before` is the table as this person last saw it.

        It shows what a typed answer to `decision` touches.
        """

    def clear(self) -> None:
        """Clear everything, before another person looks."""

    def page(self, lines: Iterable[str]) -> None:
        """Show many lines, the last ones first in sight."""

    def close(self) -> None:
        """Restore the terminal; later lines are written there."""


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
        """Do nothing: nothing stays where lines scroll."""

    def clear(self) -> None:
        self.say("\x1b[2J\x1b[3J\x1b[H", end="")

    def page(self, lines: Iterable[str]) -> None:
        """Show lines; in a terminal, through the pager that the person has set."""
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
        """Do nothing: lines that scrolled stay as they are."""


def _pipe(text: str, pager: str) -> None:
    """Pipe a text to a pager; `less` starts at the end.

    `pydoc` is not a substitute: from Python 3.13 on it overwrites the options set for `less`.
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
        # An interrupt is for the pager; a person may quit it before it has read the whole text.
        with suppress(OSError, KeyboardInterrupt), process.stdin as pipe:
            pipe.write(text)
        while process.poll() is None:
            with suppress(KeyboardInterrupt):
                process.wait()
