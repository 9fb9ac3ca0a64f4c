"""Searches: flat, one tree for all, a tree for each seat.

A node of a tree stands for a decision.
If seats choose at the same time, the answers of each are weighed independently of the others, and
the nodes that follow depend on the answers of all.
Chance has no nodes: it is redrawn on every descent, and the decisions that follow differ by who is
asked what, with which options. So dice that matter at once make a branch, and others are averaged.
"""

from collections.abc import Callable, Hashable, Sequence
from math import inf, log, sqrt
from random import Random
from time import perf_counter
from typing import Any, TypeAlias

import attrs

from ...engine.decisions import Answer, Decision
from ...engine.information import seen
from ...engine.match import Match
from ..simple import candidates
from .halving import halve
from .playouts import DEPTH, Horizon, Playouts
from .values import Evaluate, Values

CALIBRATION = 16
"""Playouts from which the scale of values is taken beforehand, at most an eighth of the others."""
CALIBRATION_DEPTH = 12
"""Decisions that these playouts have at least, so that positions really differ."""
ENOUGH = 1 / 8
"""Part of the budget after which a search that trusts an answer ends, if nothing has differed."""

AVERAGED = ("roll", "look_up", "step")
"""Events that do not distinguish decisions: what dice showed, and headings."""


@attrs.frozen
class SearchBudget:
    """The budget of a search: `n` playouts, `ms` milliseconds, or what ends first of both.

    One that is 0 sets no limit.
    """

    n: int
    ms: int = 0

    def clock(self) -> Callable[[int], float]:
        """Return what tells, from the number of playouts done, how many are left, about."""
        if not self.ms:
            return lambda done: self.n - done
        begin = perf_counter()
        seconds = self.ms / 1000
        most = self.n or inf

        def left(done: int) -> float:
            gone = perf_counter() - begin
            in_time = done * (seconds - gone) / gone if done and gone < seconds else seconds - gone
            return min(in_time, most - done)

        return left


MIN_SPREAD = 0.02
"""Deviation that values have at least, so that like ones do not end the search for others."""
NO_SPREAD = 1e-9
"""Variance up to which nothing makes a difference."""
DOUBT = 0.01
"""How often each extreme is added to the values of an answer for their variance, since a few bad
values may be bad luck.
"""
UNTRIED, UNUSUAL = 1, 4
"""The number of average results that an untried answer counts as; greater if a bot gives another.

"""


def estimate(count: int, total: float, squares: float) -> tuple[float, float, float]:
    """Return the mean of values, its standard error, and the error for a deviation of 1."""
    often = count + 2 * DOUBT
    mean = (total + DOUBT) / often
    unit = 1 / sqrt(often)
    return mean, sqrt((squares + DOUBT) / often - mean * mean) * unit, unit


class Tried:
    """What came of one answer: how often it was tried, the sum of values and of their squares."""

    __slots__ = ("count", "estimate", "squares", "total")

    def __init__(self) -> None:
        self.count = 0
        self.total = 0.0
        self.squares = 0.0
        self.estimate = (0.0, 0.0, 0.0)

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def cautious(self) -> float:
        """The mean, as if there had been one more of each extreme."""
        return (self.total + 1) / (self.count + 2)

    @property
    def variance(self) -> float:
        """How much the values differ, as if there had been one more of each extreme."""
        count, total = self.count + 2, self.total + 1
        return (self.squares + 1) / count - (total / count) ** 2

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value
        self.estimate = estimate(self.count, self.total, self.squares)


class SearchNode:
    """A decision in the tree: its answers, what came of each, and the decisions after it.

    The `usual` answer, if there is one, is the first to be tried.
    """

    __slots__ = ("children", "count", "squares", "total", "tried", "untried")

    def __init__(self, answers: Sequence[Answer], usual: Answer | None = None) -> None:
        self.untried = UNTRIED
        if usual is not None:
            self.untried = UNUSUAL
            answers = (usual, *answers)
        self.tried: dict[Answer, Tried] = {answer: Tried() for answer in answers}
        self.children: dict[Hashable, SearchNode] = {}
        self.count = 0
        self.total = 0.0
        self.squares = 0.0

    def choose(self, eager: float) -> Answer:
        """Return the answer with the greatest upper confidence bound.

        How far a bound lies above the mean depends on how much the values of the answer differ, or
        those of all answers if that is more.
        """
        count = self.count or 1
        level = self.total / count
        least = max(sqrt(max(self.squares / count - level * level, 0.0)), MIN_SPREAD)
        eagerness = eager * sqrt(log(count + 1))
        untried = estimate(self.untried, self.untried * level, self.untried * level * level)
        best, most = None, -1.0
        for answer, tried in self.tried.items():
            mean, error, unit = tried.estimate if tried.count else untried
            if error < least * unit:
                error = least * unit
            bound = mean + eagerness * error
            if bound > most:
                best, most = answer, bound
        assert best is not None
        return best

    def add(self, answer: Answer, value: float) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value
        self.tried[answer].add(value)

    @property
    def lead(self) -> int:
        """How often the most tried answer was tried more than the next."""
        most = next_most = 0
        for tried in self.tried.values():
            if tried.count > most:
                most, next_most = tried.count, most
            elif tried.count > next_most:
                next_most = tried.count
        return most - next_most

    def difference(self, one: Answer, other: Answer) -> tuple[float, float]:
        """Return how much more one answer is worth than another, and the standard error of that.

        As if each had also come to one more of each extreme, since few values may be luck.
        """
        ours, theirs = self.tried[one], self.tried[other]
        if not ours.count or not theirs.count:
            return 0.0, inf
        error = sqrt(ours.variance / ours.count + theirs.variance / theirs.count)
        return ours.cautious - theirs.cautious, error

    @property
    def differs(self) -> bool:
        """Whether the values differ at all."""
        level = self.total / self.count
        return self.squares / self.count - level * level > NO_SPREAD


