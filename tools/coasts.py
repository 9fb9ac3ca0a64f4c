"""Draw the land behind the maps of packs whose spaces have longitudes and latitudes.

usage: python tools/coasts.py MAP.toml WORLD.json [NAME@EAST,NORTH[,TURN]]... > art/map.svg

MAP.toml has a table [earth] (docs/boards.md, "Maps of real places"): its edges and its projection
are those of the drawing, so that the spaces lie where they belong. Land and sea run on beyond them.
NAME is written on the map, such as the name of a sea.
WORLD.json is a TopoJSON file of the npm package world-atlas 2.0.2, made of Natural Earth, which is
in the public domain:

    npm pack world-atlas@2.0.2
    tar xzf world-atlas-2.0.2.tgz package/countries-10m.json
"""

import json
import sys
import tomllib
from collections import Counter
from itertools import accumulate
from math import ceil, floor, hypot
from pathlib import Path

from tabletop_core.boards import Earth

DETAIL, COARSE = 0.0006, 0.0019
"""How far a drawn coast may run beside the true one, in parts of the width of the map: on a map of
a few degrees, and on a wide one."""

WIDE = 6
"""Degrees across from which on a map is wide."""

BLEED = 0.45
"""How far land and sea run on beyond the frame, in parts of its width and height."""

SMALLEST = 0.000004
"""Islands that cover less of the square over the width are left out."""


def is_wide(earth):
    return earth.east - earth.west > WIDE


def detail_of(earth):
    return COARSE if is_wide(earth) else DETAIL


def arcs_of(world):
    """Return the arcs of a TopoJSON file as longitudes and latitudes."""
    (across, up), (west, south) = world["transform"]["scale"], world["transform"]["translate"]
    for arc in world["arcs"]:
        xs = accumulate(step[0] for step in arc)
        ys = accumulate(step[1] for step in arc)
        yield [(x * across + west, y * up + south) for x, y in zip(xs, ys, strict=True)]


def rings_of(shapes):
    """Yield the rings of all polygons, each a list of numbers of arcs."""
    for shape in shapes:
        polygons = [shape["arcs"]] if shape["type"] == "Polygon" else shape.get("arcs", [])
        for polygon in polygons:
            yield from polygon


def joined(ring, arcs):
    """Return the points of a ring; a negative number is an arc that runs backwards."""
    points = []
    for number in ring:
        arc = arcs[number] if number >= 0 else arcs[~number][::-1]
        points += arc[1:] if points else arc
    return points


def clipped(points, earth):
    """Cut a ring at the edges of the map, one edge after the other."""
    for axis, edge, sign in (
        (0, earth.west, 1), (0, earth.east, -1), (1, earth.south, 1), (1, earth.north, -1)
    ):  # fmt: skip
        kept = []
        for a, b in zip(points, points[1:] + points[:1], strict=True):
            is_in, stays_in = sign * (a[axis] - edge) >= 0, sign * (b[axis] - edge) >= 0
            if is_in:
                kept.append(a)
            if is_in != stays_in:
                part = (edge - a[axis]) / (b[axis] - a[axis])
                kept.append(tuple(p + (q - p) * part for p, q in zip(a, b, strict=True)))
        points = kept
    return points


def pieces_inside(points, earth):
    """Yield the parts of an open line that lie on the map."""
    piece = []
    for point in points:
        if earth.shows(*point):
            piece.append(point)
        elif piece:
            yield piece
            piece = []
    if piece:
        yield piece


def simplified(points, detail):
    """Leave out points that lie nearer than `detail` to the line between those kept."""
    if len(points) < 3:
        return points
    (x, y), (to_x, to_y) = points[0], points[-1]
    length = hypot(to_x - x, to_y - y)

    def aside(point):
        if not length:
            return hypot(point[0] - x, point[1] - y)
        return abs((to_x - x) * (point[1] - y) - (to_y - y) * (point[0] - x)) / length

    far = max(range(1, len(points) - 1), key=lambda at: aside(points[at]))
    if aside(points[far]) <= detail:
        return [points[0], points[-1]]
    return simplified(points[: far + 1], detail)[:-1] + simplified(points[far:], detail)


