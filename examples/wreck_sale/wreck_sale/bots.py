"""The bots of the game."""

from tabletop_core import Answer, Bot, Decision, Match

from .state import WORTH, State


class Appraiser(Bot):
    """Bids the longer the more is put up, measured by the lots to come; not always the same."""

    def choose(self, match: Match[State], decision: Decision[str]) -> Answer:
        state, sticks = match.state, sorted(decision.options)
        up = sum(WORTH[lot] for lot in state.lots)
        worse = sum(WORTH[lot] < up for lot in state.pile.cards)
        share = (worse + self.random(match).uniform(-1, 2)) / (len(state.pile) + 1)
        return sticks[max(0, min(int(share * len(sticks)), len(sticks) - 1))]
