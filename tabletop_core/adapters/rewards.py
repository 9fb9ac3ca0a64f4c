"""What a learner earns: the end of a game, and by choice the way there."""

from typing import Any

import attrs

from ..engine.bot import value_of
from ..engine.match import Match
from ..errors import PackError

__all__ = ["Shaping", "reward_of", "rewards"]


def rewards(match: Match[Any]) -> dict[str, float]:
    """Return the reward of each seat at the end of a game: 1 for the first place, -1 for the last.

    The places in between are spaced evenly, and seats in one place share the rewards of the places
    they cover equally. So the rewards of all sides in a contest add up to 0, and a draw is 0 for
    each. Seats that play together, or alone, get 1 if they have won and -1 otherwise.
    """
    outcome = match.outcome
    if outcome is None:
        return dict.fromkeys(match.seats, 0.0)
    teams = match.teams
    return {seat: 2 * outcome.worth(seat, teams) - 1 for seat in match.seats}


def reward_of(match: Match[Any], seat: str) -> float:
    """Return the reward of a seat at the end of a game, or 0 before it: see `rewards`."""
    return rewards(match)[seat]


@attrs.frozen
class Shaping:
    """A reward for getting on, which does not change what is best to do.

    Each step earns `discount` times the potential of the new position less that of the old one.
    The potential is what `Game.evaluate` says of the seat, divided by `scale`; at the end of a game
    it is 0. So with discount 1 the shaping of a whole game adds up to the same sum, whatever was
    done: minus the potential of its first position. Give the learner the same discount.

    `evaluate` reads the whole game, what the seat may not see included; use it for training only.
    """

    scale: float = 100.0
    discount: float = 1.0

    def check(self, match: Match[Any]) -> None:
        """Refuse a game that does not value positions.

        Raises:
            PackError: it has no `evaluate`.
        """
        if match.game.evaluate is None:
            raise PackError(f"{match.game.id} has no `evaluate`; leave out the shaping")

    def potential(self, match: Match[Any], seat: str) -> float:
        """Return the potential of the present position for a seat."""
        if match.is_over or match.game.evaluate is None:
            return 0.0
        return value_of(match.game.evaluate, match.play, seat) / self.scale


@attrs.define
class Earnings:
    """Turns what a seat has got so far into what a step earned, with the shaping if there is one.

    `got` and `potential` are those after the last step.
    """

    shaping: Shaping | None
    got: float = 0.0
    potential: float = 0.0

    def begin(self, match: Match[Any], seat: str, got: float) -> None:
        """Note the position from which the first step is counted."""
        self.got = got
        if self.shaping is not None:
            self.shaping.check(match)
            self.potential = self.shaping.potential(match, seat)

    def step(self, match: Match[Any], seat: str, got: float) -> float:
        """Return what was earned since the last step."""
        earned, self.got = got - self.got, got
        if self.shaping is not None:
            had, self.potential = self.potential, self.shaping.potential(match, seat)
            earned += self.shaping.discount * self.potential - had
        return earned
