"""Combat cards with their faces."""

from functools import cache, lru_cache

from tabletop_core.panels import Card, Cards, Place

from ..components import SquadronData
from ..questions.hands import hand_limit, set_words
from ..questions.names import symbol_words
from ..state import Fighter, InPlay

_PICTURES = {"evade": "evade", "maneuver": "climb", "reroll": "dogfight", "blank": "clouds"}
"""The kind of picture by the symbol of a card; what hits shows a fighter that fires."""


@cache
def combat_card(data: SquadronData, card: str, state: str = "") -> Card:
    """Return a Combat card with its symbol, movement, propellers, support, set and effect."""
    it = data.cards[card]
    support = " ".join(map(symbol_words, it.support))
    return Card(
        id=card,
        name=data.names[card],
        symbol=f"die_{it.symbol}",
        art=_PICTURES.get(it.symbol, "fighter"),
        corners=(
            f"move {it.move}",
            f"support {support}",
            f"blades {'/'.join(map(str, it.defence))}",
        ),
        detail=f"{symbol_words(it.symbol)}. {set_words(data, card)}",
        state=state,
    )


def hand_panel(play: InPlay, fighter: Fighter) -> Cards:
    """Return a hand, or the Wingman's row on the table, with the card drawn last first."""
    limit = f", limit {hand_limit(play, fighter)}" if fighter.pilot else ""
    title = f"{fighter.name}'s cards{limit}"
    return _hand(play.data, fighter.colour, title, tuple(reversed(fighter.cards)))


@lru_cache(maxsize=1 << 12)
def _hand(data: SquadronData, colour: str, title: str, cards: tuple[str, ...]) -> Cards:
    return Cards(
        id=f"cards:{colour}",
        title=title,
        cards=tuple(combat_card(data, card) for card in cards),
        per_row=2,
        place=Place.HAND,
    )
