"""The parts of a page by the ids of their elements, and the difference between two looks."""

from collections import ChainMap
from collections.abc import Collection, Mapping
from typing import Any

from .markup import holes


class Parts(ChainMap[str, str]):
    """The parts of one look in layers; the first layer with a part counts.

    Looks share equal layers, so a board of hundreds of spaces is kept once, and unchanged layers
    need no comparison.

    >>> board = {"A1": "an empty space", "B1": "an empty space"}
    >>> before = Parts({"A1": "a fighter", "@log-0": "w1 waits"}, board)
    >>> now = Parts({"B1": "a fighter"}, board)
    >>> sorted(now.changed_from(before).items())
    [('@log-0', None), ('A1', 'an empty space'), ('B1', 'a fighter')]
    """

    def get(self, name: str, default: Any = None) -> Any:
        """Return a part. `ChainMap` would take many times as long."""
        for layer in self.maps:
            html = layer.get(name)
            if html is not None:
                return html
        return default

    def whole(self, but: Collection[int] = ()) -> dict[str, str]:
        """Return all parts as one plain mapping, outer parts before inner ones.

        `but` are layers to leave out, by their `id()`.
        """
        layers = [layer for layer in self.maps if id(layer) not in but]
        found = dict(layers[0]) if layers else {}
        for layer in reversed(layers):
            found.update(layer)
        return found

    def changed_from(self, before: "Parts") -> dict[str, str | None]:
        """Return what looks different or is in another part, with None for what is gone.

        Outer parts come before inner ones.
        """
        # A layer that is the same object as before is skipped.
        shared = {*map(id, self.maps)} & {*map(id, before.maps)}
        now, was = self.whole(shared), before.whole(shared)
        names = [name for name, html in now.items() if was.get(name) != html]
        names += [name for name in was if name not in now]
        found = {name: self.get(name) for name in names}
        found = {name: html for name, html in found.items() if html != before.get(name)}
        return found | self._moved(found, before)

    def _moved(self, outer: Mapping[str, str | None], before: "Parts") -> dict[str, str]:
        """Return the parts in changed ones that were in another part before, and those inside them.

        Replacing the outer parts one by one has removed them by then.
        """
        found: dict[str, str] = {}
        for name, html in outer.items():
            there = set(holes(before.get(name) or ""))
            for inner in holes(html or ""):
                if inner not in there and inner not in outer and inner in self:
                    found[inner] = self[inner]
        return found | self._moved(found, Parts()) if found else {}
