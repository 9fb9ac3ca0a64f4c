"""The `skipper` bot: a commander of sound judgement, by rules of thumb."""

from typing import Any, ClassVar

from tabletop_core import Decision, RuleBot
from tabletop_core.bots import Policies, preferred
from tabletop_core.tables import Effect

from ..questions import bomber as now
from ..rules import (
    bailout,
    bombs,
    combat,
    coming_down,
    commander,
    crewmen,
    defensive_fire,
    engines,
    over_target,
    target,
    zones,
)
from ..rules import fire as fires
from ..rules.bombing import odds_of_aim
from ..rules.charts import chances
from ..state import InPlay, State


def margin(state: State) -> int:
    """Return the boxes of fuel beyond the need of the rest of the way."""
    return now.fuel_aboard(state) - now.fuel_needed(state)


def tanks(play: InPlay, decision: Decision) -> int:
    """Fit the fewest that leave a reserve, larger for a novice navigator or the jet stream."""
    novice = play.state.crew["navigator"].missions <= now.NOVICE_UP_TO
    return tanks_with(play, 8 if novice or play.state.mission.orders.planned == "hi" else 5)


def tanks_with(play: InPlay, reserve: int) -> int:
    """Return how many bay tanks give a number of boxes beyond the need."""
    aircraft = play.data.aircraft
    need = 3 * play.state.mission.flight.target_zone + 1 + reserve
    missing = max(0, need - aircraft.main_fuel)
    return int(min(2, -(-missing // aircraft.bay_tank_fuel)))


def abort(play: InPlay, decision: Decision) -> Any:
    """Press on with a sound plane, or if the target is near."""
    state = play.state
    bad = now.engines_out(state) >= 2 or now.flyer(state) is None or margin(state) < 0
    far = zones.has_far_to_go(state) and now.engines_out(state) > 0 and now.has_bombs(state)
    return "abort" if bad or far else "press_on"


def lighten(play: InPlay, decision: Decision) -> Any:
    state = play.state
    if now.engines_out(state) == 0 or not zones.has_far_to_go(state):
        return "keep"
    return "abort"


def evade(play: InPlay, decision: Decision) -> Any:
    """Evade a Baka or a ram, or if no gun can fire; otherwise fly steady for the guns."""
    state = play.state
    fighters = state.mission.combat.fighters
    if not fighters:
        return "steady"
    special = any(one.is_baka or one.rams for one in fighters)
    armed = any(gun.can_fire for gun in state.plane.guns.values())
    return "evade" if special or not armed else "steady"


def lay(play: InPlay, decision: Decision) -> Any:
    """Aim all guns that bear on the first fighter, then those left at the next."""
    return decision.options[0]


def send(play: InPlay, decision: Decision) -> Any:
    """Send somebody if he gets there without masks. To send him, descend only outside Japan."""
    mission = play.state.mission
    if "go_low" not in decision.options:
        return decision.options[1]
    return "go_low" if mission.flight.leg == "back" and mission.flight.zone < 10 else "nobody"


def way_down(play: InPlay, decision: Decision) -> Any:
    """Land among friends, else ditch, unless that is likely to kill everybody."""
    options = decision.options
    jump = "bail_out" if "bail_out" in options else options[0]
    for option in ("land base", "land iwo_jima", "land okinawa"):
        if option in options and (option != "land iwo_jima" or play.state.mission.number > 10):
            return option if deadly(play, option) < 0.2 else jump
    return "ditch" if "ditch" in options and deadly(play, "ditch") < 0.3 else jump


def deadly(play: InPlay, option: str) -> float:
    """Return the chance that 8-1, or 8-3 over all seas, kills everybody outright."""
    if option != "ditch":
        return float(all_killed(play, "8-1"))
    sea = play.state.mission.coming_down.sea_ditching
    seas = [(sea, 1)] if play.state.mission.coming_down.sea else sea_chances(play)
    return float(sum(part * all_killed(play, "8-3", sea_state_ditching=sea) for sea, part in seas))


def sea_chances(play: InPlay) -> list[tuple[int, Any]]:
    return [(effect.args["ditching"], chance) for effect, chance in chances(play, "8-2")]


def all_killed(play: InPlay, chart: str, **counts: int) -> Any:
    results = chances(play, chart, **counts)
    return sum(
        chance
        for result, chance in results
        if isinstance(result, Effect) and result.name == "all_killed"
    )


def divert(play: InPlay, decision: Decision) -> Any:
    state = play.state
    trouble = margin(state) < 1 or now.engines_out(state) >= 2
    return "land iwo_jima" if trouble else "go_on"


def run(play: InPlay, decision: Decision) -> Any:
    """Go round again only for a hopeless aim, with fuel in hand."""
    if margin(play.state) >= 3 and odds_of_aim(play).get("on_target", 0) < 0.2:
        return "again"
    return "release"


def where(play: InPlay, decision: Decision) -> Any:
    friendly = play.state.mission.number > 10
    return "iwo_jima" if friendly and "iwo_jima" in decision.options else decision.options[0]


def drop_tank(play: InPlay, decision: Decision) -> Any:
    """Drop a tank that leaks or cannot be emptied: it only feeds a fire."""
    state = play.state
    leaks = any(bay.tank_leaks for bay in now.bays(state))
    stuck = now.pumps_out(state) == 2 or now.is_out(state, "fuel_transfer")
    return "drop" if leaks or stuck else "keep"


def raise_nose_gear(play: InPlay, decision: Decision) -> Any:
    """Raise it only if speed is needed. It may not come down again for the landing."""
    mission = play.state.mission
    hurry = mission.flight.leg == "out" or mission.flight.zone >= 10 or margin(play.state) < 0
    return "raise" if hurry else "hangs"


def reach_fire(play: InPlay, decision: Decision) -> Any:
    """Avoid the masks, but do not descend into the fighters outside the formation."""
    state = play.state
    low = state.mission.flight.leg == "back" or not now.in_formation(state)
    return "go_low" if low else "let_out"


def steer(play: InPlay, decision: Decision) -> Any:
    """Steer wide of every front while there is fuel for it."""
    return "detour_all" if margin(play.state) >= 2 else "through"


def take_over(play: InPlay, decision: Decision) -> Any:
    """Choose men who can be spared, including the bombardier after the bomb run."""
    run_over = now.is_run_over(play.state)
    spare = ("radio_operator", "radar_operator", *(["bombardier"] * run_over))
    return next((post for post in spare if post in decision.options), "nobody")


class Skipper(RuleBot):
    """A bot that presses on while the plane is sound, shoots back, and brings the crew home."""

    policies: ClassVar[Policies] = {
        "lay": lay,
        "passing": lay,
        target.fit_bay_tanks: tanks,
        zones.may_abort: abort,
        commander.check_fuel: abort,
        commander.lighten: lighten,
        commander.raise_nose_gear: raise_nose_gear,
        combat.choose_evasion: evade,
        combat.meet_searchlights: evade,
        defensive_fire.searchlight: preferred("fire"),
        "front": steer,
        over_target.go_round_again: run,
        bombs.drop_bay_tanks: drop_tank,
        bombs.door_controls_out: preferred("generator", "salvo"),
        engines.burns: preferred("dive", "bail_out"),
        engines.tank_fire: preferred("dive", "bail_out"),
        fires.clear_the_way: reach_fire,
        crewmen.send: send,
        crewmen.fill_posts: take_over,
        crewmen.carry_wounded: preferred("carry"),
        coming_down.come_down: way_down,
        coming_down.come_home: way_down,
        coming_down.may_divert: divert,
        bailout.where_down: where,
    }
