"""The chance to win once a side has moved, learned from games of the bots.

It is made of one number for each thing that stands on the board and for each two aircraft, by where
they stand and head. `learned.toml` has the numbers, which `benchmarks/learn_bomber_run.py` writes.
Ours is the side that has moved, theirs the one that moves next.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import combinations
from typing import TypeAlias

from tabletop_core.boards import DEGREES, Square, SquareGrid, step, steps_between, turned

from ..state import Aircraft, Kind, State, enemy_of

Cell: TypeAlias = tuple[str, int]
"""The name of a table, and the place of a number in it."""

NEAR = 5
"""Squares up to which it matters in which direction from a nose something stands."""
SIDE = 2 * NEAR + 1
ABOUT = 100
"""What a one stands for in the file: a hundredth."""


def clipped(number: int, most: int) -> int:
    return max(-most, min(most, number))


def cells_of_numbers(ours: Sequence[Kind], theirs: Sequence[Kind]) -> tuple[Cell, ...]:
    """Return the cells of how many aircraft each side has."""
    us, them = ours.count(Kind.FIGHTER), theirs.count(Kind.FIGHTER)
    bombers = len(ours) - us, len(theirs) - them
    return (
        ("lead", clipped(us - them, 6) + 6),
        ("last", 4 * min(us, 3) + min(them, 3)),
        ("bombers", (3 * bombers[0] + bombers[1]) * 7 + clipped(us - them, 3) + 3),
    )


@lru_cache(maxsize=1 << 14)
def cells_of_one(
    who: str, kind: Kind, at: Square, facing: str, goal: Square, grid: SquareGrid
) -> tuple[Cell, ...]:
    """Return the cells of an aircraft alone: its way to the enemy base, and the edge ahead."""
    cells: list[Cell] = []
    ahead = step(at, facing)
    away = steps_between(at, goal)
    if kind is Kind.BOMBER:
        nearer = steps_between(ahead, goal) - away
        cells += [
            (f"{who}.bomber.way", min(away, 24)),
            (f"{who}.bomber.nose", (nearer + 1) * 4 + min(away, 3)),
        ]
    else:
        cells.append((f"{who}.fighter.way", min(away, 23) // 2))
    if ahead not in grid:
        ways_on = any(step(at, turned(facing, eighths)) in grid for eighths in (-1, 1))
        cells.append((f"{who}.{kind}.edge", int(ways_on)))
    return tuple(cells)


@cache
def cells_of_friends(who: str, alike: bool, apart: int) -> tuple[Cell, ...]:
    """Return the cells of two aircraft of one side, by their distance."""
    return ((f"{who}.{'alike' if alike else 'escort'}", min(apart, 20)),)


@lru_cache(maxsize=1 << 15)
def cells_of_enemies(meeting: str, way: Square, facing: str, other_facing: str) -> tuple[Cell, ...]:
    """Return the cells of two enemies: how far apart, and where each points.

    `way` leads from the first to the second.
    """
    apart = steps_between((0, 0), way)
    before = steps_between(step((0, 0), facing), way) - apart
    other_before = steps_between((0, 0), step(way, other_facing)) - apart
    cells: list[Cell] = [
        (f"{meeting}.apart", min(apart, 20)),
        (f"{meeting}.nose", (before + 1) * 9 + min(apart, 8)),
        (f"{meeting}.other_nose", (other_before + 1) * 9 + min(apart, 8)),
    ]
    if apart <= NEAR:
        table, x, y = seen_from((-way[0], -way[1]), other_facing)
        cells.append((f"{meeting}.{table}", (y + NEAR) * SIDE + x + NEAR))
    return tuple(cells)


def seen_from(way: Square, facing: str) -> tuple[str, int, int]:
    """Return where something stands as an aircraft sees it, with the table for that.

    The aircraft is turned by quarters until its nose points north or northeast. Left and right of
    the nose are the same.
    """
    (x, y), eighths = way, DEGREES[facing] // 45
    for _ in range(eighths // 2):
        x, y = y, -x
    if eighths % 2 == 0:
        return "straight", abs(x), y
    return "slanting", *max((x, y), (-y, -x))


def meet(ours: Aircraft, theirs: Aircraft) -> tuple[Cell, ...]:
    """Return the cells of one of ours and one of theirs."""
    if ours.kind is Kind.BOMBER and theirs.kind is Kind.BOMBER:
        return ()
    meeting, first, second = "fighters", theirs, ours
    if theirs.kind is Kind.BOMBER:
        meeting, first, second = "hunting", ours, theirs
    elif ours.kind is Kind.BOMBER:
        meeting = "hunted"
    assert first.at is not None
    assert second.at is not None
    way = second.at[0] - first.at[0], second.at[1] - first.at[1]
    return cells_of_enemies(meeting, way, first.facing, second.facing)


def cells_of_pair(side: str, one: Aircraft, other: Aircraft) -> tuple[Cell, ...]:
    """Return the cells of two aircraft, seen by the side that has moved."""
    if one.side != other.side:
        return meet(one, other) if one.side == side else meet(other, one)
    if one.kind is Kind.BOMBER and other.kind is Kind.BOMBER:
        return ()
    assert one.at is not None
    assert other.at is not None
    who = "ours" if one.side == side else "theirs"
    return cells_of_friends(who, one.kind is other.kind, steps_between(one.at, other.at))


def cells_alone(side: str, plane: Aircraft, state: State, grid: SquareGrid) -> tuple[Cell, ...]:
    who = "ours" if plane.side == side else "theirs"
    assert plane.at is not None
    goal = state.bases[enemy_of(plane.side)]
    return cells_of_one(who, plane.kind, plane.at, plane.facing, goal, grid)


def cells_of(state: State, grid: SquareGrid, side: str) -> Iterator[Cell]:
    """Yield all cells of a position, for the side that has moved."""
    planes = [plane for plane in state.aircraft.values() if plane.at is not None]
    yield from cells_of_numbers(*kinds_of(planes, side))
    for plane in planes:
        yield from cells_alone(side, plane, state, grid)
    for one, other in combinations(planes, 2):
        yield from cells_of_pair(side, one, other)


def kinds_of(planes: Iterable[Aircraft], side: str) -> tuple[list[Kind], list[Kind]]:
    """Return the kinds of our aircraft and of theirs."""
    ours: list[Kind] = []
    theirs: list[Kind] = []
    for plane in planes:
        (ours if plane.side == side else theirs).append(plane.kind)
    return ours, theirs


@cache
def numbers() -> Mapping[str, Sequence[int]]:
    """Return the tables of the file by name."""
    text = (files(__package__) / "learned.toml").read_text(encoding="utf-8")
    return {**tomllib.loads(text)["numbers"]}


@lru_cache(maxsize=1 << 15)
def sum_of(cells: tuple[Cell, ...]) -> float:
    """Return the log odds that these cells add."""
    tables = numbers()
    return sum(tables[table][place] for table, place in cells) / ABOUT