def area(points):
    pairs = zip(points, points[1:] + points[:1], strict=True)
    return abs(sum(x * v - u * y for (x, y), (u, v) in pairs)) / 2


def drawn(points, earth, end=""):
    """Return a line as SVG draws it, relative to its first point."""
    near = simplified([earth.place(*point) for point in points], detail_of(earth) * earth.width)
    places = [(round(x, 1), round(y, 1)) for x, y in near]
    kept = [p for p, before in zip(places, [None, *places], strict=False) if p != before]
    (x, y), *rest = kept
    text = f"M{x:g} {y:g}"
    for to_x, to_y in rest:
        text += f"l{round(to_x - x, 1):g} {round(to_y - y, 1):g}".replace(" -", "-")
        x, y = to_x, to_y
    return text + end, kept


def land(shapes, arcs, earth, seen):
    """Yield each coast or frontier on the map as a closed path, small islands left out."""
    for ring in rings_of(shapes):
        points = clipped(joined(ring, arcs), seen)
        if len(points) > 2:
            half = len(points) // 2  # a ring is a line whose ends meet: simplify both halves
            text, kept = drawn([*points[:half], *points[half:], points[0]], earth, "z")
            if area(kept) >= SMALLEST * earth.width**2 * (12 if is_wide(earth) else 1):
                yield text


def frontiers(shapes, arcs, earth, seen):
    """Yield the lines that two countries share."""
    used = Counter(n if n >= 0 else ~n for ring in rings_of(shapes) for n in ring)
    for number, times in used.items():
        for piece in pieces_inside(arcs[number], seen) if times > 1 else ():
            text, kept = drawn(piece, earth)
            if len(kept) > 1:
                yield text


def wider(earth):
    """Return the part of the globe that is drawn: land and sea run on beyond the frame."""
    share = BLEED / 2 if is_wide(earth) else BLEED
    across, up = share * (earth.east - earth.west), share * (earth.north - earth.south)
    return Earth(
        west=earth.west - across,
        east=earth.east + across,
        south=earth.south - up,
        north=earth.north + up,
    )


def grid(earth, drawn_part, step):
    """Return the meridians and parallels at whole steps of degrees."""
    lines = ""
    left, top = earth.place(drawn_part.west, drawn_part.north)
    right, bottom = earth.place(drawn_part.east, drawn_part.south)
    for number in range(floor(drawn_part.west / step), ceil(drawn_part.east / step) + 1):
        x, _ = earth.place(number * step, earth.north)
        lines += f"M{x:.1f} {top:.1f}V{bottom:.1f}"
    for number in range(floor(drawn_part.south / step), ceil(drawn_part.north / step) + 1):
        _, y = earth.place(earth.west, number * step)
        lines += f"M{left:.1f} {y:.1f}H{right:.1f}"
    return lines


def name_on(earth, text):
    """Return a name on the map from `NAME@EAST,NORTH` or `NAME@EAST,NORTH,TURN`."""
    name, _, where = text.partition("@")
    east, north, *turn = map(float, where.split(","))
    x, y = earth.place(east, north)
    turned = f" rotate({turn[0]:g})" if turn else ""
    return f'<text transform="translate({x:.1f} {y:.1f}){turned}">{name}</text>'


