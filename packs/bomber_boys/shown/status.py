"""The status of a game in progress, in a few words that everyone may know."""

from tabletop_core.events import counted

from ..state import InPlay


def status(play: InPlay) -> str:
    """Return the mission, the airmen not lost, and the enemies on display."""
    state = play.state
    aboard = sum(not man.is_lost for man in state.crew.values())
    words = f"{play.game.name_of(play.options['mission'], play.data)}, {aboard} men"
    enemies = counted(len(state.display), "enemy", "enemies")
    return f"{words}, {enemies}" if state.display else words
