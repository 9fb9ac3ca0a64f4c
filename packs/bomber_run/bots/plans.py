"""How to fly an aircraft to the end of its move: each way with its chances, by what it is worth."""

from typing import TypeAlias

from tabletop_core import clone

from ..questions import (
    HEADINGS,
    Course,
    can_finish,
    course_of,
    end_here,
    moves_from,
    squares_under_fire,
    targets_of,
)
from ..state import Flight, InPlay, Kind, enemy_of
from .evaluation import WON, hit_chance, standing

BOMBS_HIT = 3 / 4

Choice: TypeAlias = tuple[float, str]
"""What an option is worth on average, and the option."""


class Plan:
    """Works out how to fly an aircraft to the end of its move, on a copy of the state."""

    def __init__(self, play: InPlay, seat: str) -> None:
        self.state = clone(play.state)
        self.grid = play.data.board.grid
        self.seat = seat
        self._known: dict[object, Choice] = {}
        self._standings: dict[object, float] = {}

    def of(self, name: str, points: int) -> Choice:
        """Return the best option for an aircraft about to move with so many points."""
        self.state.flight = Flight(name, 2 * points)
        return self.go_on()

    def go_on(self) -> Choice:
        """Return the best option for the moving aircraft."""
        worths = self.worths()
        return max((worths[option], option) for option in worths)

    def worths(self) -> dict[str, float]:
        """Return what each option of the moving aircraft is worth on average."""
        flight = self.state.flight
        assert flight is not None
        self._known.clear()
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
        key = (
            here._replace(squares=min(here.squares, 1)),
            attacked,
            shot_at_by,
        )
        if key not in self._known:
            worths = self._worths(here, attacked, shot_at_by)
            self._known[key] = max((worths[option], option) for option in worths)
        return self._known[key]

    def _worths(
        self, here: Course, attacked: str | None, shot_at_by: frozenset[str]
    ) -> dict[str, float]:
        """Return what each option is worth on average, if the best follows."""
        worths = {}
        self._put(here)
        if attacked is None:
            for target in targets_of(self.state, self.name):
                worths[f"attack:{target}"] = self._attack(here, target, shot_at_by)
        end = end_here(self.state, self.name, here)
        if end == "stop":
            worths["done"] = self._stop(here)
        elif end == "ram":
            other = self.state.at(here.at, but=self.name)
            assert other is not None
            worths[f"ram:{other}"] = self._ram(here, other)
        moves = [
            (option, there)
            for option, there in moves_from(here)
            if can_finish(self.state, self.grid, self.name, there)
        ]
        for option, there in moves:
            worths[option] = (
                self._enter(there, attacked, shot_at_by)
                if option in HEADINGS
                else self._best(there, attacked, shot_at_by)[0]
            )
        if not here.squares and not moves:
            worths["stay"] = self._standing()
        return worths

    def _enter(self, there: Course, attacked: str | None, shot_at_by: frozenset[str]) -> float:
        """Return what entering a square is worth, with the snap-shots that it provokes."""
        if there.at not in self.grid:
            return self._without(self.name)
        self._put(there)
        survives = 1.0
        for enemy in self.state.of(enemy_of(self.seat)):
            if enemy not in shot_at_by and there.at in squares_under_fire(self.state, enemy):
                shot_at_by |= {enemy}
                survives *= 1 - self._hits(enemy, self.name)
        total = survives * self._best(there, attacked, shot_at_by)[0] if survives else 0.0
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
        """Return what ramming is worth: only a bomber that downs a fighter outlives it."""
        hits = self._hits(self.name, other)
        if self.plane.kind is Kind.BOMBER and self.state.aircraft[other].kind is Kind.FIGHTER:
            survives = self._without(other) + self._bombs(here)
            return hits * survives + (1 - hits) * self._without(self.name, other)
        return hits * self._without(self.name, other) + (1 - hits) * self._without(self.name)

    def _stop(self, here: Course) -> float:
        return self._standing() + self._bombs(here)

    def _bombs(self, here: Course) -> float:
        over_the_base = here.at == self.state.bases[enemy_of(self.seat)]
        return BOMBS_HIT * WON if self.plane.kind is Kind.BOMBER and over_the_base else 0.0

    def _hits(self, attacker: str, defender: str) -> float:
        aircraft = self.state.aircraft
        return hit_chance(aircraft[attacker].die, aircraft[defender].die)

    def _without(self, *names: str) -> float:
        """Return how the side stands when these aircraft are gone."""
        planes = [self.state.aircraft[name] for name in names]
        before = [plane.at for plane in planes]
        for plane in planes:
            plane.at = None
        stands = self._standing()
        for plane, at in zip(planes, before, strict=True):
            plane.at = at
        return stands

    def _standing(self) -> float:
        key = tuple((plane.at, plane.facing) for plane in self.state.aircraft.values())
        if key not in self._standings:
            self._standings[key] = standing(self.state, self.grid, self.seat)
        return self._standings[key]
