"""`tabletop replay` and `show`: a saved game run again, to be read, stepped through or drawn."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...errors import SaveError, TabletopError
from ...events.words import said
from ...presentation.games import introduction, outcome_lines
from ..completion import SavedFile
from ..settings import Settings

if TYPE_CHECKING:
    from ...saves.session import Session
    from ...viewers import Viewer

Art = Annotated[
    str,
    typer.Option(
        "--art", metavar="FOLDER", help="Your own pictures of the boards, drawn under the spaces."
    ),
]


def replay(
    ctx: typer.Context,
    file: SavedFile = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="One event per line, as a JSON object.")
    ] = False,
    verify: Annotated[
        bool, typer.Option("--verify", help="Check that it replays; status 1 if it does not.")
    ] = False,
    steps: Annotated[
        bool, typer.Option("--steps", help="Step through it: forward, back, to a turn.")
    ] = False,
    seat: Annotated[
        str | None,
        typer.Option(
            "--seat",
            metavar="SEAT",
            help="Show what this seat knows (default: what a spectator knows; all, once it is "
            "over).",
        ),
    ] = None,
    details: Annotated[
        bool, typer.Option("--details", help="Also show the lines behind each summary.")
    ] = False,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html",
            metavar="OUT",
            help="Write the whole game as one page that steps through it, to send to a friend.",
        ),
    ] = None,
    art: Art = "",
) -> None:
    """Replay a saved game: show its log, step through it, or verify it.

    The rules run again with the answers and the dice of the file, which stays unchanged.
    """
    from ...saves.folder import find_save

    settings: Settings = ctx.obj
    path = find_save(file)
    if verify:
        _verify(settings, path)
        return
    if steps:
        replay_by_steps(settings, path, seat)
        return
    session, is_manual = replayed(settings, path)
    viewer = looking(session, seat)
    if html is not None:
        _write_report(session, viewer, html, art)
        return
    events = [event for event in session.match.events if event.seen_by(viewer)]
    if as_json:
        from ...events.event import to_lines

        print(to_lines(events), end="")
        return
    from ...presentation.log import GameLog
    from ...presentation.story import story_of
    from ...text.game_lines import log_lines
    from ...text.moment_lines import story_lines

    for notice in session.notices:
        print(f"Note: {notice}.", file=sys.stderr)
    for line in introduction(session, is_manual=is_manual):
        print(line)
    log = GameLog(session.match.game, session.match.data.names, viewer)
    for line in log_lines(log.tell(events), settings.style, opened=details):
        print(line)
    if session.match.outcome is not None:
        for line in outcome_lines(session.match, with_reason=False):
            print(line)
        story = story_of(session.match, viewer, session.salt)
        if story is not None:
            print("\n".join(story_lines(story, settings.style)))
    else:
        print("The game is not over; `tabletop resume` continues it.")


def _write_report(session: "Session", viewer: "Viewer", out: Path, art: str) -> None:
    from ...pictures.scans import Scans
    from ...web.replay_page import report_html

    try:
        out.write_text(
            report_html(session, viewer, Scans.read(art, session.match.game.id)), encoding="utf-8"
        )
    except OSError as error:
        raise SaveError(f"{out} cannot be written: {error.strerror}; name another file") from None
    print(f"The replay is in {out}; open it in any browser.")


def _verify(settings: Settings, path: Path) -> None:
    from ...events.event import to_lines

    try:
        first, _ = replayed(settings, path)
        second, _ = replayed(settings, path)
    except TabletopError as error:
        print(f"{path} does not replay: {error}")
        raise typer.Exit(1) from None
    told = to_lines(first.match.events)
    if told != to_lines(second.match.events):
        print(f"{path} does not replay: two runs of the same tape have different events")
        raise typer.Exit(1)
    for notice in first.notices:
        print(f"Note: {notice}.")
    from hashlib import sha256

    match = first.match
    end = f"over: {said(match.outcome.kind)}" if match.outcome else "not over yet"
    print(
        f"{path} replays: {match.decisions} decisions, {len(match.events)} events, "
        f"the game is {end}"
    )
    print(f"Digest of the events: {sha256(told.encode()).hexdigest()[:16]}")


class ColorScheme(StrEnum):
    auto = "auto"
    light = "light"
    dark = "dark"


def show(
    ctx: typer.Context,
    file: SavedFile = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", help="Draw the table into this file.")
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option("--seat", help="Show what this seat sees (default: what all may see)."),
    ] = None,
    theme: Annotated[
        ColorScheme, typer.Option("--theme", help="Colours; auto follows the reader's device.")
    ] = ColorScheme.auto,
    art: Art = "",
) -> None:
    """Show the table of a saved game, in the terminal or as a picture.

    Until the game is over, a spectator sees only what all may see. The file is only read.
    """
    from ...saves.folder import find_save

    settings: Settings = ctx.obj
    session, _ = replayed(settings, find_save(file))
    match = session.match
    from ...panels.views import unfolded

    panels = unfolded(match.game.look.view(match.play, looking(session, seat)))
    if svg is None:
        from ...text.panel_lines import draw

        for line in draw(panels, settings.style):
            print(line)
        return
    from ...pictures import view_svg
    from ...pictures.scans import Scans

    scans = Scans.read(art, match.game.id)
    picture = view_svg(
        scans.under(panels),
        symbols=scans.symbols(match.game.package),
        theme=theme.value,
        look=match.game.look.theme,
        title=match.game.title,
    )
    try:
        svg.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise TabletopError(
            f"{svg} cannot be written: {error.strerror}; name another file"
        ) from None
    print(f"The table is drawn in {svg}.")


# ---------------------------------------------------------------------------- running it again


def replay_by_steps(
    settings: Settings, path: Path, seat: str | None = None, keyboard: Any = None
) -> None:
    """Let a person at the keyboard step through a saved game."""
    from ..screen.line import Keyboard
    from ..screen.replay_steps import Stepper

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
        session.salt,
    ).run()


def looking(session: "Session", seat: str | None) -> "Viewer":
    """Return the viewer: the named seat; else a spectator, who sees all once the game is over.

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
    """Run a saved game again with its own dice and cards, without writing to its file."""
    from ...saves.reader import read_save
    from ...saves.session import resume_session
    from ..screen.real_dice import RealDice

    saved = read_save(path)
    is_manual = saved.header.dice == "manual"
    # Nothing is rolled beyond the end of the tape: there the game waits.
    session = resume_session(saved, settings.game, source=RealDice(), write=False, whole=True)
    return session, is_manual
