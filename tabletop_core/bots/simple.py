"""Bots that any game has: one at random, and one that looks an answer ahead."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from ..chance import fractions
from ..engine.bot import Bot, value_of
from ..engine.decisions import Answer, Decision
from ..engine.game import Game
from ..engine.match import Chooser, Match, chance_of_fork


class RandomBot(Bot):
    """A bot that chooses among the options, all equally likely.

    All random bots of a game share one stream and take one number from it for each answer,
    whatever is asked, so that `skip` is exact.
    """

    draw: Callable[[], float]

    def choose(self, match: Match[Any], decision: Decision) -> Answer:
        return decision.at_random(self.draw())

    def skip(self, answers: int) -> None:
        for _ in range(answers):
            self.draw()


def random_numbers(seed: object) -> Callable[[], float]:
    """Return the numbers that the random bots of a game take their answers from."""
    return fractions(seed, "bots").__next__


class GreedyBot(Bot):
    """A bot that looks one answer ahead with forks and takes the option that the pack values most.

    Each option is tried `tries` times with fresh chance, or once if it involves no dice or cards;
    ties are broken at random.
    If several options are asked for, a sample of the legal answers is compared.
    """

    looks_ahead = True
    tries = 3
    answers = 24

    def choose(self, match: Match[Any], decision: Decision) -> Answer:
        evaluate = match.game.evaluate
        assert evaluate is not None
        random = self.random(match)
        best: list[Answer] = []
        most = float("-inf")
        for answer in self.candidates(decision, random):
            value = 0.0
            for number in range(self.tries):
                chance = chance_of_fork(match, self.seat, number)
                fork = match.fork(seat=self.seat, source=chance)
                fork.answer(answer, seat=self.seat)
                let_others_choose(fork, random.random)
                value += value_of(evaluate, fork.play, self.seat)
                if chance.untouched:
                    value *= self.tries
                    break
            if value > most:
                most, best = value, [answer]
            elif value == most:
                best.append(answer)
        return best[int(random.random() * len(best))]

    def candidates(self, decision: Decision, random: Random) -> Sequence[Answer]:
        """Return the answers to compare."""
        return candidates(decision, random, self.answers)


def let_others_choose(fork: Match[Any], number: Callable[[], float]) -> None:
    """Answer at random for the others that choose at the same time."""
    while fork.sealed:
        assert fork.decision is not None
        fork.answer(fork.decision.at_random(number()))


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


def usual_bot(game: Game[Any]) -> str:
    """Return the bot that plays where nothing else is said: the first that the pack brings."""
    return next(iter(game.bots), "random" if game.evaluate is None else "greedy")


def chooser(bots: Mapping[str, Bot]) -> Chooser:
    """Return what answers decisions with these bots and leaves those of a person alone."""

    def choose(match: Match[Any], decision: Decision) -> Answer | None:
        for seat in decision.seats:
            if seat not in bots:
                return None
        return bots[decision.seats[0]].choose(match, decision)

    return choose
