"""Another bot for Ice Fishers."""

from tabletop_core import Bot


class Daring(Bot):
    """Goes home with four fish, however far out."""

    def choose(self, match, decision):
        return "home" if match.state.catch >= 4 else "on"
