"""The bomb run: charts 6-6 to 6-9."""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from tabletop_core import Asks, rule, ruling

from ..questions import bomber as now
from ..shown.words import said
from ..state import InPlay, State
from . import crewmen
from .bombs import stays_shut, try_from_cockpit
from .charts import chance_of, look_up, read, resolve, run
from .following import Procedure


def is_off_target_at_once(state: State) -> str:
    """Return why the run misses without a roll, or an empty string (notes on 6-6)."""
    mission = state.mission
    if mission.bomb_run.off_target:
        return "bombs salvoed or released by hand"
    if mission.bomb_run.bombardier_hit_on_the_run:
        return "bombardier hit on the run"
    if all(bay.jammed == "shut" for bay in now.bays(state)):
        return "doors of both bays malfunctioned"
    alone = now.out_of_formation(state)
    if now.is_out(state, "bombsight") and alone:
        return "no bombsight, out of formation"
    if mission.bomb_run.bombsight_hit_on_the_run and mission.orders.position == "lead":
        return "bombsight hit on the run, leading"
    return ""


@rule("6-6", "Bomb run")
def run_in(play: InPlay) -> str:
    """Roll for the aim: the run is on target or off it."""
    why = is_off_target_at_once(play.state)
    aimed = "off_target" if why else str(look_up(play, "6-6").result)
    if why:
        play.log("off_target", why=why)
    play.state.mission.bomb_run.off_target = aimed == "off_target"
    return aimed


@rule("6-6.release", "Release of the bombs")
@ruling(
    "doors stay open only when they jam open; a bay without power or with jammed doors keeps "
    "its bombs",
    rejected="doors that were opened stay open until a roll closes them",
    why="notes e and f of 7-3 treat each bay separately",
)
def release(play: InPlay) -> Asks:
    """The bomber flies the steps of the run in order, then the results are assessed."""
    for step in THE_RUN:
        yield from run(step(play))
    play.state.mission.bomb_run.run_done = True
    yield from assess(play)


@rule("6-6.autopilot", "Autopilot for the run")
def hand_over(play: InPlay) -> Asks:
    """At LO the generator can power the autopilot (note c of 7-10).

    Chart 6-6 requires it against targets other than urban areas.
    """
    if play.state.mission.flight.altitude == "lo" and not now.is_urban(play.state):

        def odds(item: str) -> Mapping[str, Fraction]:
            left = THE_RUN[THE_RUN.index(hand_over) + 1 :]
            return odds_of_run(play, (partial(crewmen.feed, item=item), *left))

        yield from crewmen.feed_from_generator(play, ("autopilot",), odds)


@rule("4-9.h", "Emergency release on the run")
def emergency_release(play: InPlay) -> Asks:
    """The bombardier tries the emergency release (note h of 4-9).

    Over an urban area, the modifier on 6-6 replaces the miss.
    """
    bomb_run = play.state.mission.bomb_run
    if not bomb_run.bombs_held:
        return
    if look_up(play, "4-9.h").result == "bombs_hang":
        return
    # The bombs fall after the aim, and only through open doors: `drop` sees to that.
    bomb_run.bombs_held = False
    bomb_run.off_target = not now.is_urban(play.state)


@rule("7-3.8.run", "Doors that were hit")
def find_doors_hit(play: InPlay) -> Asks:
    """Damage to the doors is rolled after 6-6 (note on roll 8 of 7-3 and 7-4)."""
    for name, bay in play.state.plane.bays.items():
        if bay.doors_hit and not bay.jammed:
            play.state.subject.bay = name
            yield from read(play, "7-3.8")
            bay.doors_hit = False


@rule("7-3.f.run", "Bombs away")
def drop(play: InPlay) -> Asks:
    """Each bay drops its bombs through open doors, or by hand with the release out (7-3 note f)."""
    state = play.state
    bomb_run = state.mission.bomb_run
    for name, bay in state.plane.bays.items():
        shut = stays_shut(state, bay)
        bay.idle = shut or now.holds_bombs(state, bay)
        bay.failed = bay.idle or bay.jammed == "shut"
        bay.empty = not bay.bombs
        if not bay.bombs or shut or bomb_run.bombs_held:
            continue
        if bay.release_out and not bomb_run.release_failed:
            state.subject.bay = name
            yield from resolve(play, "7-3.f")
        else:
            bay.bombs = False
        bomb_run.bombs_fell |= not bay.bombs


