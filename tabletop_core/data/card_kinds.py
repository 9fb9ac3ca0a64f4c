"""A file of cards: what is printed on each kind of card, and how many copies of it there are."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

import attrs

from ..errors import Problem
from .entries import Component, Entry
from .structuring import fault


@attrs.frozen(kw_only=True)
class CardKind(Entry):
    """What is printed on a kind of card. Derive from it to add what the cards of a game have.

        @attrs.frozen(kw_only=True)
        class Ware(CardKind):
            coins: int = 0
            points: int = 0

    id: what the rules, the log and saved games call it.
    title: what players call it.
    text: what it does, in words.
    count: the number of copies in the game.
    price: what it costs in a market.
    suit, rank: what decides a trick; the higher rank wins.
    rule: the number of its rule, shown when it is opened on the table.
    """

    unsaid: ClassVar[tuple[str, ...]] = ("count",)

    id: str
    title: str
    text: str = ""
    count: int = 1
    price: int = 0
    suit: str = ""
    rank: int = 0
    symbol: str = ""
    rule: str = ""


@attrs.frozen(kw_only=True)
class CardFile(Component):
    """A file of cards, by convention `data/cards.toml`; each is a `[[card]]`."""

    card: tuple[CardKind, ...]

    def faults(self) -> Iterator[Problem]:
        """Yield cards with an id of another, and counts below zero."""
        seen: set[str] = set()
        for number, card in enumerate(self.card):
            if card.id in seen:
                yield fault(f"card[{number}].id", "two cards have this id", card.id, "rename one")
            if card.count < 0:
                yield fault(
                    f"card[{number}].count", "this is below zero", card.count, "write 0 or more"
                )
            seen.add(card.id)


def file_of(kind: type[CardKind]) -> type[CardFile]:
    """Return the class of a file whose cards are of this class."""
    field: Any = attrs.field(type=tuple[kind, ...])  # type: ignore[valid-type]
    made: type[CardFile] = attrs.make_class(
        "CardFile", {"card": field}, bases=(CardFile,), frozen=True, kw_only=True, slots=True
    )
    return made


def copies_of(kinds: Iterable[CardKind]) -> dict[str, int]:
    """Return the number of copies of each kind, for a pile.

    >>> copies_of([CardKind(id="fox", title="Fox", count=3), CardKind(id="owl", title="Owl")])
    {'fox': 3, 'owl': 1}
    """
    return {kind.id: kind.count for kind in kinds}
