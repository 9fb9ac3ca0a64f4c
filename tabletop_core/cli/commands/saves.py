"""`tabletop saves` and `resume`: saved games listed and played on."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...presentation.games import saved_parts
from ...text.charts import harmless
from ..completion import save_names
from ..settings import Settings
from .local_play import Pace, play_on
from .play import LogSheet, PaceOption, PolicyFiles

if TYPE_CHECKING:
    from ...saves.reader import Saved


def saves(ctx: typer.Context) -> None:
    """List the saved games.

    The latest is first; `resume` takes the latest unfinished one.
    """
    from ...saves.folder import listed_games, saves_folder

    games = list(listed_games(saved_parts))
    if not games:
        print(f"There are no saved games in {saves_folder()}.")
        return
    settings: Settings = ctx.obj
    titles = {pack.id: pack.identity.title for pack in settings.catalog().packs}
    print(f"Saved games in {saves_folder()}, the latest first:")
    for path, pack, rest in games:
        what = harmless(f"  {_when(path)}  {path.name}  {titles.get(pack, pack)}{rest}")
        print("\n".join(settings.style.wrap(what, "", " " * 6)))


def _when(path: Path) -> str:
    """Return when a file was changed last."""
    from datetime import datetime

    try:
        return datetime.fromtimestamp(path.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
    except (OSError, ValueError, OverflowError):
        # The file was deleted just now, or its date is out of range.
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
            "--force", help="If the rules have changed too much, continue from the last checkpoint."
        ),
    ] = False,
    policy: PolicyFiles = None,
    log_sheet: LogSheet = None,
    pace: PaceOption = Pace.decision,
) -> None:
    """Continue a saved game.

    Nothing is lost, however the game was left.
    """
    from ...saves.folder import find_save, unfinished
    from ...saves.reader import read_save

    ctx.obj.add_policies(policy or ())
    saved = next(unfinished(), None) if file is None else None
    if saved is None:
        saved = read_save(find_save(file))
    resume_saved(ctx.obj, saved, force=force, log_sheet=log_sheet, pace=pace)


def resume_saved(
    settings: Settings,
    saved: "Saved",
    *,
    force: bool = False,
    log_sheet: Path | None = None,
    pace: Pace = Pace.decision,
) -> None:
    """Continue a saved game in line mode."""
    from ...saves.folder import notes_folder
    from ...saves.session import resume_session
    from ...tables.on_demand import checked_once
    from ..screen.real_dice import RealDice

    dice = RealDice() if saved.header.dice == "manual" else None
    with checked_once(notes_folder()), settings.telling_faults(lambda: saved.path):
        session = resume_session(saved, settings.game, source=dice, force=force)
    if log_sheet is not None:
        from ...saves.log_sheets import check_log_sheet

        check_log_sheet(session.match.game, log_sheet)
    play_on(settings, session, dice, is_new=False, log_sheet=log_sheet, pace=pace)
