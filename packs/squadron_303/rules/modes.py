"""German modes: what fighters without bombers do (p. 15)."""

from collections.abc import Generator, Iterator
from itertools import count
from typing import NamedTuple

from tabletop_core import rule, ruling

from ..components import Mode
from ..questions.board import germans_in, neighbours, planes_of, raf_in
from ..questions.germans import is_hunter, quarry_area
from ..questions.names import planes_named
from ..questions.routes import towards
from ..state import InPlay, Plane, Squadron
from .elite import tell_aces
from .routes import advance, move_to

JOIN_WITHIN = 2
JOIN_SPEED = 2
"""The distance, in areas, at which fighters look for bombers to join, and their speed per turn."""


class Meeting(NamedTuple):
    """Fighters in the area of friendly planes, and whether they moved to get there."""

    planes: list[Plane]
    moved: bool = False


@rule("15/German modes", "Fighters without bombers")
def move_fighters(
    play: InPlay, squadron: Squadron, planes: list[Plane], extra: int, *, bonus: bool
) -> Iterator[Meeting]:
    """Fighters that have no bombers with them move by the mode of their squadron.

    Escorts that have lost their bombers look for others, patrols look for the players' planes,
    hunters for one pilot. An offensive squadron flies like a patrol. Escaping planes fly home.
    """
    if squadron.mode is Mode.ESCORT:
        speed = 1 if bonus else JOIN_SPEED + extra
        patrolling = yield from rejoin(play, squadron, planes, speed, bonus=bonus)
        if patrolling is None:
            return
        squadron = patrolling
    quarry = quarry_area(play, squadron) if is_hunter(play, squadron) else ""
    for _ in range(1 + extra):
        if quarry:
            met = yield from hunt(play, planes, quarry)
        else:
            met = yield from patrol(play, squadron, planes)
        if met:
            break
    if squadron.was_escort:
        resume_escort(play, planes)


@rule("15/Patrol", "Fly the course until RAF planes are near")
@ruling(
    "each fighter strikes once per turn, in the Counterattack or when it is resolved in this phase",
    rejected="it strikes again in this phase, after the Counterattack",
    why="it strikes if it was not attacked, and the text gives no second strike",
)
@ruling(
    "a fighter that an additional move brought up too late for the Counterattack strikes in "
    "this phase, unless it has made its move",
    rejected="it strikes only in the next turn, or with all its dice",
    why="it was not attacked and now shares the area; it has moved, so it has one die fewer",
)
@ruling(
    "if several adjacent areas have RAF planes, the one with the most is chosen, then the first "
    "in map order",
    rejected="the players choose, or the area is drawn",
    why="the text leaves it open",
)
@ruling(
    "at the end of its course a patrol stays where it is",
    rejected="it flies its course back, or off the map",
    why="the text gives a course but no way back",
)
def patrol(play: InPlay, squadron: Squadron, planes: list[Plane]) -> Generator[Meeting, None, bool]:
    """A patrol stays with RAF planes, goes for those in the next area, or flies on its course.

    It flies its course one area per turn. It stays with players' planes in its own area, or goes to
    some in the next one. If nobody attacked it this turn, it strikes as in a Counterattack, with
    one die fewer for each plane if it has moved.
    """
    # Returns whether any planes were met.
    here = planes[0].area
    if raf_in(play, here):
        yield Meeting(planes)
        return True
    near = [area for area in neighbours(play, here) if raf_in(play, area)]
    if not near:
        advance(play, squadron, planes)
        return False
    yield engage(play, planes, max(near, key=lambda area: len(raf_in(play, area))))
    return True


def engage(play: InPlay, planes: list[Plane], area: str) -> Meeting:
    """Move fighters into an area with friendly planes. Return the meeting."""
    move_to(play, planes, area)
    return Meeting(planes, moved=True)


