"""Draw the title art of the packs and the examples.

usage: python tools/title_art.py [NAME ...]

Each picture is 320 wide and 180 high, and is written to the folder `art/` of its pack. The lower
third holds nothing that matters, because lists of games write there.
"""

# ruff: noqa: E501 (a drawing reads best with one shape a line)

import sys
from math import cos, pi, sin
from pathlib import Path
from random import Random

HOME = Path(__file__).parents[1]


def num(value):
    return f"{value:.1f}".removesuffix(".0").replace("-0.", "-.").removeprefix("0") or "0"


# ------------------------------------------------------------------ shapes


def mirrored(*steps):
    """Return a closed outline from its right half, given as points from the nose to the tail.

    A step of two numbers is a line to a point, one of six a curve.
    """
    where = [step[-2:] for step in steps]
    text = f"M{num(where[0][0])} {num(where[0][1])}"
    for step in steps[1:]:
        text += ("C" if len(step) == 6 else "L") + " ".join(map(num, step))
    text += f"L{num(-where[-1][0])} {num(where[-1][1])}"
    for at in range(len(steps) - 1, 0, -1):
        step, (x, y) = steps[at], where[at - 1]
        if len(step) == 6:
            a, b, c, d, _, _ = step
            text += "C" + " ".join(map(num, (-c, d, -a, b, -x, y)))
        else:
            text += f"L{num(-x)} {num(y)}"
    return text + "z"


def path(d, fill, more=""):
    return f'<path d="{d}" fill="{fill}"{more}/>'


def b29(body, dark, light):
    """Draw a B-29 from above, nose up, 200 wide."""
    wing = mirrored(
        (0, -20), (7, -20), (96, -1), (100, -1, 101, 3, 100, 8), (97, 9), (7, 19), (0, 19)
    )
    tail = mirrored((0, 62), (5, 62), (33, 70), (36, 72, 36, 77, 33, 77), (4, 79), (0, 79))
    fuselage = mirrored(
        (0, -66), (5, -66, 7.5, -60, 7.5, -52), (7.5, 20), (7.5, 45, 4, 66, 2.5, 84), (0, 87)
    )
    engines = "".join(
        f"M{num(x - 4.6)} {num(y + 32)}V{num(y + 4)}Q{num(x - 4.6)} {num(y)} {num(x)} {num(y)}"
        f"Q{num(x + 4.6)} {num(y)} {num(x + 4.6)} {num(y + 4)}V{num(y + 32)}L{num(x)} {num(y + 42)}z"
        for x, y in ((-24, -34), (24, -34), (-50, -28), (50, -28))
    )
    discs = "".join(
        f'<ellipse cx="{x}" cy="{y}" rx="12" ry="1.6" fill="{light}" fill-opacity=".55"/>'
        for x, y in ((-24, -35), (24, -35), (-50, -29), (50, -29))
    )
    glass = (
        '<path d="M-5-58Q0-66 5-58L5-54H-5z" fill="#5d7d92"/>'
        f'<circle cy="-40" r="2.6" fill="{dark}"/>'
    )
    stripes = f'<path d="M7-18L96-1Q98 2 97 9L7 19z" fill="{dark}" fill-opacity=".28"/>'
    spine = f'<path d="M0-64Q6-60 6-50V20Q6 45 2 84H0z" fill="{dark}" fill-opacity=".35"/>'
    lines = (
        f'<path d="M-10 9L-94 6M10 9L94 6M-12-12L-92 0M12-12L92 0M0 60V86" stroke="{dark}" '
        'stroke-opacity=".5" stroke-width=".8" fill="none"/>'
    )
    star = star_and_bars(-74, 4, 6)
    return (
        path(wing + tail, body) + stripes + path(engines, body, f' stroke="{dark}" stroke-width=".6"')
        + discs + path(fuselage, body) + spine + lines + glass + star
        + f'<circle cy="30" r="2.6" fill="{dark}"/><circle cy="-8" r="2.2" fill="{dark}" fill-opacity=".5"/>'
    )  # fmt: skip


def star_and_bars(x, y, r):
    points = " ".join(
        f"{num(x + r * (1 if at % 2 == 0 else 0.4) * sin(at * pi / 5))},"
        f"{num(y - r * (1 if at % 2 == 0 else 0.4) * cos(at * pi / 5))}"
        for at in range(10)
    )
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" fill="#274a78"/><polygon points="{points}" fill="#f4efe2"/>'


def b17(body, dark, light="", star=True):
    """Draw a B-17 from above, nose up, 200 wide."""
    wing = mirrored(
        (0, -27), (8, -27), (88, -10), (98, -8, 101, 0, 98, 7), (94, 10), (8, 21), (0, 21)
    )
    tail = mirrored((0, 58), (6, 58), (36, 66), (43, 69, 43, 78, 37, 79), (5, 80), (0, 80))
    fuselage = mirrored(
        (0, -70), (6, -70, 8.5, -60, 8.5, -48), (8.5, 20), (7, 50, 4, 70, 3, 84), (0, 88)
    )
    engines = "".join(
        f"M{x - 6} {y + 30}V{y + 5}Q{x - 6} {y} {x} {y}Q{x + 6} {y} {x + 6} {y + 5}V{y + 30}z"
        for x, y in ((-27, -42), (27, -42), (-55, -34), (55, -34))
    )
    discs = (
        "".join(
            f'<ellipse cx="{x}" cy="{y}" rx="13" ry="1.8" fill="{light}" fill-opacity=".5"/>'
            for x, y in ((-27, -43), (27, -43), (-55, -35), (55, -35))
        )
        if light
        else ""
    )
    detail = (
        (
            f'<path d="M8-25L88-10Q97-6 98 7L8 21z" fill="{dark}" fill-opacity=".25"/>'
            f'<path d="M0-68Q7-62 7-48V20Q6 60 2 86H0z" fill="{dark}" fill-opacity=".4"/>'
            f'<path d="M-12 13L-92 4M12 13L92 4M0 52V86" stroke="{dark}" stroke-opacity=".6" fill="none"/>'
        )
        if light
        else ""
    )
    marks = star_and_bars(-72, 1, 7) if star else ""
    return path(wing + tail + engines, body) + discs + path(fuselage, body) + detail + marks


