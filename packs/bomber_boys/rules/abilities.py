"""Crew abilities: what each man can do, once, before he is exhausted."""

from collections.abc import Callable, Iterator
from typing import Any

import attrs

from tabletop_core import Asks, rule, ruling

from ..questions.board import (
    BEST_FACE,
    can_fire,
    can_fire_at,
    can_improve,
    can_shoot,
    card_of,
    cards_left,
    enemy_named,
    gunners,
    targets,
    title_of,
    wounded,
)
from ..state import Damage, InPlay
from .damage import damage_any_engine
from .deck import take_top


@attrs.frozen
class Action:
    """An action of a crew card.

    `options` lists the ways it can be taken now, as texts that follow the name of the man;
    `take` carries one of them out; `label` puts it into words.
    """

    options: Callable[[InPlay, str], Iterator[str]]
    take: Callable[..., Any]
    label: Callable[..., str]


def exhaust(play: InPlay, name: str) -> None:
    play.state.crew[name].exhausted = True


# ---------------------------------------------------------------- dice


def improve_die(play: InPlay, by: int, why: str) -> Asks:
    """Raise an ammo die of the player's choice; 6 is the most it can show."""
    dice = play.state.turn.dice
    faces = {
        face: f"{face}, which becomes {min(BEST_FACE, face + by)}"
        for face in sorted(set(dice))
        if face < BEST_FACE
    }
    face = yield from play.choose("Which ammo die is raised?", faces)
    now = min(BEST_FACE, face + by)
    dice[dice.index(face)] = now
    play.log("raised", why=why, face=face, now=now)


@rule("Focus token")
def use_focus(play: InPlay) -> Asks:
    """Raise one ammo die by the focus token."""
    yield from improve_die(play, play.state.turn.focus, "focus")
    play.state.turn.focus = 0


def _spot_options(play: InPlay, name: str) -> Iterator[str]:
    if can_improve(play):
        yield "spot"


@rule("Spot")
def spot(play: InPlay, name: str) -> Asks:
    """Raise an ammo die by one."""
    exhaust(play, name)
    yield from improve_die(play, 1, play.data.names[name])


def _reload_options(play: InPlay, name: str) -> Iterator[str]:
    if can_improve(play):
        yield "reload"


@rule("Reload")
@ruling(
    "dice assigned already are not rolled again",
    why="they lie on crew cards and have been fired",
)
def reload(play: InPlay, name: str) -> Asks:
    """Roll chosen ammo dice again, all together."""
    exhaust(play, name)
    dice = play.state.turn.dice
    chosen = numbers = list(range(1, len(dice) + 1))
    if len(dice) > 1:
        chosen = yield play.ask(
            "Which ammo dice are rolled again?",
            numbers,
            label=lambda at: f"die {at}, a {dice[at - 1]}",
            least=1,
            most=len(dice),
        )
    roll = play.roll(f"{len(chosen)}d6", "reload")
    for at, face in zip(chosen, roll.faces, strict=True):
        dice[at - 1] = face


# ---------------------------------------------------------------- guns


def _gun_options(play: InPlay, name: str) -> Iterator[str]:
    turn = play.state.turn
    if not turn.dice or turn.initiative is None or not can_fire(play, name):
        return
    damage = play.data.crew[name].damage
    lowest: dict[int, int] = {}
    for die in sorted(turn.dice):
        if damage[die] and damage[die] not in lowest:
            lowest[damage[die]] = die
    if lowest:
        for enemy in targets(play):
            if can_fire_at(play, name, enemy):
                for die in lowest.values():
                    yield f"gun:{enemy.name}:{die}"


def _gun_label(play: InPlay, name: str, enemy: str, die: str) -> str:
    damage = play.data.crew[name].damage[int(die)]
    return f"fires {die} at {title_of(play, enemy_named(play, enemy))}: {damage} damage"


@rule("Attack steps 4 to 6", "Firing")
@ruling(
    "damage beyond the last damage space is lost",
    why="one hit cannot be split between two enemies",
)
def fire(play: InPlay, name: str, enemy_name: str, die: str) -> None:
    """Assign a die to a gunner with line of sight, do his gun's damage, and exhaust him."""
    turn, enemy = play.state.turn, enemy_named(play, enemy_name)
    turn.dice.remove(int(die))
    turn.manned[name] = int(die)
    exhaust(play, name)
    damage = play.data.crew[name].damage[int(die)]
    play.log(
        "fired",
        gunner=play.data.names[name],
        die=int(die),
        enemy=title_of(play, enemy),
        damage=damage,
    )
    damage_enemy(play, enemy_name, damage)


