"""An attack from first to last: charts 5-1 to 5-13 in their order."""

from tabletop_core import Asks, rule, ruling

from ..questions import bomber as now
from ..shown.words import target_words
from ..state import Fighter, InPlay, State
from . import defensive_fire, fighter_attack, fighter_fire
from .charts import Down, look_up, resolve


@rule("5.0", "Combat")
@ruling(
    "a turn in the target zone over the target and the turn-around turn are both turns of combat",
    "5-1 is rolled for a zone during a turn",
)
def fight(play: InPlay) -> Asks:
    """Whether fighters are met in this turn, who attacks, and the fight to its end.

    Chart 5-1 tells the resistance of the zone, 5.2 whether this bomber is attacked.
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
        if mission.combat.fighters:
            fighter_attack.rate_pilots(play)
            yield from rounds(play)
    except Down:
        return


def rounds(play: InPlay) -> Asks:
    """The attack, then at most two successive attacks of those that hit (5.6)."""
    state = play.state
    mission = state.mission
    while mission.combat.fighters:
        yield from choose_evasion(play)
        yield from one_round(play)
        mission.combat.fighters = next_attacks(play)


@rule("5.7", "Evasive action")
@ruling(
    "chosen before each round of fire; not with frosted windows, without electrics, or with no "
    "attacker in sight",
    "notes of 4-9 and 7-10 forbid it; 5.7 is not in the booklet",
)
def choose_evasion(play: InPlay) -> Asks:
    """Before each round the commander may evade: -1 on the fighters' fire and on his own."""
    mission = play.state.mission
    mission.combat.evasive = False
    if can_evade(play.state) and any(fighter.seen for fighter in mission.combat.fighters):
        choices = {"steady": "fly steady", "evade": "-1 on their fire and on ours"}
        mission.combat.evasive = (
            yield play.ask("Evasive action?", choices, kind="evade")
        ) == "evade"


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
    "a fighter that hit attacks again, at most twice more; one that missed, a Baka and a ramming "
    "fighter are gone; it keeps its pilot and its damage",
    "5.6 is not in the booklet; as in the sister game",
)
def next_attacks(play: InPlay) -> list[Fighter]:
    """A fighter that hit comes again from where 5-13 says; after its third attack it is gone."""
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
    "searchlights are met in each turn of a run over the target, neither in the turn-around nor "
    "in further turns",
    "the booklet does not say when 5-14 is rolled; the +1 on 6-2 and the -1 on 6-6 are for the run",
)
def meet_searchlights(play: InPlay) -> Asks:
    """Before the fighters of the target zone; evading lights and flak spoils the aim."""
    mission = play.state.mission
    mission.bomb_run.evaded_on_the_run = False
    if can_evade(play.state):
        what = (
            "searchlights, flak and the bomb run"
            if mission.orders.night
            else "flak and the bomb run"
        )
        choices = {"steady": "fly steady", "evade": f"-1 on {what}"}
        against = "searchlights and flak" if mission.orders.night else "flak"
        prompt = f"Evasive action over the target, against {against}?"
        mission.bomb_run.evaded_on_the_run = (
            yield play.ask(prompt, choices, kind="evade")
        ) == "evade"
    mission.combat.evasive = mission.bomb_run.evaded_on_the_run
    if mission.orders.night:
        yield from resolve(play, "5-14")
