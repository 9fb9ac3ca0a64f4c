"""The menu that `tabletop` opens in a terminal: games in progress, new games, and more."""

from collections.abc import Callable, Mapping
from functools import partial
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import TabletopError
from ...presentation.answers import MisreadError
from ...presentation.games import option_value, preset_words, saved_words
from ..screen.line import Keyboard
from ..screen.picking import Pick, Picker, ask_who_plays, find
from ..screen.signals import Leave
from ..settings import Settings
from .local_play import keep_as, play_preset

if TYPE_CHECKING:
    from ...engine.game import Game
    from ...plugins.packs import Catalog, Pack
    from ...saves.presets import Preset
    from ...saves.reader import Saved

MAX_SAVES = 5
HINT = "a number or a name, ? for help, q to quit"
HELP = (
    "Type the number of a line, its name, or the first letters of its name. delete 1 deletes the "
    "saved game or preset of that number or name, rename 1 NAME gives it another name. keep 1 "
    "NAME keeps the options, players and dice of that game as a preset."
)

Deed = Callable[[], object]


def run_menu(settings: Settings, keyboard: Any = None) -> None:
    """Let a person continue or start a game, by number or by name."""
    menu = _Menu(settings, keyboard or Keyboard())
    try:
        while menu.once():
            pass
    except Leave:
        print("Good-bye.")


