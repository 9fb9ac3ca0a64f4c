"""The bots of the game."""

from tabletop_core import Bot, Viewer

from .state import COPIES, WORTH


class Wary(Bot):
    """Keeps the crate worth more, and names what it has seen in a rival's hand."""

    def choose(self, match, decision):
        if decision.options[0] in match.seats:
            return decision.options[0]
        if len(decision.options) > 2:
            return self.named(match.play, decision.options)
        return min(decision.options, key=WORTH.get)

    def named(self, play, options):
        for hand in play.state.hands.values():
            for card in hand.seen_by(Viewer(play.seat)) if hand.owner != play.seat else ():
                if card in options:
                    return card
        return max(options, key=lambda card: COPIES[card] - play.state.laid.count(card))
