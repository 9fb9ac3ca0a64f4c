"""Chapter 8: landing (8-1), ditching (8-3), and lowering gear and flaps before it."""

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
    """The result gives the state of the plane: if the crew is safe, by the total alone."""
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
    """The bomber floats long enough for everyone to get out and for the rafts to be used."""
    play.state.mission.coming_down.plane_is = "ditched"
    yield from bailout.allot_rafts(play)


# ---------------------------------------------------------------- on land


@rule("8-1", "Landing on land")
@ruling(
    "a natural 12 spares the crew: neither bombs nor fuel explode",
    rejected="it spares them the crash, but not the bombs and the fuel",
    why="notes c and d would kill a crew that the chart calls safe",
)
def land_on_land(play: InPlay, place: str = "base") -> Asks:
    """The crew works by hand what it can, then rolls on 8-1 and its notes."""
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
    """Roll on 8-1 or 8-3, and keep what `carry_out_roll` needs."""
    subject = play.state.subject
    lookup = look_up(play, chart)
    subject.natural = int(lookup.natural)
    subject.total = subject.natural + sum(one.dm for one in lookup.applied)


def carry_out_roll(play: InPlay, chart: str) -> Asks:
    """Carry out the result of the total, or of a natural 12."""
    table, subject = play.data.tables[chart], play.state.subject
    natural = table.overrides[0].results[0]
    yield from carry_out(play, natural if subject.natural == 12 else table.result(subject.total))
    subject.natural = subject.total = 0


def come_to_rest(play: InPlay) -> Asks:
    yield from carry_out_roll(play, "8-1")


def bombs_go_off(play: InPlay) -> Asks:
    """Bombs still aboard may explode (note c)."""
    if play.state.subject.crashed and now.has_bombs(play.state):
        yield from resolve(play, "8-1.c")


def fuel_burns(play: InPlay) -> Asks:
    """Fuel may catch fire (note d)."""
    if play.state.subject.crashed:
        yield from resolve(play, "8-1.d")


def taken_prisoner(play: InPlay) -> Asks:
    """In Japan the crew is taken prisoner (note b)."""
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
    """Return the rules of a landing with one man to follow, for the odds.

    `ready` gives the steps before touching down; by default, all that remain.
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
    """Reset gear and flaps after 8-1, so that planes that differ only in them count as one."""
    plane = play.state.plane
    plane.nose_gear = "ok"
    plane.main_gear = dict.fromkeys(plane.main_gear, "ok")
    plane.out -= {"flaps_stay_up", "motor"}


# ---------------------------------------------------------------- in water


@rule("8-3", "Landing in water")
def land_in_water(play: InPlay) -> Asks:
    """The crew gets ready and 8-3 shows how the bomber comes down. Then each man rolls on 8-6."""
    men = now.aboard(play.state)
    for step in (*before_ditching(), *DITCHING):
        yield from run(step(play))
    play.state.mission.coming_down.plane_is = "lost"
    bailout.tell_survivors(play, men)


def let_down(play: InPlay) -> Asks:
    """Bring the bomber down to LO, where the generator may power the radio.

    The radio counts on 8-6.
    """
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
    """Return the rules of a ditching after these preparations, with one man to follow."""
    return *ready, partial(leave_only, man=man), *DITCHING


# ---------------------------------------------------------------- before touching down


@rule("8.1", "Ready to land")
@ruling(
    "one man each for main gear, flaps and generator goes in the turn that ends with the "
    "landing, taken from those who can be spared",
    rejected="each must leave his post a turn before the landing, and his gun is silent there",
    why="the notes of 7-9 and 7-10 want him there in the turn before; from then on no post matters",
)
def prepare_to_land(play: InPlay) -> Asks:
    """The crew gets ready once.

    Over the base, this is before the choice between landing and parachutes.
    """
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
    """Return the man who lands the plane, or the first man aboard, for the odds."""
    man = now.flyer(state) or next(iter(now.aboard(state)), None)
    return man.post if man else "pilot"


@rule("7-5.n", "Main gear lowered by hand")
def lower_main_gear(play: InPlay) -> Asks:
    """A man lowers main gear that is stuck or without power. One roll serves all gear that is up.

    Note n of 7-5 comes before note c of 7-9 and note e of 7-10. A burst inside the aft bay wrecks
    the hand gear.
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


@rule("7-1.c", "Nose gear lowered by hand")
def lower_nose_gear(play: InPlay) -> Asks:
    """A man lowers nose gear that is stuck or without power.

    Note c of 7-1 comes before note c of 7-9 and note f of 7-10.
    """
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
    """The portable motor moves the flaps (note e of 7-9).

    Without electrics it also takes the generator (note g of 7-10).
    """
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
    """Return the preparations that remain."""
    if "ready to land" in state.mission.decided:
        return ()
    return feed_for_landing, *GEAR_AND_FLAPS
