"""The colours of pictures, for light and dark themes, and the style sheet that uses them.

Nothing is shown by colour alone: each tone also has a shape (see `counter_svg`), and each ground a
pattern.
"""

from collections.abc import Mapping

COLOURS: Mapping[str, tuple[str, str]] = {
    # name: (light, dark)
    "page": ("#fbfaf6", "#15171a"),
    "board": ("#f3eee1", "#22262b"),
    "ink": ("#1d1b17", "#eceae4"),
    "faint": ("#57534a", "#b3afa5"),
    "line": ("#a39c8b", "#4b525b"),
    "accent": ("#b04a00", "#ffb454"),
    "accent-soft": ("#ffe3c2", "#4d3415"),
    "news": ("#7a2a9c", "#dd9dff"),
    "sea": ("#cfe2ee", "#1b3143"),
    "land": ("#eae6cd", "#32342a"),
    "wood": ("#d3e0b8", "#26381f"),
    "hill": ("#e5d4b4", "#42372a"),
    "town": ("#e0d9d6", "#3a3638"),
    "marsh": ("#d6e3d6", "#253832"),
    "road": ("#efe2d0", "#3b342c"),
    "plain": ("#ffffff", "#30353c"),
    "plain-ink": ("#1d1b17", "#f2f0ea"),
    "ours": ("#1c4a78", "#9cc8f5"),
    "ours-ink": ("#ffffff", "#0c1c2b"),
    "theirs": ("#86281a", "#f5ab9c"),
    "theirs-ink": ("#ffffff", "#2b0f0a"),
    "red": ("#a81f1f", "#ff9d94"),
    "red-ink": ("#ffffff", "#2e0a08"),
    "blue": ("#1f5aa6", "#93bdf7"),
    "blue-ink": ("#ffffff", "#0b1a2e"),
    "green": ("#2a6a30", "#94d69b"),
    "green-ink": ("#ffffff", "#0c240f"),
    "yellow": ("#f2c838", "#f4d35e"),
    "yellow-ink": ("#2b2200", "#2b2200"),
    "good": ("#dcefd8", "#1f3d24"),
    "good-ink": ("#12411a", "#c9efcd"),
    "bad": ("#fadcd6", "#4a1f1a"),
    "bad-ink": ("#6e1a10", "#ffd0c8"),
    "warn": ("#fbeabf", "#453510"),
    "warn-ink": ("#4f3900", "#ffe6a8"),
    "quiet": ("#ebe8df", "#2a2d31"),
    "quiet-ink": ("#57534a", "#b9b5ab"),
}

