"""What can be wrong with a request about a room."""

from ...errors import TabletopError


class RoomError(TabletopError):
    """Something that cannot be done in a room, now or by this person."""


class NotFoundError(RoomError):
    """A room, a pack or a chart that is not there."""


class SetAsideError(RoomError):
    """A room that is closed for now, since one of its rules did not end."""
