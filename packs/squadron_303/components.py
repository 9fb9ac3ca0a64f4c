"""The components of the game as frozen values: what each file under `data/` holds."""

from collections import Counter
from collections.abc import Mapping
from enum import Enum
from functools import cached_property
from typing import ClassVar

import attrs

from tabletop_core import PackData
from tabletop_core.boards import Feature, Graph, MapFile, MapSpace
from tabletop_core.data import Component, Entry
from tabletop_core.events import counted

SYMBOLS = ("hit", "evade", "maneuver")
JOKER = "joker"
SYMBOL_NAMES = {
    "hit": "Hit",
    "evade": "Evasion",
    "maneuver": "Maneuver",
    JOKER: "Joker",
    "reroll": "Reroll",
}


class Mode(Enum):
    """How a German squadron flies (p. 15)."""

    ESCORT = "escort"
    PATROL = "patrol"
    OFFENSIVE = "offensive"
    ESCAPE = "escape"
    HUNTING = "hunting"
    BRITISH = "british"


@attrs.frozen(kw_only=True)
class Face(Entry):
    """One face of a die; a Luftwaffe hit carries its propeller (`hit-3`)."""

    id: str
    die: str
    shows: str


@attrs.frozen(kw_only=True, slots=False)
class DiceFaces(Component):
    face: tuple[Face, ...]

    @cached_property
    def pools(self) -> dict[str, dict[str, int]]:
        """For each die, how many of its faces show each symbol."""
        pools: dict[str, Counter[str]] = {}
        for face in self.face:
            pools.setdefault(face.die, Counter())[face.shows] += 1
        return {die: dict(pool) for die, pool in pools.items()}


@attrs.frozen(kw_only=True)
class CardEffect(Entry):
    """The special effect of a Combat card: `id` names the function that carries it out."""

    id: str
    title: str
    amount: int
    text: str
    rule: str


@attrs.frozen(kw_only=True)
class CardEffects(Component):
    effect: tuple[CardEffect, ...]


@attrs.frozen(kw_only=True)
class CombatCard(Entry):
    """A Combat card with its parts; `set` holds the two symbols that activate the effect."""

    on_its_face: ClassVar[tuple[str, ...]] = (
        *("move", "symbol", "defence", "support"),
        *("effect", "set"),
    )

    id: str
    move: int
    symbol: str
    defence: tuple[int, ...]
    support: tuple[str, ...]
    effect: str
    set: tuple[str, ...]


@attrs.frozen(kw_only=True)
class CombatCards(Component):
    card: tuple[CombatCard, ...]


@attrs.frozen(kw_only=True)
class DamageToken(Entry):
    id: str
    title: str
    text: str


@attrs.frozen(kw_only=True)
class DamageTokens(Component):
    token: tuple[DamageToken, ...]


@attrs.frozen(kw_only=True)
class Target(Feature):
    """A kind of ground target with its toughness; an area has one at most."""

    toughness: int


@attrs.frozen(kw_only=True)
class Area(MapSpace):
    """An area of the board; those inland lie in no sector."""

    sector: str = ""


@attrs.frozen(kw_only=True, slots=False)
class Board(MapFile):
    """The game board: areas, which of them touch, and what stands on the ground."""

    feature: tuple[Target, ...]
    space: tuple[Area, ...]

    @cached_property
    def areas(self) -> dict[str, Area]:
        return {area.id: area for area in self.space}

    @cached_property
    def marked(self) -> tuple[Area, ...]:
        """The areas that have a name, or where something stands on the ground."""
        return tuple(area for area in self.space if area.title or area.features)

    def name_of(self, area: str) -> str:
        it = self.areas[area]
        return f"{it.title} ({area})" if it.title and it.sector else it.title or area

    def target(self, area: str) -> str:
        """Return the kind of target in an area; an empty text where there is none."""
        return next(iter(self.areas[area].features), "")

    def toughness(self, area: str) -> int:
        """Return how much bombing the target in an area takes."""
        return next(kind.toughness for kind in self.feature if kind.id == self.target(area))


@attrs.frozen(kw_only=True)
class Pilot(Entry):
    id: str
    title: str
    rank: str
    ability: str
    amount: int
    text: str
    rule: str


@attrs.frozen(kw_only=True)
class Pilots(Component):
    pilot: tuple[Pilot, ...]


@attrs.frozen(kw_only=True)
class Aircraft(Entry):
    """A type of aircraft; `toughness` gives the hits that each point of damage takes."""

    id: str
    title: str
    group: str
    die: str
    dice: int
    toughness: tuple[int, ...]
    move: int
    models: int
    most_dice: int = 0
    bombs: int = 0


def so_many(number: int, title: str) -> str:
    """Return planes of a type with their number; only a type with a name has a plural.

    >>> so_many(3, "Hurricane"), so_many(3, "Bf 109")
    ('3 Hurricanes', '3 Bf 109')
    """
    return counted(number, title, title if title[-1].isdigit() else "")


@attrs.frozen(kw_only=True)
class AircraftTypes(Component):
    aircraft: tuple[Aircraft, ...]


@attrs.frozen(kw_only=True)
class DeploymentCard(Entry):
    id: str
    aircraft: str
    planes: int


@attrs.frozen(kw_only=True)
class DeploymentCards(Component):
    card: tuple[DeploymentCard, ...]


@attrs.frozen(kw_only=True)
class Ace(Entry):
    """A token of a German elite squadron; `group` tells whether bombers or fighters bear it."""

    id: str
    group: str
    title: str
    text: str


