"""What the log sheet will report, noted in the state as it happens."""

from collections.abc import Iterable

from tabletop_core import Event
from tabletop_core.events import narrate

from ..shown.log_sheet import RETREAT, WAYS
from ..shown.words import WORDS
from ..state import InPlay, Moment


def note_shot(play: InPlay, event: Event) -> None:
    """Count a shot, and note what it shot down."""
    facts, state = event.facts, play.state
    attacker = facts["attacker"]
    for counted in (state.shots, *([state.hits] if facts["hit"] else [])):
        by_kind = counted.setdefault(event.kind, {})
        by_kind[attacker] = by_kind.get(attacker, 0) + 1
    if facts["hit"]:
        of = f"{attacker} base" if event.kind == "battery" else attacker
        note(play, event, [(facts["defender"], f"{WAYS[event.kind]} of {of}")])


def note_ram(play: InPlay, event: Event) -> None:
    how = f"{event.facts['attacker']} rammed {event.facts['defender']}"
    note(play, event, [(aircraft, how) for aircraft in event.facts["lost"]])


def note_retreat(play: InPlay, event: Event) -> None:
    note(play, event, [(event.facts["aircraft"], RETREAT)])


def note(play: InPlay, event: Event, lost: Iterable[tuple[str, str]] = ()) -> None:
    """Note an event in words, with its round and the cause of each loss."""
    words = narrate(event, WORDS)
    play.state.moments.append(Moment(play.rounds, words, tuple(lost)))


NOTED = {
    **dict.fromkeys(WAYS, note_shot),
    "ram": note_ram,
    "retreated": note_retreat,
    "bombs": note,
}
