"""Piles of cards that are honest about what nobody knows, and dealing from them.

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
from ..viewers import Viewer
from .knowledge import UNDETERMINED, Known, PileError, known_of, unusual
from .rows import CardRow, Hand, Receiver


@attrs.define
class Pile:
    """A face-down pile.

    `pool` counts the cards whose order nobody knows; `top[0]` is the next card if it is known;
    `bottom[-1]` is the last. Everybody knows these, unless `top_known` and `bottom_known` say
    otherwise.
    `away` counts cards of the pool that are elsewhere, undetermined (`CardRow.lay`).
    `deck` names the deck if there are several piles: hidden cards in rows and hands with the same
    name come from here.

    >>> pile = Pile.of(["flak", "flak", "fighter"])
    >>> len(pile), pile.odds()["flak"]
    (3, Fraction(2, 3))
    """

    pool: dict[str, int] = attrs.field(factory=dict)
    top: list[str] = attrs.field(factory=list)
    bottom: list[str] = attrs.field(factory=list)
    top_known: list[Known] = attrs.field(factory=list)
    bottom_known: list[Known] = attrs.field(factory=list)
    away: int = 0
    deck: str = ""

    @classmethod
    def of(cls, cards: Iterable[str] | Mapping[str, int], deck: str = "") -> "Pile":
        """Return a shuffled pile of these cards (or counts of cards)."""
        pool = dict(cards) if isinstance(cards, Mapping) else dict(Counter(cards))
        return cls(pool, deck=deck)

    def __len__(self) -> int:
        return len(self.top) + self._unknown + len(self.bottom)

    @property
    def _unknown(self) -> int:
        """How many cards lie between top and bottom."""
        return sum(self.pool.values()) - self.away

    def count(self, card: str) -> int:
        """Return how many of this card the pile holds.

        One that lies elsewhere undetermined counts, since nobody knows which it is.
        """
        return self.pool.get(card, 0) + self.top.count(card) + self.bottom.count(card)

    @property
    def cards(self) -> dict[str, int]:
        """What the pile holds, each counted as `count` does; sorted, to reveal no order."""
        return {card: self.count(card) for card in sorted({*self.pool, *self.top, *self.bottom})}

    def odds(self) -> dict[str, Fraction]:
        """Return the exact chance of each card to be the next one, if top and bottom are known."""
        if self.top:
            return {self.top[0]: Fraction(1)}
        if self._unknown:
            total = sum(self.pool.values())
            return {card: Fraction(count, total) for card, count in sorted(self.pool.items())}
        return {self.bottom[0]: Fraction(1)} if self.bottom else {}

    def draw(self, source: Source, why: str = "") -> str:
        """Take the top card off the pile.

        Raises:
            PileError: the pile is empty.
        """
        return self._next(source, why).card

    def look(
        self, source: Source, number: int = 1, why: str = "", seats: Iterable[str] | None = None
    ) -> list[str]:
        """Determine the top cards and leave them there, known; fewer if there are fewer.

        `seats` limits who sees them.
        """
        who = None if seats is None else tuple(seats)
        found = [self._next(source, why) for _ in range(min(number, len(self)))]
        for one in reversed(found):
            self.receive(one.shown(who))
        return [one.card for one in found]

    def seen_by(self, viewer: Viewer) -> list[str | None]:
        """Return the pile from top to bottom as a viewer knows it: None for each unknown card."""
        top, bottom = (
            [one.card if one.is_known_to(viewer) else None for one in side] for side in self.laid()
        )
        return [*top, *[None] * self._unknown, *bottom]

    def move(self, to: Receiver, source: Source, why: str = "") -> str:
        """Deal the top card to a row, a hand or another pile; what is known travels with it.

        Raises:
            PileError: the pile is empty.
        """
        one = self._next(source, why)
        to.receive(one)
        return one.card

    def receive(self, one: Known) -> None:
        """Lay a card on top, with what is known of it.

        Raises:
            PileError: it is not determined, so only its own pile can hold it.
        """
        if not one.is_determined:
            raise PileError(
                "a card that is not determined cannot be laid on a pile; determine it first"
            )
        top, bottom = self.laid()
        self.rearrange([[one, *top], bottom])

    def unlooked(self) -> Known:
        """Take the top card off without looking: undetermined where nobody knows it.

        Raises:
            PileError: the pile is empty.
        """
        if not self.top and self._unknown:
            self.away += 1
            return Known(UNDETERMINED)
        return self._next(None, "laid face down")

    def determine(self, source: Source, why: str = "") -> str:
        """Return which card an undetermined card that was laid elsewhere from this pile is.

        Raises:
            PileError: no card of this pile lies elsewhere undetermined.
        """
        if not self.away:
            raise PileError(
                f"no card of this pile lies elsewhere undetermined ({why}); "
                "name the pile that the card was laid from"
            )
        self.away -= 1
        return self._draw_unknown(source, why)

    def laid(self) -> list[list[Known]]:
        """Return the cards on top and those at the bottom, with what is known of each."""
        return [
            known_of(self.top, self.top_known, None),
            known_of(self.bottom, self.bottom_known, None),
        ]

    def rearrange(self, laid: list[list[Known]]) -> None:
        """Replace the cards on top and at the bottom, with what is known of them."""
        top, bottom = laid
        self.top[:] = [one.card for one in top]
        self.bottom[:] = [one.card for one in bottom]
        self.top_known[:] = unusual(top, None)
        self.bottom_known[:] = unusual(bottom, None)

    def take(self, card: str) -> str:
        """Search the pile for a card and remove it; what was known of the rest stays known.

        Raises:
            PileError: the pile does not hold the card, or cards of it lie elsewhere undetermined.
        """
        self._refuse_while_away("searched")
        if self.pool.get(card):
            self._take_from_pool(card)
        elif card in self.top or card in self.bottom:
            laid = self.laid()
            side = laid[0] if card in self.top else laid[1]
            del side[[one.card for one in side].index(card)]
            self.rearrange(laid)
        else:
            held = ", ".join(self.cards) or "no cards"
            raise PileError(f"the pile has no {card!r} to take; it holds: {held}")
        return card

    def put_on_top(self, *cards: str, seats: Iterable[str] | None = None) -> None:
        """Lay cards on the pile that these seats know, or all; the first will be drawn first."""
        top, bottom = self.laid()
        self.rearrange([[*_seen_cards(cards, seats), *top], bottom])

    def put_under(self, *cards: str, seats: Iterable[str] | None = None) -> None:
        """Lay cards under the pile that these seats know, or all; the last will be drawn last."""
        top, bottom = self.laid()
        self.rearrange([top, [*bottom, *_seen_cards(cards, seats)]])

    def mix_in(self, cards: "Iterable[str] | CardRow | Hand | Pile" = ()) -> None:
        """Add cards and shuffle: nothing is known of the order any more.

        A row, a hand or another pile is emptied into this one.

        Raises:
            PileError: cards of a pile lie elsewhere undetermined, and would be mixed with others.
        """
        if isinstance(cards, CardRow | Hand):
            self._mix_in_row(cards)
            return
        if isinstance(cards, Pile):
            cards = cards._emptied()
        added = [*cards, *self.top, *self.bottom]
        if added:
            self._refuse_while_away("mixed with others")
        for card in added:
            self.pool[card] = self.pool.get(card, 0) + 1
        self.rearrange([[], []])

    def _mix_in_row(self, row: "CardRow | Hand") -> None:
        """Empty a row into the pile, with cards of this pile that were laid there undetermined."""
        unlooked = row.cards.count(UNDETERMINED)
        if unlooked > self.away or (unlooked and row.deck != self.deck):
            raise PileError(
                f"{row.named} holds undetermined cards that are not of this pile; determine them "
                "first, with the pile that they were laid from"
            )
        self.away -= unlooked
        cards = [card for card in row.cards if card != UNDETERMINED]
        try:
            self.mix_in(cards)
        except PileError:
            self.away += unlooked
            raise
        row.rearrange([])

    def _emptied(self) -> list[str]:
        self._refuse_while_away("mixed into another")
        cards = [card for card, count in self.cards.items() for _ in range(count)]
        self.pool.clear()
        self.rearrange([[], []])
        return cards

    def shuffle(self) -> None:
        """Shuffle the pile."""
        self.mix_in()

    def _next(self, source: Source | None, why: str) -> Known:
        # Without cards elsewhere the first count tells: a pool may have thousands.
        if self.top or not (self._unknown if self.away else any(self.pool.values())):
            top, bottom = self.laid()
            if not top and not bottom:
                raise PileError(
                    f"there is no card to draw ({why}); check `len(pile)` or reshuffle first"
                )
            one = (top or bottom).pop(0)
            self.rearrange([top, bottom])
            return one
        assert source is not None
        return Known(self._draw_unknown(source, why))

    def _draw_unknown(self, source: Source, why: str) -> str:
        card = source.draw(self.pool, why)
        self._take_from_pool(card)
        return card

    def _refuse_while_away(self, what: str) -> None:
        if self.away:
            raise PileError(
                f"the pile cannot be {what} while {self.away} of its cards lie elsewhere "
                "undetermined; determine them first"
            )

    def _take_from_pool(self, card: str) -> None:
        left = self.pool[card] - 1
        if left:
            self.pool[card] = left
        else:
            del self.pool[card]


def _seen_cards(cards: Iterable[str], seats: Iterable[str] | None) -> list[Known]:
    who = None if seats is None else tuple(seats)
    return [Known(card).shown(who) for card in cards]


def deal(
    source: Source, pile: Pile, hands: Iterable[Hand] | Mapping[str, Hand], number: int
) -> None:
    """Deal this many cards to each hand, one at a time in turn, while there are cards.

    `hands`: the hands in the order of the deal, or a mapping of seats to hands.
    """
    hands = list(hands.values() if isinstance(hands, Mapping) else hands)
    for _ in range(number):
        for hand in hands:
            if len(pile):
                pile.move(hand, source, f"dealt to {hand.owner}")
