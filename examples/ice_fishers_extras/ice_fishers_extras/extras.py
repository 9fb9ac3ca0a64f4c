"""What this package adds to Ice Fishers."""

from typing import Annotated

import typer

from tabletop_core import Bot
from tabletop_core.panels import Facts

FAR_OUT = {False: (), True: ("far_out",)}


def ice_report(
    ctx: typer.Context,
    steps: Annotated[int, typer.Option("--steps", min=1, help="How far to go.")] = 5,
) -> None:
    """Tell how likely it is to be still dry after each step."""
    ice = ctx.obj.load_data(()).tables["ice"]
    dry = 1
    for step in range(1, steps + 1):
        dry *= 1 - ice.odds(with_=FAR_OUT[step > 3]).p("breaks")
        print(f"step {step}: {float(dry):.1%}")


class Daring(Bot):
    """Goes home with four fish, however far out."""

    def choose(self, play, decision):
        return "home" if play.state.catch >= 4 else "on"


def next_step(play, viewer):
    """Show how likely the ice is to break at the next step."""
    ice = play.data.tables["ice"]
    breaks = ice.odds(with_=FAR_OUT[play.state.steps >= 3]).p("breaks")
    return [Facts(title="The next step", rows=(("the ice breaks", f"{float(breaks):.0%}"),))]
