"""Boxes in a picture, and which of many overlap one."""

from collections import defaultdict
from collections.abc import Iterable
from typing import TypeAlias

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""

_SIDE, _AROUND = 128, 64
"""Pixels of the side of a square in which boxes are looked up; after how many squares the first
comes again, so that a vast box has not too many."""


class Boxes:
    """Boxes with numbers, in the order in which they were added.

    Each is noted in the squares that it touches, so that a box meets only what is near.
    """

    def __init__(self, boxes: Iterable[Box]) -> None:
        self.all: list[Box] = []
        self._squares: defaultdict[int, list[int]] = defaultdict(list)
        for box in boxes:
            self.add(box)

    def add(self, box: Box) -> None:
        for square in _squares(box):
            self._squares[square].append(len(self.all))
        self.all.append(box)

    def over(self, box: Box) -> list[int]:
        """Return the numbers of the boxes that overlap one, in ascending order."""
        if not self.all:
            return []
        left, top, right, bottom = box
        near = {at for square in _squares(box) for at in self._squares.get(square, ())}
        return sorted(
            at
            for at in near
            if (it := self.all[at])[0] < right and left < it[2] and it[1] < bottom and top < it[3]
        )


def _squares(box: Box) -> list[int]:
    left, top, right, bottom = box
    across = range(int(left // _SIDE), int(right // _SIDE) + 1)[:_AROUND]
    down = range(int(top // _SIDE), int(bottom // _SIDE) + 1)[:_AROUND]
    return [x % _AROUND * _AROUND + y % _AROUND for x in across for y in down]


def do_overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def bounds_of(points: Iterable[tuple[float, float]]) -> Box:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