def hurricane(body, dark, roundels=True):
    """Draw a Hurricane from above, nose up, 200 wide."""
    wing = mirrored(
        (0, -40), (10, -40), (80, -26), (96, -23, 101, -14, 97, -5), (92, 3), (12, 22), (0, 22)
    )
    tail = mirrored((0, 66), (5, 66), (28, 70), (36, 73, 36, 82, 29, 84), (4, 86), (0, 86))
    body_of = mirrored(
        (0, -78), (5, -78, 9, -66, 10, -52), (11, -10), (9, 30, 6, 60, 4, 86), (0, 92)
    )
    marks = (
        "".join(
            f'<circle cx="{x}" cy="-10" r="10" fill="#24477e"/><circle cx="{x}" cy="-10" r="4" fill="#b3352b"/>'
            for x in (-72, 72)
        )
        if roundels
        else ""
    )
    bands = f'<path d="M20-38L50-32L30 18L14 21zM-46-33L-70-28L-88 2L-60 9z" fill="{dark}" fill-opacity=".55"/>'
    return (
        path(wing + tail, body) + bands + marks + path(body_of, body)
        + path("M-5-8Q0-16 5-8V14H-5z", "#a9c4cc") + path("M0-78Q9-66 10-50L9 30L3 90H0z", dark, ' fill-opacity=".5"')
        + '<ellipse cy="-80" rx="20" ry="2" fill="#fff" fill-opacity=".45"/>'
    )  # fmt: skip


def messerschmitt(body, dark="", crosses=False):
    """Draw a Bf 109 from above, nose up, 200 wide."""
    wing = mirrored((0, -44), (10, -44), (88, -30), (99, -27), (98, -6), (12, 10), (0, 10))
    tail = mirrored((0, 74), (5, 74), (34, 80), (36, 92), (5, 95), (0, 95))
    body_of = mirrored(
        (0, -92), (5, -92, 9, -80, 10, -62), (10, -5), (8, 30, 5, 70, 3, 96), (0, 102)
    )
    marks = (
        "".join(
            f'<path d="M{x - 9}-18h18M{x}-27v18" stroke="#f4efe2" stroke-width="6"/>'
            f'<path d="M{x - 9}-18h18M{x}-27v18" stroke="#16181b" stroke-width="3.4"/>'
            for x in (-70, 70)
        )
        if crosses
        else ""
    )
    return (
        path(wing + tail, body)
        + marks
        + path(body_of, body)
        + (path("M-5-18Q0-26 5-18V0H-5z", dark) if dark else "")
    )


def bomber_2(body, dark=""):
    """Draw a twin-engined bomber from above, nose up, 200 wide."""
    wing = mirrored(
        (0, -26), (9, -26), (60, -20), (92, -14, 103, -4, 98, 4), (80, 14, 50, 22, 10, 26), (0, 26)
    )
    tail = mirrored((0, 62), (5, 62), (30, 66), (40, 70, 38, 82, 28, 82), (5, 84), (0, 84))
    body_of = mirrored((0, -64), (8, -64, 10, -48, 10, -30), (9, 20, 6, 60, 3, 86), (0, 92))
    engines = "".join(
        f"M{x - 7} 4V-40Q{x - 7}-50 {x}-50Q{x + 7}-50 {x + 7}-40V4L{x} 18z" for x in (-30, 30)
    )
    return path(wing + tail + engines + body_of, body)


def at(x, y, size, turn, inside, more=""):
    """Place a drawing that is 200 wide: `size` is its width here, `turn` in degrees clockwise."""
    return f'<g transform="translate({num(x)} {num(y)})rotate({num(turn)})scale({size / 200:.3f})"{more}>{inside}</g>'


def gradient(name, *stops, flat=False):
    inside = "".join(f'<stop offset="{share}" stop-color="{colour}"/>' for share, colour in stops)
    way = "" if flat else ' x2="0" y2="1"'
    return f'<linearGradient id="{name}"{way}>{inside}</linearGradient>'


def cloud(x, y, size, fill, opacity=1.0):
    bumps = (
        (-1, 0, 0.45),
        (-0.45, -0.32, 0.5),
        (0.2, -0.42, 0.6),
        (0.75, -0.1, 0.45),
        (1.15, 0.05, 0.3),
    )
    drawn = "".join(
        f"M{num(x + (dx - r) * size)} {num(y + dy * size)}a{num(r * size)} {num(r * size)} 0 1 1 {num(2 * r * size)} 0"
        f"a{num(r * size)} {num(r * size)} 0 1 1 {num(-2 * r * size)} 0"
        for dx, dy, r in bumps
    )
    drawn += f"M{num(x - 1.45 * size)} {num(y)}h{num(2.9 * size)}q0 {num(0.42 * size)} {num(-0.4 * size)} {num(0.42 * size)}h{num(-2.1 * size)}q{num(-0.4 * size)} 0 {num(-0.4 * size)} {num(-0.42 * size)}z"
    return f'<path d="{drawn}" fill="{fill}" fill-opacity="{opacity}"/>'


def stars(count, high, seed):
    random = Random(seed)
    return "".join(
        f'<circle cx="{num(random.random() * 320)}" cy="{num(random.random() * high)}" r="{random.choice((".5", ".7", "1"))}"/>'
        for _ in range(count)
    )


def burst(x, y, r, seed):
    """Draw a shell burst: smoke and a spark."""
    random = Random(seed)
    smoke = "".join(
        f'<circle cx="{num(x + random.uniform(-0.7, 0.7) * r)}" cy="{num(y + random.uniform(-0.6, 0.6) * r)}" r="{num(r * random.uniform(0.45, 0.75))}"/>'
        for _ in range(5)
    )
    points = " ".join(
        f"{num(x + r * (0.85 if n % 2 == 0 else 0.28) * sin(n * pi / 5 + seed))},{num(y - r * (0.85 if n % 2 == 0 else 0.28) * cos(n * pi / 5 + seed))}"
        for n in range(10)
    )
    return f'<g fill="#4b3d38" fill-opacity=".75">{smoke}</g><polygon points="{points}" fill="#ff9d3a"/><circle cx="{num(x)}" cy="{num(y)}" r="{num(r * 0.22)}" fill="#ffe9b0"/>'


