"""Searches: flat, one tree for all, a tree for each seat.

A node of a tree stands for a decision.
Chance is not laid out: it is drawn anew on every way down, and the decisions it leads to are told
apart by who is asked what, with which options.
So dice that make a difference at once make a branch of their own, and others are averaged.
"""

from collections.abc import Callable, Hashable, Sequence
from math import log, sqrt
from random import Random
from time import perf_counter
from typing import Any

import attrs

from ..bots import candidates
from ..decisions import Answer, Decision
from ..events import Event
from ..play import Play
from .playouts import DEPTH, Horizon, Playouts
from .values import Evaluate, Values

CALIBRATION = 16
"""Playouts from which the scale of values is taken beforehand, at most an eighth of the others."""
CALIBRATION_DEPTH = 12
"""Decisions that these playouts have at least, so that positions really differ."""


@attrs.frozen
class Budget:
    """How long to search: so many playouts, or so many milliseconds where `ms` is given."""

    n: int
    ms: int = 0

    def clock(self) -> Callable[[int], float]:
        """Return what tells, from the number of playouts done, how many are left, about."""
        if not self.ms:
            return lambda done: self.n - done
        begin = perf_counter()
        seconds = self.ms / 1000

        def left(done: int) -> float:
            gone = perf_counter() - begin
            return done * (seconds - gone) / gone if done and gone < seconds else seconds - gone

        return left


class Tried:
    """What came of one answer: how often it was tried, the sum of values and of their squares."""

    __slots__ = ("count", "squares", "total")

    def __init__(self) -> None:
        self.count = 0
        self.total = 0.0
        self.squares = 0.0

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def variance(self) -> float:
        """How much the values differ, as if there had been one more of each extreme."""
        count, total = self.count + 2, self.total + 1
        return (self.squares + 1) / count - (total / count) ** 2

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value


LEAST_SPREAD = 1e-6
"""Variance that a node has at least, so that equal values do not end the search for others."""


class Node:
    """A decision in the tree: its answers, what came of each, and the decisions after it."""

    __slots__ = ("children", "count", "squares", "total", "tried")

    def __init__(self, answers: Sequence[Answer]) -> None:
        self.tried: dict[Answer, Tried] = {answer: Tried() for answer in answers}
        self.children: dict[Hashable, Node] = {}
        self.count = 0
        self.total = 0.0
        self.squares = 0.0

    def choose(self, eager: float) -> Answer:
        """Return the answer with the greatest upper confidence bound.

        How far a bound lies above the mean depends on how much values differ here at all.
        An answer not tried yet is taken for as good as the average here.
        """
        count = self.count or 1
        level = self.total / count
        differ = sqrt(max(self.squares / count - level * level, LEAST_SPREAD))
        spread = eager * differ * sqrt(log(count + 1))
        best, most = None, -1.0
        for answer, tried in self.tried.items():
            count = tried.count
            bound = tried.total / count + spread / sqrt(count) if count else level + spread
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
        self, decision: Decision, seat: str, random: Random, eager: float, horizon: Horizon
    ) -> None:
        self.root = Node(shuffled(decision, random))
        self._answers = list(self.root.tried)
        self._seat = seat
        self._at = 0

    def descend(self, fork: Play[Any]) -> "list[tuple[Node, Answer, str]]":
        """Play a fork down to where it is valued; return the way."""
        answer = self._answers[self._at % len(self._answers)]
        self._at += 1
        fork.answer(answer)
        return [(self.root, answer, self._seat)]


class OneTree:
    """One tree for all seats, for games in which everyone sees everything."""

    records = False

    def __init__(
        self, decision: Decision, seat: str, random: Random, eager: float, horizon: Horizon
    ) -> None:
        self._random = random
        self._eager = eager
        self._horizon = horizon
        self.root = Node(shuffled(decision, random))

    def descend(self, fork: Play[Any]) -> list[tuple[Node, Answer, str]]:
        node: Node | None = self.root
        way = []
        while node is not None and fork.decision is not None:
            decision = fork.decision
            answer = node.choose(self._eager)
            way.append((node, answer, decision.seat))
            fork.answer(answer)
            if fork.decision is not None:
                if self._horizon.is_reached(fork):
                    break
                node = self._next(node, (answer, asked(fork.decision)), fork.decision)
        return way

    def _next(self, node: Node, key: Hashable, decision: Decision) -> Node | None:
        """Return the node after this one; None, after adding it, where it is new."""
        known = node.children.get(key)
        if known is None:
            node.children[key] = Node(shuffled(decision, self._random))
        return known


