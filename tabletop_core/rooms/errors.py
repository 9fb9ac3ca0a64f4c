"""Errors about rooms."""

from ..errors import TabletopError


class RoomError(TabletopError):
    """Something that cannot be done in a room, now or by this person."""


class NotFoundError(RoomError):
    """A room, a pack or a chart that does not exist."""


class MisplacedError(RoomError):
    """A room that belongs to another worker of the server."""


class SetAsideError(RoomError):
    """A room that is closed for now, because one of its rules did not end."""


class PutAwayError(RoomError):
    """A room whose game is over and was put away, because nobody looked at it."""
