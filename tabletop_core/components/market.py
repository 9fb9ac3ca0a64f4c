"""A market: cards for sale, in a row that is refilled from a pile and in stalls of equal cards."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Self

import attrs

from .decks import Pile
from .knowledge import Known, PileError
from .player_deck import CardPlay, Deck
from .rows import CardRow


@attrs.define
class Market:
    """Cards for sale.

    `row` holds `size` cards from the `pile` face up; a gap closes, and the next card comes last.
    `stalls` count the cards of each kind that are for sale all the time.
    `kinds` are the cards that it has ever had, so that a misspelt one is an error.

    >>> market = Market.of({"fox": 3, "owl": 3}, size=2, stalls={"coin": 30})
    >>> len(market.pile), market.count("coin"), market.on_sale
    (6, 30, ['coin'])
    """

    pile: Pile
    row: CardRow
    size: int
    stalls: dict[str, int]
    kinds: list[str] = attrs.field(factory=list)

    @classmethod
    def of(
        cls,
        cards: Iterable[str] | Mapping[str, int] = (),
        size: int = 0,
        stalls: Mapping[str, int] | None = None,
        name: str = "market",
    ) -> Self:
        """Return a market with an empty row; `refill` fills it, which needs chance."""
        row = CardRow(name, deck=name, face_up=True)
        pile, stalls = Pile.of(cards, deck=name), dict(stalls or {})
        return cls(pile, row, size, stalls, sorted({*pile.cards, *stalls}))

    @property
    def on_sale(self) -> list[str]:
        """The cards for sale now, each once: those of the row, then those of the stalls."""
        stalls = [card for card, count in self.stalls.items() if count]
        return list(dict.fromkeys([*self.row.cards, *stalls]))

    @property
    def cards(self) -> Counter[str]:
        """How many of each card it holds: on sale, or still in the pile; 0 of any other card."""
        return Counter(self.pile.cards) + Counter(self.row.cards) + Counter(self.stalls)

    def count(self, card: str) -> int:
        """Return how many of a card are on sale now.

        Raises:
            PileError: the market never had such a card.
        """
        self._expect(card)
        return self.row.cards.count(card) + self.stalls.get(card, 0)

    def refill(self, play: CardPlay) -> list[str]:
        """Fill the row from the pile, as far as it goes, and return the new cards."""
        found: list[str] = []
        while len(self.row) < self.size and len(self.pile):
            found.append(self.pile.move(self.row, play.source, "for sale"))
        if found:
            play.log("refill", cards=found)
        return found

    def offers(
        self, purse: int, price_of: Callable[[str], int], name_of: Callable[[str], str] = str
    ) -> dict[str, str]:
        """Return what a purse can pay, with name and price: options of a question.

        >>> market = Market.of(stalls={"coin": 9, "farm": 2, "mine": 0})
        >>> market.offers(4, {"coin": 0, "farm": 4, "mine": 6}.get, str.title)
        {'coin': 'Coin for 0', 'farm': 'Farm for 4'}
        """
        prices = {card: price_of(card) for card in self.on_sale}
        return {
            card: f"{name_of(card)} for {price}" for card, price in prices.items() if price <= purse
        }

    def take(self, card: str) -> str:
        """Take a card out, of the row if it lies there, else from its stall.

        Raises:
            PileError: it is not on sale, or the market never had it.
        """
        self._expect(card)
        if card in self.row.cards:
            return self.row.play(card)
        if not self.stalls.get(card):
            held = ", ".join(self.on_sale) or "nothing"
            raise PileError(f"{card!r} is not on sale; on sale: {held}")
        self.stalls[card] -= 1
        return card

    def put_back(self, card: str) -> None:
        """Put a card back: into its stall if it has one, else under the pile."""
        if card not in self.kinds:
            self.kinds.append(card)
        if card in self.stalls:
            self.stalls[card] += 1
        else:
            self.pile.put_under(card)

    def buy(self, play: CardPlay, card: str, deck: Deck, price: int) -> None:
        """Sell a card to a player, who gains it to the discards; `refill` fills the gap.

        Raises:
            PileError: it is not on sale.
        """
        deck.discards.receive(Known(self.take(card), None))
        play.log("buy", who=deck.owner, card=card, price=price)

    def _expect(self, card: str) -> None:
        """Refuse a card that was never here, such as a misspelt one."""
        if card not in self.kinds and card not in self.cards:
            had = ", ".join(self.kinds or sorted(self.cards)) or "no cards"
            raise PileError(f"the market never had {card!r}; it has had: {had}")
