"""An attack from first to last: charts 5-1 to 5-13 in order."""

from fractions import Fraction
from functools import partial

from tabletop_core import Asks, rule, ruling

from ..questions import bomber as now
from ..shown.words import said, target_words
from ..state import Fighter, InPlay, State
from . import bombing, defensive_fire, fighter_attack, fighter_fire
from .charts import Down, chance_of, how_many, look_up, resolve


@rule("5.0", "Meeting fighters")
@ruling(
    "in the target zone, both the turn over the target and the turn-around turn are turns of "
    "combat",
    rejected="fighters come only once in the target zone",
    why="5-1 is rolled for a zone during a turn",
)
def meet_fighters(play: InPlay) -> Asks:
    """Find out whether fighters are met this turn, who attacks, and from where.

    Chart 5-1 gives the resistance in the zone, 5.2 whether this bomber is attacked.
    """
    state = play.state
    mission = state.mission
    try:
        if not fighter_attack.resistance(play):
            return
        if mission.orders.night:
            yield from fighter_attack.night_attack(play)
            if mission.combat.fighters:
                fighter_attack.spot(play)
        elif fighter_attack.attack_comes(play):
            yield from fighter_attack.day_attack(play)
        fighter_attack.rate_pilots(play)
    except Down:
        return


def is_attacked(play: InPlay) -> bool:
    mission = play.state.mission
    return mission.status == "flying" and bool(mission.combat.fighters)


@rule("5.0.rounds", "Combat")
def fight(play: InPlay) -> Asks:
    """The fighters attack. Those that hit attack again, at most twice (5.6)."""
    try:
        yield from choose_evasion(play)
        yield from one_round(play)
        play.state.mission.combat.fighters = next_attacks(play)
    except Down:
        return


def is_beaten_off(play: InPlay) -> bool:
    return not is_attacked(play)


@rule("5.7", "Evasive action")
@ruling(
    "chosen before each round of fire; impossible with frosted windows, without electrics, or "
    "with no attacker in sight",
    rejected="chosen once per turn",
    why="notes to 4-9 and 7-10 forbid it; 5.7 is not in the booklet",
)
def choose_evasion(play: InPlay) -> Asks:
    """Before each round the commander may evade: -1 on the fighters' fire and on his own."""
    mission = play.state.mission
    mission.combat.evasive = False
    if can_evade(play.state) and any(fighter.seen for fighter in mission.combat.fighters):
        choices = {"steady": "fly steady", "evade": "evade: -1 on their fire and on ours"}
        answer = yield play.ask(
            "Evasive action?",
            choices,
            odds=lambda option: odds_of_hits(play, option == "evade"),
            kind="evade",
        )
        mission.combat.evasive = answer == "evade"


def odds_of_hits(play: InPlay, evasive: bool) -> dict[str, Fraction]:
    """Return the odds of how many fighters hit if our fire stops none of them."""
    combat = play.state.mission.combat
    before, combat.evasive = combat.evasive, evasive
    try:
        parts = [chance_of_hit(play, at) for at, one in enumerate(combat.fighters) if not one.gone]
    finally:
        combat.evasive = before
    alone = ("the fighter misses", "the fighter hits")
    return {
        alone[number]
        if len(parts) == 1
        else f"hit by {number or 'none'} of {len(parts)} fighters": chance
        for number, chance in enumerate(how_many(parts))
        if chance
    }


def chance_of_hit(play: InPlay, at: int) -> Fraction:
    """Return the chance of a hit by 5-9, or that a Baka or a ramming fighter strikes."""
    fighter = play.state.mission.combat.fighters[at]
    with play.state.subject.being(fighter=at):
        if fighter.is_baka:
            return chance_of(play, "5-3.b.impact", None, "miss")
        if fighter.rams:
            return chance_of(play, "5-3.c", None, "no_collision")
        return chance_of(play, "5-9", fighter.column, "miss")


def can_evade(state: State) -> bool:
    return not (
        state.mission.flight.frosted or "electrics" in state.plane.out or now.flyer(state) is None
    )


def one_round(play: InPlay) -> Asks:
    state = play.state
    boxes = {name: gun.boxes for name, gun in state.plane.guns.items()}
    yield from defensive_fire.fire_all(play)
    fired = {name for name, gun in state.plane.guns.items() if gun.boxes < boxes[name]}
    for at, fighter in enumerate(state.mission.combat.fighters):
        if not fighter.gone:
            with state.subject.being(fighter=at):
                yield from fighter_fire.attack(play, at)
    yield from defensive_fire.passing_shots(play, fired)


