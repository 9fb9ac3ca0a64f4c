"""The parts of a page by the ids of their elements, and how two looks at a table differ."""

from collections import ChainMap


class Parts(ChainMap[str, str]):
    """The parts of one look: its own, over those that many looks share.

    So a board of hundreds of spaces is kept once, and looks that share it compare their own parts.

    >>> board = {"A1": "an empty space", "B1": "an empty space"}
    >>> before = Parts({"A1": "a fighter", "@log-0": "w1 waits"}, board)
    >>> now = Parts({"B1": "a fighter"}, board)
    >>> sorted(now.changed_from(before).items())
    [('@log-0', None), ('A1', 'an empty space'), ('B1', 'a fighter')]
    """

    def whole(self) -> dict[str, str]:
        """Return all parts as one plain mapping: outer parts come before inner ones."""
        found = dict(self.maps[0])
        for parts in reversed(self.maps):
            found.update(parts)
        return found

    def changed_from(self, before: "Parts") -> dict[str, str | None]:
        """Return what looks otherwise than before; None for what is gone."""
        if self.maps[1:] == before.maps[1:]:
            now, was = self.maps[0], before.maps[0]
        else:
            now, was = self.whole(), before.whole()
        found: dict[str, str | None] = {
            name: html for name, html in now.items() if was.get(name) != html
        }
        # Where an own part is gone, the shared one below shows again.
        found.update((name, self.get(name)) for name in was.keys() - now.keys())
        return found
