"""Names that have moved, with where they are now.

What a pack still uses under its old name is refused with the new one. `tabletop check` lists all of
them at once (`C100`). A name leaves this table with the release after the next.
"""

from collections.abc import Iterable, Mapping
from functools import wraps
from typing import Any, NoReturn, TypeVar

import attrs

T = TypeVar("T")

MOVED: Mapping[str, str] = {
    "Game.theme": "Game.look.theme",
    "Game.view": "Game.look.view",
    "Game.words": "Game.look.words",
    "Game.result_words": "Game.look.result_words",
    "Game.tones": "Game.look.tones",
    "Game.status": "Game.look.status",
    "Game.log_sheet": "Game.look.log_sheet",
    "Game.shows_root": "Game.look.shows_root",
    "Game.observe": "Game.learning.observe",
    "Game.most_options": "Game.learning.most_options",
    "Game.most_options_with": "Game.learning.most_options_with",
    "Game.action_key": "Game.learning.action_key",
    "Match.undo": "Match.history.undo",
    "Match.redo": "Match.history.redo",
    "Match.retry": "Match.history.retry",
    "Match.undo_chance": "Match.history.undo_chance",
    "Match.last_answer": "Match.history.last_answer",
    "Match.answered_by": "Match.history.answered_by",
    "Match.undone_by": "Match.history.undone_by",
    "Match.checkpoints": "Match.history.checkpoints",
    "Match.step_start": "Match.history.checkpoints.step_start",
    "Match.where": "Match.play.where",
    "Match.rounds": "Match.play.rounds",
    "Match.event_count": "len(Match.events)",
    "Match.events_since": "Match.events[first:]",
    "Match.first_event_in_memory": "Match.events.first_in_memory",
    "Match.as_it_was": "tabletop_core.engine.past.as_it_was(Match, ...)",
    "Match.retraced": "tabletop_core.engine.past.retraced(Match, ...)",
    "Match.set_field": "tabletop_core.engine.field_edits.edit_field(Match, ...)",
    "Match.chance_of_fork": "tabletop_core.engine.match.chance_of_fork(Match, ...)",
}
"""Old names and new ones: `Class.name`, or the module and the name in it."""


def says_what_moved(kind: type[T]) -> type[T]:
    """Let a class name the new places of its old arguments and attributes in its errors."""
    owner = kind.__name__

    def missing(self: T, name: str) -> NoReturn:
        new = MOVED.get(f"{owner}.{name}")
        now = f"; it has moved: write {new.replace(owner, owner.lower())}" if new else ""
        raise AttributeError(f"a {owner} has no {name!r}{now}", name=name, obj=self)

    kind.__getattr__ = missing  # type: ignore[attr-defined]
    if attrs.has(kind):
        init = kind.__init__

        @wraps(init)
        def checked(self: T, *args: Any, **given: Any) -> None:
            old = {name: MOVED[f"{owner}.{name}"] for name in given if f"{owner}.{name}" in MOVED}
            if old:
                now = as_written(old.values())
                raise TypeError(f"{owner} takes no {', '.join(old)} any more; write {now}")
            init(self, *args, **given)

        kind.__init__ = checked  # type: ignore[assignment]
    return kind


def as_written(places: Iterable[str]) -> str:
    """Return a call that gives these arguments, each named as `Class.part.argument`.

    >>> as_written(["Game.look.view", "Game.look.words", "Game.learning.observe"])
    'Game(look=Look(view=..., words=...), learning=Learning(observe=...))'
    """
    parts: dict[str, list[str]] = {}
    for place in places:
        owner, part, name = place.split(".")
        parts.setdefault(part, []).append(f"{name}=...")
    written = (f"{part}={part.capitalize()}({', '.join(names)})" for part, names in parts.items())
    return f"{owner}({', '.join(written)})"
