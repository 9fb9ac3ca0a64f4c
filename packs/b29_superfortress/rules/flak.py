"""Flak: charts 6-2 to 6-5, and what fighters launch or drop (5-3 notes d and e)."""

from tabletop_core import Asks, rule

from ..state import InPlay
from .charts import carry_out, chart, look_up, resolve
from .damage import damage


@rule("6-2", "Flak over the target")
def meet_flak(play: InPlay) -> Asks:
    """Chart 6-2 shows how heavy the flak over the target is, 6-3 how often it hits."""
    play.state.mission.bomb_run.flak_met = True
    yield from resolve(play, "6-2")


@chart("6-3")
@rule("6-3", "A burst of flak")
def burst(play: InPlay, name: str, **how: object) -> Asks:
    """For a hit, 6-4 gives the number of shells and 6-5 places each."""
    if look_up(play, name, **how).result != "hit":
        return
    shells = look_up(play, "6-4").result
    if not isinstance(shells, int):
        yield from carry_out(play, shells)
        return
    for _ in range(shells):
        yield from damage(play, str(look_up(play, "6-5").result))
