"""Chapter 8: landing (8-1), ditching (8-3), and the gear and flaps before it."""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from tabletop_core import Asks, rule, ruling

from ..questions import bomber as now
from ..state import InPlay, State
from . import bailout, crewmen
from .charts import carry_out, effect, look_up, resolve, run
from .following import Procedure, leave_only, odds_of_plane


@effect("plane")
@rule("8-1.plane", "State of the plane after landing")
def plane(play: InPlay, state: str) -> None:
    """`by_total`: the crew is safe, and the total alone tells the state of the plane."""
    mission = play.state.mission
    if state == "by_total":
        total = play.state.subject.total
        state = "sound" if total >= 2 else "repairable" if total == 1 else "written_off"
    mission.coming_down.plane_is = state
    if mission.status == "landed":
        play.log("landed", place=mission.coming_down.ends_in, plane=state)


@effect("ditched")
@rule("8-3.raft", "A good ditching")
def ditched(play: InPlay) -> Asks:
    """The bomber floats long enough for all to get out, and for the rafts."""
    play.state.mission.coming_down.plane_is = "ditched"
    yield from bailout.allot_rafts(play)


# ---------------------------------------------------------------- on land


@rule("8-1", "Landing on land")
@ruling(
    "a natural 12 spares the crew: neither bombs nor fuel go off then",
    rejected="it spares them the crash, not the bombs and the fuel",
    why="notes c and d would kill a crew that the chart calls safe",
)
def land_on_land(play: InPlay, place: str = "base") -> Asks:
    """Make ready what can be worked by hand, then 8-1 with its notes."""
    approach(play, place)
    yield from prepare_to_land(play)
    for step in (touch_down, *AFTER_TOUCHDOWN):
        yield from run(step(play))
    if not now.is_friendly(play.state, place):
        play.state.mission.coming_down.plane_is = "lost"


def approach(play: InPlay, place: str) -> None:
    play.state.mission.coming_down.ends_in = place
    play.state.mission.flight.altitude = "lo"


def touch_down(play: InPlay) -> None:
    subject = play.state.subject
    play.state.mission.status = "landed"
    roll_for(play, "8-1")
    subject.crashed = subject.total <= 0 and subject.natural != 12


def roll_for(play: InPlay, chart: str) -> None:
    """Roll on 8-1 or 8-3, and keep in hand what `carry_out_roll` needs."""
    subject = play.state.subject
    lookup = look_up(play, chart)
    subject.natural = int(lookup.natural)
    subject.total = subject.natural + sum(one.dm for one in lookup.applied)


def carry_out_roll(play: InPlay, chart: str) -> Asks:
    """By the total, or by what a natural 12 gives."""
    table, subject = play.data.tables[chart], play.state.subject
    natural = table.overrides[0].results[0]
    yield from carry_out(play, natural if subject.natural == 12 else table.result(subject.total))
    subject.natural = subject.total = 0


def come_to_rest(play: InPlay) -> Asks:
    yield from carry_out_roll(play, "8-1")


def bombs_go_off(play: InPlay) -> Asks:
    """Note c."""
    if play.state.subject.crashed and now.has_bombs(play.state):
        yield from resolve(play, "8-1.c")


def fuel_burns(play: InPlay) -> Asks:
    """Note d."""
    if play.state.subject.crashed:
        yield from resolve(play, "8-1.d")


def taken_prisoner(play: InPlay) -> Asks:
    """Note b."""
    if not now.is_friendly(play.state, play.state.mission.coming_down.ends_in):
        for man in now.aboard(play.state):
            yield from bailout.captivity(play, man)


AFTER_TOUCHDOWN: tuple[Procedure, ...] = (
    come_to_rest,
    bombs_go_off,
    fuel_burns,
    taken_prisoner,
)


def to_the_ground(
    state: State, place: str, man: str, ready: tuple[Procedure, ...] | None = None
) -> tuple[Procedure, ...]:
    """Return the rules of a landing, with one man to follow; for the chances.

    `ready`: what is done before touching down; without, all that is still to be done.
    """
    return (
        partial(approach, place=place),
        *(before_landing(state) if ready is None else ready),
        partial(leave_only, man=man),
        touch_down,
        forget_gear,
        *AFTER_TOUCHDOWN,
    )


def forget_gear(play: InPlay) -> None:
    """After 8-1 gear and flaps count no more; planes that differ in them alone are one."""
    plane = play.state.plane
    plane.nose_gear = "ok"
    plane.main_gear = dict.fromkeys(plane.main_gear, "ok")
    plane.out -= {"flaps_stay_up", "motor"}


# ---------------------------------------------------------------- in water


