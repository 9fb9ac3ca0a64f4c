"""Who plays, which mission is flown, and when."""

from typing import NamedTuple

from tabletop_core import Viewer

from ..data import MissionCard
from ..state import SQUADRON, InPlay


def is_two_player(play: InPlay) -> bool:
    return len(play.seats) == 2


def hidden_from_german(play: InPlay) -> tuple[str, ...] | None:
    """Return who may know what only the squadron's player may know (13.0); None: everybody."""
    return (SQUADRON,) if is_two_player(play) else None


def is_hidden_from(play: InPlay, viewer: Viewer) -> bool:
    """Return whether one who looks may not know what only the squadron's player may know (13.0)."""
    return is_two_player(play) and not viewer.knows(SQUADRON)


def campaign_name(play: InPlay) -> str:
    name = play.options["campaign"]
    return "Single mission" if name == "single" else play.data.campaigns[name].name


def active_card(play: InPlay) -> MissionCard:
    return play.data.mission_cards[play.state.mission.card]


def goal_of(play: InPlay) -> str:
    """Return where the formation is going: to the target, and home once it has bombed."""
    return play.data.base if play.state.mission.bombed else active_card(play).target.box


def year(play: InPlay) -> str:
    return play.data.year_of(play.state.box)


class Guarded(NamedTuple):
    """Boxes that a route may go around, and what one of them and several are called."""

    boxes: frozenset[str]
    one: str
    many: str


def guarded_boxes(play: InPlay) -> Guarded:
    """Return the boxes that a route may go around.

    Alone these are the flak sites (5.7); of two players, the German one fires where he likes, but
    heavy flak in red boxes only (13.2).
    """
    data = play.data
    if is_two_player(play):
        return Guarded(data.red_boxes, "red box", "red boxes")
    return Guarded(data.flak_sites, "flak site", "flak sites")
