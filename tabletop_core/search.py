"""The former address of `tabletop_core.bots`, kept for one release."""

from warnings import warn

from .bots.advice import Advice, advise

__all__ = ["Advice", "advise"]

warn("advise is now in tabletop_core.bots.advice", DeprecationWarning, stacklevel=2)
