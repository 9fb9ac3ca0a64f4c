"""Phase V: the Germans move, and those who meet friendly planes strike (p. 14-15)."""

from collections.abc import Sequence

from tabletop_core import Asks, rule, ruling

from ..questions.board import is_british, planes_of
from ..questions.germans import leads, may_counterattack
from ..state import InPlay, Plane, Squadron
from .counterattack import attack_with
from .modes import Meeting
from .squadrons import move_group, move_hidden


@rule("14/Movement of the Germans", "Squadrons first, those with bombers before all")
@ruling(
    "a British squadron moves before the Germans",
    why="the text gives no place to it; so its escorts see where it stands before they are struck",
)
@ruling("of single planes the bombers move first", why="as the squadrons with bombers do")
def german_movement(play: InPlay) -> Asks:
    """Move every squadron and plane along its route or by its mode.

    Squadrons with bombers go first, then those of fighters, then single planes. A plane with
    Maneuver tokens stays where it is and loses one. Fighters on patrol that come upon players'
    planes strike.
    """
    state = play.state
    for plane in state.planes.values():
        plane.held = False
        plane.began_at = plane.area
    # Who joins another squadron in this phase has moved with its own.
    members = {plane.id: plane.squadron for plane in state.planes.values()}
    for squadron_id in order_of_march(play):
        squadron = state.squadrons.get(squadron_id)
        if squadron is None:
            continue
        squadron.has_moved = True
        if squadron.hidden:
            move_hidden(play, squadron)
            continue
        waiting = [
            plane.id
            for plane in state.planes.values()
            if members.get(plane.id, plane.squadron) == squadron_id
        ]
        while group := next_group(play, waiting):
            waiting = [plane for plane in waiting if plane not in group]
            its_squadron = state.squadrons[state.planes[group[0]].squadron]
            for meeting in move_group(play, its_squadron, group):
                yield from strike_at(play, meeting)


def strike_at(play: InPlay, meeting: Meeting) -> Asks:
    """Let fighters strike those whom they have met, unless they have struck or fought before.

    Each one that has moved in this turn has a die fewer.
    """
    striking = [plane for plane in meeting.planes if may_counterattack(play, plane)]
    if striking:
        moved = meeting.moved or any(plane.brought_up for plane in striking)
        yield from attack_with(play, striking[0].area, striking, fewer=int(moved))


def order_of_march(play: InPlay) -> list[str]:
    """Return the squadrons in the order in which they move; single planes come last."""

    def place(squadron: Squadron) -> int:
        planes = planes_of(play, squadron.id)
        if is_british(squadron):
            return 0
        if squadron.hidden:
            return 1
        with_bombers = any(plane.is_bomber for plane in planes)
        return (1 if with_bombers else 2) + (2 if len(planes) == 1 else 0)

    return [squadron.id for squadron in sorted(play.state.squadrons.values(), key=place)]


def next_group(play: InPlay, waiting: Sequence[str]) -> list[str]:
    """Return the planes that move next: of one squadron in one area, those with bombers first."""
    groups: dict[tuple[str, str], list[Plane]] = {}
    # An additional move in this phase may have split or shot down those that wait.
    for plane in filter(None, map(play.state.planes.get, waiting)):
        groups.setdefault((plane.squadron, plane.area), []).append(plane)
    if not groups:
        return []
    group = min(groups.values(), key=lambda g: not any(leads(play, p) for p in g))
    return [plane.id for plane in group]
