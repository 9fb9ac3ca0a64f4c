# ruff: noqa: E501 (a drawing reads best with one shape a line)
"""Draw what lies under the boards of packs: aircraft cut open, a bombsight, fields from above.

usage: python tools/board_art.py

Every colour is a token of the theme with its light value as the fallback. The units are those of
the positions of the board, and every drawing runs on beyond its frame.
"""

from functools import partial
from math import cos, pi, sin
from pathlib import Path
from random import Random

HOME = Path(__file__).parents[1] / "packs"


def num(value, digits=1):
    written = f"{value:.{digits}f}"
    if digits:
        written = written.rstrip("0").rstrip(".").replace("-0.", "-.")
    return written or "0"


def token(name, light):
    return f"var(--tt-{name}, {light})"


SKY, CLOUD = token("sky", "#b5d2dd"), token("cloud", "#eef4f2")
OLIVE, OLIVE_LINE = token("metal", "#8b966f"), token("metal-line", "#4d5640")
BARE, BARE_LINE = token("metal", "#c9ced0"), token("metal-line", "#6a757c")
DECK, SHADE = token("deck", "#efe9d2"), token("shade", "#2b2416")
SEA, SHORE, LAND = token("sea", "#a9cbd6"), token("shore", "#cfe2e2"), token("land", "#e2dab6")
LINE, INK, FAINT = token("line", "#94896d"), token("ink", "#1c1a16"), token("faint", "#4f4939")
FIELDS = [
    token(f"field-{at}", light)
    for at, light in enumerate(("#b9c07c", "#a8b56c", "#d5c28b", "#c7c98f", "#e0cf9c"), 1)
]
HEDGE, WOOD, RIVER = token("hedge", "#7d8550"), token("copse", "#6c8046"), token("river", "#7fb0c4")
TRACK = token("track", "#efe3c4")


def svg(box, about, inside):
    left, top, width, height = map(num, box)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}">\n'
        f"<!-- {about} Made by tools/board_art.py. -->\n{inside}\n</svg>\n"
    )


def path(d, fill="none", more=""):
    return f'<path d="{d}" fill="{fill}"{more}/>'


def stroke(colour, width, more=""):
    return f' stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"{more}'


def both(d):
    """Return a shape on the right and its mirror image on the left."""
    return f'{d}<g transform="scale(-1 1)">{d}</g>'


def clouds(seed, left, top, right, bottom, hole, count):
    """Return soft clouds around the part of the sky that the board covers."""
    random, drawn = Random(seed), ""
    while count:
        x, y, r = random.uniform(left, right), random.uniform(top, bottom), random.uniform(34, 74)
        if hole[0] - 30 < x < hole[2] + 30 and hole[1] < y < hole[3]:
            continue
        count -= 1
        for dx, dy, share in (
            (-1, 0.25, 0.6),
            (-0.35, -0.2, 0.8),
            (0.5, -0.05, 0.9),
            (1.2, 0.35, 0.5),
            (0.1, 0.4, 0.8),
        ):
            a = num(r * share)
            drawn += f"M{num(x + (dx - share) * r)} {num(y + dy * r)}a{a} {a} 0 1 1 {num(2 * r * share)} 0a{a} {a} 0 1 1 {num(-2 * r * share)} 0"
    return path(drawn, CLOUD, ' fill-opacity=".75"')


def star(x, y, r):
    points = " ".join(
        f"{num(x + r * (1 if n % 2 == 0 else 0.39) * sin(n * pi / 5))},{num(y - r * (1 if n % 2 == 0 else 0.39) * cos(n * pi / 5))}"
        for n in range(10)
    )
    return f'<circle cx="{x}" cy="{y}" r="{num(r * 1.12)}" fill="{token("blue", "#1d52a6")}" fill-opacity=".8"/><polygon points="{points}" fill="{token("cream", "#fbf3df")}"/>'


def ribs(d, colour):
    return path(d, "none", stroke(colour, 1, ' stroke-opacity=".45" stroke-dasharray="5 4"'))


def engine(x, top, bottom, half, metal, line, prop):
    """Return a nacelle with its turning propeller."""
    d = f"M{x - half} {bottom}V{top + 12}Q{x - half} {top} {x - half + 8} {top - 4}H{x + half - 8}Q{x + half} {top} {x + half} {top + 12}V{bottom}L{x} {bottom + 26}z"
    disc = f'<ellipse cx="{x}" cy="{top - 8}" rx="{prop}" ry="5" fill="{CLOUD}" fill-opacity=".5" stroke="{line}" stroke-opacity=".5" stroke-dasharray="10 5"/>'
    hub = f'<path d="M{x - 5} {top - 4}Q{x} {top - 16} {x + 5} {top - 4}z" fill="{line}"/>'
    return disc + path(d, metal, stroke(line, 2)) + hub


