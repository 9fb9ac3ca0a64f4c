"""A board as SVG: ground, links, ways, counters; each space and each stack is a fragment."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from ..boards import Graph, SquareGrid
from ..panels import BoardPanel, Edge, Spot
from ..panels.appearance import tone_class
from .board_layout import Plan, across, in_order
from .map_layout import MapLayout, bar_ends, layout_of, lines_of, states_of
from .scene import Scene
from .space_names import (
    APART,
    BESIDE,
    GROWTHS,
    LINE,
    MAX_GROWTH,
    SIZE,
    NamePlace,
    breaks_of,
    width_of,
)
from .stack_svg import apart_of, spreads, stack_fragment
from .svg_text import drawn_width, esc, num, squeezed

_IN_HEX, _IN_SQUARE = 52, 50
"""How wide words in a space of a grid may be: they stay clear of those of other spaces."""
_FOOT_OF_HEX = {False: (33.0, 0.0), True: (38.0, 0.5)}
"""Where words at the foot of a hex stand, flat or pointed: below its middle, less of their size."""
_APART = 1.06
"""From one line of them to the next, in sizes of letters."""
_COUNTER_FOOT = 28
"""How far the counters of a shape reach below its middle, where they lie in one row."""
PATTERNS = {
    "sea": "M3 10q5-6 10 0t10 0t10 0M3 19q5-6 10 0t10 0t10 0M3 28q5-6 10 0t10 0t10 0",
    "wood": "M10 27v-3M10 4l6 9h-3l5 11H2l5-11H4zM26 33v-3M26 13l5 7h-2l4 10H19l4-10h-2z",
    "hill": "M1 29q9-22 18 0M14 20q10-18 21 9M6 26l2-6M11 28l1-6M22 24l2-8M28 28l1-6",
    "town": "M3 31V18l7-7 7 7v13zM8 31v-7h4v7M20 31V12l6-6 6 6v19zM24 16h4M24 22h4",
    "marsh": "M2 24h13M20 31h13M8 24V11M8 24l-5-9M8 24l5-9M27 31V18M27 31l-5-9M27 31l5-9M19 11h9",
    "road": "M11 34l4-32M25 34l-4-32M18 33v-6M18 23v-5M18 14v-4M18 7v-3",
    "cloud": "M8 25a5 5 0 0 1 1-10 8 8 0 0 1 15-1 6 6 0 0 1 4 11z",
    "storm": "M8 21a5 5 0 0 1 1-10 8 8 0 0 1 15-1 6 6 0 0 1 4 11zM11 24l-4 8M19 24l-4 8M27 24l-4 8",
}
"""A drawing for each ground, as an aid without colours; land and plain spaces have none."""


def space_fragment(panel: BoardPanel, name: str, scene: Scene) -> str:
    """Return a space: its ground, and what is written and drawn on it."""
    layout = layout_of(panel)
    plan = layout.plan
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
        layout.names.get(name),
        states_of(panel).get(name),
        layout.grows,
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
    state: tuple[NamePlace, int] | None,
    grows: str,
    left: str = "",
) -> str:
    ground = spot.ground if spot else ""
    tone = spot.tone if spot else ""
    parts = [_field(outline, x, y, "field", 0)]
    if kind == "Graph" and not outline and ground in ("cloud", "storm"):
        # It is larger than the disc of a space, and lies below it.
        parts.insert(
            0,
            f'<path class="sky" transform="translate({num(x - 62)} {num(y - 62)}) scale(3.4)" '
            f'd="{PATTERNS[ground]}"/>',
        )
    has_sign = spot is not None and spot.symbol != "" and kind != "Graph"
    if ground in PATTERNS and not has_sign and (kind != "Graph" or not art):
        parts.append(
            f'<path class="pattern" transform="translate({num(x - 18)} {num(y - 18)})" '
            f'd="{PATTERNS[ground]}"/>'
        )
    if tone:
        parts.append(_field(outline, x, y, "mark", 3))
    if spot is not None and spot.symbol:
        parts.append(_sign(spot, x, y, kind, place, outline, grows))
    parts += [_field(outline, x, y, one, 3) for one in mark.split()]
    parts += _written(name, spot, x, y, kind, outline, place, state, grows)
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


def _sign(
    spot: Spot,
    x: float,
    y: float,
    kind: str,
    place: NamePlace | None,
    outline: tuple[tuple[float, float], ...],
    grows: str,
) -> str:
    """Return the symbol of a space: on free boards beside its name, where no counter hides it.

    There it grows together with the name, from the middle of the line.
    """
    if kind != "Graph" or not spot.label:
        label = "" if spot.label == spot.id else spot.label
        words = len(_lines_in(label, _IN_HEX if len(outline) == 6 else _IN_SQUARE))
        words += bool(spot.state)
        is_raised = kind == "SquareGrid" and words == 1
        kinds = "sign faded" if kind != "Graph" and words > 1 else "sign"
        return (
            f'<use class="{kinds}" href="#sym-{esc(spot.symbol)}" x="{num(x - 17)}" '
            f'y="{num(y - (27 if is_raised else 17))}" width="34" height="34"/>'
        )
    if place is not None:
        x, y = place.x, place.y
        wide = width_of(tuple(line for _, line in place.lines_with(spot)))
        wide *= {"start": 0, "middle": 1, "end": 2}[place.anchor]
    else:
        line, _, room = _in_shape(spot, spot.label, y, outline)
        x, y, grows = x + BESIDE / 2, y - 18, _bound(line, room)
        wide = min(drawn_width(line, SIZE), room)
    return (
        f'<g transform="translate({num(x)} {num(y)})">'
        f'<use class="sign grown{grows}" href="#sym-{esc(spot.symbol)}" '
        f'x="{num(-wide / 2 - BESIDE)}" y="-14" width="18" height="18"/></g>'
    )


def _in_shape(
    spot: Spot | None, label: str, y: float, outline: tuple[tuple[float, float], ...]
) -> tuple[str, float, float]:
    """Return the line of a name within a shape, where its state stands below, and its room.

    A state for which there is no room below the counters stands beside the name. A name is squeezed
    by no more than a fifth.
    """
    low = max(down for _, down in outline) - 6
    if spot and spot.state and low - SIZE < y + _COUNTER_FOOT:
        label = " ".join(filter(None, (label, spot.state)))
    room = across(outline) - (BESIDE if spot and spot.symbol else 0)
    return label, low, max(room, 0.8 * drawn_width(label, 12.5))


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
    outline: tuple[tuple[float, float], ...],
    place: NamePlace | None,
    state: tuple[NamePlace, int] | None,
    grows: str,
) -> Iterator[str]:
    """Yield the words on a space."""
    label = spot.label if spot else name
    if kind in ("SquareGrid", "HexGrid"):
        yield from _in_grid(name, spot, "" if label == name else label, x, y, outline)
    elif label or (spot and spot.state):
        if outline:
            line, low, room = _in_shape(spot, label, y, outline)
            aside = BESIDE / 2 if spot and spot.symbol and label else 0
            yield _text("given halo", x + aside, y - 18, line, room, is_bound=True)
            if spot and spot.state and line == label:
                yield _text("state halo", x, low, spot.state, across(outline), is_bound=True)
            return
        assert place is not None
        for at, line in sorted(place.lines_with(spot), reverse=not place.is_down):
            yield _placed(f"given halo{grows}", place, at, line)
        if spot is not None and state is not None:
            yield _placed(f"state halo{grows}", *state, spot.state)


def _in_grid(
    name: str,
    spot: Spot | None,
    label: str,
    x: float,
    y: float,
    outline: tuple[tuple[float, float], ...],
) -> Iterator[str]:
    """Yield the name of a space of a grid, in one line or two, its state, and the number of a hex.

    In a hex they stand at its foot, below a counter, with the state on top. In a square the name
    is in the middle and the state at the foot. However small the board is, they keep to the space.
    """
    is_hex = len(outline) == 6
    room = _IN_HEX if is_hex else _IN_SQUARE
    state = spot.state if spot else ""
    lines = _lines_in(label, room)
    has_three = len(lines) > 1 and bool(state)
    grows = " grows3" if has_three and is_hex else "" if is_hex else " grows2"
    # Where the last line of the name stands, and how far above that, in sizes of its letters.
    low, up = (24.0, _APART) if has_three else (5.0, _APART / 2 * (1 - len(lines)))
    if spot and spot.symbol and len(lines) == 1 and not state:
        low = 24.0
    if is_hex:
        is_pointed = _is_pointed(outline)
        low, up = _FOOT_OF_HEX[is_pointed]
        # At the top of a pointed hex there is less room, and beside three lines none.
        if not (is_pointed and has_three):
            dy = "0.8em" if is_pointed else ""
            yield _text("name", x, y - (33 if is_pointed else 24), name, 40, dy=dy)
    for at, line in enumerate(reversed(lines)):
        yield _fitted(f"given{grows}", x, y + low, -up - _APART * at, line, room)
    if state and is_hex:
        yield _fitted(f"state{grows}", x, y + low, -up - _APART * max(1, len(lines)), state, room)
    elif state:
        yield _fitted(f"state{grows}", x, y + 24, 0, state, room)


def _is_pointed(outline: tuple[tuple[float, float], ...]) -> bool:
    lowest = max(down for _, down in outline)
    return sum(lowest - down < 1 for _, down in outline) == 1


def _lines_in(label: str, room: float) -> tuple[str, ...]:
    """Return a name in one line, or where it would be squeezed in two."""
    if not label:
        return ()
    breaks = breaks_of(label)
    return breaks[-1] if drawn_width(label, SIZE) > room else breaks[0]


def _fitted(kind: str, x: float, y: float, down: float, text: str, room: float) -> str:
    """Return words that fill their room at most: a page squeezes what it draws larger."""
    most = room / drawn_width(text, SIZE)
    step = _step_below(most) if most >= 1 else None
    fits = "" if step is None else f" fits{step}"
    dy = f"{down:.3g}em" if down else ""
    return _text(f"{kind}{fits}", x, y, text, room, dy=dy)


def _placed(kind: str, place: NamePlace, at: int, line: str) -> str:
    """Return a line of what is written at a space; `at`: how many lines away from its place."""
    dy = f"{APART * at if place.is_down else -APART * at:.2g}em" if at else ""
    return _text(kind, place.x, place.y, line, LINE, place.anchor, dy)


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
    step = _step_below(0.8 * room / drawn_width(text, 13)) if text else None
    return "" if step is None else f" grows{step}"


def _step_below(most: float) -> int | None:
    """Return which of `GROWTHS` is at or below this one; None where pages never draw larger."""
    if most >= MAX_GROWTH:
        return None
    return max((step for step, least in enumerate(GROWTHS) if least <= most), default=0)


def links_fragment(panel: BoardPanel) -> str:
    """Return the links of a free board, except those between two spaces with shapes."""
    board = panel.board
    if not isinstance(board, Graph):
        return ""
    layout = layout_of(panel)
    lines = []
    is_cased = _is_cased(panel)
    over = "" if panel.art is None or is_cased else " over"
    for one, other in lines_of(board):
        kind = "link" if (one, other) in board.links else "link one"
        x, y = layout.plan.at[one]
        course = f"M{num(x)} {num(y)}{_leg(layout, one, other)}"
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
    layout = layout_of(panel)
    lines = [_edge(panel, layout, edge) for edge in panel.edges]
    for way in panel.ways:
        course = _around(layout, way.spaces)
        kind = " ".join(filter(None, ("way", tone_class(way.tone))))
        if isinstance(panel.board, Graph) and _is_cased(panel):
            lines.append(f'<path class="way casing" d="{course}"/>')
        lines.append(
            f'<path id="{esc(way.id)}" class="{kind}" marker-end="url(#tip)" d="{course}">'
            f"<title>{esc(way.words)}</title></path>"
        )
    here = {piece.id for piece in panel.pieces}
    for name, (before, now) in scene.changes.moved.items():
        if name in here and before in layout.plan.at:
            course = _around(layout, _flown(panel, before, now))
            lines.append(f'<path class="trail" d="{course}"/>')
    return f'<g id="ways:{esc(panel.id)}">{"".join(lines)}</g>'


def _edge(panel: BoardPanel, layout: MapLayout, edge: Edge) -> str:
    """Return an edge: a bed in the colour of its ground, with banks."""
    course = "".join(_between(panel, layout, side) for side in edge.sides)
    drawn = f'<path class="bank" d="{course}"/><path class="bed" d="{course}"/>'
    classes = " ".join(filter(None, ("edge", edge.ground)))
    return f'<g id="{esc(edge.id)}" class="{classes}"><title>{esc(edge.words)}</title>{drawn}</g>'


def _between(panel: BoardPanel, layout: MapLayout, side: str) -> str:
    """Return the line between two spaces: their common border, or a bar across the link midway."""
    one, other = (panel.board.name(space) for space in panel.board.side_named(side))
    outlines = layout.plan.outlines
    near = {(round(x, 3), round(y, 3)) for x, y in outlines.get(other, ())}
    border = [(x, y) for x, y in outlines.get(one, ()) if (round(x, 3), round(y, 3)) in near]
    if len(border) < 2:
        border = list(bar_ends(layout.plan, one, other, layout.bend(one, other)))
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in border)


def _leg(layout: MapLayout, one: str, other: str) -> str:
    """Return the path from one space to the next, around names of a free map."""
    end = " ".join(map(num, layout.plan.at[other]))
    if (control := layout.bend(one, other)) is None:
        return f"L{end}"
    return f"Q{num(control[0])} {num(control[1])} {end}"


def _around(layout: MapLayout, spaces: tuple[str, ...]) -> str:
    """Return the path of a way over a board."""
    x, y = layout.plan.at[spaces[0]]
    legs = (_leg(layout, one, other) for one, other in pairwise(spaces))
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
    plan = layout_of(panel).plan
    if panel.art is not None:
        left, top, width, height = (number * plan.unit for number in panel.art.box)
        view = " ".join(map(num, panel.art.view))
        frame = " ".join(map(num, (plan.left, plan.top, plan.width, plan.height)))
        # A nested `svg` clips its content, so that the art stays on the board.
        free = ' overflow="visible"' if runs_on else ""
        dark = '<path class="night" d="M-9999-9999H9999V9999H-9999z"/>' if panel.art.night else ""
        size = f'width="{num(width)}" height="{num(height)}"'
        parts.append(
            f'<svg x="{num(plan.left)}" y="{num(plan.top)}" width="{num(plan.width)}" '
            f'height="{num(plan.height)}" viewBox="{frame}"{free}>'
            f'<svg class="art" overflow="visible" x="{num(left)}" y="{num(top)}" {size} '
            f'viewBox="{view}" preserveAspectRatio="none">{panel.art.inside}</svg>{dark}</svg>'
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
