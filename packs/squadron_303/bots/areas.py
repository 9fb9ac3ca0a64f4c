"""The worth of areas to the `wingman` bot: to fight there, to meet a raid, to land."""

from typing import NamedTuple

from ..components import Mode
from ..questions.board import airfields, flying, germans_in
from ..questions.routes import onward
from ..state import Fighter, InPlay, Plane
from .fights import loss_worth, urgency


class Battle(NamedTuple):
    """What a Fight in an area is about: two planes for each side, and British planes to protect."""

    strikers: int
    urgent: float
    british: int


class Sky:
    """The positions of all planes, collected once and then used for every area and plane."""

    def __init__(self, play: InPlay) -> None:
        state = play.state
        self._play = play
        self._loss = loss_worth(play)
        self._british = [plane.area for plane in state.planes.values() if not plane.is_german]
        self._enemies: dict[str, list[tuple[Plane, float]]] = {}
        meetings = []
        for plane in state.planes.values():
            if plane.is_german:
                urgent = urgency(play, plane)
                self._enemies.setdefault(plane.area, []).append((plane, urgent))
                there = onward(play, state.squadrons[plane.squadron], plane.area)
                meetings.append((there or plane.area, 0.5 * urgent))
        meetings += [(it.area, 2.0) for it in state.squadrons.values() if it.hidden]
        self._meetings = list(dict.fromkeys(meetings))
        self._battles = {area: self._battle(area) for area in self._enemies}
        self._approaches: dict[str, float] = {}

    @property
    def places(self) -> set[str]:
        """Return the areas where Germans are now or can be met next turn."""
        return {*self._enemies, *(there for there, _ in self._meetings)}

    def _battle(self, area: str) -> Battle:
        enemies, squadrons = self._enemies[area], self._play.state.squadrons
        return Battle(
            sum(
                plane.is_fighter
                and not plane.markers
                and squadrons[plane.squadron].mode is not Mode.ESCAPE
                for plane, _ in enemies
            ),
            sum(sorted((urgent for _, urgent in enemies), reverse=True)[:2]),
            self._british.count(area),
        )

    def _fighting_worth(self, fighter: Fighter, area: str) -> float:
        """Return the worth of fighting in an area this turn."""
        battle = self._battles.get(area)
        if battle is None:
            return 0.0
        friends = sum(f.area == area and f.colour != fighter.colour for f in flying(self._play))
        left_over = max(0, battle.strikers - 2 * (friends + 1))
        room = self._play.data.numbers.counts.damage_destroys - 1 - len(fighter.damage)
        expected = 1.2 * left_over + 1.0
        danger = 1.2 * left_over + max(0.0, expected - room) * self._loss / 3
        return 2.0 + battle.urgent + 0.8 * min(friends, 2) + battle.british - danger

    def battle_worth(self, fighter: Fighter, area: str) -> float:
        """Return the worth of an area for fighting: in it, or on the way to the next raid."""
        worth = self._fighting_worth(fighter, area)
        if worth:
            return worth
        if area not in self._approaches:
            away = self._play.data.graph.distance
            self._approaches[area] = max(
                (gain - 0.9 * (away(area, there) or 0) for there, gain in self._meetings),
                default=-9.0,
            )
        return self._approaches[area]

    def area_worth(self, fighter: Fighter, area: str) -> float:
        """Return the worth of being in the air in an area."""
        if fighter.ammunition == 0:
            away, fields = self._play.data.graph.distance, airfields(self._play)
            home = min((away(area, field) or 0 for field in fields), default=0)
            return -1.0 - home - len(germans_in(self._play, area))
        return self.battle_worth(fighter, area)


def landing_worth(play: InPlay, fighter: Fighter) -> float:
    """Return the worth of standing on an airfield at the end of the turn."""
    empty = play.data.numbers.counts.ammunition - fighter.ammunition
    need = len(fighter.damage) + empty / 2
    worth = 1.6 * len(fighter.damage) + 0.6 * empty + (5.0 if fighter.ammunition == 0 else 0.0)
    if len(fighter.damage) >= 3:
        worth += loss_worth(play) / 3
    return worth if need >= 1 else -5.0
