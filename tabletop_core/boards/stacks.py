"""Stacks: the state of pieces on the spaces of a board, with a limit for each stack."""

from collections.abc import Hashable
from typing import Generic, TypeVar

import attrs

from .board import BoardError

S = TypeVar("S", bound=Hashable)


@attrs.define
class Stacks(Generic[S]):
    """Pieces by id on the spaces of a board, each stack from the bottom up.

    `limit`: the size that a stack may have, 0 for any; a piece counts 1 unless `sizes` says more.
    Plain data, so it can be part of a game's state: `units: Stacks[str]`.

    >>> units = Stacks(limit=2)
    >>> units.put("a1", "0407"); units.put("a2", "0407")
    >>> units.on("0407"), units.at("a2"), units.fits("0407")
    (('a1', 'a2'), '0407', False)
    """

    limit: int = 0
    sizes: dict[str, int] = attrs.field(factory=dict)
    _where: dict[str, S] = attrs.field(factory=dict)
    _stacks: dict[S, list[str]] = attrs.field(factory=dict)

    def __contains__(self, piece: object) -> bool:
        """Return whether a piece is on the board."""
        return piece in self._where

    def at(self, piece: str) -> S:
        """Return the space of a piece.

        Raises:
            BoardError: it is off the board; ask `piece in stacks` before.
        """
        try:
            return self._where[piece]
        except KeyError:
            raise BoardError(
                f"{piece!r} is not on the board; ask `{piece!r} in stacks` before"
            ) from None

    def on(self, space: S) -> tuple[str, ...]:
        """Return the pieces on a space, from the bottom up."""
        return tuple(self._stacks.get(space, ()))

    def pieces(self) -> tuple[str, ...]:
        """Return all pieces on the board, in the order in which they were put there."""
        return tuple(self._where)

    def spaces(self) -> tuple[S, ...]:
        """Return the spaces that are not empty."""
        return tuple(self._stacks)

    def size(self, space: S) -> int:
        """Return how much stands on a space."""
        return sum(self.sizes.get(piece, 1) for piece in self._stacks.get(space, ()))

    def fits(self, space: S, size: int = 1) -> bool:
        """Return whether a piece of this size fits on a space."""
        return not self.limit or self.size(space) + size <= self.limit

    def full(self, size: int = 1) -> frozenset[S]:
        """Return the spaces on which a piece of this size does not fit."""
        return frozenset([space for space in self._stacks if not self.fits(space, size)])

    def put(self, piece: str, space: S) -> None:
        """Put a piece on top of the stack on a space, from wherever it is.

        Raises:
            BoardError: the stack would be larger than its limit.
        """
        size = self.sizes.get(piece, 1)
        if self._where.get(piece) != space and not self.fits(space, size):
            raise BoardError(
                f"{piece!r} does not fit on {space!r}, where {', '.join(self.on(space))} stand and "
                f"the limit is {self.limit}; ask `fits` before"
            )
        self.take(piece)
        self._where[piece] = space
        self._stacks.setdefault(space, []).append(piece)

    def take(self, piece: str) -> None:
        """Take a piece off the board, if it is there."""
        space = self._where.pop(piece, None)
        if space is not None:
            self._stacks[space].remove(piece)
            if not self._stacks[space]:
                del self._stacks[space]