def boys_plan():
    """The bomber of Bomber Boys: olive, short nose, broad wings."""
    wing = "M118 138L330 176Q372 186 374 210Q374 232 346 240L118 270z"
    tail = "M58 372L150 384Q186 390 188 414Q186 430 158 432L50 436z"
    inside = f'<path d="M-1200-700H1200V1200H-1200z" fill="{SKY}"/>'
    inside += clouds(7, -760, -330, 760, 800, (-250, -60, 250, 480), 22)
    shadow = path(
        f"{wing}{tail}M-108 34Q0 4 108 34L125 90V322L100 366L64 436H-64L-100 366L-125 322V90z",
        SHADE,
        ' fill-opacity=".16" transform="translate(16 26)"',
    )
    inside += (
        shadow
        + f'<g transform="scale(-1 1)">{path(wing + tail, SHADE, """ fill-opacity=".16" transform="translate(-16 26)" """.rstrip())}</g>'
    )
    inside += both(
        engine(144, 146, 224, 27, OLIVE, OLIVE_LINE, 42)
        + engine(204, 160, 236, 27, OLIVE, OLIVE_LINE, 42)
        + path(wing, OLIVE, stroke(OLIVE_LINE, 2.5))
        + path(tail, OLIVE, stroke(OLIVE_LINE, 2.5))
        + path(
            "M118 168L352 196M118 236L350 222M256 164L262 250M300 171L304 246M238 161L240 252",
            "none",
            stroke(OLIVE_LINE, 1.2, ' stroke-opacity=".55"'),
        )
        + path(
            "M210 250L344 232L346 240L212 258zM70 424L168 420",
            "none",
            stroke(OLIVE_LINE, 1.4, ' stroke-opacity=".7"'),
        )
        + ribs(
            "M118 152L340 190M118 186L352 204M118 218L352 214M118 254L330 232M72 384L170 398M66 404L180 412",
            OLIVE_LINE,
        )
        + star(318, 208, 20)
    )
    hull = "M0-2C58-2 96 10 112 40Q127 60 127 96V322Q127 352 104 368L66 424Q40 448 0 448Q-40 448-66 424L-104 368Q-127 352-127 322V96Q-127 60-112 40C-96 10-58-2 0-2z"
    inside += path(hull, OLIVE, stroke(OLIVE_LINE, 3))
    inside += path(
        "M0 5C54 5 90 16 105 44Q119 62 119 96V320Q119 346 98 362L60 418Q38 440 0 440Q-38 440-60 418L-98 362Q-119 346-119 320V96Q-119 62-105 44C-90 16-54 5 0 5z",
        DECK,
        stroke(OLIVE_LINE, 1.4),
    )
    inside += path(
        "M-119 97H119M-119 159H119M-119 221H119M-119 283H119M-114 345H114",
        "none",
        stroke(OLIVE_LINE, 2.4, ' stroke-opacity=".7"'),
    )
    inside += path("M-86 18Q0-14 86 18", "none", stroke(CLOUD, 4, ' stroke-opacity=".8"'))
    inside += both(
        path(
            "M122 60V330",
            "none",
            stroke(OLIVE_LINE, 1.6, ' stroke-dasharray="1 5" stroke-linecap="round"'),
        )
    )
    inside += path("M-10 448V500Q0 512 10 500V448z", OLIVE, stroke(OLIVE_LINE, 2.5)) + path(
        "M0 440V505", "none", stroke(OLIVE_LINE, 1.5)
    )
    return svg(
        (-240, -40, 480, 520),
        "The bomber cut open, from above: own drawing; the units are those of plan.toml.",
        inside,
    )


