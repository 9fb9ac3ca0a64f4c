"""The captain's rules of thumb, for decisions that need no odds."""

from typing import Any

from tabletop_core import Decision

from ..questions.board import (
    AMMO_DIE,
    COIN,
    aircraft,
    bombs_of,
    card_of,
    cards_left,
    damage_by,
    enemy_named,
    exhausted,
    face_of,
    initiative_of,
    targets,
    wounded,
)
from ..questions.bombsight import best as best_bombs
from ..questions.bombsight import best_to_keep, completing_turn, hardest_met
from ..questions.gunfire import guns_of
from ..rules.bombing import KEEP, ROLL
from ..rules.items import GO_ON
from ..state import Damage, InPlay
from .dice_value import (
    saved_by_turning,
    used_dice,
)
from .gunnery import foes_of

EVENT_PRICE = {
    "engine_trouble": 4,
    "friendly_fire": 4,
    "low_on_ammo": 3,
    "element_of_surprise": 2,
    "guns_jammed": 2,
    "relentless": 3,
}
"""How many men must be exhausted before a rally is worth suffering the event."""

CARD_PRICE = {"item": -0.9, "event": -0.2, "flak": 0.9, "fighter": 1.6, "ace": 1.6}
"""What a card of a group costs the bomber, in points of damage."""

IMPORTANCE = (
    "pilot", "co_pilot", "bombardier", "flight_engineer", "tail_gunner", "ball_turret",
    "radio_operator", "navigator", "right_waist", "left_waist",
)  # fmt: skip
"""Whom to protect first."""

USEFULNESS = (
    "tail_gunner", "ball_turret", "flight_engineer", "radio_operator", "bombardier",
    "right_waist", "left_waist", "navigator", "pilot", "co_pilot",
)  # fmt: skip
"""Whom to have ready first."""


# ---------------------------------------------------------------- cards


def is_worth_an_item(play: InPlay) -> bool:
    """Return whether most of the crew is worn out, so that a rally is worth more than an item."""
    return len(exhausted(play)) >= (4 if aircraft(play) else 6)


def is_worth_the_event(play: InPlay) -> bool:
    """Return whether a rally costs little."""
    tired, event = len(exhausted(play)), play.state.turn.card
    price = EVENT_PRICE.get(event, 0)
    if event == "state_of_shock":
        price = 1 + sum(man.is_ready for man in play.state.crew.values())
    if event == "guns_jammed":
        price += len(wounded(play)) // 2
    return tired > price


def is_next_card_bad(play: InPlay) -> bool:
    """Return whether the next card is likely worse than a damaged engine."""
    state = play.state
    sound = sum(damage is Damage.NONE for damage in state.engines.values())
    stacks = state.deck.items()
    bad = sum(CARD_PRICE.get(group, 1.0) * stack.left for group, stack in stacks)
    return sound >= 1 and bad / cards_left(state) > 0.55 + 0.12 * (4 - sound)


# ---------------------------------------------------------------- ammo dice


def unused_dice(play: InPlay, decision: Decision) -> tuple[Any, ...]:
    """Roll again the dice that the plan does not use."""
    turn = play.state.turn
    kept = used_dice(turn.dice, guns_of(play), foes_of(play, turn.initiative or 0))
    chosen = []
    for at in decision.options:
        face = turn.dice[int(at) - 1]
        if face in kept:
            kept.remove(face)
        else:
            chosen.append(at)
    return tuple(chosen) or (decision.options[0],)


# ---------------------------------------------------------------- the enemy


def least_harm(play: InPlay, decision: Decision) -> Any:
    """Take the least damage; where there is a choice, on engines that are sound."""
    sound = any(damage is Damage.NONE for damage in play.state.engines.values())

    def harm(code: Any) -> float:
        total = 0.0
        parts = code.split()
        for die, name in zip(parts[::2], parts[1::2], strict=True):
            enemy = enemy_named(play, name)
            weight = 0.6 if card_of(play, enemy).hits_engines and sound else 1.0
            total += weight * damage_by(play, enemy, face_of(die))
        return total

    return min(decision.options, key=harm)


