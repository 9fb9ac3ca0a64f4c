"""Queries about Combat cards in hand: who may play which, what they show, the hand limit.

The rules are on p. 9 and 19.
"""

from functools import cache

from ..components import SquadronData
from ..state import Fighter, InPlay
from .names import symbol_words


def wingman_of(play: InPlay) -> Fighter | None:
    """Return the board of the Wingman in the solo variant."""
    state = play.state
    if not state.solo:
        return None
    return next(f for f in state.fighters.values() if f.colour != state.leader)


def is_wingman(play: InPlay, fighter: Fighter) -> bool:
    return play.state.solo and fighter.colour != play.state.leader


def owners(play: InPlay, fighter: Fighter, *, fighting: bool) -> list[Fighter]:
    """Return the boards whose cards a plane may play.

    In the solo variant the Wingman may fight with the Leader's hand as well as the open cards.
    """
    if fighting and is_wingman(play, fighter):
        return [play.state.fighters[play.state.leader], fighter]
    return [fighter]


def fight_cards(play: InPlay, fighter: Fighter) -> list[str]:
    return [card for owner in owners(play, fighter, fighting=True) for card in owner.cards]


def hand_limit(play: InPlay, fighter: Fighter) -> int:
    """Return the hand limit: a base number plus the ammunition, less for damage."""
    numbers = play.data.numbers
    if not play.state.solo:
        limit = numbers.counts.hand_base + fighter.ammunition
    elif is_wingman(play, fighter):
        limit = numbers.solo.wingman_limit
    else:
        limit = numbers.solo.leader_base + fighter.ammunition
    return max(0, limit - fighter.damage.count("hand_limit"))


def card_words(play: InPlay, card: str) -> str:
    """Return a line that describes a Combat card."""
    return f"{play.data.names[card]} | {card_detail(play.data, card)}"


@cache
def card_detail(data: SquadronData, card: str) -> str:
    """Return what a Combat card shows: symbol, movement, propellers, support, set and effect."""
    it = data.cards[card]
    return (
        f"{symbol_words(it.symbol)} | move {it.move} | blades {'/'.join(map(str, it.defence))} | "
        f"support {' '.join(map(symbol_words, it.support))} | {set_words(data, card)}"
    )


def set_words(data: SquadronData, card: str) -> str:
    """Return in words the set that activates a Combat card, and its effect."""
    it = data.cards[card]
    effect = data.effects[it.effect]
    parts = " + ".join(map(_part_words, it.set))
    return f"{parts}: {effect.text.format(amount=effect.amount)}"


def _part_words(part: str) -> str:
    """Return one symbol of a set in words: `any/die` is any symbol that a die shows."""
    symbol, _, source = part.partition("/")
    return f"{symbol_words(symbol)} ({source})" if source else symbol_words(symbol)