def b29_plan():
    """The B-29: bare metal, a glazed nose, long narrow wings."""
    wing = "M90 146L470 196Q506 202 506 216Q504 228 476 230L90 262z"
    tail = "M60 394L170 420Q196 428 196 444Q194 456 168 456L50 456z"
    inside = f'<path d="M-1200-800H1200V1300H-1200z" fill="{SKY}"/>'
    inside += clouds(3, -780, -420, 780, 920, (-250, -100, 250, 540), 24)
    inside += path(
        f"{wing}{tail}M-92 38Q0-30 92 38V320L54 470H-54L-92 320z",
        SHADE,
        ' fill-opacity=".15" transform="translate(18 30)"',
    )
    inside += f'<g transform="scale(-1 1)">{path(wing + tail, SHADE, """ fill-opacity=".15" transform="translate(-18 30)" """.rstrip())}</g>'
    inside += both(
        engine(122, 146, 226, 25, BARE, BARE_LINE, 40)
        + engine(184, 156, 236, 25, BARE, BARE_LINE, 40)
        + path(wing, BARE, stroke(BARE_LINE, 2.5))
        + path(tail, BARE, stroke(BARE_LINE, 2.5))
        + path(
            "M90 172L488 206M90 232L486 222M230 165V246M290 173V241M350 181V236M410 188V232",
            "none",
            stroke(BARE_LINE, 1.2, ' stroke-opacity=".6"'),
        )
        + path(
            "M216 242L470 224L474 230L218 250zM66 446L178 444",
            "none",
            stroke(BARE_LINE, 1.4, ' stroke-opacity=".8"'),
        )
        + ribs(
            "M90 158L480 200M90 188L498 211M90 216L498 216M90 248L470 227M72 408L178 430", BARE_LINE
        )
        + star(440, 212, 15)
    )
    inside += path(
        "M-92 44Q-88-14 0-16Q88-14 92 44V320L75 384L54 452Q0 476-54 452L-75 384L-92 320z",
        BARE,
        stroke(BARE_LINE, 3),
    )
    inside += path(
        "M-86 44Q-80-6 0-8Q80-6 86 44V318L70 380L50 446Q0 464-50 446L-70 380L-86 318z",
        DECK,
        stroke(BARE_LINE, 1.4),
    )
    inside += path(
        "M-78 24Q0-32 78 24L64 40Q0 4-64 40z", token("glass", "#9fc3d2"), stroke(BARE_LINE, 1.6)
    )
    inside += path(
        "M0-9V13M-28-4L-22 17M28-4L22 17M-54 7L-44 27M54 7L44 27", "none", stroke(BARE_LINE, 1.6)
    )
    inside += path(
        "M-86 72H86M-86 134H86M-86 196H86M-86 258H86M-86 320H86M-70 382H70",
        "none",
        stroke(BARE_LINE, 2.2, ' stroke-opacity=".7"'),
    )
    inside += path(
        "M-18 134V258H18V134zM-86 103H86",
        "none",
        stroke(BARE_LINE, 1.2, ' stroke-opacity=".4" stroke-dasharray="6 4"'),
    )
    inside += both(
        path(
            "M89 52V320",
            "none",
            stroke(BARE_LINE, 1.6, ' stroke-dasharray="1 5" stroke-linecap="round"'),
        )
    )
    inside += path("M-8 458V524Q0 536 8 524V458z", BARE, stroke(BARE_LINE, 2.5)) + path(
        "M0 452V526", "none", stroke(BARE_LINE, 1.4)
    )
    return svg(
        (-260, -84, 520, 664),
        "The bomber cut open, from above: own drawing; the units are those of plan.toml.",
        inside,
    )


B29_BOX = (-1.2, -1.2, 9.3, 7.1)
"""As `_BOX` of the pack's `shown/track.py`."""


