"""What is on the table: squadron, crews, mission deck, the mission in progress, the log."""

from enum import Enum
from typing import Any, TypeAlias

import attrs

from tabletop_core import Hand, Pile, Play

from .data import Data

SQUADRON = "squadron"
LUFTWAFFE = "luftwaffe"

ELEMENTS = ("lead", "high", "low", "tail")
"""The elements of the formation, in the order in which they are filled (2.4)."""

PLACES = ("leader", "left", "right")
"""The positions of an element, in the order in which they are filled."""


class Level(Enum):
    """How experienced a crew is (2.7.2)."""

    GREEN = "green"
    VETERAN = "veteran"
    CRACK = "crack"


class Post(Enum):
    """Where a fighter is on the formation card."""

    SECTION = "section"
    """In the escort section, free to give cover."""
    COMBAT = "combat"
    """In the interceptor section."""
    COVER = "cover"
    """Beside an interceptor that aims at a bomber."""
    WITHDRAWN = "withdrawn"
    """Below the formation, out of this air combat."""


@attrs.define
class Crew:
    """A crew; its `id` is that of a named counter, or `green-7`."""

    id: str
    level: Level = Level.GREEN
    ready: bool = True
    kills: int = 0
    missions: int = 0


@attrs.define
class Bomber:
    """A bomber of the squadron; `flew` marks those just back.

    aboard: the crew counter hidden beneath it, which the squadron's player knows (13.0).
    """

    id: str
    kind: str
    aboard: Hand = attrs.field(factory=lambda: Hand(SQUADRON, deck="crews"))
    damaged: bool = False
    ready: bool = True
    flew: bool = False

    @property
    def crew(self) -> str:
        """The crew assigned to it, empty where there is none."""
        return self.aboard.cards[0] if self.aboard.cards else ""

    @crew.setter
    def crew(self, crew: str) -> None:
        self.aboard.cards[:] = [crew] if crew else []


@attrs.define
class Fighter:
    """An escort or an interceptor on the formation card.

    beside: the fighter it is engaged with, leads it or is covered, or the bomber it aims at.
    """

    id: str
    kind: str
    ace: str = ""
    damaged: bool = False
    post: Post = Post.SECTION
    beside: str = ""


@attrs.frozen
class Flyer:
    """A line of the mission log: a bomber in its position, and what became of it.

    Lines are frozen, so that copies of a campaign share those of all its missions.
    """

    place: str
    bomber: str
    crew: str
    level: str
    status: str = "ok"
    kills: int = 0


@attrs.frozen
class Moment:
    """Something that changed a mission: its turn, or the base, and what happened in words."""

    turn: str
    words: str


@attrs.define
class MissionRecord:
    """One mission on the printed log.

    card: the mission card, that of its red side with `_red`.
    is_known: the German player has seen the mission card (13.0).
    campaign_vp: the campaign track after the mission and its war progress.
    escorts: those of the start and those met later, by type and number.
    moments: what was decisive, which everybody saw.
    """

    box: int
    card: str
    is_known: bool = True
    cloud: str = ""
    escorts: list[tuple[str, int]] = attrs.field(factory=list)
    low_altitude: bool = False
    hits: int = 0
    damage: str = "not bombed"
    vp: int = 0
    result: str = ""
    campaign_vp: int = 0
    war_progress: str = ""
    escorts_lost: int = 0
    kills: dict[str, int] = attrs.field(factory=dict)
    flyers: list[Flyer] = attrs.field(factory=list)
    moments: list[Moment] = attrs.field(factory=list)

    def note(self, bomber: str, **what: Any) -> None:
        """Write on the line of a bomber."""
        self.flyers = [
            attrs.evolve(line, **what) if line.bomber == bomber else line for line in self.flyers
        ]


@attrs.define
class GermanResources:
    """The German player's resources for one mission (13.1): flak counters and fighters by kind.

    aces: those who fly one of the fighters, each with its kind (6.2).
    """

    flak: dict[str, int] = attrs.field(factory=dict)
    fighters: dict[str, int] = attrs.field(factory=dict)
    aces: dict[str, str] = attrs.field(factory=dict)
    destroyed: list[str] = attrs.field(factory=list)


