"""The evaluation of a position, for searches and the `greedy` bot.

All values are in units of the score: 1 is one percent of the bombs on the target.
"""

from ..questions import bomber as now
from ..state import Engine, InPlay, Man, Mission, State

BOMBS = 30.0
"""The worth of bombs still on their way to the target, with the success they promise."""
SUCCESS = 15.0
SUCCESS_FROM = 20
LOSSES = {"killed": 15.0, "died": 15.0, "captured": 12.0, "sent_home": 8.0}
SERIOUS, FROSTBITTEN, LIGHT = 6.0, 4.0, 1.0
PLANES = {"lost": 40.0, "ditched": 40.0, "wrecked": 40.0, "written_off": 30.0, "repairable": 5.0}
NO_PILOT = 40.0
BEYOND_REACH = 60.0
"""The cost of a plane that can fly only a limited number of zones, and not home."""
SHORT, SPARE, ENOUGH = 6.0, 1.5, 4
"""The worth of a missing box of fuel, of a spare one, and how many spare boxes are of use."""
ENGINES_OUT = (0.0, 6.0, 18.0, 45.0, 90.0)
BURNING, WEAK = 25.0, 2.0
PROPELLERS = {"windmilling": 12.0, "runaway": 20.0, "drags": 4.0}
WING_ROOT = 2.0
FIGHTER = 2.0
ZONE = 0.4
"""What a zone still to be flown may cost."""


def evaluate(play: InPlay, seat: str) -> float:
    """Return the percentage bombed or expected, less the losses of crew and bomber."""
    state = play.state
    # At the end, the report of this mission is already written.
    past = state.tour.reports[: -1 if play.outcome is not None else None]
    before = sum(max(0, one.percent) - LOSSES["killed"] * one.losses for one in past)
    return before + bombs_worth(state) - crew_cost(state) - plane_cost(state)


def bombs_worth(state: State) -> float:
    """Return the worth of the bombs that hit the target, or are still expected to."""
    mission = state.mission
    if mission.bomb_run.percent >= SUCCESS_FROM and mission.coming_down.plane_is not in (
        "lost",
        "ditched",
    ):
        return mission.bomb_run.percent + SUCCESS
    on_the_way = mission.status in ("orders", "flying") and now.before_bomb_run(state)
    if not on_the_way:
        return float(max(0, mission.bomb_run.percent))
    able = [
        not (now.holds_bombs(state, bay) or bay.jammed == "shut")
        for bay in now.bays(state)
        if bay.bombs
    ]
    tanks = sum(bay.tank_fitted for bay in now.bays(state))
    return BOMBS * (0.0, 0.5, 1.0)[sum(able)] * (1 - tanks / 4)


def crew_cost(state: State) -> float:
    return sum(map(man_cost, state.crew.values()))


def man_cost(man: Man) -> float:
    if man.fate:
        return LOSSES[man.fate]
    return SERIOUS * man.serious + FROSTBITTEN * man.frostbitten + LIGHT * man.light


def plane_cost(state: State) -> float:
    """Return the cost of the bomber's fate, or of the dangers on its way."""
    mission = state.mission
    if mission.status not in ("orders", "flying"):
        return PLANES.get(mission.coming_down.plane_is, 0.0)
    if not mission.orders.city:
        return 0.0
    fighters = sum(not one.gone for one in mission.combat.fighters)
    return (
        fuel_cost(state)
        + engines_cost(state)
        + WING_ROOT * sum(hits * hits for hits in state.plane.wing_roots.values())
        + NO_PILOT * (now.flyer(state) is None)
        + BEYOND_REACH * (0 <= state.plane.zones_left < mission.flight.zone)
        + FIGHTER * fighters
        + ZONE * zones_to_fly(mission)
    )


def fuel_cost(state: State) -> float:
    """Return the cost of the boxes missing for the way home; a few spare ones are a gain."""
    spare = now.fuel_aboard(state) - now.fuel_needed(state)
    return -SPARE * min(spare, ENOUGH) if spare >= 0 else -SHORT * spare


def engines_cost(state: State) -> float:
    engines = state.plane.engines.values()
    return ENGINES_OUT[now.engines_out(state)] + sum(map(engine_cost, engines))


def engine_cost(engine: Engine) -> float:
    weak = WEAK * (engine.running and engine.weak)
    return weak + BURNING * engine.fire + PROPELLERS.get(engine.prop, 0.0)


def zones_to_fly(mission: Mission) -> int:
    if mission.flight.leg == "back" or mission.flight.turning:
        return mission.flight.zone
    return 2 * mission.flight.target_zone - mission.flight.zone