def main(map_file, world_file, *names):
    earth = Earth(**tomllib.loads(Path(map_file).read_text("utf-8"))["earth"])
    world = json.loads(Path(world_file).read_text("utf-8"))
    arcs = list(arcs_of(world))
    countries = world["objects"]["countries"]["geometries"]
    width, height = round(earth.width, 1), round(earth.height, 1)
    seen = wider(earth)
    left, top = (round(number, 1) for number in earth.place(seen.west, seen.north))
    right, bottom = (round(number, 1) for number in earth.place(seen.east, seen.south))
    whole = f'x="{left}" y="{top}" width="{right - left:.1f}" height="{bottom - top:.1f}"'
    ident = Path(map_file).resolve().parents[1].name.replace("_", "-")
    coasts = "".join(land(world["objects"]["land"]["geometries"], arcs, earth, seen))
    borders = "".join(frontiers(countries, arcs, earth, seen))
    step = 2 if is_wide(earth) else 0.5
    line = 'fill="none" stroke-linejoin="round"'
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">')
    print("<!-- Land: Natural Earth 1:10m, public domain (npm package world-atlas 2.0.2).")
    print("Made by tools/coasts.py; the units are those of the map file's positions. -->")
    fine = 0.45 if is_wide(earth) else 1  # a wide map is drawn larger, so its lines are finer

    def size(number):
        return f"{number * fine:.2f}".rstrip("0").rstrip(".").removeprefix("0")

    print(
        f'<defs><path id="{ident}-land" d="{coasts}"/>'
        f'<pattern id="{ident}-waves" width="9" height="7" patternUnits="userSpaceOnUse" '
        f'patternTransform="scale({fine})"><path d="M1 1.6q.5-.5 1 0t1 0t1 0M5.4 5q.5-.5 1 0t1 0" '
        'fill="none" stroke="var(--tt-shore, #cfe2e2)" stroke-width=".28" '
        'stroke-linecap="round"/></pattern>'
        f'<pattern id="{ident}-ground" width="7" height="6" patternUnits="userSpaceOnUse" '
        f'patternTransform="scale({fine})">'
        '<path d="M1 1.4l.4-.6l.4.6M4.4 4.3l.4-.6l.4.6M5.8 1.2h.9M2 5.2h.7" fill="none" '
        'stroke="var(--tt-line, #94896d)" stroke-opacity=".45" stroke-width=".16"/></pattern>'
        "</defs>"
    )
    print(f'<rect {whole} fill="var(--tt-sea, #a9cbd6)"/>')
    print(f'<rect {whole} fill="url(#{ident}-waves)"/>')
    for wide, clear in ((3.4, 0.35), (2.1, 0.55), (1.0, 0.8)):
        print(
            f'<use href="#{ident}-land" {line} stroke="var(--tt-shore, #cfe2e2)" '
            f'stroke-width="{size(wide)}" stroke-opacity="{clear}"/>'
        )
    print(
        f'<use href="#{ident}-land" fill="var(--tt-land, #e2dab6)" '
        f'stroke="var(--tt-line, #94896d)" stroke-width="{size(0.42)}" stroke-linejoin="round"/>'
    )
    print(f'<use href="#{ident}-land" fill="url(#{ident}-ground)"/>')
    if borders:
        dashes = " ".join(map(size, (1.2, 0.7, 0.3, 0.7)))
        print(
            f'<path d="{borders}" {line} stroke="var(--tt-faint, #4f4939)" stroke-opacity=".6" '
            f'stroke-width="{size(0.3)}" stroke-dasharray="{dashes}"/>'
        )
    print(
        f'<path d="{grid(earth, seen, step)}" fill="none" stroke="var(--tt-ink, #1c1a16)" '
        f'stroke-opacity=".13" stroke-width="{size(0.14)}"/>'
    )
    if names:
        print(
            '<g font-family="Georgia, \'Times New Roman\', serif" font-style="italic" '
            f'font-size="{size(2.7)}" letter-spacing="{size(0.8)}" text-anchor="middle" '
            'fill="var(--tt-faint, #4f4939)" fill-opacity=".5">'
            + "".join(name_on(earth, name) for name in names)
            + "</g>"
        )
    print("</svg>")


if __name__ == "__main__":
    sys.setrecursionlimit(20_000)
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
