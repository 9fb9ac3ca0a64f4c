"""The colours of pictures, for light and dark themes, and the style sheet that uses them.

Nothing is shown by colour alone: each tone also has a shape (see `counter_svg`), and each ground a
pattern.
"""

from collections.abc import Mapping

from ..panels.theme import NO_THEME, Theme

COLOURS: Mapping[str, tuple[str, str]] = {
    # name: (light, dark)
    "page": ("#f6efdd", "#171c21"),
    "board": ("#efe5cd", "#262e35"),
    "table": ("#d9cfb4", "#10151a"),
    "ink": ("#1c1a16", "#efe8d8"),
    "faint": ("#4f4939", "#b9b09d"),
    "line": ("#94896d", "#525b64"),
    "dock": ("#14222d", "#0c1318"),
    "dock-ink": ("#f5ecd7", "#f5ecd7"),
    "amber": ("#ffc23d", "#ffc23d"),
    "accent": ("#a83a00", "#ffb92e"),
    "accent-soft": ("#ffe0b0", "#4d3a15"),
    "news": ("#7a2a9c", "#dd9dff"),
    "cream": ("#fbf3df", "#f3ead2"),
    "shade": ("#2b2416", "#000000"),
    "sea": ("#a9cbd6", "#14303f"),
    "shore": ("#cfe2e2", "#1d4354"),
    "land": ("#e2dab6", "#353b2f"),
    "wood": ("#bccb97", "#26381f"),
    "hill": ("#e0cba0", "#42372a"),
    "town": ("#dbcfc6", "#3a3638"),
    "marsh": ("#c5d8c4", "#253832"),
    "road": ("#ecdcbc", "#3b342c"),
    "plain": ("#fffaec", "#333b43"),
    "plain-ink": ("#1c1a16", "#f2eee2"),
    "ours": ("#1c4a78", "#36678f"),
    "ours-ink": ("#ffffff", "#ffffff"),
    "theirs": ("#86281a", "#a03b2b"),
    "theirs-ink": ("#ffffff", "#ffffff"),
    "red": ("#b3261a", "#c8432f"),
    "red-ink": ("#ffffff", "#ffffff"),
    "blue": ("#1d52a6", "#2f6fd0"),
    "blue-ink": ("#ffffff", "#ffffff"),
    "green": ("#12a57c", "#12a57c"),
    "green-ink": ("#04231a", "#04231a"),
    "yellow": ("#f0c02c", "#f0c02c"),
    "yellow-ink": ("#2b2200", "#2b2200"),
    "good": ("#d7ebcd", "#1f3d24"),
    "good-ink": ("#12411a", "#c9efcd"),
    "bad": ("#f8d6cb", "#4a1f1a"),
    "bad-ink": ("#6e1a10", "#ffd0c8"),
    "warn": ("#fbe6b0", "#453510"),
    "warn-ink": ("#4f3900", "#ffe6a8"),
    "quiet": ("#e6deca", "#2a3138"),
    "quiet-ink": ("#544d3f", "#bdb5a6"),
}

CORE_SHAPES: Mapping[str, str] = {
    "": "card",
    "ours": "rounded",
    "theirs": "octagon",
    "red": "square",
    "blue": "circle",
    "green": "hexagon",
    "yellow": "house",
    "good": "frame",
    "bad": "torn",
    "warn": "diamond",
    "quiet": "notched",
}
"""The silhouette of the counters of each tone of the core."""

INKS = {
    # Each colour of a text, and the backgrounds it may stand on.
    "page": ("ink",),
    "dock-ink": ("dock",),
    "ink": (
        "page",
        "board",
        "sea",
        "shore",
        "land",
        "wood",
        "hill",
        "town",
        "marsh",
        "road",
        "accent-soft",
    ),
    "faint": ("page", "board", "sea", "land", "wood", "hill", "town", "marsh", "road"),
    "accent": ("page",),
    "news": ("page", "plain"),
    **{
        f"{tone}-ink": (tone,)
        for tone in (
            *("plain", "ours", "theirs", "red", "blue", "green", "yellow"),
            *("good", "bad", "warn", "quiet"),
        )
    },
}
"""The colours of texts, each with the backgrounds on which it must be readable."""

THEMES = ("auto", "light", "dark")

_FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', 'Noto Sans', sans-serif"

