"""The status line of a game in progress. It contains nothing secret."""

from ..state import InPlay


def status(play: InPlay) -> str:
    """Return the mission of the tour, its target once known, and the bomber's zone."""
    mission = play.state.mission
    words = f"mission {mission.number}"
    if mission.orders.city:
        words += f" to {mission.orders.city}"
    if mission.flight.zone:
        words += f", zone {mission.flight.zone} {'out' if mission.flight.leg == 'out' else 'home'}"
    return words
