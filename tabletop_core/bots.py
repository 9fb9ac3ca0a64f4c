"""Who plays when no one does."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from .chance import fractions, stream
from .decisions import Answer, Decision
from .errors import PackError
from .game import Game
from .play import Chooser, Play

HUMAN = "human"
SEARCHERS = ("flat", "mcts", "ismcts")
"""Bots that search, for any game; they are loaded when one is seated."""


class Bot:
    """Answers decisions for one seat.

    `looks_ahead` tells that the bot forks the game, which then keeps snapshots.
    `parameters` names the attributes that may be set where the bot is named, as in
    `bot:mcts,ms=500`, each with what reads its value from text.
    """

    looks_ahead = False
    parameters: ClassVar[Mapping[str, Callable[[str], Any]]] = {}
    seat: str = ""
    seed: object = 0

    def choose(self, play: Play[Any], decision: Decision) -> Answer:
        """Return the answer to a decision of this bot's seat."""
        raise NotImplementedError

    def skip(self, answers: int) -> None:
        """Catch up with so many answers given before, when a saved game goes on."""

    def check(self, game: Game[Any]) -> None:
        """Raise `PackError` where the parameters make no sense for this game."""

    def random(self, play: Play[Any]) -> Random:
        """Return a random stream for the present decision, apart from the game's own chance."""
        return stream(self.seed, "bot", self.seat, play.decisions)


class RandomBot(Bot):
    """Chooses among the options, each equally likely.

    All random bots of a game share one stream and take one number from it for each answer,
    whatever is asked, so that `skip` is exact.
    """

    draw: Callable[[], float]

    def choose(self, play: Play[Any], decision: Decision) -> Answer:
        return decision.at_random(self.draw())

    def skip(self, answers: int) -> None:
        for _ in range(answers):
            self.draw()


def random_numbers(seed: object) -> Callable[[], float]:
    """Return the numbers that the random bots of a game take their answers from."""
    return fractions(seed, "bots").__next__


class GreedyBot(Bot):
    """Looks one answer ahead with forks and takes the option that the pack values most.

    Each option is tried `tries` times with fresh chance; ties are broken at random.
    Where several options are asked for, some legal answers are compared.
    """

    looks_ahead = True
    tries = 3
    answers = 24

    def choose(self, play: Play[Any], decision: Decision) -> Answer:
        evaluate = play.game.evaluate
        assert evaluate is not None
        random = self.random(play)
        best: list[Answer] = []
        most = float("-inf")
        for answer in self.candidates(decision, random):
            value = 0.0
            for number in range(self.tries):
                fork = play.fork(self.seat, number, seat=self.seat)
                fork.answer(answer)
                value += evaluate(fork, self.seat)
            if value > most:
                most, best = value, [answer]
            elif value == most:
                best.append(answer)
        return best[int(random.random() * len(best))]

    def candidates(self, decision: Decision, random: Random) -> Sequence[Answer]:
        """Return the answers to compare."""
        return candidates(decision, random, self.answers)


def candidates(decision: Decision, random: Random, answers: int = 24) -> Sequence[Answer]:
    """Return the legal answers worth comparing: all, or a sample where there are very many.

    Where several options are asked for, there are up to `answers` legal answers in it.
    """
    if not decision.several:
        options = decision.options
        if len(options) <= 4 * answers:
            return options
        return random.sample(list(options), 4 * answers)
    tried = [decision.at_random(random.random()) for _ in range(answers)]
    return list(dict.fromkeys(tried))


def bots_of(game: Game[Any]) -> dict[str, Callable[[], Bot]]:
    """Return the makers of all bots of a game by name."""
    bots: dict[str, Callable[[], Bot]] = {"random": RandomBot}
    if game.evaluate is not None:
        bots["greedy"] = GreedyBot
    return bots | dict(game.bots)


def bot_names(game: Game[Any]) -> list[str]:
    """Return the names of all bots that can play a game: its own, then those that search."""
    return list(dict.fromkeys([*bots_of(game), *SEARCHERS]))


def make_bot(game: Game[Any], text: str) -> Bot:
    """Return the bot that a text names, such as `greedy` or `mcts:ms=500`.

    Raises:
        PackError: no such bot, or it has no such parameter or value.
    """
    name, *settings = text.replace(",", ":").split(":")
    makers = bots_of(game)
    if name in makers:
        bot = makers[name]()
    elif name in SEARCHERS:
        from . import search

        bot = search.SEARCHERS[name]()
        for key, value in game.search.items():
            setattr(bot, key, value)
    else:
        raise PackError(f"{name!r} is no bot of {game.id}; its bots: {', '.join(bot_names(game))}")
    for setting in settings:
        key, _, value = setting.partition("=")
        read = bot.parameters.get(key)
        if read is None:
            legal = ", ".join(bot.parameters) or "none"
            raise PackError(f"the bot {name!r} has no parameter {key!r}; it has: {legal}")
        try:
            setattr(bot, key, read(value))
        except ValueError:
            raise PackError(
                f"{setting!r} does not suit the bot {name!r}; give {key} as {read.__name__}"
            ) from None
    bot.check(game)
    return bot


def read_seats(game: Game[Any], seats: Sequence[str], text: str) -> dict[str, str]:
    """Return who plays each seat: `human` or the name of a bot, with its parameters if any.

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
        if kind != "bot" or bot.partition(":")[0] not in bot_names(game):
            legal = ", ".join([HUMAN, *(f"bot:{name}" for name in bot_names(game))])
            raise PackError(f"{entry!r} cannot play {game.id}; choose from: {legal}")
        make_bot(game, bot)
        players[seat] = bot
    return players


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


def chooser(bots: Mapping[str, Bot]) -> Chooser:
    """Return what answers decisions with these bots and leaves those of a person alone."""

    def choose(play: Play[Any], decision: Decision) -> Answer | None:
        for seat in decision.seats:
            if seat not in bots:
                return None
        return bots[decision.seats[0]].choose(play, decision)

    return choose


def is_all_random(game: Game[Any], players: Mapping[str, str]) -> bool:
    """Tell whether a plain random bot sits in every seat; then `Play.run_at_random` will do."""
    makers = bots_of(game)
    return all(makers.get(name) is RandomBot for name in players.values())


def play_bots(
    play: Play[Any], bots: Mapping[str, Bot], watch: Callable[[], object] | None = None
) -> None:
    """Let the bots answer until a person must decide or the game is over.

    `watch()` is called before each of their answers, while they may think for long.
    """
    answer = chooser(bots)
    if watch is None:
        play.run(answer)
        return

    def choose(play: Play[Any], decision: Decision) -> Answer | None:
        watch()
        return answer(play, decision)

    play.run(choose)
