"""A player's own deck: draw pile, hand, cards in play and discard pile.

What every game with such decks does is a method here. Each logs what happened, and records who
knows what: the owner knows the hand, everybody what was played, discarded or gained, and nobody the
order of the draw pile.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from typing import Any, Protocol, Self

import attrs

from ..chance import Source
from .decks import Pile
from .knowledge import Known, PileError
from .rows import CardRow, Hand, Receiver


class CardPlay(Protocol):
    """What a method here needs of the game in progress: chance and the log."""

    source: Source

    def log(self, kind: str, /, *, seats: tuple[str, ...] | None = None, **facts: Any) -> None:
        """Record an event."""
        ...

    def seen_only_by(self, *seats: str) -> AbstractContextManager[None]:
        """Let only these seats see what chance brings inside the block."""
        ...


@attrs.define
class Deck:
    """The cards of one player, in four places.

    All that the methods do is public but for what is drawn, so everybody can keep count of a deck.
    Where cards change hands in secret, use a `Pile` and a `Hand` instead.

    `draw_pile` is face down, `hand` is known to its owner, and the rows `in_play` and `discards`
    are face up. `which` in a method is the id of a card in its place (`red:hand:fox:1`), a kind of
    card, or several of these.

    >>> deck = Deck.of("red", {"coin": 7, "farm": 3})
    >>> len(deck), len(deck.draw_pile), len(deck.hand), deck.cards["farm"]
    (10, 10, 0, 3)
    """

    owner: str
    draw_pile: Pile
    hand: Hand
    in_play: CardRow
    discards: CardRow

    @classmethod
    def of(cls, owner: str, cards: Iterable[str] | Mapping[str, int]) -> Self:
        """Return the deck of a player, all of it shuffled in the draw pile."""
        return cls(
            owner,
            Pile.of(cards, deck=owner),
            Hand(owner, deck=owner),
            CardRow(f"{owner}:in_play", deck=owner, face_up=True),
            CardRow(f"{owner}:discards", deck=owner, face_up=True),
        )

    def __len__(self) -> int:
        return len(self.draw_pile) + len(self.hand) + len(self.in_play) + len(self.discards)

    @property
    def cards(self) -> Counter[str]:
        """How many of each card it holds, wherever they are."""
        rows = (self.hand, self.in_play, self.discards)
        return Counter(self.draw_pile.cards) + Counter(card for row in rows for card in row.cards)

    def draw_up(self, play: CardPlay, number: int) -> list[str]:
        """Draw this many cards into the hand and return them; fewer if there are no more.

        When the draw pile is empty, the discards are shuffled and become the draw pile.
        All hear how many cards were drawn and shuffled, only the owner which were drawn.
        """
        drawn: list[str] = []
        shuffled = 0
        with play.seen_only_by(self.owner):
            while len(drawn) < number:
                if not len(self.draw_pile):
                    if not len(self.discards):
                        break
                    shuffled += len(self.discards)
                    self._reshuffle()
                drawn.append(self.draw_pile.move(self.hand, play.source, f"{self.owner} draws"))
        play.log("draw_up", who=self.owner, number=len(drawn), shuffled=shuffled)
        if drawn:
            play.log("drawn", who=self.owner, cards=sorted(drawn), seats=(self.owner,))
        return drawn

    def _reshuffle(self) -> None:
        """Shuffle the discards, which become the draw pile.

        At this moment nothing of the deck is hidden but the hand, so whoever has kept count of what
        was gained and discarded knows the cards still in it. They are recorded as known to all, in
        the order of their ids, since nobody can know their places.
        """
        held = [Known(card, None) for card in sorted(self.hand.cards)]
        self.hand.rearrange([held])
        self.draw_pile.mix_in(self.discards)

    def play_cards(self, play: CardPlay, which: str | Iterable[str]) -> list[str]:
        """Put a card of the hand in play, or several, and return them."""
        cards = self._move(which, self.in_play, self.hand)
        if cards:
            play.log("play_cards", who=self.owner, cards=cards)
        return cards

    def discard(self, play: CardPlay, which: str | Iterable[str]) -> list[str]:
        """Discard cards of the hand or in play, and return them."""
        cards = self._move(which, self.discards, self.hand, self.in_play)
        if cards:
            play.log("discard", who=self.owner, cards=cards)
        return cards

    def clean_up(self, play: CardPlay, number: int) -> list[str]:
        """Discard the hand and what is in play, draw up to a new hand, and return it."""
        self.discard(play, [*self.in_play.places, *self.hand.places])
        return self.draw_up(play, number)

    def gain(self, play: CardPlay, card: str, to: Receiver | None = None) -> None:
        """Add a card that all have seen, such as one from the supply, to the discards.

        `to` names another place: `deck.hand`, `deck.draw_pile` (on top).
        """
        self._receive([card], self.discards if to is None else to)
        play.log("gain", who=self.owner, card=card)

    def trash(
        self, play: CardPlay, which: str | Iterable[str], to: Receiver | None = None
    ) -> list[str]:
        """Remove cards of the hand, in play or among the discards from the game; return them.

        `to` is a row of the game where such cards lie face up.
        """
        gone = CardRow("trash", face_up=True)
        cards = self._move(which, gone, self.hand, self.in_play, self.discards)
        if to is not None:
            self._receive(cards, to)
        if cards:
            play.log("trash", who=self.owner, cards=cards)
        return cards

    def _move(self, which: str | Iterable[str], to: Receiver, *rows: Hand | CardRow) -> list[str]:
        """Move cards from the first of the rows that has each of them.

        They go in the order of their ids: the order in a hand is nobody else's business.
        """
        names = [which] if isinstance(which, str) else list(which)
        taken: list[list[str]] = [[] for _ in rows]
        for name in names:
            holds = [
                name in row and not 0 < row.cards.count(name) <= mine.count(name)
                for row, mine in zip(rows, taken, strict=True)
            ]
            if not any(holds):
                held = ", ".join(card for row in rows for card in row.cards) or "no cards"
                raise PileError(f"{self.owner} has no {name!r} there; there are: {held}")
            taken[holds.index(True)].append(name)
        moved = CardRow("moved", face_up=True)
        for row, mine in zip(rows, taken, strict=True):
            row.move(mine, moved)
        cards = sorted(moved.cards)
        self._receive(cards, to)
        return cards

    def _receive(self, cards: Iterable[str], to: Receiver) -> None:
        for card in cards:
            to.receive(Known(card, None))
