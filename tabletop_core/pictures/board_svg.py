"""A board as SVG: ground, links, ways, counters; each space and each stack is a fragment."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from ..boards import Graph, SquareGrid
from ..panels import BoardPanel, Edge, Spot
from ..panels.appearance import tone_class
from .board_layout import Plan, across, in_order, plan_of
from .scene import Scene
from .space_names import (
    BESIDE,
    GROWTHS,
    LINE,
    MAX_GROWTH,
    NamePlace,
    bend_of,
    is_long,
    line_of,
    lines_of,
    ordered,
    places_of,
    wrapped,
)
from .stack_svg import apart_of, spreads, stack_fragment
from .svg_text import drawn_width, esc, num, squeezed

_HEX_FOOT = 46
"""How wide a hex is where a name stands in it, at its foot."""
PATTERNS = {
    "sea": "M0 10q5-5 10 0t10 0M0 22q5-5 10 0t10 0",
    "wood": "M7 13l4-7 4 7zM20 25l4-7 4 7z",
    "hill": "M3 14q6-9 12 0M15 26q6-9 12 0",
    "town": "M4 12h6V6H4zM17 24h7v-7h-7z",
    "marsh": "M4 10h9M7 7v3M10 7v3M16 22h9M19 19v3M22 19v3",
    "road": "M0 14h9M14 14h9",
}
"""Patterns that distinguish grounds without colour; land and plain spaces have none."""


def space_fragment(panel: BoardPanel, name: str, scene: Scene) -> str:
    """Return a space: its ground, and what is written and drawn on it."""
    plan = plan_of(panel.board)
    x, y = plan.at[name]
    return _space(
        name,
        panel.spot(name),
        x,
        y,
        plan.outlines.get(name, ()),
        scene.mark(name),
        panel.board.__class__.__name__,
        _under(panel),
        panel.art is not None and panel.art.faint_lines,
        places_of(panel).get(name),
        scene.left_words(name),
    )


def _under(panel: BoardPanel) -> str:
    """Return the class of spaces that show what lies under them."""
    if panel.art is None:
        return ""
    if panel.art.printed:
        return "printed"
    return "over" if isinstance(panel.board, Graph) else "clear"


@lru_cache(maxsize=1 << 14)
def _space(
    name: str,
    spot: Spot | None,
    x: float,
    y: float,
    outline: tuple[tuple[float, float], ...],
    mark: str,
    kind: str,
    art: str,
    is_faint: bool,
    place: NamePlace | None,
    left: str = "",
) -> str:
    ground = spot.ground if spot else ""
    tone = spot.tone if spot else ""
    parts = [_field(outline, x, y, "field", 0)]
    if ground in PATTERNS and kind != "Graph":
        parts.append(
            f'<path class="pattern" transform="translate({num(x - 14)} {num(y - 14)})" '
            f'd="{PATTERNS[ground]}"/>'
        )
    if tone:
        parts.append(_field(outline, x, y, "mark", 3))
    if spot is not None and spot.symbol:
        parts.append(_sign(spot, x, y, kind, place))
    parts += [_field(outline, x, y, one, 3) for one in mark.split()]
    parts += _written(name, spot, x, y, kind, across(outline), place)
    if left:
        parts.append(_text("left", x, y + 6, left, 40))
    parts_of_words = [name, spot.words, spot.about, spot.state] if spot else [name]
    if spot and spot.words.startswith(spot.name):
        parts_of_words.remove(name)
    words = ", ".join(filter(None, parts_of_words))
    # A disc has an edge that can be seen; over a drawing only where a ground is told.
    has_edge = kind == "Graph" and not outline and (not art or (art == "over" and ground))
    free = "free" if has_edge and not is_faint else ""
    classes = " ".join(filter(None, ("space", ground, tone_class(tone), art, free)))
    return f'<g id="{esc(name)}" class="{classes}"><title>{esc(words)}</title>{"".join(parts)}</g>'


def _sign(spot: Spot, x: float, y: float, kind: str, place: NamePlace | None) -> str:
    """Return the symbol of a space: on free boards beside its name, where no counter hides it.

    There it grows together with the name, from the middle of the line.
    """
    if kind == "Graph" and spot.label:
        lines = (spot.label,) if place is None else wrapped(line_of(spot))
        wide = max(min(drawn_width(line, 13), LINE) for line in lines)
        y -= 18
        if place is not None:
            x, y = place.x, place.y
            wide *= {"start": 0, "middle": 1, "end": 2}[place.anchor]
        left = -wide / 2 - BESIDE
        return (
            f'<g transform="translate({num(x)} {num(y)})">'
            f'<use class="sign grown" href="#sym-{esc(spot.symbol)}" x="{num(left)}" y="-14" '
            f'width="18" height="18"/></g>'
        )
    return (
        f'<use class="sign" href="#sym-{esc(spot.symbol)}" x="{num(x - 17)}" '
        f'y="{num(y - 17)}" width="34" height="34"/>'
    )


def _field(
    outline: tuple[tuple[float, float], ...], x: float, y: float, kind: str, inset: float
) -> str:
    if not outline:
        return f'<circle class="{kind}" cx="{num(x)}" cy="{num(y)}" r="{num(23 - inset)}"/>'
    corners = outline
    if inset:
        corners = tuple(_towards(corner, (x, y), inset * 1.4) for corner in outline)
    points = " ".join(f"{num(a)},{num(b)}" for a, b in corners)
    return f'<polygon class="{kind}" points="{points}"/>'


def _towards(
    corner: tuple[float, float], middle: tuple[float, float], by: float
) -> tuple[float, float]:
    across, down = middle[0] - corner[0], middle[1] - corner[1]
    away = (across**2 + down**2) ** 0.5 or 1.0
    return corner[0] + across / away * by, corner[1] + down / away * by


def _written(
    name: str,
    spot: Spot | None,
    x: float,
    y: float,
    kind: str,
    wide: float,
    place: NamePlace | None,
) -> Iterator[str]:
    """Yield the words on a space; `wide` is the width of its shape, 0 without one.

    A name is squeezed into the shape, but by no more than a fifth.
    """
    is_shaped = wide > 0
    label = spot.label if spot else name
    given = label != name
    if kind == "SquareGrid":
        if given and label:
            yield _text("given", x, y + 5, label, 50)
    elif kind == "HexGrid":
        yield _text("name", x, y - 24, name, 40)
        if given and label:
            yield _text("given", x, y + 33, label, _HEX_FOOT)
    elif label or (spot and spot.state):
        if is_shaped:
            room = max(wide, 0.8 * drawn_width(label, 12.5))
            yield _text("given halo", x, y - 18, label, room, is_bound=True)
        else:
            assert place is not None
            lines = ordered(place, wrapped(line_of(spot) if spot else label))
            for at, line in reversed(lines):
                yield _text(
                    "given halo", place.x, place.y, line, LINE, place.anchor, _apart(place, at)
                )
    if spot is not None and spot.state:
        if kind == "HexGrid":
            yield _text("state", x, y + 20, spot.state, 60)
        elif kind == "SquareGrid":
            yield _text("state", x + 25, y + 24, spot.state, 40, "end")
        elif is_shaped:
            yield _text("state halo", x, y + 36, spot.state, 70)
        elif is_long(spot.state):
            assert place is not None
            away = _apart(place, len(wrapped(line_of(spot))))
            left, anchor = (place.x, place.anchor) if place.is_down else (x, "middle")
            yield _text("state halo", left, place.y, spot.state, LINE, anchor, dy=away)


def _apart(place: NamePlace, lines: int) -> str:
    """Return how far a line of a name stands from its first one; empty for that."""
    return f"{1.2 * lines if place.is_down else -1.2 * lines:.2g}em" if lines else ""


def _text(
    kind: str,
    x: float,
    y: float,
    text: str,
    room: float,
    anchor: str = "middle",
    dy: str = "",
    *,
    is_bound: bool = False,
) -> str:
    """Return words on a space; bound ones fill their room at most, however small the board is."""
    up = f' dy="{dy}"' if dy else ""
    bound = _bound(text, room) if is_bound else ""
    return (
        f'<text class="{kind}{bound}" x="{num(x)}" y="{num(y)}"{up} text-anchor="{anchor}"'
        f"{squeezed(text, 12.5, room)}>{esc(text)}</text>"
    )


def _bound(text: str, room: float) -> str:
    """Return the class of words that may grow this much on a small board; empty for any growth."""
    # A fifth to spare: the letters of some systems are wider than those that were measured.
    most = 0.8 * room / drawn_width(text, 13) if text else MAX_GROWTH
    steps = [step for step, least in enumerate(GROWTHS) if least <= most] or [0]
    return "" if most >= MAX_GROWTH else f" grows{steps[-1]}"


def links_fragment(panel: BoardPanel) -> str:
    """Return the links of a free board, except those between two spaces with shapes."""
    board = panel.board
    if not isinstance(board, Graph):
        return ""
    plan = plan_of(board)
    lines = []
    is_cased = _is_cased(panel)
    over = "" if panel.art is None or is_cased else " over"
    for one, other in lines_of(board):
        kind = "link" if (one, other) in board.links else "link one"
        x, y = plan.at[one]
        course = f"M{num(x)} {num(y)}{_leg(panel, plan, one, other)}"
        if is_cased:
            lines.append(f'<path class="link casing" d="{course}"/>')
        lines.append(f'<path class="{kind}" d="{course}"/>')
    return f'<g class="links{over}">{"".join(lines)}</g>'


def _is_cased(panel: BoardPanel) -> bool:
    """Return whether lines have an edge in the colour of the page, so that they stand out."""
    art = panel.art
    return art is not None and not art.printed and not art.faint_lines


def ways_fragment(panel: BoardPanel, scene: Scene) -> str:
    """Return the edges and ways of a board, and the trails of what moved."""
    plan = plan_of(panel.board)
    lines = [_edge(panel, plan, edge) for edge in panel.edges]
    for way in panel.ways:
        course = _around(panel, plan, way.spaces)
        kind = " ".join(filter(None, ("way", tone_class(way.tone))))
        if isinstance(panel.board, Graph) and _is_cased(panel):
            lines.append(f'<path class="way casing" d="{course}"/>')
        lines.append(
            f'<path id="{esc(way.id)}" class="{kind}" marker-end="url(#tip)" d="{course}">'
            f"<title>{esc(way.words)}</title></path>"
        )
    here = {piece.id for piece in panel.pieces}
    for name, (before, now) in scene.changes.moved.items():
        if name in here and before in plan.at:
            course = _around(panel, plan, _flown(panel, before, now))
            lines.append(f'<path class="trail" d="{course}"/>')
    return f'<g id="ways:{esc(panel.id)}">{"".join(lines)}</g>'


def _edge(panel: BoardPanel, plan: Plan, edge: Edge) -> str:
    """Return an edge: a bed in the colour of its ground, with banks."""
    course = "".join(_between(panel, plan, side) for side in edge.sides)
    drawn = f'<path class="bank" d="{course}"/><path class="bed" d="{course}"/>'
    classes = " ".join(filter(None, ("edge", edge.ground)))
    return f'<g id="{esc(edge.id)}" class="{classes}"><title>{esc(edge.words)}</title>{drawn}</g>'


def _between(panel: BoardPanel, plan: Plan, side: str) -> str:
    """Return the line between two spaces: their common border, or a bar across the link midway."""
    one, other = (panel.board.name(space) for space in panel.board.side_named(side))
    near = {(round(x, 3), round(y, 3)) for x, y in plan.outlines.get(other, ())}
    border = [(x, y) for x, y in plan.outlines.get(one, ()) if (round(x, 3), round(y, 3)) in near]
    if len(border) < 2:
        (x, y), (u, v) = plan.at[one], plan.at[other]
        away = ((u - x) ** 2 + (v - y) ** 2) ** 0.5 or 1.0
        across, down = (v - y) / away * plan.plate / 2, (x - u) / away * plan.plate / 2
        middle = ((x + u) / 2, (y + v) / 2)
        if (bend := bend_of(panel, one, other)) is not None:
            # A link that bends passes halfway between that point and its control point.
            middle = ((middle[0] + bend[0]) / 2, (middle[1] + bend[1]) / 2)
        border = [(middle[0] + sign * across, middle[1] + sign * down) for sign in (-1, 1)]
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in border)


def _leg(panel: BoardPanel, plan: Plan, one: str, other: str) -> str:
    """Return the path from one space to the next, around names of a free map."""
    end = " ".join(map(num, plan.at[other]))
    if (control := bend_of(panel, one, other)) is None:
        return f"L{end}"
    return f"Q{num(control[0])} {num(control[1])} {end}"


def _around(panel: BoardPanel, plan: Plan, spaces: tuple[str, ...]) -> str:
    """Return the path of a way over a board."""
    x, y = plan.at[spaces[0]]
    legs = (_leg(panel, plan, one, other) for one, other in pairwise(spaces))
    return f"M{num(x)} {num(y)}{''.join(legs)}"


def _flown(panel: BoardPanel, before: str, now: str) -> tuple[str, ...]:
    """Return the spaces over which a piece went, as far as a free board tells; else both ends."""
    board = panel.board
    if not isinstance(board, Graph):
        return before, now
    for way in panel.ways:
        if before in way.spaces and now in way.spaces:
            first, last = sorted((way.spaces.index(before), way.spaces.index(now)))
            passed = way.spaces[first : last + 1]
            return passed if passed[0] == before else passed[::-1]
    away = {} if board.one_way else board.distances(before)
    passed = (now,)
    while passed[0] != before:
        left = away.get(passed[0], 0) - 1
        nearer = [one for one in board.neighbours(passed[0]) if away.get(one) == left]
        # Of several ways that are as short nothing tells which it took.
        if len(nearer) != 1:
            return before, now
        passed = (*nearer, *passed)
    return passed


def board_inside(panel: BoardPanel, scene: Scene) -> str:
    """Return a whole board, without the `svg` element around it."""
    names = in_order(panel.board)
    parts = [board_ground(panel)]
    parts += [space_fragment(panel, name, scene) for name in names]
    parts.append(ways_fragment(panel, scene))
    laid = spreads(panel, apart_of(panel.pieces, scene))
    parts += [stack_fragment(panel, name, scene, laid) for name in names]
    return "".join(parts)


def board_ground(panel: BoardPanel, *, runs_on: bool = False) -> str:
    """Return what is lowest and never changes: art, links, letters along the edges.

    `runs_on`: the art is not cut off at the edges of the board, where a page has room beside it.
    """
    parts = []
    plan = plan_of(panel.board)
    if panel.art is not None:
        left, top, width, height = (number * plan.unit for number in panel.art.box)
        view = " ".join(map(num, panel.art.view))
        frame = " ".join(map(num, (plan.left, plan.top, plan.width, plan.height)))
        # A nested `svg` clips its content, so that the art stays on the board.
        free = ' overflow="visible"' if runs_on else ""
        size = f'width="{num(width)}" height="{num(height)}"'
        parts.append(
            f'<svg x="{num(plan.left)}" y="{num(plan.top)}" width="{num(plan.width)}" '
            f'height="{num(plan.height)}" viewBox="{frame}"{free}>'
            f'<svg class="art" overflow="visible" x="{num(left)}" y="{num(top)}" {size} '
            f'viewBox="{view}" preserveAspectRatio="none">{panel.art.inside}</svg></svg>'
        )
    parts.append(links_fragment(panel))
    parts.append(_edges(panel, plan))
    return "".join(parts)


def _edges(panel: BoardPanel, plan: Plan) -> str:
    """Return the letters and numbers along the edges of a square grid."""
    board = panel.board
    if not isinstance(board, SquareGrid):
        return ""
    unit, lines = plan.unit, []
    for column in range(1, board.columns + 1):
        x = (column - 0.5) * unit
        for y in (-8.0, board.rows * unit + 18):
            lines.append(_text("margin", x, y, board.column_name(column), 40))
    for row in range(1, board.rows + 1):
        y = (row - 0.5) * unit + 5
        lines.append(_text("margin", -14.0, y, str(row), 24))
        lines.append(_text("margin", board.columns * unit + 14.0, y, str(row), 24))
    return "".join(lines)