def waves(top, bottom, fill, seed, step=9, opacity=".5"):
    random = Random(seed)
    drawn, y = "", top
    while y < bottom:
        x = random.uniform(-20, 10)
        while x < 320:
            w = random.uniform(6, 14) * (1 + (y - top) / 40)
            drawn += f"M{num(x)} {num(y)}q{num(w / 4)}-2 {num(w / 2)} 0t{num(w / 2)} 0"
            x += w + random.uniform(18, 60)
        y += step
    return f'<path d="{drawn}" fill="none" stroke="{fill}" stroke-opacity="{opacity}"/>'


def picture(inside, defs=""):
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180">'
        + (f"<defs>{defs}</defs>" if defs else "")
        + inside
        + "</svg>\n"
    )


# ------------------------------------------------------------------ the pictures


def b29_superfortress():
    """A bomber over Fuji at dusk."""
    sky = gradient("b29-sky", (0, "#3b3560"), (0.4, "#8d5a80"), (0.72, "#dd8f7c"), (0.9, "#f3c08a"))
    hill = gradient("b29-hill", (0, "#5d5b86"), (1, "#23304d"))
    sea = gradient("b29-sea", (0, "#c98478"), (1, "#1c2844"))
    inside = '<path d="M0 0H320V180H0z" fill="url(#b29-sky)"/>'
    inside += '<circle cx="166" cy="78" r="46" fill="#e8502e"/><circle cx="166" cy="78" r="54" fill="#e8502e" fill-opacity=".2"/>'
    inside += cloud(40, 108, 20, "#f0b69a", 0.75) + cloud(272, 100, 24, "#f0b69a", 0.7)
    inside += cloud(92, 62, 9, "#e8a595", 0.5) + cloud(236, 40, 8, "#c98a92", 0.5)
    inside += '<path d="M30 150C92 128 126 92 148 70Q166 63 186 70C212 94 246 128 300 150z" fill="url(#b29-hill)"/>'
    inside += '<path d="M148 70Q166 63 186 70L201 85L192 82L186 94L178 83L168 97L160 84L151 93L146 82L133 85z" fill="#f6efe4"/>'
    inside += '<path d="M166 66Q176 66 186 70L201 85L192 82L186 94L178 83L168 97z" fill="#c9c4d6"/>'
    inside += '<path d="M0 146Q60 138 110 146T230 145T320 141V180H0z" fill="url(#b29-sea)"/>'
    inside += '<path d="M0 146Q30 134 62 143Q84 140 100 147L0 150zM320 140Q286 132 262 142Q246 141 236 147L320 150z" fill="#27304e"/>'
    inside += waves(154, 178, "#f3c08a", 3, 7, ".35")
    inside += at(60, 62, 62, -32, b29("#a9a3b0", "#4d4964", "#fff")) + at(
        270, 44, 52, -32, b29("#a9a3b0", "#4d4964", "#fff")
    )
    inside += at(160, 76, 150, -28, b29("#d3d6d8", "#59637a", "#fff"))
    return picture(inside, sky + hill + sea)


def bomber_boys():
    """A bomber in the night, with a light at each man's place."""
    sky = gradient("boys-sky", (0, "#0b1630"), (0.65, "#22305a"), (1, "#4a3a52"))
    inside = '<path d="M0 0H320V180H0z" fill="url(#boys-sky)"/>'
    inside += f'<g fill="#e8ecff">{stars(70, 130, 5)}</g>'
    inside += '<circle cx="278" cy="34" r="13" fill="#efe6c4"/><circle cx="272" cy="31" r="12" fill="#14203f"/>'
    for x, y, to, wide in (
        (36, 180, 104, 15),
        (92, 180, 36, 12),
        (226, 180, 250, 13),
        (292, 180, 214, 16),
    ):
        inside += f'<path d="M{x - 2} {y}L{to - wide} 0H{to + wide}L{x + 2} {y}z" fill="#f6efc8" fill-opacity=".13"/>'
    inside += (
        burst(58, 44, 13, 1)
        + burst(262, 84, 15, 2)
        + burst(70, 112, 9, 3)
        + burst(232, 38, 8, 6)
        + burst(32, 86, 6, 8)
    )
    inside += at(160, 82, 176, 0, b17("#0a0f1c", "#05070d", star=False))
    inside += at(
        160,
        82,
        176,
        0,
        '<path d="M-8-25L-88-9M8-25L88-9M-6-62V60M6-62V60" stroke="#6d7da6" stroke-opacity=".7" fill="none"/>',
    )
    lights = (
        (0, -62),
        (0, -50),
        (-4.5, -36),
        (4.5, -36),
        (0, -20),
        (0, 0),
        (0, 18),
        (-5, 34),
        (5, 34),
        (0, 76),
    )
    for x, y in lights:
        cx, cy = 160 + x * 0.88, 82 + y * 0.88
        inside += f'<circle cx="{num(cx)}" cy="{num(cy)}" r="6" fill="#ffb52e" fill-opacity=".28"/><circle cx="{num(cx)}" cy="{num(cy)}" r="2.7" fill="#ffd778"/>'
    inside += '<path d="M0 164L14 158L20 162L34 152L40 158H52V150H62V160L84 155L96 162H120L132 154L140 160H164L176 152V146H182V156L204 160L220 153L232 161H258L266 150L274 158L296 153L306 161L320 156V180H0z" fill="#070b16"/>'
    return picture(inside, sky)


