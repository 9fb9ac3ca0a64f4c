"""The rules of The Wreck Sale, with lots and bids written down."""

from collections.abc import Callable

import pytest

from tabletop_core import Game, Viewer
from tabletop_core.testing import PackExam, Replay, perform
from wreck_sale.rules import close, sell
from wreck_sale.state import InPlay

RED, BLUE, NOBODY = Viewer("red"), Viewer("blue"), Viewer()


class TestExam(PackExam):
    """Every check that tabletop knows."""

    games = 20


@pytest.fixture
def sold(pack: Game) -> Callable[..., InPlay]:
    """Return a function that sells a lot for the bids of red, blue and green."""

    def sold(*bids: str, lot: str = "bell") -> InPlay:
        play = pack.start().play
        play.state.lots.clear()
        perform(play, sell, script=[lot], answers=bids)
        return play

    return sold


def test_the_longest_stick_takes_the_lot(sold: Callable[..., InPlay]) -> None:
    assert sold("3", "6", "5").state.taken == {"red": [], "blue": ["bell"], "green": []}


def test_equal_sticks_leave_the_lot_to_the_next_sale(sold: Callable[..., InPlay]) -> None:
    play = sold("6", "6", "5")
    perform(play, sell, script=["rope"], answers=["1", "2", "3"])

    assert play.state.taken["green"] == ["bell", "rope"]


def test_the_longest_stick_alone_is_shown(sold: Callable[..., InPlay]) -> None:
    laid = sold("3", "6", "5").state.laid

    assert [row.seen_by(NOBODY) for row in laid.values()] == [[None], ["6"], [None]]


def test_who_lost_remembers_the_stick_that_was_bid(sold: Callable[..., InPlay]) -> None:
    assert sold("3", "6", "5").state.laid["red"].seen_by(RED) == ["3"]


def test_all_know_that_the_others_are_shorter(sold: Callable[..., InPlay]) -> None:
    laid = sold("3", "6", "5").state.laid

    assert laid["red"].excluded_for("red:laid:1", BLUE) == {"6", "7"}


def test_a_fork_keeps_what_a_seat_knows_of_the_bids(pack: Game) -> None:
    match = pack.start(seed=3)
    for stick in ("3", "6", "5", "7", "1", "2"):
        match.answer(stick)
    seen = [row.seen_by(BLUE) for row in match.state.laid.values()]
    forks = [match.fork(number, seat="blue").state.laid for number in range(20)]

    assert all([row.seen_by(BLUE) for row in laid.values()] == seen for laid in forks)
    assert {laid["red"].cards[0] for laid in forks} == {"1", "2", "3", "4", "5"}


@pytest.mark.parametrize(
    ("taken", "winner"),
    [((["rope"], ["bell"], []), "blue"), ((["wine"], [], ["wine"]), "red and green")],
)
def test_the_lots_worth_most_win(
    sold: Callable[..., InPlay], taken: tuple[list[str], ...], winner: str
) -> None:
    play = sold("1", "2", "3")
    play.state.taken = dict(zip(play.seats, taken, strict=True))
    perform(play, close)

    assert play.outcome.winner == winner


def test_a_recorded_sale_goes_as_it_did(replay: Replay) -> None:
    replay("six_lots", seed=5, bots="bot:appraiser")
