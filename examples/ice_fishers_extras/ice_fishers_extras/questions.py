"""What this package reads from the game."""

from fractions import Fraction

from tabletop_core import Table

FAR_OUT = {False: (), True: ("far_out",)}


def breaks(ice: Table, step: int) -> Fraction:
    """Return how likely a step breaks the ice."""
    return ice.odds(with_=FAR_OUT[step > 3]).p("breaks")