def fields(seed, left, top, right, bottom, colours, size=34):
    """Draw fields as a patchwork of four-cornered pieces, some with furrows."""
    random = Random(seed)
    columns, rows = int((right - left) / size), int((bottom - top) / size)
    xs = [
        [
            left
            + (right - left)
            * (c + (random.uniform(-0.28, 0.28) if 0 < c < columns else 0))
            / columns
            for c in range(columns + 1)
        ]
        for _ in range(rows + 1)
    ]
    ys = [
        [
            top + (bottom - top) * (r + (random.uniform(-0.28, 0.28) if 0 < r < rows else 0)) / rows
            for _ in range(columns + 1)
        ]
        for r in range(rows + 1)
    ]
    by_colour, furrows = {}, ""
    for r in range(rows):
        for c in range(columns):
            corners = [
                (xs[r][c], ys[r][c]),
                (xs[r][c + 1], ys[r][c + 1]),
                (xs[r + 1][c + 1], ys[r + 1][c + 1]),
                (xs[r + 1][c], ys[r + 1][c]),
            ]
            fill = random.choice(colours)
            by_colour[fill] = (
                by_colour.get(fill, "")
                + "M"
                + "L".join(f"{num(x)} {num(y)}" for x, y in corners)
                + "z"
            )
            if random.random() < 0.45:
                a, b, d, e = corners if random.random() < 0.5 else corners[1:] + corners[:1]
                for step in range(1, 6):
                    s = step / 6
                    furrows += f"M{num(a[0] + (b[0] - a[0]) * s)} {num(a[1] + (b[1] - a[1]) * s)}L{num(e[0] + (d[0] - e[0]) * s)} {num(e[1] + (d[1] - e[1]) * s)}"
    return by_colour, furrows


def token(tone, x, y, size, turn, tracer):
    """Draw a counter with its nose, as it lies on the board."""
    fill, shape = {
        "blue": ("#1d52a6", '<circle r="12"/>'),
        "red": ("#b3261a", '<path d="M-11.5-11.5H11.5V11.5H-11.5z"/>'),
    }[tone]
    cream = "#fbf3df"
    scale = size / 24
    trail = (
        f'<path d="M0 16V{tracer}" stroke="{fill}" stroke-width="2" stroke-dasharray="2 4" fill="none"/>'
        if tracer
        else ""
    )
    shade = shape.replace("/>", ' fill="#2b2416" fill-opacity=".35" transform="translate(1.2 2)"/>')
    body = shape.replace("/>", f' fill="{fill}" stroke="{cream}" stroke-width="2"/>')
    nose = f'<path d="M-5-13.5L0-20.5L5-13.5z" fill="{fill}" stroke="{cream}" stroke-width="1.5" stroke-linejoin="round"/>'
    plane = at(0, 0.5, 17, 0, messerschmitt("#fff") if size < 30 else bomber_2("#fff"))
    return f'<g transform="translate({x} {y})scale({scale:.2f})">{shade}<g transform="rotate({turn})">{trail}{nose}</g>{body}<g transform="rotate({turn})">{plane}</g></g>'


def bomber_run():
    """The board from above: fields, a river, and both sides in the air."""
    colours, furrows = fields(
        11,
        -10,
        -10,
        330,
        190,
        ("#b9c07c", "#a8b56c", "#d5c28b", "#c7c98f", "#e0cf9c", "#9fae6a"),
        36,
    )
    inside = '<path d="M0 0H320V180H0z" fill="#b9c07c"/>'
    inside += "".join(
        path(d, fill, ' stroke="#7d8550" stroke-width="1.4" stroke-linejoin="round"')
        for fill, d in colours.items()
    )
    inside += (
        f'<path d="{furrows}" stroke="#6f7745" stroke-opacity=".45" stroke-width=".7" fill="none"/>'
    )
    river = "M168-5C150 30 186 52 178 86S132 130 160 185"
    inside += f'<path d="{river}" fill="none" stroke="#6f8a63" stroke-width="17"/><path d="{river}" fill="none" stroke="#7fb0c4" stroke-width="13"/><path d="{river}" fill="none" stroke="#b8d7df" stroke-width="2" stroke-dasharray="9 14"/>'
    inside += '<path d="M-5 128C60 110 110 124 170 92S270 70 325 78" fill="none" stroke="#8f8460" stroke-width="6.5"/><path d="M-5 128C60 110 110 124 170 92S270 70 325 78" fill="none" stroke="#efe3c4" stroke-width="4.5"/>'
    random = Random(4)
    wood = ""
    for x, y in ((34, 38), (226, 130), (290, 150), (96, 158), (250, 24), (14, 92)):
        for _ in range(12):
            r = random.uniform(4, 8)
            cx, cy = x + random.uniform(-17, 17), y + random.uniform(-10, 10)
            wood += f"M{num(cx - r)} {num(cy)}a{num(r)} {num(r)} 0 1 1 {num(2 * r)} 0a{num(r)} {num(r)} 0 1 1 {num(-2 * r)} 0"
    inside += path(wood, "#46552f", ' transform="translate(1.5 2)" fill-opacity=".6"') + path(
        wood, "#6c8046"
    )
    grid = "".join(f"M{x} 0V180" for x in range(16, 320, 32)) + "".join(
        f"M0 {y}H320" for y in range(10, 180, 32)
    )
    inside += f'<path d="{grid}" stroke="#4a4a2c" stroke-opacity=".35" fill="none"/>'
    inside += '<path d="M66 36H110L112 44H66z" fill="#d8cfb4" stroke="#8f8460" transform="rotate(-8 88 40)"/><path d="M70 39.8H108" stroke="#fff" stroke-dasharray="5 4" transform="rotate(-8 88 40)"/>'
    for one in (
        ("blue", 100, 74, 36, 78, 78),
        ("blue", 62, 106, 26, 60, 60),
        ("blue", 120, 36, 26, 96, 58),
        ("red", 238, 92, 36, -96, 82),
        ("red", 276, 56, 26, -120, 54),
        ("red", 216, 38, 26, -82, 52),
        ("blue", 196, 132, 24, 40, 44),
    ):
        inside += token(*one)
    return picture(inside)


