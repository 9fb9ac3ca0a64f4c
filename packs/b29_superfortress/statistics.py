"""The statistics of a batch of missions or tours besides their results."""

from .state import InPlay


def missions_credited(play: InPlay) -> int:
    return sum(report.credited for report in play.state.tour.reports)


def bombers_lost(play: InPlay) -> int:
    """Return how many bombers never came down on friendly ground."""
    return sum(report.plane_is == "lost" for report in play.state.tour.reports)


def men_lost(play: InPlay) -> int:
    """Return how many men are out of the tour."""
    return sum(report.losses for report in play.state.tour.reports)


def fighters_shot_down(play: InPlay) -> int:
    return play.state.tour.kills


STATISTICS = (missions_credited, bombers_lost, men_lost, fighters_shot_down)