INKS = {
    # Each colour of a text, and the backgrounds it may stand on.
    "page": ("ink",),
    "ink": ("page", "board", "sea", "land", "wood", "hill", "town", "marsh", "road", "accent-soft"),
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

_RULES = """
.tt{font-family:FONT;color:var(--tt-ink)}
.tt text{fill:currentColor}
.tt .page{fill:var(--tt-page)}
.tt .frame{fill:var(--tt-page);stroke:var(--tt-line);stroke-width:1.2}
.tt .title{font-size:17px;font-weight:650}
.tt .row{font-size:14px}
.tt .label{fill:var(--tt-faint)}
.tt .was{fill:var(--tt-faint);text-decoration:line-through}
.tt .news{fill:var(--tt-news)}
.tt .faint{fill:var(--tt-faint);font-size:12.5px}
.tt .field{fill:var(--tt-board);stroke:var(--tt-line);stroke-width:1}
.tt .sea .field{fill:var(--tt-sea)}.tt .land .field{fill:var(--tt-land)}
.tt .wood .field{fill:var(--tt-wood)}.tt .hill .field{fill:var(--tt-hill)}
.tt .town .field{fill:var(--tt-town)}.tt .marsh .field{fill:var(--tt-marsh)}
.tt .road .field{fill:var(--tt-road)}
.tt .art .sea{fill:var(--tt-sea)}.tt .art .land{fill:var(--tt-land);stroke:var(--tt-line)}
.tt .bank,.tt .bed{fill:none;stroke:var(--tt-line);stroke-width:9;stroke-linecap:round}
.tt .bed{stroke:var(--tt-board);stroke-width:6}
.tt .sea .bed{stroke:var(--tt-sea)}.tt .land .bed{stroke:var(--tt-land)}
.tt .wood .bed{stroke:var(--tt-wood)}.tt .hill .bed{stroke:var(--tt-hill)}
.tt .town .bed{stroke:var(--tt-town)}.tt .marsh .bed{stroke:var(--tt-marsh)}
.tt .road .bed{stroke:var(--tt-road)}
.tt .pattern{stroke:var(--tt-line);stroke-width:1;fill:none}
.tt .space .name{font-size:11px;fill:var(--tt-faint)}
.tt .space .given{font-size:calc(13px*var(--tt-grow,1));font-weight:600;fill:var(--tt-ink)}
.tt .halo{paint-order:stroke;stroke:var(--tt-page);stroke-width:4;stroke-linejoin:round}
.tt .space .state{font-size:calc(12.5px*var(--tt-grow,1));font-weight:700;fill:var(--tt-ink)}
.tt .space .sign{color:var(--tt-ink)}.tt .space.bad .sign{color:var(--tt-red)}
.tt .sign.grown{scale:var(--tt-grow,1)}
.tt .stack .grown{scale:clamp(1,.92*var(--tt-grow,1),1.6);--tt-more:clamp(1,var(--tt-grow,1),1.25)}
.tt .printed>.field,.tt .printed>.sign{fill:none;stroke:none}
.tt .printed>.pattern,.tt .printed>.name,.tt .printed>.given{visibility:hidden}
.tt .printed>.mark{fill:none}
.tt .mark{fill:none;stroke-width:2.5}
.tt .link{stroke:var(--tt-line);stroke-width:2.5;fill:none}
.tt .link.one{stroke-dasharray:9 4}
.tt .way{fill:none;stroke:var(--tt-ink);stroke-width:3;stroke-dasharray:2 6;stroke-linecap:round}
.tt .trail{fill:none;stroke:var(--tt-news);stroke-width:2.5;stroke-dasharray:7 5}
.tt .plate{fill:var(--tt-plain);stroke:var(--tt-ink);stroke-width:1.3}
.tt path[transform^=scale]{vector-effect:non-scaling-stroke}
.tt .tray{fill:var(--tt-page);fill-opacity:.4;stroke:var(--tt-ink);stroke-width:1.5}
.tt .tray{vector-effect:non-scaling-stroke}
.tt .nose{fill:currentColor;stroke:var(--tt-page);stroke-width:.8}
.tt .piece .nose{fill:var(--tt-ink)}
.tt .piece,.tt .card{color:var(--tt-plain-ink)}
.tt .piece .name{font-size:calc(13px*var(--tt-more,1));font-weight:700}
.tt .piece .alone{font-size:18px}
.tt .piece .corner{font-size:calc(12px*var(--tt-more,1));font-weight:700}
.tt .piece .band{font-size:calc(11px*var(--tt-more,1));font-weight:700;fill:var(--tt-page)}
.tt .count{font-size:calc(12px*var(--tt-more,1));font-weight:700;fill:var(--tt-page)}
.tt .badge{fill:var(--tt-ink)}
.tt .card .sign{fill:currentColor}
.tt .card .name{font-size:14px;font-weight:650}
.tt .card .detail,.tt .card .corner{font-size:12.5px}
.tt .card .state{font-size:12.5px;font-style:italic}
.tt .back{fill:none;stroke:currentColor;stroke-width:1;opacity:.6}
.tt .glow{fill:none;stroke:var(--tt-accent);stroke-width:3;stroke-dasharray:6 3}
.tt .space .glow{fill:var(--tt-accent-soft)}
.tt .left{text-anchor:middle;font-size:17px;font-weight:700;fill:var(--tt-ink)}
.tt .hand{fill:none;stroke:var(--tt-accent);stroke-width:4.5}
.tt .ring{fill:none;stroke:var(--tt-news);stroke-width:3}
.tt .bar{fill:var(--tt-line)}.tt .here{fill:var(--tt-accent)}
"""


def stylesheet(theme: str = "auto") -> str:
    """Return the rules for pictures in a theme: `light`, `dark`, or as the reader's device says."""
    light, dark = (_values(column) for column in (0, 1))
    tones = [name for name in COLOURS if f"{name}-ink" in COLOURS and name != "plain"]
    rules = _RULES.replace("FONT", _FONT).strip()
    rules += "\n" + "\n".join(
        f".tt .{tone}{{color:var(--tt-{tone}-ink)}}"
        f".tt .{tone}>.plate{{fill:var(--tt-{tone})}}"
        f".tt .{tone}>.mark{{stroke:var(--tt-{tone}-ink);fill:var(--tt-{tone})}}"
        if tone in ("good", "bad", "warn", "quiet")
        else f".tt .{tone}{{color:var(--tt-{tone}-ink)}}"
        f".tt .{tone}>.plate{{fill:var(--tt-{tone})}}"
        f".tt .{tone}>.mark,.tt .way.{tone}{{stroke:var(--tt-{tone})}}"
        for tone in tones
    )
    if theme == "auto":
        return f".tt{{{light}}}\n@media (prefers-color-scheme:dark){{.tt{{{dark}}}}}\n{rules}"
    return f".tt{{{dark if theme == 'dark' else light}}}\n{rules}"


def _values(column: int) -> str:
    return ";".join(f"--tt-{name}:{pair[column]}" for name, pair in COLOURS.items())


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
