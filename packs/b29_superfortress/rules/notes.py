"""The turning points for the log sheet, recorded in the state as they happen."""

from tabletop_core import Event
from tabletop_core.events import narrate

from ..shown.in_short import TONES, tone_of
from ..shown.words import WORDS
from ..state import InPlay

ALWAYS = ("bombed", "aborted")
"""Events that are always recorded."""


def note_turning_point(play: InPlay, event: Event) -> None:
    """Record a decisive event with its turn and zone."""
    if tone_of(event) in ("good", "bad") or event.kind in ALWAYS:
        words = narrate(event, WORDS, play.data.names)
        play.state.mission.points.append(f"{place_of(play)}: {words}")


def place_of(play: InPlay) -> str:
    """Return the turn and the zone in words, or only the zone before the first turn and at home."""
    turn = next((name for name in play.where if name.startswith("Turn ")), "")
    zone = play.state.mission.flight.zone
    where = f"zone {zone}" if zone else "the base"
    return f"{turn}, {where}" if turn else where.capitalize()


NOTED = dict.fromkeys((*TONES, *ALWAYS), note_turning_point)