THE_RUN: tuple[Procedure, ...] = (
    hand_over,
    emergency_release,
    run_in,
    find_doors_hit,
    try_from_cockpit,
    drop,
)


@rule("6-7", "Bombing accuracy")
@ruling(
    "bays with doors jammed shut or a damaged release halve the percentage once, whether or not "
    "their bombs fell in the end; it is 0 if neither bay works: a bay whose doors the pilot "
    "opened works again, one whose bombs were dropped by hand does not",
    rejected="each bay halves the percentage, so that two leave nothing, even if the bombs fell "
    "in the end",
    why="note d halves for what failed and gives 0 for what is inoperable; note f of 7-3 refers "
    "a drop by hand to note d, and a drop by hand repairs no release",
)
@ruling(
    "if the doors of both bays malfunction by 4-9, the run is off target before the aim, even "
    "if the pilot opens them; doors that were hit do not have this effect",
    rejected="doors that the pilot opens count as sound, or doors that were hit are off target "
    "as well",
    why="note g of 4-9 says so only of its own malfunctions; hits are rolled after the aim (7-3)",
)
@ruling(
    "a bay whose bombs fell before the run halves the percentage like one that failed, and both "
    "together halve it once; it does not count as inoperable",
    rejected="an empty bay costs nothing, or counts as inoperable, so that a failure of the other "
    "leaves nothing",
    why="note d names doors and releases only; with half the bombs gone, the rest cannot do the "
    "whole damage",
)
@ruling(
    "doors jammed open neither halve the percentage nor cause a miss",
    rejected="they count as inoperable, like doors jammed shut",
    why="notes g of 4-9 and e of 7-3 say so only of doors jammed shut; doors jammed open let "
    "the bombs fall and fail to close after the run",
)
def assess(play: InPlay) -> Asks:
    """Chart 6-7 gives the percentage of the bombs that strike the target.

    It is halved if the doors or the release of one bay failed, and 0 if those of both did. A tank
    in a bay reduces it further.
    """
    state = play.state
    mission = state.mission
    failed = [name for name, bay in state.plane.bays.items() if bay.failed]
    part = part_that_counts(state)
    left = [name for name, bay in state.plane.bays.items() if bay.bombs]
    rolled = 0
    if not part:
        mission.bomb_run.off_target = True
    else:
        rolled = yield from roll_accuracy(play, column_of(state))
    mission.bomb_run.percent = what_counts(play, rolled, part)
    play.log(
        "bombed",
        percent=mission.bomb_run.percent,
        off_target=mission.bomb_run.off_target,
        rolled=rolled,
        failed=failed,
        empty=[name for name, bay in state.plane.bays.items() if bay.empty],
        fell=mission.bomb_run.bombs_fell,
        idle=not part,
        left=left,
        tanks=tanks_fitted(state),
    )


def column_of(state: State) -> str:
    if state.mission.bomb_run.off_target:
        return "off_target"
    return "on_target_urban" if now.is_urban(state) else "on_target"


def roll_accuracy(play: InPlay, column: str) -> Asks:
    labels = yield from resolve(play, "6-7", column=column)
    return min(100, int(labels[-1]))


def odds_of_accuracy(play: InPlay, column: str) -> Mapping[int, Fraction]:
    """Return the odds of `roll_accuracy`, from the chart: it calls for dice and nothing else."""
    chart = play.data.tables["6-7"]
    return dict(
        chart.totals(lambda one: min(100, getattr(one, "value", one)), column=column).items()
    )


def tanks_fitted(state: State) -> int:
    return sum(bay.tank_fitted for bay in now.bays(state))


def part_that_counts(state: State) -> Fraction:
    """Return how much of the percentage counts: none, half or all of it (note d).

    An empty bay has not failed: with it, a failure of the other bay costs half, not all.
    """
    bays = now.bays(state)
    if not state.mission.bomb_run.bombs_fell or all(bay.idle for bay in bays):
        return Fraction(0)
    return Fraction(1, 2) if any(bay.failed or bay.empty for bay in bays) else Fraction(1)


