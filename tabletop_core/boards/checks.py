"""Consistency checks of maps: undeclared names, missing sides, things named twice."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import attrs

from ..data import fault
from ..errors import Problem
from .board import Board, BoardError

ANY = "any"
"""Stands for every kind of mover that is not named."""


def faults_of(a_map: Any, board: Board[Any] | None = None) -> Iterator[Problem]:
    """Yield the inconsistencies of a map, or of a file with the same keys."""
    checks = _Checks(a_map, board or a_map.board)
    yield from checks.twice()
    yield from checks.kinds()
    yield from checks.names()
    yield from checks.spaces()
    yield from checks.sides()
    yield from checks.terrain()


@attrs.frozen
class _Checks:
    """The checks of one map; each yields problems with the place of the value."""

    map: Any
    board: Board[Any]

    def twice(self) -> Iterator[Problem]:
        for key in ("terrain", "feature", "space", "region"):
            yield from said_twice(key, [entry.id for entry in getattr(self.map, key)])

    def kinds(self) -> Iterator[Problem]:
        known = (ANY, *self.map.kinds)
        for key in ("terrain", "feature"):
            for at, entry in enumerate(getattr(self.map, key)):
                for part in ("cost", "instead", "stop", "closed"):
                    named = getattr(entry, part, ())
                    for place, kind in enumerate(named):
                        step = f".{kind}" if isinstance(named, Mapping) else f"[{place}]"
                        where = f"{key}[{at}].{part}{step}"
                        if kind not in known:
                            yield undeclared(where, "kind of mover", kind, known, "`kinds`")
                        elif isinstance(named, Mapping) and named[kind] < 0:
                            yield fault(where, "a cost is negative", named[kind], "give 0 or more",
                                        code="D306")  # fmt: skip

    def names(self) -> Iterator[Problem]:
        terrain = [entry.id for entry in self.map.terrain]
        features = [entry.id for entry in self.map.feature]
        if self.map.ground and self.map.ground not in terrain:
            yield undeclared("ground", "terrain", self.map.ground, terrain, "a [[terrain]]")
        for at, entry in enumerate(self.map.space):
            if entry.terrain and entry.terrain not in terrain:
                where = f"space[{at}].terrain"
                yield undeclared(where, "terrain", entry.terrain, terrain, "a [[terrain]]")
            for place, name in enumerate(entry.features):
                if name not in features:
                    where = f"space[{at}].features[{place}]"
                    yield undeclared(where, "feature", name, features, "a [[feature]]")
        for at, entry in enumerate(self.map.feature):
            for place, name in enumerate(entry.cancels):
                if name not in features:
                    where = f"feature[{at}].cancels[{place}]"
                    yield undeclared(where, "feature", name, features, "a [[feature]]")

    def spaces(self) -> Iterator[Problem]:
        for at, entry in enumerate(self.map.space):
            yield from self.refused(f"space[{at}].id", entry.id, self.board.space)
        for key in ("terrain", "feature", "region"):
            for at, entry in enumerate(getattr(self.map, key)):
                for place, name in enumerate(entry.spaces):
                    where = f"{key}[{at}].spaces[{place}]"
                    yield from self.refused(where, name, self.board.space)
                yield from said_twice(f"{key}[{at}].spaces", entry.spaces, "")

    def sides(self) -> Iterator[Problem]:
        for at, entry in enumerate(self.map.feature):
            for place, name in enumerate(entry.sides):
                where = f"feature[{at}].sides[{place}]"
                yield from self.refused(where, name, self.board.side_named, "D302")
            for number, way in enumerate(entry.through):
                wrong = False
                for place, name in enumerate(way):
                    where = f"feature[{at}].through[{number}][{place}]"
                    unknown = list(self.refused(where, name, self.board.space))
                    yield from unknown
                    if place and not unknown and not wrong:
                        side = f"{way[place - 1]}/{name}"
                        yield from self.refused(where, side, self.board.side_named, "D302")
                    wrong = bool(unknown)

    def terrain(self) -> Iterator[Problem]:
        """Each space has one terrain, if the map has terrain at all."""
        of: dict[str, str] = {}
        for at, entry in enumerate(self.map.terrain):
            for place, name in enumerate(entry.spaces):
                if of.setdefault(name, entry.id) != entry.id:
                    yield fault(
                        f"terrain[{at}].spaces[{place}]", f"this space is {of[name]} already",
                        name, "name it at one terrain", code="D305",
                    )  # fmt: skip
        for at, entry in enumerate(self.map.space):
            if entry.terrain and of.setdefault(entry.id, entry.terrain) != entry.terrain:
                yield fault(
                    f"space[{at}].terrain", f"this space is {of[entry.id]} already",
                    entry.terrain, "name it at one terrain", code="D305",
                )  # fmt: skip
        if self.map.terrain and not self.map.ground:
            bare = [name for name in map(self.board.name, self.board) if name not in of]
            if bare:
                number = f" and {len(bare) - 1} more" if bare[1:] else ""
                yield fault(
                    "terrain", f"these spaces have no terrain: {bare[0]}{number}", bare[0],
                    "name them at a terrain, or state `ground` for all that are not named",
                    code="D307",
                )  # fmt: skip

    def refused(
        self, key: str, name: str, read: Callable[[str], Any], code: str = "D301"
    ) -> Iterator[Problem]:
        try:
            read(name)
        except BoardError as error:
            message, _, remedy = str(error).partition("; ")
            yield fault(key, message, name, remedy, code=code)


def undeclared(key: str, what: str, name: str, known: Iterable[str], where: str) -> Problem:
    """Return the problem of a name that nothing declares."""
    listed = ", ".join(known) or "none"
    return fault(
        key, f"there is no {what} of this name", name, f"use {listed}, or declare it in {where}",
        code="D304",
    )  # fmt: skip


def said_twice(key: str, names: Iterable[str], last: str = ".id") -> Iterator[Problem]:
    """Yield the problems of names that occur twice where they must differ."""
    seen: set[str] = set()
    for at, name in enumerate(names):
        if name in seen:
            yield fault(
                f"{key}[{at}]{last}", "this is already there", name, "take one out", code="D305"
            )
        seen.add(name)


def not_drawn(a_map: Any, names: Iterable[str]) -> Iterator[Problem]:
    """Yield the problems of things that a map file is to show and has no position for.

    For the method `faults` of a pack's own map file, given the files whose things lie on it.
    """
    placed = {entry.id for entry in a_map.space if entry.position}
    for name in names:
        if name not in placed:
            yield fault("space", "this has no position on the map", name,
                        "add a [[space]] of this id with a position", code="D307")  # fmt: skip