def b29_track():
    """Sea between the Marianas and Japan, as a briefing map shows it."""
    honshu = "M13-9L9.4-3.6Q7.9-2.3 6.98-1.5Q6.8-.95 6.52-.66Q6.36-.3 6.1-.3Q6.16-.62 5.9-.76Q5.78-.42 5.55-.36Q5.3-.2 5.2-.46Q4.9-.14 4.5-.2Q4.3-.08 4.1-.2Q4.02-.5 3.86-.42Q3.72 .02 3.36 .1Q3 .02 2.9-.32Q2.5-.52 1.9-.47Q1.2-.52 .6-.6Q.2-.74 .06-1.06Q.7-1.5 1.6-1.62Q2.8-2.5 4-2.6Q5-3.6 5.6-5.2Q6-7 7-9z"
    shikoku = (
        "M1.15-.2Q1.7-.36 2.4-.22Q2.5 0 2.2 .12Q1.9 .03 1.7 .2Q1.4 .1 1.2 .06Q1.02-.05 1.15-.2z"
    )
    kyushu = "M-1-.66Q-.5-.84 0-.6Q.36-.34 .26 .05Q.2 .45-.1 .62Q-.25 .42-.4 .64Q-.72 .5-.76 .1Q-1.08-.2-1-.66z"
    isles = "".join(
        f"M{x} {y}q{r}-{r} {num(2 * r, 3)}-{num(r / 3, 3)}q{num(r / 2, 3)} {r}-{num(r / 2, 3)} {num(1.4 * r, 3)}q-{r} {num(r / 2, 3)}-{num(1.5 * r, 3)}-{num(1.0667 * r, 3)}z"
        for x, y, r in (
            (0.3, 5.08, 0.17), (-0.12, 4.92, 0.1), (0.62, 5.34, 0.06), (-0.5, 4.55, 0.05),
            (6.2, 3.56, 0.13), (7.28, 1.62, 0.06), (7.38, 1.86, 0.08), (7.2, 2.52, 0.05),
            (4.3, 5.56, 0.04), (-0.55, 1.5, 0.07), (-0.82, 1.86, 0.05),
        )
    )  # fmt: skip
    d = honshu + shikoku + kyushu + isles
    inside = (
        f'<defs><path id="b29-coast" d="{d}"/><pattern id="b29-waves" width=".62" height=".44" patternUnits="userSpaceOnUse"><path d="M.06 .1q.035-.035 .07 0t.07 0t.07 0M.38 .3q.035-.035 .07 0t.07 0" fill="none" stroke="{SHORE}" stroke-width=".02" stroke-linecap="round"/></pattern>'
        f'<pattern id="b29-hills" width=".5" height=".4" patternUnits="userSpaceOnUse"><path d="M.08 .14l.05-.08l.05 .08M.3 .32l.04-.06l.04 .06" fill="none" stroke="{LINE}" stroke-opacity=".6" stroke-width=".014"/></pattern></defs>'
    )
    inside += f'<path d="M-14-9H20V15H-14z" fill="{SEA}"/><path d="M-14-9H20V15H-14z" fill="url(#b29-waves)"/>'
    for width, clear in ((0.3, 0.35), (0.18, 0.55), (0.08, 0.8)):
        inside += f'<use href="#b29-coast" fill="none" stroke="{SHORE}" stroke-width="{width}" stroke-opacity="{clear}" stroke-linejoin="round"/>'
    inside += f'<use href="#b29-coast" fill="{LAND}" stroke="{LINE}" stroke-width=".03" stroke-linejoin="round"/><use href="#b29-coast" fill="url(#b29-hills)"/>'
    lines = "".join(f"M{x}-9V15" for x in range(-13, 20, 2)) + "".join(
        f"M-14 {y}H20" for y in range(-8, 15, 2)
    )
    inside += (
        f'<path d="{lines}" fill="none" stroke="{INK}" stroke-opacity=".13" stroke-width=".012"/>'
    )
    inside += path(
        "M4.6-.62L4.86-1.06H4.94L5.2-.62z", token("wood", "#bccb97"), stroke(LINE, 0.014)
    ) + path("M4.79-.94L4.86-1.06H4.94L5.01-.94L4.94-.98L4.9-.92L4.85-.98z", CLOUD)
    rose = "M0-.62L.1-.1L.62 0L.1 .1L0 .62L-.1 .1L-.62 0L-.1-.1z"
    inside += f'<g transform="translate(1.1 2.9)" fill="{FAINT}" fill-opacity=".22">{path(rose, FAINT)}<circle r=".44" fill="none" stroke="{FAINT}" stroke-opacity=".3" stroke-width=".02"/></g>'
    names = (
        (3.4, -0.84, "HONSHU", 0.28), (-0.2, -0.2, "KYUSHU", 0.255), (3.5, 2.75, "PACIFIC OCEAN", 0.34),
        (0.6, 5.72, "MARIANAS", 0.255), (6.42, 3.98, "IWO JIMA", 0.255), (1.1, 2.14, "N", 0.255),
    )  # fmt: skip
    inside += (
        f'<g font-family="Georgia, \'Times New Roman\', serif" font-style="italic" letter-spacing=".06" fill="{FAINT}" fill-opacity=".6" text-anchor="middle">'
        + "".join(
            f'<text x="{x}" y="{y}" font-size="{size}">{name}</text>' for x, y, name, size in names
        )
        + "</g>"
    )
    return svg(
        B29_BOX,
        "Sea, the coast of Japan and islands below the track: own drawing, no map; the units are those of track.toml.",
        inside,
    )


