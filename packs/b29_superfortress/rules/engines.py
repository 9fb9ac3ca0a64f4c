"""Engines: stopped, windmilling, running away, on fire (7-5 notes f to p, 4-9 notes d and e)."""

from collections.abc import Mapping
from fractions import Fraction

from tabletop_core import Asks, rule, ruling

from ..questions import bomber as now
from ..shown.results import result_words
from ..state import Engine, InPlay, State
from . import bailout, bombs, coming_down, odds
from .charts import chart, effect, look_up, read, resolve
from .damage import BESIDE


def in_hand(state: State) -> Engine:
    return state.plane.engines[state.subject.engine]


@effect("engine")
def engine(play: InPlay, number: int) -> None:
    play.state.subject.engine = number


@effect("engine_beside")
def engine_beside(play: InPlay) -> None:
    play.state.subject.engine = BESIDE[play.state.subject.engine]


def runs(play: InPlay) -> bool:
    """Return whether the engine in hand can still be harmed."""
    running = in_hand(play.state).running
    if not running:
        play.log("engine", number=play.state.subject.engine, state="out_already")
    return running


@chart("7-5.10.hit")
@rule("7-5.10", "Engine struck")
@ruling(
    "a hit on an engine that is already out does no further harm",
    rejected="it starts a fire as on any other engine",
    why="notes d and e of 4-9 say so of events; 7-5 is silent",
)
def strike(play: InPlay, name: str, **how: object) -> Asks:
    """Chart 7-5.10.hit gives the effect of the hit on the engine."""
    if runs(play):
        return (yield from read(play, name, **how))


@chart("4-9.d")
@rule("4-9.d", "Oil tank fails")
def oil_tank_event(play: InPlay, name: str, **how: object) -> Asks:
    """The engine loses its oil, and its propeller must be feathered."""
    if runs(play):
        return (yield from feather(play, name, **how))


@chart("4-9.e")
@rule("4-9.e", "Engine trouble")
def engine_event(play: InPlay, name: str, **how: object) -> Asks:
    """An engine fails or burns, by chart 4-9.e. One that is already out is spared."""
    if runs(play):
        return (yield from read(play, name, **how))


FEATHERING = {"4-9.d": 6, "4-9.e.b": 6, "7-5.f": 6, "7-5.g": 6, "7-5.i": 6}


@chart("4-9.e.b", "7-5.f", "7-5.g", "7-5.i")
def feather(play: InPlay, name: str, **how: object) -> Asks:
    if now.is_out(play.state, "feathering"):
        return (yield from fail_to_feather(play, name))
    return (yield from read(play, name, **how))


@rule("7-9.10", "Feathering controls hit")
def fail_to_feather(play: InPlay, name: str) -> Asks:
    """Every attempt to feather fails (7-9)."""
    return (yield from read(play, name, at=FEATHERING[name]))


def stop(play: InPlay, prop: str) -> None:
    one = in_hand(play.state)
    one.running = False
    one.prop = prop
    one.leak_until = 0
    play.log("engine", number=play.state.subject.engine, state=prop)


@effect("engine_out")
@rule("7.2.out", "Engine out")
def engine_out(play: InPlay) -> None:
    """The engine stops and is feathered, unless its propeller can no longer be feathered."""
    one = in_hand(play.state)
    keeps = one.prop if one.prop in ("windmilling", "runaway", "drags", "gone") else "feathered"
    if one.running or one.prop != keeps:
        stop(play, keeps)


@effect("engine_weak")
def engine_weak(play: InPlay) -> None:
    in_hand(play.state).weak = True
    play.log("engine", number=play.state.subject.engine, state="weak")


@effect("engine_recovers")
@rule("4-9.e.back", "Engine back at full power")
def engine_recovers(play: InPlay) -> None:
    """The engine recovers. If it weakens again, the commander is asked again what to do (7.2)."""
    state = play.state
    one = in_hand(state)
    if one.weak:
        state.mission.decided.discard(now.trouble_with_engines(state))
        one.weak = False
        play.log("engine", number=state.subject.engine, state="at_full_power_again")


@effect("propeller_drags")
def propeller_drags(play: InPlay) -> None:
    stop(play, "drags")


