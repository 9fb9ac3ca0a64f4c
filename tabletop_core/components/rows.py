"""Rows of cards and hands: each card has a place, and each place a record of who knows what.

Whoever knows the cards names each by an id that stays with it (`red:hand:fox:1`); whoever may not
know them, by its position (`red:hand:2`), which reveals nothing. What is known travels with the
card (`move`) and ends in a shuffle.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol

import attrs

from ..chance import Source
from ..viewers import ALL_SEEING, Viewer
from .knowledge import UNDETERMINED, Known, PileError, known_of, unusual


class Receiver(Protocol):
    """Where a card can be moved to."""

    def receive(self, one: Known) -> None:
        """Add a card with what is known of it."""
        ...


class Dealt(Receiver, Protocol):
    """What a seat is dealt cards into."""

    owner: str


class Undetermined(Protocol):
    """The origin of a card that nobody has looked at yet."""

    def unlooked(self) -> Known:
        """Take the top card off without looking."""
        ...

    def determine(self, source: Source, why: str = "") -> str:
        """Return which card one taken off in this way is."""
        ...


class _Places:
    """What rows and hands have in common: cards in places, and what is known of each."""

    __slots__ = ()

    if TYPE_CHECKING:
        cards: list[str]
        known: list[Known]

        @property
        def named(self) -> str: ...

        @property
        def usual(self) -> tuple[str, ...] | None: ...

        @property
        def _called(self) -> str: ...

        def _has_no(self, card: str) -> str: ...

    def __len__(self) -> int:
        return len(self.cards)

    def __contains__(self, which: str) -> bool:
        return which in self._ids or (which in self.cards and which != UNDETERMINED)

    @property
    def places(self) -> list[str]:
        """The ids of the cards, in order, for all: positions (`red:hand:2`) but in a row face up.

        They suit somebody who chooses a card without knowing it.
        """
        return self.ids_for(Viewer())

    def ids_for(self, viewer: Viewer) -> list[str]:
        """Return the ids of the cards as a viewer may know them, in order.

        The owner of a hand, and everybody in a row face up, names a card by itself, so that an id
        stays with its card when another one leaves. Equal cards are numbered. For all others,
        and where a card is not determined, the id is a position.

        >>> hand = Hand("red", ["fox", "owl", "fox"])
        >>> hand.ids_for(Viewer("red")), hand.ids_for(Viewer("blue"))[2]
        (['red:hand:fox:1', 'red:hand:owl:1', 'red:hand:fox:2'], 'red:hand:3')
        """
        named = self.named
        if self.usual is not None and not viewer.knows(*self.usual):
            return [f"{named}:{position}" for position in range(1, len(self.cards) + 1)]
        counts = Counter[str]()
        found = []
        for position, card in enumerate(self.cards, 1):
            counts[card] += 1
            is_named = card != UNDETERMINED
            found.append(f"{named}:{card}:{counts[card]}" if is_named else f"{named}:{position}")
        return found

    @property
    def _ids(self) -> dict[str, int]:
        """Where the card of each id is, whoever may know it."""
        positions = {f"{self.named}:{at + 1}": at for at in range(len(self.cards))}
        return positions | {one: at for at, one in enumerate(self.ids_for(ALL_SEEING))}

    def laid(self) -> list[list[Known]]:
        """Return each card with what is known of it, as one list in a list."""
        return [known_of(self.cards, self.known, self.usual)]

    def rearrange(self, laid: list[list[Known]]) -> None:
        """Replace all cards, with what is known of them; `[]` leaves none."""
        cards = [one for part in laid for one in part]
        self.cards[:] = [one.card for one in cards]
        self.known[:] = unusual(cards, self.usual)

    def choices(self, name_of: Callable[[str], str] = str) -> dict[str, str]:
        """Return the name of each card by its id: options for a seat that knows the cards.

        Equal cards have ids of their own, so several of them can be chosen.

            yield play.ask("Discard two", hand.choices(play.name_of), least=2, most=2)

        >>> Hand("red", ["fox", "fox"]).choices(str.title)
        {'red:hand:fox:1': 'Fox', 'red:hand:fox:2': 'Fox'}
        """
        names = [name_of(card) if card != UNDETERMINED else "face down" for card in self.cards]
        return dict(zip(self.ids_for(Viewer(*self.usual or ())), names, strict=True))

    def ids_of(self, card: str) -> tuple[str, ...]:
        """Return the ids of all copies of a card: what an option for this card touches.

        yield play.ask("Play which card?", tuple(set(hand.cards)), at=hand.ids_of)
        """
        ids = self.ids_for(Viewer(*self.usual or ()))
        return tuple(one for one, held in zip(ids, self.cards, strict=True) if held == card)

    def at(self, which: str) -> Known:
        """Return the card at a place, or the first one of this name, with what is known of it.

        Raises:
            PileError: there is no such place or card.
        """
        return self.laid()[0][self._find(which)]

    def seen_by(self, viewer: Viewer) -> list[str | None]:
        """Return the cards as a viewer sees them: None for each card face down."""
        return [one.card if one.is_known_to(viewer) else None for one in self.laid()[0]]

    def excluded_for(self, which: str, viewer: Viewer) -> frozenset[str]:
        """Return the cards that, as a viewer knows, the one at a place is not."""
        return self.at(which).excluded_for(viewer)

    def put(self, card: str, seats: Iterable[str] | None = ()) -> str:
        """Add a card that these seats know, or with None everybody, and return its place."""
        self.receive(Known(card).shown(seats))
        return self.places[-1]

    def receive(self, one: Known) -> None:
        """Add a card with what is known of it."""
        self.rearrange([[*self.laid()[0], one.shown(self.usual)]])

    def show(self, *which: str, to: Iterable[str] | None) -> list[str]:
        """Show cards to these seats, or with None to everybody; return them.

        Raises:
            PileError: there is no such place or card, or it is not determined yet.
        """
        seats = None if to is None else tuple(to)
        places = [self._find_determined(one) for one in which]
        laid = self.laid()[0]
        for at in places:
            laid[at] = laid[at].shown(seats)
        self.rearrange([laid])
        return [laid[at].card for at in places]

    def exclude(self, which: str, *cards: str, to: Iterable[str] | None) -> None:
        """Tell these seats, or with None all, that the card is not one of `cards`.

        Raises:
            PileError: it is one of them, there is no such place, or it is not determined yet.
        """
        at = self._find_determined(which)
        laid = self.laid()[0]
        if laid[at].card in cards:
            raise PileError(
                f"{self.places[at]} is {laid[at].card!r}, so nobody can know that it is not; "
                "exclude only what the card is not"
            )
        laid[at] = laid[at].without(cards, None if to is None else tuple(to))
        self.rearrange([laid])

    def move(self, which: str | Iterable[str], to: Receiver) -> None:
        """Move a card or several to another row or hand, or onto a pile; what is known travels too.

        Places are those before anything is moved.

        Raises:
            PileError: there is no such place or card, or a pile is to take what is not determined.
        """
        places = self._find_all(which)
        laid = self.laid()[0]
        for at in places:
            to.receive(laid[at])
        # Read again: they may have been moved to the end of the same row.
        left = self.laid()[0]
        self.rearrange([[one for at, one in enumerate(left) if at not in places]])

    def move_all(self, to: Receiver) -> None:
        """Move all cards; see `move`."""
        self.move(self.places, to)

    def empty(self) -> list[str]:
        """Take all cards out and return them.

        Raises:
            PileError: one is not determined yet.
        """
        places = [self._find_determined(place) for place in self.places]
        cards = [self.cards[at] for at in places]
        self.rearrange([])
        return cards

    def lay(self, pile: Undetermined) -> str:
        """Lay the top card of a pile here without looking at it, and return its place.

        If nobody knows the card, it stays undetermined: it still counts in the pool of the pile,
        and chance decides which it is when somebody looks (`determine`).
        """
        self.receive(pile.unlooked())
        return self.places[-1]

    def determine(self, place: str, pile: Undetermined, source: Source, why: str = "") -> str:
        """Let chance decide which card a place holds, drawn from the pile that it was laid from.

        Only the owner of a hand then knows it; `show` it to others. A card that is
        determined already stays what it is.
        """
        at = self._find(place)
        laid = self.laid()[0]
        if not laid[at].is_determined:
            laid[at] = Known(pile.determine(source, why)).shown(self.usual)
            self.rearrange([laid])
        return laid[at].card

    def shuffle(self, source: Source, why: str = "shuffled") -> None:
        """Shuffle the cards: only the owner of a hand still knows its cards."""
        left = dict.fromkeys(self.places, 1)
        cards = dict(zip(self.places, self.cards, strict=True))
        order = []
        while left:
            order.append(source.draw(left, why))
            del left[order[-1]]
        self.cards[:] = [cards[place] for place in order]
        self.known.clear()

    def play(self, which: str) -> str:
        """Take out the card at a place, or the first of this id, and return its id.

        Raises:
            PileError: there is no such place or card, or it is not determined yet.
        """
        at = self._find_determined(which)
        left = self.laid()[0]
        card = left.pop(at).card
        self.rearrange([left])
        return card

    def _find(self, which: str) -> int:
        at = self._ids.get(which)
        return self._find_card(which) if at is None else at

    def _find_all(self, which: str | Iterable[str]) -> list[int]:
        """Return where these places and cards are; each card that is named again is another one."""
        names = [which] if isinstance(which, str) else list(which)
        ids, found = self._ids, list[int]()
        for name in names:
            if name in ids:
                found.append(ids[name])
                continue
            more = (at for at, card in enumerate(self.cards) if card == name and at not in found)
            found.append(next(more, -1) if name != UNDETERMINED else -1)
        for at, name in zip(found, names, strict=True):
            if at < 0 or found.count(at) > 1:
                raise self._missing(name)
        return found

    def _find_card(self, card: str) -> int:
        if card in self.cards and card != UNDETERMINED:
            return self.cards.index(card)
        raise self._missing(card)

    def _missing(self, card: str) -> PileError:
        held = ", ".join(one or "a card not determined" for one in self.cards) or "no cards"
        return PileError(f"{self._has_no(card)}; {self._called} holds: {held}")

    def _find_determined(self, which: str) -> int:
        at = self._find(which)
        if self.cards[at] == UNDETERMINED:
            raise PileError(
                f"nobody can know anything of {self.places[at]}, which is not determined; "
                "call determine(place, pile, source) first"
            )
        return at


@attrs.define
class CardRow(_Places):
    """Cards in a row, face down until they are shown, or with `face_up` seen by all.

    `deck` names the pile whose cards lie here where there are several (`Pile.deck`).

    >>> row = CardRow("table", ["crown", "knave"])
    >>> row.show("table:2", to=["red"])
    ['knave']
    >>> row.seen_by(Viewer("red")), row.seen_by(Viewer())
    ([None, 'knave'], [None, None])
    """

    name: str
    cards: list[str] = attrs.field(factory=list)
    known: list[Known] = attrs.field(factory=list)
    deck: str = ""
    face_up: bool = False

    @property
    def named(self) -> str:
        return self.name

    @property
    def usual(self) -> tuple[str, ...] | None:
        """The seats that know each card here: none, or with `face_up` everybody (None)."""
        return None if self.face_up else ()

    @property
    def _called(self) -> str:
        return "it"

    def _has_no(self, card: str) -> str:
        return f"{self.name} has no {card!r}"


@attrs.define
class Hand(_Places):
    """Cards that their owner knows, and others only where they were shown.

    Its owner names a card `red:hand:fox:1`, others name it `red:hand:1`, by its position. `deck`
    is that of `CardRow`. With `face_up` everybody sees it, as the hand of a dummy (`lay_open`).
    """

    owner: str
    cards: list[str] = attrs.field(factory=list)
    known: list[Known] = attrs.field(factory=list)
    deck: str = ""
    face_up: bool = False

    @property
    def named(self) -> str:
        return f"{self.owner}:hand"

    @property
    def usual(self) -> tuple[str, ...] | None:
        """The seats that know each card here: its owner, or with `face_up` everybody (None)."""
        return None if self.face_up else (self.owner,)

    def lay_open(self) -> None:
        """Lay the hand on the table, face up: everybody sees it from now on, as that of a dummy."""
        self.show(*self.places, to=None)
        self.face_up = True
        self.known.clear()

    @property
    def _called(self) -> str:
        return "the hand"

    def _has_no(self, card: str) -> str:
        return f"{self.owner} has no {card!r} in hand"
