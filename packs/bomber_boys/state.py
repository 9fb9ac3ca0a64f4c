"""What is on the table, and how far the present turn has come."""

from enum import Enum
from typing import TypeAlias

import attrs

from tabletop_core import Play

from .data import BomberData


class Damage(Enum):
    """Damage of a place: nothing, a yellow cube, a black cube."""

    NONE = "none"
    MINOR = "minor"
    MAJOR = "major"


@attrs.define
class Airman:
    """A crew card on the table."""

    damage: Damage = Damage.NONE
    exhausted: bool = False

    @property
    def is_lost(self) -> bool:
        return self.damage is Damage.MAJOR

    @property
    def is_wounded(self) -> bool:
        return self.damage is Damage.MINOR

    @property
    def is_ready(self) -> bool:
        return not self.exhausted and self.damage is not Damage.MAJOR


@attrs.define
class Enemy:
    """An enemy card on display.

    `name` is the card's id, with a number where the same card is on display already.
    `initiative` is what was added to the printed value for good; `turns` counts combat turns.
    """

    name: str
    card: str
    damage: int = 0
    initiative: int = 0
    turns: int = 1


@attrs.define
class Turn:
    """The present turn.

    card: the card revealed ("" where the target is in sight and the fight goes on).
    arrived: the enemy that came with it.
    is_combat: enemies fight this turn.
    rallied: the player rallied instead of acting.
    surprise: an enemy whose initiative is raised in this combat.
    is_jammed: wounded men cannot fire in this combat.
    initiative: ammo dice left in the pool; None where initiative is not compared.
    focus: the focus token, greater than 0 ours, less than 0 the enemy's.
    dice: ammo dice rolled and not assigned; over the target, bombs not locked in.
    manned: the die assigned to each gunner.
    free: gunners who may fire at any aircraft, since the bomber was turned for them.
    attackers: the enemies that attack now.
    enemy_dice: faces of the enemy dice just rolled for them.
    enemy_rolled: enemy dice rolled this turn.
    attacked: the enemies that have attacked this turn.
    fire: the die assigned to each attacker, with all that raises or lowers it.
    hit: the face of the damage die being resolved (0: none).
    hit_again: that die has been rolled again already.
    in_effect: items used that work until the end of the turn.
    """

    card: str = ""
    arrived: str = ""
    is_combat: bool = False
    rallied: bool = False
    surprise: str = ""
    is_jammed: bool = False
    initiative: int | None = None
    focus: int = 0
    dice: list[int] = attrs.field(factory=list)
    manned: dict[str, int] = attrs.field(factory=dict)
    free: list[str] = attrs.field(factory=list)
    attackers: list[str] = attrs.field(factory=list)
    enemy_dice: list[int] = attrs.field(factory=list)
    enemy_rolled: int = 0
    attacked: list[str] = attrs.field(factory=list)
    fire: dict[str, int] = attrs.field(factory=dict)
    hit: int = 0
    hit_again: bool = False
    in_effect: list[str] = attrs.field(factory=list)


@attrs.define
class Stack:
    """The cards of one group in the face-down deck: `left` of those that nobody has seen.

    Where a recipe takes cards at random, nobody knows which stayed in the box,
    so there may be more unseen cards than are left in the deck.
    """

    left: int
    unseen: dict[str, int]


@attrs.frozen
class Moment:
    """Something that changed the mission: its turn, or where else that was, and what happened."""

    turn: str
    words: str


@attrs.frozen
class Record:
    """What a man did with his gun."""

    shots: int = 0
    damage: int = 0
    downed: int = 0


@attrs.define
class State:
    """The game.

    deck: the bombing run deck above the target, group by group.
    buried: the old discard pile, while a card drawn from it lies unseen on top of the deck.
    cubes: black cubes still on the major damage track.
    items, display, events: cards in front of the player, the enemies, and events that stay.
    open: bombing targets still open, easiest first; bombs: the others, each with its die.
    rerolls: bombs not locked in may be rolled again so often.
    moments: the turning points so far; records: what each gunner did, by his title; shooter: who
        fired last, empty for the escort.
    """

    crew: dict[str, Airman] = attrs.field(factory=dict)
    engines: dict[str, Damage] = attrs.field(factory=dict)
    cubes: int = 0
    deck: dict[str, Stack] = attrs.field(factory=dict)
    buried: dict[str, int] = attrs.field(factory=dict)
    discard: list[str] = attrs.field(factory=list)
    items: list[str] = attrs.field(factory=list)
    display: list[Enemy] = attrs.field(factory=list)
    events: list[str] = attrs.field(factory=list)
    turn: Turn = attrs.field(factory=Turn)
    is_target_in_sight: bool = False
    open: list[int] = attrs.field(factory=list)
    bombs: list[tuple[int, int]] = attrs.field(factory=list)
    rerolls: int = 0
    moments: list[Moment] = attrs.field(factory=list)
    records: dict[str, Record] = attrs.field(factory=dict)
    shooter: str = ""


InPlay: TypeAlias = Play[State, BomberData]
"""A mission in progress."""
