"""Phase V: the Germans move, and fighters that meet friendly planes strike (p. 14-15)."""

from collections.abc import Iterator

from tabletop_core import Asks, rule, ruling

from ..questions.board import is_british, planes_of
from ..questions.germans import leads, may_counterattack
from ..state import InPlay, Plane, Squadron
from .counterattack import attack_with
from .modes import Meeting
from .squadrons import move_group, move_hidden


@rule(
    "14/Movement of the Germans", "Move squadrons with bombers, then the others, then single planes"
)
@ruling(
    "a British squadron moves before the Germans",
    rejected="it moves after the Germans, or as a squadron of fighters among them",
    why="the text does not say when; this way its escorts see where it is before they are struck",
)
@ruling(
    "of single planes the bombers move first",
    rejected="single planes move in the order of their squadrons",
    why="as the squadrons with bombers do",
)
def german_movement(play: InPlay) -> Asks:
    """Move every squadron and plane along its route or by its mode.

    Squadrons with bombers go first, then those of fighters, then single planes. A plane with
    Maneuver tokens stays where it is and loses one. Fighters on patrol that come upon players'
    planes strike.
    """
    for plane in play.state.planes.values():
        plane.began_at, plane.has_moved = plane.area, False
    for squadron in play.state.squadrons.values():
        squadron.has_moved = False
    for squadron in squadrons_in_order(play):
        is_first, squadron.has_moved = not squadron.has_moved, True
        if squadron.hidden:
            if is_first:
                move_hidden(play, squadron)
            continue
        while group := next_group(play, squadron):
            for plane in group:
                plane.has_moved = True
            for meeting in move_group(play, squadron, [plane.id for plane in group]):
                yield from strike_at(play, meeting)


def strike_at(play: InPlay, meeting: Meeting) -> Asks:
    """Let fighters strike the planes that they meet, unless they have already struck or fought.

    Each one that has moved this turn rolls one die fewer.
    """
    striking = [plane for plane in meeting.planes if may_counterattack(play, plane)]
    if striking:
        moved = [plane for plane in striking if meeting.moved or plane.brought_up]
        yield from attack_with(play, striking[0].area, striking, moved)


def squadrons_in_order(play: InPlay) -> Iterator[Squadron]:
    """Yield the squadrons in the order in which they move.

    An additional move in this phase may bring planes to a squadron that has moved, or part them
    from one; they move once the others have.
    """
    for _ in ("all", "late"):
        for squadron_id in order_of_march(play):
            if squadron_id in play.state.squadrons:
                yield play.state.squadrons[squadron_id]


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


def next_group(play: InPlay, squadron: Squadron) -> list[Plane]:
    """Return the planes of a squadron that move next: in one area, those with bombers first."""
    groups: dict[str, list[Plane]] = {}
    for plane in planes_of(play, squadron.id):
        if not plane.has_moved:
            groups.setdefault(plane.area, []).append(plane)
    by_bombers = sorted(groups.values(), key=lambda g: not any(leads(play, p) for p in g))
    return by_bombers[0] if by_bombers else []
