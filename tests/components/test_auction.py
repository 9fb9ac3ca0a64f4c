"""An auction: whose turn it is, what may be bid, and when it is over."""

from types import SimpleNamespace

import pytest

from tabletop_core import Auction
from tabletop_core.components.trick import TurnError
from tabletop_core.events import Event, narrate
from tabletop_core.events.words import CORE_WORDS

SEATS = ("north", "east", "south", "west")
BIDS = ("1", "2", "3")


def held(calls, **how):
    """Return an auction that east begins, with these calls, and who made each."""
    auction, turns = Auction.begun_by("east", SEATS, **how), []
    play = SimpleNamespace(log=lambda kind, **facts: turns.append(facts["who"]))
    for call in calls.split():
        auction.call(play, call)
    return auction, turns


@pytest.mark.parametrize(
    ("calls", "turn", "bidder"),
    [
        ("", "east", ""),
        ("pass pass pass", "north", ""),
        ("pass pass pass pass", "", ""),
        ("pass pass pass 1", "east", "north"),
        ("1 pass pass pass", "", "east"),
        ("1 pass 2 pass", "east", "west"),
        ("1 pass 2 pass pass", "south", "west"),
        ("1 pass 2 pass pass pass", "", "west"),
        ("pass 1 pass pass 2 pass pass", "north", "east"),
    ],
)
def test_an_auction_goes_round_until_all_others_have_passed_the_highest_bid(calls, turn, bidder):
    auction, _ = held(calls)
    assert (auction.turn, auction.bidder) == (turn, bidder)


def test_who_has_passed_may_come_back_only_where_the_rules_let_them():
    assert held("1 pass 2 pass 3 pass pass")[1][-2:] == ["south", "west"]
    assert held("1 pass 2 pass 3 pass", may_return=False)[0].turn == ""
    assert held("1 pass 2 pass 3", may_return=False)[0].turn == "west"


def test_only_higher_bids_are_offered_and_a_pass():
    assert held("")[0].offers(BIDS) == ["1", "2", "3", "pass"]
    assert held("2 pass")[0].offers(BIDS) == ["3", "pass"]
    assert held("3")[0].offers(BIDS) == ["pass"]
    with pytest.raises(TurnError, match="the bid '9' is not one of"):
        held("9")[0].offers(BIDS)


def test_nobody_bids_when_it_is_over():
    with pytest.raises(TurnError, match="the auction is over"):
        held("1 pass pass pass 2")


@pytest.mark.parametrize(("bid", "words"), [("3", "ann bids three"), ("pass", "ann passes")])
def test_a_bid_and_a_pass_have_words(bid, words):
    event = Event("bid", "", "", {"who": "ann", "bid": bid})
    assert narrate(event, CORE_WORDS, {"3": "three"}) == words
