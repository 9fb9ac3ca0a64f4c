"""The bots of the game."""

from collections.abc import Sequence

from tabletop_core import Answer, Bot, Decision, Match, Viewer

from .state import COPIES, WORTH, InPlay, State


class Wary(Bot):
    """Keeps the crate worth more, and names what it has seen in a rival's hand."""

    def choose(self, match: Match[State], decision: Decision[str]) -> Answer:
        if decision.options[0] in match.seats:
            return decision.options[0]
        if len(decision.options) > 2:
            return self.named(match.play, decision.options)
        return min(decision.options, key=WORTH.__getitem__)

    def named(self, play: InPlay, options: Sequence[str]) -> str:
        for hand in play.state.hands.values():
            for card in hand.seen_by(Viewer(play.seat)) if hand.owner != play.seat else ():
                if card is not None and card in options:
                    return card
        return max(options, key=lambda card: COPIES[card] - play.state.laid.count(card))
