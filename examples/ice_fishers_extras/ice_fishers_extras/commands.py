"""Commands for Ice Fishers: `tabletop run ice_fishers COMMAND`."""

from fractions import Fraction
from typing import Annotated

import typer

from .questions import breaks


def ice_report(
    ctx: typer.Context,
    steps: Annotated[int, typer.Option("--steps", min=1, help="How far to go.")] = 5,
) -> None:
    """Tell how likely it is to be still dry after each step."""
    ice = ctx.obj.data_with().tables["ice"]
    dry = Fraction(1)
    for step in range(1, steps + 1):
        dry *= 1 - breaks(ice, step)
        print(f"step {step}: {float(dry):.1%}")