class _Menu:
    def __init__(self, settings: Settings, keyboard: Any) -> None:
        self.settings = settings
        self.picker = Picker(settings.style, keyboard)
        self.files: dict[int, Path] = {}

    def once(self) -> bool:
        """Show the menu, do what is picked, and return whether to show it again."""
        style = self.settings.style
        catalog = self.settings.catalog()
        print(style.paint("\ntabletop", "head"))
        for problem in catalog.problems:
            self.picker.say(f"Note: {problem}", "  ")
        if not catalog.packs:
            print("No games are installed; name a folder of packs with --packs DIR.")
            return False
        entries: list[Pick] = []
        for title, part in self._parts(catalog).items():
            if part:
                print(style.paint(title, "head"))
                self.picker.list(part, len(entries) + 1)
                entries += part
        self.files = {at: one.file for at, one in enumerate(entries, 1) if one.file}
        # Ask again without the menu: a long one would push messages out of sight.
        while (deed := self._read(entries)) is None:
            pass
        try:
            deed()
        except Leave:
            pass
        except TabletopError as error:
            self.picker.say(f"tabletop: {error}")
        except KeyboardInterrupt:
            # Line mode has reported that the game is saved. An interrupt at the menu ends the menu.
            pass
        return True

    def _read(self, entries: list[Pick]) -> Deed | None:
        """Return what to do; Enter alone shows the menu again.

        None for help, and for anything that is not in the menu.

        Raises:
            Leave: the person leaves, or the input ends.
        """
        text = self.picker.read(HINT, entries)
        if text in ("?", "help"):
            self.picker.say(HELP)
            return None
        try:
            return self._deed(text, entries) if text else _nothing
        except MisreadError as error:
            self.picker.say(f"{error}; type {HINT}")
            return None

    def _parts(self, catalog: "Catalog") -> dict[str, list[Pick]]:
        """Return the entries of the menu under their headings."""
        from ...saves.folder import saved_games, unfinished

        titles = {pack.id: pack.identity.title for pack in catalog.packs}
        going = [
            Pick(
                f"{saved_words(saved, titles)}, {saved.path.stem}",
                partial(self._resume, saved),
                (saved.path.stem,),
                saved.path,
            )
            for saved in islice(unfinished(), MAX_SAVES)
        ]
        games = [
            Pick(
                f"{pack.identity.title}: {pack.identity.summary}",
                partial(self._start, pack),
                (pack.identity.title, pack.id),
            )
            for pack in catalog.packs
        ]
        more = []
        if next(saved_games(), None):
            more.append(Pick("Replay: a saved game step by step", self._replay, ("Replay",)))
        if find_spec("starlette"):
            more.append(Pick("Browser: the table in a browser", self._serve, ("Browser",)))
        lessons = [Pick("Learn: a first game that explains each decision", self._learn, ("Learn",))]
        return {
            "Games in progress": going,
            "Presets": self._presets(titles),
            "New games": [*lessons, *games],
            "More": more,
        }

    def _presets(self, titles: Mapping[str, str]) -> list[Pick]:
        from ...saves.presets import preset_files, read_preset

        found = []
        for path in preset_files():
            try:
                preset = read_preset(path)
                words = f"{titles.get(preset.pack, preset.pack)}; {preset_words(preset)}"
            except TabletopError as error:
                words = f"cannot be read: {error}"
            begin = partial(self._begin, path)
            found.append(Pick(f"{path.stem}: {words}", begin, (path.stem,), path))
        return found

    def _deed(self, text: str, entries: list[Pick]) -> Deed:
        """Return what the typed text asks for.

        Raises:
            MisreadError: it is not in the menu.
        """
        word, _, rest = text.partition(" ")
        word, rest = word.lower(), rest.strip()
        if word == "delete":
            return partial(self._delete, self._file(rest))
        if word in ("rename", "keep"):
            first, _, name = rest.partition(" ")
            return partial(_rename if word == "rename" else self._keep, self._file(first), name)
        deed: Deed = find(entries, text)
        return deed

    def _file(self, text: str) -> Path:
        """Return the file of a saved game or preset, by its number in the menu or its name."""
        from ...saves.folder import find_save
        from ...saves.presets import preset_files

        if text.isdecimal() and int(text) in self.files:
            return self.files[int(text)]
        if not text or text.isdecimal():
            raise MisreadError("name a game: delete 1, rename 1 NEW NAME, or keep 1 NAME")
        presets = {path.stem: path for path in preset_files()}
        return presets.get(text) or find_save(Path(text))

    def _delete(self, path: Path) -> None:
        from ...saves.folder import delete_save

        said = self.picker.keyboard.read(f"Delete {path.stem} for good? (yes or no) > ")
        if said.lower() in ("y", "yes"):
            delete_save(path)
            print(f"{path.stem} is deleted.")
        else:
            print(f"{path.stem} stays.")

    def _learn(self) -> None:
        from .play import learn_game

        packs = [
            Pick(pack.identity.title, pack, (pack.identity.title, pack.id))
            for pack in self.settings.catalog().packs
        ]
        learn_game(self.settings, self.picker.pick("Which game?", packs).load())

    def _serve(self) -> None:
        from .serve import serve_table

        serve_table(self.settings, port=0, opens=True)

    def _begin(self, path: Path) -> None:
        from ...saves.presets import read_preset

        preset = read_preset(path)
        play_preset(self.settings, self.settings.game(preset.pack), preset)

    def _keep(self, path: Path, name: str) -> None:
        from ...saves.presets import Preset
        from ...saves.reader import read_save

        header = read_save(path).header
        self.picker.say(keep_as(Preset.of(header, self.settings.game(header.pack)), name))

    def _start(self, pack: "Pack") -> None:
        game = pack.load()
        play_preset(self.settings, game, self._as_last_time(game) or self._chosen(game))

    def _as_last_time(self, game: "Game[Any]") -> "Preset | None":
        """Offer the last choices for this game; None if the person wants others."""
        from ...saves.folder import last_of
        from ...saves.presets import Preset

        last = last_of(game.id)
        if last is None:
            return None
        preset = Preset.of(last.header, game)
        entries = [
            Pick(f"as last time: {preset_words(preset)}", preset, ("as last time", "last time")),
            Pick("something else", None, ("something else", "else")),
        ]
        chosen: Preset | None = self.picker.pick("Options and players?", entries)
        return chosen

    def _chosen(self, game: "Game[Any]") -> "Preset":
        """Ask for the options, for who plays each seat, and for the dice."""
        from ...bots.seating import read_seats
        from ...saves.presets import Preset

        options = self._options(game)
        seats = ask_who_plays(self.picker, game, options)
        dice = [
            Pick("the program's", "seeded", ("seeded", "the program's")),
            Pick("real dice and cards: you enter the results", "manual", ("real", "manual", "own")),
        ]
        return Preset(
            pack=game.id,
            players=read_seats(game, game.seats_for(options), seats),
            options=options,
            dice=self.picker.pick("Dice and cards?", dice) if "human" in seats else "seeded",
        )

    def _options(self, game: "Game[Any]") -> dict[str, Any]:
        """Show the options with their values, and let the person change them."""
        chosen = {option.name: option.default for option in game.options}
        house_rules = game.house_rules
        in_order = sorted(game.options, key=lambda option: option in house_rules)
        while game.options:
            entries = [
                Pick(
                    f"{option.name} = {option_value(chosen[option.name])}"
                    f"{' (house rule)' if option in house_rules else ''}: {option.help}",
                    option,
                    (option.name,),
                )
                for option in in_order
            ]
            hint = "a number or a name to change one, Enter to continue"
            option = self.picker.pick("Options:", entries, 0, hint)
            if option is None:
                break
            values = [
                Pick(option_value(value), value, (option_value(value),)) for value in option.values
            ]
            now = option.values.index(chosen[option.name]) + 1
            chosen[option.name] = self.picker.pick(f"{option.name}:", values, now)
        return chosen

    def _resume(self, saved: "Saved") -> None:
        from .saves import resume_saved

        resume_saved(self.settings, saved)

    def _replay(self) -> None:
        from ...saves.folder import saved_games
        from .replay import replay_by_steps

        titles = {pack.id: pack.identity.title for pack in self.settings.catalog().packs}
        entries = []
        for path, saved in saved_games():
            words = saved_words(saved, titles)
            entries.append(Pick(f"{words}, {path.stem}", path, (path.stem,)))
        path = self.picker.pick("Which game?", entries)
        replay_by_steps(self.settings, path, keyboard=self.picker.keyboard)


def _nothing() -> None:
    """Do nothing."""


def _rename(path: Path, name: str) -> None:
    from ...saves.folder import rename_save

    print(f"{path.stem} is now {rename_save(path, name).stem}.")
