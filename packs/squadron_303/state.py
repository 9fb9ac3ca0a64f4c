"""What is on the table: player boards, German squadrons and planes, piles, the fight going on.

Plain data; the facts of cards and aircraft stay in the pack's data, the state holds their ids.
"""

from enum import Enum
from typing import TypeAlias

import attrs

from tabletop_core import Pile, Play

from .components import Mode, SquadronData

COLOURS = ("blue", "yellow", "red", "green")


class Status(Enum):
    """The place of a pilot card."""

    ASIDE = "set aside"
    RESERVE = "reserve"
    FLYING = "flying"
    SHOT_DOWN = "shot down"
    WITHDRAWN = "withdrawn"
    INJURED = "injured"


@attrs.define(kw_only=True)
class PilotRecord:
    """A pilot's record: Medals, victories by group of aircraft, Specialization.

    `head_start` counts the planes that a level given before the first Scenario stands for.
    `clock` counts the turns, including this one, until the Specialization may be used again.
    """

    status: Status = Status.ASIDE
    medals: int = 0
    victories: dict[str, int] = attrs.field(factory=dict)
    specialization: str = ""
    head_start: int = 0
    clock: int = 0

    @property
    def all_victories(self) -> int:
        return sum(self.victories.values())


@attrs.define(kw_only=True)
class Fighter:
    """A player board with its Hurricane.

    `pilot` is empty while the board waits for a new pilot.
    `damage` holds the tokens on the board from left to right, `supply` those face down beside it.
    `bonus_move` counts areas that a Medal has bought for this turn's move.
    `has_landed` is true if it stands where it has landed rather than where it started.
    `fought`, `supported` and `struck` record this turn; `was_in_combat` is true if the plane was in
    Combat last turn, as the rule on withdrawing defines it.
    `medals_due` holds the reasons for Medals that the next pilot gets, because the player had none.
    """

    colour: str
    seat: str
    pilot: str
    area: str
    landed: bool = True
    has_landed: bool = False
    ammunition: int = 0
    cards: list[str] = attrs.field(factory=list)
    damage: list[str] = attrs.field(factory=list)
    supply: Pile = attrs.field(factory=Pile)
    tokens: int = 0
    declared: bool = False
    mulligan: bool = False
    moved: bool = False
    bonus_move: int = 0
    fought: bool = False
    supported: bool = False
    struck: bool = False
    was_in_combat: bool = False
    scouted: bool = False
    stays_out: bool = False
    downed: list[str] = attrs.field(factory=list)
    medals_due: list[str] = attrs.field(factory=list)

    @property
    def name(self) -> str:
        return self.colour.capitalize()

    @property
    def in_air(self) -> bool:
        return bool(self.pilot) and not self.landed


@attrs.define(kw_only=True)
class Plane:
    """A German plane, or one of the British squadron.

    `group` is that of its aircraft; `began_at` the area where it stood when the last German phase
    began. `has_moved` is true once it has made its move of this turn's German phase, `held` if a
    Maneuver token took that move, `brought_up` if an additional move has moved it.
    `ace_kind` is the kind of the face-down elite token that it bears, `ace` the one turned up;
    `fallen_aces` are the abilities of aces shot down this turn with whom it flew.
    """

    id: str
    aircraft: str
    group: str
    squadron: str
    area: str
    damage: int = 0
    markers: int = 0
    engaged: bool = False
    attacked: bool = False
    has_moved: bool = False
    held: bool = False
    bombed: bool = False
    began_at: str = ""
    brought_up: bool = False
    ace_kind: str = ""
    ace: str = ""
    fallen_aces: list[str] = attrs.field(factory=list)

    @property
    def is_german(self) -> bool:
        return self.group != "allied"

    @property
    def is_bomber(self) -> bool:
        return self.group == "bomber"

    @property
    def is_fighter(self) -> bool:
        return self.group in ("fighter", "heavy_fighter")


@attrs.define(kw_only=True)
class Squadron:
    """A squadron: its route, its mode, and what is still hidden.

    `face_down` counts the Deployment cards of a hidden squadron by kind.
    `was_escort` tells that it turned to patrol when it had lost its bombers, `homeward` that its
    bombers fly back to where it came from.
    `has_moved` is true once it has made its move of this turn's German phase.
    `unknown_ace` is true if it has an elite token while hidden.
    """

    id: str
    route: list[str]
    mode: Mode
    area: str = ""
    hidden: bool = False
    face_down: dict[str, int] = attrs.field(factory=dict)
    quarry: str = ""
    first_strike: int = 0
    was_escort: bool = False
    homeward: bool = False
    event: str = ""
    unknown_ace: bool = False
    was_attacked: bool = False
    has_moved: bool = False


@attrs.define(kw_only=True)
class ActiveEvent:
    """An Event card that was revealed; `blocks` are the seats of the players who contributed."""

    id: str
    since: int
    downed: int = 0
    this_turn: int = 0
    quarry: str = ""
    blocks: list[str] = attrs.field(factory=list)
    result: str = ""


