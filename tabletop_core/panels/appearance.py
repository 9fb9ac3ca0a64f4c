"""How things on the table may look, and where panels may be placed."""

import re
from enum import Enum
from functools import lru_cache

from ..errors import TabletopError


class PanelError(TabletopError, ValueError):
    """A panel that cannot be right: two things with one id, a piece where there is no space."""


class Place(Enum):
    """Where a panel would best be placed; the front end decides.

    The board belongs in the middle, what a seat holds below it, what is looked at now and then
    beside it, and what is seldom read at the foot.
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
"""Whose a thing is, the colour that a side is named after, or in what condition a thing is.

Wherever a tone is drawn, it has a shape as well as a colour.
"""

_PLAIN = re.compile(r"[a-z][a-z0-9_-]*")

GROUNDS = ("", "sea", "land", "wood", "hill", "town", "marsh", "road", "cloud", "storm")
"""What covers a space of a board; each has a pattern as well as a colour."""


def check_ground(ground: str, what: str, name: str) -> None:
    """Refuse an unknown ground; `what` and `name` say what has it.

    Raises:
        PanelError: it is not one of `GROUNDS`.
    """
    if ground not in GROUNDS:
        known = ", ".join(filter(None, GROUNDS))
        raise PanelError(
            f"the {what} {name!r} has the unknown ground {ground!r}; use one of {known}"
        )


def check_tone(tone: str, what: str, name: str) -> None:
    """Refuse what cannot be a tone; `what` and `name` say what has it.

    A tone outside `TONES` is one of the game's theme. No panel knows that; `tabletop check` does.

    Raises:
        PanelError: it is not a plain name.
    """
    if tone not in TONES and not _PLAIN.fullmatch(tone):
        known = ", ".join(filter(None, TONES))
        raise PanelError(
            f"the {what} {name!r} has the tone {tone!r}, which is not a plain name; use one of "
            f"{known}, one of the game's theme, or none"
        )


def tone_class(tone: str) -> str:
    """Return the class of a tone in pictures and pages.

    >>> tone_class("blue"), tone_class("sea"), tone_class("")
    ('blue', 'tone-sea', '')
    """
    return tone if tone in TONES else f"tone-{tone}"


def check_id(id_: str, what: str, name: str) -> None:
    """Refuse an id that an option cannot hold; `what` and `name` say what has it.

    Raises:
        PanelError: it is empty or contains blanks.
    """
    if id_.split() != [id_]:
        raise PanelError(
            f"the {what} {name!r} has the id {id_!r}; give it one without blanks, such as `w3`"
        )


@lru_cache(maxsize=4096)
def id_from(title: str) -> str:
    """Return an id made from a title or a label.

    >>> id_from("Aircraft of the west")
    'aircraft_of_the_west'
    """
    signs = (sign if sign.isalnum() else " " for sign in title.casefold())
    return "_".join("".join(signs).split()) or "panel"
