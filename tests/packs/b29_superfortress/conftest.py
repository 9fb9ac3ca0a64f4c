"""A bomber somewhere on its mission, and scripted dice."""

from collections.abc import Iterable
from types import GeneratorType
from typing import Any

import pytest

from packs.b29_superfortress.game import GAME
from packs.b29_superfortress.rules import zones
from packs.b29_superfortress.rules.charts import Down, resolve
from packs.b29_superfortress.rules.target import brief
from packs.b29_superfortress.state import Fighter
from tabletop_core.testing import perform

DATA = GAME.data_with()


class Bomber:
    """A game at its first decision, moved to where a test wants it."""

    def __init__(self, mission: int = 12, seed: int = 1, **options: Any) -> None:
        self.begin(mission, seed, **options)

    def begin(self, mission: int = 12, seed: int = 1, **options: Any) -> None:
        self.match = GAME.start({"mission": mission, **options}, seed=seed, data=DATA)
        self.play = self.match.play
        self.state = self.play.state
        self.mission = self.state.mission
        self.plane = self.state.plane
        self.crew = self.state.crew
        self.subject = self.state.subject
        self.put("Tokyo", 11)

    def put(self, city: str, zone: int, altitude: str = "med", night: bool = False) -> "Bomber":
        """Fly in this zone, outbound, by day in formation where there is one."""
        mission = self.mission
        brief(self.play, city)
        mission.orders.kind = "urban_area"
        mission.status, mission.flight.leg = "flying", "out"
        mission.orders.night = night
        mission.orders.gunners_aboard = mission.orders.gunners_armed = "all"
        mission.orders.position, mission.orders.squadron, mission.orders.expected = (
            "middle",
            "middle",
            "light",
        )
        for man in self.crew.values():
            man.aboard = True
        for gun in self.plane.guns.values():
            gun.armed = True
        mission.orders.planned = mission.flight.altitude = altitude
        mission.formation.assembled = not night
        mission.flight.fuel, mission.flight.weather = 30, "good"
        zones.enter(self.play, zone)
        self.play.events.in_memory.clear()
        return self

    def alone(self) -> "Bomber":
        self.mission.formation.apart.add("by order of the test")
        return self

    def fighter(self, type: str = "zeke", area: str = "12", angle: str = "level", **how: Any):
        angle = "" if area in ("dive", "climb") else angle
        self.mission.combat.fighters.append(Fighter(type=type, area=area, angle=angle, **how))
        return self.mission.combat.fighters[-1]

    def chart(self, name: str, dice: Iterable[int] = (), answers: Iterable[Any] = (), **how: Any):
        """Carry out a chart with these dice and answers; return its labels."""
        return self.perform(resolve, name, dice=dice, answers=answers, **how)

    def perform(
        self,
        procedure: Any,
        *args: Any,
        dice: Iterable[int] = (),
        answers: Iterable[Any] = (),
        **how: Any,
    ) -> Any:
        """Carry out one rule; all dice and answers must be used."""

        def carried_out(play: Any, *given: Any) -> Any:
            try:
                running = procedure(play, *given, **how)
                return (yield from running) if isinstance(running, GeneratorType) else running
            except Down:
                return "down"

        done = perform(self.play, carried_out, *args, script=dice, answers=answers)
        self.asked = list(done.asked)
        return done.result

    @property
    def charts(self) -> list[str]:
        """The tables that were looked up so far, in their order."""
        return [look["table"] for look in self.happened("look_up")]

    def happened(self, kind: str) -> list[dict[str, Any]]:
        return [dict(event.facts) for event in self.play.events if event.kind == kind]


@pytest.fixture
def bomber() -> Bomber:
    return Bomber()


@pytest.fixture
def new_bomber() -> type[Bomber]:
    """For tests that need several, or a certain mission."""
    return Bomber


@pytest.fixture(scope="session")
def pack():
    """The pack under test, for the fixtures that tabletop brings."""
    return GAME
