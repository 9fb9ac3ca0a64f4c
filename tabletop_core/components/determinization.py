"""Redraw what a seat does not know, within what it knows.

Every arrangement of the cards that fits what the seat knows is equally likely, whatever the
truth is. Cards that it knows stay, and a place never gets a card that the seat has excluded there.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from math import gcd

from ..chance import Source, Weights
from ..viewers import Viewer
from .decks import Pile
from .knowledge import Known, PileError
from .rows import CardRow, Hand

Holder = Pile | CardRow | Hand

MAX_DEALS = 1000
"""The number of deals tried for `consistent` before giving up."""


def determinize(source: Source, holders: Iterable[Holder], seat: str) -> None:
    """Redraw all that a seat does not know of these piles, rows and hands.

    Cards change places within a deck only (`Pile.deck`).

    Raises:
        PileError: what the seat knows fits no arrangement, or several piles without the name of
            a deck might be that of a hidden card.
    """
    decks: dict[str, list[Holder]] = {}
    for holder in holders:
        decks.setdefault(holder.deck, []).append(holder)
    viewer = Viewer(seat)
    for deck, held in sorted(decks.items()):
        piles = [holder for holder in held if isinstance(holder, Pile)]
        if deck == "" and len(piles) > 1:
            if any(_hidden(holder.laid(), viewer) for holder in held):
                raise PileError(
                    f"{len(piles)} piles have no name for their deck, so a card that {seat} does "
                    "not know may come from any of them; name them, as in "
                    "Pile.of(cards, deck='events'), and the rows and hands likewise"
                )
            for pile in piles:
                for part in pile.stacked:
                    part.pool = dict(sorted(part.pool.items()))
        else:
            _redraw_deck(source, held, viewer, seat)


def _hidden(laid: list[list[Known]], viewer: Viewer) -> list[tuple[int, int]]:
    """Return where cards lie that are determined and that the viewer does not know."""
    return [
        (side, at)
        for side, cards in enumerate(laid)
        for at, one in enumerate(cards)
        if one.is_determined and not one.is_known_to(viewer)
    ]


def _redraw_deck(source: Source, held: Iterable[Holder], viewer: Viewer, seat: str) -> None:
    """Redraw the cards of a deck; each layer of a pile, and what came from it, by itself."""
    holders: list[Holder] = []
    for holder in held:
        holders += holder.stacked if isinstance(holder, Pile) else (holder,)
    laid = [holder.laid() for holder in holders]
    piles: dict[int, list[Pile]] = {}
    mixed: dict[int, int] = {}
    for pile in holders:
        if isinstance(pile, Pile):
            mixed |= dict.fromkeys(pile.layers, pile.layers[0])
            piles.setdefault(pile.layers[0], []).append(pile)
    hidden: dict[int, list[tuple[int, int, int]]] = {}
    for number, cards in enumerate(laid):
        for side, at in _hidden(cards, viewer):
            layer = cards[side][at].layer
            hidden.setdefault(mixed.get(layer, layer), []).append((number, side, at))
    for layer in sorted({*piles, *hidden}):
        _redraw_layer(source, laid, hidden.get(layer, []), piles.get(layer, []), viewer, seat)
    for holder, cards_of in zip(holders, laid, strict=True):
        holder.rearrange(cards_of)


def _redraw_layer(
    source: Source,
    laid: list[list[list[Known]]],
    hidden: Sequence[tuple[int, int, int]],
    piles: Sequence[Pile],
    viewer: Viewer,
    seat: str,
) -> None:
    sizes = [sum(pile.pool.values()) for pile in piles]
    unknown: dict[str, int] = {}
    for card in [laid[number][side][at].card for number, side, at in hidden]:
        unknown[card] = unknown.get(card, 0) + 1
    for pile in piles:
        for card, count in pile.pool.items():
            unknown[card] = unknown.get(card, 0) + count
    left = dict(sorted(unknown.items()))
    excluded = [laid[number][side][at].excluded_for(viewer) for number, side, at in hidden]
    cards = _draw_within(source, left, excluded, seat)
    for (number, side, at), card in zip(hidden, cards, strict=True):
        laid[number][side][at] = laid[number][side][at].turned_into(card)
    for pile, size in zip(piles[:-1], sizes, strict=False):
        pile.pool = _some_of(source, left, size)
    if piles:
        piles[-1].pool = left


def _draw_within(
    source: Source, left: dict[str, int], excluded: Sequence[frozenset[str]], seat: str
) -> list[str]:
    """Take a card out of `left` for each place, none that is excluded there.

    Each way to fill the places is equally likely: a card comes with a weight in proportion to the
    number of ways to fill the other places after it.
    """
    narrow = [at for at, cards in enumerate(excluded) if not cards.isdisjoint(left)]
    found: dict[int, str] = {}
    for number, at in enumerate(narrow):
        weights = _ways_of_each(left, [excluded[place] for place in narrow[number:]])
        if not weights:
            raise PileError(
                f"no arrangement of the cards fits what {seat} knows of them; look for cards that "
                "were put into a row, a hand or a pile without being taken from where they were"
            )
        found[at] = source.draw(weights, "unseen")
        _take(left, found[at])
    for at in range(len(excluded)):
        if at not in found:
            found[at] = source.draw(left, "unseen")
            _take(left, found[at])
    return [found[at] for at in range(len(excluded))]


def _ways_of_each(left: dict[str, int], excluded: Sequence[frozenset[str]]) -> dict[str, int]:
    """Return in how many ways the places can be filled with each card at the first of them.

    Cards that are excluded at the same places, such as those of a suit, are counted together: a
    hand of which two suits are known to be gone would take too long card by card.
    """
    groups: dict[tuple[int, ...], int] = {}
    group_of = {}
    for card, count in left.items():
        group_of[card] = tuple(at for at, cards in enumerate(excluded) if card in cards)
        groups[group_of[card]] = groups.get(group_of[card], 0) + count

    @cache
    def ways(place: int, counts: tuple[int, ...]) -> int:
        if place == len(excluded):
            return 1
        return sum(
            count * ways(place + 1, (*counts[:at], count - 1, *counts[at + 1 :]))
            for at, (closed, count) in enumerate(zip(groups, counts, strict=True))
            if count and place not in closed
        )

    after = {
        group: ways(1, tuple(count - (other == group) for other, count in groups.items()))
        for group in groups
    }
    found = {
        card: count * after[group_of[card]]
        for card, count in left.items()
        if 0 not in group_of[card]
    }
    divisor = gcd(*found.values()) or 1
    return Weights({card: number // divisor for card, number in found.items() if number})


def _some_of(source: Source, left: dict[str, int], number: int) -> dict[str, int]:
    """Take this many cards out of `left` at random."""
    found: dict[str, int] = {}
    for _ in range(number):
        card = source.draw(left, "unseen")
        _take(left, card)
        found[card] = found.get(card, 0) + 1
    return dict(sorted(found.items()))


def _take(left: dict[str, int], card: str) -> None:
    left[card] -= 1
    if not left[card]:
        del left[card]
