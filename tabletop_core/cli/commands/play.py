"""`tabletop play` and `learn`: a new game at this keyboard."""

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...errors import PackError, TabletopError
from ..completion import PackId, preset_names
from ..settings import Settings, in_a_folder, read_seed
from .local_play import Pace, play_new

if TYPE_CHECKING:
    from ...engine.game import Game
    from ...saves.presets import Preset


LogSheet = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Write the log sheet of the game here, as Markdown or HTML (.html).",
        callback=in_a_folder,
    ),
]


Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="K=V", help="An option of the game; see `info`."),
]

Seed = Annotated[
    str | None, typer.Option(metavar="N", help="The same seed and answers give the same game.")
]

Seats = Annotated[
    str | None,
    typer.Option(
        metavar="WHO,...",
        help="human, bot:NAME or policy:FILE for each seat; one entry stands for all. Default: "
        "asks, or a person against the first bot of the game.",
    ),
]


class DiceMode(StrEnum):
    """Whose dice and cards are used: the program's, or real ones."""

    seeded = "seeded"
    manual = "manual"


class UndoPolicy(StrEnum):
    """Who may undo an answer."""

    own = "own"
    asked = "asked"
    free = "free"


PolicyFiles = Annotated[
    list[Path] | None,
    typer.Option(
        "--policy",
        metavar="FILE",
        help="A trained policy, a bot under the name of its file; repeatable.",
    ),
]

PaceOption = Annotated[
    Pace, typer.Option(help="step: wait for Enter after each step in which something happened.")
]


def play(
    ctx: typer.Context,
    pack: PackId,
    option: Options = None,
    seed: Seed = None,
    seats: Seats = None,
    dice: Annotated[
        DiceMode | None,
        typer.Option(help="manual: real dice and cards; you enter the results. Default: seeded."),
    ] = None,
    preset: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Options, players and dice saved under this name; other options here override it.",
            autocompletion=preset_names,
        ),
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to save (default: your folder).")
    ] = None,
    overlay: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="A TOML file whose values override those of the pack."),
    ] = None,
    log_sheet: LogSheet = None,
    pace: PaceOption = Pace.decision,
    undo: Annotated[
        UndoPolicy | None,
        typer.Option(
            help="Who may undo what: own, your last answer while nobody has learned anything from "
            "it; asked, anything if the others agree; free, anything. Default: free for one "
            "person, own for several."
        ),
    ] = None,
) -> None:
    """Play a game.

    Every answer is saved at once and can be undone.
    With several persons the seed is shown at the end, so that nobody can foresee the dice; a seed
    that you give is shown at the beginning.
    With bots in all seats the game runs to its end and its whole log is printed.
    """
    settings: Settings = ctx.obj
    seats = settings.with_policies(pack, seats) if seats else None
    game = settings.game(pack)
    given = read_pairs(option or ())
    kept = _kept(game, preset) if preset else None
    options = {**kept.options, **given} if kept else given
    play_new(
        settings,
        game,
        options=options,
        seed=None if seed is None else read_seed(seed),
        seats=seats or (kept.seats if kept else _players(settings, game, options)),
        is_manual=(dice or (kept.dice if kept else DiceMode.seeded)) == DiceMode.manual,
        save=save,
        overlays=[*map(Path, kept.overlays if kept else ()), *(overlay or ())],
        log_sheet=log_sheet,
        pace=pace,
        undo=undo.value if undo else kept.undo if kept else "",
    )


def learn(
    ctx: typer.Context,
    pack: PackId,
    record: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="For authors: play an opening of your own, and save it here as a lesson.",
            callback=in_a_folder,
        ),
    ] = None,
    option: Options = None,
    seed: Seed = None,
    seats: Seats = None,
) -> None:
    """Learn a game by playing it.

    The opening explains each decision; Enter gives the suggested answer.
    After the opening, or as soon as you answer otherwise, the game goes on like any other.
    """
    settings: Settings = ctx.obj
    game = settings.game(pack)
    if record is not None:
        _record(settings, game, record, read_pairs(option or ()), read_seed(seed or "1"), seats)
    elif option or seed or seats:
        raise PackError(
            "the lesson has its own options, seed and players; leave them out, or add --record FILE"
        )
    else:
        learn_game(settings, game)


def _record(
    settings: Settings,
    game: "Game[Any]",
    file: Path,
    options: dict[str, Any],
    seed: int | str,
    seats: str | None,
) -> None:
    """Play a game in line mode until it is left, and write it as a lesson.

    Raises:
        TabletopError: there is such a file, nothing was answered, or a replay differs.
    """
    from ...bots.seating import options_to_seat
    from ...data.documents import Document, parse_document
    from ...presentation.lessons import recorded_lesson
    from ...testing.lessons import play_lesson
    from ..screen.picking import usual_players

    if file.exists():
        raise TabletopError(f"{file} already exists; choose another name")
    if not isinstance(seed, int):
        raise TabletopError(f"the seed of a lesson is a whole number, not {seed!r}")
    seats = seats or usual_players(game, options)
    session = play_new(
        settings,
        game,
        options=options_to_seat(game, options, seats),
        seed=seed,
        seats=seats,
        is_manual=False,
        save=None,
        overlays=(),
    )
    text = recorded_lesson(session.match, seats, session.humans)
    document = Document(str(file), file.stem, text, parse_document(str(file), text))
    if not document.raw.get("move"):
        raise TabletopError("you gave no answer, so there is no lesson to write; play an opening")
    play_lesson(game, session.match.data, document)
    file.write_text(text, encoding="utf-8", newline="\n")
    print(
        f"The lesson is in {file}. Write its texts, then save it as lesson.toml in the folder of "
        "the pack, where `tabletop learn` finds it."
    )


def learn_game(settings: Settings, game: "Game[Any]") -> None:
    """Play the lesson of a game in line mode, and then the rest of the game."""
    from ...presentation.lessons import lesson_of

    lesson = lesson_of(game)
    play_new(
        settings,
        game,
        options=dict(lesson.options),
        seed=lesson.seed,
        seats=lesson.seats,
        is_manual=False,
        save=None,
        overlays=(),
        lesson=lesson,
    )


def _kept(game: "Game[Any]", name: str) -> "Preset":
    """Return the preset of this name.

    Raises:
        PackError: there is none, or it is for another game.
    """
    from ...saves.presets import preset_files, read_preset

    files = {path.stem: path for path in preset_files()}
    if name not in files:
        known = ", ".join(files) or "none; save one in the menu or at the end of a game"
        raise PackError(f"there is no preset {name!r}; the presets: {known}")
    found = read_preset(files[name])
    if found.pack != game.id:
        raise PackError(f"the preset {name!r} is for {found.pack}, not for {game.id}")
    return found


def _players(settings: Settings, game: "Game[Any]", options: dict[str, Any]) -> str:
    """Return the players: ask if there are opponents and somebody to ask, else the default."""
    from ..screen.line import Keyboard
    from ..screen.picking import Picker, ask_who_plays, usual_players
    from ..screen.signals import Leave

    usual = usual_players(game, options)
    if usual == "human" or not settings.can_ask:
        return usual
    try:
        return ask_who_plays(Picker(settings.style, Keyboard()), game, options)
    except Leave:
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