def patches(seed, left, top, right, bottom, size, digits=1):
    """Return fields by colour, and furrows on some of them."""
    random = Random(seed)
    columns, rows = round((right - left) / size), round((bottom - top) / size)

    def around(low, high, at, count):
        inner = 0 < at < count
        return low + (high - low) * (at + (random.uniform(-0.3, 0.3) if inner else 0)) / count

    at = [
        [
            (around(left, right, c, columns), around(top, bottom, r, rows))
            for c in range(columns + 1)
        ]
        for r in range(rows + 1)
    ]
    fields, furrows = {}, ""
    for r in range(rows):
        for c in range(columns):
            corners = [at[r][c], at[r][c + 1], at[r + 1][c + 1], at[r + 1][c]]
            fill = random.choice(FIELDS)
            fields[fill] = (
                fields.get(fill, "")
                + "M"
                + "L".join(f"{num(x, digits)} {num(y, digits)}" for x, y in corners)
                + "z"
            )
            if random.random() < 0.24:
                a, b, d, e = corners if random.random() < 0.5 else [*corners[1:], corners[0]]
                for step in (1, 2, 3):
                    share = step / 4
                    ends = [
                        (p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share)
                        for p, q in ((a, b), (e, d))
                    ]
                    furrows += "M" + "L".join(f"{num(x, digits)} {num(y, digits)}" for x, y in ends)
    return fields, furrows


def woods(seed, places, size):
    random, drawn, digits = Random(seed), "", 2 if size < 2 else 0
    for x, y in places:
        for _ in range(8):
            r = random.uniform(0.5, 1) * size
            cx, cy = x + random.uniform(-2, 2) * size, y + random.uniform(-1.3, 1.3) * size
            drawn += f"M{num(cx - r, digits)} {num(cy, digits)}a{num(r, digits)} {num(r, digits)} 0 1 1 {num(2 * r, digits)} 0a{num(r, digits)} {num(r, digits)} 0 1 1 {num(-2 * r, digits)} 0"
    moved = f"translate({num(size * 0.25, digits)} {num(size * 0.35, digits)})"
    name = f"copse-{seed}"
    return (
        f'<defs><path id="{name}" d="{drawn}"/></defs>'
        f'<use href="#{name}" fill="{SHADE}" fill-opacity=".25" transform="{moved}"/>'
        f'<use href="#{name}" fill="{WOOD}"/>'
    )


def run_field():
    """The country between two airfields, from above: 24 squares a side."""
    fields, furrows = patches(5, -24, -18, 48, 42, 4.5)
    inside = f'<path d="M-60-50H84V74H-60z" fill="{FIELDS[0]}"/>'
    inside += "".join(path(d, fill, stroke(HEDGE, 0.16)) for fill, d in fields.items())
    inside += path(furrows, "none", stroke(HEDGE, 0.06, ' stroke-opacity=".55"'))
    river = "M10.6-24C13-12 8.6-4 9.6 3S16 9.5 15 14S9 20 10.4 25S16 36 12 50"
    inside += (
        path(river, "none", stroke(HEDGE, 1.25))
        + path(river, "none", stroke(RIVER, 0.95))
        + path(river, "none", stroke(SHORE, 0.12, ' stroke-dasharray="1 1.6"'))
    )
    roads = "M-30 14.6C-10 13.4-2 13 3 13.2S10 11 15 10.8S27 11.6 54 12.4M-3.4-24C-5-8-1.6 4-2.4 13.6S-6 30-4 48M27-24C28.4-6 25.6 4 27 11.6S30 32 27.6 48"
    inside += path(roads, "none", stroke(HEDGE, 0.5)) + path(roads, "none", stroke(TRACK, 0.32))
    inside += woods(
        2,
        (
            (1.4, 1.2),
            (13, 7.6),
            (17.6, 8),
            (24.6, 8.4),
            (-2.6, 15.4),
            (-3, 18.6),
            (3.6, 20.8),
            (20.4, 20.2),
            (-8, 4),
            (31, 3),
            (33, 17),
            (-9, 24),
            (8, -6),
            (20, -5),
            (6, 29),
            (19, 30),
            (-14, 12),
            (37, 26),
        ),
        0.62,
    )
    return svg(
        (0, 0, 24, 24),
        "The country between the bases: own drawing; a unit is a square of the board.",
        inside,
    )