@attrs.frozen(kw_only=True)
class Aces(Component):
    ace: tuple[Ace, ...]


@attrs.frozen(kw_only=True)
class SpecialGroup(Entry):
    """A group of aircraft and the victories over it that each level takes."""

    id: str
    title: str
    levels: tuple[int, int, int]


@attrs.frozen(kw_only=True)
class Specializations(Component):
    group: tuple[SpecialGroup, ...]


@attrs.frozen(kw_only=True)
class Tile(Entry):
    """A Target Damage tile: its penalty, and for a radar station the sectors it leaves blind."""

    id: str
    title: str
    copies: int
    penalty: str
    sectors: tuple[str, ...] = ()


@attrs.frozen(kw_only=True)
class Tiles(Component):
    tile: tuple[Tile, ...]


@attrs.frozen(kw_only=True)
class EventCard(Entry):
    """An Event: `goal` names its condition; numbers of planes are by number of players.

    `squadron` is what the squadron is called that it brings.
    """

    id: str
    title: str
    colour: str
    goal: str
    needed: tuple[int, int, int, int]
    turns: int
    text: str
    spawns: tuple[int, ...] = ()
    aircraft: str = ""
    squadron: str = ""
    mode: str = ""
    routes: tuple[tuple[str, ...], ...] = ()


@attrs.frozen(kw_only=True)
class EventCards(Component):
    event: tuple[EventCard, ...]


@attrs.frozen(kw_only=True)
class Counts(Entry):
    ammunition: int
    first_cards: int
    draw: int
    hand_base: int
    damage_destroys: int
    most_tokens: int
    airfield_points: int
    ammunition_per_point: int
    planes_for_medal: int
    free_move: int
    landing: int
    recon_cards: int
    special_failure: int


@attrs.frozen(kw_only=True)
class ByPlayers(Entry):
    pilots_set_aside: tuple[int, int, int, int]
    reserve: tuple[int, int, int, int]


@attrs.frozen(kw_only=True)
class SoloNumbers(Entry):
    leader_base: int
    wingman_limit: int
    leader_draw: int
    wingman_draw: int


@attrs.frozen(kw_only=True)
class CampaignNumbers(Entry):
    order: tuple[str, ...]
    wins_needed: int
    injured_from: int
    factory_cards: int
    port_points: int


@attrs.frozen(kw_only=True)
class Numbers(Component):
    """The numbers that the rulebook states in its text."""

    counts: Counts
    players: ByPlayers
    solo: SoloNumbers
    start_change: Mapping[str, int]
    campaign: CampaignNumbers


@attrs.frozen(kw_only=True)
class EventSlot(Entry):
    """A turn on which a Scenario reveals an Event, and the colours it is drawn from."""

    turn: int
    colours: tuple[str, ...]


@attrs.frozen(kw_only=True)
class StartingArea(Entry):
    """A squadron of a Scenario: its route, the first area of it being where it starts.

    `cards`: which Deployment cards it gets (`both`, `fighters`, `british`, `unknown`: one of the
    bombers' and the British cards mixed). `first_strike`: dice of an offensive squadron.
    """

    id: str
    players: tuple[int, ...]
    route: tuple[str, ...]
    mode: str = ""
    quarry: str = ""
    cards: str = "both"
    hidden: bool = False
    first_strike: int = 0


@attrs.frozen(kw_only=True)
class Deployment(Entry):
    """The Deployment cards of a Scenario for some numbers of players."""

    players: tuple[int, ...]
    fighters: tuple[str, ...]
    bombers: tuple[str, ...]
    british: tuple[str, ...] = ()


@attrs.frozen(kw_only=True)
class Scenario(Component):
    """A Scenario card: turns, goal, targets, German squadrons, Events.

    `lost_at`: so many targets destroyed are the Germans' goal.
    `home`, `needed`: where British planes must land, and how many.
    `bots_win`: how many games of a hundred `wingman` bots win, for 1 to 4 players.
    """

    text: str
    turns: int
    goal: str
    targets: tuple[str, ...]
    lost_at: int
    start: str
    squadron: tuple[StartingArea, ...]
    deployment: tuple[Deployment, ...]
    event: tuple[EventSlot, ...] = ()
    bots_win: tuple[int, int, int, int]
    home: str = ""
    needed: int = 0

    def deployment_for(self, players: int) -> Deployment:
        return next(entry for entry in self.deployment if players in entry.players)

    def squadrons_for(self, players: int) -> list[StartingArea]:
        return [entry for entry in self.squadron if players in entry.players]


@attrs.frozen(kw_only=True, eq=False)
class SquadronData(PackData):
    """All components by their ids."""

    dice: Mapping[str, Mapping[str, int]]
    effects: Mapping[str, CardEffect]
    cards: Mapping[str, CombatCard]
    damage_tokens: Mapping[str, DamageToken]
    board: Board
    pilots: Mapping[str, Pilot]
    aircraft: Mapping[str, Aircraft]
    deployment: Mapping[str, DeploymentCard]
    aces: Mapping[str, Ace]
    specializations: Mapping[str, SpecialGroup]
    tiles: Mapping[str, Tile]
    events: Mapping[str, EventCard]
    numbers: Numbers
    scenarios: Mapping[str, Scenario]

    @property
    def graph(self) -> Graph:
        """The areas and which of them touch."""
        return self.board.board