_SIDES = ("ours", "theirs", "red", "blue", "green", "yellow")
"""The tones of sides, whose counters have a cream ring."""
_NARROW = "'Arial Narrow', 'Roboto Condensed', 'Avenir Next Condensed', 'Liberation Sans Narrow', "
_NARROW += "'DejaVu Sans Condensed', system-ui, sans-serif"
"""A condensed face for counters: the first that a system has."""

_RULES = """
.tt{font-family:FONT;color:var(--tt-ink);fill:currentColor}
.tt .page{fill:var(--tt-page)}
.tt .frame{fill:var(--tt-page);stroke:var(--tt-line);stroke-width:1.2}
.tt .title{font-size:17px;font-weight:650}
.tt .row{font-size:14px}
.tt .label{fill:var(--tt-faint)}
.tt .was{fill:var(--tt-faint);text-decoration:line-through}
.tt .news{fill:var(--tt-news)}
.tt .faint{fill:var(--tt-faint);font-size:12.5px}
.tt .field{fill:var(--tt-on,var(--tt-board));stroke:var(--tt-line);stroke-width:1}
.tt .sea{--tt-on:var(--tt-sea)}.tt .land{--tt-on:var(--tt-land)}
.tt .wood{--tt-on:var(--tt-wood)}.tt .hill{--tt-on:var(--tt-hill)}
.tt .town{--tt-on:var(--tt-town)}.tt .marsh{--tt-on:var(--tt-marsh)}
.tt .road{--tt-on:var(--tt-road)}
.tt .sky{fill:color-mix(in srgb,#fff 65%,var(--tt-sea))}
.tt .storm .sky{fill:color-mix(in srgb,#414d59 80%,var(--tt-sea));stroke:#414d59}
.tt .night{fill:#0b1730;fill-opacity:.5}
.tt .art .sea{fill:var(--tt-sea)}.tt .art .land{fill:var(--tt-land);stroke:var(--tt-line)}
.tt .over>.field{fill-opacity:.3;stroke-opacity:.6}.tt .over>circle.field{fill-opacity:.55}
.tt .clear>.field{fill-opacity:0;stroke:var(--tt-ink);stroke-opacity:.22}
.tt .clear:is(OWN)>.mark{stroke-width:1.6;stroke-dasharray:4 3;fill-opacity:.2}
.tt .clear>.pattern{visibility:hidden}.tt .clear>.mark{fill-opacity:.4}
.tt .over>.pattern{visibility:hidden}
.tt .over>.mark{fill-opacity:.55}
.tt .over>.link{stroke:var(--tt-ink);stroke-width:1.4;stroke-opacity:.5;stroke-dasharray:2 4}
.tt :where(.space.free)>.field{stroke:var(--tt-faint);stroke-width:1.6}
.tt .free:where(.over)>circle.field{fill-opacity:.92}
.tt .margin{font-size:13px;font-weight:700;fill:var(--tt-ink);paint-order:stroke}
.tt .margin{stroke:var(--tt-page);stroke-width:3;stroke-opacity:.7;stroke-linejoin:round}
.tt .bank,.tt .bed{fill:none;stroke:var(--tt-line);stroke-width:9;stroke-linecap:round}
.tt .bed{stroke:var(--tt-on,var(--tt-board));stroke-width:6}
.tt .pattern{stroke:var(--tt-line);stroke-width:1.3;stroke-opacity:.6;
fill:var(--tt-line);fill-opacity:.1}
.tt .space .name{font-size:11px;fill:var(--tt-faint)}
.tt .space .given{font-size:calc(13px*min(var(--tt-grow,1),var(--tt-most,9)));
font-weight:600;fill:var(--tt-ink)}
.tt .grows0{--tt-most:1}.tt .grows1{--tt-most:1.2}
.tt .grows2{--tt-most:1.4}.tt .grows3{--tt-most:1.6}
.tt .fits1{--tt-fit:1.2}
.tt .fits2{--tt-fit:1.4}.tt .fits3{--tt-fit:1.6}
.tt [class*=fits]{transform-box:fill-box;transform-origin:center;
scale:min(1,calc(var(--tt-fit,1)/min(var(--tt-grow,1),var(--tt-most,9)))) 1}
.tt .halo{paint-order:stroke;stroke:var(--tt-page);stroke-width:4;stroke-linejoin:round}
.tt .space .state{font-size:calc(12.5px*min(var(--tt-grow,1),var(--tt-most,9)));
font-weight:700;fill:var(--tt-ink)}
.tt .space .sign{color:var(--tt-ink)}.tt .space.bad .sign{color:var(--tt-red)}
.tt .sign.faded{opacity:.3}
.tt .sign.grown{scale:min(var(--tt-grow,1),var(--tt-most,9))}
.tt .stack .grown{scale:clamp(1,.92*var(--tt-grow,1),1.6);--tt-more:clamp(1,var(--tt-grow,1),1.25)}
.tt .printed>.field,.tt .printed>.sign{fill:none;stroke:none}
.tt .printed>.pattern,.tt .printed>.name,.tt .printed>.given{visibility:hidden}
.tt .printed>.mark{fill:none}
.tt .pips{fill:currentColor}
.tt .mark{fill:none;stroke-width:2.5}
.tt .link{stroke:var(--tt-faint);stroke-width:2.5;fill:none}
.tt .link.one{stroke-dasharray:9 4}
.tt .way{fill:none;stroke:var(--tt-ink);stroke-width:3.5;stroke-dasharray:9 4}
.tt .link.casing,.tt .way.casing{stroke:var(--tt-page);stroke-opacity:.85;stroke-dasharray:none}
.tt .link.casing{stroke-width:6}.tt .way.casing{stroke-width:8}
.tt .trail{fill:none;stroke:var(--tt-news);stroke-width:2.5;stroke-dasharray:7 5}
.tt .plate{fill:var(--tt-plain);stroke:var(--tt-faint);stroke-width:1.6}
.tt :is(OWN)>.plate{stroke:var(--tt-cream);stroke-width:2}
.tt .card>.plate,.tt .sign.plate{stroke:var(--tt-line);stroke-width:1.3}
.tt .tray{fill:var(--tt-page);fill-opacity:.4;stroke:var(--tt-ink);stroke-width:1.5}
.tt .tray{vector-effect:non-scaling-stroke}
.tt .nose{fill:var(--tt-amber);stroke:var(--tt-shade);stroke-width:1.4;stroke-linejoin:round}
.tt .piece .name,.tt .piece .corner{font-family:NARROW}
.tt .piece,.tt .card{color:var(--tt-plain-ink)}
.tt .piece .name{font-size:calc(13px*var(--tt-more,1));font-weight:700}
.tt .piece .alone{font-size:18px}
.tt .hull{color:var(--tt-hull,var(--tt-plain));stroke:var(--tt-cream);stroke-width:.7}
.tt .cast{color:var(--tt-shade,#2b2416);opacity:.3}
.tt .aboard{paint-order:stroke;stroke:var(--tt-hull,var(--tt-plain));stroke-width:3}
.tt .piece .corner{font-size:calc(14px*var(--tt-more,1));font-weight:700}
.tt .piece .value{font-size:calc(18px*var(--tt-more,1))}
.tt .piece .on{font-size:calc(11.5px*var(--tt-more,1));fill:var(--tt-page)}
.tt .piece .band{font-size:calc(11px*var(--tt-more,1));font-weight:700;fill:var(--tt-page)}
.tt .count{font-size:calc(12px*var(--tt-more,1));font-weight:700;fill:var(--tt-page)}
.tt .badge{fill:var(--tt-ink)}
.tt .card .sign{fill:currentColor}
.tt .card .name{font-size:14px;font-weight:650}
.tt .card .detail,.tt .card .corner{font-size:12.5px}
.tt .card .state{font-size:12.5px;font-style:italic}
.tt .face{fill:var(--tt-cream);stroke:var(--tt-shade);stroke-width:1.2}
.tt .card .pips{color:var(--tt-shade)}
.tt div.card>.picture{order:0;width:calc(100% + 18px);margin:3px -9px 5px;flex:none;display:block}
.tt div.hidden-face{justify-content:space-between}
.tt div.hidden-face>.picture{margin:auto -9px -6px;border-radius:0 0 6px 6px}
.tt div.cube{display:grid;grid-template-columns:auto minmax(0,1fr);gap:0 8px;align-content:center}
.tt div.cube>:not(.face){grid-column:2}.tt div.cube>strong{padding:0}
.tt div.cube>.face{grid-area:1/1/span 4;width:2.9rem;height:2.9rem;border-radius:8px}
.tt div.cube>.face{fill:none;stroke:none;background:var(--tt-cream);color:var(--tt-shade)}
.tt div.cube>.face{align-self:center;box-shadow:1px 2px 3px #0006,inset 0 -2px 0 #0002}
.tt .glow{fill:none;stroke:var(--tt-accent);stroke-width:3;stroke-dasharray:6 3}
.tt .space .glow{fill:var(--tt-accent-soft)}
.tt .left{text-anchor:middle;font-size:17px;font-weight:700;fill:var(--tt-ink)}
.tt .hand{fill:none;stroke:var(--tt-accent);stroke-width:4.5}
.tt .ring{fill:none;stroke:var(--tt-news);stroke-width:3}
.tt .number{font-size:11px;fill:var(--tt-faint)}
.tt .bar{fill:var(--tt-line)}.tt .here{fill:var(--tt-accent)}
"""


