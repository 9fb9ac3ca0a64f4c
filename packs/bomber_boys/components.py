"""The components as classes: cards, board, dice, missions."""

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar

import attrs

from tabletop_core.data import Entry

GROUND = ""
"""The altitude of an enemy that attacks from the ground."""


@attrs.frozen(kw_only=True)
class Number(Entry):
    """One printed number."""

    value: int


@attrs.frozen(kw_only=True)
class Word(Entry):
    """One printed word."""

    value: str


@attrs.frozen(kw_only=True)
class Hit(Entry):
    """The least die that does so much damage."""

    least: int
    damage: int


def damage_of(hits: Sequence[Hit], die: int) -> int:
    """Return the damage of a die: the highest result that it reaches."""
    return max((hit.damage for hit in hits if die >= hit.least), default=0)


@attrs.frozen(kw_only=True)
class Station(Entry):
    """The number of a crew card: a place in the rows and a face of the damage die."""

    number: int


@attrs.frozen(kw_only=True)
class Sight(Entry):
    """Line of sight: the clock positions and altitudes that a gunner sees."""

    clock: tuple[int, ...]
    altitude: tuple[str, ...]


@attrs.frozen(kw_only=True, slots=False)
class CrewCard(Entry):
    """A member of the crew; `flies` marks those who can bring the bomber home."""

    unsaid: ClassVar[tuple[str, ...]] = ("actions", "flies")

    id: str
    title: str
    actions: tuple[str, ...]
    station: Station
    flies: bool = False
    sight: Sight | None = None
    hits: tuple[Hit, ...] = ()

    @cached_property
    def damage(self) -> tuple[int, ...]:
        """The damage that each face of an ammo die does, from 0."""
        return tuple(damage_of(self.hits, die) for die in range(7))

    @property
    def number(self) -> int:
        return self.station.number

    def sees(self, enemy: "EnemyCard") -> bool:
        """Return whether both clock and altitude of an enemy are in the line of sight."""
        sight = self.sight
        return (
            sight is not None
            and enemy.clock is not None
            and enemy.clock.value in sight.clock
            and enemy.height in sight.altitude
        )


@attrs.frozen(kw_only=True, slots=False)
class EnemyCard(Entry):
    """An enemy aircraft, or a ground attack where no altitude is printed.

    label: a short title, as printed on the counter.
    symbol: what is drawn on it.
    only_one: a new card of the group takes the place of the old one.
    leaves_target: does not bar the bombing run when only such cards are left.
    cowed_by: damage in one turn, dealt with the initiative, that stops its counter-attack.
    raises_dice: added to every enemy die while it is on display.
    shielded_alone: cannot be attacked while it is the only aircraft.
    hits_engines: its hits fall on engines instead of rolling the damage die.
    stays: combat turns after which it is discarded (0: until destroyed).
    by_range: damage in each combat turn, instead of what the die says.
    lit_by: an event that adds 1 damage to its hits for each copy in play.
    lasting_by_letter: its words say that it cannot be destroyed; an option follows them.

    Players read none of these fields: the text of the card describes them.
    """

    unsaid: ClassVar[tuple[str, ...]] = (
        *("group", "label", "symbol", "count", "only_one", "leaves_target", "cowed_by"),
        *("raises_dice", "shielded_alone", "hits_engines", "stays", "by_range", "lit_by"),
        "lasting_by_letter",
    )

    id: str
    title: str
    group: str
    label: str = ""
    symbol: str = "fighter"
    text: str = ""
    count: int = 1
    clock: Number | None = None
    altitude: Word | None = None
    initiative: Number | None = None
    hits: tuple[Hit, ...] = ()
    capacity: Number | None = None
    only_one: bool = False
    leaves_target: bool = False
    cowed_by: int = 0
    raises_dice: int = 0
    shielded_alone: bool = False
    hits_engines: bool = False
    stays: int = 0
    by_range: tuple[int, ...] = ()
    lit_by: str = ""
    lasting_by_letter: bool = False

    @cached_property
    def damage(self) -> tuple[int, ...]:
        """The damage that each face of an enemy die does, from 0."""
        return tuple(damage_of(self.hits, die) for die in range(7))

    @cached_property
    def height(self) -> str:
        return self.altitude.value if self.altitude else GROUND

    @cached_property
    def is_aircraft(self) -> bool:
        return self.altitude is not None

    @property
    def name(self) -> str:
        """The title, for an aircraft with where it comes from."""
        return (
            f"{self.title} ({self.clock.value} o'clock {self.height})" if self.clock else self.title
        )


@attrs.frozen(kw_only=True)
class ItemCard(Entry):
    """An item; `amount` is how many places, men or points it concerns."""

    unsaid: ClassVar[tuple[str, ...]] = ("amount", "group", "count")

    id: str
    title: str
    text: str
    amount: int = 1
    group: str = "item"
    count: int = 1


@attrs.frozen(kw_only=True)
class EventCard(Entry):
    """An event; `stays` is empty, `combat` (until the next air combat) or `game` (ongoing).

    now: what one that waits for an air combat does in it.
    most_dice: no more ammo dice may be taken in hand.
    bans: the man and the action that he cannot take.
    banned_by: an event in play that forces this one to be ignored.
    rule: the rule that carries it out.
    """

    unsaid: ClassVar[tuple[str, ...]] = (
        *("stays", "now", "most_dice", "bans", "banned_by", "group", "count"),
    )

    id: str
    title: str
    text: str
    stays: str = ""
    now: str = ""
    most_dice: int | None = None
    bans: tuple[str, ...] = ()
    banned_by: str = ""
    rule: str = ""
    group: str = "event"
    count: int = 1

    @property
    def is_ongoing(self) -> bool:
        return self.stays == "game"


@attrs.frozen(kw_only=True)
class DiceSupply(Entry):
    """How many ammo and enemy dice there are, the damage die, and the greatest focus token."""

    ammo: int
    enemy: int
    damage: int
    most_focus: int


@attrs.frozen(kw_only=True)
class Engine(Entry):
    """An engine and the face of the damage die that hits its wing."""

    unsaid: ClassVar[tuple[str, ...]] = ("location",)

    id: str
    title: str
    location: int


@attrs.frozen(kw_only=True)
class DamageSpace(Entry):
    """A space of the major damage track."""

    rerolls: int


@attrs.frozen(kw_only=True)
class Rating(Entry):
    """The least score for a rating."""

    least: int
    title: str


@attrs.frozen(kw_only=True)
class Take(Entry):
    """A number of cards of a group for the deck, chosen at random if there are more."""

    group: str
    number: int


@attrs.frozen(kw_only=True)
class Crosshair(Entry):
    """One bombing target: the least die that can be locked in."""

    least: int


@attrs.frozen(kw_only=True)
class Mission(Entry):
    """A mission card, both sides."""

    difficulty: int
    target: str
    briefing: str
    cards: int
    take: tuple[Take, ...]
    crosshair: tuple[Crosshair, ...]


DeckCard = EnemyCard | ItemCard | EventCard