def bombsight():
    """What the bombardier sees: fields and a works through the glass of the sight."""
    fields, furrows = patches(9, -0.7, -0.7, 3.1, 3.1, 0.62, 2)
    inside = (
        '<defs><clipPath id="sight-glass"><circle cx="1.2" cy="1.2" r="1.72"/></clipPath></defs>'
    )
    inside += f'<circle cx="1.2" cy="1.2" r="1.86" fill="{INK}" fill-opacity=".85"/>'
    view = f'<path d="M-.7-.7H3.1V3.1H-.7z" fill="{FIELDS[1]}"/>' + "".join(
        path(d, fill, stroke(HEDGE, 0.02)) for fill, d in fields.items()
    )
    view += path(furrows, "none", stroke(HEDGE, 0.01, ' stroke-opacity=".6"'))
    view += path(
        "M-.7 2.2C.3 1.9 .4 1.5 1.2 1.5S2.4 .7 3.1 .6", "none", stroke(RIVER, 0.16)
    ) + path("M-.7 .5C.6 .7 1.8 .3 3.1 1.4M.9-.7C1 .6 1.6 1.8 1.4 3.1", "none", stroke(TRACK, 0.06))
    view += path(
        "M1 .98h.18v.24H1zM1.24 .92h.26v.16h-.26zM1.24 1.14h.14v.16h-.14zM1.44 1.14h.1v.22h-.1z",
        FAINT,
        ' fill-opacity=".65"',
    )
    inside += f'<g clip-path="url(#sight-glass)">{view}</g>'
    ticks = "".join(
        f"M{num(1.2 + 1.72 * cos(a), 2)} {num(1.2 + 1.72 * sin(a), 2)}L{num(1.2 + 1.6 * cos(a), 2)} {num(1.2 + 1.6 * sin(a), 2)}"
        for a in [n * pi / 18 for n in range(36)]
    )
    inside += path(
        f"{ticks}M1.2-.5V2.9M-.5 1.2H2.9", "none", stroke(INK, 0.02, ' stroke-opacity=".75"')
    )
    inside += f'<circle cx="1.2" cy="1.2" r="1.2" fill="none" stroke="{INK}" stroke-opacity=".6" stroke-width=".02"/><circle cx="1.2" cy="1.2" r=".6" fill="none" stroke="{INK}" stroke-opacity=".5" stroke-width=".015" stroke-dasharray=".08 .06"/><circle cx="1.2" cy="1.2" r="1.76" fill="none" stroke="{token("metal-line", "#4d5640")}" stroke-width=".1"/>'
    return svg(
        (-0.6, -0.6, 3.6, 3.6),
        "The view through the bombsight: own drawing; the units are those of bombsight.toml.",
        inside,
    )


WING_SKY_BOX = (-340, -180, 680, 660)
"""As `_SKY` of the pack's `shown/formation.py`."""


def wing_sky():
    """The air around a formation, and the clock by whose hours gunners call."""
    inside = path("M-2000-1600H2000V1700H-2000z", SKY)
    inside += path("M-2000 560Q-700 500 0 530T2000 510V1700H-2000z", SEA, ' fill-opacity=".45"')
    sun = f'<circle cx="250" cy="-120" r="46" fill="{CLOUD}" fill-opacity=".5"/><circle cx="250" cy="-120" r="28" fill="{token("cream", "#fbf3df")}"/>'
    ring = f'<ellipse cx="0" cy="150" rx="300" ry="310" fill="none" stroke="{CLOUD}" stroke-width="2" stroke-dasharray="2 9" stroke-linecap="round"/>'
    inside += sun + clouds(21, -1000, -700, 1000, 760, (-320, -170, 320, 450), 9)
    hours = "".join(
        f"M{num(292 * sin(n * pi / 6))} {num(150 - 302 * cos(n * pi / 6))}L{num(308 * sin(n * pi / 6))} {num(150 - 318 * cos(n * pi / 6))}"
        for n in range(12)
    )
    inside += ring + path(hours, "none", stroke(CLOUD, 3))
    # Streaks behind each element, as they fly upwards.
    trails = "".join(
        f"M{x - 14} {y}V{y + 520}M{x + 14} {y}V{y + 520}"
        for x, y in ((0, 20), (93, 130), (-93, 130), (0, 240))
    )
    inside += path(trails, "none", stroke(CLOUD, 7, ' stroke-opacity=".3" stroke-linecap="round"'))
    return svg(
        WING_SKY_BOX,
        "The air around the formation card: own drawing; the units are those of formation.toml.",
        inside,
    )


WING_FIELD_BOX = (-130, -90, 1040, 640)
"""As `_STATION` of the pack's `shown/squadron.py`."""
STANDS = ((0, 0), (166, 0), (332, 0), (498, 0), (664, 0), (796, 150), (796, 310), (664, 460), (498, 460), (332, 460), (166, 460), (0, 460))  # fmt: skip
CONCRETE, KERB = token("concrete", "#c9ced0"), token("kerb", "#8d959a")