@attrs.define
class Stretch:
    """Turns in which nothing happened, which share one line of the log.

    boxes: those flown through. checks: the rolls for events there. silent: flak sites that held
    their fire, with their dice. kept_up: the rolls of damaged aircraft, by name.
    """

    boxes: list[str] = attrs.field(factory=list)
    checks: list[int] = attrs.field(factory=list)
    silent: list[str] = attrs.field(factory=list)
    kept_up: dict[str, list[str]] = attrs.field(factory=dict)


@attrs.define
class Mission:
    """The mission in progress.

    orders: the mission card, which the squadron's player keeps hidden (13.0).
    formation: bomber ids in the twelve positions, empty where nobody flies.
    stretch: the turns flown since the last line of the log about the route.
    has_changed: something changed since the last move, so the player confirms the planned route.
    met: the number of interceptors met so far, from which new ones get their numbers.
    retired: damaged interceptors that have left the air combat.
    engaged: escorts that must fight on in the second round (9.1.10).
    covered: the element of each escort that gives cover in this air combat (9.2.3).
    aces_home: aces whose fighters have left the mission (6.2).
    returned_card: the card that goes back into the deck (11.5), empty if none does.
    """

    orders: Hand = attrs.field(factory=lambda: Hand(SQUADRON, deck="missions"))
    cloud: str = "clear"
    required: int = 0
    flown: int = 0
    formation: list[str] = attrs.field(factory=lambda: [""] * 12)
    box: str = ""
    turn: int = 0
    is_loose: bool = False
    bombed: bool = False
    low_altitude: bool = False
    vp: int = 0
    route: list[str] = attrs.field(factory=list)
    stretch: Stretch = attrs.field(factory=Stretch)
    has_changed: bool = False
    escorts: list[Fighter] = attrs.field(factory=list)
    escort_range: int = 0
    interceptors: list[Fighter] = attrs.field(factory=list)
    met: int = 0
    retired: list[Fighter] = attrs.field(factory=list)
    engaged: list[str] = attrs.field(factory=list)
    covered: list[int] = attrs.field(factory=list)
    aces_home: list[str] = attrs.field(factory=list)
    covering_arcs: bool = False
    hits: int = 0
    damage: str = ""
    returned_card: str = ""
    commander: str = ""
    german: GermanResources = attrs.field(factory=GermanResources)
    record: MissionRecord = attrs.field(factory=lambda: MissionRecord(0, ""))

    @property
    def card(self) -> str:
        """The mission card, empty where none is drawn or it is back in the deck."""
        return self.orders.cards[0] if self.orders.cards else ""


@attrs.define
class State:
    """The campaign.

    box: where the mission counter stands on the mission turn track.
    years: the years whose cards are in play; `old_left` tells that those of 1942 are out again.
    bombers, crews: the squadron; `bomber_pool` and `crew_pool` hold the counters not in use.
    rescued: crews, and the commander, on their way back, by the box of their return (12.4).
    aces: fighter aces that can still appear, by side.
    """

    campaign: str = ""
    box: int = 0
    flown: int = 0
    campaign_vp: int = 0
    deck: Pile = attrs.field(factory=lambda: Pile(deck="missions"))
    years: list[str] = attrs.field(factory=list)
    old_left: bool = False
    completed: list[str] = attrs.field(factory=list)
    bombers: dict[str, Bomber] = attrs.field(factory=dict)
    crews: dict[str, Crew] = attrs.field(factory=dict)
    bomber_pool: dict[str, list[str]] = attrs.field(factory=dict)
    crew_pool: list[str] = attrs.field(factory=list)
    green_crews: int = 0
    rescued: dict[str, int] = attrs.field(factory=dict)
    aces: dict[str, list[str]] = attrs.field(factory=dict)
    commander: str = ""
    commander_ready: bool = True
    lady_luck: list[str] = attrs.field(factory=list)
    me262_early: bool = False
    p51_early: bool = False
    mission: Mission = attrs.field(factory=Mission)
    log: list[MissionRecord] = attrs.field(factory=list)


InPlay: TypeAlias = Play[State, Data]
"""A campaign in progress: its state, and the facts of the game as `play.data`."""
