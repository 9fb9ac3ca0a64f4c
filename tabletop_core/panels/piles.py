"""Counters that look the same lie on each other, and are shown as one with their number."""

from collections.abc import Iterable

from .board_panel import Piece


def piles_of(
    pieces: Iterable[Piece], apart: frozenset[str] = frozenset()
) -> tuple[tuple[Piece, ...], ...]:
    """Return the counters of a space as they lie: alike ones together, each other one alone.

    Args:
        apart: ids of those that lie alone, such as what a question asks about.

    >>> red, blue, other = (
    ...     Piece(id=id_, words="", at="A1", alike="tank", tone=tone)
    ...     for id_, tone in (("t1", "red"), ("t2", "blue"), ("t3", "red"))
    ... )
    >>> [[piece.id for piece in pile] for pile in piles_of((red, blue, other))]
    [['t1', 't3'], ['t2']]
    """
    piles: dict[object, list[Piece]] = {}
    for piece in pieces:
        is_piled = piece.alike and piece.id not in apart
        piles.setdefault(_look(piece) if is_piled else piece.id, []).append(piece)
    return tuple(map(tuple, piles.values()))


def _look(piece: Piece) -> tuple[object, ...]:
    """Return all that is seen of a counter but its label."""
    return piece.alike, piece.symbol, piece.facing, piece.corners, piece.tone, piece.state
