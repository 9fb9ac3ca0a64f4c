"""Events: what happened, as values.

An event holds plain facts: numbers, texts, lists and mappings of these.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ..viewers import Viewer

EVERYONE = "everyone"
"""The winner of a game that the seats win together."""


class Event(NamedTuple):
    """One thing that happened.

    `step` names the step of the sequence, `rule` the rule being carried out.
    `seats` is None when everyone may know; otherwise only these seats may.
    """

    kind: str
    step: str
    rule: str
    facts: Mapping[str, Any]
    seats: tuple[str, ...] | None = None

    def to_json(self) -> str:
        """Return the event as one line of JSON, always the same for the same event.

        Its facts stand beside its headings; where one has the name of a heading, in `facts`.
        """
        line: dict[str, Any] = {"kind": self.kind, "step": self.step, "rule": self.rule}
        if self.seats is not None:
            line["seats"] = list(self.seats)
        is_clear = self.facts.keys().isdisjoint(self._fields)
        facts = dict(self.facts) if is_clear else {"facts": dict(self.facts)}
        return json.dumps(line | facts, ensure_ascii=False)

    def seen_by(self, viewer: Viewer) -> bool:
        """Return whether a viewer may know of it."""
        return self.seats is None or viewer.knows(*self.seats)


def shown_to_all(events: Iterable[Event]) -> list[Any]:
    """Return the faces and the names of cards that these events have shown to everyone."""
    shown: list[Any] = []
    for event in events:
        if event.seats is None:
            shown += event.facts.get("faces") or ()
            shown += [event.facts["name"]] if event.kind == "draw" else ()
            shown += event.facts["revealed"] if event.kind == "undone" else ()
    return shown


def to_lines(events: Sequence[Event]) -> str:
    """Return events as JSON lines."""
    return "".join(event.to_json() + "\n" for event in events)
