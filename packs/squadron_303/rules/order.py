"""Who acts next: the players agree (p. 9 and 11)."""

from collections.abc import Iterable

from tabletop_core import Asks, by_id

from ..questions.names import area_name
from ..state import Fighter, InPlay


def who_is_next(play: InPlay, prompt: str, ready: Iterable[Fighter]) -> Asks:
    """Let the players agree who acts next; any of them may say so. Return a colour."""
    boards = {fighter.colour: fighter for fighter in ready}
    options = {colour: f"{it.name} at {area_name(play, it.area)}" for colour, it in boards.items()}
    seats = tuple(dict.fromkeys(fighter.seat for fighter in boards.values()))
    return (yield from play.choose(prompt, options, seat=seats, at=by_id()))
