"""Queries about the table for the rules; nothing here changes it."""

from collections.abc import Sequence
from math import lcm

from tabletop_core import Weights
from tabletop_core.events import listed, said

from ..components import EnemyCard, Mission
from ..state import Damage, Enemy, InPlay, State
from .bombsight import Targets

BEST_FACE = 6
COIN = "lucky_coin"
FOCUS = "focus"
AMMO_DIE, ENEMY_DIE, POOL_DIE = "d{}", "e{}", "pool_{}"
"""The prefixes of dice ids: before a face, or before a number for those in the pool."""


def die_ids(form: str, faces: Sequence[int]) -> list[str]:
    """Return the id of each die; equal dice after the first get a number.

    >>> die_ids(AMMO_DIE, [3, 5, 3])
    ['d3', 'd5', 'd3_2']
    """
    before: dict[int, int] = {}
    names = []
    for face in faces:
        before[face] = before.get(face, 0) + 1
        again = f"_{before[face]}" if before[face] > 1 else ""
        names.append(form.format(face) + again)
    return names


def face_of(die: str) -> int:
    """Return the face of a die with this id.

    >>> face_of("d3_2")
    3
    """
    return int(die[1:].partition("_")[0])


def card_of(play: InPlay, enemy: Enemy) -> EnemyCard:
    return play.data.enemies[enemy.card]


def title_of(play: InPlay, enemy: Enemy) -> str:
    """Return the title of an enemy, with its number where the same card is out twice."""
    return play.data.names[enemy.card] + said(enemy.name.removeprefix(enemy.card))


def enemy_named(play: InPlay, name: str) -> Enemy:
    return next(enemy for enemy in play.state.display if enemy.name == name)


def capacity_of(play: InPlay, enemy: Enemy) -> int | None:
    """Return how much damage destroys an enemy, None where nothing does."""
    card = play.data.enemies[enemy.card]
    if card.capacity is None or (card.lasting_by_letter and play.options["indestructible"]):
        return None
    return card.capacity.value


def is_destroyed(play: InPlay, enemy: Enemy) -> bool:
    """Return whether every damage space is filled; such cards leave at the end of the turn."""
    capacity = capacity_of(play, enemy)
    return capacity is not None and enemy.damage >= capacity


def aircraft(play: InPlay) -> list[Enemy]:
    """Return the enemy aircraft that still fly."""
    cards = play.data.enemies
    return [
        enemy
        for enemy in play.state.display
        if cards[enemy.card].is_aircraft and not is_destroyed(play, enemy)
    ]


def ground_enemies(play: InPlay) -> list[Enemy]:
    cards = play.data.enemies
    return [enemy for enemy in play.state.display if not cards[enemy.card].is_aircraft]


def targets(play: InPlay) -> list[Enemy]:
    """Return the aircraft that can be attacked; the jet cannot be while it is the only one."""
    flying = aircraft(play)
    if len(flying) == 1 and card_of(play, flying[0]).shielded_alone:
        cards = play.data.enemies
        on_display = sum(cards[enemy.card].is_aircraft for enemy in play.state.display)
        return flying if on_display > 1 else []
    return flying


def bars_target(play: InPlay) -> bool:
    """Return whether an enemy on display must be dealt with before the bombing run."""
    cards = play.data.enemies
    return any(not cards[enemy.card].leaves_target for enemy in play.state.display)


def initiative_of(play: InPlay, enemy: Enemy) -> int | None:
    """Return the initiative of an enemy, None where its card shows X."""
    printed = play.data.enemies[enemy.card].initiative
    if printed is None:
        return None
    surprise = enemy.name == play.state.turn.surprise
    return max(0, printed.value + enemy.initiative + surprise)


def raised(play: InPlay, die: int) -> int:
    """Return an enemy die, including what enemy aircraft on display add to it."""
    cards = play.data.enemies
    for enemy in play.state.display:
        bonus = cards[enemy.card].raises_dice
        if bonus and not is_destroyed(play, enemy):
            die = min(BEST_FACE, die + bonus)
    return die


def damage_by(play: InPlay, enemy: Enemy, die: int) -> int:
    """Return the damage that an enemy does with a die."""
    card = card_of(play, enemy)
    damage = card.damage[die] if die > 0 else 0
    if damage and card.by_range:
        return card.by_range[enemy.turns - 1]
    if damage and card.lit_by:
        return damage + play.state.events.count(card.lit_by)
    return damage


