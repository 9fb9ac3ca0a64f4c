"""Chapter 8: landing (8-1), ditching (8-3), and the gear and flaps before it."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tabletop_core import Asks, Play, rule, ruling
from tabletop_core.tables import Several

from .. import situation as now
from ..charts import Down, carry_out, chances, effect, look_up, odds_of_chart, read, resolve
from ..state import State
from . import bailout, crewmen


def plane_lost(play: Play[State], status: str, cause: str) -> None:
    mission = play.state.mission
    mission.status = status
    mission.plane_is = "lost"
    mission.cause = mission.cause or cause
    play.log("lost", status=status, cause=mission.cause, zone=mission.zone)


def go_down_with_it(play: Play[State]) -> None:
    """Who is still aboard a plane that nobody lands is killed."""
    left = now.aboard(play.state)
    for man in left:
        man.fate = "killed"
    if left:
        play.log("go_down", men=[man.post for man in left])


@effect("plane")
@rule("8-1.plane", "State of the plane after landing")
def plane(play: Play[State], state: str) -> None:
    """`by_total`: the crew is safe, and the total alone tells the state of the plane."""
    if state == "by_total":
        total = play.state.hand.total
        state = "sound" if total >= 2 else "repairable" if total == 1 else "written_off"
    play.state.mission.plane_is = state


@effect("ditched")
@rule("8-3.raft", "A good ditching")
def ditched(play: Play[State]) -> Asks:
    play.state.mission.plane_is = "lost"
    yield from bailout.allot_rafts(play)


def odds_of(play: Play[State], way: object) -> Mapping[str, Fraction]:
    """The exact chances of a way to come down: by 8-1, by 8-2 and 8-3, or of a man who jumps."""
    if way == "ditch":
        return odds_of_ditching(play)
    if str(way).startswith("land "):
        return odds_of_chart(play, "8-1")
    return bailout.odds_of_jump(play) if way == "bail_out" else {}


def odds_of_ditching(play: Play[State]) -> Mapping[str, Fraction]:
    """The results of 8-3, over all that the sea of 8-2 may be like."""
    sea = play.state.mission.sea_ditching
    seas = [(sea, Fraction(1))]
    if not play.state.mission.sea:
        seas = [(effect.args["ditching"], part) for effect, part in chances(play, "8-2")]
    odds: dict[str, Fraction] = {}
    for ditching, part in seas:
        for result, chance in chances(play, "8-3", sea_state_ditching=ditching):
            words = in_words(result)
            odds[words] = odds.get(words, Fraction(0)) + part * chance
    return odds


def in_words(result: Any) -> str:
    """Say what a result of 8-3 means for the crew."""
    effects = result.results if isinstance(result, Several) else (result,)
    names = {effect.name for effect in effects}
    if "all_killed" in names:
        return "all killed"
    where = "down well" if "ditched" in names else "wrecked, no rafts"
    wounded = any(effect.args.get("chart") == "7-13" for effect in effects)
    return f"{where}, {'a wound roll for each man' if wounded else 'nobody hurt'}, then 8-6"


def carry_out_way_down(play: Play[State], way: str) -> Asks:
    state = play.state
    if way == "ditch":
        yield from land_in_water(play)
    elif way.startswith("land "):
        yield from land_on_land(play, way.removeprefix("land "))
    elif way == "bail_out":
        yield from bailout.bail_out(play, "8-4", state.mission.cause)
    else:
        go_down_with_it(play)
        plane_lost(play, "destroyed", state.mission.cause)


@rule("8-1", "Landing on land")
@ruling(
    "a natural 12 spares the crew: neither bombs nor fuel go off then",
    "notes c and d would kill a crew that the chart calls safe",
)
def land_on_land(play: Play[State], place: str = "base") -> Asks:
    """Make ready what can be worked by hand, then 8-1 with its notes."""
    state = play.state
    mission = state.mission
    mission.ends_in = "japan" if not bailout.is_friendly(state, place) else place
    mission.altitude = "lo"
    yield from prepare_to_land(play)
    mission.status = "landed"
    bombs = now.has_bombs(state)
    lookup = look_up(play, "8-1")
    total = lookup.natural + sum(one.dm for one in lookup.applied)
    state.hand.total = total
    yield from carry_out(play, lookup.result)
    if total <= 0 and lookup.natural != 12:
        if bombs:
            yield from resolve(play, "8-1.c")
        yield from resolve(play, "8-1.d")
    play.log("landed", place=place, plane=mission.plane_is)
    if mission.ends_in == "japan":
        mission.plane_is = "lost"
        for man in now.aboard(state):
            yield from bailout.captivity(play, man)


@rule("8-3", "Landing in water")
def land_in_water(play: Play[State]) -> Asks:
    state = play.state
    mission = state.mission
    mission.altitude = "lo"
    yield from crewmen.feed_from_generator(play, ("radio",))
    yield from extend_flaps(play)
    yield from bailout.sea_state(play)
    mission.status = "ditched"
    mission.ends_in = "water"
    yield from read(play, "8-3")
    mission.plane_is = "lost"
    play.log("ditched", zone=mission.zone, sea=mission.sea)


# ---------------------------------------------------------------- before touching down


@rule("8.1", "Ready to land")
@ruling(
    "one man for each of main gear, flaps and generator, taken from those who can be spared, "
    "goes in the turn that ends with the landing",
    "the notes of 7-9 and 7-10 want him there in the turn before; from then on no post matters",
)
def prepare_to_land(play: Play[State]) -> Asks:
    """Once, and over the base before the commander chooses between landing and parachutes."""
    if "ready to land" in play.state.mission.decided:
        return
    play.state.mission.decided.add("ready to land")
    yield from crewmen.feed_from_generator(play, ("brakes", "nose_gear_by_hand_electrics"))
    yield from lower_main_gear(play)
    yield from lower_nose_gear(play)
    yield from extend_flaps(play)


@rule("7-5.n", "Main gear by hand")
def lower_main_gear(play: Play[State]) -> Asks:
    """Note n of 7-5, which goes before note c of 7-9 and note e of 7-10.

    A burst inside the aft bay wrecks the hand gear.
    """
    state = play.state
    plane = state.plane
    if plane.main_gear == "stuck_up":
        table = "7-5.n"
    elif plane.main_gear == "ok" and now.is_out(state, "main_gear_by_hand_electrics"):
        table = "7-10.e"
    elif plane.main_gear in ("ok", "raised") and now.is_out(state, "main_gear_by_hand_panel"):
        table = "7-9.c.main"
    elif plane.main_gear == "raised":
        table = "7-5.n"
    else:
        return
    plane.main_gear = "stuck_up"
    if "aft_bomb_bay" not in plane.bursts and crewmen.assign(play, "main gear", "aft_bomb_bay"):
        labels = yield from resolve(play, table)
        if "lowered" in labels:
            plane.main_gear = "down"


@rule("7-1.c", "Nose gear by hand")
def lower_nose_gear(play: Play[State]) -> Asks:
    """Note c of 7-1, which goes before note c of 7-9 and note f of 7-10."""
    state = play.state
    plane = state.plane
    if plane.nose_gear in ("stuck_up", "raised"):
        table, tries = "7-1.c", 2
    elif plane.nose_gear == "ok" and now.is_out(state, "nose_gear_by_hand_electrics"):
        table, tries = "7-10.f", 1
    elif plane.nose_gear == "ok" and now.is_out(state, "nose_gear_by_hand_panel"):
        table, tries = "7-9.c.nose", 2
    else:
        return
    plane.nose_gear = "stuck_up"
    for _ in range(tries):
        labels = yield from resolve(play, table)
        if "extended" in labels:
            plane.nose_gear = "down"
            return


@rule("7-9.e", "Flaps without power")
def extend_flaps(play: Play[State]) -> Asks:
    """Note e of 7-9 by the portable motor, note g of 7-10 with the generator besides."""
    state = play.state
    out = state.plane.out
    if len(state.plane.flaps_out) == 2 or not out & {"flaps_by_motor", "flaps_by_generator"}:
        return
    electric = "flaps_by_generator" in out
    able = "motor" not in out and crewmen.assign(play, "flaps", "fwd_bomb_bay") is not None
    if able and electric:
        able = crewmen.generator_ready(state)
        crewmen.attend(play)
    out.add("flaps_stay_up")
    if able:
        labels = yield from resolve(play, "7-10.g" if electric else "7-9.e")
        if "extended" in labels:
            out.discard("flaps_stay_up")


# ---------------------------------------------------------------- the way home ends


@rule("8.4.base", "Home")
@ruling(
    "the weather of zone 1 holds over the base",
    "4-2 is rolled in zones; the base is none",
)
def come_home(play: Play[State]) -> Asks:
    """Over the base: land, or jump where landing is hopeless."""
    state = play.state
    try:
        if now.is_hopeless_to_land(state):
            yield from bailout.bail_out(play, "8-4", "no controls")
        yield from prepare_to_land(play)
        way = "land base"
        if is_doubtful(state):
            choices = {"land base": "land"}
            if now.has_bombs(state) and now.flyer(state) is not None:
                choices["land_alone"] = "the crew jumps, the pilot lands"
            else:
                choices["bail_out"] = "everybody bails out"
            way = yield play.ask(
                "Over the base", choices, odds=lambda option: odds_of(play, option)
            )
        if way == "bail_out":
            state.mission.cause = state.mission.cause or "left over the base"
        if way == "land_alone":
            yield from leave_the_pilot(play)
            way = "land base"
        yield from carry_out_way_down(play, way)
    except Down:
        return


@rule("4-9.h.base", "Bombs that hang over the base")
def leave_the_pilot(play: Play[State]) -> Asks:
    """Notes h of 4-9 and f of 7-3: the pilot has to stay and land, the others may jump first."""
    state = play.state
    pilot = now.flyer(state)
    jumped = []
    for man in now.aboard(state):
        if man is not pilot and (yield from bailout.jump(play, man, "8-4")):
            jumped.append(man)
    yield from bailout.come_to_earth(play, jumped, controlled=True)


def is_doubtful(state: State) -> bool:
    """Whether a landing is bad enough for the commander to think of the parachutes."""
    plane = state.plane
    worse = (
        now.engines_out(state) >= 2,
        plane.main_gear in ("stuck_up", "raised"),
        plane.nose_gear in ("stuck_up", "destroyed", "destroyed_down", "wont_hold"),
        len(plane.reservoirs) == 2,
        now.flyer(state) is None,
        bool(now.props(state, "runaway")),
        now.has_bombs(state),
    )
    return any(worse)


@rule("8.4.iwo_jima", "Iwo Jima on the way home")
def may_divert(play: Play[State]) -> Asks:
    """From mission 11 a bomber in trouble may land in zone 6."""
    state = play.state
    mission = state.mission
    if mission.zone != 6 or not mission.entered or mission.number < 11:
        return
    if mission.leg != "back" or now.is_hopeless_to_land(state):
        return
    short = now.fuel_aboard(state) < now.fuel_needed(state) + 1
    hurt = any(man.serious or man.frostbitten for man in now.aboard(state))
    if short or hurt or now.engines_out(state) or is_doubtful(state):
        choices = {"go_on": "go on to the base", "land iwo_jima": "land on Iwo Jima"}
        answer = yield play.ask(
            "Iwo Jima lies below", choices, odds=lambda option: odds_of(play, option)
        )
        if answer != "go_on":
            yield from carry_out_way_down(play, answer)
            raise Down