def stylesheet(scheme: str = "auto", theme: Theme = NO_THEME) -> str:
    """Return the rules for pictures: `light`, `dark`, or as the reader's device says (`auto`).

    `theme` is that of the game.
    """
    tones = [name for name in COLOURS if f"{name}-ink" in COLOURS and name not in ("plain", "dock")]
    rules = _RULES.replace("FONT", _FONT).replace("NARROW", _NARROW)
    rules = rules.replace("OWN", ",".join(f".{tone}" for tone in _SIDES)).strip()
    rules += "\n" + "".join(_tone_rules(tone, tone) for tone in tones)
    return f"{_scheme(scheme, COLOURS)}\n{rules}{theme_css(theme, scheme)}"


def theme_css(theme: Theme, scheme: str = "auto") -> str:
    """Return what the theme of a game changes; nothing for a game without one.

    It belongs after the rules of `stylesheet` in the cascade.
    """
    values = dict(theme.colours)
    if theme.accent is not None:
        values["accent"] = theme.accent
        values["accent-soft"] = (
            mixed(theme.accent[0], COLOURS["page"][0], 0.25),
            mixed(theme.accent[1], COLOURS["page"][1], 0.25),
        )
    if theme.table is not None:
        values["table"] = theme.table
    rules = []
    for name, tone in theme.tones.items():
        token = name if name in CORE_SHAPES else f"tone-{name}"
        values[token], values[f"{token}-ink"] = tone.fill, tone.ink
        if name not in CORE_SHAPES:
            rules.append(_tone_rules(token, token))
            rules.append(f".tt .{token}>.plate{{stroke:var(--tt-cream);stroke-width:2}}")
            rules.append(
                f".tt :is(.card,.toned).{token}{{background-color:var(--tt-{token});"
                f"color:var(--tt-{token}-ink)}}"
            )
    return f"\n{_scheme(scheme, values)}\n{''.join(rules)}" if values else ""


