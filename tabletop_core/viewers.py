"""Who looks at a game: the seats whose eyes are on the table.

What only some seats may know belongs to them; whoever shows it asks the viewer first.
"""

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any
from warnings import warn


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


def viewer_of(viewer: "Viewer | str | None") -> Viewer:
    """Return who looks, where a seat may be given as before 0.2; None is a spectator.

    For one release, with a warning.
    """
    if isinstance(viewer, Viewer):
        return viewer
    warn(
        f"what is seen is asked of a viewer: give Viewer({viewer!r}) in place of {viewer!r}"
        if viewer
        else "what is seen is asked of a viewer: give Viewer() for a spectator, or ALL_SEEING",
        DeprecationWarning,
        stacklevel=3,
    )
    return Viewer(viewer) if viewer else SPECTATOR


def for_a_viewer(show: Any, unseen: Callable[[Any], Any]) -> Any:
    """Return a function of `(play, viewer)` for one of `(play, seat)`, as it was before 0.2.

    For one release, with a warning; a function of another second parameter is returned as it is.
    An older one cannot say what a spectator may see: of a game that hides something a spectator
    gets `unseen(play)`, and who looks with several seats what the first of them sees.
    """
    if show is None or not takes_a_seat(show):
        return show
    warn(
        f"{show.__module__}.{show.__qualname__}(play, seat) is shown to a viewer now: call its "
        "second parameter `viewer`, and ask viewer.knows(seat) what may be shown",
        DeprecationWarning,
        stacklevel=4,
    )

    @wraps(show)
    def shown(play: Any, viewer: Any) -> Any:
        seats = sorted(viewer_of(viewer).seats)
        if seats:
            return show(play, seats[0])
        if viewer == ALL_SEEING or not play.game.hides:
            return show(play, None)
        return unseen(play)

    return shown


def takes_a_seat(show: Any) -> bool:
    """Tell whether a function is one of `(play, seat)`."""
    try:
        names = list(signature(show, follow_wrapped=False).parameters)
    except (TypeError, ValueError):
        return False
    return names[1:2] == ["seat"]
