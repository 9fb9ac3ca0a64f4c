"""Things to pick from a numbered list, by number or by name."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from ...presentation.answers import MisreadError
from ...text.charts import harmless
from ...text.style import Style
from .signals import Leave

if TYPE_CHECKING:
    from ...engine.game import Game

LEAVES = ("q", "quit", "exit")


@attrs.frozen
class Pick:
    """A line of a list, the thing that it means, names to type, and the file it is about."""

    words: str
    thing: Any
    names: tuple[str, ...] = ()
    file: Path | None = None


def find(entries: Sequence[Pick], text: str) -> Any:
    """Return the thing with this number or name, or an unambiguous beginning of a name.

    Raises:
        MisreadError: nothing or several things.
    """
    if text.isdecimal() and len(text) < 9 and 1 <= int(text) <= len(entries):
        return entries[int(text) - 1].thing
    typed = text.casefold()
    named = [(name.casefold(), entry) for entry in entries for name in entry.names]
    found = [entry for name, entry in named if name == typed]
    found = found or [entry for name, entry in named if typed and name.startswith(typed)]
    found = list({id(entry): entry for entry in found}.values())
    if len(found) == 1:
        return found[0].thing
    if found:
        which = ", ".join(entry.names[0] for entry in found)
        raise MisreadError(f"{text!r} may mean {which}; type more of the name")
    raise MisreadError(f"{text!r} is not one of the numbers or names shown")


class Picker:
    """Lists to pick from on a terminal."""

    def __init__(self, style: Style, keyboard: Any) -> None:
        self.style = style
        self.keyboard = keyboard

    def say(self, text: str, hang: str = "") -> None:
        for line in self.style.wrap(text, "", hang):
            print(line)

    def list(self, entries: Iterable[Pick], first: int = 1) -> None:
        for number, entry in enumerate(entries, first):
            self.say(harmless(f"  {number:>2}  {entry.words}"), " " * 6)

    def read(self, hint: str, entries: Sequence[Pick]) -> str:
        """Return the typed line; Tab completes the names.

        Raises:
            Leave: the person leaves, or the input ends.
        """
        self.keyboard.words = [name for entry in entries for name in entry.names]
        *before, last = self.style.wrap_prompt(f"({hint}) >")
        for line in before:
            print(line)
        text: str = self.keyboard.read(last + " ")
        if text.lower() in LEAVES:
            raise Leave("you left")
        return text

    def pick(self, question: str, entries: Sequence[Pick], default: int = 1, hint: str = "") -> Any:
        """Ask for one of several things; Enter takes number `default`, or None for 0.

        Raises:
            Leave: the person leaves, or the input ends.
        """
        if question:
            self.say(question)
        self.list(entries)
        usual = hint or f"1 to {len(entries)} or a name, Enter for {default}"
        while True:
            text = self.read(usual, entries)
            if not text:
                return entries[default - 1].thing if default else None
            try:
                return find(entries, text)
            except MisreadError as error:
                self.say(f"{error}; type {usual}")


def ask_who_plays(picker: Picker, game: "Game[Any]", options: Mapping[str, Any]) -> str:
    """Ask who plays each seat; the default opponent of a person is a bot.

    Return the players in the form of `--seats`.

    Raises:
        Leave: the person leaves, or the input ends.
    """
    from ...bots.seating import bot_words, levels_of
    from ...bots.simple import bots_of, usual_bot

    chosen = game.read_options(options)
    seats, usual = game.seats_for(chosen), usual_bot(game)
    levels = levels_of(game)
    entries = [Pick("a person", "human", ("person", "human", "me"))]
    for name in dict.fromkeys([usual, *bots_of(game), *levels]):
        level = f", {levels[name]}" if name in levels else ""
        words = f"the bot {bot_words(name)}{level}"
        also = levels[name].split(" or ") if name in levels else ()
        entries.append(Pick(words, f"bot:{name}", (name, f"bot:{name}", *also)))
    is_contest = len(game.teams_for(chosen)) > 1
    return ",".join(
        picker.pick(f"Who plays {seat}?", entries, 2 if number and is_contest else 1)
        for number, seat in enumerate(seats)
    )


def usual_players(game: "Game[Any]", options: Mapping[str, Any]) -> str:
    """Return the default players: a person, against the first bot if there are opponents."""
    from ...bots.simple import usual_bot

    chosen = game.read_options(options)
    if len(game.teams_for(chosen)) < 2:
        return "human"
    return ",".join(["human", *[f"bot:{usual_bot(game)}"] * (len(game.seats_for(chosen)) - 1)])
