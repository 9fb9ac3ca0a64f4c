"""The evaluation of a position, for searches and for the bot that looks one answer ahead.

All worths are in points of damage to a plane: one point is worth about 1.
The players fly together, so a position has the same value for every seat.
"""

from typing import Any

from tabletop_core import Rule

from ..questions.board import (
    germans_in,
    in_reserve,
    is_destroyed,
    kind_of,
    raf_in,
    scenario,
)
from ..questions.germans import flies_home, may_counterattack
from ..questions.routes import distance_to_target
from ..rules.bombing import bombing
from ..rules.counterattack import counterattacks
from ..rules.damage import damage_fighter, discard_for_damage, mulligan
from ..rules.ending import check_goals
from ..rules.events import check_events
from ..rules.fight import choose_opponent, fights, leave_after_round, may_fight
from ..rules.germans import german_movement
from ..rules.movement import fly, movement
from ..rules.players import choose_start, declare_abilities, draw_cards
from ..rules.shot_down import bonus_moves
from ..state import Fighter, InPlay, Plane, Strike
from .areas import Sky, landing_worth
from .fights import DOWN, card_worth, opponent_worth, round_worth, wear


def rules_of(*procedures: Any) -> frozenset[Rule]:
    """Return the rules that these procedures carry out."""
    return frozenset(procedure.rule for procedure in procedures)


DECIDED = 200.0
TARGETS = 10.0
"""The worth of all targets that the Germans must destroy to reach their goal."""
BRITISH = 30.0
EVENT = 3.0
FIGHT = 3.0
"""The expected gain of a Fight that has not begun."""
BEGUN = 9.0
"""The expected gain of a Fight that has begun, before the opponent is chosen."""
ROUND = 1.5
"""The expected gain of a further round."""
WHERE_TO = rules_of(fly)
WHOM_TO_ATTACK = rules_of(choose_opponent)
COUNTED = rules_of(
    *(choose_opponent, leave_after_round),
    *(damage_fighter, mulligan, discard_for_damage, bonus_moves),
)
"""The rules that ask between two rounds: the damage of the last round is already dealt."""
FROM_LANDING_TO_SERVICE = rules_of(
    *(movement, fights, counterattacks, german_movement, bombing, check_events, check_goals)
)
UP_TO_THE_FIGHT = rules_of(declare_abilities, draw_cards, choose_start, movement, fights)


def evaluate(play: InPlay, seat: str) -> float:
    """Return the value of the position for the players."""
    state = play.state
    if play.outcome is not None:
        return (DECIDED if play.outcome.kind == "win" else -DECIDED) + state.downed - state.losses
    wins = state.results.count("win") - state.results.count("loss")
    reserve = len(in_reserve(play))
    sky = Sky(play)
    return (
        DECIDED / 3 * wins
        - targets_at_stake(play)
        + british_worth(play)
        + events_worth(play)
        - sum(german_strength(play, plane) for plane in state.planes.values())
        + sum(board_worth(play, fighter) for fighter in state.fighters.values())
        + sum(place_worth(play, fighter, sky) for fighter in state.fighters.values())
        + fight_worth(play)
        + (strike_worth(play, state.strike) if state.strike is not None else 0.0)
        + (3.0 * reserve if reserve else -8.0)
    )


def bombs_to_come(play: InPlay, plane: Plane) -> float:
    """Return the bombs that a bomber will drop if nobody attacks it again."""
    state, it = play.state, scenario(play)
    squadron = state.squadrons[plane.squadron]
    turns = it.turns - state.turn + 1 - plane.markers
    bombing = turns - max(0, distance_to_target(play, squadron, plane.area) - 1)
    return float(max(0, bombing) * kind_of(play, plane).bombs)


def targets_at_stake(play: InPlay) -> float:
    """Return how much of the Germans' goal is destroyed or about to be destroyed."""
    state, it = play.state, scenario(play)
    stake = 0.0
    for target in it.targets:
        toughness = play.data.board.toughness(target)
        damage = float(state.bombs.get(target, 0))
        if not is_destroyed(play, target):
            for plane in state.planes.values():
                squadron = state.squadrons[plane.squadron]
                is_raider = plane.is_bomber and not flies_home(squadron)
                if is_raider and squadron.route[-1] == target:
                    left = 1 - plane.damage / len(kind_of(play, plane).toughness)
                    damage += (0.3 + 0.4 * left) * min(toughness, bombs_to_come(play, plane))
        stake += damage / toughness + is_destroyed(play, target)
    return TARGETS * stake / it.lost_at


def british_worth(play: InPlay) -> float:
    """Return how safe the British planes are that must come home."""
    state, it = play.state, scenario(play)
    if it.goal != "escort":
        return 0.0
    worth = BRITISH * min(state.british_home, it.needed)
    for plane in state.planes.values():
        if not plane.is_german:
            toughness = len(kind_of(play, plane).toughness)
            way = play.data.graph.distance(plane.area, it.home)
            worth += BRITISH / 3 * (1 - plane.damage / toughness) - way
    return worth


