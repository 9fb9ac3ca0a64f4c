"""The skipper: a commander of sound judgement, by rules of thumb."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from tabletop_core import Bot, Decision, Effect

from ..questions import situation as now
from ..rules.bombing import odds_of_aim
from ..rules.charts import chances
from ..rules.zones import has_far_to_go
from ..state import InPlay, State

Answer: TypeAlias = Any
Thought: TypeAlias = Callable[[InPlay, Sequence[Any]], Answer]


def margin(state: State) -> int:
    """Boxes of fuel beyond the need of the rest of the way."""
    return now.fuel_aboard(state) - now.fuel_needed(state)


def tanks(play: InPlay, options: Sequence[int]) -> int:
    """As few as leave a reserve, a larger one for a novice navigator and for the jet stream."""
    aircraft = play.data.aircraft
    novice = play.state.crew["navigator"].missions <= now.NOVICE_UP_TO
    reserve = 8 if novice or play.state.mission.planned == "hi" else 5
    need = 3 * play.state.mission.target_zone + 1 + reserve
    missing = max(0, need - aircraft.main_fuel)
    return int(min(2, -(-missing // aircraft.bay_tank_fuel)))


def abort(play: InPlay, options: Sequence[Any]) -> Answer:
    """Press on with a sound plane, or when the target is near."""
    state = play.state
    bad = now.engines_out(state) >= 2 or now.flyer(state) is None or margin(state) < 0
    far = has_far_to_go(state) and now.engines_out(state) > 0 and now.has_bombs(state)
    return "abort" if bad or far else "press_on"


def lighten(play: InPlay, options: Sequence[Any]) -> Answer:
    state = play.state
    if now.engines_out(state) == 0 or not has_far_to_go(state):
        return "keep"
    return "abort"


def fire(play: InPlay, options: Sequence[Any]) -> Answer:
    return "dive" if "dive" in options else "bail_out"


def evade(play: InPlay, options: Sequence[Any]) -> Answer:
    """Against a Baka or a ram, or when nothing can shoot; steady for the guns otherwise."""
    state = play.state
    fighters = state.mission.fighters
    if not fighters:
        return "steady"
    special = any(one.is_baka or one.rams for one in fighters)
    armed = any(gun.can_fire for gun in state.plane.guns.values())
    return "evade" if special or not armed else "steady"


def aim(play: InPlay, options: Sequence[Any]) -> Answer:
    """Each gun at the first fighter it can reach."""
    return options[1]


def send(play: InPlay, options: Sequence[Any]) -> Answer:
    """Somebody, where he gets there without masks; low for it once out of Japan."""
    mission = play.state.mission
    if "go_low" not in options:
        return options[1]
    return "go_low" if mission.leg == "back" and mission.zone < 10 else "nobody"


def way_down(play: InPlay, options: Sequence[Any]) -> Answer:
    """Land among friends, else ditch, unless that is likely to kill everybody."""
    for option in ("land base", "land iwo_jima", "land okinawa"):
        if option in options and (option != "land iwo_jima" or play.state.mission.number > 10):
            return option if deadly(play, option) < 0.2 else best(play, options)
    if "ditch" in options and deadly(play, "ditch") < 0.3:
        return "ditch"
    return best(play, options)


def best(play: InPlay, options: Sequence[Any]) -> Answer:
    return "bail_out" if "bail_out" in options else options[0]


def deadly(play: InPlay, option: str) -> float:
    """The chance that 8-1, or 8-3 over all seas, kills everybody outright."""
    if option != "ditch":
        return float(all_killed(play, "8-1"))
    sea = play.state.mission.sea_ditching
    seas = [(sea, 1)] if play.state.mission.sea else sea_chances(play)
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


def over_base(play: InPlay, options: Sequence[Any]) -> Answer:
    return "land base" if deadly(play, "land base") < 0.2 else "bail_out"


def divert(play: InPlay, options: Sequence[Any]) -> Answer:
    state = play.state
    trouble = margin(state) < 1 or now.engines_out(state) >= 2
    return "land iwo_jima" if trouble else "go_on"


def run(play: InPlay, options: Sequence[Any]) -> Answer:
    """Go round again only for a hopeless aim, with fuel in hand."""
    if margin(play.state) >= 3 and odds_of_aim(play).get("on_target", 0) < 0.2:
        return "again"
    return "release"


def where(play: InPlay, options: Sequence[Any]) -> Answer:
    friendly = play.state.mission.number > 10
    return "iwo_jima" if friendly and "iwo_jima" in options else options[0]


def drop_tank(play: InPlay, options: Sequence[Any]) -> Answer:
    """A tank that leaks or cannot be emptied only feeds a fire."""
    state = play.state
    leaks = any(bay.tank_leaks for bay in now.bays(state))
    stuck = now.pumps_out(state) == 2 or now.is_out(state, "fuel_transfer")
    return "drop" if leaks or stuck else "keep"


def raise_nose_gear(play: InPlay, options: Sequence[Any]) -> Answer:
    """Where speed is needed: it may not come down again for the landing."""
    mission = play.state.mission
    hurry = mission.leg == "out" or mission.zone >= 10 or margin(play.state) < 0
    return "raise" if hurry else "hangs"


def reach_fire(play: InPlay, options: Sequence[Any]) -> Answer:
    """Without masks, but not down among the fighters out of a formation."""
    state = play.state
    low = state.mission.leg == "back" or not now.in_formation(state)
    return "go_low" if low else "let_out"


# What is thought at a decision is told by one of its options.
THOUGHTS: dict[str, Thought] = {
    "press_on": abort,
    "jettison": lighten,
    "evade": evade,
    "detour": lambda play, options: "detour" if margin(play.state) >= 2 else "through",
    "again": run,
    "go_on": divert,
    "nobody": send,
    "drop": drop_tank,
    "raise": raise_nose_gear,
    "let_out": reach_fire,
    "carry": lambda play, options: "carry",
    "salvo": lambda play, options: "generator" if "generator" in options else "salvo",
    "land base": over_base,
}


class Skipper(Bot):
    """Presses on while the plane is sound, shoots back, and brings the crew home."""

    def choose(self, play: InPlay, decision: Decision) -> Answer:
        options = decision.options
        if decision.several:
            return tuple(options[: decision.least or 0])
        if options[0] == 0:
            return tanks(play, options)  # type: ignore[arg-type]
        for option, thought in THOUGHTS.items():
            if option in options:
                return thought(play, options)
        return self.second_thoughts(play, options)

    def second_thoughts(self, play: InPlay, options: Sequence[Any]) -> Answer:
        """Decisions of few options, and those that depend on more than one."""
        if "ditch" in options or any(str(one).startswith("land ") for one in options):
            return way_down(play, options)
        if "bail_out" in options:
            return fire(play, options)
        if "hold" in options:
            return "fire" if "fire" in options else aim(play, options)
        for safe in ("down", "abort", "keep"):
            if safe in options:
                return safe
        if "water" in options:
            return where(play, options)
        return options[0]
