"""Draw the land behind the maps of packs whose spaces have longitudes and latitudes.

usage: python tools/coasts.py MAP.toml WORLD.json > art/map.svg

MAP.toml has a table [earth] (docs/boards.md, "Maps of real places"): its edges and its projection
are those of the drawing, so that the spaces lie where they belong.
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
from math import hypot
from pathlib import Path

from tabletop_core.boards import Earth

DETAIL = 0.0006
"""How far a drawn coast may run beside the true one, in parts of the width of the map."""

SMALLEST = 0.000004
"""Islands that cover less of the square over the width are left out."""


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
    near = simplified([earth.place(*point) for point in points], DETAIL * earth.width)
    places = [(round(x, 1), round(y, 1)) for x, y in near]
    kept = [p for p, before in zip(places, [None, *places], strict=False) if p != before]
    (x, y), *rest = kept
    text = f"M{x:g} {y:g}"
    for to_x, to_y in rest:
        text += f"l{round(to_x - x, 1):g} {round(to_y - y, 1):g}".replace(" -", "-")
        x, y = to_x, to_y
    return text + end, kept


def land(shapes, arcs, earth):
    """Yield each coast or frontier on the map as a closed path, small islands left out."""
    for ring in rings_of(shapes):
        points = clipped(joined(ring, arcs), earth)
        if len(points) > 2:
            half = len(points) // 2  # a ring is a line whose ends meet: simplify both halves
            text, kept = drawn([*points[:half], *points[half:], points[0]], earth, "z")
            if area(kept) >= SMALLEST * earth.width**2:
                yield text


def frontiers(shapes, arcs, earth):
    """Yield the lines that two countries share."""
    used = Counter(n if n >= 0 else ~n for ring in rings_of(shapes) for n in ring)
    for number, times in used.items():
        for piece in pieces_inside(arcs[number], earth) if times > 1 else ():
            text, kept = drawn(piece, earth)
            if len(kept) > 1:
                yield text


def main(map_file, world_file):
    earth = Earth(**tomllib.loads(Path(map_file).read_text("utf-8"))["earth"])
    world = json.loads(Path(world_file).read_text("utf-8"))
    arcs = list(arcs_of(world))
    countries = world["objects"]["countries"]["geometries"]
    width, height = round(earth.width, 1), round(earth.height, 1)
    line = 'fill="none" stroke-linejoin="round"'
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">')
    print("<!-- Land: Natural Earth 1:10m, public domain (npm package world-atlas 2.0.2).")
    print("Made by tools/coasts.py; the units are those of the map file's positions. -->")
    print(
        f'<rect class="sea" width="{width:g}" height="{height:g}" fill="var(--tt-sea, #cfdde6)"/>'
    )
    coasts = "".join(land(world["objects"]["land"]["geometries"], arcs, earth))
    stroke = (
        f'stroke="var(--tt-line, #7d8c83)" stroke-width="{width / 500:g}" stroke-linejoin="round"'
    )
    print(f'<path class="land" d="{coasts}" fill="var(--tt-land, #e9e4d2)" {stroke}/>')
    borders = "".join(frontiers(countries, arcs, earth))
    if borders:
        dashes = f'stroke-dasharray="{width / 200:g} {width / 300:g}"'
        print(f'<path class="frontier" d="{borders}" {line} stroke="var(--tt-line, #a79f88)" '
              f'stroke-width="{width / 700:g}" {dashes}/>')  # fmt: skip
    print("</svg>")


if __name__ == "__main__":
    sys.setrecursionlimit(20_000)
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
