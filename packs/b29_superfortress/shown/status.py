"""Where a game under way stands, in a few words that all may know."""

from ..state import InPlay


def status(play: InPlay) -> str:
    """The mission of the tour, its target once it is known, and the zone the bomber is in."""
    mission = play.state.mission
    words = f"mission {mission.number}"
    if mission.orders.city:
        words += f" to {play.data.cities[mission.orders.city].name}"
    if mission.flight.zone:
        words += f", zone {mission.flight.zone} {'out' if mission.flight.leg == 'out' else 'home'}"
    return words
