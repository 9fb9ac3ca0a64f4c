"""Who plays when no one does."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from .chance import fractions, stream
from .decisions import Answer, Decision
from .errors import PackError
from .game import Game
from .play import Chooser, Play

HUMAN = "human"


class Bot:
    """Answers decisions for one seat.

    `looks_ahead` tells that the bot forks the game, which then keeps snapshots.
    """

    looks_ahead = False
    seat: str = ""
    seed: object = 0

    def choose(self, play: Play[Any], decision: Decision) -> Answer:
        """Return the answer to a decision of this bot's seat."""
        raise NotImplementedError

    def skip(self, answers: int) -> None:
        """Catch up with so many answers given before, when a saved game goes on."""

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
        if not decision.several:
            options = decision.options
            if len(options) <= 4 * self.answers:
                return options
            return random.sample(list(options), 4 * self.answers)
        tried = [decision.at_random(random.random()) for _ in range(self.answers)]
        return list(dict.fromkeys(tried))


def bots_of(game: Game[Any]) -> dict[str, Callable[[], Bot]]:
    """Return the makers of all bots of a game by name."""
    bots: dict[str, Callable[[], Bot]] = {"random": RandomBot}
    if game.evaluate is not None:
        bots["greedy"] = GreedyBot
    return bots | dict(game.bots)


def read_seats(game: Game[Any], seats: Sequence[str], text: str) -> dict[str, str]:
    """Return who plays each seat: `human` or the name of a bot.

    `text` is a list such as `human,bot:greedy`; a single entry stands for every seat.

    Raises:
        PackError: a wrong number of entries, or an unknown bot.
    """
    entries = [entry.strip() for entry in text.split(",")]
    if len(entries) == 1:
        entries *= len(seats)
    if len(entries) != len(seats):
        raise PackError(
            f"{text!r} names {len(entries)} players, but {game.id} has {len(seats)} seats "
            f"({', '.join(seats)}); name one for all or one for each"
        )
    known = bots_of(game)
    players = {}
    for seat, entry in zip(seats, entries, strict=True):
        kind, _, name = entry.partition(":")
        if entry == HUMAN:
            players[seat] = HUMAN
        elif kind == "bot" and name in known:
            players[seat] = name
        else:
            legal = ", ".join([HUMAN, *(f"bot:{name}" for name in known)])
            raise PackError(f"{entry!r} cannot play {game.id}; choose from: {legal}")
    return players


def seat_bots(game: Game[Any], players: Mapping[str, str], seed: object) -> dict[str, Bot]:
    """Return a bot for each seat that is not played by a person."""
    makers = bots_of(game)
    numbers = None
    bots = {}
    for seat, name in players.items():
        if name != HUMAN:
            bot = makers[name]()
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


def play_bots(play: Play[Any], bots: Mapping[str, Bot]) -> None:
    """Let the bots answer until a person must decide or the game is over."""
    play.run(chooser(bots))
