"""Viewers of a game: the seats that look at the table.

Some facts are known to some seats only; code that shows one must ask the viewer first.
"""


class Viewer:
    """The seats through which somebody looks: one, all those of a person at the keyboard, or none.

    A viewer without seats is a spectator, who sees what all may see.
    `ALL_SEEING` is the only viewer that sees everything: for finished games and an author's tools.

    >>> Viewer("west").knows("west"), Viewer("west").knows("east"), Viewer().knows("west")
    (True, False, False)
    """

    __slots__ = ("seats",)

    def __init__(self, *seats: str) -> None:
        self.seats = frozenset(seats)

    def knows(self, *seats: str) -> bool:
        """Return whether this viewer may see what is known only to these seats."""
        return not self.seats.isdisjoint(seats)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.seats == other.seats

    def __hash__(self) -> int:
        return hash(self.seats)

    def __repr__(self) -> str:
        return f"Viewer({', '.join(map(repr, sorted(self.seats)))})"


class _AllSeeing(Viewer):
    __slots__ = ()

    def knows(self, *seats: str) -> bool:
        return True

    def __repr__(self) -> str:
        return "ALL_SEEING"


ALL_SEEING: Viewer = _AllSeeing()
"""Sees everything, whoever it belongs to: for finished games and an author's tools."""

SPECTATOR = Viewer()
"""Sees what all may see."""
