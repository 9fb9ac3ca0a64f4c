"""The outcome of a game."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

import attrs

from ..events.event import EVERYONE
from ..events.words import listed

Seats: TypeAlias = tuple[str, ...]
LEVEL = 0.5
"""The worth of an ending without a winner to each side of a contest."""


@attrs.frozen(kw_only=True)
class Outcome:
    """How a game ended: a short id of the result, the places, the points and the reason.

    `places` holds the seats of each place, the first place first; seats that share a place are in
    one tuple. The seats in the first place have won.
    Without places nobody has won: it is a draw, or all have lost. `is_draw` tells which for a team
    that plays alone.
    """

    kind: str
    places: tuple[Seats, ...] = ()
    scores: Mapping[str, float] = attrs.field(factory=dict)
    why: str = ""
    is_draw: bool = False

    @property
    def winners(self) -> Seats:
        return self.places[0] if self.places else ()

    @property
    def winner(self) -> str | None:
        """The winner as one name: a seat, several as *a and b*, or `EVERYONE`; None for nobody."""
        winners = self.winners
        if len(winners) < 2:
            return winners[0] if winners else None
        return name_together(winners, sum(map(len, self.places)))

    def has_won(self, seat: str) -> bool:
        return seat in self.winners

    def place_of(self, seat: str) -> int | None:
        """Return the place of a seat, from 1, or None if there are no places.

        After two seats that share the first place comes the third.
        """
        before = 0
        for group in self.places:
            if seat in group:
                return before + 1
            before += len(group)
        return None

    def worth(self, seat: str, teams: Sequence[Seats]) -> float:
        """Return what the ending is worth to a seat, from 0 for the last to 1 for the first.

        That is the share of the other teams that came behind its own; a team in the same place
        counts half. So the sum over the teams of a contest is the same for every ending.
        For a team that plays alone, a victory is worth 1 and any other ending 0, a draw, too: a
        bot, or whoever learns, would else be content with turning back at once.
        """
        if len(teams) < 2:
            return float(self.has_won(seat))
        if not self.places:
            return LEVEL
        own = self.place_of(seat) or 0
        others = [self.place_of(team[0]) or 0 for team in teams if seat not in team]
        return sum(1.0 if own < other else LEVEL * (own == other) for other in others) / len(others)


def name_together(seats: Seats, of: int) -> str:
    """Return one name for the seats that have won; `of` is the number of all seats.

    >>> name_together(("ann", "bob"), 3)
    'ann and bob'
    >>> name_together(("ann", "bob"), 2)
    'everyone'
    """
    return EVERYONE if 1 < len(seats) == of else listed(seats)


@lru_cache(maxsize=256)
def complete_places(
    places: tuple[Seats, ...], seats: Seats, teams: tuple[Seats, ...]
) -> tuple[Seats, ...]:
    """Return places that hold each seat once, together with its team; seats not named come last.

    If no seat is named there are no places. A seat in none of `teams` plays for itself.
    """
    if not places:
        return ()
    if len(places) == 1 and not teams:
        first = tuple(dict.fromkeys([seat for group in places for seat in group]))
        last = tuple([seat for seat in seats if seat not in first])
        return (first, last) if first and last else (first,) if first else ()
    team_of = {seat: team for team in teams for seat in team}
    named: dict[str, None] = {}
    whole = []
    for group in places:
        new = {mate: None for seat in group for mate in team_of.get(seat, (seat,))}
        whole.append(tuple(seat for seat in new if seat not in named))
        named |= new
    if not named:
        return ()
    whole.append(tuple(seat for seat in seats if seat not in named))
    return tuple(group for group in whole if group)


class GameOver(Exception):  # noqa: N818 - it is no error
    """Raised by `Play.end` to leave the rules immediately; the engine catches it."""
