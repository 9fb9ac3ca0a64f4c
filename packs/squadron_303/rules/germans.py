"""Phase V: the Germans move and bomb (p. 14-15)."""

from collections.abc import Sequence

from tabletop_core import Asks, rule, ruling

from ..state import Mode, Plane, Squadron
from .board import (
    Table,
    area_name,
    is_bomber,
    is_british,
    is_german,
    kind_of,
    plane_name,
    planes_of,
    raf_in,
)
from .bombing import drop_bombs
from .elite import extra_areas, markers_needed
from .modes import move_fighters
from .movement import reveal
from .routes import advance, land_british, onward


@rule("14/Movement of the Germans", "Squadrons first, those with bombers before all")
@ruling(
    "a British squadron moves before the Germans",
    why="the text gives no place to it; so its escorts see where it stands before they are struck",
)
@ruling("of single planes the bombers move first", why="as the squadrons with bombers do")
def german_movement(play: Table) -> Asks:
    """Move every squadron and plane along its route or by its mode."""
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
            yield from move_group(play, its_squadron, group)


def order_of_march(play: Table) -> list[str]:
    """Return the squadrons in the order in which they move; single planes come last."""

    def place(squadron: Squadron) -> int:
        planes = planes_of(play, squadron.id)
        if is_british(squadron):
            return 0
        if squadron.hidden:
            return 1
        with_bombers = any(is_bomber(play, plane) for plane in planes)
        return (1 if with_bombers else 2) + (2 if len(planes) == 1 else 0)

    return [squadron.id for squadron in sorted(play.state.squadrons.values(), key=place)]


def next_group(play: Table, waiting: Sequence[str]) -> list[str]:
    """Return the planes that move next: of one squadron in one area, those with bombers first."""
    groups: dict[tuple[str, str], list[Plane]] = {}
    # An additional move in this phase may have split or shot down those that wait.
    for plane in filter(None, map(play.state.planes.get, waiting)):
        groups.setdefault((plane.squadron, plane.area), []).append(plane)
    if not groups:
        return []
    group = min(groups.values(), key=lambda g: not any(_leads(play, p) for p in g))
    return [plane.id for plane in group]


def _leads(play: Table, plane: Plane) -> bool:
    """Tell whether a plane sets the course: bombers, and the British on their way home."""
    return is_bomber(play, plane) or not is_german(play, plane)


@rule("15/Moving a squadron", "Bombers lead, fighters stay with them")
@ruling(
    "each Maneuver token comes off in the phase in which it holds the plane or is overcome",
    why="the plane uses its phase to discard it",
)
def move_group(play: Table, squadron: Squadron, ids: Sequence[str], *, bonus: bool = False) -> Asks:
    """Move the planes of a squadron that stand together in one area."""
    planes = [play.state.planes[name] for name in ids if name in play.state.planes]
    if not planes:
        return
    start = planes[0].area
    free = [plane for plane in planes if not _is_held(play, plane)]
    extra = 0 if bonus else extra_areas(play, squadron)
    steps = kind_of(play, planes[0]).move + extra
    if any(_leads(play, plane) for plane in planes):
        if any(_leads(play, plane) for plane in free):
            for _ in range(steps):
                advance(play, squadron, free)
            if bonus:
                left = [plane for plane in free if plane.id in play.state.planes]
                drop_bombs(play, [plane for plane in left if plane.area != start])
    elif squadron.mode is Mode.ESCAPE:
        for _ in range(steps):
            advance(play, squadron, free)
    elif free:
        yield from move_fighters(play, squadron, free, extra, bonus=bonus)


def _is_held(play: Table, plane: Plane) -> bool:
    """Take one Maneuver token off a marked plane; tell whether it loses its phase."""
    if not plane.markers:
        return False
    plane.held = plane.markers >= markers_needed(play, plane)
    plane.markers -= 1
    play.log("token_off", plane=plane_name(play, plane), held=plane.held)
    return plane.held


@rule("10/Hidden squadrons", "Move the token of a squadron that nobody knows")
@ruling(
    "a squadron is revealed at the latest when it comes to RAF planes or to its target",
    why="there it fights or bombs, and RAF planes that come to it reveal it too",
)
def move_hidden(play: Table, squadron: Squadron) -> None:
    """Move the token of a hidden squadron; its target and RAF planes reveal what flies there."""
    there = onward(play, squadron, squadron.area)
    if there:
        squadron.area = there
        play.log("token_moved", squadron=squadron.id, area=area_name(play, there))
    if not onward(play, squadron, squadron.area) or raf_in(play, squadron.area):
        reveal(play, squadron.id)
        land_british(play, squadron)
