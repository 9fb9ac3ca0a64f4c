"""Where and how to come down: short of the base (8.4), on Iwo Jima, over the base."""

from tabletop_core import Asks, rule, ruling
from tabletop_core.events import counted
from tabletop_core.tables import Effect

from ..questions import bomber as now
from ..shown.damage_list import damage_of
from ..shown.words import said
from ..state import InPlay
from . import bailout, landing, odds
from .charts import Down, against, chances


@rule("8.4", "Where to come down")
@ruling(
    "the base; Iwo Jima in zone 6 from mission 11; in Japan by the codes of the zone; Okinawa "
    "is friendly from mission 16",
    rejected="a landing in Japan or on the islands ends the war for every man aboard",
    why="section 8.4 is not in the booklet; the date for Okinawa is historical (April 1945)",
)
def come_down(play: InPlay, why: str) -> Asks:
    """The bomber must land or ditch, or the crew must jump, here and now."""
    state = play.state
    state.mission.coming_down.cause = state.mission.coming_down.cause or why
    bailout.force_down(play)
    choices = ways_down(play)
    answer = yield from play.choose(
        f"The bomber must come down ({why}). How?",
        choices,
        odds=lambda option: odds.odds_of(play, option),
    )
    yield from carry_out_way_down(play, answer)
    raise Down


def ways_down(play: InPlay) -> dict[str, str]:
    state = play.state
    zone = state.mission.flight.zone
    choices: dict[str, str] = {}
    if not now.is_hopeless_to_land(state):
        terrain = ("base",) if zone == 0 else now.terrain_of(play, zone)
        if "water" in terrain:
            choices["ditch"] = "ditch in the sea"
        for place in terrain:
            if place != "water":
                held = bailout.held_by(state, place)
                choices[f"land {place}"] = f"land: {said(place)}{held}"
    if any(man.is_alive and not man.serious for man in now.aboard(state)):
        choices["bail_out"] = "bail out"
    if not choices:
        choices["crash"] = "go down with the plane"
    return choices


def carry_out_way_down(play: InPlay, way: str) -> Asks:
    state = play.state
    if way == "ditch":
        yield from landing.land_in_water(play)
    elif way.startswith("land "):
        yield from landing.land_on_land(play, way.removeprefix("land "))
    elif way == "bail_out":
        yield from bailout.bail_out(play, "8-4", state.mission.coming_down.cause)
    else:
        bailout.go_down_with_it(play)
        bailout.plane_lost(play, "destroyed", state.mission.coming_down.cause)


# ---------------------------------------------------------------- the end of the way home


@rule("8.4.base", "Home")
@ruling(
    "the weather of zone 1 also applies over the base",
    rejected="the weather is rolled again over the base",
    why="4-2 is rolled in zones, and the base is not a zone",
)
@ruling(
    "bailing out over the base is offered if 8-1 may hurt the crew in the present state of the "
    "bomber, or with bombs aboard",
    rejected="the crew may jump over the base before any landing",
    why="if a landing cannot harm the crew, nobody would jump",
)
def come_home(play: InPlay) -> Asks:
    """Over the base the bomber lands, or the crew jumps if a landing is hopeless."""
    state = play.state
    landing.approach(play, "base")
    try:
        if now.is_hopeless_to_land(state):
            yield from bailout.bail_out(play, "8-4", "no controls")
        yield from landing.prepare_to_land(play)
        way = "land base"
        if is_doubtful(play):
            choices = {"land base": "land"}
            if now.has_bombs(state) and now.flyer(state) is not None:
                choices["land_alone"] = "the crew jumps, the pilot lands"
            else:
                choices["bail_out"] = "everybody bails out"
            prompt = f"{dangers(play)}Over the base: how does the crew come down?"
            way = yield play.ask(
                prompt,
                choices,
                odds=lambda option: odds.odds_of(play, option),
                kind="come_down",
            )
        if way == "bail_out":
            state.mission.coming_down.cause = state.mission.coming_down.cause or "no safe landing"
        if way == "land_alone":
            yield from leave_the_pilot(play)
            way = "land base"
        yield from carry_out_way_down(play, way)
    except Down:
        return


@rule("4-9.h.base", "Bombs still hanging over the base")
def leave_the_pilot(play: InPlay) -> Asks:
    """The pilot must stay and land; the others may jump first (notes h of 4-9 and f of 7-3)."""
    state = play.state
    pilot = now.flyer(state)
    jumped = []
    for man in now.aboard(state):
        if man is not pilot and (yield from bailout.jump(play, man, "8-4")):
            jumped.append(man)
    yield from bailout.come_to_earth(play, jumped, controlled=True)


def is_doubtful(play: InPlay) -> bool:
    """Return whether 8-1 may hurt the crew in the present state, or bombs are still aboard."""
    harmless = ("sound", "repairable", "written_off", "by_total")
    may_hurt = any(
        not (isinstance(result, Effect) and result.args.get("state") in harmless)
        for result, chance in chances(play, "8-1")
        if chance
    )
    return may_hurt or now.has_bombs(play.state)


@rule("8.4.iwo_jima", "Iwo Jima on the way home")
@ruling(
    "from mission 11, a bomber that is on its way home or has aborted may land at the end of a "
    "turn in zone 6 if it is damaged, has no fuel to spare, has hurt men aboard, or has "
    "aborted; it is asked again in a later turn there if any of this has changed",
    rejected="every bomber may land there, or it is asked once per mission",
    why="the booklet keeps the island for emergencies but does not name them",
)
def may_divert(play: InPlay) -> Asks:
    """A bomber in trouble may land on Iwo Jima.

    One that aborts may also do so on the way out (note e of 3-1).
    """
    state = play.state
    if not now.may_land_on_iwo_jima(state) or now.is_hopeless_to_land(state):
        return
    why = emergencies(play)
    order = f"Iwo Jima: {why}"
    if not why or order in state.mission.decided:
        return
    state.mission.decided.add(order)
    left, need = now.fuel_aboard(state), now.fuel_needed(state)
    fuel = f"with {counted(left, 'box', 'boxes')} of fuel; {need} needed"
    choices = {"go_on": f"go on to the base {fuel}", "land iwo_jima": "land on Iwo Jima"}
    answer = yield play.ask(
        f"Iwo Jima lies below ({why}). {dangers(play)}Land there?",
        choices,
        odds=lambda option: (
            odds.odds_of_fuel(play, need - left)
            if option == "go_on"
            else odds.odds_of(play, option)
        ),
        kind="divert",
    )
    if answer != "go_on":
        yield from carry_out_way_down(play, answer)
        raise Down


def dangers(play: InPlay) -> str:
    """Return in a sentence what makes a landing here and now harder by 8-1, if anything does."""
    found = against(play, "8-1")
    return f"Against a safe landing: {'; '.join(found)}. " if found else ""


def emergencies(play: InPlay) -> str:
    """Return the reasons to land on Iwo Jima, or an empty string if all is well."""
    state = play.state
    hurt = sum(bool(man.light or man.serious or man.frostbitten) for man in now.aboard(state))
    missing = now.fuel_missing(state)
    causes = {
        "aborted": state.mission.flight.aborted,
        "no fuel to spare": missing == 0,
        f"{counted(missing, 'box', 'boxes')} of fuel short": missing > 0,
        f"{counted(hurt, 'man', 'men')} hurt": hurt > 0,
        "nobody fit to fly": now.flyer(state) is None,
        "the bomber damaged": bool(damage_of(play)),
    }
    return ", ".join(cause for cause, holds in causes.items() if holds)
