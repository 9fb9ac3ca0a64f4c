"""Combat cards with their faces."""

from functools import cache

from tabletop_core.panels import Card, Cards, Place

from ..components import SquadronData
from ..questions.hands import hand_limit, set_words
from ..questions.names import symbol_words
from ..state import Fighter, InPlay


@cache
def combat_card(data: SquadronData, card: str, state: str = "") -> Card:
    """Show a Combat card: its symbol, movement, propellers, support, set and effect."""
    it = data.cards[card]
    support = " ".join(map(symbol_words, it.support))
    return Card(
        id=card,
        name=data.names[card],
        symbol=f"die_{it.symbol}",
        corners=(f"move {it.move}", f"blades {'/'.join(map(str, it.defence))}"),
        detail=f"{symbol_words(it.symbol)}. Support: {support}. {set_words(data, card)}",
        state=state,
    )


def hand_panel(play: InPlay, fighter: Fighter) -> Cards:
    """Show a hand, or the Wingman's row on the table."""
    return Cards(
        id=f"cards:{fighter.colour}",
        title=f"Cards of {fighter.name}, limit {hand_limit(play, fighter)}",
        cards=tuple(combat_card(play.data, card) for card in fighter.cards),
        per_row=2,
        place=Place.HAND,
    )