def soundest_wing(play: InPlay, decision: Decision) -> Any:
    """Damage an engine on the wing that has more sound ones."""
    engines = play.state.engines

    def sound(name: Any) -> tuple[bool, int]:
        wing = play.data.wings[play.data.engines[name].location]
        return engines[name] is Damage.NONE, sum(engines[one] is Damage.NONE for one in wing)

    return max(decision.options, key=sound)


def one_on_each_wing(play: InPlay, decision: Decision) -> Any:
    first_of_each = tuple(wing[0] for wing in play.data.wings.values())
    return decision.check(first_of_each[: decision.most])


def evade_if_possible(play: InPlay, decision: Decision) -> Any:
    """Evade, the pilot first: it is offered only when it can lessen the damage."""
    return next((one for one in decision.options if one in play.data.crew), None)


# ---------------------------------------------------------------- items


def useful_item(play: InPlay, decision: Decision) -> str:
    """Use an item where it saves a cube or a bomb."""
    wanted = wanted_items(play, decision)
    return next((item for item in wanted if item in decision.options), GO_ON)


def wanted_items(play: InPlay, decision: Decision) -> tuple[str, ...]:
    """Return the items that are worth using now, best first."""
    state, turn = play.state, play.state.turn
    if state.open:
        return (COIN,)
    if turn.hit:
        if not is_hit_serious(play):
            return ()
        if len(wounded(play)) >= 4:
            return ("first_aid_kit", "flak_jacket", "rabbits_foot")
        return ("rabbits_foot", "first_aid_kit", "flak_jacket")
    if "recognition_models" in decision.options:
        top = max(initiative_of(play, enemy) or 0 for enemy in targets(play))
        return ("recognition_models",) if top >= 3 else ()
    is_plenty = state.is_target_in_sight or len(state.items) > 2
    if is_plenty and any(saved_by_turning(play, face) > 0 for face in turn.enemy_dice):
        return (COIN,)
    return ()


def is_hit_serious(play: InPlay) -> bool:
    """Return whether the damage die would cost a man or an engine."""
    name = play.data.at_station.get(play.state.turn.hit)
    if name is not None:
        return play.state.crew[name].is_wounded
    wing = play.data.wings[play.state.turn.hit]
    return all(play.state.engines[engine] is not Damage.NONE for engine in wing)


def bandage(play: InPlay, decision: Decision) -> Any:
    """Bandage the man who is hit, then others by importance."""
    hit = play.data.at_station.get(play.state.turn.hit)
    men = sorted(decision.options, key=lambda name: (name != hit, IMPORTANCE.index(str(name))))
    return decision.check(tuple(men[: decision.most]))


def ready_the_useful(play: InPlay, decision: Decision) -> Any:
    men = sorted(decision.options, key=lambda name: USEFULNESS.index(str(name)))
    return decision.check(tuple(men[: decision.most]))


def turn_over(play: InPlay, decision: Decision) -> Any:
    """Turn over the die that gains most."""
    state = play.state
    if state.open:
        turn = completing_turn(tuple(state.open), state.turn.dice)
        gain = {face: hardest_met(state.open, 7 - int(face)) for face in decision.options}
        return turn or max(decision.options, key=lambda face: gain[face])
    if state.turn.enemy_dice:
        return max(
            decision.options, key=lambda face: (saved_by_turning(play, int(face)), int(face))
        )
    return min(decision.options)


# ---------------------------------------------------------------- the target


def best_bomb(play: InPlay, decision: Decision) -> str:
    """Follow best play for all bombs, the coin included."""
    plan = best_bombs(*bombs_of(play))
    if plan.turn:
        return COIN
    if plan.lock:
        return AMMO_DIE.format(plan.lock[0])
    return KEEP if plan.keep else ROLL


def best_kept(play: InPlay, decision: Decision) -> tuple[Any, ...]:
    """Keep the bombs that are best to keep, where some must be."""
    left, kept = list(best_to_keep(*bombs_of(play)).keep), []
    for number in decision.options:
        face = play.state.turn.dice[int(number) - 1]
        if face in left:
            left.remove(face)
            kept.append(number)
    return tuple(kept)
