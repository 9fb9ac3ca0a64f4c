"""Who flies when no one does."""

from .wingman import Wingman

BOTS = {"wingman": Wingman}
