"""Weather and its dangers (4-2, 4-3), and random events (4-9)."""

from fractions import Fraction

from tabletop_core import Asks, rule, ruling
from tabletop_core.events import counted

from ..questions import bomber as now
from ..state import InPlay
from . import air, bailout, engines, zones
from .charts import Down, carry_out, chance_of, chart, effect, look_up, read, resolve


@rule("4-2", "Weather")
def enter_weather(play: InPlay) -> Asks:
    """Chart 4-2 gives the weather when the bomber enters a zone."""
    try:
        yield from weather(play)
    except Down:
        return


def weather(play: InPlay) -> Asks:
    mission = play.state.mission
    mission.flight.weather_before = mission.flight.weather if mission.flight.turn > 1 else ""
    lookup = look_up(play, "4-2")
    first = lookup.result
    mission.flight.weather = first if isinstance(first, str) else str(first.results[0])
    if not isinstance(first, str):
        yield from carry_out(play, first)


@effect("jet_stream")
@rule("4-2.jet", "Jet stream")
def jet_stream(play: InPlay) -> None:
    """At HI, the jet stream costs a box on the way out and returns one on the way home."""
    flight = play.state.mission.flight
    if flight.altitude != "hi":
        play.log("no_effect", what="the jet stream", missing="at_hi")
    elif flight.leg == "out":
        zones.lose_fuel(play, 1, "jet stream")
    else:
        zones.regain_fuel(play, 1, "jet stream")


@chart("4-3")
@rule("4-3", "Bad weather")
def bad_weather(play: InPlay, name: str, **how: object) -> Asks:
    """Out of formation, the bomber may steer wide of a front for a box of fuel.

    The commander may order the same for all fronts to come: straight on, or wide while there is a
    box to spare.
    """
    wide = yield from steer(play)
    if wide:
        zones.lose_fuel(play, 1, WIDE)
    with play.state.subject.being(wide_detour=wide):
        return (yield from read(play, name, **how))


WIDE = "wide of the front"
"""Why a box of fuel is spent."""


def steer(play: InPlay) -> Asks:
    """Return whether the bomber steers wide, by a standing order or by asking the commander."""
    state = play.state
    decided = state.mission.decided
    if now.in_formation(state) or state.mission.flight.fuel == 0:
        return False
    if "through_all" in decided:
        return False
    spare = now.fuel_aboard(state) - now.fuel_needed(state)
    if "detour_all" in decided and spare > 0:
        return True
    choices = {
        "through": "straight on",
        "detour": "steer wide: one box of fuel, and -1 on the roll for the front",
        "through_all": "straight on, through this and every later front",
    }
    if spare > 0:
        choices["detour_all"] = "steer wide of this and every later front while a box is to spare"
    reach = " for the base, though enough for Iwo Jima" * now.saves_iwo_jima(state)
    answer = yield play.ask(
        f"A storm front lies ahead, with {boxes_to_spare(spare)}{reach}. Which way?",
        choices,
        odds=lambda option: play.odds(meet_front, option.startswith("detour")),
        kind="front",
    )
    if answer.endswith("_all"):
        decided.add(answer)
    return answer.startswith("detour")


def boxes_to_spare(spare: int) -> str:
    """Return how much fuel there is beyond what the way needs.

    >>> boxes_to_spare(1), boxes_to_spare(-2)
    ('1 box to spare', '2 boxes too few')
    """
    return f"{counted(abs(spare), 'box', 'boxes')} {'to spare' if spare >= 0 else 'too few'}"


def meet_front(play: InPlay, wide: bool) -> str:
    """Return what a storm front does, in short, for the odds."""
    with play.state.subject.being(wide_detour=wide):
        result = look_up(play, "4-3").result
    if result == "safe":
        return "safe"
    harms = any(getattr(part, "table", "") == "7-9" for part in result.results)
    return "damage, and the risk of a collision" if harms else "the risk of a collision"


@effect("formation_disrupted")
def formation_disrupted(play: InPlay) -> None:
    if now.in_formation(play.state):
        play.state.mission.formation.disrupted = True
        play.log("disrupted")
    else:
        play.log("no_effect", what="the disruption", missing="in_formation")


