"""Who looks at a game: the seats whose eyes are on the table.

What only some seats may know belongs to them; whoever shows it asks the viewer first.
"""


class Viewer:
    """A set of seats that look: one, all those of a person at the keyboard, or none.

    Without seats it is a spectator, who sees what all may see.
    `ALL_SEEING` is the one viewer that sees everything: for finished games and an author's tools.

    >>> Viewer("west").knows("west"), Viewer("west").knows("east"), Viewer().knows("west")
    (True, False, False)
    """

    __slots__ = ("seats",)

    def __init__(self, *seats: str) -> None:
        self.seats = frozenset(seats)

    def knows(self, *seats: str) -> bool:
        """Tell whether this viewer may see what any of these seats may see."""
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
"""Sees everything, whosever it is: for games that are over, and for tools of an author."""

SPECTATOR = Viewer()
"""Sees what all may see."""
