"""Saved games run again, to be looked at."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...errors import SaveError
from ...presentation.games import introduction
from ..settings import Settings

if TYPE_CHECKING:
    from ...saves.session import Session
    from ...viewers import Viewer

Art = Annotated[
    str,
    typer.Option(
        "--art", metavar="FOLDER", help="Your own pictures of the boards, to lie under the spaces."
    ),
]


def replay_by_steps(
    settings: Settings, path: Path, seat: str | None = None, keyboard: Any = None
) -> None:
    """Show a saved game answer by answer, as a person at the keyboard wants."""
    from ..screen.line import Keyboard
    from ..screen.stepping import Stepper

    session, is_manual = replayed(settings, path)
    for notice in session.notices:
        print(f"Note: {notice}.", file=sys.stderr)
    for line in introduction(session, is_manual=is_manual):
        print("\n".join(settings.style.wrap(line, "", "  ")))
    viewer = looking(session, seat)
    Stepper(
        session.match,
        settings.style,
        keyboard or Keyboard(),
        viewer,
        lambda seat: looking(session, seat),
    ).run()


def looking(session: "Session", seat: str | None) -> "Viewer":
    """Return who is told: the seat that was named; else a spectator, or all once it is over.

    Raises:
        SaveError: there is no such seat.
    """
    from ...viewers import ALL_SEEING, Viewer

    match = session.match
    if seat is None:
        return ALL_SEEING if match.is_over else Viewer()
    if seat not in match.seats:
        raise SaveError(
            f"{match.game.title} has no seat {seat!r} here; its seats: {', '.join(match.seats)}"
        )
    return Viewer(seat)


def replayed(settings: Settings, path: Path) -> "tuple[Session, bool]":
    """Run a saved game again without writing to its file, from its own dice and cards alone."""
    from ...saves.reader import read_save
    from ...saves.session import resume_session
    from ..screen.own_dice import OwnDice

    saved = read_save(path)
    is_manual = saved.header.dice == "manual"
    # What the tape does not hold is not rolled: the game waits.
    session = resume_session(saved, settings.game, source=OwnDice(), write=False, whole=True)
    return session, is_manual
