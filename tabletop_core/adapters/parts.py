"""What is on the table and what is asked, taken apart into ids, words and numbers.

A view has four lists: the nodes of its boards, the pieces on them, its cards, and its facts, which
are figures, bars, slots and lines.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import cos, radians, sin
from typing import Any, TypeAlias

import attrs

from ..boards.board import Board, BoardError
from ..engine.decisions import Decision, OptionId
from ..panels import Bar, BoardPanel, Card, Figure, Panel, Piece, Slot, Spot
from ..panels.primitives import TextLine
from ..panels.views import named_parts
from .vocabulary import kind_of

LISTS = ("nodes", "pieces", "cards", "facts")
WORDS: Mapping[str, tuple[str, ...]] = {
    "nodes": ("board", "symbol", "ground", "tone", "state"),
    "pieces": ("name", "symbol", "tone", "state"),
    "cards": ("panel", "name", "symbol", "tone", "state"),
    "facts": ("text", "tone"),
    "question": ("kind", "prompt"),
    "options": ("first", "second", "third"),
}
"""The fields of each list that are words."""
NUMBERS: Mapping[str, tuple[str, ...]] = {
    "nodes": ("across", "down", "number"),
    "pieces": ("east", "north", *(f"number {n}" for n in range(1, 7))),
    "cards": tuple(f"number {n}" for n in range(1, 7)),
    "facts": tuple(f"number {n}" for n in range(1, 5)),
    "question": tuple(f"number {n}" for n in range(1, 5)),
    "options": ("has left", "left", "east", "north", *(f"number {n}" for n in range(1, 7))),
}
"""The fields of each list that are numbers.

`east` and `north` say where a piece points, and the direction that an option chooses.
"""

LIMIT = 1e6
"""The greatest number in an observation; greater ones are cut to it."""

_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")


@attrs.frozen
class ShownThing:
    """One thing: what it is called, its words and numbers, and the node or thing where it lies."""

    id: str
    words: tuple[str, ...]
    numbers: tuple[float, ...]
    at: str = ""


ShownThings: TypeAlias = dict[str, list[ShownThing]]
"""The rows of each list of a view."""


def rows_of(view: Iterable[Panel]) -> tuple[ShownThings, list[BoardPanel]]:
    """Return the rows of each list of a view, and its boards.

    Only nodes that show something are among the rows; `nodes_of` has them all.
    """
    rows: ShownThings = {name: [] for name in LISTS}
    boards = []
    for panel in view:
        for name, part in named_parts(panel):
            if isinstance(part, BoardPanel):
                boards.append(part)
                spaces = part.spaces_of
                rows["nodes"] += [_of_spot(part.id, spot) for spot in part.spots]
                rows["pieces"] += [_of_piece(one, spaces[one.id]) for one in part.pieces]
            elif isinstance(part, Card):
                rows["cards"].append(_of_card(name, panel.id, part))
            else:
                rows["facts"].append(_of_fact(name, part))
    return rows, boards


@lru_cache(maxsize=1 << 16)
def _of_spot(board: str, spot: Spot) -> ShownThing:
    words = board, spot.symbol, spot.ground, spot.tone, without_numbers(spot.state)
    return ShownThing(spot.id, words, (0.0, 0.0, *numbers_in(spot.state, 1)))


@lru_cache(maxsize=1 << 16)
def _of_piece(piece: Piece, at: str) -> ShownThing:
    words = piece.name, piece.symbol, piece.tone, piece.state
    text = " ".join([*piece.corners, piece.state, piece.words])
    return ShownThing(piece.id, words, (*_pointing(piece.facing), *numbers_in(text, 6)), at)


def _pointing(facing: float | None) -> tuple[float, float]:
    return (0.0, 0.0) if facing is None else (sin(radians(facing)), cos(radians(facing)))


@lru_cache(maxsize=1 << 16)
def _of_card(name: str, panel: str, card: Card) -> ShownThing:
    words = panel, card.name, card.symbol, card.tone, card.state
    return ShownThing(name, words, numbers_in(" ".join([*card.corners, card.detail]), 6))


def _of_fact(name: str, part: Figure | Bar | Slot | TextLine) -> ShownThing:
    if isinstance(part, Bar):
        return ShownThing(
            name, ("", part.tone), (*map(_limited, (part.value, part.low, part.high)), 0.0)
        )
    return _of_text(name, part)


@lru_cache(maxsize=1 << 16)
def _of_text(name: str, part: Figure | Slot | TextLine) -> ShownThing:
    return ShownThing(name, (without_numbers(part.words), part.tone), numbers_in(part.words, 4))


@attrs.frozen
class BoardNode:
    """A space of a board: its name, where it lies, and the names of those next to it."""

    name: str
    across: float
    down: float
    near: tuple[str, ...]


def nodes_of(board: Board[Any]) -> list[BoardNode]:
    """Return the spaces of a board; one without a position is at 0, 0."""
    return [
        BoardNode(name, *_centre(board, space), tuple(map(board.name, board.neighbours(space))))
        for name, space in board.named.items()
    ]


def _centre(board: Board[Any], space: Any) -> tuple[float, float]:
    try:
        return board.centre(space)
    except BoardError:
        return 0.0, 0.0


def question_row(decision: Decision) -> ShownThing:
    """Return what is asked."""
    words = kind_of(decision), without_numbers(decision.prompt)
    return ShownThing("", words, numbers_in(decision.prompt, len(NUMBERS["question"])))


def option_row(decision: Decision, option: OptionId, targets: Sequence[str]) -> ShownThing:
    """Return an option: words of its id that name nothing it touches; numbers of its label."""
    left = decision.left_after(option)
    words, numbers = _of_option(option, tuple(targets), decision.label_of(option))
    way = _pointing(decision.way_of(option))
    return ShownThing("", words, (float(left is not None), _limited(left or 0.0), *way, *numbers))


@lru_cache(maxsize=1 << 16)
def _of_option(
    option: OptionId, targets: tuple[str, ...], label: str
) -> tuple[tuple[str, ...], tuple[float, ...]]:
    others = [word for word in str(option).split() if word not in targets][:3]
    words = (*others, *[""] * (len(WORDS["options"]) - len(others)))
    return words, numbers_in(label, len(NUMBERS["options"]) - 4)


def numbers_in(text: str, count: int) -> tuple[float, ...]:
    """Return the first numbers of a text, and 0 for those that are not there.

    >>> numbers_in("fuel 12 of 40", 3)
    (12.0, 40.0, 0.0)
    """
    found = [_limited(float(one)) for one in _NUMBER.findall(text)[:count]]
    return (*found, *[0.0] * (count - len(found)))


def _limited(number: float) -> float:
    return max(-LIMIT, min(LIMIT, number))


@lru_cache(maxsize=1 << 16)
def without_numbers(text: str) -> str:
    """Return a text with `#` in place of its numbers."""
    return _NUMBER.sub("#", text)