def squadron_303():
    """Hurricanes over the white cliffs, and bombers coming out of the sun."""
    sky = gradient("s303-sky", (0, "#3f86a8"), (0.55, "#9cc7c9"), (1, "#f2e3b4"))
    sea = gradient("s303-sea", (0, "#7fb0b4"), (1, "#244f66"))
    inside = '<path d="M0 0H320V180H0z" fill="url(#s303-sky)"/>'
    rays = "".join(
        f"M262 46L{num(262 + 260 * cos(a))} {num(46 + 260 * sin(a))}L{num(262 + 260 * cos(a + 0.09))} {num(46 + 260 * sin(a + 0.09))}z"
        for a in [n * pi / 9 + 0.1 for n in range(18)]
    )
    inside += f'<path d="{rays}" fill="#fff3c4" fill-opacity=".28"/><circle cx="262" cy="46" r="31" fill="#ffe9a6" fill-opacity=".6"/><circle cx="262" cy="46" r="24" fill="#fff3c9"/>'
    inside += (
        cloud(52, 40, 17, "#fff", 0.85)
        + cloud(150, 22, 10, "#fff", 0.6)
        + cloud(206, 96, 12, "#fff", 0.55)
    )
    inside += '<path d="M0 134H320V180H0z" fill="url(#s303-sea)"/>' + waves(
        140, 178, "#dff0ea", 9, 8
    )
    inside += '<path d="M0 110Q30 102 62 108Q96 106 122 116L138 120L142 140L126 143L118 139L104 146L88 140L70 147L48 141L30 148L0 143z" fill="#f4f0e2"/><path d="M0 143L30 148L48 141L70 147L88 140L104 146L118 139L126 143L122 133L112 136L100 128L84 134L66 128L44 136L24 128L0 134z" fill="#cfc9b8"/><path d="M0 100Q34 92 66 100Q102 98 126 110L140 120Q116 118 100 121Q70 112 40 119Q20 114 0 119z" fill="#7c9155"/><path d="M0 108Q30 102 60 108M70 104Q96 106 118 114" stroke="#5d7340" fill="none"/>'
    for x, y, size in ((258, 44, 46), (286, 30, 30), (232, 30, 30), (288, 62, 28)):
        inside += at(x, y, size, -122, bomber_2("#5a2420"))
    inside += "".join(
        f'<path d="M{x} {y}L{u} {v}" stroke="#ff8a2a" stroke-width="1.6" stroke-dasharray="7 6" stroke-linecap="round"/>'
        for x, y, u, v in ((176, 70, 238, 45), (182, 80, 244, 54))
    )
    green, brown = "#5f6b41", "#4a3a28"
    inside += at(72, 56, 56, 66, hurricane(green, brown)) + at(
        62, 106, 60, 66, hurricane(green, brown)
    )
    inside += at(150, 84, 92, 66, hurricane(green, brown))
    return picture(inside, sky + sea)


def wing_and_prayer():
    """A formation with its contrails above the clouds."""
    sky = gradient("wing-sky", (0, "#1f4f86"), (0.6, "#7fb2d6"), (1, "#dcecf2"))
    trail = (
        '<linearGradient id="wing-trail" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".85"/>'
        '<stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient>'
    )
    inside = '<path d="M0 0H320V180H0z" fill="url(#wing-sky)"/><circle cx="46" cy="26" r="13" fill="#fff3cf"/><circle cx="46" cy="26" r="20" fill="#fff3cf" fill-opacity=".3"/>'
    planes = (
        (160, 34, 62),
        (120, 54, 52),
        (200, 54, 52),
        (160, 76, 56),
        (80, 78, 44),
        (240, 78, 44),
        (122, 100, 46),
        (199, 100, 46),
        (44, 104, 36),
        (276, 104, 36),
    )
    for x, y, size in planes:
        for away in (-0.275, -0.135, 0.135, 0.275):
            cx = x + away * size
            wide = size * 0.026
            inside += f'<path d="M{num(cx - wide / 2)} {num(y)}h{num(wide)}l{num(wide)} {num(150 - y * 0.4)}h{num(-3 * wide)}z" fill="url(#wing-trail)"/>'
    for x, y, size in planes:
        inside += at(x, y, size, 0, b17("#4c5138", "#23261a", "#fff", star=size > 45))
    for x, y, size, turn in ((278, 26, 34, -146), (300, 48, 28, -150), (24, 66, 26, 150)):
        inside += at(x, y, size, turn, messerschmitt("#8c2f26", "#e9dcc4"))
    inside += '<path d="M274 34L214 52M296 55L252 76" stroke="#ffcf5a" stroke-dasharray="5 6" stroke-width="1.4"/>'
    inside += burst(298, 120, 8, 4) + burst(94, 36, 6, 7)
    for x, y, size, shade in (
        (20, 150, 30, "#c9dbe6"),
        (110, 158, 34, "#d8e6ee"),
        (210, 156, 32, "#cfe0ea"),
        (300, 152, 30, "#c9dbe6"),
        (60, 172, 34, "#eef4f6"),
        (160, 176, 38, "#f4f8f8"),
        (260, 174, 36, "#eef4f6"),
    ):
        inside += cloud(x, y, size, shade)
    return picture(inside, sky + trail)


