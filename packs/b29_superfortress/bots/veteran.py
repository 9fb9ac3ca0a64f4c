"""The `veteran` bot: a skipper who carries bombs rather than fuel."""

from typing import Any, ClassVar

from tabletop_core import Decision
from tabletop_core.bots import Policies

from ..rules import target
from ..state import InPlay
from .skipper import Skipper, tanks_with
from .skipper import tanks as sound_tanks

RESERVE = 3
"""Boxes of fuel beyond the need without mishaps; chosen by 2,400 missions, see NOTES.md."""


def tanks(play: InPlay, decision: Decision) -> Any:
    """Fit the fewest that leave a small reserve: each takes the place of a quarter of the bombs.

    A tour is won by coming home, so there the reserve is the skipper's.
    """
    is_tour = play.options["mission"] == "tour"
    return sound_tanks(play, decision) if is_tour else tanks_with(play, RESERVE)


class Veteran(Skipper):
    """A skipper who takes the risk of running short that full bomb bays are worth."""

    policies: ClassVar[Policies] = {**Skipper.policies, target.fit_bay_tanks: tanks}