def damage_enemy(play: InPlay, name: str, damage: int) -> None:
    """Put damage on an enemy aircraft and tell when it is shot down."""
    enemy = enemy_named(play, name)
    capacity = card_of(play, enemy).capacity
    enemy.damage += damage
    if capacity is not None and enemy.damage >= capacity.value:
        enemy.damage = capacity.value
        play.log("shot_down", enemy=title_of(play, enemy))


def _escort_options(play: InPlay, name: str) -> Iterator[str]:
    if play.state.turn.initiative is not None:
        for enemy in targets(play):
            yield f"escort:{enemy.name}"


@rule("Escort Fighters")
def call_escort(play: InPlay, name: str, enemy: str) -> None:
    """Do one damage to any aircraft, without a die."""
    exhaust(play, name)
    play.log("escort", enemy=title_of(play, enemy_named(play, enemy)))
    damage_enemy(play, enemy, 1)


def _maneuver_choice(play: InPlay) -> list[str]:
    """Return the gunners whose line of sight a maneuver would widen."""
    foes = targets(play)
    return [
        name for name in gunners(play) if not all(can_fire_at(play, name, enemy) for enemy in foes)
    ]


def _maneuver_options(play: InPlay, name: str) -> Iterator[str]:
    if can_shoot(play) and _maneuver_choice(play):
        yield "maneuver"


@rule("Maneuver")
@ruling("it lasts for the turn", why="the gunner is exhausted by his shot in any case")
def maneuver(play: InPlay, name: str) -> Asks:
    """Give a gunner line of sight on every aircraft."""
    exhaust(play, name)
    gunner = yield from play.choose(
        "Who may fire in any direction?", _maneuver_choice(play), label=play.data.names
    )
    play.state.turn.free.append(gunner)
    play.log("maneuvered", pilot=play.data.names[name], gunner=play.data.names[gunner])


# ---------------------------------------------------------------- the bomber


def _repair_options(play: InPlay, name: str) -> Iterator[str]:
    for man in wounded(play):
        yield f"repair:{man}"


@rule("Repair")
def repair(play: InPlay, name: str, man: str) -> None:
    """Remove minor damage from a place in the cabin."""
    exhaust(play, name)
    play.state.crew[man].damage = Damage.NONE
    play.log("repaired", place=play.data.names[man])


def _course_options(play: InPlay, name: str) -> Iterator[str]:
    if cards_left(play.state):
        yield "course_correct"


@rule("Course Correct")
@ruling(
    "the discarded card is turned face up",
    why="the discard pile is open, so everybody sees what was avoided",
)
@ruling(
    "the target is never discarded",
    why="only an enemy, an event or an item can be met this way",
)
def correct_course(play: InPlay, name: str) -> Asks:
    """Discard the top card of the deck, at the cost of damage to an engine."""
    exhaust(play, name)
    card = take_top(play, "course correct")
    play.state.discard.append(card)
    play.log("avoided", card=play.data.names[card])
    yield from damage_any_engine(play)


ACTIONS = {
    "gun": Action(_gun_options, fire, _gun_label),
    "reload": Action(_reload_options, reload, lambda *_: "rolls ammo dice again"),
    "spot": Action(_spot_options, spot, lambda *_: "adds 1 to an ammo die"),
    "maneuver": Action(
        _maneuver_options, maneuver, lambda *_: "lets a gunner fire at any aircraft"
    ),
    "escort": Action(
        _escort_options,
        call_escort,
        lambda play, name, enemy: (
            f"calls escort fighters: {title_of(play, enemy_named(play, enemy))}, 1 damage"
        ),
    ),
    "repair": Action(
        _repair_options,
        repair,
        lambda play, name, man: f"repairs the damage of the {play.data.names[man]}",
    ),
    "course_correct": Action(
        _course_options,
        correct_course,
        lambda *_: "avoids the next card; an engine takes damage",
    ),
}
"""The actions taken while the crew acts; evade and bombs away have moments of their own."""
