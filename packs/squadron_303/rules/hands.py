"""Combat cards in hand: drawing, discarding, the hand limit (p. 9 and 19)."""

from tabletop_core import Asks

from ..state import Fighter
from .board import Table, facts


def card_detail(play: Table, card: str) -> str:
    """Return what a Combat card shows: symbol, movement, propellers, support, set and effect."""
    it = facts(play).cards[card]
    effect = facts(play).effects[it.effect]
    return (
        f"{it.symbol} | move {it.move} | blades {'/'.join(map(str, it.defence))} | "
        f"support {' '.join(it.support)} | {' + '.join(map(_part_words, it.set))}: "
        f"{effect.text.format(amount=effect.amount)}"
    )


def _part_words(part: str) -> str:
    """Return one symbol of a set in words: `any/die` is any symbol, but of a die."""
    symbol, _, source = part.partition("/")
    return f"{symbol} ({source})" if source else symbol


def card_words(play: Table, card: str) -> str:
    """Return a Combat card in one line."""
    return f"{facts(play).names[card]} | {card_detail(play, card)}"


def wingman_of(play: Table) -> Fighter | None:
    """Return the board of the Wingman in the solo variant."""
    state = play.state
    if not state.solo:
        return None
    return next(f for f in state.fighters.values() if f.colour != state.leader)


def is_wingman(play: Table, fighter: Fighter) -> bool:
    return play.state.solo and fighter.colour != play.state.leader


def owners(play: Table, fighter: Fighter, *, fighting: bool) -> list[Fighter]:
    """Return the boards whose cards a plane may play: in the solo variant the Wingman's Fight
    may use the Leader's hand as well as the cards on the table."""
    if fighting and is_wingman(play, fighter):
        return [play.state.fighters[play.state.leader], fighter]
    return [fighter]


def fight_cards(play: Table, fighter: Fighter) -> list[str]:
    return [card for owner in owners(play, fighter, fighting=True) for card in owner.cards]


def give_up(play: Table, fighter: Fighter, card: str) -> None:
    """Take a card out of the hand it is in, to be discarded later."""
    for owner in owners(play, fighter, fighting=True):
        if card in owner.cards:
            owner.cards.remove(card)
            return
    raise ValueError(f"{fighter.colour} does not hold {card!r}")


def discard(play: Table, fighter: Fighter, card: str) -> None:
    fighter.cards.remove(card)
    play.state.discards.append(card)


def throw_away(play: Table, fighter: Fighter, card: str) -> None:
    """Discard a card that nothing was gained from."""
    discard(play, fighter, card)
    play.log("discarded", colour=fighter.colour, card=card, name=facts(play).names[card])


def hand_limit(play: Table, fighter: Fighter) -> int:
    """Return how many cards the hand may hold: a base and the ammunition, less for damage."""
    numbers = facts(play).numbers
    if not play.state.solo:
        limit = numbers.counts.hand_base + fighter.ammunition
    elif is_wingman(play, fighter):
        limit = numbers.solo.wingman_limit
    else:
        limit = numbers.solo.leader_base + fighter.ammunition
    return max(0, limit - fighter.damage.count("hand_limit"))


def draw_card(play: Table, fighter: Fighter) -> str:
    """Draw one Combat card; the discards are shuffled when the deck is used up.

    Returns an empty text when all cards are in players' hands.
    """
    state = play.state
    if not len(state.deck):
        state.deck.mix_in(state.discards)
        state.discards.clear()
    if not len(state.deck):
        return ""
    card = play.draw(state.deck, f"{fighter.name}'s hand")
    fighter.cards.append(card)
    return card


def choose_discard(play: Table, fighter: Fighter, why: str) -> Asks:
    """Let a player choose one card of a hand to discard."""
    options = {card: card_words(play, card) for card in fighter.cards}
    card = yield from play.choose(f"{why}: discard a card", options, seat=fighter.seat)
    throw_away(play, fighter, card)
    return card


def discard_to_limit(play: Table, fighter: Fighter) -> Asks:
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
    )
    for card in cards:
        throw_away(play, fighter, card)
