"""How things on the table may look, and where panels like to be."""

from enum import Enum
from functools import lru_cache

from ..errors import TabletopError


class PanelError(TabletopError, ValueError):
    """A panel that cannot be: two things of one id, a piece where there is no space."""


class Place(Enum):
    """Where a panel likes to be; the front end decides.

    The board in the middle, what a seat holds below it, what it looks at now and then beside it,
    what it reads seldom at the foot.
    """

    BOARD = "board"
    HAND = "hand"
    SIDE = "side"
    FOOT = "foot"


TONES = (
    *("", "ours", "theirs"),
    *("red", "blue", "green", "yellow"),
    *("good", "bad", "warn", "quiet"),
)
"""What a tone tells: whose a thing is, the colour a side is called by, or how it stands.

Each has a shape besides its colour wherever it is drawn.
"""

GROUNDS = ("", "sea", "land", "wood", "hill", "town", "marsh", "road")
"""What a space of a board is covered with; each has a pattern besides its colour."""


def check_ground(ground: str, what: str, name: str) -> None:
    """Refuse a ground that is not known; `what` of this name has it.

    Raises:
        PanelError: it is none of `GROUNDS`.
    """
    if ground not in GROUNDS:
        known = ", ".join(filter(None, GROUNDS))
        raise PanelError(
            f"the {what} {name!r} has the unknown ground {ground!r}; use one of {known}"
        )


def check_tone(tone: str, what: str, name: str) -> None:
    """Refuse a tone that is not known; `what` of this name has it.

    Raises:
        PanelError: it is none of `TONES`.
    """
    if tone not in TONES:
        known = ", ".join(filter(None, TONES))
        raise PanelError(
            f"the {what} {name!r} has the unknown tone {tone!r}; use one of {known}, or none"
        )


def check_id(id_: str, what: str, name: str) -> None:
    """Refuse an id that cannot stand in an option; `what` of this name has it.

    Raises:
        PanelError: it is empty or has blanks in it.
    """
    if id_.split() != [id_]:
        raise PanelError(
            f"the {what} {name!r} has the id {id_!r}; give it one without blanks, such as `w3`"
        )


@lru_cache(maxsize=4096)
def id_from(title: str) -> str:
    """Return the id of what has a title and nothing else to be called by.

    >>> id_from("Aircraft of the west")
    'aircraft_of_the_west'
    """
    signs = (sign if sign.isalnum() else " " for sign in title.casefold())
    return "_".join("".join(signs).split()) or "panel"
