"""Combat cards in hand: drawing, discarding, the hand limit (p. 9 and 19)."""

from collections.abc import Sequence
from fractions import Fraction

from tabletop_core import Asks, by_id

from ..questions.hands import card_words, hand_limit, owners
from ..questions.names import symbol_words
from ..state import Fighter, InPlay


def give_up(play: InPlay, fighter: Fighter, card: str) -> None:
    """Take a card out of the hand it is in, to be discarded later."""
    for owner in owners(play, fighter, fighting=True):
        if card in owner.cards:
            owner.cards.remove(card)
            return
    raise ValueError(f"{fighter.colour} does not hold {card!r}")


def discard(play: InPlay, fighter: Fighter, card: str) -> None:
    fighter.cards.remove(card)
    play.state.discards.append(card)


def throw_away(play: InPlay, fighter: Fighter, cards: Sequence[str]) -> None:
    """Discard cards without any effect."""
    for card in cards:
        discard(play, fighter, card)
    names = [play.data.names[card] for card in cards]
    if cards:
        play.log("discarded", colour=fighter.colour, cards=list(cards), names=names)


def draw_card(play: InPlay, fighter: Fighter) -> str:
    """Draw one Combat card; the discards are shuffled when the deck is used up.

    Returns an empty text when all cards are in players' hands.
    """
    state = play.state
    if not len(state.deck):
        state.deck.mix_in(state.discards)
        state.discards.clear()
    if not len(state.deck):
        return ""
    card = state.deck.draw(play.source, f"{fighter.name}'s hand")
    fighter.cards.append(card)
    return card


def odds_of_next_card(play: InPlay, fighter: Fighter) -> dict[str, Fraction]:
    """Return the chances of the symbol of the next Combat card."""

    def draw(aside: InPlay) -> str:
        card = draw_card(aside, aside.state.fighters[fighter.colour])
        return symbol_words(play.data.cards[card].symbol) if card else "no card is left"

    return dict(play.odds(draw))


def draw_cards_for(play: InPlay, fighter: Fighter, number: int) -> list[str]:
    """Draw this many Combat cards, or as many as there are, and log them."""
    cards = [card for card in (draw_card(play, fighter) for _ in range(number)) if card]
    if cards:
        play.log("drawn", colour=fighter.colour, faces=[play.data.names[card] for card in cards])
    return cards


def choose_discard(play: InPlay, fighter: Fighter, why: str) -> Asks:
    """Let a player choose one card of a hand to discard."""
    options = {card: card_words(play, card) for card in fighter.cards}
    card = yield from play.choose(
        f"{why}: discard a card", options, seat=fighter.seat, at=by_id(), kind="discard"
    )
    throw_away(play, fighter, [card])
    return card


def discard_to_limit(play: InPlay, fighter: Fighter) -> Asks:
    """Discard down to the hand limit, the player choosing which cards to keep."""
    held, limit = len(fighter.cards), hand_limit(play, fighter)
    excess = held - limit
    if excess <= 0:
        return
    options = {card: card_words(play, card) for card in fighter.cards}
    cards = yield play.ask(
        f"{fighter.name} has {held} cards and may hold {limit}: discard {excess}",
        options,
        seat=fighter.seat,
        least=excess,
        most=excess,
        at=by_id(),
        kind="discard",
    )
    throw_away(play, fighter, cards)
