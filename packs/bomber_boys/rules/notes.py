"""What the log sheet will report, noted in the state as it happens."""

from collections.abc import Sequence

import attrs

from tabletop_core import Event
from tabletop_core.events import narrate

from ..shown.words import WORDS
from ..state import InPlay, Moment, Record

TURNING_POINTS = (
    *("man_lost", "engine_lost", "suffered", "ongoing", "target_in_sight", "bombing_run", "locked"),
)


def note_shot(play: InPlay, event: Event) -> None:
    """Count a shot of a gunner."""
    state = play.state
    state.shooter = event.facts["gunner"]
    one = state.records.get(state.shooter, Record())
    damage = one.damage + event.facts["damage"]
    state.records[state.shooter] = attrs.evolve(one, shots=one.shots + 1, damage=damage)


def note_escort(play: InPlay, event: Event) -> None:
    play.state.shooter = ""


def note_shot_down(play: InPlay, event: Event) -> None:
    """Note who shot down an enemy: the gunner who fired last, or the escort."""
    state, shooter = play.state, play.state.shooter
    if shooter:
        one = state.records[shooter]
        state.records[shooter] = attrs.evolve(one, downed=one.downed + 1)
    note(play, f"{event.facts['enemy']} is shot down by the {shooter or 'escort'}.")


def note_turning_point(play: InPlay, event: Event) -> None:
    note(play, narrate(event, WORDS))


def note(play: InPlay, words: str) -> None:
    play.state.moments.append(Moment(turn_of(play.where), words))


def turn_of(path: Sequence[str]) -> str:
    """Return the number of the turn at a place in the sequence, or the name of the phase.

    >>> turn_of(["Bomber Boys", "Turn 3", "Attack"]), turn_of(["Bomber Boys", "Bombing run"])
    ('3', 'Bombing run')
    """
    turns = [name.removeprefix("Turn ") for name in path if name.startswith("Turn ")]
    return (turns or [path[-1] if path else ""])[0]


NOTED = {
    **dict.fromkeys(TURNING_POINTS, note_turning_point),
    "fired": note_shot,
    "escort": note_escort,
    "shot_down": note_shot_down,
}
