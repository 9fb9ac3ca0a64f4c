"""Piles of cards that are honest about what nobody knows, and hands.

A shuffled pile is an unordered pool together with what is known of its top and its bottom.
A card is determined when it is drawn, not before.
So nothing can peek, the odds of the next card are exact, and a person can draw from a real deck.
Cards are ids (text); equal ids are equal cards.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

import attrs

from ..chance import Source
from ..errors import TabletopError
from ..viewers import Viewer, viewer_of


class PileError(TabletopError):
    """A pile asked for a card that it does not hold."""


@attrs.define
class Pile:
    """A face-down pile.

    `pool` counts the cards whose order nobody knows; `top[0]` is the next card where known;
    `bottom[-1]` is the last.

    >>> pile = Pile.of(["flak", "flak", "fighter"])
    >>> len(pile), pile.odds()["flak"]
    (3, Fraction(2, 3))
    """

    pool: dict[str, int] = attrs.field(factory=dict)
    top: list[str] = attrs.field(factory=list)
    bottom: list[str] = attrs.field(factory=list)

    @classmethod
    def of(cls, cards: Iterable[str] | Mapping[str, int]) -> "Pile":
        """Return a shuffled pile of these cards (or counts of cards)."""
        return cls(dict(cards) if isinstance(cards, Mapping) else dict(Counter(cards)))

    def __len__(self) -> int:
        return len(self.top) + sum(self.pool.values()) + len(self.bottom)

    def count(self, card: str) -> int:
        """Return how many of this card the pile holds."""
        return self.pool.get(card, 0) + self.top.count(card) + self.bottom.count(card)

    @property
    def cards(self) -> dict[str, int]:
        """What the pile holds, without order."""
        return {card: self.count(card) for card in [*self.pool, *self.top, *self.bottom]}

    def odds(self) -> dict[str, Fraction]:
        """Return the exact chance of each card to be the next one."""
        if self.top:
            return {self.top[0]: Fraction(1)}
        total = sum(self.pool.values())
        if total:
            return {card: Fraction(count, total) for card, count in self.pool.items()}
        return {self.bottom[0]: Fraction(1)} if self.bottom else {}

    def draw(self, source: Source, why: str = "") -> str:
        """Take the top card off the pile.

        Raises:
            PileError: the pile is empty.
        """
        if self.top:
            return self.top.pop(0)
        if self.pool:
            card = source.draw(self.pool, why)
            self._take_from_pool(card)
            return card
        if self.bottom:
            return self.bottom.pop(0)
        raise PileError(f"there is no card to draw ({why}); check `len(pile)` or reshuffle first")

    def look(self, source: Source, number: int = 1, why: str = "") -> list[str]:
        """Determine the top cards and leave them there, known; fewer if there are fewer."""
        seen = [self.draw(source, why) for _ in range(min(number, len(self)))]
        self.top[:0] = seen
        return seen

    def take(self, card: str) -> str:
        """Search the pile for a card and take it out; what was known of the rest stays known.

        Raises:
            PileError: the pile does not hold the card.
        """
        if self.pool.get(card):
            self._take_from_pool(card)
        elif card in self.top:
            self.top.remove(card)
        elif card in self.bottom:
            self.bottom.remove(card)
        else:
            held = ", ".join(self.cards) or "no cards"
            raise PileError(f"the pile has no {card!r} to take; it holds: {held}")
        return card

    def put_on_top(self, *cards: str) -> None:
        """Lay known cards on the pile; the first named will be drawn first."""
        self.top[:0] = cards

    def put_under(self, *cards: str) -> None:
        """Lay known cards under the pile; the last named will be drawn last."""
        self.bottom.extend(cards)

    def mix_in(self, cards: Iterable[str] = ()) -> None:
        """Add cards and shuffle: nothing is known of the order any more."""
        for card in [*cards, *self.top, *self.bottom]:
            self.pool[card] = self.pool.get(card, 0) + 1
        self.top.clear()
        self.bottom.clear()

    def shuffle(self) -> None:
        """Shuffle the pile."""
        self.mix_in()

    def _take_from_pool(self, card: str) -> None:
        left = self.pool[card] - 1
        if left:
            self.pool[card] = left
        else:
            del self.pool[card]


@attrs.define
class Hand:
    """Cards that only their owner may see."""

    owner: str
    cards: list[str] = attrs.field(factory=list)

    def __len__(self) -> int:
        return len(self.cards)

    def seen_by(self, viewer: Viewer) -> list[str | None]:
        """Return the cards as a viewer sees them: None for each card face down."""
        if viewer_of(viewer).knows(self.owner):
            return list(self.cards)
        return [None] * len(self.cards)

    def play(self, card: str) -> str:
        """Take a card out of the hand.

        Raises:
            PileError: the card is not in the hand.
        """
        if card not in self.cards:
            held = ", ".join(self.cards) or "no cards"
            raise PileError(f"{self.owner} has no {card!r} in hand; the hand holds: {held}")
        self.cards.remove(card)
        return card


def deal(source: Source, pile: Pile, hands: Iterable[Hand], number: int) -> None:
    """Deal so many cards to each hand, one at a time in turn, while there are cards."""
    hands = list(hands)
    for _ in range(number):
        for hand in hands:
            if len(pile):
                hand.cards.append(pile.draw(source, f"dealt to {hand.owner}"))


def redeal(source: Source, pile: Pile, hands: Iterable[Hand], seat: str) -> None:
    """Draw anew all that `seat` may not know: the other hands, from them and the unknown pool."""
    others = [hand for hand in hands if hand.owner != seat]
    sizes = [len(hand) for hand in others]
    for hand in others:
        for card in hand.cards:
            pile.pool[card] = pile.pool.get(card, 0) + 1
        hand.cards.clear()
    pile.pool = dict(sorted(pile.pool.items()))
    for hand, size in zip(others, sizes, strict=True):
        for _ in range(size):
            card = source.draw(pile.pool, "unseen")
            pile._take_from_pool(card)
            hand.cards.append(card)