class TreeForEachSeat(OneTree):
    """A tree for each seat, whose nodes stand for what that seat has seen.

    What others did is known of them by the events they may see, and no more.
    """

    records = True

    def __init__(
        self, decision: Decision, seat: str, random: Random, eager: float, horizon: Horizon
    ) -> None:
        super().__init__(decision, seat, random, eager, horizon)
        self._seat = seat
        self._others: dict[str, Node] = {}

    def descend(self, fork: Play[Any]) -> list[tuple[Node, Answer, str]]:
        way: list[tuple[Node, Answer, str]] = []
        at: dict[str, Node] = {self._seat: self.root}
        last: dict[str, Answer] = {}
        heard: dict[str, int] = {}
        node: Node | None = self.root
        while node is not None and fork.decision is not None:
            mover = self._seat if not way else fork.decision.seat
            answer = node.choose(self._eager)
            way.append((node, answer, mover))
            at[mover], last[mover] = node, answer
            heard[mover] = len(fork.events)
            fork.answer(answer)
            if fork.decision is not None:
                if self._horizon.is_reached(fork):
                    break
                seat = fork.decision.seat
                seen = _seen(fork.events[heard.get(seat, 0) :], seat)
                before = at.get(seat) or self._others.setdefault(seat, Node(()))
                node = self._next(
                    before, (last.get(seat), seen, asked(fork.decision)), fork.decision
                )
        return way


_DICE = ("roll", "look_up", "step")


def _seen(events: Sequence[Event], seat: str) -> Hashable:
    """Return what a seat has seen happen, but for dice, which are averaged."""
    return tuple(
        f"{event.kind} {event.facts}"
        for event in events
        if event.kind not in _DICE and event.seen_by(seat)
    )


Tree = Flat | OneTree


@attrs.define
class Search:
    """Searches the present decision of a seat; `tried` tells what came of each answer.

    `seed` and the play name all chance in it: with a number of playouts as its budget, the same
    search gives the same result.
    `settles`: end before the budget is spent, once no other answer can be tried as often as the
    one tried most.
    """

    play: Play[Any]
    seat: str
    random: Random
    kind: type[Tree]
    budget: Budget
    eager: float = 1.0
    depth: int | None = None
    rounds: int = 0
    steps: int = 0
    policy: str = ""
    settles: bool = False
    evaluate: Evaluate | None = None
    done: int = 0

    def run(self) -> Node:
        """Search until the budget is spent; return the root."""
        play = self.play
        assert play.decision is not None
        horizon = Horizon(self.rounds, self.steps)
        depth = self.depth
        if depth is None and self.evaluate is not None and not horizon:
            depth = DEPTH
        playouts = Playouts(play, self.random, self.policy, depth, horizon)
        values = Values(play, self.evaluate)
        tree = self.kind(play.decision, self.seat, self.random, self.eager, horizon)
        left = self.budget.clock()
        values.learn(self._first(playouts))
        # However little time there is, one playout must tell something.
        while not tree.root.count or self._goes_on(tree.root, left(tree.root.count)):
            fork = self._fork(tree.records)
            horizon.begin(fork)
            way = tree.descend(fork)
            playouts.play_on(fork, self.done)
            self.done += 1
            found: dict[str, float] = {}
            for node, answer, seat in way:
                if seat not in found:
                    found[seat] = values.of(fork, seat)
                node.add(answer, found[seat])
        return tree.root

    def _goes_on(self, root: Node, left: float) -> bool:
        if left <= 0:
            return False
        # The most tried cannot lead by more than all there were.
        return not self.settles or root.count <= left or root.lead <= left

    def _fork(self, record: bool = False) -> Play[Any]:
        return self.play.fork(self.seat, "search", self.done, seat=self.seat, record=record)

    def _first(self, playouts: Playouts) -> list[Play[Any]]:
        """Play a few forks, to learn the scale of their values."""
        few = CALIBRATION if self.budget.ms else max(1, min(CALIBRATION, self.budget.n // 8))
        forks = []
        for _ in range(few):
            fork = self._fork()
            playouts.play_on(fork, self.done, least=CALIBRATION_DEPTH)
            self.done += 1
            forks.append(fork)
        return forks


def best(root: Node) -> Answer:
    """Return the answer tried most often; among equals, that of the greatest mean."""
    return max(root.tried, key=lambda answer: (root.tried[answer].count, root.tried[answer].mean))