def ice_fishers():
    """Two fishers on the ice, and what swims below it."""
    sky = gradient("ice-sky", (0, "#7fa6c4"), (0.7, "#f1d9c2"), (1, "#fbeadb"))
    deep = gradient("ice-deep", (0, "#2f7f96"), (1, "#0d2f47"))
    inside = '<path d="M0 0H320V96H0z" fill="url(#ice-sky)"/><circle cx="244" cy="52" r="17" fill="#ffd9a0"/>'
    inside += '<path d="M0 76L30 58L52 70L84 46L122 72L158 60L196 76L232 62L262 74L296 56L320 68V92H0z" fill="#9fb4c6"/><path d="M84 46L96 55L88 58L80 54L72 57zM30 58L38 64L30 66L24 63zM296 56L304 61L296 64L289 61z" fill="#f4f7f8"/>'
    trees = "".join(
        f"M{x} 88l5-16l5 16zM{x + 1} 80l4-14l4 14z" for x in (6, 18, 27, 262, 274, 284, 297, 306)
    )
    inside += path(trees, "#3e5a55")
    inside += '<path d="M0 86Q80 80 160 86T320 84V112H0z" fill="#eef5f6"/><path d="M0 108H320V122H0z" fill="#b9dbe3"/><path d="M0 122H320V180H0z" fill="url(#ice-deep)"/>'
    inside += '<path d="M12 100l26 3l-8 5M70 96l18 6M230 100l30-4l14 7M150 98l12 5l22-2" stroke="#b5ccd4" fill="none"/>'
    for x, coat, flip, catch in ((104, "#b3261a", 1, 44), (212, "#1d52a6", -1, 34)):
        inside += f'<g transform="translate({x} 96)scale({flip} 1)"><ellipse cy="5" rx="22" ry="2.5" fill="#2b4a5a" fill-opacity=".25"/><path d="M-15 4V-4H-1V4z" fill="#7d5b3a"/><path d="M-13-4Q-15-24-5-26Q4-25 3-12L12-8L11-5L0-7V0H8V4H-6L-8-4z" fill="{coat}"/><circle cx="-4" cy="-30" r="5.5" fill="#f0c8a4"/><path d="M-10-31Q-10-39-4-39Q3-39 2-32z" fill="#3f3a4c"/><circle cx="-4" cy="-39.5" r="2" fill="#f4efe2"/><path d="M10-7L30-24" stroke="#5b4026" stroke-width="1.6"/><path d="M30-24V{catch}" stroke="#e8eef0" stroke-width=".8"/><path d="M23 8L26 26H34L37 8z" fill="#14506a"/><ellipse cx="30" cy="8" rx="7" ry="2.4" fill="#1d6a86"/></g>'
    fish = "M-14 0Q-5-9 7-5Q13-2 15 0Q13 2 7 5Q-5 9-14 0zM-13 0L-22-6Q-19 0-22 6z"
    for x, y, size, turn, fill in (
        (150, 144, 1.0, 4, "#e8b65a"),
        (196, 136, 0.7, 172, "#cfd8d4"),
        (120, 160, 0.6, -8, "#cfd8d4"),
        (64, 146, 1.3, 184, "#d9824a"),
        (262, 152, 1.1, 2, "#cfd8d4"),
        (232, 168, 0.6, 176, "#e8b65a"),
    ):
        inside += f'<g transform="translate({x} {y})rotate({turn})scale({size})"><path d="{fish}" fill="{fill}"/><circle cx="10" cy="-1.2" r="1.1" fill="#14222d"/><path d="M4-4Q1 0 4 4" stroke="#14222d" stroke-opacity=".4" fill="none"/></g>'
    inside += '<path d="M20 180Q24 164 18 152M40 180Q36 168 42 158M288 180Q294 166 286 156M306 180Q302 170 308 160" stroke="#3f8a6a" stroke-width="3" fill="none" stroke-linecap="round"/>'
    return picture(inside, sky + deep)


def hexagon(x, y, r):
    return (
        "M"
        + "L".join(
            f"{num(x + r * cos(n * pi / 3))} {num(y + r * sin(n * pi / 3))}" for n in range(6)
        )
        + "z"
    )


def reed_march():
    """Hexes of marsh with a dyke, and the salters on it."""
    fills = {"marsh": "#a9c3a0", "water": "#8fbcc4", "meadow": "#ccd28f", "sand": "#e4d3a2"}
    random = Random(21)
    r = 24.0
    drawn, reeds, rippled = {}, "", ""
    for c in range(10):
        for row in range(6):
            x, y = c * r * 1.5, row * r * 1.732 + (r * 0.866 if c % 2 else 0) - 10
            kind = random.choice(("marsh", "marsh", "water", "meadow"))
            if abs(y - (118 - 0.16 * x)) < 22:
                kind = "sand" if random.random() < 0.3 else "meadow"
            drawn[kind] = drawn.get(kind, "") + hexagon(x, y, r)
            for _ in range(5 if kind == "marsh" else 0):
                u, v = x + random.uniform(-13, 13), y + random.uniform(-8, 13)
                reeds += (
                    f"M{num(u)} {num(v)}q-.5-4 .5-8M{num(u)} {num(v)}l-3-6M{num(u)} {num(v)}l3-6"
                )
            if kind == "water":
                rippled += "".join(
                    f"M{num(x - 12)} {num(y + d)}q3-3 6 0t6 0t6 0t6 0" for d in (-7, 1, 9)
                )
    inside = '<path d="M0 0H320V180H0z" fill="#a9c3a0"/>'
    inside += "".join(
        path(d, fills[kind], ' stroke="#5d7358" stroke-width="1.2"') for kind, d in drawn.items()
    )
    inside += f'<path d="{reeds}" stroke="#4d6a45" stroke-width="1.1" fill="none"/><path d="{rippled}" stroke="#e6f2f2" stroke-width="1.2" fill="none"/>'
    dyke = "M-6 122C60 104 92 116 150 92S250 76 326 58"
    inside += f'<path d="{dyke}" stroke="#6f5c3a" stroke-width="11" fill="none"/><path d="{dyke}" stroke="#d9c48e" stroke-width="8" fill="none"/><path d="{dyke}" stroke="#a8905c" stroke-width="8" stroke-dasharray="1 8" fill="none"/>'
    for x, y in ((262, 98), (204, 38), (86, 50)):
        inside += f'<g transform="translate({x} {y})"><path d="M-17 7V-4L-10-12L-3-4V7zM1 7V-1L7-8L13-1V7zM-5 11V4L0-1L5 4V11z" fill="#f4ead0" stroke="#54452c"/><path d="M-18-3L-10-12L-2-3zM0 0L7-8L14 0zM-6 5L0-1L6 5z" fill="#a5482c" stroke="#54452c" stroke-linejoin="round"/></g>'
    counters = (
        (58, 106, "salt", "5"),
        (100, 108, "salt", "3"),
        (142, 92, "salt", "4"),
        (206, 82, "reed", "4"),
        (240, 66, "reed", "2"),
    )
    for x, y, side, value in counters:
        fill, ink = {"salt": ("#f3ead2", "#7a2f1f"), "reed": ("#2f6b4f", "#f3ead2")}[side]
        inside += f'<g transform="translate({x} {y})"><rect x="-13" y="-11" width="28" height="28" rx="3" fill="#2b2416" fill-opacity=".35"/><rect x="-14" y="-14" width="28" height="28" rx="3" fill="{fill}" stroke="#fbf3df" stroke-width="1.6"/><path d="M-8-9H8V1H-8zM-8-9L8 1M8-9L-8 1" fill="none" stroke="{ink}" stroke-width="1.4"/><text x="0" y="11.5" text-anchor="middle" font-family="sans-serif" font-size="10" font-weight="700" fill="{ink}">{value}</text></g>'
    return picture(inside)


