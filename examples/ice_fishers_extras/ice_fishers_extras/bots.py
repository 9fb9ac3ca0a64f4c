"""Who else plays Ice Fishers."""

from tabletop_core import Bot


class Daring(Bot):
    """Goes home with four fish, however far out."""

    def choose(self, play, decision):
        return "home" if play.state.catch >= 4 else "on"