def events_worth(play: InPlay) -> float:
    """Return the worth of the Events: won, lost, or in progress."""
    worth = {"won": EVENT, "failed": -EVENT}
    return sum(
        worth.get(event.result, 0.2 * event.downed + 0.3 * event.this_turn)
        for event in play.state.events
    )


def german_strength(play: InPlay, plane: Plane) -> float:
    """Return the worth of a German plane to its side, apart from its bombs."""
    if not plane.is_german:
        return 0.0
    if flies_home(play.state.squadrons[plane.squadron]):
        return 0.3
    toughness = kind_of(play, plane).toughness
    left = sum(toughness[plane.damage :]) / sum(toughness)
    held = 0.7 * min(plane.markers, 2) * (1.5 if plane.is_bomber else 1.0)
    return DOWN[kind_of(play, plane).group] * (0.5 + 0.5 * left) - held


def board_worth(play: InPlay, fighter: Fighter) -> float:
    """Return the worth of a player board: the plane's health, ammunition, cards and tokens."""
    if not fighter.pilot:
        return -4.0
    record = play.state.pilots[fighter.pilot]
    left = play.data.numbers.counts.damage_destroys - len(fighter.damage)
    return (
        -1.2 * len(fighter.damage)
        - {1: 5.0, 2: 2.0}.get(left, 0.0)
        + 0.7 * fighter.ammunition
        - 1.5 * (fighter.ammunition == 0)
        + 0.25 * sum(card_worth(play, card) for card in fighter.cards[:7])
        + 0.5 * fighter.tokens
        + 1.5 * record.medals
        + 0.3 * fighter.declared
    )


def place_worth(play: InPlay, fighter: Fighter, sky: Sky) -> float:
    """Return the worth of a plane's position: for fighting, or for service on an airfield.

    Only the difference from the best place counts, so having fewer planes to fight is no loss.
    """
    if not fighter.pilot:
        return 0.0
    places = sky.places
    if not places:
        return 0.0
    best = max(sky.battle_worth(fighter, area) for area in places)
    asked = play.decision
    if asked is not None and asked.asked_by in WHERE_TO and fighter.colour == play.state.acting:
        options = map(str, asked.options)
        return max(_worth_there(play, fighter, option, sky, best) for option in options)
    worth = _worth_there(play, fighter, "stay", sky, best)
    if fighter.landed or play.step is None or play.step.marked not in UP_TO_THE_FIGHT:
        return worth
    return worth + FIGHT * may_fight(play, fighter) - strikes_to_come(play, fighter)


def _worth_there(play: InPlay, fighter: Fighter, where: str, sky: Sky, best: float) -> float:
    """Return the worth of flying to a place, or of staying, compared with the best place."""
    lands = where.startswith("land:") or (where == "stay" and fighter.landed)
    area = fighter.area if where == "stay" else where.removeprefix("land:")
    # On the turn when the last ammunition is spent, the place is not evaluated again.
    judge = sky.battle_worth if fighter.fought else sky.area_worth
    worth = min(0.0, judge(fighter, area) - best)
    if not lands:
        return worth
    # Only a plane that has landed and has not been serviced yet can gain from the airfield.
    waits = play.step is not None and play.step.marked in FROM_LANDING_TO_SERVICE
    return max(landing_worth(play, fighter), worth - 1.0) if waits else worth - 1.0


def strikes_to_come(play: InPlay, fighter: Fighter) -> float:
    """Return the expected damage to a plane from fighters in its area that nobody fought."""
    strikers = [p for p in germans_in(play, fighter.area) if may_counterattack(play, p)]
    return max(0.0, 1.2 * len(strikers) - 0.4 * len(raf_in(play, fighter.area)))


def strike_worth(play: InPlay, strike: Strike) -> float:
    """Return the cost of the propellers that are not cancelled."""
    return -sum(wear(play, fighter, len(strike.blades)) for fighter in raf_in(play, strike.area))


def fight_worth(play: InPlay) -> float:
    """Return the expected gain of the current Fight: this round and those to come."""
    state, fight = play.state, play.state.fight
    asked = play.decision.asked_by if play.decision else None
    if fight is None:
        return BEGUN if asked in WHOM_TO_ATTACK else 0.0
    to_come = ROUND * max(0, fight.rounds - fight.round)
    plane = state.planes.get(fight.opponent)
    if plane is None or asked in COUNTED:
        return to_come
    if len(fight.placed) < min(fight.round, len(fight.dice) or 1):
        # A die is still to be placed: the opponent says more about the outcome than this roll.
        return to_come + FIGHT + opponent_worth(play, plane, same=bool(fight.cards))
    return to_come + round_worth(play, fight)