@effect("windmilling_prop")
@rule("7-5.k", "Propeller windmilling")
@ruling(
    "an engine whose propeller windmills or runs away is out as well: -1 on 8-1 and 8-3 in "
    "addition to the -2 or -3; the exception is one that windmills after take-off, which costs "
    "-2 in all",
    rejected="it counts only as a windmilling engine, not also as one out",
    why="the notes reach it from an engine that is shut down, and the modifiers add up; 3-3 "
    "names the engine out in its other outcomes, and in this one only a -2",
)
@ruling(
    "a bomber with a propeller that drags, windmills or runs away cannot keep up with a formation",
    rejected="only a propeller that drags keeps it out, since it alone costs turns",
    why="7.2 and 4.8 are not in the booklet; such a propeller brakes and shakes the plane",
)
def windmilling(play: InPlay, engine_out: bool = True) -> None:
    """The propeller windmills: -2 on coming down, and it may run away."""
    if engine_out:
        stop(play, "windmilling")
    else:
        in_hand(play.state).prop = "windmilling"
        play.log("engine", number=play.state.subject.engine, state="windmilling")


@effect("runaway_prop")
@rule("7-5.l", "Propeller running away")
def runaway(play: InPlay) -> None:
    """The propeller turns faster and faster. Its engine is out, and landing is harder by 3."""
    stop(play, "runaway")


@effect("engine_destroyed")
@rule("7-5.m", "Engine destroyed")
def destroyed(play: InPlay) -> None:
    """The engine is gone with its propeller and any fire."""
    in_hand(play.state).fire = False
    stop(play, "gone")


@effect("oil_leak")
@rule("7-5.h", "Oil leak")
def oil_leak(play: InPlay, turns: int, then: str) -> None:
    """The engine runs for this many more turns, not counting the current one (note i)."""
    one = in_hand(play.state)
    if not one.leak_until:
        one.leak_until, one.leak_then = play.state.mission.flight.turn + turns, then
    play.log("engine", number=play.state.subject.engine, state="leaks")


# ---------------------------------------------------------------- fire


@chart("7-5.fire")
@rule("7-5.fire", "Engine on fire")
def catch_fire(play: InPlay, name: str, **how: object) -> Asks:
    """The crew empties both bottles, unless they are out (note b of 7-10).

    Then note p offers its choice.
    """
    play.log("engine", number=play.state.subject.engine, state="burning")
    in_hand(play.state).fire = True
    if now.is_out(play.state, "engine_bottles"):
        yield from burns(play, stay="7-5.p", dive="7-5.p.dive", wing_test="7-5.d.wing")
        return []
    return (yield from read(play, name, **how))


@effect("fire_out")
@rule("7-5.fire.out", "Fire out")
@ruling(
    "an engine whose fire was put out no longer runs",
    rejected="it may be restarted",
    why="the notes do not say; a fire in the air costs the engine in every other result",
)
def fire_out(play: InPlay) -> None:
    """The fire in an engine, a tank or a section is out."""
    state = play.state
    subject = state.subject
    if subject.fights_fire or subject.tank_burns:
        state.plane.fires.discard(subject.section if subject.fights_fire else wing_of(state))
        subject.fights_fire = subject.tank_burns = False
        play.log("fire", state="out")
        return
    one = in_hand(state)
    if one.fire:
        one.fire = False
        if one.running:
            stop(play, "feathered")
    play.log("fire", state="out")


def wing_of(state: State) -> str:
    """Return the wing in hand as a section of the bomber."""
    return f"{state.subject.wing}_wing"


@effect("fire_burns_on")
def fire_burns_on(play: InPlay) -> None:
    play.log("fire", state="burns")


@effect("engine_fire")
@rule("7-5.p", "Engine fire out of control")
def burns(play: InPlay, stay: str, dive: str, wing_test: str) -> Asks:
    """The crew may jump, stay, or above LO dive to blow out the fire (note p)."""
    state = play.state
    in_hand(state).fire_rolled_in = state.mission.flight.turn
    choices = {"stay": "stay with the burning engine", "bail_out": "bail out"}
    if state.mission.flight.altitude != "lo":
        choices["dive"] = "dive to put out the fire"
    number = state.subject.engine
    answer = yield play.ask(
        f"Engine {number} burns and both bottles are empty. What now?",
        choices,
        odds=lambda option: odds_of_choice(
            play, option, (wing_test, dive) if option == "dive" else (stay,)
        ),
    )
    if answer == "bail_out":
        yield from bailout.bail_out(play, "8-4", "fire")
    elif answer == "dive":
        yield from dive_on(play, wing_test, dive)
        state.subject.engine = number
        if in_hand(state).fire and state.mission.status == "flying":
            yield from burns(play, stay=stay, dive=dive, wing_test=wing_test)
    else:
        yield from resolve(play, stay)


