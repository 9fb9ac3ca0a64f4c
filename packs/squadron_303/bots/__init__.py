"""The bots."""

from .wingman import Wingman

BOTS = {"wingman": Wingman}
