"""A game at one keyboard, and what a person can do after it."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

from ...errors import TabletopError
from ...presentation.games import hides_seed, introduction, preset_words, suggested_words
from ..settings import Settings
from .replay import replay_by_steps

if TYPE_CHECKING:
    from ...engine.game import Game
    from ...presentation.lessons import Lesson
    from ...saves.presets import Preset
    from ...saves.session import Session
    from ..screen.picking import Pick
    from ..screen.real_dice import RealDice


class Pace(StrEnum):
    """Where line mode waits for a key."""

    step = "step"
    decision = "decision"


def play_new(
    settings: Settings,
    game: "Game[Any]",
    *,
    options: dict[str, Any],
    seed: int | str | None,
    seats: str,
    is_manual: bool,
    save: Path | None,
    overlays: Sequence[Path],
    log_sheet: Path | None = None,
    pace: Pace = Pace.decision,
    undo: str = "",
    lesson: "Lesson | None" = None,
) -> "Session":
    """Start a game and play it in line mode; return it as it was left."""
    from ...chance import fresh_seed
    from ...saves.folder import new_path, notes_folder
    from ...saves.session import begin, new_session
    from ...tables.on_demand import checked_once
    from ..screen.real_dice import RealDice

    if log_sheet is not None:
        from ...saves.log_sheets import check_log_sheet

        check_log_sheet(game, log_sheet)
    is_given = seed is not None
    if seed is None:
        seed = fresh_seed()
    is_named = save is not None
    if save is None and "human" in seats:
        save = new_path(game.id)
    dice = RealDice() if is_manual else None
    with checked_once(notes_folder()):
        session = new_session(
            game,
            options=options,
            seats=seats,
            seed=seed,
            overlays=overlays,
            source=dice,
            save=save,
            beside=not is_named,
            undo=undo,
            salt="" if is_given else str(fresh_seed())[:8],
        )
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
    return session


def play_on(
    settings: Settings,
    session: "Session",
    dice: "RealDice | None",
    *,
    is_new: bool,
    is_seed_given: bool = False,
    log_sheet: Path | None = None,
    pace: Pace = Pace.decision,
    keeps_untouched: bool = True,
    lesson: "Lesson | None" = None,
) -> None:
    """Play a session in line mode, from its beginning or from where it was left."""
    from ..screen.line import LineMode

    table = LineMode(
        session,
        settings.style,
        dice,
        waits_at_steps=pace is Pace.step,
        keeps_untouched=keeps_untouched,
        lesson=lesson,
        pinned=settings.pinned() if session.humans else None,
    )
    is_secret = hides_seed(session) and not is_seed_given and dice is None
    is_manual = dice is not None
    for line in introduction(session, is_manual=is_manual, is_seed_given=is_seed_given):
        table.say(*table.style.wrap(line, "", "  "))
    suggested = suggested_words(session.match.game, session.match.options)
    if suggested and is_new and session.humans and lesson is None:
        table.say(*table.style.wrap(suggested, "", "  "))
    if session.humans and not session.match.is_over:
        table.say("Type ? for help.")
    for notice in session.notices:
        table.say(f"Note: {notice}.")
    if not is_new:
        table.skip_to_now()
    with settings.telling_faults(lambda: table.saved_as):
        is_over = table.run()
    if is_over and is_secret:
        print(f"Seed: {session.match.seed}")
    if log_sheet is not None:
        from ...saves.log_sheets import write_log_sheet
        from ...viewers import ALL_SEEING

        viewer = ALL_SEEING if session.match.is_over else table.viewer
        write_log_sheet(session.match, log_sheet, viewer)
        print(f"Log sheet: {log_sheet}")
    if is_over and table.saved_as and settings.can_ask:
        _After(settings, session, table.saved_as).offer()


def play_preset(settings: Settings, game: "Game[Any]", preset: "Preset") -> None:
    """Start a game with the choices of a preset."""
    play_new(
        settings,
        game,
        options=dict(preset.options),
        seed=None,
        seats=preset.seats,
        is_manual=preset.dice == "manual",
        save=None,
        overlays=[Path(overlay) for overlay in preset.overlays],
        undo=preset.undo,
    )


class _After:
    """The choices after a game: play again, replay, read its log sheet, keep a preset."""

    def __init__(self, settings: Settings, session: "Session", path: Path) -> None:
        from ...saves.presets import Preset
        from ...saves.reader import read_save
        from ..screen.line import Keyboard
        from ..screen.picking import Picker

        self.settings = settings
        self.match = session.match
        self.path = path
        self.keyboard = Keyboard()
        self.picker = Picker(settings.style, self.keyboard)
        self.preset = Preset.of(read_save(path).header, session.match.game)

    def offer(self) -> None:
        """Ask what to do until the person leaves or plays again."""
        from ..screen.signals import Leave

        deeds = self._deeds()
        with suppress(Leave):
            while deed := self._picked(deeds):
                try:
                    deed()
                except Leave:
                    raise
                except TabletopError as error:
                    self.picker.say(f"tabletop: {error}")

    def _picked(self, deeds: "list[Pick]") -> Callable[[], object] | None:
        print()
        deed: Callable[[], object] | None = self.picker.pick("What next?", deeds, len(deeds))
        return deed

    def _deeds(self) -> "list[Pick]":
        from ..screen.picking import Pick

        again = f"Again: {preset_words(self.preset.turned())}"
        sheet = Pick("Log sheet of this game", self._log_sheet, ("log sheet", "sheet"))
        return [
            Pick(again, self._again, ("again",)),
            Pick("Replay: the game step by step", self._replay, ("replay", "look back")),
            *([sheet] if self.match.game.look.log_sheet else []),
            Pick("Save these choices as a preset for the menu", self._keep, ("keep", "preset")),
            Pick("Leave", None, ("leave",)),
        ]

    def _again(self) -> None:
        from ..screen.signals import Leave

        play_preset(self.settings, self.match.game, self.preset.turned())
        raise Leave("another game was played")

    def _replay(self) -> None:
        replay_by_steps(self.settings, self.path, keyboard=self.keyboard)

    def _log_sheet(self) -> None:
        from ...saves.log_sheets import write_log_sheet
        from ...viewers import ALL_SEEING

        name = self.keyboard.read("Which file, .md or .html? (Enter shows it here) > ")
        if name:
            write_log_sheet(self.match, Path(name).expanduser(), ALL_SEEING)
            print(f"Log sheet: {name}")
        else:
            assert self.match.game.look.log_sheet is not None
            print(self.match.game.look.log_sheet(self.match.play, ALL_SEEING))

    def _keep(self) -> None:
        self.picker.say(keep_as(self.preset, self.keyboard.read("Name for the preset? > ")))


def keep_as(preset: "Preset", name: str) -> str:
    """Save a preset under a name, and say how to use it."""
    from ...saves.presets import keep_preset

    name = keep_preset(preset, name).stem
    return (
        f"Saved as {name}; choose it in the menu, or type: tabletop play {preset.pack} --preset "
        f"{quote(name)}"
    )