def odds_of_choice(play: InPlay, option: str, charts: tuple[str, ...]) -> Mapping[str, Fraction]:
    """Return the odds of these charts for staying or diving, and of one man's fate for jumping."""
    if option == "bail_out":
        return odds.odds_of(play, option)
    return play.odds(comes_of, charts)


def comes_of(play: InPlay, charts: tuple[str, ...]) -> str:
    """Return the result of the last chart, or of the wing test before it if the wing fails."""
    *before, last = charts
    for name in before:
        result = look_up(play, name).result
        if result != "wing_holds":
            return result_words(result)
    return result_words(look_up(play, last).result)


@rule("7-5.p.dive", "Diving to put out a fire")
def dive_on(play: InPlay, wing_test: str, dive: str) -> Asks:
    """Any number may jump first.

    The wing must hold, then the fire is rolled for (notes d and p).
    """
    odds_of_dive = play.odds(comes_of, (wing_test, dive))
    told = ", ".join(f"{words} {round(100 * part)} %" for words, part in odds_of_dive.items())
    yield from bailout.jump_first(play, told)
    yield from bailout.scared_by_dive(play)
    yield from resolve(play, wing_test)
    yield from resolve(play, dive)


@effect("dived_to_lo")
@rule("4.8.dive", "Dive to LO")
def dived_to_lo(play: InPlay) -> None:
    """The dive ends at LO."""
    mission = play.state.mission
    mission.flight.altitude = "lo"
    play.log("altitude", level="lo")


@effect("tank_fire")
@rule("7-5.d", "Wing tank burns")
def tank_fire(play: InPlay, wing_test: str, dive: str) -> Asks:
    """At LO everybody bails out. Higher up, a dive may put out the fire (note d)."""
    state = play.state
    state.plane.fires.add(wing_of(state))
    if state.mission.flight.altitude == "lo":
        yield from bailout.bail_out(play, "8-4", "fire")
    choices = {"dive": "dive to put out the fire", "bail_out": "bail out"}
    answer = yield play.ask(
        "A wing tank burns. What now?",
        choices,
        odds=lambda option: odds_of_choice(play, option, (wing_test, dive)),
    )
    if answer == "bail_out":
        yield from bailout.bail_out(play, "8-4", "fire")
    state.subject.tank_burns = True
    yield from dive_on(play, wing_test, dive)


# ---------------------------------------------------------------- turn by turn


@rule("7-5.turn", "Engines in trouble, turn by turn")
def run_engines(play: InPlay) -> Asks:
    """Oil leaks run dry, propellers windmill or run away, and fires of earlier turns burn on.

    A propeller that debris makes run away in this phase rolls from the next turn on, whichever
    engine is looked at first.
    """
    state = play.state
    turn = state.mission.flight.turn
    running_away = now.props(state, "runaway")
    for number, one in state.plane.engines.items():
        state.subject.engine = number
        if one.running and 0 < one.leak_until < turn:
            yield from resolve(play, one.leak_then)
        if one.fire:
            if one.fire_rolled_in != turn:
                yield from burns(play, stay="7-5.p", dive="7-5.p.dive", wing_test="7-5.d.wing")
        elif one.prop == "windmilling":
            yield from resolve(play, "7-5.k")
        elif one.prop == "runaway" and number in running_away:
            yield from resolve(play, "7-5.j")
            if not one.fire and one.prop == "runaway":
                yield from resolve(play, "7-5.l")


@rule("7.2.last", "Flying with one engine or none")
@ruling(
    "with no engine left, the bomber comes down at once; with one left, it flies one more zone, "
    "two without bombs",
    rejected="the bomber glides one zone further in any case",
    why="7.2 is not in the booklet; as in the sister game",
)
def fly_on_what_is_left(play: InPlay) -> Asks:
    """On one engine the bomber stays up for only a few zones. With none it comes down."""
    state = play.state
    left = 4 - now.engines_out(state)
    if left == 0:
        yield from coming_down.come_down(play, "no engine left")
    elif left == 1 and "last engine" not in state.plane.limited_by:
        if now.has_bombs(state):
            bombs.jettison(play)
        state.plane.limit_zones("last engine", 1 if now.has_bombs(state) else 2)