def _tone_rules(name: str, token: str) -> str:
    """Return the rules for the counters, spaces and ways of a tone."""
    drawn = (
        f".tt .{name}{{color:var(--tt-{token}-ink);--tt-hull:var(--tt-{token})}}"
        f".tt .{name}>.plate{{fill:var(--tt-{token})}}"
    )
    if name in ("good", "bad", "warn", "quiet"):
        drawn += f".tt .{name}>.plate,.tt .{name}>.hull{{stroke:var(--tt-{token}-ink)}}"
        return drawn + f".tt .{name}>.mark{{stroke:var(--tt-{token}-ink);fill:var(--tt-{token})}}\n"
    drawn += f".tt .clear.{name}>.mark{{fill:var(--tt-{token})}}"
    return drawn + f".tt .{name}>.mark,.tt .way.{name}{{stroke:var(--tt-{token})}}\n"


def _scheme(scheme: str, values: Mapping[str, tuple[str, str]]) -> str:
    light, dark = (
        ";".join(f"--tt-{name}:{pair[column]}" for name, pair in values.items())
        for column in (0, 1)
    )
    if scheme == "auto":
        return f".tt{{{light}}}\n@media (prefers-color-scheme:dark){{.tt{{{dark}}}}}"
    return f".tt{{{dark if scheme == 'dark' else light}}}"


def mixed(one: str, other: str, share: float) -> str:
    """Return a colour between two: `share` of the first.

    >>> mixed("#ff0000", "#0000ff", 0.5)
    '#800080'
    """
    parts = (
        round(int(one[at : at + 2], 16) * share + int(other[at : at + 2], 16) * (1 - share))
        for at in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in parts)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as WCAG 2 defines it, from 1 to 21.

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
