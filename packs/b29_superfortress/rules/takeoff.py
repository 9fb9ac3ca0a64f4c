"""Chapter 3: take-off."""

from tabletop_core import Asks, rule

from ..state import InPlay
from . import bombs, landing
from .charts import Down, effect, resolve


@rule("3-2", "Take-off")
def take_off(play: InPlay) -> Asks:
    """Chart 3-2 decides the take-off by day or night. After it the bomber is in zone 1 at LO."""
    mission = play.state.mission
    mission.status = "flying"
    try:
        yield from resolve(play, "3-2", column=mission.orders.take_off)
    except Down:
        return
    if mission.status == "flying":
        play.log("take_off", light=mission.orders.take_off)


@effect("mission_scrubbed")
@rule("3-3.scrub", "Mission scrubbed on the ground")
def scrub(play: InPlay, plane: str) -> None:
    """The bomber does not leave the ground. The mission does not count."""
    mission = play.state.mission
    mission.status = "scrubbed"
    mission.coming_down.plane_is = plane
    mission.coming_down.cause = "accident on take-off"
    play.log("scrubbed", plane=plane)


@effect("land")
@rule("3-3.a", "Landing straight after take-off")
def land_at_once(play: InPlay, chart: str) -> Asks:
    """The bomber circles and lands with its bombs already dropped in the sea (note a of 3-3)."""
    play.state.mission.coming_down.cause = "trouble on take-off"
    bombs.drop_all(play)
    yield from landing.land_on_land(play)
    raise Down


@effect("ditch")
@rule("3-3.b", "Ditching straight after take-off")
def ditch_at_once(play: InPlay, chart: str) -> Asks:
    """The bomber ditches straight ahead, perhaps with its bombs (note b of 3-3)."""
    play.state.mission.coming_down.cause = "trouble on take-off"
    yield from resolve(play, "3-3.b")
    yield from landing.land_in_water(play)
    raise Down
