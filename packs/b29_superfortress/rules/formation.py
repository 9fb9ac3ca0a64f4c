"""The formation: assembly (4-10), escort (4-11) and the bomber's place in it."""

from tabletop_core import Asks, rule, ruling

from ..questions import bomber as now
from ..state import InPlay
from .charts import Down, effect, look_up, resolve


def is_to_assemble(play: InPlay) -> bool:
    state = play.state
    mission = state.mission
    return (
        mission.status == "flying"
        and mission.flight.entered
        and not mission.orders.night
        and not mission.formation.assembled
        and mission.flight.leg == "out"
        and not mission.flight.aborted
        and mission.flight.zone == now.assembly_zone(state)
    )


@rule("4-10", "Assembling the formation")
def assemble(play: InPlay) -> Asks:
    """The formation assembles. A bomber that cannot join it does not roll."""
    mission = play.state.mission
    mission.formation.assembled = True
    if now.cannot_join(play.state):
        return
    try:
        yield from resolve(play, "4-10", column=mission.flight.weather)
    except Down:
        return


@effect("tight_formation")
def tight_formation(play: InPlay) -> None:
    play.state.mission.formation.tight = True


@effect("difficult_assembly")
def difficult_assembly(play: InPlay) -> None:
    play.state.mission.formation.difficult = True


@effect("position")
@rule("2-4.now", "New place in the formation")
def new_position(play: InPlay, now: str) -> None:
    """Losses among the others, or an event, give the bomber another place in the formation."""
    play.state.mission.orders.position = now
    play.log("position", now=now)


def is_to_meet_escort(play: InPlay) -> bool:
    state = play.state
    mission = state.mission
    return (
        mission.status == "flying"
        and mission.flight.entered
        and mission.orders.escort_available
        and not mission.orders.escort
        and mission.flight.leg == "out"
        and now.in_formation(state)
        and mission.flight.zone >= now.assembly_zone(state)
    )


@rule("4-11", "Meeting the escort")
@ruling(
    "tried in the zone of assembly and in each later zone up to the target; the escort stays "
    "with the formation",
    rejected="tried once; a formation that misses the escort flies alone",
    why="4-11 mentions a rendezvous missed in the zone before; 4.8 is not in the booklet",
)
def meet_escort(play: InPlay) -> None:
    """Chart 4-11 shows whether the escort is met, and with which fighters."""
    mission = play.state.mission
    if mission.orders.city == "Iwo Jima":
        column = "iwo_jima_1_to_10"
    else:
        column = "japan_1_to_15" if mission.number <= 15 else "japan_16_to_35"
    result = look_up(play, "4-11", column=column).result
    if result == "missed":
        mission.orders.escort_missed_in = mission.flight.zone
    else:
        mission.orders.escort = result
