"""What a person at the keyboard wants instead of an answer."""

from ...errors import TabletopError


class Leave(TabletopError):  # noqa: N818
    """The person stops playing; the game stays saved."""


class Retake(TabletopError):  # noqa: N818
    """The person wants to undo or redo something; the text is the command typed."""