Descent: TypeAlias = list[tuple[SearchNode, Answer, str]]
"""The decisions of a descent: the node, the answer given, and who gave it."""


def shuffled(decision: Decision, random: Random) -> Sequence[Answer]:
    """Return the answers to try, in random order."""
    answers = list(candidates(decision, random))
    random.shuffle(answers)
    return answers


def asked(decision: Decision) -> Hashable:
    """Return what tells a decision apart: who is asked what, with which options."""
    options = decision.options
    return (
        decision.seats,
        decision.prompt,
        options if isinstance(options, range) else tuple(options),
    )


class Flat:
    """Tries each answer equally often."""

    records = False

    def __init__(
        self, root: SearchNode, seat: str, random: Random, eager: float, playouts: Playouts
    ) -> None:
        self.root = root
        self._answers = list(root.tried)
        self._seat = seat
        self._at = 0

    def descend(self, fork: Match[Any]) -> Descent:
        """Play a fork down to where it is valued; return the way."""
        answer = self._answers[self._at % len(self._answers)]
        self._at += 1
        fork.answer(answer)
        return [(self.root, answer, self._seat)]


class OneTree:
    """One tree for all seats, for games in which everyone sees everything."""

    records = False

    def __init__(
        self, root: SearchNode, seat: str, random: Random, eager: float, playouts: Playouts
    ) -> None:
        self.root = root
        self._seat = seat
        self._random = random
        self._eager = eager
        self._playouts = playouts
        self._at_once = 0

    def descend(self, fork: Match[Any]) -> Descent:
        """Play a fork down to where the tree ends; return the way.

        A new node ends it: where a bot knows a usual answer, after that answer.
        """
        way: Descent = []
        event_counts: list[int] = []
        node, is_new = self.root, False
        self._at_once = 0
        while fork.decision is not None:
            answer = node.choose(self._eager)
            way.append((node, answer, fork.decision.seat if way else self._seat))
            event_counts.append(len(fork.events))
            self._at_once = self._at_once + 1 if fork.sealed else 1
            fork.answer(answer)
            if is_new or fork.decision is None or self._playouts.is_at_horizon(fork):
                break
            before, key = self._place(way, event_counts, fork, fork.decision)
            is_new = key not in before.children
            if is_new:
                usual = self._playouts.usual(fork)
                before.children[key] = SearchNode(shuffled(fork.decision, self._random), usual)
                if usual is None:
                    break
            node = before.children[key]
        return way

    def _place(
        self, way: Descent, event_counts: list[int], fork: Match[Any], decision: Decision
    ) -> tuple[SearchNode, Hashable]:
        """Return where a decision hangs in the tree: after which node, by which key.

        `event_counts` tells how many events there were when each answer of the way was given.
        The last `_at_once` of them were given at the same time.
        """
        at_once = way[-self._at_once :]
        answers = () if fork.sealed else tuple(answer for _, answer, _ in at_once)
        return at_once[0][0], (answers, asked(decision))


class TreeForEachSeat(OneTree):
    """A tree for each seat, whose nodes are its information states from the present one on.

    What others did is known of them by the events they may see, and no more; dice are averaged.
    """

    records = True

    def __init__(
        self, root: SearchNode, seat: str, random: Random, eager: float, playouts: Playouts
    ) -> None:
        super().__init__(root, seat, random, eager, playouts)
        self._others: dict[str, SearchNode] = {}

    def _place(
        self, way: Descent, event_counts: list[int], fork: Match[Any], decision: Decision
    ) -> tuple[SearchNode, Hashable]:
        seat = decision.seat
        node, answer, since = self._others.setdefault(seat, SearchNode(())), None, 0
        for (own, given, mover), number in zip(way, event_counts, strict=True):
            if mover == seat:
                node, answer, since = own, given, number
        return node, (answer, seen(fork.events[since:], seat, but=AVERAGED), asked(decision))


