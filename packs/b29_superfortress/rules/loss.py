"""The loss of the plane and of everyone still aboard."""

from tabletop_core import rule

from ..questions import bomber as now
from ..state import InPlay
from .charts import Down, effect


def plane_lost(play: InPlay, status: str, cause: str) -> None:
    mission = play.state.mission
    mission.status = status
    mission.coming_down.plane_is = "lost"
    mission.coming_down.cause = mission.coming_down.cause or cause
    play.log("lost", status=status, cause=mission.coming_down.cause, zone=mission.flight.zone)


def go_down_with_it(play: InPlay) -> None:
    """Men still aboard a plane that nobody lands are killed."""
    left = now.aboard(play.state)
    for man in left:
        man.fate = "killed"
    if left:
        play.log("go_down", men=[man.post for man in left])


@effect("all_killed")
@rule("7.1.lost", "Plane and crew lost")
def lose_all(play: InPlay, cause: str = "crash") -> None:
    """Everyone aboard is killed, and the bomber is lost."""
    go_down_with_it(play)
    ditched = play.state.mission.status == "ditched"
    plane_lost(play, "ditched" if ditched else "destroyed", cause)
    raise Down
