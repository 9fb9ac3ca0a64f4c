"""`tabletop saves`, `resume` and `replay`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...errors import SaveError, TabletopError
from ...presentation.games import introduction, outcome_lines, saved_words
from ..completion import SavedFile, save_names
from ..screen.charts import harmless
from ..settings import Settings
from .local_play import Pace, play_on
from .play import LogSheet, PaceOption
from .replaying import Art, looking, replay_by_steps, replayed

if TYPE_CHECKING:
    from ...saves.reader import Saved
    from ...saves.session import Session
    from ...viewers import Viewer


def saves(ctx: typer.Context) -> None:
    """List the saved games.

    The latest stands first; `resume` takes the latest that is not over.
    """
    from ...saves.folder import saved_games, saves_folder

    games = list(saved_games())
    if not games:
        print(f"There are no saved games in {saves_folder()}.")
        return
    settings: Settings = ctx.obj
    titles = {pack.id: pack.identity.title for pack in settings.catalog().packs}
    print(f"Saved games in {saves_folder()}, the latest first:")
    for path, saved in games:
        what = harmless(f"  {_when(path)}  {path.name}  {saved_words(saved, titles)}")
        print("\n".join(settings.style.wrap(what, "", " " * 6)))


def _when(path: Path) -> str:
    """Return when a file was changed last."""
    from datetime import datetime

    try:
        return datetime.fromtimestamp(path.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
    except (OSError, ValueError, OverflowError):
        # It was deleted just now, or its date is beyond all calendars.
        return "at some time  "


def resume(
    ctx: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]",
            help="A saved game (default: the latest unfinished).",
            autocompletion=save_names,
        ),
    ] = None,
    force: Annotated[
        bool,
        typer.Option(
            "--force", help="If the rules have changed too much, go on from the last checkpoint."
        ),
    ] = False,
    log_sheet: LogSheet = None,
    pace: PaceOption = Pace.decision,
) -> None:
    """Go on with a saved game.

    Nothing is lost, however the game was left.
    """
    from ...saves.folder import find_save, unfinished
    from ...saves.reader import read_save

    going = unfinished() if file is None else []
    saved = going[0] if going else read_save(find_save(file))
    resume_saved(ctx.obj, saved, force=force, log_sheet=log_sheet, pace=pace)


def resume_saved(
    settings: Settings,
    saved: "Saved",
    *,
    force: bool = False,
    log_sheet: Path | None = None,
    pace: Pace = Pace.decision,
) -> None:
    """Go on with a saved game in line mode."""
    from ...saves.folder import notes_folder
    from ...saves.session import resume_session
    from ...tables.on_demand import checked_once
    from ..screen.own_dice import OwnDice

    dice = OwnDice() if saved.header.dice == "manual" else None
    with checked_once(notes_folder()), settings.telling_faults(lambda: saved.path):
        session = resume_session(saved, settings.game, source=dice, force=force)
    if log_sheet is not None:
        from ...saves.log_sheets import check_log_sheet

        check_log_sheet(session.match.game, log_sheet)
    play_on(settings, session, dice, is_new=False, log_sheet=log_sheet, pace=pace)


def replay(
    ctx: typer.Context,
    file: SavedFile = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="One event a line, as a JSON object.")
    ] = False,
    verify: Annotated[
        bool, typer.Option("--verify", help="Prove that it replays; status 1 if it does not.")
    ] = False,
    steps: Annotated[
        bool, typer.Option("--steps", help="Answer by answer: forward, back, to a turn.")
    ] = False,
    seat: Annotated[
        str | None,
        typer.Option(
            "--seat",
            metavar="SEAT",
            help="Tell it as this seat knows it (default: as a spectator does; all, once it is "
            "over).",
        ),
    ] = None,
    details: Annotated[
        bool, typer.Option("--details", help="Open what is told in one line.")
    ] = False,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html",
            metavar="OUT",
            help="Write the whole game as one page that steps through it, to be sent to a friend.",
        ),
    ] = None,
    art: Art = "",
) -> None:
    """Tell the story of a saved game again, or prove it.

    The rules run again with the answers and the dice of the file.
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
    from ..screen.story import story_lines

    for notice in session.notices:
        print(f"Note: {notice}.", file=sys.stderr)
    for line in introduction(session, is_manual=is_manual):
        print(line)
    story = GameLog(session.match.game, session.match.data.names)
    for line in story_lines(story.tell(events), settings.style, opened=details):
        print(line)
    if session.match.outcome is not None:
        for line in outcome_lines(session.match, with_reason=False):
            print(line)
    else:
        print("The game is not over; go on with `tabletop resume`.")


def _write_report(session: "Session", viewer: "Viewer", out: Path, art: str) -> None:
    from ...pictures import Scans
    from ...web.replay_page import report_html

    try:
        out.write_text(
            report_html(session, viewer, Scans.read(art, session.match.game.id)), encoding="utf-8"
        )
    except OSError as error:
        raise SaveError(f"{out} cannot be written: {error.strerror}; name another file") from None
    print(f"The game is told step by step in {out}; any browser opens it.")


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
        print(f"{path} does not replay: two runs of the same tape tell different stories")
        raise typer.Exit(1)
    for notice in first.notices:
        print(f"Note: {notice}.")
    from hashlib import sha256

    match = first.match
    end = f"over: {match.outcome.kind}" if match.outcome else "not over yet"
    print(
        f"{path} replays: {match.decisions} decisions, {len(match.events)} events, "
        f"the game is {end}"
    )
    print(f"Digest of the events: {sha256(told.encode()).hexdigest()[:16]}")
