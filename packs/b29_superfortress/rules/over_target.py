"""Chapter 6: the turn over the target, and flak (also 5-3 notes d and e)."""

from tabletop_core import Asks, rule, ruling

from ..questions import bomber as now
from ..state import InPlay
from . import bombing, combat
from .charts import Down, carry_out, chart, look_up, resolve
from .damage import damage


def is_over_target(play: InPlay) -> bool:
    """Return whether the bomber is on course in the target zone with its run still to fly."""
    state = play.state
    mission = state.mission
    return (
        mission.status == "flying"
        and mission.flight.leg == "out"
        and not mission.flight.aborted
        and not mission.bomb_run.run_done
        and now.is_at_target(state)
        and mission.flight.on_course
    )


@rule("6.1", "Over the target")
def bomb(play: InPlay) -> Asks:
    """Visibility and flak come first, then the run, then turbulence."""
    state = play.state
    mission = state.mission
    mission.bomb_run.turns_over_target += 1
    try:
        mission.combat.evasive = mission.bomb_run.evaded_on_the_run
        mission.bomb_run.visibility = look_up(play, "6-1").result
        mission.bomb_run.bombardier_hit_on_the_run = mission.bomb_run.bombsight_hit_on_the_run = (
            False
        )
        mission.bomb_run.on_the_run = True
        yield from meet_flak(play)
        mission.bomb_run.on_the_run = False
        if (yield from go_round_again(play)):
            return
        yield from bombing.release(play)
        yield from bombing.meet_turbulence(play)
    except Down:
        return


@rule("6.4", "Another run")
@ruling(
    "instead of releasing, the commander may go round again, twice at most: one more turn over "
    "the target, with its fuel, fighters and flak at -1, and out of the formation from then on",
    rejected="there is one bomb run",
    why="6.4 is not in the booklet; 6-2 mentions flak on further turns over the target",
)
def go_round_again(play: InPlay) -> Asks:
    """The commander releases the bombs on this run or flies another."""
    state = play.state
    mission = state.mission
    if mission.bomb_run.turns_over_target >= 3 or not now.has_bombs(state):
        return False
    choices = {
        "release": "release",
        "again": (
            "go round again, alone: one more turn and box of fuel, and more fighters and flak"
        ),
    }
    answer = yield play.ask(
        f"The target is {bombing.aim(play)}. Release the bombs on this run?",
        choices,
        odds=lambda option: bombing.odds_of_release(play, again=option == "again"),
        kind="release",
    )
    if answer == "again":
        mission.flight.stay("another run")
        mission.formation.apart.add("another run")
        play.log("again", turns=mission.bomb_run.turns_over_target)
    return answer == "again"


def lingers_over_target(play: InPlay) -> bool:
    """Return whether the bomber spends an extra turn at the target without a run in it."""
    mission = play.state.mission
    extra = (
        mission.flight.extra_turn and now.is_at_target(play.state) and not mission.bomb_run.flak_met
    )
    return (
        mission.status == "flying"
        and extra
        and (mission.bomb_run.run_done or mission.flight.leg == "back")
    )


@rule("6.4.flak", "More flak")
@ruling(
    "every further turn in the target zone brings flak again at -1; the bomber evades it "
    "whenever it can",
    rejected="further turns bring flak in full, or none",
    why="6.4 is not in the booklet; 6-2 has both modifiers, and with no aim to spoil, evading "
    "flak costs nothing",
)
def linger(play: InPlay) -> Asks:
    """A bomber that spends a further turn over the target comes under flak again."""
    mission = play.state.mission
    mission.bomb_run.turns_over_target += 1
    mission.combat.evasive = combat.can_evade(play.state)
    try:
        yield from meet_flak(play)
    except Down:
        return


# ---------------------------------------------------------------- flak


@rule("6-2", "Flak over the target")
def meet_flak(play: InPlay) -> Asks:
    """Chart 6-2 shows how heavy the flak over the target is, 6-3 how often it hits."""
    play.state.mission.bomb_run.flak_met = True
    yield from resolve(play, "6-2")


@chart("6-3")
@rule("6-3", "A burst of flak")
def burst(play: InPlay, name: str, **how: object) -> Asks:
    """For a hit, 6-4 gives the number of shells and 6-5 places each."""
    if look_up(play, name, **how).result != "hit":
        return
    shells = look_up(play, "6-4").result
    if not isinstance(shells, int):
        yield from carry_out(play, shells)
        return
    for _ in range(shells):
        yield from damage(play, str(look_up(play, "6-5").result))