def wing_field():
    """A bomber station from above: runways, a perimeter track, a hardstand for each bomber."""
    fields, _ = patches(17, -700, -560, 1500, 1100, 220, 0)
    inside = f'<path d="M-3000-2600H3600V3000H-3000z" fill="{FIELDS[0]}"/>'
    inside += "".join(path(d, fill, stroke(HEDGE, 4)) for fill, d in fields.items())
    lane = "M-250 760C-180 640-190 520-400 460M820-520C790-360 900-220 1200-170"
    inside += path(lane, "none", stroke(HEDGE, 15)) + path(lane, "none", stroke(TRACK, 10))
    inside += path(
        "M-104 230C-104 20-60-72 70-74H700C850-70 906 40 906 230S850 534 700 534H70C-60 534-104 430-104 230z",
        FIELDS[1],
    )
    ring = "M20 230C20 114 40 80 110 80H610C690 80 706 124 706 230S690 380 610 380H110C40 380 20 346 20 230z"
    arms = "".join(
        f"M{x} {y}L{min(max(x, 70), 650)} {84 if y < 230 else 376}"
        if x < 700
        else f"M{x} {y}L702 {190 if y < 230 else 270}"
        for x, y in STANDS
    )
    ways = "M40 230H688M110 364L600 92M216 88L530 372"
    for colour, wide, narrow in ((KERB, 29, 16), (CONCRETE, 26, 13)):
        inside += path(ring + arms, "none", stroke(colour, narrow)) + path(
            ways, "none", stroke(colour, wide, ' stroke-linecap="square"')
        )
    inside += path(
        ways, "none", stroke(CLOUD, 1.8, ' stroke-dasharray="11 10" stroke-opacity=".9"')
    )
    inside += "".join(
        f'<ellipse cx="{x}" cy="{y + 3}" rx="81" ry="54" fill="{CONCRETE}" stroke="{KERB}" stroke-width="1.8"/>'
        for x, y in STANDS
    )
    rows = (110, 156, 202)
    sheds = "".join(f"M-76 {y}h54v38h-54z" for y in rows)
    huts = "".join(
        f"M{x} {y}h15a6 6 0 0 1 0 12h-15a6 6 0 0 1 0-12z"
        for x in (-72, -44)
        for y in (262, 282, 302, 322)
    )
    ridges = "".join(f"M-76 {y + step}h54" for y in rows for step in (10, 19, 28))
    inside += path(sheds + huts, SHADE, ' fill-opacity=".2" transform="translate(6 8)"')
    inside += path(sheds, OLIVE, stroke(OLIVE_LINE, 1.8)) + path(
        ridges, "none", stroke(OLIVE_LINE, 1.1)
    )
    inside += (
        path(huts, DECK, stroke(LINE, 1.4))
        + path("M-10 250h20v20h-20z", DECK, stroke(INK, 1.6))
        + path("M-5 255h10v10h-10z", SKY)
    )
    copses = (
        *((-120, -90), (380, -140), (850, -20), (860, 380)),
        *((740, 560), (420, 580), (-160, 480)),
    )
    inside += woods(3, copses, 16)
    return svg(
        WING_FIELD_BOX,
        "The station of the squadron: own drawing; the units are those of stands.toml.",
        inside,
    )


def item(seed, sky, low, ground, thing):
    """A picture on a card, 120 by 56: a thing before a sky; it is the same in the dark."""
    random = Random(seed)
    hill = random.uniform(41, 47)
    inside = (
        f'<path d="M0 0H120V56H0z" fill="{sky}"/><path d="M0 30Q60 18 120 27V56H0z" fill="{low}"/>'
    )
    inside += f'<circle cx="{num(random.choice((16, 104)))}" cy="13" r="6" fill="#ffe08a"/>'
    inside += f'<path d="M0 {num(hill)}Q32 {num(hill - 5)} 62 {num(hill + 2)}T120 {num(hill - 2)}V56H0z" fill="{ground}"/>'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 56">\n'
        f"<!-- Own drawing. Made by tools/board_art.py. -->\n{inside}"
        f'<g stroke="#1f2a33" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round">{thing}</g>\n</svg>\n'
    )


