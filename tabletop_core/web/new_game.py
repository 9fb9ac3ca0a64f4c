"""The page of a new game: its choices, and the room made from its form."""

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from ..bots.seating import HOW_BOTS_PLAY, bot_names, difficulties, levels_of
from ..engine.game import Game, GameOption
from ..engine.setups import DIFFICULTIES, Setup
from ..errors import PackError
from ..presentation.games import option_value
from ..presentation.player_aid import minutes_words
from .security import Form

FRIENDS = "friends"
ME = "me"

OTHERS = {
    "easy": "Easy",
    "normal": "Normal",
    "hard": "Hard",
    FRIENDS: "Friends",
    ME: "I play all sides",
}
"""Who plays the seats that the creator of a room does not take."""

AWAY = {
    "never": "is never replaced",
    "1": "after 1 hour",
    "24": "after a day",
    "72": "after 3 days",
}

DICE = {
    "seeded": "the program rolls and draws",
    "manual": "real dice and cards (you enter the results)",
}

UNDO = {
    "": "the default: anything if you play alone, else your own last answer",
    "own": "your own last answer, while nobody has learned anything from it",
    "asked": "if the others agree (even after seeing the dice)",
    "free": "anything, at any time (even after seeing the dice)",
}

DEFAULT_GROUP = "Rules"
HOUSE_RULES = "House rules"


@attrs.frozen
class OptionField:
    """An option as a field of the form; one that setups set begins with *as the scenario says*."""

    option: GameOption
    is_set_by_setups: bool
    only: str

    @property
    def usual(self) -> str:
        """The value where neither a setup nor a person chooses another."""
        return option_value(self.option.default)

    @property
    def choices(self) -> list[tuple[str, str, bool]]:
        """The value that is sent, its words, and whether it is chosen at first."""
        option = self.option
        told = [("", "as the scenario says", True)] if self.is_set_by_setups else []
        return told + [
            (option_value(one), option.words(one), not told and one == option.default)
            for one in option.values
        ]

    @property
    def when(self) -> str:
        """The condition as the script of the page reads it: `campaign=single|short;players=1`."""
        return ";".join(
            f"{name}={'|'.join(map(option_value, values))}"
            for name, values in self.option.when.items()
        )


@attrs.frozen
class Tile:
    """A setup as a choice on the page."""

    setup: Setup
    minutes: str
    sets: Mapping[str, Any]

    @property
    def options(self) -> str:
        """The options that it sets, as the script of the page reads them."""
        return ";".join(f"{name}={option_value(one)}" for name, one in self.sets.items())


class NewGame:
    """What the page of a new game offers of a game."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        usual = {one.name: one.default for one in game.options if self._is_on_tiles(one)}
        self.tiles = [
            Tile(setup, minutes_of(game, setup), usual | dict(setup.options))
            for setup in game.all_setups
        ]
        self.seats_option = game.seats_option
        self.seats = max(self._all_seats(), key=len)
        self.suggested_seats = self._seats_with({})
        names = dict.fromkeys([*difficulties(game).values(), *bot_names(game)])
        self.bots = [(name, self._bot_words(name)) for name in names]
        self.set_by_setups = {name for one in game.all_setups for name in one.options}

    def _seats_with(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        return self.game.seats_for(self.game.read_options(options))

    def _all_seats(self) -> Iterator[tuple[str, ...]]:
        yield self._seats_with({})
        for option in self.game.options:
            for value in option.values:
                yield self._seats_with({option.name: value})

    def _is_on_tiles(self, option: GameOption) -> bool:
        """Return whether the setups offer each value of an option, which needs no field then."""
        offered = {one.options.get(option.name, option.default) for one in self.game.all_setups}
        return offered == set(option.values)

    def _bot_words(self, name: str) -> str:
        """Name a bot by its difficulty or by how it plays, with its own name behind it."""
        words = levels_of(self.game).get(name) or HOW_BOTS_PLAY.get(name, "")
        bot, _, _ = name.partition(":")
        return f"bot: {words} ({bot})" if words else f"bot: {bot}"

    @property
    def counts(self) -> list[tuple[str, str, bool]]:
        """The numbers of players to choose from: value, words, whether it is the usual one."""
        option = self.seats_option
        if option is None:
            return []
        return [
            (option_value(one), option.words(one), one == option.default) for one in option.values
        ]

    @property
    def others(self) -> list[tuple[str, str, str]]:
        """Who may play the other seats: value, words, and the bot's name for those who care."""
        if len(self.seats) == 1:
            return []
        bots = difficulties(self.game)
        return [(one, words, bots.get(one, "")) for one, words in OTHERS.items()]

    @property
    def groups(self) -> list[tuple[str, list[OptionField]]]:
        """All options under the headings of the pack, but the number of players and the setups'."""
        house_rules = self.game.house_rules
        found: dict[str, list[OptionField]] = {}
        plain = [one for one in self.game.options if one not in house_rules]
        for option in plain:
            if option != self.seats_option and not self._is_on_tiles(option):
                found.setdefault(option.group or DEFAULT_GROUP, []).append(self._field(option))
        if house_rules:
            found[HOUSE_RULES] = [self._field(option) for option in house_rules]
        return list(found.items())

    def _field(self, option: GameOption) -> OptionField:
        titles = {one.name: one for one in self.game.options}
        only = " and ".join(
            f"{titles[name].title} is {' or '.join(map(titles[name].words, values))}"
            for name, values in option.when.items()
        )
        return OptionField(option, option.name in self.set_by_setups, only)


