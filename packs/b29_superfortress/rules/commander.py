"""The end of a turn: the commander's orders, and what happens without them."""

from collections.abc import Mapping
from fractions import Fraction

from tabletop_core import Asks, rule, ruling
from tabletop_core.events import counted

from ..questions import bomber as now
from ..state import InPlay
from . import air, bombs, coming_down, crewmen, defensive_fire, engines, odds, tour, weather, zones
from .charts import Down, chances, resolve
from .following import odds_of_plane


@rule("7.2", "Engines during the turn")
def look_after_engines(play: InPlay) -> Asks:
    """Fires, oil leaks and failing engines take their course. The commander decides what to do."""
    try:
        yield from engines.run_engines(play)
        yield from engines.fly_on_what_is_left(play)
        yield from lighten(play)
    except Down:
        return


@rule("4.2", "The crew at the end of the turn")
def look_after_crew(play: InPlay) -> Asks:
    """The crew sees to air, cold, jammed guns and empty posts."""
    try:
        yield from crewmen.carry_wounded(play)
        yield from air.breathe(play)
        yield from air.freeze(play)
        yield from defensive_fire.clear_jams(play)
        yield from crewmen.fill_posts(play)
    except Down:
        return


@rule("4.8", "Orders at the end of the turn")
def give_orders(play: InPlay) -> Asks:
    """The commander gives the orders that the state of the plane demands."""
    try:
        yield from engines.fly_on_what_is_left(play)
        yield from lighten(play)
        yield from bombs.work_doors(play)
        yield from bombs.try_jettison(play)
        yield from bombs.drop_bay_tanks(play)
        yield from raise_nose_gear(play)
        yield from raise_main_gear(play)
        yield from lower_nose_gear_early(play)
        yield from zones.climb_back(play)
        yield from weather.fly_blind(play)
        yield from check_fuel(play)
        yield from coming_down.may_divert(play)
    except Down:
        return
    slow_down(play)
    tour.note_turn(play.state)


def slow_down(play: InPlay) -> None:
    """Cost the bomber a turn when drag begins in a zone, over the target after the turn-around."""
    mission = play.state.mission
    coming_round = mission.flight.leg == "out" and now.is_at_target(play.state)
    if now.is_slow(play.state) and not mission.flight.was_slow:
        if not coming_round:
            mission.flight.stay(zones.SLOW)
        play.log("slow")
    mission.flight.was_slow = now.is_slow(play.state)


@rule("7.2.lighten", "Lightening the plane")
@ruling(
    "with an engine out or weak, the commander jettisons the bombs and keeps up, keeps them and "
    "flies out of formation (with an engine out, at two turns per zone), or aborts; he is asked "
    "again for each further engine, for a weak one that is lost and for one that weakens again, "
    "before the combat of the turn and at its end",
    rejected="the bomber leaves the formation in any case",
    why="7.2 is not in the booklet; as in the sister game",
)
@ruling(
    "a day formation assembles in zone 7, or in the last zone before a nearer target, and parts "
    "one zone nearer home; a bomber that can keep up again because its bombs are gone rejoins "
    "it",
    rejected="the formation flies together from zone 1, and a bomber that has left it stays alone",
    why="4.8 is not in the booklet; note e of 4-9 lets a bomber join by dropping its bombs",
)
def lighten(play: InPlay) -> Asks:
    """With an engine out or weak, the commander keeps the bombs, drops them or turns back."""
    state = play.state
    mission = state.mission
    bad = now.engines_impaired(state)
    key = now.trouble_with_engines(state)
    if not bad or key in mission.decided or not zones.may_turn_back(state):
        return
    if mission.bomb_run.run_done or not now.has_bombs(state):
        return
    mission.decided.add(key)
    slow = ", two turns per zone" if now.is_slow(state) else ""
    alone, keep_up = ("", "") if mission.orders.night else (" and fly alone", " and keep up")
    choices = {
        "keep": f"keep the bombs{alone}{slow}",
        "jettison": f"drop the bombs{keep_up}, with none for the target",
        "abort": zones.press_on_or_abort(state)["abort"],
    }
    prompt = f"{bad} of 4 engines out or weak. What now?"
    answer = yield play.ask(
        prompt,
        choices,
        odds=lambda option: odds_of_lightening(play, option),
        kind="press_on",
    )
    if answer == "abort":
        zones.abort(play)
    elif answer == "jettison":
        drop_for_speed(play)


def drop_for_speed(play: InPlay) -> None:
    """Drop the bombs that fall. Those that hang are tried turn by turn."""
    mission = play.state.mission
    mission.decided.add("lighten")
    bombs.jettison(play)
    if not now.has_bombs(play.state):
        mission.bomb_run.percent = 0
        mission.bomb_run.run_done = True


