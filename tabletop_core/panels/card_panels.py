"""Panels of cards as a viewer sees them: rows, hands, a player's deck, a market."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

import attrs

from ..components import CardRow, Deck, Hand, Market, Trick
from ..data import CardKind
from ..events import counted
from ..viewers import Viewer
from .appearance import Place
from .panel import Panel
from .primitives import Card
from .text_panels import Cards, Facts

K = TypeVar("K", bound=CardKind)
Face = Callable[[CardKind], Card]


def card_face(kind: CardKind) -> Card:
    """Return a card as it is printed: its title, text and symbol, its rank or price in a corner."""
    corners = (str(kind.rank or kind.price),) if kind.rank or kind.price else ()
    return Card(name=kind.title, detail=kind.text, corners=corners, symbol=kind.symbol)


def cards_panel(
    title: str,
    row: CardRow | Hand | Trick,
    viewer: Viewer,
    kinds: Mapping[str, K],
    *,
    order: Callable[[K], Any] | None = None,
    backs: bool = False,
    back: str = "Card",
    face: Callable[[K], Card] = card_face,
    place: Place | None = None,
) -> Cards | Facts:
    """Return a row, a hand or a trick as a viewer sees it.

    Of a hand of which the viewer knows nothing it says how many cards there are. With `backs`, and
    in a row, each card that the viewer does not know shows its back, so that it can be touched;
    `back` names it. A trick says who played each card, and which wins.
    `order` sorts what is shown where the viewer knows all of it, by a key of each card. The cards
    themselves stay in their order, in which others count them.
    Each card has an id which an option can touch, that of `CardRow.ids_for`. What a seat holds is
    placed with its hand, an open hand of another seat and a trick in the middle, anything else
    beside it, unless `place` says otherwise.
    """
    if place is None:
        place = _place_of(row, viewer)
    seen = row.seen_by(viewer)
    is_own = isinstance(row, Hand) and viewer.knows(row.owner)
    if isinstance(row, Hand) and not (is_own or backs or any(seen)):
        rows = ((f"{row.owner} holds", counted(len(row), "card")),)
        return Facts(title=title, id=row.named, rows=rows, place=place)
    laid = list(zip(row.ids_for(viewer), seen, strict=True))
    if order is not None and all(card is not None for card in seen):
        key = order
        laid.sort(key=lambda one: key(kinds[one[1] or ""]))
    cards = [
        Card(name=back, hidden=True, id=place_id)
        if card is None
        else attrs.evolve(face(kinds[card]), id=place_id)
        for place_id, card in laid
    ]
    if isinstance(row, Trick):
        winner = row.winner(kinds)
        played = zip(cards, row.cards, strict=True)
        cards = [
            attrs.evolve(card, state=f"{seat}, wins so far" if seat == winner else seat)
            for card, seat in played
        ]
    return Cards(title=title, id=row.named, cards=tuple(cards), place=place)


def _place_of(row: CardRow | Hand | Trick, viewer: Viewer) -> Place:
    if isinstance(row, Hand):
        if viewer.knows(row.owner):
            return Place.HAND
        return Place.BOARD if row.face_up else Place.SIDE
    return Place.BOARD if isinstance(row, Trick) else Place.SIDE


def deck_panels(
    deck: Deck,
    viewer: Viewer,
    kinds: Mapping[str, CardKind],
    *,
    owner: str = "",
    face: Face = card_face,
) -> Iterator[Panel]:
    """Yield what a viewer sees of a player's deck: its hand and what is in play, its piles.

    The hand is there for those who know it; others see how many cards it holds.
    """
    owner = owner or deck.owner
    if viewer.knows(deck.owner):
        yield cards_panel(f"Hand of {owner}", deck.hand, viewer, kinds, face=face)
    if len(deck.in_play):
        played = f"In play: {owner}"
        yield cards_panel(played, deck.in_play, viewer, kinds, face=face, place=Place.HAND)
    rows = [(f"{owner}: draw pile", str(len(deck.draw_pile)))]
    if not viewer.knows(deck.owner):
        rows.append((f"{owner}: hand", str(len(deck.hand))))
    rows.append((f"{owner}: discards", _counted(deck.discards.cards, kinds)))
    yield Facts(title=f"Deck of {owner}", id=f"{deck.owner}:deck", rows=tuple(rows))


def market_panel(
    title: str,
    market: Market,
    kinds: Mapping[str, CardKind],
    *,
    face: Face = card_face,
    place: Place = Place.BOARD,
) -> Cards:
    """Return what is on sale: a card for each kind, with its id, its price and where it lies.

    The cards of the row come first, then the stalls, with a line between them. The price is written
    in words, so a bare number for it is left out.
    """
    cards: list[Card] = []
    for card in dict.fromkeys([*market.row.cards, *market.stalls]):
        kind = kinds[card]
        price = (f"price {kind.price}",) if kind.price else ()
        state = ", ".join((*price, *_lying(market, card)))
        is_first_stall = len(cards) == len({*market.row.cards}) > 0
        printed = face(kind)
        is_price = not kind.rank and printed.corners == (str(kind.price),)
        corners = () if is_price else printed.corners
        on_sale = attrs.evolve(printed, id=card, state=state, corners=corners)
        cards.append(attrs.evolve(on_sale, apart=is_first_stall))
    return Cards(title=title, id=market.row.named, cards=tuple(cards), place=place)


def _lying(market: Market, card: str) -> Iterator[str]:
    """Yield how many of a card lie in the row, and how many its stall holds."""
    if count := market.row.cards.count(card):
        yield f"{count} in the row"
    if card in market.stalls:
        count = market.stalls[card]
        yield f"stall of {count}" if count else "stall sold out"


def _counted(cards: Iterable[str], kinds: Mapping[str, CardKind]) -> str:
    counts = Counter(kinds[card].title for card in cards)
    told = ", ".join(f"{n} {title}" if n > 1 else title for title, n in sorted(counts.items()))
    return told or "none"