def minutes_of(game: Game[Any], setup: Setup) -> str:
    """Return how long a game with a setup takes, in words; nothing where that was not measured."""
    measured = game.measured.get(setup.id)
    if measured is not None:
        return minutes_words(measured.minutes)
    return minutes_words(game.identity.minutes) if setup == game.all_setups[0] else ""


@attrs.frozen
class Wanted:
    """A new game as a form asks for it: options, and who plays each seat."""

    options: dict[str, str]
    seats: list[str]


def read_wanted(game: Game[Any], form: Form) -> Wanted:
    """Return what the form of a new game asks for.

    The setup comes first, then what was chosen besides. Seats that name nobody are filled by
    `others`: a difficulty, friends, or the creator of the room.

    Raises:
        PackError: there is no such setup, option or difficulty.
    """
    setup = game.all_setups[0] if form["suggested"] else _setup_of(game, form["setup"])
    options: dict[str, Any] = dict(setup.options) if setup else {}
    options |= {
        name.removeprefix("option:"): value
        for name, value in form.fields
        if name.startswith("option:") and value
    }
    names = game.seats_for(game.read_options(options))
    named = [value for name, value in form.fields if name.startswith("seat:")]
    named = _with_settings([*named, *[""] * len(names)][: len(names)], form.all("bot"))
    if setup is None and not form["others"]:
        return Wanted(options, [one or "open" for one in named])
    rest = _others(game, form["others"] or (setup.others if setup else "normal"))
    mine = form["side"] if form["side"] in names else names[0]
    seats = [one or (ME if name == mine else rest) for name, one in zip(names, named, strict=True)]
    return Wanted(options, seats)


def _setup_of(game: Game[Any], setup_id: str) -> Setup | None:
    if not setup_id:
        return None
    for setup in game.all_setups:
        if setup.id == setup_id:
            return setup
    legal = ", ".join(setup.id for setup in game.all_setups)
    raise PackError(f"{game.id} has no setup {setup_id[:80]!r}; its setups: {legal}")


def _others(game: Game[Any], who: str) -> str:
    if who == FRIENDS:
        return "open"
    if who == ME:
        return ME
    if who not in DIFFICULTIES:
        raise PackError(f"{who[:80]!r} cannot play; choose one of: {', '.join(OTHERS)}")
    return f"bot:{difficulties(game)[who]}"


def _with_settings(seats: list[str], settings: list[str]) -> list[str]:
    """Add to each bot the settings that were typed beside it."""
    return [
        f"{one}:{setting.strip()}" if one.startswith("bot:") and setting.strip() else one
        for one, setting in zip(seats, [*settings, *[""] * len(seats)], strict=False)
    ]