def odds_of_lightening(play: InPlay, option: str) -> Mapping[str, Fraction]:
    """Return the odds that the fuel lasts on the chosen course, with its speed and bombs."""
    if option != "jettison":
        return zones.odds_of_way(play, option)
    [missing] = play.odds(drop_for_speed, read=lambda other, _: now.fuel_missing(other.state))
    return odds.odds_of_fuel(play, missing)


@rule("7-1.d", "Nose gear raised by hand")
def raise_nose_gear(play: InPlay) -> Asks:
    """The crew tries once in each zone entered to raise the nose gear, if ordered to (note d).

    Once raised, it must be lowered by hand before the landing (note c).
    """
    plane = play.state.plane
    if plane.nose_gear != "dropped" or not play.state.mission.flight.entered:
        return
    choices = {
        "hangs": "leave it down: two turns per zone",
        "raise": "try; it must then be lowered by hand before the landing",
    }
    answer = yield play.ask(
        "The nose gear hangs down. Raise it by hand?",
        choices,
        odds=lambda option: dict(chances(play, "7-1.d")) if option == "raise" else {},
    )
    if answer == "hangs":
        return
    labels = yield from resolve(play, "7-1.d")
    if "raised" in labels:
        plane.nose_gear = "raised"
        play.log("gear", gear="nose", state="raised")


@rule("7-5.o", "Main gear raised by hand")
def raise_main_gear(play: InPlay) -> Asks:
    """The man sent for it tries once in each zone entered (note o)."""
    state = play.state
    plane = state.plane
    if not state.mission.flight.entered:
        return
    hanging = [wing for wing, gear in plane.main_gear.items() if gear == "dropped"]
    if hanging and now.on_task(state, "main gear"):
        labels = yield from resolve(play, "7-5.o")
        if "raised" in labels:
            plane.main_gear |= dict.fromkeys(hanging, "raised")
            play.log("gear", gear="main", state="raised")


def odds_of_gear(play: InPlay, is_down: bool) -> Mapping[str, Fraction]:
    """Return the odds of landing at the base with the nose gear already down, or as it is now."""
    man = odds.man_to_follow(play.state, "land base")

    def lower(other: InPlay) -> None:
        if is_down:
            other.state.plane.nose_gear = "down"

    return odds_of_plane(
        play, (lower, *odds.steps_of(play.state, "land base", man)), man, "land base"
    )


@rule("7-10.c.early", "Nose gear lowered a zone early")
def lower_nose_gear_early(play: InPlay) -> Asks:
    """For an extra turn in zone 1, the brakes can work on landing as well (note c of 7-10)."""
    state = play.state
    mission = state.mission
    wanted = {"nose_gear_by_hand_electrics", "brakes"} <= state.plane.on_generator
    if (
        not wanted
        or mission.flight.leg != "back"
        or mission.flight.zone != 1
        or not mission.flight.entered
    ):
        return
    if state.plane.nose_gear != "ok" or not crewmen.generator_ready(state):
        return
    choices = {"later": "keep it up", "now": "lower it with the generator: one more turn"}
    answer = yield play.ask(
        "Lower the nose gear a zone early?",
        choices,
        odds=lambda option: odds_of_gear(play, option == "now"),
        kind="gear",
    )
    if answer == "now":
        crewmen.attend(play)
        state.plane.nose_gear = "down"
        mission.flight.stay("the nose gear is lowered")
        play.log("gear", gear="nose", state="down")


@rule("4.7.fuel", "Fuel for the way home")
@ruling(
    "the commander may turn back before the target when the fuel does not suffice; he is asked "
    "again when more boxes are missing",
    rejected="he turns back only for a reason given by the charts",
    why="he may always turn back with cause; 4.7 is not in the booklet",
)
def check_fuel(play: InPlay) -> Asks:
    """When the fuel no longer suffices for the target and home, the commander may turn back."""
    state = play.state
    mission = state.mission
    have, need = now.fuel_aboard(state), now.fuel_needed(state)
    if need - have <= mission.flight.boxes_missing or not zones.may_turn_back(state):
        return
    mission.flight.boxes_missing = need - have
    boxes = counted(have, "box", "boxes")
    reach = "; it reaches Iwo Jima" * now.saves_iwo_jima(state)
    prompt = f"Fuel is short: {boxes} left, {need} needed to the target and home{reach}. Press on?"
    answer = yield play.ask(
        prompt,
        zones.press_on_or_abort(state),
        at=zones.where_to(state),
        kind="press_on",
        odds=lambda option: zones.odds_of_way(play, option),
    )
    if answer == "abort":
        zones.abort(play)
