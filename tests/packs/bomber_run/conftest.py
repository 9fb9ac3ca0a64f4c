"""Set up positions on the board and carry out single rules on them."""

from collections.abc import Iterable

import pytest

from packs.bomber_run.game import GAME
from packs.bomber_run.rules.movement import ask_for_order, fly, orders_now
from packs.bomber_run.state import Aircraft, Flight, Kind
from tabletop_core import Scripted
from tabletop_core.bots import seat_bots
from tabletop_core.bots.simple import chooser
from tabletop_core.testing import perform


class Position:
    """A board with just the aircraft that a test names, and scripted dice."""

    def __init__(self) -> None:
        # Both bases on row 12 (5d4), then west wins the choice and goes first.
        self.dice = Scripted([3, 3, 2, 2, 2, 3, 3, 2, 2, 2, 6, 1, *[1] * 6])
        self.match = GAME.start(source=self.dice)
        self.play = self.match.play
        self.play.state.aircraft.clear()
        self.grid = self.play.data.board.grid

    def put(self, name: str, square: str, facing: str) -> str:
        side = "west" if name[0] in "wW" else "east"
        kind = Kind.BOMBER if name[0].isupper() else Kind.FIGHTER
        self.play.state.aircraft[name] = Aircraft(self.grid.square(square), facing, side, kind)
        return name

    def square(self, name: str) -> str | None:
        at = self.play.state.aircraft[name].at
        return at and self.grid.name(at)

    def facing(self, name: str) -> str:
        return self.play.state.aircraft[name].facing

    def roll(self, *faces: int) -> None:
        """Write down the next faces."""
        self.dice.script = list(faces)
        self.dice.used = 0

    def start_flight(self, name: str, points: int = 0) -> None:
        self.play.seat = self.play.state.aircraft[name].side
        self.play.state.flight = Flight(name, 2 * points)

    def perform(self, procedure, *args, answers: Iterable[str] = ()):
        """Carry out one rule with these answers; return the decisions that were asked."""
        return list(perform(self.play, procedure, *args, answers=answers).asked)

    def orders(self, name: str) -> list[str]:
        """Return what the moving aircraft may do, without its name."""
        return [order.removeprefix(f"{name} ") for order in orders_now(self.play, name)]

    def fly(self, name: str, *answers: str):
        """Carry out the flight that was started; return the decisions that were asked."""

        def flight(play):
            orders = orders_now(play, name)
            order = yield from ask_for_order(play, "Where?", orders)
            yield from fly(play, name, order, orders)

        return self.perform(flight, answers=answers)

    def happened(self, kind: str) -> list[dict]:
        return [dict(event.facts) for event in self.play.events if event.kind == kind]


@pytest.fixture
def position() -> Position:
    return Position()


@pytest.fixture(scope="session")
def pack():
    """The pack under test, for the fixtures that tabletop brings."""
    return GAME


@pytest.fixture
def contest():
    """Return a function that lets two bots play, and counts the games won by the first.

    It plays either side in turn, of two games with the same dice.
    """

    def won_by(bot: str, other: str, games: int, formation: str) -> int:
        won = 0
        for number in range(games):
            side = ("west", "east")[number % 2]
            match = GAME.start({"formation": formation}, seed=f"{bot}/{number // 2}")
            bots = {seat: bot if seat == side else other for seat in match.seats}
            match.run(chooser(seat_bots(match.game, bots, number)))
            assert match.outcome is not None
            won += match.outcome.winner == side
        return won

    return won_by