def what_counts(play: InPlay, rolled: int, part: Fraction) -> int:
    """Return the percentage after note d and the space of bay tanks (2.3), each rounded up."""
    percent = math.ceil(rolled * part)
    tanks = tanks_fitted(play.state) * play.data.aircraft.bay_tank_costs
    return math.ceil(percent * (100 - tanks) / 100)


# ---------------------------------------------------------------- odds


def odds_of_aim(play: InPlay) -> Mapping[str, Fraction]:
    """Return the exact odds of 6-6 alone, by the rule itself."""
    return play.odds(run_in)


def odds_of_release(play: InPlay, again: bool = False) -> Mapping[str, Fraction]:
    """Return the exact odds of a release, by the rules of the run themselves, best first.

    They apply to a release now, or with `again` to another run on which the bomber arrives in its
    present state with the same view. If the generator can power the autopilot, it is assumed to do
    so.
    """
    return odds_of_run(play, (leave_for_another_run, *THE_RUN) if again else THE_RUN)


def aim(play: InPlay) -> str:
    """Return how the target is seen and, unless power may still change it, the chance of 6-6."""
    state = play.state
    seen = said(state.mission.bomb_run.visibility.removeprefix("target_"))
    why = is_off_target_at_once(state)
    if why:
        return f"{seen}; the run misses without a roll ({why})"
    if "autopilot" in state.plane.out and not now.is_urban(state):
        return seen
    chance = chance_of(play, "6-6", None, "off_target")
    return f"{seen}; the chance to be on target is {round(100 * chance)} %"


def odds_of_run(play: InPlay, steps: Sequence[Procedure]) -> Mapping[str, Fraction]:
    """Return the exact odds of these rules of a run, as bands of percent, best first."""
    runs = play.odds(steps, read=after_run, policy=lambda _, decision: decision.options[0])
    columns = {column for column, part, _ in runs if part}
    accuracy = {column: odds_of_accuracy(play, column) for column in columns}
    odds: dict[tuple[bool, bool, int], Fraction] = {}
    for (column, part, fell), chance in runs.items():
        for rolled, so_often in (accuracy[column] if part else {0: Fraction(1)}).items():
            percent = what_counts(play, rolled, part)
            on_target = column != "off_target" and part > 0
            key = (fell, on_target, band_of(percent))
            odds[key] = odds.get(key, Fraction(0)) + chance * so_often
    return {in_words(*key): odds[key] for key in sorted(odds, reverse=True)}


def leave_for_another_run(play: InPlay) -> None:
    """Take the bomber out of the formation, because it goes round again alone."""
    play.state.mission.formation.apart.add("another run")
    play.state.mission.bomb_run.turns_over_target += 1


def after_run(play: InPlay, returned: Any) -> tuple[str, Fraction, bool]:
    """Return the column of 6-7, the share of its result that counts, and whether any bombs fell."""
    state = play.state
    return column_of(state), part_that_counts(state), state.mission.bomb_run.bombs_fell


BANDS = (80, 60, 40, 20, 1, 0)


def band_of(percent: int) -> int:
    return next(low for low in BANDS if percent >= low)


def in_words(fell: bool, on_target: bool, low: int) -> str:
    if not fell:
        return "no bombs fall"
    higher = [band for band in BANDS if band > low]
    to = higher[-1] - 1 if higher else 100
    percent = f"{low} to {to} percent" if low else "0 percent"
    return f"{'on' if on_target else 'off'} target, {percent}"


@rule("6-8", "Turbulence over the fires")
@ruling(
    "rolled after a run at LO by night against an urban area",
    rejected="rolled after every run against an urban area",
    why="the fires of the low incendiary raids caused it; the booklet does not say when it is "
    "rolled",
)
def meet_turbulence(play: InPlay) -> Asks:
    """Hot air over the burning city throws the bomber about; roll on 6-8."""
    mission = play.state.mission
    if mission.orders.night and mission.flight.altitude == "lo" and now.is_urban(play.state):
        yield from resolve(play, "6-8")