def night_crossing():
    """A ferry with crates on a dark river, and a lantern."""
    sky = gradient("night-sky", (0, "#101b3a"), (1, "#3a4c74"))
    water = gradient("night-water", (0, "#2a3c64"), (1, "#0a1226"))
    inside = (
        '<path d="M0 0H320V180H0z" fill="url(#night-sky)"/>'
        + f'<g fill="#dfe6ff">{stars(60, 80, 12)}</g>'
    )
    inside += '<circle cx="66" cy="36" r="18" fill="#f0e8c8"/><circle cx="61" cy="32" r="3" fill="#d9cfa8"/><circle cx="71" cy="42" r="4" fill="#d9cfa8"/><circle cx="66" cy="36" r="28" fill="#f0e8c8" fill-opacity=".12"/>'
    inside += '<path d="M0 96L16 84L40 88L58 78L86 86L110 80L150 90L200 82L236 88L264 76L292 84L320 78V106H0z" fill="#141f38"/><path d="M222 98V74H230V66L238 60L246 66V98z" fill="#0c1426"/><path d="M226 80h3v4h-3zM238 76h3v5h-3zM238 86h3v5h-3z" fill="#ffc65a"/>'
    inside += '<path d="M0 98H320V180H0z" fill="url(#night-water)"/>' + waves(
        104, 178, "#8fa4d6", 5, 8, ".45"
    )
    inside += '<path d="M60 104h12M56 110h20M62 117h9M54 126h24M60 136h12" stroke="#f0e8c8" stroke-opacity=".6" stroke-width="1.6" stroke-linecap="round"/>'
    inside += '<path d="M0 104C90 96 220 94 320 86" stroke="#5a6a94" fill="none"/>'
    inside += '<circle cx="226" cy="80" r="46" fill="#ffb84a" fill-opacity=".13"/><circle cx="226" cy="80" r="24" fill="#ffb84a" fill-opacity=".2"/>'
    inside += '<path d="M92 112H248L236 130Q234 133 230 133H108Q104 133 102 130z" fill="#6d4a2c"/><path d="M92 112H248L245 117H95z" fill="#8f6840"/><path d="M100 122H241M105 127H238" stroke="#4a3220" fill="none"/>'
    for x, y, s, f in (
        (112, 92, 20, "#b58a54"),
        (134, 92, 20, "#a47744"),
        (122, 74, 18, "#c49a62"),
        (158, 96, 16, "#a47744"),
    ):
        inside += f'<path d="M{x} {y}h{s}v{s}h{-s}z" fill="{f}" stroke="#4a3220"/><path d="M{x} {y}l{s} {s}M{x + s} {y}l{-s} {s}M{x + 2} {y + 3}h{s - 4}M{x + 2} {y + s - 3}h{s - 4}" stroke="#4a3220" fill="none"/>'
    inside += '<path d="M224 112V76" stroke="#3a281a" stroke-width="2.4"/><path d="M221 76h10v10h-10z" fill="#ffd98a" stroke="#3a281a"/><path d="M220 76l6-5l6 5z" fill="#3a281a"/>'
    for x, coat, hat in ((186, "#2f6b4f", "#1c3a2c"), (204, "#7d2f2a", "#3a1a18")):
        inside += f'<g transform="translate({x} 112)"><path d="M-7 0Q-9-20 0-22Q9-20 7 0z" fill="{coat}"/><circle cy="-26" r="5" fill="#e0b48c"/><path d="M-8-27Q0-31 8-27Q5-36 0-36Q-5-36-8-27z" fill="{hat}"/></g>'
    inside += '<path d="M196 92L252 136" stroke="#c4a06a" stroke-width="2"/><path d="M96 138Q170 146 246 138M120 146Q170 151 226 145M206 154h36M150 160h24" stroke="#ffc65a" stroke-opacity=".4" fill="none" stroke-width="1.6"/>'
    return picture(inside, sky + water)


def wreck_sale():
    """A wreck on the shore, with what the sea left."""
    sky = gradient("wreck-sky", (0, "#5a6f86"), (0.6, "#c3b9a6"), (1, "#efd3a4"))
    sand = gradient("wreck-sand", (0, "#ecd8a8"), (1, "#b8945c"))
    inside = (
        '<path d="M0 0H320V180H0z" fill="url(#wreck-sky)"/>'
        + cloud(70, 34, 20, "#e6ddcc", 0.6)
        + cloud(250, 28, 24, "#e6ddcc", 0.55)
    )
    inside += '<path d="M60 52q4-5 8 0q4-5 8 0M96 40q3-4 6 0q3-4 6 0M274 58q4-5 8 0q4-5 8 0" stroke="#2f3a46" stroke-width="1.3" fill="none"/>'
    inside += '<path d="M0 84H320V124H0z" fill="#5f8a94"/>' + waves(89, 114, "#e2eeea", 8, 7, ".7")
    inside += '<path d="M0 112C50 102 84 116 130 108S230 100 320 110V180H0z" fill="#f2ead0"/><path d="M0 117C50 107 84 121 130 113S230 105 320 115V180H0z" fill="url(#wreck-sand)"/>'
    inside += '<g transform="rotate(-13 170 100)"><path d="M92 76L104 118Q170 132 244 112L262 66L246 78Q170 96 112 82z" fill="#5b3d28"/><path d="M98 84Q170 104 254 82M101 94Q170 114 250 92M104 105Q170 122 247 102" stroke="#3a2618" fill="none" stroke-width="1.6"/><path d="M128 92L136 112L150 116L160 100L146 88zM204 94l6 14l16-4l2-14z" fill="#20160f"/><path d="M150 88V14M148 30L206 66M152 42L110 76" stroke="#4a3220" stroke-width="3.6"/><path d="M150 88V14M214 84V44" stroke="#4a3220" stroke-width="4.6"/><path d="M128 32H178" stroke="#4a3220" stroke-width="3"/><path d="M130 33Q124 56 134 70L146 58L150 66L160 50L172 60Q178 46 176 33z" fill="#e6d8b8"/><path d="M150 16l18 4l-18 7z" fill="#b3261a"/></g>'
    inside += '<g transform="translate(62 136)"><path d="M-18 12V-4Q-18-14-8-14H12Q20-14 20-4V12z" fill="#8a5a32" stroke="#3a2618" stroke-width="1.4"/><path d="M-18-2H20M-10-14V12M12-14V12" stroke="#d9b45a" stroke-width="3"/><path d="M-2-4H5V4H-2z" fill="#f0cf6a" stroke="#3a2618"/></g>'
    inside += '<g transform="translate(262 138)"><path d="M-14-12Q-19 0-14 12H14Q19 0 14-12z" fill="#9a6b3d" stroke="#3a2618" stroke-width="1.4"/><path d="M-16-6H16M-16 6H16" stroke="#4a4a4a" stroke-width="3"/></g><g transform="translate(222 150)rotate(20)"><path d="M0-12V8M-9 2Q-8 11 0 11Q8 11 9 2M-5-6H5" stroke="#2f3a46" stroke-width="3.2" fill="none" stroke-linecap="round"/><circle cy="-14" r="3" fill="none" stroke="#2f3a46" stroke-width="2"/></g>'
    inside += '<g transform="translate(118 148)" fill="#f4e3a0" stroke="#8f6f2a"><circle r="5"/><circle cx="9" cy="4" r="5"/><circle cx="3" cy="9" r="5"/></g>'
    sticks = "".join(
        f'<path d="M{x} 172l{dx}-30" stroke="{c}" stroke-width="4" stroke-linecap="round"/>'
        for x, dx, c in (
            (150, -6, "#f0c02c"),
            (160, -1, "#b3261a"),
            (170, 4, "#1d52a6"),
            (180, 9, "#12a57c"),
        )
    )
    return picture(inside + sticks, sky + sand)