def can_do_damage(play: InPlay, enemy: Enemy) -> bool:
    """Return whether any die would let an enemy do damage now."""
    return damage_by(play, enemy, BEST_FACE) > 0


def can_be_hit(play: InPlay, hit: int) -> bool:
    """Return whether a face of the damage die still does damage."""
    if hit in play.data.wings:
        return engine_hit(play, hit) is not None
    return hit > 0 and not play.state.crew[play.data.at_station[hit]].is_lost


def engine_hit(play: InPlay, wing: int) -> str | None:
    """Return the engine of a wing that a hit damages, one without damage first, if any is left."""
    engines = play.state.engines
    for level in (Damage.NONE, Damage.MINOR):
        for name in play.data.wings[wing]:
            if engines[name] is level:
                return name
    return None


def place_of(play: InPlay, hit: int) -> str:
    """Describe what a face of the damage die hits.

    For a wing it is the engine that takes the damage, or both engines if both are lost.
    """
    data = play.data
    if hit not in data.wings:
        return data.names[data.at_station[hit]]
    engine = engine_hit(play, hit)
    engines = data.wings[hit] if engine is None else (engine,)
    return listed([data.names[name] for name in engines])


def wounded(play: InPlay) -> list[str]:
    """Return the men with minor damage, in the order of their stations."""
    return [name for name, man in play.state.crew.items() if man.is_wounded]


def exhausted(play: InPlay) -> list[str]:
    """Return the exhausted men who are still there."""
    return [name for name, man in play.state.crew.items() if man.exhausted and not man.is_lost]


def can_take(play: InPlay, name: str, action: str) -> bool:
    """Return whether a man's card has an action that no event forbids, be he ready or not."""
    events = play.data.events
    return action in play.data.crew[name].actions and not any(
        events[event].bans == (name, action) for event in play.state.events
    )


def can_fire(play: InPlay, name: str) -> bool:
    """Return whether a man with a gun is ready to fire it in this combat; each fires one die."""
    man, turn = play.state.crew[name], play.state.turn
    if man.exhausted or man.damage is Damage.MAJOR or name in turn.manned:
        return False
    return not (turn.is_jammed and man.is_wounded)


def gunners(play: InPlay) -> list[str]:
    """Return the men who are ready to fire a gun in this combat."""
    return [name for name in play.data.guns if can_fire(play, name)]


def can_fire_at(play: InPlay, gunner: str, enemy: Enemy) -> bool:
    """Return whether a gunner has line of sight, by his position or by a maneuver."""
    return enemy.card in play.data.can_see[gunner] or gunner in play.state.turn.free


def can_shoot(play: InPlay) -> bool:
    """Return whether an ammo die could still be of use in this combat."""
    turn = play.state.turn
    return bool(turn.dice and turn.initiative is not None and gunners(play) and targets(play))


def can_improve(play: InPlay) -> bool:
    """Return whether raising or rolling an ammo die again could help in this combat."""
    return can_shoot(play) and min(play.state.turn.dice) < BEST_FACE


def ready_for(play: InPlay, action: str) -> list[str]:
    """Return the men who can take an action now, in the order of their stations."""
    crew = play.state.crew
    return [
        name
        for name in play.data.able.get(action, ())
        if crew[name].is_ready and can_take(play, name, action)
    ]


def evaders_ready(play: InPlay) -> list[str]:
    """Return the men who can evade now."""
    return ready_for(play, "evade")


def cards_left(state: State) -> int:
    """Return how many cards lie above the target."""
    return sum(stack.left for stack in state.deck.values()) + bool(state.buried)


def chances(state: State) -> dict[str, int]:
    """Return the cards that may be next, each with a weight in proportion to its chance."""
    if state.buried:
        return state.buried
    stacks = [stack for stack in state.deck.values() if stack.left]
    sizes = [sum(stack.unseen.values()) for stack in stacks]
    whole = lcm(*sizes)
    return Weights(
        (card, count * stack.left * (whole // size))
        for stack, size in zip(stacks, sizes, strict=True)
        for card, count in stack.unseen.items()
    )


def mission_of(play: InPlay) -> Mission:
    return play.data.missions[play.options["mission"]]


def bombs_of(play: InPlay) -> tuple[Targets, Sequence[int], int, bool]:
    """Return what best play depends on: open targets, bombs, re-rolls, and if a coin is left."""
    state = play.state
    return tuple(state.open), state.turn.dice, state.rerolls, COIN in state.items
