"""What is to be drawn: the panels, and what is marked on them at this moment."""

from collections.abc import Mapping, Sequence
from functools import cached_property

import attrs

from ..panels import Panel
from ..panels.changes import Changes
from ..panels.views import unfolded


@attrs.frozen(kw_only=True, slots=False, eq=False)
class Scene:
    """A view with its marks, as one viewer is to see it.

    Attributes:
        panels: the view; boards inside other panels become panels of their own.
        glowing: ids of what may be touched next (`Decision.glowing`).
        hand: ids of what has been touched already.
        asked: ids of all that open questions touch; these counters are in no pile.
        left: what would be left to spend, by the ids of what may be touched (`Decision.left_at`).
        changes: what changed since the viewer last looked.
        people: name and number of the face of each of `Facts.people`, by id.
    """

    panels: Sequence[Panel] = attrs.field(converter=unfolded)
    glowing: frozenset[str] = frozenset()
    hand: tuple[str, ...] = ()
    asked: frozenset[str] = frozenset()
    left: Mapping[str, float] = attrs.field(factory=dict)
    changes: Changes = attrs.field(factory=Changes)
    people: Mapping[str, tuple[str, int]] = attrs.field(factory=dict)

    def mark(self, name: str) -> str:
        """Return the classes of the marks on a thing, such as `ring glow`."""
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
        """Return what would be left to spend at a thing, as it is written there, such as `1½`."""
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
        """The ids of counters that are in no pile, whatever looks like them."""
        return self.asked.union(self.glowing, self.hand)

    @cached_property
    def _marked(self) -> frozenset[str]:
        return self.glowing.union(self.hand, self.changes.touched)