Tree = Flat | OneTree


@attrs.define
class Search:
    """Searches the present decision of a seat; `tried` tells what came of each answer.

    `seed` and the play name all chance in it: with a number of playouts as its budget, the same
    search gives the same result.
    `usual` is the answer to try first.
    `settles`: end before the budget is spent, once no other answer can be tried as often as the
    one tried most; if it is trusted, no other than the usual answer, or all where none differs.
    """

    match: Match[Any]
    seat: str
    random: Random
    kind: type[Tree]
    budget: SearchBudget
    eager: float = 1.0
    depth: int | None = None
    rounds: int = 0
    steps: int = 0
    policy: str = ""
    usual: Answer | None = None
    settles: bool = False
    trusts: bool = False
    evaluate: Evaluate | None = None
    scale: float = 0.0
    done: int = 0

    def run(self) -> SearchNode:
        """Search until the budget is spent; return the root."""
        match = self.match
        assert match.decision is not None
        playouts = self._playouts()
        values = self._values()
        decision = match.question_of(self.seat) or match.decision
        root = SearchNode(shuffled(decision, self.random), self.usual)
        tree = self.kind(root, self.seat, self.random, self.eager, playouts)
        left = self.budget.clock()
        if not values.has_scale:
            values.learn(self._first(playouts, left))
        # Even without time, at least one playout must be made.
        while not root.count or self._goes_on(root, left(root.count)):
            fork = self._fork(tree.records)
            playouts.begin(fork, self.done)
            way = tree.descend(fork)
            playouts.play_on(fork)
            self.done += 1
            found: dict[str, float] = {}
            for node, answer, seat in way:
                if seat not in found:
                    found[seat] = values.of(fork, seat)
                node.add(answer, found[seat])
        return root

    def halve(self, answers: Sequence[Answer]) -> dict[Answer, list[float]]:
        """Halve the answers until two are left; return what came of both, with the same chance.

        The usual answer, the first if there is one, is never dropped.
        """
        playouts = self._playouts()
        values = self._values()
        left = self.budget.clock()
        if values.is_contest and not values.has_scale:
            values.learn(self._first(playouts, left))

        def play(answer: Answer, number: int) -> float:
            fork = self.match.fork(self.seat, "halving", number, seat=self.seat)
            playouts.begin(fork, number)
            fork.answer(answer)
            playouts.play_on(fork)
            return values.plain(fork, self.seat)

        return halve(answers, play, left, keep_first=self.usual is not None)

    def _values(self) -> Values:
        """Return what values the ends of playouts, by what the seat may know of this position."""
        seen = [self.match]
        if self.evaluate is not None and self.match.game.hides:
            numbers = range(CALIBRATION)
            seen = [self.match.fork(self.seat, "value", n, seat=self.seat) for n in numbers]
        return Values(seen, self.evaluate, self.scale)

    def _playouts(self) -> Playouts:
        horizon = Horizon(self.rounds, self.steps)
        depth = self.depth
        if depth is None and self.evaluate is not None and not horizon:
            depth = DEPTH
        return Playouts(self.match, self.random, self.policy, depth, horizon)

    def _goes_on(self, root: SearchNode, left: float) -> bool:
        if left <= 0 or not self.settles:
            return left > 0
        trusted = self.usual if self.trusts else None
        if trusted is not None and root.count >= ENOUGH * (root.count + left) and not root.differs:
            return False
        # The most tried cannot lead by more than all there were.
        is_settled = root.count > left and root.lead > left
        return not is_settled or trusted not in (None, best(root))

    def _fork(self, record: bool = False) -> Match[Any]:
        return self.match.fork(self.seat, "search", self.done, seat=self.seat, record=record)

    def _first(self, playouts: Playouts, left: Callable[[int], float]) -> list[Match[Any]]:
        """Play a few forks, fewer if time runs out, to learn the scale of their values."""
        few = max(1, min(CALIBRATION, self.budget.n // 8)) if self.budget.n else CALIBRATION
        forks = []
        for number in range(few):
            if number and left(number) <= 0:
                break
            fork = self._fork()
            playouts.begin(fork, self.done)
            playouts.play_on(fork, least=CALIBRATION_DEPTH)
            self.done += 1
            forks.append(fork)
        return forks


def best(root: SearchNode) -> Answer:
    """Return the answer tried most often; among equals, that of the greatest mean."""
    return max(root.tried, key=lambda answer: (root.tried[answer].count, root.tried[answer].mean))
