"""Seating: bots made from their names, and the answers of bots."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from ..engine.bot import Bot
from ..engine.decisions import Answer, Decision
from ..engine.game import Game
from ..engine.match import Match
from ..errors import PackError
from .simple import RandomBot, bots_of, chooser, random_numbers

HUMAN = "human"
SEARCHERS = ("flat", "mcts", "ismcts", "halving")
"""Bots that search, for any game; they are loaded when one is seated."""
HARD = "n=400:ms=1500"
"""The budget of the search that plays a hard game: nobody waits for more than two seconds."""
HOW_BOTS_PLAY = {
    "random": "answers at random",
    "greedy": "takes what looks best now",
    "flat": "tries each answer a few times",
    "mcts": "looks ahead",
    "ismcts": "looks ahead, guessing what is hidden",
    "halving": "compares answers under the same chance",
}
"""What a player reads of the bots that any game has."""


_SETTING_WORDS: Mapping[str, Callable[[float], str]] = {
    "errs": lambda value: f"errs in {100 * value:g} % of its answers",
    "n": lambda value: f"{value:g} playouts",
    "ms": lambda value: f"{value / 1000:g} s at most",
}
"""What a player reads of the settings of a bot; the others are for those who tune it."""


def bot_words(text: str) -> str:
    """Return a bot in words: its name, and those settings that a player cares about.

    >>> bot_words("pilot"), bot_words("captain:errs=0.3")
    ('pilot', 'captain (errs in 30 % of its answers)')
    >>> bot_words("mcts,n=400,ms=1500,trust=2")
    'mcts (400 playouts, 1.5 s at most)'
    """
    name, settings = _name_and_settings(text)
    told = []
    for key, value in settings.items():
        with suppress(
            KeyError, ValueError
        ):  # What is not a number is refused when a bot is seated.
            told.append(_SETTING_WORDS[key](float(value)))
    return f"{name} ({', '.join(told)})" if told else name


def _name_and_settings(text: str) -> tuple[str, dict[str, str]]:
    """Return the name in the text of a bot, and its settings as they are written."""
    name, *settings = text.replace(",", ":").split(":")
    return name, {key: value for key, _, value in (one.partition("=") for one in settings)}


def persons_of(players: Mapping[str, str]) -> tuple[str, ...]:
    """Return the seats played by persons."""
    return tuple(seat for seat, name in players.items() if name == HUMAN)


def bot_names(game: Game[Any]) -> list[str]:
    """Return the names of all bots that can play a game: its own, then those that search."""
    return list(dict.fromkeys([*bots_of(game), *SEARCHERS]))


def difficulties(game: Game[Any]) -> dict[str, str]:
    """Return the bot that plays an easy, a normal and a hard game."""
    usual = next(iter(game.bots), "greedy" if game.evaluate else "flat")
    hard = f"{'ismcts' if game.hides else 'mcts'}:{HARD}"
    return {"easy": "random", "normal": usual, "hard": hard, **game.difficulty}


def levels_of(game: Game[Any]) -> dict[str, str]:
    """Return each bot that plays a level of difficulty, with its level or levels in words."""
    levels: dict[str, list[str]] = {}
    for level, bot in difficulties(game).items():
        levels.setdefault(bot, []).append(level)
    return {bot: " or ".join(own) for bot, own in levels.items()}


def without_level(game: Game[Any], text: str) -> str:
    """Return the bot that a level of difficulty stands for, such as `hard`; else the text."""
    return text if text in game.bots else difficulties(game).get(text, text)


def make_bot(game: Game[Any], text: str) -> Bot:
    """Return the bot that a text names, such as `greedy`, `mcts:ms=500` or `easy`.

    Raises:
        PackError: no such bot, or it has no such parameter or value.
    """
    name, settings = _name_and_settings(without_level(game, text))
    makers = bots_of(game)
    if name in makers:
        bot = makers[name]()
    elif name in SEARCHERS:
        from .search import SEARCHING_BOTS

        bot = SEARCHING_BOTS[name]()
        for key, value in game.search.items():
            setattr(bot, key, value)
    else:
        raise PackError(
            f"{name!r} is not a bot of {game.id}; its bots: {', '.join(bot_names(game))}"
        )
    for key, value in settings.items():
        read = bot.parameters.get(key)
        if read is None:
            legal = ", ".join(bot.parameters) or "none"
            raise PackError(f"the bot {name!r} has no parameter {key!r}; it has: {legal}")
        try:
            setattr(bot, key, read(value))
        except ValueError:
            raise PackError(
                f"'{key}={value}' does not suit the bot {name!r}; give {key} as {read.__name__}"
            ) from None
    bot.check(game)
    return bot


def read_seats(game: Game[Any], seats: Sequence[str], text: str) -> dict[str, str]:
    """Return who plays each seat: `human` or the name of a bot, with its parameters if any.

    A level of difficulty, as in `bot:hard`, is replaced by the bot that plays it.
    `text` is a list such as `human,bot:greedy`; a single entry stands for every seat.
    Parameters follow the name after a comma or a colon: `human,bot:mcts,ms=500,depth=8` and
    `human,bot:mcts:ms=500:depth=8` are the same.

    Raises:
        PackError: a wrong number of entries, or an unknown bot or parameter.
    """
    entries = split_seats(text)
    if len(entries) == 1:
        entries *= len(seats)
    if len(entries) != len(seats):
        raise PackError(
            f"{text!r} names {len(entries)} players, but {game.id} has {len(seats)} seats "
            f"({', '.join(seats)}); name one for all or one for each"
        )
    players = {}
    for seat, entry in zip(seats, entries, strict=True):
        kind, _, bot = entry.partition(":")
        if entry == HUMAN:
            players[seat] = HUMAN
            continue
        bot = without_level(game, bot)
        if kind != "bot" or bot.partition(":")[0] not in bot_names(game):
            legal = ", ".join([HUMAN, *(f"bot:{name}" for name in bot_names(game))])
            raise PackError(f"{entry!r} cannot play {game.id}; choose from: {legal}")
        make_bot(game, bot)
        players[seat] = bot
    return players


def options_to_seat(game: Game[Any], options: Mapping[str, Any], text: str) -> dict[str, Any]:
    """Return the options of a game, chosen so that there is a seat for each player named.

    One entry stands for every seat, and so asks for no number of them.
    An option that was chosen stays as it is.
    Where none of the others makes the number of seats fit, nothing is added.

    Raises:
        PackError: an option that the game does not have, or a wrong value.
    """
    chosen, wanted = game.read_options(options), len(split_seats(text))
    if wanted == 1 or len(game.seats_for(chosen)) == wanted:
        return chosen
    for option in game.options:
        for value in option.values if option.name not in options else ():
            fitting = {**chosen, option.name: value}
            if len(game.seats_for(fitting)) == wanted:
                return fitting
    return chosen


def split_seats(text: str) -> list[str]:
    """Split a list of players; a part with `=` belongs to the entry before it.

    >>> split_seats("human,bot:mcts,ms=500")
    ['human', 'bot:mcts:ms=500']
    """
    entries: list[str] = []
    for part in text.split(","):
        if "=" in part and ":" not in part.partition("=")[0] and entries:
            entries[-1] += ":" + part.strip()
        else:
            entries.append(part.strip())
    return entries


def seat_bots(game: Game[Any], players: Mapping[str, str], seed: object) -> dict[str, Bot]:
    """Return a bot for each seat that is not played by a person."""
    numbers = None
    bots = {}
    for seat, name in players.items():
        if name != HUMAN:
            bot = make_bot(game, name)
            bot.seat = seat
            bot.seed = seed
            if isinstance(bot, RandomBot):
                numbers = numbers or random_numbers(seed)
                bot.draw = numbers
            bots[seat] = bot
    return bots


def is_all_random(game: Game[Any], players: Mapping[str, str]) -> bool:
    """Return whether every seat has a plain random bot; then `Match.run_at_random` is enough."""
    makers = bots_of(game)
    return all(makers.get(name) is RandomBot for name in players.values())


def play_bots(
    match: Match[Any], bots: Mapping[str, Bot], watch: Callable[[], object] | None = None
) -> None:
    """Let the bots answer until a person must decide or the game is over.

    `watch()` is called before each of their answers, while they may think for long.
    """
    answer = chooser(bots)
    if watch is None:
        match.run(answer)
        return

    def choose(match: Match[Any], decision: Decision) -> Answer | None:
        watch()
        return answer(match, decision)

    match.run(choose)