_ROUND = "M0 46V22Q0 14 4 9Q8 14 8 22V46z"
DAY, DUSK, GREY = (
    ("#7fb3d1", "#c6dfe6", "#7f955a"),
    ("#e0a06c", "#f3cf9c", "#6f7450"),
    ("#8fa9b5", "#c3cfd1", "#77805f"),
)
ITEMS = {
    "extra_ammo": (
        1,
        *DUSK,
        "".join(
            f'<g transform="translate({x} 0)"><path d="{_ROUND}" fill="#c9952c"/><path d="M0 22H8Q8 14 4 9Q0 14 0 22z" fill="#8a4b25"/></g>'
            for x in range(34, 86, 9)
        )
        + '<path d="M30 30H90M30 38H90" fill="none" stroke-width="3.4"/>',
    ),
    "first_aid_kit": (
        2,
        *DAY,
        '<path d="M48 15V10Q48 8 50 8H70Q72 8 72 10V15" fill="none" stroke-width="2.6"/><path d="M36 15H84Q87 15 87 18V45Q87 48 84 48H36Q33 48 33 45V18Q33 15 36 15z" fill="#f6f1e2"/><path d="M56 21H64V28H71V36H64V43H56V36H49V28H56z" fill="#b3261e"/>',
    ),
    "flak_jacket": (
        3,
        *GREY,
        '<g transform="rotate(-5 60 30)"><path d="M47 9L54 7Q60 14 66 7L73 9Q74 18 80 24L78 50H42L40 24Q46 18 47 9z" fill="#66704a"/><path d="M60 13V50M43 29H77M42.5 39H77.5M50 20V50M70 20V50" fill="none" stroke-width="1"/><path d="M54 7Q60 14 66 7" fill="none" stroke-width="2.4"/></g>',
    ),
    "letters_from_home": (
        4,
        *DUSK,
        '<g transform="rotate(-9 52 30)"><path d="M28 16H74V44H28z" fill="#f6ecd0"/><path d="M28 16L51 33L74 16" fill="none"/></g><g transform="rotate(6 70 32)"><path d="M46 19H94V48H46z" fill="#fffaf0"/><path d="M82 23h8v9h-8z" fill="#b3261e"/><path d="M53 33H72M53 38H78M53 43H70" fill="none" stroke-width="1.2"/></g>',
    ),
    "lucky_coin": (
        5,
        *DAY,
        '<circle cx="60" cy="29" r="21" fill="#d8a838"/><circle cx="60" cy="29" r="16.5" fill="none" stroke-width="1" stroke-dasharray="1.5 2.5"/><path d="M60 17L63.1 25.2L71.9 25.5L65 31L67.4 39.4L60 34.6L52.6 39.4L55 31L48.1 25.5L56.9 25.2z" fill="#a8651c"/>',
    ),
    "rabbits_foot": (
        6,
        *GREY,
        '<path d="M73 10A5 5 0 1 1 83 10A5 5 0 1 1 73 10z" fill="none" stroke-width="2.2"/><path d="M75 15L71 20" fill="none" stroke-width="2.2"/><path d="M66 17L75 24L72 31L61 25z" fill="#d8a838"/><path d="M63 27Q52 34 44 41Q36 48 30 44Q27 40 32 36Q44 31 55 21Q62 17 67 22Q70 26 63 27z" fill="#e9dcc3"/><path d="M34 43L37 39M38 45L41 41M50 30Q55 28 58 24" fill="none" stroke-width="1"/>',
    ),
    "recognition_models": (
        7,
        *DAY,
        '<path d="M60 0V12" fill="none" stroke-width="1"/><path d="M60 11Q63 13 63 18V23L90 28V33L63 32L62 43L69 46V49H51V46L58 43L57 32L30 33V28L57 23V18Q57 13 60 11z" fill="#2b333a"/><path d="M22 0V14M98 0V10" fill="none" stroke-width="1"/><path d="M22 13Q24 15 24 18L34 22V25L24 24V29L27 31H17L20 29V24L10 25V22L20 18Q20 15 22 13zM98 10Q100 12 100 15L110 19V22L100 21V26L103 28H93L96 26V21L86 22V19L96 15Q96 12 98 10z" fill="#4d5964"/>',
    ),
}


DRAWINGS = {
    "bomber_boys/art/plan.svg": boys_plan,
    "bomber_boys/art/bombsight.svg": bombsight,
    "b29_superfortress/art/plan.svg": b29_plan,
    "b29_superfortress/art/track.svg": b29_track,
    "bomber_run/art/field.svg": run_field,
    "wing_and_prayer/art/sky.svg": wing_sky,
    "wing_and_prayer/art/station.svg": wing_field,
    **{f"bomber_boys/art/{name}.svg": partial(item, *how) for name, how in ITEMS.items()},
}


def main():
    for name, draw in DRAWINGS.items():
        text = draw()
        (HOME / name).write_text(text, encoding="utf-8")
        print(name, len(text))


if __name__ == "__main__":
    main()