@rule("15/Hunting", "Hunt one pilot")
@ruling(
    "hunters move one area by the shortest way and strike when they reach their quarry",
    rejected="they strike all RAF planes that they meet on the way",
    why="so does a patrol that finds RAF planes; the Event's card is not in the text",
)
@ruling(
    "hunters strike with all their dice if the quarry has come to them",
    rejected="they have a die fewer, as whenever they reach it",
    why="so does a patrol that was not attacked, shares an area and has not moved",
)
def hunt(play: InPlay, planes: list[Plane], quarry: str) -> Generator[Meeting, None, bool]:
    """Hunters fly one area per turn towards their quarry.

    In the area of the pilot whom they hunt, they strike as in a Counterattack.
    """
    # Returns whether they have met him.
    there = towards(play, planes[0].area, quarry)
    if not there:
        yield Meeting(planes)
    elif there == quarry:
        yield engage(play, planes, quarry)
    else:
        move_to(play, planes, there)
        return False
    return True


@rule("15/Close escort", "Fighters that lost their bombers")
@ruling(
    "fighters that were held back from their own bombers look for them as for any others",
    rejected="they wait for a course of their own, or turn to patrol at once",
    why="the text lets fighters leave bombers behind, and says nothing of fighters left behind",
)
@ruling(
    "RAF planes in their own area do not keep them from flying off to bombers",
    rejected="they turn to patrol and strike there",
    why="the RAF planes that turn them to patrol are met along the path",
)
@ruling(
    "a patrol escorts bombers that it meets only if it was an escort before",
    rejected="every patrol that meets bombers escorts them",
    why="the text speaks of resuming, and of fighters that have lost their bombers",
)
def rejoin(
    play: InPlay, squadron: Squadron, planes: list[Plane], speed: int, *, bonus: bool
) -> Generator[Meeting, None, Squadron | None]:
    """Escorts without bombers join others within two areas, or turn to patrol.

    Escorts fly with their bombers, fight when attacked and strike back when not. Once their bombers
    are gone, they fly up to two areas per turn to others within two areas. RAF planes on the way
    make them a patrol. If no bombers are near, they patrol on their way back.
    """
    # Returns the squadron that must still move, if any.
    graph = play.data.graph
    here = planes[0].area
    # Bombers move first. What counts is which were near when the phase began.
    far = {
        plane.id: graph.distance(here, plane.area if bonus else plane.began_at)
        for plane in play.state.planes.values()
        if plane.is_bomber
    }
    near = [name for name in far if far[name] <= JOIN_WITHIN]
    if not near:
        return detach(play, squadron, planes)
    friend = play.state.planes[min(near, key=lambda name: far[name])]
    for area in graph.path(here, friend.area)[1 : 1 + speed]:
        if raf_in(play, area):
            if area != friend.area:
                detach(play, squadron, planes)
            yield engage(play, planes, area)
            resume_escort(play, planes)
            return None
        move_to(play, planes, area)
    resume_escort(play, planes)
    return None


def resume_escort(play: InPlay, planes: list[Plane]) -> None:
    """Make fighters that have reached bombers escort them."""
    friends = [plane for plane in germans_in(play, planes[0].area) if plane.is_bomber]
    if not friends or friends[0].squadron == planes[0].squadron:
        return
    for plane in planes:
        plane.squadron = friends[0].squadron
    play.log("joined", squadron=friends[0].squadron, planes=planes_named(play, planes))
    tell_aces(play, planes)


def detach(play: InPlay, squadron: Squadron, planes: list[Plane]) -> Squadron:
    """Turn planes on their way back into a patrol, as a new squadron if others stay behind."""
    state = play.state
    here, start = planes[0].area, squadron.route[-1 if squadron.homeward else 0]
    route = play.data.graph.path(here, start)
    if len(planes) == len(planes_of(play, squadron.id)):
        squadron.mode, squadron.route = Mode.PATROL, route
        squadron.was_escort, squadron.homeward = True, False
        play.log("patrolling", squadron=squadron.id, planes=planes_named(play, planes))
        return squadron
    names = (f"{squadron.id}-{number}" for number in count(2))
    free = next(name for name in names if name not in state.squadrons)
    other = Squadron(id=free, route=route, mode=Mode.PATROL, was_escort=True)
    other.event = squadron.event
    state.squadrons[other.id] = other
    other.was_attacked, other.has_moved = squadron.was_attacked, squadron.has_moved
    for plane in planes:
        plane.squadron = other.id
    play.log("patrolling", squadron=other.id, planes=planes_named(play, planes))
    tell_aces(play, planes)
    return other
