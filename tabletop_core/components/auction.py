"""An auction: bids in turn, each higher than the one before, until all others have passed."""

from collections.abc import Sequence
from typing import Self

import attrs

from .player_deck import CardPlay
from .trick import TurnError, from_first

PASS = "pass"


@attrs.define
class Auction:
    """The calls of an auction: pairs of a seat and its bid, or `pass`.

    `seats` are in the order of bidding. `may_return`: who has passed may bid after a higher bid.

    >>> auction = Auction.begun_by("west", ("east", "west"))
    >>> auction.calls.append(("west", "4"))
    >>> auction.turn, auction.offers(("3", "4", "5")), auction.best, auction.bidder
    ('east', ['5', 'pass'], '4', 'west')
    """

    seats: tuple[str, ...]
    may_return: bool = True
    calls: list[tuple[str, str]] = attrs.field(factory=list)

    @classmethod
    def begun_by(cls, first: str, seats: Sequence[str], *, may_return: bool = True) -> Self:
        """Return an auction without calls; `seats` are those of the game, in the order of play."""
        return cls(from_first(seats, first), may_return)

    @property
    def bidder(self) -> str:
        """The seat of the highest bid so far; empty without one."""
        return next((seat for seat, bid in reversed(self.calls) if bid != PASS), "")

    @property
    def best(self) -> str:
        """The highest bid so far; empty without one."""
        return next((bid for _, bid in reversed(self.calls) if bid != PASS), "")

    @property
    def turn(self) -> str:
        """The seat that calls next; empty when the auction is over."""
        last = self.calls[-1][0] if self.calls else self.seats[-1]
        waiting = {*self.seats} - self._out() - {self.bidder}
        order = from_first(self.seats, last)
        return next((seat for seat in (*order[1:], order[0]) if seat in waiting), "")

    def _out(self) -> set[str]:
        out = set[str]()
        for seat, bid in self.calls:
            if bid == PASS:
                out.add(seat)
            elif self.may_return:
                out.clear()
        return out

    def offers(self, bids: Sequence[str]) -> list[str]:
        """Return the bids above the highest so far, and `pass`; `bids` are all, the lowest first.

        Raises:
            TurnError: the highest bid is not one of `bids`.
        """
        if self.best and self.best not in bids:
            raise TurnError(f"the bid {self.best!r} is not one of {list(bids)}; give all the bids")
        above = bids[bids.index(self.best) + 1 :] if self.best else bids
        return [*above, PASS]

    def call(self, play: CardPlay, bid: str) -> None:
        """Record the bid, or `pass`, of the seat whose turn it is, and log it.

        Raises:
            TurnError: the auction is over.
        """
        seat = self.turn
        if not seat:
            raise TurnError(f"nobody can bid {bid!r}: the auction is over; see `auction.turn`")
        self.calls.append((seat, bid))
        play.log("bid", who=seat, bid=bid)
