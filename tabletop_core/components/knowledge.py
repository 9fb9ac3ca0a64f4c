"""Knowledge of cards: who knows what a card is, and what it is not."""

from collections.abc import Iterable, Sequence
from typing import Self

import attrs

from ..errors import TabletopError
from ..viewers import Viewer

UNDETERMINED = ""
"""Stands in a row for a card that nobody has looked at: chance has not yet said which it is."""

_ALL = ""


class PileError(TabletopError):
    """A pile, a row or a hand was asked for a card that it does not hold, or cannot tell."""


@attrs.frozen
class Known:
    """A card in its place, and what each seat knows of it.

    `seats` know what it is; None means everybody, spectators too.
    `excluded` are pairs of a seat and a card: the seat knows that it is not this card. The pairs
    of everybody have an empty text for the seat.
    `layer`: the number of the layer of a pile that it came from (`Pile.put_on_top`).
    """

    card: str
    seats: tuple[str, ...] | None = ()
    excluded: tuple[tuple[str, str], ...] = ()
    layer: int = 0

    @property
    def is_determined(self) -> bool:
        return self.card != UNDETERMINED

    def is_known_to(self, viewer: Viewer) -> bool:
        """Return whether a viewer knows what the card is."""
        return self.is_determined and (self.seats is None or viewer.knows(*self.seats))

    def excluded_for(self, viewer: Viewer) -> frozenset[str]:
        """Return the cards that this viewer knows it is not."""
        return frozenset(card for seat, card in self.excluded if seat == _ALL or viewer.knows(seat))

    def shown(self, seats: Iterable[str] | None) -> "Known":
        """Return a copy seen by these seats, or with None by everybody.

        Nobody can see a card that is not determined.
        """
        if not self.is_determined:
            return self
        if seats is None or self.seats is None:
            return Known(self.card, None)
        knowing = tuple(sorted({*self.seats, *seats}))
        left = tuple(pair for pair in self.excluded if pair[0] not in knowing)
        return attrs.evolve(self, seats=knowing, excluded=left)

    def without(self, cards: Iterable[str], seats: Iterable[str] | None) -> Self:
        """Return a copy of which these seats know that it is not one of these cards."""
        if self.seats is None:
            return self
        names = [_ALL] if seats is None else [seat for seat in seats if seat not in self.seats]
        pairs = {(seat, card) for card in cards for seat in names}
        return attrs.evolve(self, excluded=tuple(sorted({*self.excluded, *pairs})))

    def turned_into(self, card: str) -> Self:
        """Return the same place with another card: known to the same, excluded where it fits."""
        left = tuple(pair for pair in self.excluded if pair[1] != card)
        return attrs.evolve(self, card=card, excluded=left)


def known_of(
    cards: Sequence[str], known: Sequence[Known], usual: tuple[str, ...] | None
) -> list[Known]:
    """Return what is known of each card, when only unusual knowledge is recorded.

    By default the seats of `usual` know it. If the cards were changed without their records, each
    keeps the record of an equal card.
    """
    if not known:
        return [Known(card, usual) for card in cards]
    left = list(known)
    found = []
    for card in cards:
        at = next((at for at, one in enumerate(left) if one.card == card), None)
        found.append(Known(card, usual) if at is None else left.pop(at))
    return found


def unusual(known: list[Known], usual: tuple[str, ...] | None) -> list[Known]:
    """Return what must be recorded: nothing if all is as usual."""
    return known if any(one != Known(one.card, usual) for one in known) else []
