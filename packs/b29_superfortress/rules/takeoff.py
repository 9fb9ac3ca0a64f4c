"""Chapter 3: take-off."""

from tabletop_core import Asks, rule, ruling

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


def break_off(play: InPlay) -> None:
    """Abort the mission over its own field (3-3): it ends as aborted, and is flown again."""
    mission = play.state.mission
    mission.coming_down.cause = "trouble on take-off"
    mission.flight.aborted = True
    play.log("aborted", zone=0)


@effect("land")
@rule("3-3.a", "Landing straight after take-off")
def land_at_once(play: InPlay, chart: str) -> Asks:
    """The bomber circles and lands with its bombs already dropped in the sea (note a of 3-3)."""
    break_off(play)
    bombs.drop_all(play)
    yield from landing.land_on_land(play)
    raise Down


@effect("ditch")
@rule("3-3.b", "Ditching straight after take-off")
@ruling(
    "the weather over the field counts as good until 4-2 is rolled in zone 1: +1 on 8-3 and 8-6",
    rejected="the weather is rolled before the take-off, or counts for nothing in this ditching",
    why="4-2 is rolled in zones, and nobody takes off in bad weather; the booklet is silent",
)
def ditch_at_once(play: InPlay, chart: str) -> Asks:
    """The bomber ditches straight ahead, perhaps with its bombs (note b of 3-3)."""
    break_off(play)
    yield from resolve(play, "3-3.b")
    yield from landing.land_in_water(play)
    raise Down
