"""What the end of a playout is worth to a seat, from 0 (worst) to 1 (best)."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ...engine.bot import value_of
from ...engine.match import Match
from ...engine.outcome import LEVEL
from ...engine.play import Play

Evaluate = Callable[[Play[Any], str], float]


class Values:
    """Values ends of playouts of one search.

    In a contest the first place has 1, the last 0, those between what `Outcome.worth` says.
    Where nobody has won, and for seats that are alone or play together, what `evaluate` says
    decides (without it, the score), put between 0 and 1 by its difference from the value of the
    present position, which `seen` are: forks for the seat that searches, since `evaluate` may read
    what is hidden from it.
    A difference of `scale` lies halfway to the best or the worst; if it is 0, what playouts
    usually differ by does.
    """

    def __init__(
        self, seen: Sequence[Match[Any]], evaluate: Evaluate | None, scale: float = 0.0
    ) -> None:
        self._evaluate = evaluate
        self._teams = seen[0].teams
        self.is_contest = len(self._teams) > 1
        self._middle = {
            seat: sum(self._raw(match, seat) or 0.0 for match in seen) / len(seen)
            for seat in seen[0].seats
        }
        self._width = dict.fromkeys(seen[0].seats, scale or 1.0)
        self.has_scale = bool(scale and evaluate)

    def _raw(self, match: Match[Any], seat: str) -> float | None:
        if self._evaluate is not None:
            return float(value_of(self._evaluate, match.play, seat))
        if match.outcome is not None and seat in match.outcome.scores:
            return float(match.outcome.scores[seat])
        return None

    def learn(self, matches: Iterable[Match[Any]]) -> None:
        """Take the scale of `evaluate` or the score from some ends of playouts."""
        matches = list(matches)
        for seat in self._middle:
            found = [
                raw
                for match in matches
                if not self._is_decided(match) and (raw := self._raw(match, seat)) is not None
            ]
            if not found:
                continue
            if self._evaluate is None:
                self._middle[seat] = sum(found) / len(found)
            middle = self._middle[seat]
            self._width[seat] = sum(abs(raw - middle) for raw in found) / len(found) or 1.0

    def _is_decided(self, match: Match[Any]) -> bool:
        outcome = match.outcome
        return self.is_contest and outcome is not None and bool(outcome.places)

    def plain(self, match: Match[Any], seat: str) -> float:
        """Return the same where seats compete, else what `evaluate` or the score says as it is.

        So a small chance of a great gain weighs as much as it should.
        """
        raw = None if self.is_contest else self._raw(match, seat)
        return self.of(match, seat) if raw is None else raw

    def of(self, match: Match[Any], seat: str) -> float:
        """Return what the end of a playout is worth to a seat."""
        outcome = match.outcome
        raw = None if self._is_decided(match) else self._raw(match, seat)
        if raw is None:
            return LEVEL if outcome is None else outcome.worth(seat, self._teams)
        away = (raw - self._middle[seat]) / self._width[seat]
        return LEVEL + LEVEL * away / (1 + abs(away))
