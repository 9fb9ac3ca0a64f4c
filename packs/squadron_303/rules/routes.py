"""How planes move along the route of their squadron (p. 14)."""

from collections.abc import Sequence

from ..questions.board import is_british
from ..questions.germans import flies_home
from ..questions.names import area_name, planes_named
from ..questions.routes import onward
from ..state import InPlay, Plane, Squadron


def advance(play: InPlay, squadron: Squadron, planes: Sequence[Plane]) -> None:
    """Move planes one area along the route, or off the map at its homeward end."""
    planes = [plane for plane in planes if plane.id in play.state.planes]
    if not planes:
        return
    here = planes[0].area
    there = onward(play, squadron, here)
    if there:
        move_to(play, planes, there)
        land_british(play, squadron)
    elif flies_home(squadron):
        play.log("gone_home", squadron=squadron.id, planes=planes_named(play, planes))
        for plane in planes:
            del play.state.planes[plane.id]


def move_to(play: InPlay, planes: Sequence[Plane], area: str) -> None:
    here = planes[0].area
    for plane in planes:
        plane.area = area
    play.log(
        "squadron_moved",
        squadron=planes[0].squadron,
        planes=planes_named(play, planes),
        start=area_name(play, here),
        end=area_name(play, area),
    )


def land_british(play: InPlay, squadron: Squadron) -> None:
    """Remove the planes of a British squadron that have reached home."""
    state, home = play.state, squadron.route[-1]
    planes = [
        plane
        for plane in state.planes.values()
        if is_british(squadron) and plane.squadron == squadron.id and plane.area == home
    ]
    for plane in planes:
        del state.planes[plane.id]
    if planes:
        state.british_home += len(planes)
        state.note(f"British planes home: {state.british_home}")
        play.log("british_landed", planes=len(planes))
