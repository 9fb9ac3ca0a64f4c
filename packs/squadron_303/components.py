"""The components of the game as frozen values: the contents of the files under `data/`."""

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
        """Return for each die how many of its faces show each symbol."""
        pools: dict[str, Counter[str]] = {}
        for face in self.face:
            pools.setdefault(face.die, Counter())[face.shows] += 1
        return {die: dict(pool) for die, pool in pools.items()}


@attrs.frozen(kw_only=True)
class CardEffect(Entry):
    """The special effect of a Combat card: `id` names the function that carries it out."""

    unsaid: ClassVar[tuple[str, ...]] = ("amount", "text")

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
    """An area of the board; inland areas belong to no sector."""

    sector: str = ""


@attrs.frozen(kw_only=True, slots=False)
class Board(MapFile):
    """The game board: its areas, which of them touch, and the targets and airfields in them."""

    feature: tuple[Target, ...]
    space: tuple[Area, ...]

    @cached_property
    def areas(self) -> dict[str, Area]:
        return {area.id: area for area in self.space}

    @cached_property
    def marked(self) -> tuple[Area, ...]:
        """Return the areas that have a name, a target or an airfield."""
        return tuple(area for area in self.space if area.title or area.features)

    def name_of(self, area: str) -> str:
        it = self.areas[area]
        return f"{it.title} ({area})" if it.title and it.sector else it.title or area

    def target(self, area: str) -> str:
        """Return the kind of target in an area, or an empty string if there is none."""
        return next(iter(self.areas[area].features), "")

    def toughness(self, area: str) -> int:
        """Return how much bombing the target in an area withstands."""
        return next(kind.toughness for kind in self.feature if kind.id == self.target(area))


@attrs.frozen(kw_only=True)
class Pilot(Entry):
    unsaid: ClassVar[tuple[str, ...]] = ("ability", "amount")

    id: str
    title: str
    rank: str
    ability: str
    amount: int
    text: str
    rule: str

    @property
    def full_name(self) -> str:
        return f"{self.rank} {self.title}"


@attrs.frozen(kw_only=True)
class Pilots(Component):
    pilot: tuple[Pilot, ...]


@attrs.frozen(kw_only=True)
class Aircraft(Entry):
    """A type of aircraft; `toughness` lists how many Hits each point of damage takes."""

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


def count_words(number: int, title: str) -> str:
    """Return a number of planes of one type in words; only a type with a name has a plural.

    >>> count_words(3, "Hurricane"), count_words(3, "Bf 109"), count_words(0, "Bf 109")
    ('3 Hurricanes', '3 Bf 109', 'no Bf 109')
    """
    several = title if title[-1].isdigit() else f"{title}s"
    return counted(number, title, several) if number else f"no {several}"


@attrs.frozen(kw_only=True)
class AircraftTypes(Component):
    aircraft: tuple[Aircraft, ...]


@attrs.frozen(kw_only=True)
class DeploymentCard(Entry):
    unsaid: ClassVar[tuple[str, ...]] = ("aircraft",)

    id: str
    aircraft: str
    planes: int


@attrs.frozen(kw_only=True)
class DeploymentCards(Component):
    card: tuple[DeploymentCard, ...]


@attrs.frozen(kw_only=True)
class Ace(Entry):
    """An ace token of a German elite squadron; `group` says whether bombers or fighters bear it."""

    id: str
    group: str
    title: str
    text: str


@attrs.frozen(kw_only=True)
class Aces(Component):
    ace: tuple[Ace, ...]


@attrs.frozen(kw_only=True)
class SpecialGroup(Entry):
    """A group of aircraft, and how many victories over it each level takes."""

    id: str
    title: str
    levels: tuple[int, int, int]


@attrs.frozen(kw_only=True)
class Specializations(Component):
    group: tuple[SpecialGroup, ...]


@attrs.frozen(kw_only=True)
class Tile(Entry):
    """A Target Damage tile: its penalty, and for a radar station the sectors left blind."""

    unsaid: ClassVar[tuple[str, ...]] = ("penalty",)

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
    """An Event card: `goal` names its condition; numbers of planes are by number of players.

    `squadron` is the name of the squadron that it brings. Its text has gaps for numbers; the words
    of the game have it in full.
    """

    unsaid: ClassVar[tuple[str, ...]] = (
        *("goal", "needed", "text", "spawns", "aircraft", "squadron", "mode", "routes"),
    )

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
    """The numbers that the text of the rulebook states."""

    counts: Counts
    players: ByPlayers
    solo: SoloNumbers
    start_change: Mapping[str, int]
    campaign: CampaignNumbers


@attrs.frozen(kw_only=True)
class EventSlot(Entry):
    """A turn on which a Scenario reveals an Event, and the colours from which it is drawn."""

    turn: int
    colours: tuple[str, ...]


@attrs.frozen(kw_only=True)
class StartingArea(Entry):
    """A squadron of a Scenario and its route, which begins in the area where the squadron starts.

    `cards` says which Deployment cards it gets: `both`, `fighters`, `british`, or `unknown` for one
    from the bombers' and the British cards mixed. `first_strike` is the number of dice that an
    offensive squadron rolls.
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

    `lost_at`: the number of destroyed targets that is the Germans' goal.
    `home`, `needed`: where British planes must land, and how many of them.
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
        """Return the graph of the areas that touch each other."""
        return self.board.board
