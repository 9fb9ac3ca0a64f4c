"""The menu that `tabletop` opens in a terminal: pick a game or a saved game, and play."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...errors import TabletopError
from ...told.games import option_value, saved_words
from ..screen.answers import LeaveError
from ..screen.line import Keyboard
from ..settings import Settings
from .play import play_new

if TYPE_CHECKING:
    from ...engine.game import Game
    from ...plugins.packs import Pack
    from ...saves.journal import Saved

MOST_SAVES = 5


def run_menu(settings: Settings, keyboard: Any = None) -> None:
    """Let a person pick a game by number, choose how to play it, and play."""
    menu = _Menu(settings, keyboard or Keyboard())
    try:
        while menu.once():
            pass
    except LeaveError:
        print("Good-bye.")


class _Menu:
    def __init__(self, settings: Settings, keyboard: Any) -> None:
        self.settings = settings
        self.keyboard = keyboard

    def once(self) -> bool:
        """Show the menu, do what is picked, and tell whether to show it again."""
        from ...saves.folder import unfinished

        style = self.settings.style
        catalog = self.settings.catalog()
        going = unfinished()[:MOST_SAVES]
        print(style.paint("\ntabletop", "head"))
        for problem in catalog.problems:
            self._print(f"Note: {problem}", "  ")
        packs = [f"{pack.identity.title}: {pack.identity.summary}" for pack in catalog.packs]
        saves = [f"Go on: {saved_words(saved)}, {saved.path.name}" for saved in going]
        self._list([*packs, *saves])
        count = len(packs) + len(saves)
        if not count:
            print("No games are installed; name a folder of packs with --packs DIR.")
            return False
        picked = self._number(f"1 to {count}, b for the browser, or q to quit", count, browser=0)
        if picked is None:
            return False
        try:
            if picked == 0:
                self._serve()
            elif picked <= len(catalog.packs):
                self._start(catalog.packs[picked - 1])
            else:
                self._resume(going[picked - len(catalog.packs) - 1])
        except TabletopError as error:
            if isinstance(error, LeaveError):
                raise
            self._print(f"tabletop: {error}")
        except KeyboardInterrupt:
            # Line mode has said that the game is saved; an interrupt at the menu itself ends it.
            pass
        return True

    def _print(self, text: str, hang: str = "") -> None:
        for line in self.settings.style.wrap(text, "", hang):
            print(line)

    def _list(self, entries: Sequence[str]) -> None:
        for number, entry in enumerate(entries, 1):
            self._print(f"  {number:>2}  {entry}", " " * 6)

    def _number(
        self, hint: str, most: int, default: int | None = None, browser: int | None = None
    ) -> int | None:
        """Return the number typed; None to quit; the default for an empty line; `browser` for b."""
        self.keyboard.words = ()
        while True:
            text = self.keyboard.read(f"({hint}) > ").lower()
            if text in ("q", "quit", "exit"):
                return None
            if not text and default is not None:
                return default
            if text == "b" and browser is not None:
                return browser
            if text.isdecimal() and 1 <= int(text) <= most:
                return int(text)
            self._print(f"{text!r} is none of the numbers shown; type {hint}")

    def _pick(self, question: str, names: Sequence[str], default: int = 1) -> int:
        """Return the index of the choice taken; `default` counts from 1."""
        if len(names) == 1:
            return 0
        self._print(question)
        self._list(names)
        picked = self._number(f"1 to {len(names)}, Enter for {default}", len(names), default)
        if picked is None:
            raise LeaveError("you left the menu")
        return picked - 1

    def _serve(self) -> None:
        from .serve import serve_table

        serve_table(self.settings, port=0, opens=True)

    def _start(self, pack: "Pack") -> None:
        game = pack.load()
        options = self._options(game)
        seats = self._seats(game, options)
        is_manual = "human" in seats and bool(
            self._pick("Dice and cards?", ["the program's", "your own: you type what came up"])
        )
        play_new(
            self.settings,
            game,
            options=options,
            seed=None,
            seats=seats,
            is_manual=is_manual,
            save=None,
            overlays=(),
        )

    def _options(self, game: "Game[Any]") -> dict[str, Any]:
        """Show the options with their values and let any of them be changed."""
        chosen = {option.name: option.default for option in game.options}
        while game.options:
            print("Options:")
            self._list(
                [
                    f"{option.name} = {option_value(chosen[option.name])}: {option.help}"
                    for option in game.options
                ]
            )
            most = len(game.options)
            picked = self._number(f"1 to {most} to change one, Enter to go on", most, 0)
            if picked is None:
                raise LeaveError("you left the menu")
            if picked == 0:
                break
            option = game.options[picked - 1]
            names = [option_value(value) for value in option.values]
            now = option.values.index(chosen[option.name]) + 1
            chosen[option.name] = option.values[self._pick(f"{option.name}:", names, now)]
        return chosen

    def _seats(self, game: "Game[Any]", options: dict[str, Any]) -> str:
        from ...bots.simple import bots_of

        kinds = ["human", *(f"bot:{name}" for name in bots_of(game))]
        names = ["a person", *(f"the bot {name}" for name in bots_of(game))]
        seats = game.seats_for(game.read_options(options))
        return ",".join(kinds[self._pick(f"Who plays {seat}?", names)] for seat in seats)

    def _resume(self, saved: "Saved") -> None:
        from .saves import resume_saved

        resume_saved(self.settings, saved)