def old_quay():
    """Houses along a quay in the evening, a crane, and cards dealt on the boards."""
    sky = gradient("quay-sky", (0, "#3d5a80"), (0.55, "#e0a878"), (1, "#f6d7a0"))
    water = gradient("quay-water", (0, "#c98f6a"), (0.35, "#4b6b86"), (1, "#1f3550"))
    inside = '<path d="M0 0H320V180H0z" fill="url(#quay-sky)"/>' + cloud(
        58, 26, 20, "#f3dcc0", 0.55
    )
    inside += (
        cloud(268, 22, 24, "#f3dcc0", 0.5) + '<circle cx="236" cy="62" r="17" fill="#fff0cf"/>'
    )
    inside += '<path d="M0 96H320V180H0z" fill="url(#quay-water)"/>' + waves(
        102, 124, "#f6d7a0", 4, 8, ".45"
    )
    houses = (
        (6, 40, 30, "#8c4a3a"), (36, 30, 34, "#c48a54"), (70, 46, 28, "#5f6f62"),
        (98, 34, 32, "#a8623f"), (130, 50, 26, "#7a5a72"),
    )  # fmt: skip
    for x, top, wide, wall in houses:
        middle = x + wide / 2
        inside += f'<path d="M{x} 108V{top + 14}L{num(middle)} {top}L{x + wide} {top + 14}V108z" fill="{wall}"/>'
        inside += f'<path d="M{x} {top + 14}L{num(middle)} {top}L{x + wide} {top + 14}" fill="none" stroke="#3a2620" stroke-width="3"/>'
        inside += f'<path d="M{num(middle - 4)} 108V94h8V108z" fill="#3a2620"/>'
        for row in range(top + 22, 84, 15):
            for column in (x + 6, x + wide - 12):
                inside += f'<path d="M{column} {row}h6v8h-6z" fill="#ffd98a"/>'
    inside += '<path d="M0 106H178V122H0z" fill="#6d5a4a"/><path d="M0 106H178V110H0z" fill="#94806a"/><path d="M12 122V140M48 122V142M84 122V140M120 122V142M156 122V140" stroke="#3f3228" stroke-width="5"/>'
    inside += '<path d="M166 106V52M166 56L214 36M166 74L200 42M214 36V78" stroke="#33261e" stroke-width="3.4" fill="none"/><path d="M206 78h16v13h-16z" fill="#b58a54" stroke="#33261e" stroke-width="1.4"/><path d="M206 84h16M214 78v13" stroke="#33261e"/>'
    inside += '<path d="M196 110Q240 126 298 108L286 126Q240 136 206 124z" fill="#4a3022"/><path d="M196 110Q240 126 298 108L297 112Q240 130 198 114z" fill="#8f6840"/><path d="M246 116V58" stroke="#33261e" stroke-width="3"/><path d="M243 62Q222 84 208 104Q228 108 243 106zM249 66Q270 84 284 102Q266 106 249 106z" fill="#f2e4c8"/><path d="M246 58l14 4l-14 5z" fill="#b3261a"/>'
    for x, y, turn, edge, mark in (
        (40, 150, -14, "#8f6f2a", '<circle r="6" fill="#d9a72f" stroke="#8f6f2a"/>'),
        (66, 145, -3, "#3a6b4f", '<path d="M-7 7V-2L0-8L7-2V7z" fill="#4b8a66"/>'),
        (
            93,
            147,
            9,
            "#7d2f2a",
            '<path d="M-5 7V-3a5 5 0 0 1 10 0V7z" fill="#b3483c"/><circle cy="-7" r="4" fill="#e0b48c"/>',
        ),
    ):
        inside += f'<g transform="translate({x} {y})rotate({turn})"><rect x="-12" y="-16" width="24" height="32" rx="3" fill="#fff6e0" stroke="{edge}" stroke-width="2"/>{mark}</g>'
    return picture(inside, sky + water)


PLACES = {
    **{one: HOME / "packs" / one for one in ("b29_superfortress", "bomber_boys", "bomber_run", "squadron_303", "wing_and_prayer")},
    **{one: HOME / "examples" / one / one for one in ("ice_fishers", "reed_march", "night_crossing", "old_quay", "wreck_sale")},
}  # fmt: skip


def main(names):
    for name in names or PLACES:
        folder = PLACES[name] / "art"
        folder.mkdir(exist_ok=True)
        text = globals()[name]()
        (folder / "title.svg").write_text(text, encoding="utf-8")
        print(name, len(text))


if __name__ == "__main__":
    main(sys.argv[1:])
