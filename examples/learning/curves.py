"""Learning curves as SVG, written with the standard library."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

WIDTH, HEIGHT, MARGIN = 640, 300, 48
COLOURS = ("#1b6ca8", "#c1440e", "#3a7d44", "#6d4c9f")

Points = Sequence[tuple[float, float]]


def save_curves(path: Path, title: str, across: str, curves: Mapping[str, Points]) -> None:
    """Draw each curve, a list of points, with its name; all have the axes of the greatest."""
    points = [point for curve in curves.values() for point in curve]
    most = max((x for x, _ in points), default=1) or 1
    low = min(0.0, *(y for _, y in points))
    high = max(1.0, *(y for _, y in points))

    def at(x: float, y: float) -> str:
        east = MARGIN + (WIDTH - 2 * MARGIN) * x / most
        south = HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (y - low) / (high - low)
        return f"{east:.1f},{south:.1f}"

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{MARGIN}" y="24" font-size="15">{escape(title)}</text>',
        f'<text x="{WIDTH - MARGIN}" y="{HEIGHT - 12}" text-anchor="end">{escape(across)}</text>',
    ]
    for value in (low, 0.0, 0.5, 1.0, high):
        if low <= value <= high:
            lines.append(f'<polyline points="{at(0, value)} {at(most, value)}" stroke="#ddd"/>')
            lines.append(
                f'<text x="{MARGIN - 6}" y="{at(0, value).split(",")[1]}" text-anchor="end" '
                f'dominant-baseline="middle">{value:.1f}</text>'
            )
    for curve, colour in zip(curves.values(), COLOURS, strict=False):
        drawn = " ".join(at(x, y) for x, y in curve)
        lines.append(f'<polyline points="{drawn}" fill="none" stroke="{colour}" stroke-width="2"/>')
    for row, (name, colour) in enumerate(zip(curves, COLOURS, strict=False)):
        lines.append(
            f'<text x="{MARGIN + 150 * row}" y="{HEIGHT - 12}" fill="{colour}">'
            f"{escape(name)}</text>"
        )
    path.write_text("\n".join([*lines, "</svg>", ""]), encoding="utf-8")