@rule("5-13", "Successive attacks")
@ruling(
    "a fighter that hit attacks again, at most twice more, with the same pilot and damage; one "
    "that missed, a Baka and a ramming fighter are gone",
    rejected="every surviving fighter attacks again, or none does",
    why="5.6 is not in the booklet; as in the sister game",
)
@ruling(
    "a fighter whose place is taken comes from another angle of its area, also where the note of "
    "5-13 gives its type one angle",
    rejected="two fighters of one type share the place",
    why="by the note of 5-4 no two fighters share area and angle; the note of 5-13 replaces only "
    "the roll for the angle",
)
def next_attacks(play: InPlay) -> list[Fighter]:
    """A fighter that hit returns from where 5-13 says. After its third attack it is gone."""
    state = play.state
    again: list[Fighter] = []
    for fighter in state.mission.combat.fighters:
        if fighter.gone or not fighter.hit_us or fighter.rams or fighter.is_baka:
            continue
        if fighter.attacks >= 3:
            continue
        column = "engine_out" if now.engines_out(state) else "all_engines"
        place = str(look_up(play, "5-13", column=column, why=target_words(fighter)).result)
        area, _, angle = place.partition("_")
        if column == "engine_out" and area not in ("climb", "dive"):
            angle = str(look_up(play, "5-13.star", at=fighter.type).result)
        taken = {one.place for one in again}
        fighter.area, fighter.angle = area, angle
        for other in ("low", "level", "high"):
            if fighter.place in taken and fighter.angle:
                fighter.angle = other
        fighter.hit_us = False
        fighter.attacks += 1
        again.append(fighter)
        play.log("fighter", type=fighter.type, place=fighter.place)
    return again


@rule("5-14", "Searchlights, and evasive action over the target")
@ruling(
    "searchlights are met on each turn of a run over the target, but not in the turn-around or "
    "in further turns",
    rejected="they are met once in the target zone, also in the turn-around",
    why="the booklet does not say when 5-14 is rolled; the +1 on 6-2 and the -1 on 6-6 apply to "
    "the run",
)
def meet_searchlights(play: InPlay) -> Asks:
    """This comes before the fighters of the target zone.

    Evading searchlights and flak spoils the aim.
    """
    mission = play.state.mission
    mission.bomb_run.evaded_on_the_run = False
    if can_evade(play.state):
        what = (
            "searchlights, flak and the bomb run"
            if mission.orders.night
            else "flak and the bomb run"
        )
        choices = {"steady": "fly steady", "evade": f"evade: -1 on {what}"}
        against = "searchlights and flak" if mission.orders.night else "flak"
        prompt = f"Evasive action over the target against {against}?"
        answer = yield play.ask(
            prompt,
            choices,
            odds=lambda option: odds_over_target(play, option == "evade"),
            kind="evade",
        )
        mission.bomb_run.evaded_on_the_run = answer == "evade"
    mission.combat.evasive = mission.bomb_run.evaded_on_the_run
    if mission.orders.night:
        yield from resolve(play, "5-14")


# ---------------------------------------------------------------- odds over the target


def odds_over_target(play: InPlay, evades: bool) -> dict[str, Fraction]:
    """Return the odds that flak hits and that a run flown now is on target, by 5-14 to 6-6.

    Damage on the way and lights shot out are ignored.
    """
    aims = play.odds(
        [partial(begin_run, evades=evades), meet_light, see_target, aim],
        policy=lambda _, decision: decision.options[0],
    )
    odds: dict[str, Fraction] = {}
    for (flak, aimed), chance in aims.items():
        spared = how_many([chance_of(play, "6-3", flak, "miss")] * 3)[0] if flak else Fraction(1)
        for words, part in (("no flak hits", spared), ("flak hits", 1 - spared)):
            told = f"{words}, {said(aimed)}"
            odds[told] = odds.get(told, Fraction(0)) + chance * part
    best_first = sorted(odds, key=lambda told: ("off target" in told, not told.startswith("no")))
    return {told: odds[told] for told in best_first if odds[told]}


def begin_run(play: InPlay, evades: bool) -> None:
    mission = play.state.mission
    mission.combat.evasive = mission.bomb_run.evaded_on_the_run = evades


def meet_light(play: InPlay) -> None:
    mission = play.state.mission
    if mission.orders.night:
        mission.combat.searchlight = look_up(play, "5-14").result != "none"


def see_target(play: InPlay) -> None:
    play.state.mission.bomb_run.visibility = look_up(play, "6-1").result


def aim(play: InPlay) -> tuple[str, str]:
    """Return how heavy the flak is (empty for none) and whether the aim is on target."""
    flak = look_up(play, "6-2").result
    return "" if flak == "none" else str(flak.results[0]), bombing.run_in(play)
