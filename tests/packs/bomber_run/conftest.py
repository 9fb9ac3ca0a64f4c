"""The position of a test, the pack under test, and contests of bots."""

import pytest

from packs.bomber_run.game import GAME
from tabletop_core.bots import seat_bots
from tabletop_core.bots.simple import chooser
from tests.packs.bomber_run.tables import Position


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
