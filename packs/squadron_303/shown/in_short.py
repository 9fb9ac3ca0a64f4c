"""Summaries of the routine steps of a turn, and how decisive each event is."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from tabletop_core import Event
from tabletop_core.events import counted, listed, narrate

from .words import WORDS

Summary = Callable[[Sequence[Event]], str]


def _only(*kinds: str) -> Callable[[Summary], Summary]:
    """Restrict a summary to these kinds of events; with any other kind it is empty."""

    def limit(tell: Summary) -> Summary:
        def summary(events: Sequence[Event]) -> str:
            return tell(events) if all(event.kind in kinds for event in events) else ""

        return summary

    return limit


@_only("declared", "drawn", "discarded")
def cards_in_short(events: Sequence[Event]) -> str:
    """Summarize who declared an ability, and how many cards each player drew and discarded.

    For a single player it names the cards.
    """
    told: list[str] = []
    for event in events:
        if event.kind == "declared":
            who = listed(colour for colour in event.facts["abilities"])
            told.append(f"Abilities declared by {who}")
    drawn = [event for event in events if event.kind != "declared"]
    players = dict.fromkeys(event.facts["colour"] for event in drawn)
    if len(players) == 1:
        return "; ".join([*told, *(narrate(event, WORDS) for event in drawn)])
    for colour in players:
        his = [event for event in drawn if event.facts["colour"] == colour]
        done = [_cards_in_short(kind, list(some)) for kind, some in groupby(his, _kind)]
        told.append(f"{colour.capitalize()} {listed(done)}")
    return "; ".join(told)


def _kind(event: Event) -> str:
    return event.kind


def _cards_in_short(kind: str, events: Sequence[Event]) -> str:
    if kind == "drawn":
        return f"draws {counted(sum(len(event.facts['faces']) for event in events), 'card')}"
    return f"discards {counted(sum(len(event.facts['names']) for event in events), 'card')}"


@_only("moved", "start_changed", "must_stay", "served")
def planes_in_short(events: Sequence[Event]) -> str:
    """Summarize where the players' planes fly, or how they are serviced on the ground."""
    return "; ".join(narrate(event, WORDS) for event in events)


@_only("squadron_moved", "token_moved", "token_off", "joined", "patrolling", "turned_home")
def germans_in_short(events: Sequence[Event]) -> str:
    """Summarize where the squadrons fly, and how many Maneuver tokens come off."""
    told = []
    before: tuple[str, str] | None = None
    for event in events:
        if event.kind == "squadron_moved":
            squadron, start, end = (event.facts[name] for name in ("squadron", "start", "end"))
            if (squadron, start) == before:
                told[-1] += f" and on to {end}"
            else:
                told.append(f"Squadron {squadron} flies from {start} to {end}")
            before = squadron, end
            continue
        before = None
        if event.kind != "token_off":
            told.append(narrate(event, WORDS))
    tokens = [event for event in events if event.kind == "token_off"]
    if len(tokens) > 1:
        told.append(f"{counted(len(tokens), 'Maneuver token')} come off")
    elif tokens:
        told.append(narrate(tokens[0], WORDS))
    return _joined(told)


def _joined(told: Sequence[str]) -> str:
    """Join sentences into one, with only its first word capitalized."""
    return "; ".join([*told[:1], *(re.sub("^A ", "a ", one) for one in told[1:])])


@_only(
    *("fight", "opponent", "rolled", "rolled_again", "helped", "specialization_used"),
    *("placed_in_round", "sequence_alone", "supported", "effect", "marked", "token_kept"),
    *("medal_spent", "round", "struck_first"),
)
def rounds_in_short(events: Sequence[Event]) -> str:
    """Summarize a round of a Fight by its opponent and result, once the result is known.

    The summary is empty if a second round or another Fight begins among the events.
    """
    kinds = [event.kind for event in events]
    if any(kind in ("fight", "opponent") for kind in kinds[1:]):
        return ""
    told = [narrate(event, WORDS) for event in events]
    if "round" not in kinds:
        return _joined(told)
    result = told[kinds.index("round")]
    if kinds[0] == "fight":
        result = f"{told[0]}, {result.partition(', ')[2]}"
    return "; ".join([result, *_tokens_in_short(events)])


def _tokens_in_short(events: Sequence[Event]) -> list[str]:
    """Report the Maneuver tokens of a round: they hold planes next turn."""
    given: Counter[str] = Counter()
    for event in events:
        if event.kind == "marked":
            given[event.facts["plane"]] += event.facts["number"]
    told = [f"{plane} gets {counted(number, 'Maneuver token')}" for plane, number in given.items()]
    kept = [narrate(event, WORDS) for event in events if event.kind == "token_kept"]
    return told + kept[-1:]


TONES: dict[str, Any] = {
    **dict.fromkeys(("event_won", "medal", "ace_down", "level", "gone_home"), "good"),
    **dict.fromkeys(("shot_down", "destroyed", "event_failed"), "bad"),
    **dict.fromkeys(("damaged", "bombs", "struck", "british_hit", "bonus_moves"), "warn"),
    "plane_down": lambda facts: "good" if facts["by"] else "bad",
    "scenario_over": lambda facts: "good" if facts["result"] == "win" else "bad",
}
"""How decisive each kind of event is."""
