"""The state of the game: the bomber as named systems, its crew, the mission, the tour."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias

import attrs

from tabletop_core import Play

from .data import Data

LEVELS = ("lo", "med", "hi")
FORWARD = ("nose", "nav_radio")
PRESSURISED = ("nose", "nav_radio", "waist", "tail")
WINGS = ("port", "starboard")
CREW = (
    "pilot",
    "copilot",
    "bombardier",
    "navigator",
    "flight_engineer",
    "radio_operator",
    "radar_operator",
    "cfc",
    "left_gunner",
    "right_gunner",
    "tail_gunner",
)
GUNNERS = ("cfc", "left_gunner", "right_gunner", "tail_gunner")


@attrs.define
class Man:
    """A crewman.

    `post` is his own position, `works_at` the one he fills now (empty: none). `fate` is empty while
    he is with the crew, else killed, died, captured or sent_home.
    """

    post: str
    section: str
    works_at: str = ""
    number: int = 1
    missions: int = 0
    kills: int = 0
    light: int = 0
    serious: bool = False
    frostbitten: bool = False
    shaken: bool = False
    oxygen_out: bool = False
    masked: bool = False
    aboard: bool = True
    fate: str = ""

    @property
    def is_fit(self) -> bool:
        """Return whether he can do his duty."""
        return self.aboard and not (self.fate or self.serious or self.frostbitten)

    @property
    def is_alive(self) -> bool:
        return self.fate not in ("killed", "died")


@attrs.define
class Engine:
    """An engine; `prop` is ok, feathered, drags, windmilling, runaway or gone.

    `fire_rolled_in` and `leak_until` are turns: that of the last roll for its fire, and the last in
    which it runs with an oil leak.
    """

    running: bool = True
    weak: bool = False
    prop: str = "ok"
    fire: bool = False
    fire_rolled_in: int = -1
    leak_until: int = 0
    leak_then: str = ""

    @property
    def is_sound(self) -> bool:
        return self.running and not self.weak


@attrs.define
class Gun:
    """A gun position: bursts left, and whether it can fire."""

    boxes: int
    armed: bool = True
    out: bool = False
    jammed: bool = False
    jammed_in_turn: int = 0

    @property
    def can_fire(self) -> bool:
        return self.armed and not self.out and not self.jammed and self.boxes > 0


@attrs.define
class Bay:
    """A bomb bay; `doors` is shut, jammed_shut, or open (jammed or without power).

    `jammed` is the way the doors jammed, if they did: shut or open. `release_out` is a hit on the
    release of this bay; the event that holds all bombs back is `BombRun.bombs_held`. `failed` means
    that its doors or release failed on the run, `idle` that they were still inoperable when the
    bombs were to fall, `empty` that its bombs had fallen before the run.
    """

    bombs: bool = True
    tank_fitted: bool = False
    tank_fuel: int = 0
    tank_leaks: bool = False
    doors: str = "shut"
    doors_hit: bool = False
    jammed: str = ""
    pilot_tried: bool = False
    motor_tried: bool = False
    release_out: bool = False
    failed: bool = False
    idle: bool = False
    empty: bool = False

    @property
    def is_hurt(self) -> bool:
        hit = self.doors_hit or self.tank_leaks or self.release_out
        return hit or bool(self.jammed) or self.doors != "shut"


@attrs.define
class Plane:
    """The bomber.

    `out` names the systems that have failed, `hits` counts hits by chart or part, `fires` names the
    burning sections and wings.
    """

    number: int = 1
    engines: dict[int, Engine] = attrs.field(factory=lambda: {n: Engine() for n in (1, 2, 3, 4)})
    guns: dict[str, Gun] = attrs.field(factory=dict)
    bays: dict[str, Bay] = attrs.field(factory=lambda: {"forward": Bay(), "aft": Bay()})
    out: set[str] = attrs.field(factory=set)
    hits: dict[str, int] = attrs.field(factory=dict)
    wing_roots: dict[str, int] = attrs.field(factory=lambda: dict.fromkeys(WINGS, 0))
    flaps_out: set[str] = attrs.field(factory=set)
    ailerons_out: set[str] = attrs.field(factory=set)
    elevators_out: set[str] = attrs.field(factory=set)
    tailplane_roots: dict[str, int] = attrs.field(factory=lambda: dict.fromkeys(WINGS, 0))
    leaking_tanks: set[str] = attrs.field(factory=set)
    nose_gear: str = "ok"
    main_gear: dict[str, str] = attrs.field(factory=lambda: dict.fromkeys(WINGS, "ok"))
    reservoirs: set[str] = attrs.field(factory=set)
    rafts_hit: set[str] = attrs.field(factory=set)
    compromised: set[str] = attrs.field(factory=set)
    pressure_lost: set[str] = attrs.field(factory=set)
    gunsights_out: set[str] = attrs.field(factory=set)
    extinguishers: set[str] = attrs.field(factory=set)
    bursts: set[str] = attrs.field(factory=set)
    fires: set[str] = attrs.field(factory=set)
    on_generator: set[str] = attrs.field(factory=set)
    zones_left: int = -1
    limited_by: set[str] = attrs.field(factory=set)

    def limit_zones(self, cause: str, zones: int) -> None:
        """Limit it to this many more zones. Of two limits, the lower one holds."""
        self.limited_by.add(cause)
        self.zones_left = zones if self.zones_left < 0 else min(zones, self.zones_left)


@attrs.define
class Fighter:
    """An attacking fighter: its place, its pilot and its condition."""

    type: str
    area: str
    angle: str = ""
    pilot: str = "average"
    damaged: int = 0
    rams: bool = False
    is_baka: bool = False
    seen: bool = True
    hit_us: bool = False
    attacks: int = 1
    gone: bool = False

    @property
    def place(self) -> str:
        return f"{self.area}_{self.angle}" if self.angle else self.area

    @property
    def name(self) -> str:
        return self.type.capitalize()

    @property
    def column(self) -> str:
        """Return the column of 5-9 and 5-10."""
        if self.area in ("12", "1:30", "10:30"):
            return "front"
        return {"3": "side", "9": "side", "6": "rear"}.get(self.area, self.area)


@attrs.define
class Subject:
    """The thing just rolled or named, to which the effects that follow refer.

    The charts say *the engine* or *each man of the section*, and their modifiers ask about it.
    `total`, `natural` and `crashed` hold the result of 8-1 or 8-3 for the later steps of a landing:
    between two steps, the odds merge states that differ in nothing that still counts, such as the
    gear.
    """

    engine: int = 0
    wing: str = ""
    bay: str = ""
    tank: str = ""
    section: str = ""
    man: str = ""
    gun: str = ""
    fighter: int = -1
    type: str = ""
    passing_shot: bool = False
    radar_needed: bool = False
    man_in_bay: bool = False
    wide_detour: bool = False
    radio_compass: bool = False
    decompressing: bool = False
    jumping: bool = False
    tank_burns: bool = False
    fights_fire: bool = False
    total: int = 0
    natural: int = 0
    crashed: bool = False

    @contextmanager
    def being(self, **things: Any) -> Iterator[None]:
        """Set these things until the end of the block, then restore the previous ones."""
        before = {name: getattr(self, name) for name in things}
        self._mean(before | things)
        try:
            yield
        finally:
            self._mean(before)

    def _mean(self, things: Mapping[str, Any]) -> None:
        for name, thing in things.items():
            setattr(self, name, thing)


@attrs.define
class Errand:
    """Why a man is away from his post this turn: the task, the section, the post he left."""

    task: str
    section: str
    post: str


@attrs.frozen
class Visit:
    """A line of the mission log sheet: the situation at the end of a turn."""

    turn: int
    zone: int
    leg: str
    altitude: str
    weather: str
    resistance: str
    fuel: int
    engines: int


@attrs.define
class Orders:
    """The orders: the city, the place in the formation, the escort, the hours.

    `escort_missed_in` is the last zone in which the escort was missed, -1 if there is none.
    """

    city: str = ""
    kind: str = ""
    night: bool = False
    planned: str = "hi"
    training: bool = False
    position: str = "middle"
    squadron: str = "middle"
    expected: str = "none"
    escort_available: bool = False
    escort: str = ""
    escort_missed_in: int = -1
    gunners_aboard: str = "all"
    gunners_armed: str = "all"
    take_off: str = "day"
    landing: str = "day"
    abort_out_night: str = "none"
    ditch_out_night: str = "none"
    ditch_back_night: str = "none"


@attrs.define
class Flight:
    """The bomber's position, course, weather and fuel.

    `turns_left` counts the turns still to be spent in the zone, `delays` holds the reason for each.
    `sea_below` and `zone_modifier` are recorded on entering a zone. `fixes` are the navigator's in
    this turn.
    """

    zone: int = 0
    target_zone: int = 0
    turn: int = 0
    leg: str = "out"
    altitude: str = "lo"
    stays_low: bool = False
    turns_left: int = 0
    delays: list[str] = attrs.field(factory=list)
    entered: bool = True
    was_slow: bool = False
    turning: bool = False
    extra_turn: bool = False
    reached_target: bool = False
    aborted: bool = False
    aborted_in: int = 0
    fuel: int = 0
    boxes_missing: int = 0
    sea_below: str = "water"
    zone_modifier: int = 0
    weather: str = "good"
    weather_before: str = ""
    fixes: set[str] = attrs.field(factory=set)
    on_course: bool = True
    off_course_at_target: bool = False
    frosted: int = 0

    def stay(self, why: str) -> None:
        """Spend another turn in this zone."""
        self.turns_left += 1
        self.delays.append(why)

    def spend_turn(self) -> str:
        """Spend one of the turns left in this zone. Return the reason for it, if known."""
        self.turns_left -= 1
        return self.delays.pop(0) if self.delays else ""

    def be_off(self) -> None:
        """Cancel all turns left in this zone."""
        self.turns_left = 0
        self.delays.clear()


@attrs.define
class Formation:
    """How the bomber flies with the others, and what keeps it apart."""

    assembled: bool = False
    together: bool = False
    apart: set[str] = attrs.field(factory=set)
    apart_turns: int = 0
    tight: bool = False
    difficult: bool = False
    disrupted: bool = False


@attrs.define
class Combat:
    """An attack by fighters: who comes, and what counts once per attack (`noted`)."""

    resistance: str = "none"
    searchlight: bool = False
    evasive: bool = False
    fighters: list[Fighter] = attrs.field(factory=list)
    coming: Fighter | None = None
    laid: dict[str, int] = attrs.field(factory=dict)
    noted: set[str] = attrs.field(factory=set)


@attrs.define
class BombRun:
    """The bomb run: what was seen, what went wrong, and the percentage hit.

    `release_failed` is the event of note h of 4-9, `bombs_held` that it still holds the bombs back.
    `bombs_fell` is set by the bombs that fall on the run.
    """

    visibility: str = ""
    turns_over_target: int = 0
    on_the_run: bool = False
    flak_met: bool = False
    evaded_on_the_run: bool = False
    run_done: bool = False
    off_target: bool = False
    bombsight_hit_on_the_run: bool = False
    bombardier_hit_on_the_run: bool = False
    navigator_lost_before_target: bool = False
    release_failed: bool = False
    bombs_held: bool = False
    bombs_fell: bool = False
    percent: int = -1


@attrs.define
class ComingDown:
    """Where and how the flight ends, and what becomes of plane and rafts.

    `terrain` is water or land below, once it has been rolled for (2-9).
    """

    ends_in: str = ""
    terrain: str = ""
    sea: str = ""
    sea_ditching: int = 0
    sea_survival: int = 0
    rafts: set[str] = attrs.field(factory=set)
    raft_found_by: str = ""
    plane_is: str = "sound"
    cause: str = ""


@attrs.define
class Mission:
    """One mission, from the orders to the debriefing.

    `decided` holds standing decisions of the commander, `opened` the sections whose pressure was
    released this turn, `points` the turning points so far in words.
    """

    number: int = 1
    status: str = "orders"
    orders: Orders = attrs.field(factory=Orders)
    flight: Flight = attrs.field(factory=Flight)
    formation: Formation = attrs.field(factory=Formation)
    combat: Combat = attrs.field(factory=Combat)
    bomb_run: BombRun = attrs.field(factory=BombRun)
    coming_down: ComingDown = attrs.field(factory=ComingDown)
    decided: set[str] = attrs.field(factory=set)
    generator_feeds: str = ""
    errands: dict[str, Errand] = attrs.field(factory=dict)
    depressurised: bool = False
    opened: set[str] = attrs.field(factory=set)
    kills: int = 0
    visits: list[Visit] = attrs.field(factory=list)
    points: list[str] = attrs.field(factory=list)


@attrs.frozen
class CrewLine:
    """A man on the mission log sheet."""

    post: str
    missions: int
    kills: int
    state: str


@attrs.frozen(kw_only=True)
class Report:
    """A mission flown or scrubbed, as kept in the log."""

    number: int
    city: str
    kind: str
    night: bool
    altitude: str
    position: str
    squadron: str
    expected: str
    take_off: str
    landing: str
    escort: str
    gunners_aboard: str
    gunners_armed: str
    tanks: int
    damage: tuple[str, ...]
    disrupted: bool
    percent: int
    ended: str
    down: str
    sea: str
    down_by: str
    cause: str
    plane: int
    plane_is: str
    zone: int
    credited: bool
    kills: int
    crew: tuple[CrewLine, ...]
    visits: tuple[Visit, ...]
    points: tuple[str, ...] = ()

    @property
    def losses(self) -> int:
        """Return how many men are out of the tour."""
        return sum(line.state in FATES for line in self.crew)


FATES = ("killed", "died", "captured", "sent_home")


@attrs.define
class Tour:
    """What lasts from mission to mission."""

    credits: int = 0
    damage: dict[str, int] = attrs.field(factory=dict)
    fallen: list[Man] = attrs.field(factory=list)
    reports: list[Report] = attrs.field(factory=list)
    kills: int = 0


@attrs.define
class State:
    """The crew, its bomber, the current mission and the tour.

    `aborted_light` is the option of that name: which column of 3-1 gives the light for an aborted
    bomber on its way home.
    """

    crew: dict[str, Man] = attrs.field(factory=dict)
    plane: Plane = attrs.field(factory=Plane)
    mission: Mission = attrs.field(factory=Mission)
    tour: Tour = attrs.field(factory=Tour)
    subject: Subject = attrs.field(factory=Subject)
    aborted_light: str = "way"


InPlay: TypeAlias = Play[State, Data]
"""This game in progress."""