@effect("shallow_dive")
@rule("4-3.shallow", "Shallow dive")
def shallow_dive(play: InPlay) -> Asks:
    """The bomber is out of formation for the turn."""
    play.state.mission.formation.apart_turns = 1
    yield from bailout.scared_by_dive(play)
    return ["dives"]


@effect("steep_dive")
@rule("4-3.steep", "Steep dive")
def steep_dive(play: InPlay) -> Asks:
    """The wings are tested next.

    If they hold, the bomber is at LO and out of formation for at least a turn.
    """
    play.state.mission.formation.apart_turns = 1
    engines.dived_to_lo(play)
    yield from bailout.scared_by_dive(play)
    return ["dives"]


@effect("windows_frosted")
@rule("4-9.a", "Windows frosted")
def windows_frosted(play: InPlay) -> Asks:
    """The bomber aborts and descends, or stays and risks a collision.

    The second time it must descend (note a).
    """
    mission = play.state.mission
    mission.flight.frosted += 1
    if mission.flight.frosted == 1:
        yield from face_frost(play)
    else:
        defrost(play)


@rule("4-9.a.down", "Descent with frosted windows")
def face_frost(play: InPlay) -> Asks:
    """The commander may descend when the windows frost and in each later turn (note a of 4-9)."""
    down = {"down": "descend to LO"}
    if zones.may_turn_back(play.state):
        down = {"abort": "abort and descend to LO"}
    choices = {**down, "stay": "stay at HI and risk a collision"}
    answer = yield play.ask(
        "The cockpit windows are frosted. What now?",
        choices,
        odds=lambda option: (
            odds_of_collision(play)
            if option == "stay"
            else zones.odds_of_way(play, option)
            if option == "abort"
            else {}
        ),
    )
    if answer != "stay":
        defrost(play)


def odds_of_collision(play: InPlay) -> dict[str, Fraction]:
    """Return the odds that another bomber comes close this turn (4-9.a)."""
    close = chance_of(play, "4-9.a", None, "clear")
    return {"clear": 1 - close, "another bomber very close": close}


def defrost(play: InPlay) -> None:
    """Turn back if the target is still ahead, and descend to LO."""
    zones.abort(play)
    air.go_low(play)
    play.state.mission.flight.frosted = 0


def flies_frosted(play: InPlay) -> bool:
    mission = play.state.mission
    airborne = mission.status == "flying" and mission.flight.zone > 0
    return airborne and mission.flight.frosted > 0 and mission.flight.altitude == "hi"


@rule("4-9.a.turn", "Flying with frosted windows")
def fly_blind(play: InPlay) -> Asks:
    """A roll each turn at HI decides whether another bomber comes close (note a of 4-9).

    At LO the windows clear.
    """
    mission = play.state.mission
    if flies_frosted(play):
        labels = yield from resolve(play, "4-9.a")
        # The turn is over, so a dive keeps the bomber out of formation in the next one.
        mission.formation.apart_turns += "dives" in labels
    if mission.flight.altitude == "lo":
        mission.flight.frosted = 0


# ---------------------------------------------------------------- events


@rule("4-9", "Random event")
@ruling(
    "two dice on entering a zone; a 2 or 12 calls for 4-9",
    rejected="4-9 is rolled in every zone",
    why="the booklet does not say when 4-9 is rolled; this makes about one event per mission",
)
def random_event(play: InPlay) -> Asks:
    """On entering a zone, two dice decide whether chart 4-9 brings an event."""
    play.state.subject.section = "nose"
    try:
        yield from resolve(play, "event_check")
    except Down:
        return


@chart("4-9.j")
@rule("4-9.j", "Gunner's blister blows out")
def blister(play: InPlay, name: str, **how: object) -> Asks:
    """The waist decompresses. This happens only once (note j)."""
    play.state.subject.section = "waist"
    play.state.plane.out.add("blister")
    return (yield from read(play, name, **how))
