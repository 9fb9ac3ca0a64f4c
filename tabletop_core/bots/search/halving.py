"""Sequential halving: all answers meet the same chance, and the worse half is dropped each time."""

from collections.abc import Callable, Sequence
from math import inf, sqrt
from typing import TypeAlias

from ...engine.decisions import Answer

Trial: TypeAlias = Callable[[Answer, int], float]
"""Plays an answer out with the chance of this number, and returns the result."""


def halve(
    answers: Sequence[Answer], play: Trial, left: Callable[[int], float], *, keep_first: bool
) -> dict[Answer, list[float]]:
    """Play answers out and return what came of each: of the last two, the same number of values.

    Values at the same place come from the same chance. `left(done)` tells how many playouts are
    left; each halving takes an equal part of them. `keep_first`: never drop the first answer.
    """
    values: dict[Answer, list[float]] = {answer: [] for answer in answers}
    alive = list(answers)
    done = number = 0
    halvings = max(1, (len(alive) - 1).bit_length())
    for togo in range(halvings, 0, -1):
        until = inf
        while until == inf or left(done) > until:
            for answer in alive:
                values[answer].append(play(answer, number))
            done += len(alive)
            number += 1
            if until == inf:
                until = left(done) * (togo - 1) / togo
        ranked = sorted(alive[keep_first:], key=lambda answer: -sum(values[answer]))
        alive = [*alive[:keep_first], *ranked][: max(2, (len(alive) + 1) // 2)]
    return {answer: values[answer] for answer in alive}


def is_better(ours: Sequence[float], theirs: Sequence[float], trust: float) -> bool:
    """Return whether values are better than others of the same chance, by `trust` standard errors.

    As if there had been one more of the greatest difference either way, since few may be luck.
    """
    differences = [one - other for one, other in zip(ours, theirs, strict=True)]
    most = max(map(abs, differences))
    count = len(differences) + 2
    mean = sum(differences) / count
    squares = sum(one * one for one in differences) + 2 * most * most
    return mean > trust * sqrt(max(squares / count - mean * mean, 0.0) / count)
