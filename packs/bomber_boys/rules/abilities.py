"""Crew abilities: what each man can do, once, before he is exhausted."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import attrs

from tabletop_core import Asks, rule, ruling

from ..questions.board import (
    AMMO_DIE,
    BEST_FACE,
    FOCUS,
    can_fire,
    can_fire_at,
    can_improve,
    can_shoot,
    capacity_of,
    cards_left,
    die_ids,
    enemy_named,
    gunners,
    targets,
    title_of,
    wounded,
)
from ..questions.stopping import of_one_rolled_again
from ..shown.words import damage_of
from ..state import Damage, InPlay
from .damage import damage_any_engine
from .deck import take_top


@attrs.frozen
class Deed:
    """One way in which the crew can take an action now.

    action: the action of a crew card, or `focus`.
    man: who takes it; for the focus token its own id.
    die: the face of the ammo die that is used, 0 for none.
    on: the enemy or the man it is done to.
    """

    action: str
    man: str
    die: int = 0
    on: str = ""

    @property
    def id(self) -> str:
        """The things to touch, in order: a die and a gunner, or the man first."""
        die = AMMO_DIE.format(self.die) if self.die else ""
        first, then = (die, self.man) if self.action == "gun" else (self.man, die)
        return " ".join(filter(None, (first, then, self.on)))

    @property
    def is_shot(self) -> bool:
        return self.action in ("gun", "escort")

    def touches(self, is_only_target: bool) -> tuple[str, ...]:
        """Return the things to touch: the man first, who is lit if he can do anything.

        The only aircraft that he can fire at is left out.
        """
        die = AMMO_DIE.format(self.die) if self.die else ""
        touched = tuple(filter(None, (self.man, die, self.on)))
        return touched[:-1] if self.is_shot and is_only_target else touched


@attrs.frozen
class Action:
    """An action of a crew card.

    `ways` lists the ways in which these men can take it now, man by man; `take` carries one of
    them out; `label` puts it into words.
    """

    ways: Callable[[InPlay, Sequence[str]], Iterator[Deed]]
    take: Callable[[InPlay, Deed], Any]
    label: Callable[[InPlay, Deed], str]


def exhaust(play: InPlay, name: str) -> None:
    play.state.crew[name].exhausted = True


# ---------------------------------------------------------------- dice


def raise_die(play: InPlay, face: int, by: int, why: str) -> None:
    """Raise an ammo die; 6 is the most it can show."""
    dice = play.state.turn.dice
    now = min(BEST_FACE, face + by)
    dice[dice.index(face)] = now
    play.log("raised", why=why, face=face, now=now)


def _raisable(play: InPlay) -> list[int]:
    """Return the faces of ammo dice that it may help to raise."""
    if not can_improve(play):
        return []
    return [face for face in sorted(set(play.state.turn.dice)) if face < BEST_FACE]


def _raised_label(face: int, by: int) -> str:
    return f"a {face} becomes a {min(BEST_FACE, face + by)}"


def _focus_ways(play: InPlay, _: Sequence[str]) -> Iterator[Deed]:
    if play.state.turn.focus > 0:
        for face in _raisable(play):
            yield Deed(FOCUS, FOCUS, face)


@rule("Focus token")
def use_focus(play: InPlay, deed: Deed) -> None:
    """Spend the focus token: one ammo die is raised by its number, to 6 at most.

    A token that is not spent in the turn goes back.
    """
    raise_die(play, deed.die, play.state.turn.focus, "focus")
    play.state.turn.focus = 0


def _spot_ways(play: InPlay, men: Sequence[str]) -> Iterator[Deed]:
    faces = _raisable(play)
    for name in men:
        for face in faces:
            yield Deed("spot", name, face)


@rule("Spot")
def spot(play: InPlay, deed: Deed) -> None:
    """Raise one ammo die by 1, to 6 at most."""
    exhaust(play, deed.man)
    raise_die(play, deed.die, 1, f"the {play.data.names[deed.man]} spots")


def _reload_ways(play: InPlay, men: Sequence[str]) -> Iterator[Deed]:
    if can_improve(play):
        for name in men:
            yield Deed("reload", name)


@rule("Reload")
@ruling(
    "dice assigned already are not rolled again",
    rejected="all ammo dice of the turn are rolled again",
    why="they lie on crew cards and have been fired",
)
def reload(play: InPlay, deed: Deed) -> Asks:
    """Roll as many ammo dice again as you like, all together, once."""
    exhaust(play, deed.man)
    dice = play.state.turn.dice
    chosen = numbers = list(range(1, len(dice) + 1))
    if len(dice) > 1:
        chosen = yield play.ask(
            "Which ammo dice do you roll again?",
            numbers,
            label=lambda at: f"die {at}, a {dice[at - 1]}",
            least=1,
            most=len(dice),
            at=lambda at: die_ids(AMMO_DIE, dice)[at - 1],
            odds=lambda at: of_one_rolled_again(play, at),
        )
    roll = play.roll(f"{len(chosen)}d6", "reload")
    for at, face in zip(chosen, roll.faces, strict=True):
        dice[at - 1] = face


# ---------------------------------------------------------------- guns


def _gun_ways(play: InPlay, men: Sequence[str]) -> Iterator[Deed]:
    turn = play.state.turn
    if not turn.dice or turn.initiative is None:
        return
    dice, foes = sorted(turn.dice), targets(play)
    for name in men:
        if not can_fire(play, name):
            continue
        damage = play.data.crew[name].damage
        lowest: dict[int, int] = {}
        for die in dice:
            if damage[die] and damage[die] not in lowest:
                lowest[damage[die]] = die
        for enemy in foes if lowest else ():
            if can_fire_at(play, name, enemy):
                for die in lowest.values():
                    yield Deed("gun", name, die, enemy.name)


def _gun_label(play: InPlay, deed: Deed) -> str:
    damage = play.data.crew[deed.man].damage[deed.die]
    return f"fires a {deed.die} at {_enemy(play, deed)}: {damage} damage"


def _enemy(play: InPlay, deed: Deed) -> str:
    return title_of(play, enemy_named(play, deed.on))


@rule("Attack steps 4 to 6", "Firing")
@ruling(
    "damage beyond the last damage space is lost",
    rejected="it goes on to another enemy in the field of fire",
    why="one hit cannot be split between two enemies",
)
def fire(play: InPlay, deed: Deed) -> None:
    """Give an ammo die to a ready gunner with line of sight: he does the damage it earns.

    Both the hour of the clock and the altitude must be his. His card says which face does how
    much; the highest result that the die reaches counts. All damage of a die goes to one aircraft,
    which is shot down when its damage spaces are full. He fires one die and is exhausted.
    """
    turn = play.state.turn
    turn.dice.remove(deed.die)
    turn.manned[deed.man] = deed.die
    exhaust(play, deed.man)
    damage = play.data.crew[deed.man].damage[deed.die]
    play.log(
        "fired",
        gunner=play.data.names[deed.man],
        die=deed.die,
        enemy=_enemy(play, deed),
        damage=damage,
        id=deed.on,
        by=deed.man,
    )
    damage_enemy(play, deed.on, damage, by=deed.man)


def damage_enemy(play: InPlay, name: str, damage: int, by: str) -> None:
    """Put damage on an enemy aircraft and log when it is shot down, by whom, and which it is."""
    enemy = enemy_named(play, name)
    capacity = capacity_of(play, enemy)
    enemy.damage += damage
    if capacity is not None and enemy.damage >= capacity:
        enemy.damage = capacity
        kills = 1 + sum(record.downed for record in play.state.records.values())
        play.log("shot_down", enemy=title_of(play, enemy), id=name, by=by, kills=kills)


def _escort_ways(play: InPlay, men: Sequence[str]) -> Iterator[Deed]:
    if play.state.turn.initiative is not None:
        foes = targets(play)
        for name in men:
            for enemy in foes:
                yield Deed("escort", name, on=enemy.name)


@rule("Escort Fighters")
def call_escort(play: InPlay, deed: Deed) -> None:
    """Do one damage to an aircraft of your choice, wherever it flies, without a die."""
    exhaust(play, deed.man)
    play.log("escort", enemy=_enemy(play, deed), id=deed.on, by=deed.man)
    damage_enemy(play, deed.on, 1, by="")


def _maneuver_choice(play: InPlay) -> list[str]:
    """Return the gunners whose line of sight a maneuver would widen."""
    foes = targets(play)
    return [
        name for name in gunners(play) if not all(can_fire_at(play, name, enemy) for enemy in foes)
    ]


def _maneuver_ways(play: InPlay, men: Sequence[str]) -> Iterator[Deed]:
    if can_shoot(play):
        choice = _maneuver_choice(play)
        for name in men:
            for gunner in choice:
                yield Deed("maneuver", name, on=gunner)


@rule("Maneuver")
@ruling(
    "it lasts for the turn",
    rejected="it lasts until the gunner has fired once more",
    why="the gunner is exhausted by his shot in any case",
)
def maneuver(play: InPlay, deed: Deed) -> None:
    """Turn the bomber: a gunner of your choice has line of sight on every aircraft."""
    exhaust(play, deed.man)
    play.state.turn.free.append(deed.on)
    play.log("maneuvered", pilot=play.data.names[deed.man], gunner=play.data.names[deed.on])


# ---------------------------------------------------------------- the bomber


def _repair_ways(play: InPlay, men: Sequence[str]) -> Iterator[Deed]:
    hurt = wounded(play)
    for name in men:
        for man in hurt:
            yield Deed("repair", name, on=man)


@rule("Repair")
def repair(play: InPlay, deed: Deed) -> None:
    """Take the minor damage off one place in the cabin; engines cannot be repaired in the air."""
    exhaust(play, deed.man)
    play.state.crew[deed.on].damage = Damage.NONE
    man, place = (play.data.names[one] for one in (deed.man, deed.on))
    play.log("repaired", man=man, place=place, id=deed.on, by=deed.man)


def _course_ways(play: InPlay, men: Sequence[str]) -> Iterator[Deed]:
    if cards_left(play.state):
        for name in men:
            yield Deed("course_correct", name)


@rule("Course Correct")
@ruling(
    "the discarded card is turned face up",
    rejected="it is discarded unseen",
    why="the discard pile is open, so everybody sees what was avoided",
)
@ruling(
    "the target is never discarded",
    rejected="any card may be avoided, the target included",
    why="only an enemy, an event or an item can be met this way",
)
def correct_course(play: InPlay, deed: Deed) -> Asks:
    """Discard the top card of the deck unmet, whatever it is; an engine takes minor damage.

    You choose the engine; where all are damaged, one is lost.
    """
    exhaust(play, deed.man)
    card = take_top(play, "course correct")
    play.state.discard.append(card)
    play.log("avoided", card=play.data.names[card], id=card, by=deed.man)
    yield from damage_any_engine(play)


ACTIONS = {
    FOCUS: Action(
        _focus_ways,
        use_focus,
        lambda play, deed: _raised_label(deed.die, play.state.turn.focus),
    ),
    "gun": Action(_gun_ways, fire, _gun_label),
    "escort": Action(
        _escort_ways,
        call_escort,
        lambda play, deed: f"calls escort fighters: {_enemy(play, deed)}, 1 damage",
    ),
    "spot": Action(_spot_ways, spot, lambda play, deed: f"spots: {_raised_label(deed.die, by=1)}"),
    "reload": Action(_reload_ways, reload, lambda *_: "rolls ammo dice again"),
    "maneuver": Action(
        _maneuver_ways,
        maneuver,
        lambda play, deed: f"turns the bomber: {play.data.names[deed.on]} sees every aircraft",
    ),
    "repair": Action(
        _repair_ways,
        repair,
        lambda play, deed: (
            f"repairs {damage_of(play.data.names[deed.on], play.data.names[deed.man])}"
        ),
    ),
    "course_correct": Action(
        _course_ways,
        correct_course,
        lambda *_: "avoids the next card; an engine takes damage",
    ),
}
"""The actions available while the crew acts, in the order in which they are offered.

Evade and Bombs Away have moments of their own.
"""
