"""Piles of cards that are honest about what nobody knows, and dealing from them.

A shuffled pile is an unordered pool together with what is known of its top and its bottom.
Cards shuffled onto it are a layer with a pool of its own, and the pile lies under them.
A card is determined when it is drawn, not before.
So nothing can peek, the odds of the next card are exact, and a person can draw from a real deck.
Cards are ids (text); equal ids are equal cards.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import gcd

import attrs

from ..chance import Source, Weights
from ..viewers import Viewer
from .knowledge import UNDETERMINED, Known, PileError, known_of, unusual
from .rows import CardRow, Dealt, Hand, Receiver


@attrs.define
class Pile:
    """A face-down pile.

    `pool` counts the cards whose order nobody knows; `top[0]` is the next card if it is known;
    `bottom[-1]` is the last. Everybody knows these, unless `top_known` and `bottom_known` say
    otherwise.
    `away` counts cards of the pool that are elsewhere, undetermined (`CardRow.lay`).
    `deck` names the deck if there are several piles: hidden cards in rows and hands with the same
    name come from here.
    `special`, `sizes`: the special card of each part of the pile, from the top, and how many cards
    the part has (`spread`); the text is empty where the special card has come.
    `under` is the pile below these cards (`put_on_top`). `layers`: the layers that are mixed here,
    by number; `laid_over` counts those that there have been.

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
    special: list[str] = attrs.field(factory=list)
    sizes: list[int] = attrs.field(factory=list)
    under: "Pile | None" = None
    layers: list[int] = attrs.field(factory=lambda: [0])
    laid_over: int = 0

    @classmethod
    def of(cls, cards: Iterable[str] | Mapping[str, int], deck: str = "") -> "Pile":
        """Return a shuffled pile of these cards (or counts of cards)."""
        pool = dict(cards) if isinstance(cards, Mapping) else dict(Counter(cards))
        return cls(pool, deck=deck)

    def __len__(self) -> int:
        own = len(self.top) + self._unknown + len(self.bottom)
        return own + len(self.under) if self.under else own

    @property
    def _unknown(self) -> int:
        """How many cards lie between top and bottom."""
        return sum(self.pool.values()) - self.away + sum(map(bool, self.special))

    @property
    def stacked(self) -> Iterator["Pile"]:
        """This pile without those under it, then each of those."""
        one: Pile | None = self
        while one is not None:
            yield one
            one = one.under

    def count(self, card: str) -> int:
        """Return how many of this card the pile holds.

        One that lies elsewhere undetermined counts, since nobody knows which it is.
        """
        return sum(
            one.pool.get(card, 0) + [*one.top, *one.special, *one.bottom].count(card)
            for one in self.stacked
        )

    @property
    def cards(self) -> dict[str, int]:
        """What the pile holds, each counted as `count` does; sorted, to reveal no order."""
        held = {
            card
            for one in self.stacked
            for card in (*one.pool, *one.top, *one.special, *one.bottom)
        }
        return {card: self.count(card) for card in sorted(held - {UNDETERMINED})}

    def odds(self) -> dict[str, Fraction]:
        """Return the exact chance of each card to be the next one, if top and bottom are known."""
        if self.top:
            return {self.top[0]: Fraction(1)}
        if self._unknown:
            pool = self._next_pool()
            total = sum(pool.values())
            return {card: Fraction(count, total) for card, count in sorted(pool.items())}
        if self.bottom:
            return {self.bottom[0]: Fraction(1)}
        return self.under.odds() if self.under else {}

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
        seen = [*top, *[None] * self._unknown, *bottom]
        return seen + self.under.seen_by(viewer) if self.under else seen

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
            PileError: the pile is empty, or has layers or parts.
        """
        if not self.top and self._unknown:
            self._refuse_parts("cannot give a card that nobody looks at")
            self.away += 1
            return Known(UNDETERMINED)
        return self._next(None, "laid face down")

    def determine(self, source: Source, why: str = "") -> str:
        """Return which card an undetermined card that was laid elsewhere from this pile is.

        Raises:
            PileError: no card of this pile lies elsewhere undetermined.
        """
        laid = next((one for one in self.stacked if one.away), None)
        if laid is None:
            raise PileError(
                f"no card of this pile lies elsewhere undetermined ({why}); "
                "name the pile that the card was laid from"
            )
        laid.away -= 1
        return laid._draw_unknown(source, why)

    def laid(self) -> list[list[Known]]:
        """Return the cards on top and those at the bottom, with what is known of each.

        Those of the piles under this one are theirs.
        """
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
            PileError: the pile does not hold the card, has layers or parts, or cards of it lie
                elsewhere undetermined.
        """
        self._refuse_while_away("searched")
        self._refuse_parts("cannot be searched")
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

    def put_on_top(
        self, *cards: str, seats: Iterable[str] | None = None, shuffled: bool = False
    ) -> None:
        """Lay cards on the pile that these seats know, or all; the first will be drawn first.

        With `shuffled` they are cards that everybody has seen, in an order that nobody knows. They
        are a layer: each of them comes before any card below, and bots know that.

        >>> pile = Pile.of(["owl"] * 9)
        >>> pile.put_on_top("fox", "elk", shuffled=True)
        >>> pile.odds()
        {'elk': Fraction(1, 2), 'fox': Fraction(1, 2)}

        Raises:
            PileError: `shuffled` with `seats`.
        """
        if not shuffled:
            top, bottom = self.laid()
            self.rearrange([[*_seen_cards(cards, seats), *top], bottom])
        elif cards:
            below = attrs.evolve(self)
            self._become(self._layer(cards, seats))
            self.under, self.laid_over = below, below.laid_over + 1

    def put_under(
        self, *cards: str, seats: Iterable[str] | None = None, shuffled: bool = False
    ) -> None:
        """Lay cards under the pile that these seats know, or all; the last will be drawn last.

        With `shuffled` they are a layer, as in `put_on_top`.
        """
        lowest = list(self.stacked)[-1]
        if not shuffled:
            top, bottom = lowest.laid()
            lowest.rearrange([top, [*bottom, *_seen_cards(cards, seats)]])
        elif cards:
            lowest.under = self._layer(cards, seats)
            self.laid_over += 1

    def _layer(self, cards: Iterable[str], seats: Iterable[str] | None) -> "Pile":
        if seats is not None:
            raise PileError(
                "the order of cards that are shuffled is known to nobody; leave `seats` out, and "
                "add cards that some have not seen with `mix_in`"
            )
        layer = Pile.of(cards, self.deck)
        layer.layers = [self.laid_over + 1]
        return layer

    def _become(self, other: "Pile") -> None:
        """Hold what another pile holds, as it holds it."""
        for field in attrs.fields(Pile):
            setattr(self, field.name, getattr(other, field.name))

    def spread(self, *special: str) -> None:
        """Shuffle each of these cards into a part of its own: as many parts as there are cards.

        The pile is shuffled first. The parts are of one size, or those on top are larger by one
        card. Nobody knows where in its part a special card lies; it is shown when it comes.

        >>> pile = Pile.of(["calm"] * 5)
        >>> pile.spread("storm", "storm")
        >>> pile.sizes, pile.odds()
        ([4, 3], {'calm': Fraction(3, 4), 'storm': Fraction(1, 4)})

        Raises:
            PileError: the pile holds such a card already, a part would have that card alone, or
                cards lie elsewhere undetermined.
        """
        self._refuse_while_away("divided")
        self.shuffle()
        if twice := sorted({*special} & {*self.pool}):
            raise PileError(
                f"the pile holds {twice[0]!r} already, so it could lie anywhere; take it out, or "
                "give special cards an id of their own"
            )
        size, larger = divmod(len(self), len(special) or 1)
        if special and not size:
            raise PileError(
                f"{len(self)} cards cannot be divided into {len(special)} parts; "
                "spread fewer special cards"
            )
        self.special = list(special)
        self.sizes = [size + (part < larger) + 1 for part in range(len(special))]

    def mix_in(self, cards: "Iterable[str] | CardRow | Hand | Pile" = ()) -> None:
        """Add cards and shuffle: nothing is known of the order any more.

        A row, a hand or another pile is emptied into this one.

        Raises:
            PileError: cards of a pile lie elsewhere undetermined, and would be mixed with others.
        """
        if isinstance(cards, CardRow | Hand):
            self._mix_in_row(cards)
            return
        layers = {*self.layers}
        if isinstance(cards, Pile):
            layers |= {layer for one in cards.stacked for layer in one.layers}
            cards = cards._emptied()
        added = [*cards, *self.top, *filter(None, self.special), *self.bottom]
        if added or self.under:
            self._refuse_while_away("mixed with others")
        if self.under:
            layers |= {layer for one in self.under.stacked for layer in one.layers}
            added += self.under._emptied()
        for card in added:
            self.pool[card] = self.pool.get(card, 0) + 1
        self.rearrange([[], []])
        self.special, self.sizes, self.under, self.layers = [], [], None, sorted(layers)

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
        self._become(Pile(deck=self.deck, laid_over=self.laid_over))
        return cards

    def shuffle(self) -> None:
        """Shuffle the pile."""
        self.mix_in()

    def _next(self, source: Source | None, why: str) -> Known:
        # Without cards elsewhere the first count tells: a pool may have thousands.
        is_unknown = self._unknown if self.away or self.special else any(self.pool.values())
        if self.top or not is_unknown:
            top, bottom = self.laid()
            if not top and not bottom:
                if self.under is not None:
                    self._become(attrs.evolve(self.under, laid_over=self.laid_over))
                    return self._next(source, why)
                raise PileError(
                    f"there is no card to draw ({why}); check `len(pile)` or reshuffle first"
                )
            one = (top or bottom).pop(0)
            self.rearrange([top, bottom])
            return one
        assert source is not None
        return Known(self._draw_unknown(source, why), layer=self.layers[0])

    def _draw_unknown(self, source: Source, why: str) -> str:
        card = source.draw(self._next_pool(), why)
        is_special = self.special[:1] == [card]
        if not is_special:
            self._take_from_pool(card)
        if self.sizes:
            self.special[0] = "" if is_special else self.special[0]
            self.sizes[0] -= 1
            if not self.sizes[0]:
                del self.special[0], self.sizes[0]
        return card

    def _next_pool(self) -> dict[str, int]:
        """Return what the next card may be where nobody knows it, with the weight of each.

        In a part with a special card each place is equally likely to hold that one.
        """
        if not any(self.special[:1]):
            return self.pool
        others, total = self.sizes[0] - 1, sum(self.pool.values())
        weights = {card: count * others for card, count in self.pool.items() if others}
        weights[self.special[0]] = total or 1
        divisor = gcd(*weights.values())
        return Weights({card: number // divisor for card, number in weights.items()})

    def _refuse_parts(self, what: str) -> None:
        if self.under or self.special:
            raise PileError(
                f"a pile in layers or parts {what}; shuffle it first, or give its parts piles of "
                "their own"
            )

    def _refuse_while_away(self, what: str) -> None:
        if away := sum(one.away for one in self.stacked):
            raise PileError(
                f"the pile cannot be {what} while {away} of its cards lie elsewhere "
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
    source: Source, pile: Pile, hands: Iterable[Dealt] | Mapping[str, Dealt], number: int
) -> None:
    """Deal this many cards to each hand, one at a time in turn, while there are cards.

    `hands`: the hands, or `Blocks`, in the order of the deal, or a mapping of seats to them.
    """
    hands = list(hands.values() if isinstance(hands, Mapping) else hands)
    for _ in range(number):
        for hand in hands:
            if len(pile):
                pile.move(hand, source, f"dealt to {hand.owner}")
