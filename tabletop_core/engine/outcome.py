"""How a game ends."""

from collections.abc import Mapping

import attrs

from ..events.event import EVERYONE


@attrs.frozen(kw_only=True)
class Outcome:
    """How a game ended: a short id of the result, who won (None: nobody), points, the reason.

    `winner` is a seat, or `EVERYONE` in a game that the seats win or lose together.
    """

    kind: str
    winner: str | None = None
    scores: Mapping[str, float] = attrs.field(factory=dict)
    why: str = ""

    def has_won(self, seat: str) -> bool:
        return self.winner in (seat, EVERYONE)


class GameOver(Exception):  # noqa: N818 - it is no error
    """Raised by `Play.end` to leave the rules at once; the engine catches it."""