@attrs.define(kw_only=True)
class Fight:
    """The current Fight: the dice of both sides, the cards played, the gains of this round.

    `dice` are the player's two dice; `placed` lists those used, in order;
    `failed` is true if the one just placed is the special die's failure,
    `counting` those that count against the present opponent, `symbols` what they show.
    `cards` are those that count; `active` is the one just played.
    `spent` and `luftwaffe_spent` are the dice that were rolled again.
    `served` names the dice (`die 0`) and cards whose symbol has made a set; `evaded_free` the
    planes that have had an ace's free Evasion.
    """

    colour: str
    opponent: str
    round: int = 1
    rounds: int = 2
    dice: list[str] = attrs.field(factory=list)
    special: bool = False
    placed: list[int] = attrs.field(factory=list)
    failed: bool = False
    counting: list[int] = attrs.field(factory=list)
    symbols: list[str] = attrs.field(factory=list)
    cards: list[str] = attrs.field(factory=list)
    discards: list[str] = attrs.field(factory=list)
    active: str = ""
    luftwaffe: list[str] = attrs.field(factory=list)
    spent: list[int] = attrs.field(factory=list)
    luftwaffe_spent: list[int] = attrs.field(factory=list)
    served: list[str] = attrs.field(factory=list)
    evaded_free: list[str] = attrs.field(factory=list)
    supported: bool = False
    support: str = ""
    rerolled: bool = False
    specialized: bool = False
    saved_ammunition: bool = False
    extra_support: str = ""
    sets: int = 0
    hits: int = 0
    evades: int = 0
    ignore: int = 0
    first_strike: bool = False
    choose_damage: bool = False
    may_leave: int = 0
    free_support: bool = False
    maneuvers_used: int = 0

    @property
    def blue(self) -> list[int]:
        """The usable RAF dice: not placed yet, or counting against this opponent."""
        dice = [n for n in range(len(self.dice)) if not (n == 1 and self.special)]
        return [n for n in dice if n not in self.placed or n in self.counting]

    def with_die(self, face: str) -> "Fight":
        """Return a copy in which one more die counts, with this face."""
        return attrs.evolve(
            self,
            counting=[*self.counting, len(self.dice)],
            symbols=[*self.symbols, face],
        )

    def with_card(self, card: str) -> "Fight":
        """Return a copy in which a card has been played."""
        return attrs.evolve(self, cards=[*self.cards, card], active=card)

    def turn(self, die: int, face: str) -> None:
        """Turn a die to another face; if it counts, its symbol changes too."""
        self.dice[die] = face
        if die in self.counting:
            self.symbols[self.counting.index(die)] = face
        if f"die {die}" in self.served:
            self.served.remove(f"die {die}")

    def roll_again(self, die: int, face: str) -> None:
        """Turn an RAF die to the face of its second roll, which is then spent."""
        self.turn(die, face)
        self.spent.append(die)

    def roll_luftwaffe_again(self, die: int, face: str) -> None:
        self.luftwaffe[die] = face
        self.luftwaffe_spent.append(die)


@attrs.define(kw_only=True)
class Strike:
    """A strike against all friendly planes in an area: the propellers not yet cancelled."""

    area: str
    blades: list[int]


@attrs.define(kw_only=True)
class Deed:
    """A turning point, as the log sheet keeps it."""

    chapter: int
    turn: int
    words: str


@attrs.define(kw_only=True)
class State:
    """The state of a game; `acting` is the colour of the plane being moved, damaged or serviced.

    `hunted` is the pilot whom all German patrols hunt by the house rule.
    """

    scenario: str
    turn: int = 0
    solo: bool = False
    leader: str = ""
    fighters: dict[str, Fighter] = attrs.field(factory=dict)
    pilots: dict[str, PilotRecord] = attrs.field(factory=dict)
    deck: Pile = attrs.field(factory=Pile)
    discards: list[str] = attrs.field(factory=list)
    planes: dict[str, Plane] = attrs.field(factory=dict)
    squadrons: dict[str, Squadron] = attrs.field(factory=dict)
    fighter_cards: Pile = attrs.field(factory=Pile)
    bomber_cards: Pile = attrs.field(factory=Pile)
    mixed_cards: Pile = attrs.field(factory=Pile)
    ace_tokens: dict[str, Pile] = attrs.field(factory=dict)
    next_plane: int = 1
    hunted: str = ""
    bombs: dict[str, int] = attrs.field(factory=dict)
    events_to_come: dict[str, Pile] = attrs.field(factory=dict)
    events: list[ActiveEvent] = attrs.field(factory=list)
    fight: Fight | None = None
    strike: Strike | None = None
    acting: str = ""
    solo_card: str = ""
    together: bool = False
    british_home: int = 0
    british_lost: int = 0
    downed: int = 0
    losses: int = 0
    failed_events: int = 0
    result: str = ""
    why: str = ""
    chapter: int = 0
    chapters: list[str] = attrs.field(factory=list)
    results: list[str] = attrs.field(factory=list)
    tiles: Pile = attrs.field(factory=Pile)
    damaged_sites: list[str] = attrs.field(factory=list)
    deeds: list[Deed] = attrs.field(factory=list)

    def note(self, words: str) -> None:
        """Keep a turning point for the log sheet."""
        self.deeds.append(Deed(chapter=self.chapter, turn=self.turn, words=words))


InPlay: TypeAlias = Play[State, SquadronData]
"""303 Squadron in progress, as its rules see it."""
