"""Orders as a pilot sees them, for learning programs: the same order has the same key anywhere."""

from functools import cache

from tabletop_core import Decision
from tabletop_core.boards import DEGREES

from ..state import InPlay

_NOSES = {name: eighths for eighths, name in enumerate(DEGREES)}


def action_key(play: InPlay, decision: Decision, option: str | int) -> str:
    """Return an option in the words of who chooses it.

    A flight is described from its aircraft: squares to the right and ahead, and how far it turns in
    eighths. Aircraft have their numbers, those of the enemy with a `!`; so both sides have the same
    keys.
    """
    words = str(option).split()
    planes, seat = play.state.aircraft, decision.seats[0]
    if len(words) == 3 and words[2] in _NOSES and words[0] in planes:
        plane, there = planes[words[0]], play.data.board.grid.named.get(words[1])
        if there is not None:
            assert plane.at is not None
            across, down = there[0] - plane.at[0], there[1] - plane.at[1]
            return f"fly {words[0][1:]} {_flight(across, -down, plane.facing, words[2])}"
    return " ".join([decision.kind, *[_called(play, word, seat) for word in words]])


def _called(play: InPlay, word: str, seat: str) -> str:
    plane = play.state.aircraft.get(word)
    if plane is None:
        return word
    return word[1:] if plane.side == seat else f"!{word[1:]}"


@cache
def _flight(across: int, ahead: int, nose: str, then: str) -> str:
    """Return a way and a new heading as seen from a nose.

    A diagonal nose points ahead and to the right.
    """
    eighths = _NOSES[nose]
    for _ in range(eighths // 2):
        across, ahead = -ahead, across
    turn = (_NOSES[then] - eighths) % len(DEGREES)
    return f"{across:+d} {ahead:+d} {turn} {'aslant' if eighths % 2 else 'straight'}"
