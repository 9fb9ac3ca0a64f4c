"""What is to be drawn: the panels, and what is special about them at this moment."""

from collections.abc import Mapping, Sequence
from functools import cached_property

import attrs

from ..panels import Changes, Panel, unfolded


@attrs.frozen(kw_only=True, slots=False, eq=False)
class Scene:
    """A view as it is to be drawn for one viewer.

    Attributes:
        panels: the view.
        glowing: ids of what may be touched next (`Decision.glowing`).
        hand: ids of what has been touched already.
        asked: ids of what open questions touch, first or later: no counter of it lies in a pile.
        left: what is left to be spent where something may be touched next (`Decision.left_at`).
        changes: what changed since the viewer last looked.
    """

    panels: Sequence[Panel] = attrs.field(converter=unfolded)
    glowing: frozenset[str] = frozenset()
    hand: tuple[str, ...] = ()
    asked: frozenset[str] = frozenset()
    left: Mapping[str, float] = attrs.field(factory=dict)
    changes: Changes = attrs.field(factory=Changes)

    def mark(self, name: str) -> str:
        """Return the classes for what is special about a thing, such as `ring glow`."""
        if name not in self._marked:
            return ""
        found = []
        if name in self.changes.touched:
            found.append("ring")
        if name in self.hand:
            found.append("hand")
        elif name in self.glowing:
            found.append("glow")
        return " ".join(found)

    def left_words(self, name: str) -> str:
        """Return what is left to be spent at a thing as it is written there, such as `1½`."""
        if name not in self.left:
            return ""
        whole, rest = divmod(self.left[name], 1)
        return f"{int(whole) or ''}½" if rest == 0.5 else f"{self.left[name]:g}"

    def words_before(self, name: str, now: str) -> str:
        """Return what a part showed when the viewer last looked, if that differs; else nothing."""
        if name not in self.changes.changed:
            return ""
        before = self.changes.changed[name][0].what
        was = "" if before is None else before.words
        return was if was != now else ""

    @cached_property
    def apart(self) -> frozenset[str]:
        """The ids of counters that lie alone, whatever looks the same."""
        return self.asked.union(self.glowing, self.hand)

    @cached_property
    def _marked(self) -> frozenset[str]:
        return self.glowing.union(self.hand, self.changes.touched)
