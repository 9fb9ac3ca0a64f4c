"""Tasks that need a man in a bay or in utility, turn by turn."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from tabletop_core import Asks, rule

from ..questions import bomber as now
from ..shown.results import result_words
from ..state import InPlay, State
from . import bombs, crewmen
from .charts import chances


def is_man_wanted(play: InPlay) -> bool:
    mission = play.state.mission
    return mission.status == "flying" and mission.flight.zone > 0 and any(tasks(play.state))


@rule("4.2.errands", "Men sent about the plane")
def send_men(play: InPlay) -> Asks:
    """Men are sent at the start of a turn, because each spends the whole turn there."""
    for task, section, purpose in list(tasks(play.state)):
        yield from crewmen.send(
            play,
            task,
            section,
            purpose,
            lambda goes, task=task: odds_of_task(play, task, goes=goes),
        )
        needs_power = task.startswith("doors") and now.is_out(play.state, "door_controls")
        if needs_power and now.on_task(play.state, task):
            crewmen.attend(play)


def tasks(state: State) -> Iterator[tuple[str, str, str]]:
    """Yield the name of each task, its section, and the work done there."""
    plane = state.plane
    for first, *_ in bombs.hanging(state):
        section = bombs.SECTION_OF[first]
        yield f"bombs {first}", section, "shake bombs loose"
    for name, bay in plane.bays.items():
        section = bombs.SECTION_OF[name]
        if f"drop {name}" in state.mission.decided and not bombs.stays_shut(state, bay):
            yield f"tank {name}", section, "free the tank"
        if bombs.waits_for_motor(state, bay):
            verb = "close" if bay.doors == "open" else "open"
            yield f"doors {name}", section, f"{verb} the doors by motor"
            if now.is_out(state, "door_controls"):
                break
    if (
        "dropped" in plane.main_gear.values()
        and state.mission.flight.entered
        and "aft_bomb_bay" not in plane.bursts
    ):
        yield "main gear", "aft_bomb_bay", "raise the main gear by hand"
    turret = plane.guns["aft_lower"]
    if turret.jammed and not turret.out and turret.jammed_in_turn < state.mission.flight.turn:
        yield "aft lower turret", "utility", "clear the aft lower turret"


def odds_of_task(play: InPlay, task: str, *, goes: bool) -> Mapping[str, Fraction]:
    """Return the odds of a task at the end of this turn, if nothing prevents the man from it.

    Bombs and tanks that hang can also be shaken loose from the cockpit. All other tasks need a man.
    """
    what, _, where = task.partition(" ")
    subject = play.state.subject
    if what in ("bombs", "tank"):
        with subject.being(bay=where, man_in_bay=goes):
            return in_words(play, "7-3.f.jettison")
    if not goes:
        return {}
    if what == "doors":
        return in_words(play, bombs.chart_of_motor(play.state, play.state.plane.bays[where]))
    return in_words(play, "7-5.o" if task == "main gear" else "5-7.a")


def in_words(play: InPlay, chart: str) -> Mapping[str, Fraction]:
    return {result_words(result): chance for result, chance in chances(play, chart)}
