"""The mission map as a panel: boxes, the formation, its target and the planned route."""

from collections.abc import Iterator
from functools import cache, lru_cache

from tabletop_core.boards import Graph
from tabletop_core.events import counted
from tabletop_core.panels import Art, BoardPanel, Piece, Spot, Way

from ..data import Data
from ..questions.formation import flying
from ..questions.mission import Guarded, active_card, goal_of, guarded_boxes, is_two_player
from ..questions.routes import possible_routes, routes_between
from ..state import InPlay

FORMATION = "formation"
ZONES = {"blue": "sea", "green": "wood", "white": "land", "red": "town"}
"""The ground that a colour of the map is drawn as: water, friendly, open and guarded land."""


def mission_map(play: InPlay, hidden: bool) -> BoardPanel:
    """Show the region of the mission; `hidden` leaves out what the German player may not know.

    The region would tell him the target, so his map is the whole one (13.0).
    """
    data, mission = play.data, play.state.mission
    is_hidden = is_target_hidden(play, hidden)
    ways = () if hidden else tuple(routes(play))
    board = data.graph
    if mission.card and not is_hidden:
        planned = frozenset() if hidden else frozenset(mission.route)
        target = active_card(play).target.box
        board = part_of(board, region(data, mission.box, target, planned, guarded_boxes(play)))
    return BoardPanel(
        title="Mission map",
        board=board,
        pieces=(formation_piece(play),),
        spots=tuple(spots(play, board, is_hidden)),
        ways=ways,
        art=Art.of(play.game.package, "map", data.earth.box, faint_lines=True)
        if data.earth
        else None,
        legend=tuple(legend(play)),
        quiet_ground=True,
    )


def routes(play: InPlay) -> Iterator[Way]:
    """Yield the routes that the commander may choose now, and on top the planned one."""
    mission = play.state.mission
    here, planned = mission.box, tuple(mission.route)
    if (mission.has_changed or not planned) and here != goal_of(play):
        for name, (words, way) in possible_routes(play).items():
            if way != planned:
                yield Way(id=f"route:{name}", words=words, spaces=(here, *way))
    if planned:
        yield Way(id="route", words="planned route", spaces=(here, *planned), tone="ours")


@lru_cache(maxsize=1 << 12)
def region(
    data: Data, here: str, target: str, planned: frozenset[str], guarded: Guarded
) -> tuple[str, ...]:
    """Return the boxes of the part of the map with the routes of the mission, and their neighbours.

    `planned`: the boxes of a planned route.
    """
    at = {here, *planned}
    at.update([beside for box in at for beside in data.graph.neighbours(box)])
    for start in (data.base, here):
        for goal in {target, data.base} - {start}:
            found = routes_between(data, start, goal, guarded.boxes, guarded.many)
            at.update(box for _, way in found.values() for box in way)
    across, down = zip(*(data.graph.positions[box] for box in at), strict=True)
    return tuple(
        box
        for box, (x, y) in data.graph.positions.items()
        if min(across) <= x <= max(across) and min(down) <= y <= max(down)
    )


@cache
def part_of(board: Graph, spaces: tuple[str, ...]) -> Graph:
    """Return a free board with some of its spaces only."""
    return Graph(
        spaces,
        tuple(link for link in board.links if set(link) <= set(spaces)),
        positions={one: board.positions[one] for one in spaces},
        shapes={one: board.shapes[one] for one in spaces if one in board.shapes},
    )


def is_target_hidden(play: InPlay, hidden: bool) -> bool:
    return hidden and not play.state.mission.record.is_known


def formation_piece(play: InPlay) -> Piece:
    mission = play.state.mission
    number = len(flying(mission))
    bombers, escorts = counted(number, "bomber"), counted(len(mission.escorts), "escort")
    return Piece(
        id=FORMATION,
        label=f"{number}+{len(mission.escorts)}" if mission.escorts else str(number),
        symbol="bomber_4",
        words=f"the formation, {bombers} and {escorts}",
        at=mission.box,
        tone="ours",
        state="loose" if mission.is_loose else "",
        silhouette=True,
    )


def spots(play: InPlay, board: Graph, is_hidden: bool) -> Iterator[Spot]:
    """Yield every box of a board with its colour, its icons, and how far it is from the base."""
    data, mission = play.data, play.state.mission
    target = "" if is_hidden or not mission.card else active_card(play).target.box
    guarded, covered = guarded_boxes(play).boxes, in_escort_range(play)
    is_alone = not is_two_player(play)
    for box in board:
        has_guns = box in guarded
        yield spot(data, box, box == target, box in covered, has_guns, has_guns and is_alone)


@lru_cache(maxsize=1 << 12)
def spot(
    data: Data, box: str, is_target: bool, is_covered: bool, has_guns: bool, is_flak_site: bool
) -> Spot:
    name, colour = data.map.title_of(box), data.colour(box)
    words = [name, f"{colour} box"]
    symbol, tone = "", "good" if is_covered else ""
    if box in data.map.spaces_with("rendezvous"):
        words.append("rendezvous")
        symbol = "flag"
    if has_guns:
        symbol, tone = "anti_aircraft", "bad"
    if is_flak_site:
        words.append("flak site")
    if box == data.base:
        symbol = "base"
    if is_target:
        words.append("target")
        symbol, tone = "target", "warn"
    if is_covered:
        words.append("in range of the escorts")
    words.append(f"{data.from_base[box]} from base")
    return Spot(
        id=box,
        words=", ".join(words),
        label=data.map.short_of(box),
        ground=ZONES[colour],
        symbol=symbol,
        tone=tone,
        state=f"{away}{'e' if is_covered else ''}" if (away := data.from_base[box]) else "",
        name=name,
    )


def in_escort_range(play: InPlay) -> frozenset[str]:
    """Return the boxes that the formation can reach before its escorts turn back."""
    data, mission = play.data, play.state.mission
    if not mission.escorts:
        return frozenset()
    left = data.escorts[mission.escorts[0].kind].range - mission.escort_range
    return boxes_within(data, mission.box, left)


@lru_cache(maxsize=1 << 10)
def boxes_within(data: Data, box: str, most: int) -> frozenset[str]:
    away = data.graph.distances(box)
    return frozenset(box for box, number in away.items() if number <= most)


def legend(play: InPlay) -> Iterator[str]:
    yield "counter: bombers, + escorts; numbers: boxes to the base"
    marks = f"yellow: the target; red: {guarded_boxes(play).many}"
    yield f"{marks}; green or e: the escorts reach it" if play.state.mission.escorts else marks
