"""Plans to fly an aircraft to the end of its move, by their expected value."""

from collections.abc import Callable
from typing import ClassVar, Protocol, TypeAlias

from tabletop_core import clone
from tabletop_core.boards import SquareGrid

from ..questions.courses import Course, course_of
from ..questions.legs import Leg, Orders, Sky, plain
from ..state import Aircraft, Flight, InPlay, Kind, State, enemy_of
from .evaluation import WON, hit_chance
from .standings import Standings

BOMBS_HIT = 3 / 4

Choice: TypeAlias = tuple[float, str]
"""The expected value of an option, and the option."""


class Worth(Protocol):
    """What positions are worth that differ in one aircraft."""

    def here(self) -> float:
        """Return the value of the position with the aircraft where it is now."""


class Plan:
    """A search for the best way to complete an aircraft's move, on a copy of the state.

    `standings` values the positions to which it may lead.
    """

    standings: ClassVar[Callable[[State, SquareGrid, Aircraft], Worth]] = Standings

    def __init__(self, play: InPlay, seat: str) -> None:
        self.state = clone(play.state)
        self.grid = play.data.board.grid
        self.seat = seat
        self._known: dict[object, Choice] = {}
        self._skies: dict[object, Sky] = {}
        self._standings: dict[object, Worth] = {}

    def of(self, name: str, points: int) -> Choice:
        """Return the best option for an aircraft about to move with this many points."""
        self.state.flight = Flight(name, 2 * points)
        return self.go_on()

    def worths_of(self, name: str, points: int) -> dict[str, float]:
        """Return the expected value of each option of an aircraft about to move."""
        self.state.flight = Flight(name, 2 * points)
        return self.worths()

    def go_on(self) -> Choice:
        """Return the best option for the moving aircraft."""
        worths = self.worths()
        return max((worths[option], option) for option in worths)

    def worths(self) -> dict[str, float]:
        """Return the expected value of each option of the moving aircraft."""
        flight = self.state.flight
        assert flight is not None
        self._known.clear()
        self._skies.clear()
        self.name = flight.aircraft
        self.plane = self.state.aircraft[self.name]
        here = course_of(self.state, flight)
        attacked = "" if flight.has_attacked else None
        worths = self._worths(here, attacked, frozenset(flight.shot_at_by))
        self._put(here)
        return worths

    def _put(self, here: Course) -> None:
        self.plane.at, self.plane.facing = here.at, here.facing

    def _best(self, here: Course, attacked: str | None, shot_at_by: frozenset[str]) -> Choice:
        """Return the best option; `attacked` names what was destroyed, None before an attack."""
        key = (plain(here), attacked, shot_at_by)
        if key not in self._known:
            worths = self._worths(here, attacked, shot_at_by)
            self._known[key] = max((worths[option], option) for option in worths)
        return self._known[key]

    def _worths(
        self, here: Course, attacked: str | None, shot_at_by: frozenset[str]
    ) -> dict[str, float]:
        """Return the expected value of each option, with best play afterwards."""
        self._put(here)
        sky = self._sky(attacked, shot_at_by)
        worths = {}
        for option, leg in Orders(sky, self.name, here, may_attack=attacked is None).items():
            if leg is not None:
                worths[option] = self._fly(leg, option, here, attacked, shot_at_by)
            elif option.endswith(" stay"):
                worths[option] = self._standing()
            else:
                worths[option] = self._attack(here, option.split()[1], shot_at_by)
            self._put(here)
        return worths

    def _sky(self, attacked: str | None, shot_at_by: frozenset[str]) -> Sky:
        """Return the other aircraft on the board; cached, since they do not move meanwhile."""
        key = (attacked, shot_at_by)
        if key not in self._skies:
            flight = Flight(self.name, 0, shot_at_by=list(shot_at_by))
            self._skies[key] = Sky.of(self.state, self.grid, self.plane.side, flight)
        return self._skies[key]

    def _fly(
        self,
        leg: Leg,
        option: str,
        here: Course,
        attacked: str | None,
        shot_at_by: frozenset[str],
    ) -> float:
        """Return the expected value of a leg, including the snap-shots that it provokes."""
        there = leg.flown_from(here.at)
        if there.at not in self.grid:
            return self._without(self.name)
        self._put(there)
        if leg.ends:
            return (
                self._ram(there, option.split()[1])
                if option.endswith(" ram")
                else self._stop(there)
            )
        survives = 1.0
        guns = self._sky(attacked, shot_at_by).guns_at(there.at) if leg.under_fire else ()
        for enemy in guns:
            survives *= 1 - self._hits(enemy, self.name)
        total = survives * self._best(there, attacked, shot_at_by.union(guns))[0]
        return total + (1 - survives) * self._without(self.name) if survives < 1 else total

    def _attack(self, here: Course, target: str, shot_at_by: frozenset[str]) -> float:
        hits = self._hits(self.name, target)
        missed = self._best(here, "", shot_at_by)[0]
        plane = self.state.aircraft[target]
        at, plane.at = plane.at, None
        destroyed = self._best(here, target, shot_at_by)[0]
        plane.at = at
        self._put(here)
        return hits * destroyed + (1 - hits) * missed

    def _ram(self, here: Course, other: str) -> float:
        """Return the expected value of a ram; only a bomber that downs a fighter survives it."""
        hits = self._hits(self.name, other)
        if self.plane.kind is Kind.BOMBER and self.state.aircraft[other].kind is Kind.FIGHTER:
            survives = self._bombs(here, self._without(other))
            return hits * survives + (1 - hits) * self._without(self.name, other)
        return hits * self._without(self.name, other) + (1 - hits) * self._without(self.name)

    def _stop(self, here: Course) -> float:
        return self._bombs(here, self._standing())

    def _bombs(self, here: Course, worth: float) -> float:
        """Return the value of a position, with that of the bombs if they are dropped now."""
        over_the_base = here.at == self.state.bases[enemy_of(self.seat)]
        return self.bombed(worth) if self.plane.kind is Kind.BOMBER and over_the_base else worth

    def bombed(self, worth: float) -> float:
        """Return the value of a position from which bombs are dropped."""
        return worth + BOMBS_HIT * WON

    def _hits(self, attacker: str, defender: str) -> float:
        aircraft = self.state.aircraft
        return hit_chance(aircraft[attacker].die, aircraft[defender].die)

    def _without(self, *names: str) -> float:
        """Return the value of the position without these aircraft."""
        planes = [self.state.aircraft[name] for name in names]
        before = [plane.at for plane in planes]
        for plane in planes:
            plane.at = None
        stands = self._standing()
        for plane, at in zip(planes, before, strict=True):
            plane.at = at
        return stands

    def _standing(self) -> float:
        lost = (self.name, *[plane.at is None for plane in self.state.aircraft.values()])
        if lost not in self._standings:
            self._standings[lost] = self.standings(self.state, self.grid, self.plane)
        return self._standings[lost].here()
