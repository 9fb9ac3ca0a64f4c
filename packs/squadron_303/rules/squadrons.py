"""The moves of squadrons, known or hidden (p. 10 and 15).

A move yields the meetings after which fighters may strike; the caller carries out the strikes.
"""

from collections.abc import Iterator, Sequence

from tabletop_core import rule, ruling

from ..components import Mode
from ..questions.board import kind_of, raf_in
from ..questions.germans import leads
from ..questions.names import area_name, plane_name
from ..questions.routes import onward
from ..state import InPlay, Plane, Squadron
from .bombing import drop_bombs
from .elite import extra_areas, markers_needed
from .modes import Meeting, move_fighters
from .movement import reveal
from .routes import advance, land_british


@rule("15/Moving a squadron", "Bombers lead, fighters stay with them")
@ruling(
    "each Maneuver token comes off in the phase in which it holds the plane or is overcome",
    rejected="a token that an ace's bomber overcomes stays on it",
    why="the plane uses its phase to discard it",
)
@ruling(
    "a token that comes off in place of an additional move costs that move only",
    rejected="a plane freed in the German phase has used its phase: it neither flies nor bombs",
    why="the text takes the token off instead of the additional move, and that is its whole price",
)
def move_group(
    play: InPlay, squadron: Squadron, ids: Sequence[str], *, bonus: bool = False
) -> Iterator[Meeting]:
    """Move the planes of a squadron that stand together in one area.

    Bombers fly their route, one area a turn, and their fighters with them; a bomber that is held
    stays behind while others fly on, and the fighters that can move go with these. Where all
    bombers are held, the fighters stay, too.
    """
    planes = [play.state.planes[name] for name in ids if name in play.state.planes]
    if not planes:
        return
    start = planes[0].area
    free = [plane for plane in planes if not _loses_move(play, plane)]
    if not bonus:
        for plane in planes:
            plane.held = plane not in free
    extra = 0 if bonus else extra_areas(play, squadron, planes)
    steps = kind_of(play, planes[0]).move + extra
    if any(leads(play, plane) for plane in planes):
        if any(leads(play, plane) for plane in free):
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


def _loses_move(play: InPlay, plane: Plane) -> bool:
    """Take one Maneuver token off a marked plane; tell whether it loses this move."""
    if not plane.markers:
        return False
    is_held = plane.markers >= markers_needed(play, plane)
    plane.markers -= 1
    play.log("token_off", plane=plane_name(play, plane), held=is_held)
    return is_held


@rule("10/Hidden squadrons", "Move the token of a squadron that nobody knows")
@ruling(
    "a squadron is revealed at the latest when it comes to RAF planes or to its target",
    rejected="it stays unknown until an RAF plane comes to it or scouts it",
    why="there it fights or bombs, and RAF planes that come to it reveal it too",
)
def move_hidden(play: InPlay, squadron: Squadron) -> None:
    """Move the token of a hidden squadron; its target and RAF planes reveal what flies there.

    It flies its route as one with bombers does. A plane that enters its area reveals it, one next
    door may scout it with two Maneuver cards; neither attacks anybody in that turn.
    """
    there = onward(play, squadron, squadron.area)
    if there:
        squadron.area = there
        play.log("token_moved", squadron=squadron.id, area=area_name(play, there))
    if not onward(play, squadron, squadron.area) or raf_in(play, squadron.area):
        reveal(play, squadron.id)
        land_british(play, squadron)
