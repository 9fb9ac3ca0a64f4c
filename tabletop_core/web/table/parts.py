"""The parts of a page by the ids of their elements, and how two looks at a table differ."""

from collections import ChainMap
from collections.abc import Collection, Mapping
from typing import Any

from .markup import holes


class Parts(ChainMap[str, str]):
    """The parts of one look in layers, of which the first that has a part counts.

    Looks share the layers that are the same: a board of hundreds of spaces is kept once, and what
    did not change need not be compared.

    >>> board = {"A1": "an empty space", "B1": "an empty space"}
    >>> before = Parts({"A1": "a fighter", "@log-0": "w1 waits"}, board)
    >>> now = Parts({"B1": "a fighter"}, board)
    >>> sorted(now.changed_from(before).items())
    [('@log-0', None), ('A1', 'an empty space'), ('B1', 'a fighter')]
    """

    def get(self, name: str, default: Any = None) -> Any:
        """Return a part; the usual way through the layers takes many times as long."""
        for layer in self.maps:
            html = layer.get(name)
            if html is not None:
                return html
        return default

    def whole(self, but: Collection[int] = ()) -> dict[str, str]:
        """Return all parts as one plain mapping: outer parts come before inner ones.

        `but` are layers to leave out, by their `id()`.
        """
        layers = [layer for layer in self.maps if id(layer) not in but]
        found = dict(layers[0]) if layers else {}
        for layer in reversed(layers):
            found.update(layer)
        return found

    def changed_from(self, before: "Parts") -> dict[str, str | None]:
        """Return what looks otherwise than before, or lies in another part; None for what is gone.

        Outer parts come before inner ones.
        """
        # What is the very layer of before is not looked at.
        shared = {*map(id, self.maps)} & {*map(id, before.maps)}
        now, was = self.whole(shared), before.whole(shared)
        names = [name for name, html in now.items() if was.get(name) != html]
        names += [name for name in was if name not in now]
        found = {name: self.get(name) for name in names}
        found = {name: html for name, html in found.items() if html != before.get(name)}
        return found | self._moved(found, before)

    def _moved(self, outer: Mapping[str, str | None], before: "Parts") -> dict[str, str]:
        """Return the parts inside changed ones that lay in another before, and those inside them.

        Who replaces the outer parts one by one has lost them by then.
        """
        found: dict[str, str] = {}
        for name, html in outer.items():
            there = set(holes(before.get(name) or ""))
            for inner in holes(html or ""):
                if inner not in there and inner not in outer and inner in self:
                    found[inner] = self[inner]
        return found | self._moved(found, Parts()) if found else {}