@rule("8-3", "Landing in water")
def land_in_water(play: InPlay) -> Asks:
    """The crew makes ready, and 8-3 tells how the bomber comes down; then 8-6 for each man."""
    men = now.aboard(play.state)
    for step in (*before_ditching(), *DITCHING):
        yield from run(step(play))
    play.state.mission.coming_down.plane_is = "lost"
    bailout.tell_survivors(play, men)


def let_down(play: InPlay) -> Asks:
    """At LO the generator may feed the radio, which counts on 8-6."""
    play.state.mission.flight.altitude = "lo"

    def odds(item: str) -> Mapping[str, Fraction]:
        ready = partial(crewmen.feed, item=item), extend_flaps, bailout.sea_state
        man = pilot_or_first(play.state)
        return odds_of_plane(play, to_the_water(ready, man), man, "ditch")

    yield from crewmen.feed_from_generator(play, ("radio",), odds)


def hit_the_water(play: InPlay) -> None:
    mission = play.state.mission
    mission.status = "ditched"
    mission.coming_down.ends_in = "water"
    roll_for(play, "8-3")
    play.log("ditched", zone=mission.flight.zone, sea=mission.coming_down.sea)


def swim(play: InPlay) -> Asks:
    yield from carry_out_roll(play, "8-3")


DITCHING: tuple[Procedure, ...] = (hit_the_water, swim)


def to_the_water(ready: tuple[Procedure, ...], man: str) -> tuple[Procedure, ...]:
    """Return the rules of a ditching after what makes ready for it, with one man to follow."""
    return *ready, partial(leave_only, man=man), *DITCHING


# ---------------------------------------------------------------- before touching down


@rule("8.1", "Ready to land")
@ruling(
    "one man for each of main gear, flaps and generator, taken from those who can be spared, "
    "goes in the turn that ends with the landing",
    rejected="each has to leave his post a turn before the landing, and his gun is silent there",
    why="the notes of 7-9 and 7-10 want him there in the turn before; from then on no post matters",
)
def prepare_to_land(play: InPlay) -> Asks:
    """Once, and over the base before the commander chooses between landing and parachutes."""
    steps = before_landing(play.state)
    play.state.mission.decided.add("ready to land")
    for step in steps:
        yield from run(step(play))


def feed_for_landing(play: InPlay) -> Asks:
    def odds(item: str) -> Mapping[str, Fraction]:
        ready = partial(crewmen.feed, item=item), *GEAR_AND_FLAPS
        place, man = play.state.mission.coming_down.ends_in, pilot_or_first(play.state)
        steps = to_the_ground(play.state, place, man, ready)
        return odds_of_plane(play, steps, man, f"land {place}")

    items = ("brakes", "nose_gear_by_hand_electrics")
    yield from crewmen.feed_from_generator(play, items, odds)


def pilot_or_first(state: State) -> str:
    """Return the man who lands the plane, for the chances; or the first who is aboard."""
    man = now.flyer(state) or next(iter(now.aboard(state)), None)
    return man.post if man else "pilot"


@rule("7-5.n", "Main gear by hand")
def lower_main_gear(play: InPlay) -> Asks:
    """Note n of 7-5, which goes before note c of 7-9 and note e of 7-10.

    One roll for all that is still up. A burst inside the aft bay wrecks the hand gear.
    """
    state = play.state
    gear = state.plane.main_gear
    up = {wing: how for wing, how in gear.items() if how != "dropped"}
    if {"stuck_up", "raised"} & set(up.values()):
        table = "7-5.n"
    elif up and now.is_out(state, "main_gear_by_hand_electrics"):
        table = "7-10.e"
    elif up and now.is_out(state, "main_gear_by_hand_panel"):
        table = "7-9.c.main"
    else:
        return
    gear |= dict.fromkeys(up, "stuck_up")
    works = "aft_bomb_bay" not in state.plane.bursts
    if works and crewmen.assign(play, "main gear", "aft_bomb_bay"):
        labels = yield from resolve(play, table)
        if "lowered" in labels:
            gear |= dict.fromkeys(up, "down")


@rule("7-1.c", "Nose gear by hand")
def lower_nose_gear(play: InPlay) -> Asks:
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
def extend_flaps(play: InPlay) -> Asks:
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


GEAR_AND_FLAPS: tuple[Procedure, ...] = (lower_main_gear, lower_nose_gear, extend_flaps)


def before_ditching() -> tuple[Procedure, ...]:
    return let_down, extend_flaps, bailout.sea_state


def before_landing(state: State) -> tuple[Procedure, ...]:
    """What is still to be made ready."""
    if "ready to land" in state.mission.decided:
        return ()
    return feed_for_landing, *GEAR_AND_FLAPS
