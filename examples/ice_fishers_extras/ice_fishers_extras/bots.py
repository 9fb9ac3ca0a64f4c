"""Another bot for Ice Fishers."""

from tabletop_core import Answer, Bot, Decision, Match


class Daring(Bot):
    """Goes home with four fish, however far out."""

    def choose(self, match: Match, decision: Decision[str]) -> Answer:
        return "home" if match.state.catch >= 4 else "on"
