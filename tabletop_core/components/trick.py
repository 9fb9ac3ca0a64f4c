"""A trick: who plays to it, which cards may follow the card led, and who wins it."""

from collections.abc import Mapping, Sequence
from typing import Self

import attrs

from ..data.card_kinds import CardKind
from ..errors import TabletopError
from ..viewers import Viewer
from .player_deck import CardPlay
from .rows import Hand


class TurnError(TabletopError, ValueError):
    """A card or a bid out of turn, or one that the component does not allow."""


def from_first(seats: Sequence[str], first: str) -> tuple[str, ...]:
    """Return the seats in their order, beginning with one of them.

    >>> from_first(("north", "east", "south", "west"), "south")
    ('south', 'west', 'north', 'east')
    """
    at = list(seats).index(first)
    return (*seats[at:], *seats[:at])


@attrs.define
class Trick:
    """The cards of a trick by seat, in the order in which they were played; the first was led.

    `seats` are in the order of play. `trumps` is the suit that beats the others, if any. The suit
    and the rank of a card are those of its `CardKind`. With `must_follow` a card of the suit led
    must be played if the hand has one.

    >>> kinds = {
    ...     f"{suit}{rank}": CardKind(id=f"{suit}{rank}", title="", suit=suit, rank=rank)
    ...     for suit in ("fox", "owl") for rank in (1, 2, 3)
    ... }
    >>> trick = Trick.led_by("south", ("north", "south"), trumps="owl")
    >>> trick.cards["south"] = "fox3"
    >>> trick.turn, trick.playable(Hand("north", ["owl1", "fox1"]), kinds)
    ('north', ['fox1'])
    """

    seats: tuple[str, ...]
    trumps: str = ""
    must_follow: bool = True
    cards: dict[str, str] = attrs.field(factory=dict)

    @classmethod
    def led_by(cls, leader: str, seats: Sequence[str], trumps: str = "") -> Self:
        """Return a trick without cards; `seats` are those of the game, in the order of play."""
        return cls(from_first(seats, leader), trumps)

    @property
    def turn(self) -> str:
        """The seat whose card is next; empty when all have played."""
        return next((seat for seat in self.seats if seat not in self.cards), "")

    @property
    def named(self) -> str:
        return "trick"

    def suit_led(self, kinds: Mapping[str, CardKind]) -> str:
        """Return the suit of the first card; empty before it is led."""
        return next((kinds[card].suit for card in self.cards.values()), "")

    def playable(self, hand: Hand, kinds: Mapping[str, CardKind]) -> list[str]:
        """Return the cards of a hand that may be played, each once, in the order of `kinds`.

        Those of the suit led, if there are any; otherwise, and to lead, all.
        """
        held = [card for card in kinds if card in hand.cards]
        led = self.suit_led(kinds)
        following = [card for card in held if kinds[card].suit == led]
        return following if led and following and self.must_follow else held

    def play_card(
        self, play: CardPlay, hand: Hand, card: str, kinds: Mapping[str, CardKind]
    ) -> None:
        """Play a card of the hand whose turn it is, and log it.

        Who cannot follow suit has shown everybody that the hand has none of the suit led. That is
        recorded, so that bots do not deal it such cards.

        Raises:
            TurnError: it is another hand's turn, or the card may not be played.
        """
        if hand.owner != self.turn:
            raise TurnError(
                f"{hand.owner} plays {card!r}, but it is the turn of {self.turn or 'nobody'}; "
                "see `trick.turn`, and begin a new trick when all have played"
            )
        allowed = self.playable(hand, kinds)
        if card not in allowed:
            raise TurnError(f"{hand.owner} may not play {card!r} now; choose one of: {allowed}")
        led = self.suit_led(kinds)
        self.cards[hand.owner] = hand.play(card)
        play.log("play_cards", who=hand.owner, cards=[card])
        if led not in ("", kinds[card].suit) and self.must_follow and not hand.face_up:
            gone = [one for one, kind in kinds.items() if kind.suit == led]
            for place in hand.places:
                hand.exclude(place, *gone, to=None)

    def winner(self, kinds: Mapping[str, CardKind]) -> str:
        """Return the seat that wins, so far or at last; empty before a card is led.

        The highest trump wins, without one the highest card of the suit led. Of equal cards the
        first wins.
        """
        led = self.suit_led(kinds)

        def strength(seat: str) -> tuple[bool, bool, int]:
            kind = kinds[self.cards[seat]]
            return bool(self.trumps) and kind.suit == self.trumps, kind.suit == led, kind.rank

        return max(self.cards, key=strength, default="")

    def ids_for(self, viewer: Viewer) -> list[str]:
        """Return the ids of the cards, which all know."""
        return [f"{self.named}:{card}" for card in self.cards.values()]

    def seen_by(self, viewer: Viewer) -> list[str | None]:
        """Return the cards, which all see."""
        return list(self.cards.values())
