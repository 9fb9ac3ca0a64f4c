"""6.5 Landing."""

from collections.abc import Callable

from tabletop_core import Asks, rule, ruling

from ..questions import chances
from ..questions.formation import flying
from ..questions.names import bomber_name
from ..questions.ratings import by, crew_performance, ratings_of
from ..state import InPlay
from .general import consult, tell_way
from .lady_luck import use_luck
from .results import ground_commander, leave_formation, remove_bomber, remove_crew
from .victory_points import score


@rule("5.14", "Land the aircraft")
def land_aircraft(play: InPlay) -> Asks:
    """Back at the base, all bombers land."""
    yield from landing_procedure(play)


@rule("6.5", "Landing procedure")
def landing_procedure(play: InPlay) -> Asks:
    """Bombers that come home land safely; with the rule for landings each one rolls for it."""
    tell_way(play)
    bombers = flying(play.state.mission)
    safe: dict[str, str] = {}
    if play.options["landing"]:
        for name in bombers:
            rolled = yield from land_bomber(play, name)
            if rolled:
                safe[bomber_name(play, name)] = rolled
    mission = play.state.mission
    play.log("landed", number=len(flying(mission)), flown=mission.flown, safe=safe)


@rule("12.2", "Landing of one bomber")
@ruling(
    "a hard landing damages the bomber; a crash destroys it, and its crew survives on 4 to 6",
    rejected="every landing that fails destroys bomber and crew",
    why="the landing table is not in the text; Lady Luck names hard and crash landings",
)
def land_bomber(play: InPlay, bomber: str) -> Asks:
    """A die, plus the performance of bomber and crew, decides how a bomber lands.

    A low total is a hard landing that damages the bomber, or a crash that destroys it.
    """
    one = play.state.bombers[bomber]
    how = by(bomber=ratings_of(play, one).performance, **crew_performance(play, bomber))
    landing = play.look_up("landing", why=bomber_name(play, bomber), **how)
    result = landing.result
    if result == "safe":
        return f"{landing.natural}, total {landing.total}"
    prompt = f"{result.title()} landing of {bomber_name(play, bomber)}. Make it safe?"
    counters = ("smooth_landing", "wing_and_a_prayer")
    if (yield from use_luck(play, counters, prompt, odds_of_crew(play, result))):
        return ""
    if result == "hard":
        one.damaged = True
        play.log("bomber_damaged", bomber=bomber_name(play, bomber))
    else:
        crash(play, bomber)
    return ""


def odds_of_crew(play: InPlay, result: str) -> Callable[[str], chances.Chances]:
    """Return what becomes of the crew where no counter makes a crash safe."""
    is_at_risk = result == "crash"
    return lambda answer: (
        chances.of_row(play, "crash_landing") if answer == "no" and is_at_risk else {}
    )


def crash(play: InPlay, bomber: str) -> None:
    play.log("bomber_lost", bomber=bomber_name(play, bomber), how="crashes on landing")
    survives = consult(play, "crash_landing", why=bomber_name(play, bomber)) == "survives"
    leave_formation(play, bomber, f"crashed, crew {'survived' if survives else 'lost'}")
    remove_bomber(play, bomber)
    if survives:
        state = play.state
        state.crews[state.bombers.pop(bomber).crew].ready = False
        ground_commander(play, bomber)
    else:
        remove_crew(play, bomber)
    score(play, "bomber_destroyed_crew_rescued" if survives else "bomber_destroyed")
