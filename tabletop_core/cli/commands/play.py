"""`tabletop play`."""

import sys
from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...errors import PackError
from ...told.games import hides_seed, introduction
from ..completion import PackId
from ..settings import Settings, read_seed

if TYPE_CHECKING:
    from ...engine.game import Game
    from ...saves.session import Session
    from ...told.lessons import Lesson
    from ..screen.own_dice import OwnDice


LogSheet = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="Write the log sheet of the game here, as Markdown or HTML (.html)."
    ),
]


class DiceMode(StrEnum):
    """Whose dice and cards are used."""

    seeded = "seeded"
    manual = "manual"


class UndoPolicy(StrEnum):
    """Who may take back an answer."""

    own = "own"
    asked = "asked"
    free = "free"


class Pace(StrEnum):
    """Where line mode waits for a key."""

    step = "step"
    decision = "decision"


PaceOption = Annotated[
    Pace, typer.Option(help="step: wait for Enter after each step in which something happened.")
]


def play(
    ctx: typer.Context,
    pack: PackId,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", metavar="K=V", help="An option of the game; see `info`."),
    ] = None,
    seed: Annotated[
        str | None, typer.Option(metavar="N", help="The same seed and answers: the same game.")
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="WHO,...",
            help="human or bot:NAME for each seat; one entry stands for all. Default: asks, or a "
            "person against the first bot of the game.",
        ),
    ] = None,
    dice: Annotated[
        DiceMode, typer.Option(help="manual: you roll and draw, and type what came up.")
    ] = DiceMode.seeded,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to save (default: your folder).")
    ] = None,
    overlay: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="A TOML file of values laid over those of the pack."),
    ] = None,
    log_sheet: LogSheet = None,
    pace: PaceOption = Pace.decision,
    undo: Annotated[
        UndoPolicy | None,
        typer.Option(
            help="Who takes back what: own, the last answer until anything came of it; asked, if "
            "the others agree; free, anything. Default: free for one person, own for several."
        ),
    ] = None,
) -> None:
    """Play a game.

    Every answer is saved at once; undo takes one back.
    With several persons the seed is told at the end, so that nobody can foresee the dice; a seed
    that is given is told to all at the beginning.
    With bots in all seats the game runs to its end and its whole log is printed.
    """
    settings: Settings = ctx.obj
    game, options = settings.game(pack), read_pairs(option or ())
    play_new(
        settings,
        game,
        options=options,
        seed=None if seed is None else read_seed(seed),
        seats=seats or _players(settings, game, options),
        is_manual=dice is DiceMode.manual,
        save=save,
        overlays=overlay or (),
        log_sheet=log_sheet,
        pace=pace,
        undo=undo.value if undo else "",
    )


def _players(settings: Settings, game: "Game[Any]", options: dict[str, str]) -> str:
    """Return who plays: as a person says, where there are opponents and somebody to ask."""
    from ..screen.answers import LeaveError
    from ..screen.line import Keyboard
    from ..screen.picking import Picker, ask_who_plays, usual_players

    usual = usual_players(game, options)
    if usual == "human" or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return usual
    try:
        return ask_who_plays(Picker(settings.style, Keyboard()), game, options)
    except LeaveError:
        print("Good-bye.")
        raise typer.Exit from None


def read_pairs(pairs: Iterable[str]) -> dict[str, str]:
    """Return options given as `name=value`.

    Raises:
        PackError: no `=` in one of them.
    """
    options = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign:
            raise PackError(f"--option {pair!r} has no value; write it as NAME=VALUE")
        options[name.strip()] = value.strip()
    return options


def play_new(
    settings: Settings,
    game: "Game[Any]",
    *,
    options: dict[str, Any],
    seed: int | None,
    seats: str,
    is_manual: bool,
    save: Path | None,
    overlays: Sequence[Path],
    log_sheet: Path | None = None,
    pace: Pace = Pace.decision,
    undo: str = "",
    lesson: "Lesson | None" = None,
) -> None:
    """Start a game and play it in line mode."""
    from ...chance import fresh_seed
    from ...saves.folder import new_path, notes_folder
    from ...saves.log_sheets import check_log_sheet
    from ...saves.session import begin, new_session
    from ...tables.on_demand import checked_once
    from ..screen.own_dice import OwnDice

    if log_sheet is not None:
        check_log_sheet(game, log_sheet)
    is_given = seed is not None
    if seed is None:
        seed = fresh_seed()
    is_named = save is not None
    if save is None and "human" in seats:
        save = new_path(game.id)
    dice = OwnDice() if is_manual else None
    with checked_once(notes_folder()):
        session = new_session(
            game,
            options=options,
            seats=seats,
            seed=seed,
            overlays=overlays,
            source=dice,
            save=save,
            undo=undo,
        )
    with settings.telling_faults(lambda: None):
        begin(session)
    play_on(
        settings,
        session,
        dice,
        is_new=True,
        is_seed_given=is_given,
        log_sheet=log_sheet,
        pace=pace,
        keeps_untouched=is_named,
        lesson=lesson,
    )


def play_on(
    settings: Settings,
    session: "Session",
    dice: "OwnDice | None",
    *,
    is_new: bool,
    is_seed_given: bool = False,
    log_sheet: Path | None = None,
    pace: Pace = Pace.decision,
    keeps_untouched: bool = True,
    lesson: "Lesson | None" = None,
) -> None:
    """Play a session in line mode, from its first prompt or from where it was left."""
    from ..screen.line import LineMode

    table = LineMode(
        session,
        settings.style,
        dice,
        waits_at_steps=pace is Pace.step,
        keeps_untouched=keeps_untouched,
        lesson=lesson,
    )
    is_secret = hides_seed(session) and not is_seed_given and dice is None
    is_manual = dice is not None
    for line in introduction(session, is_manual=is_manual, is_seed_given=is_seed_given):
        print("\n".join(settings.style.wrap(line, "", "  ")))
    if session.humans and not session.play.is_over:
        print("Type ? for help.")
    for notice in session.notices:
        print(f"Note: {notice}.")
    if not is_new:
        table.skip_to_now()
    with settings.telling_faults(lambda: table.saved_as):
        is_over = table.run()
    if is_over and is_secret:
        print(f"Seed: {session.play.seed}")
    if log_sheet is not None:
        from ...saves.log_sheets import write_log_sheet
        from ...viewers import ALL_SEEING

        viewer = ALL_SEEING if session.play.is_over else table.viewer
        write_log_sheet(session.play, log_sheet, viewer)
        print(f"Log sheet: {log_sheet}")
