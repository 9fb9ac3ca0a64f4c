"""A whole view as one SVG, and the fragments of it that a change affects."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from ..panels import BoardPanel, Panel, Piece, Place, Theme, things
from ..panels.theme import NO_THEME
from ..panels.views import unfolded
from .board_svg import board_inside, space_fragment, ways_fragment
from .card_art import card_defs
from .counter_svg import counter, plate_defs
from .map_layout import layout_of
from .part_svg import framed_panel
from .scene import Scene
from .stack_svg import apart_of, spreads, stack_fragment
from .svg_text import esc, num, text_at, wrapped
from .symbols import Symbols, core_symbols
from .themes import stylesheet, theme_css

_SIDE = 380
_GAP = 18
_CELL = 92
"""The width of a counter or symbol with its name, in a sheet of them."""
_BARE = 1040
"""The width of a view without a board."""
_XMLNS = 'xmlns="http://www.w3.org/2000/svg"'
_USED = re.compile(r'href="#sym-([^"]+)"')
_PLATES = re.compile(r'href="#((?:plate|edge)-[^"]+)"')
TIP = (
    '<marker id="tip" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="5" markerHeight="5" '
    'orient="auto-start-reverse"><path d="M0 0L10 5L0 10z" fill="context-stroke"/></marker>'
)


def view_svg(
    panels: Sequence[Panel],
    *,
    symbols: Symbols | None = None,
    theme: str = "auto",
    look: Theme = NO_THEME,
    scene: Scene | None = None,
    title: str = "",
) -> str:
    """Return the picture of a view as one SVG that needs nothing else.

    Args:
        panels: what a game's `view` returns.
        symbols: those of the pack; by default those of the core.
        theme: `light`, `dark`, or `auto`, which follows the reader's device.
        look: the theme of the game.
        scene: what glows, what is in hand, what changed.
        title: a title above the view.

    >>> from tabletop_core.panels import Facts
    >>> view_svg([Facts(title="State", rows=(("fuel", "9"),))])[:4]
    '<svg'

    Raises:
        PanelError: an unknown symbol; a board without positions; something that is not a part.
    """
    scene = scene or Scene(panels=panels)
    inside, width, height = _laid_out(unfolded(panels), scene, title)
    drawn = _svg(inside, (0, 0, width, height), symbols or core_symbols(), theme, look)
    return with_rules_in_use(drawn)


def panel_svg(
    panel: Panel,
    *,
    symbols: Symbols | None = None,
    theme: str = "auto",
    look: Theme = NO_THEME,
    scene: Scene | None = None,
    width: float = _SIDE,
) -> str:
    """Return the picture of one panel; `width` is for a panel without a board.

    Raises:
        PanelError: an unknown symbol; a board without positions; something that is not a part.
    """
    scene = scene or Scene(panels=(panel,))
    symbols = symbols or core_symbols()
    panel, *others = unfolded([panel])
    if others:
        return view_svg([panel, *others], symbols=symbols, theme=theme, look=look, scene=scene)
    if isinstance(panel, BoardPanel):
        plan = layout_of(panel).plan
        box = (plan.left, plan.top, plan.width, plan.height)
        return _svg(board_inside(panel, scene), box, symbols, theme, look)
    drawn = framed_panel(panel, scene, width)
    return _svg(drawn.inside, (-1, -1, width + 2, drawn.height + 2), symbols, theme, look)


def counters_svg(
    pieces: Sequence[Piece],
    *,
    symbols: Symbols | None = None,
    theme: str = "auto",
    look: Theme = NO_THEME,
    width: float = _SIDE,
) -> str:
    """Return counters in rows, each with its name below.

    Raises:
        PanelError: an unknown symbol.
    """
    cells = [
        (counter(piece, _CELL / 2, 32, 46, ""), piece.words.partition(",")[0]) for piece in pieces
    ]
    return _rows(cells, symbols or core_symbols(), theme, look, width)


def symbols_svg(
    symbols: Symbols,
    names: Iterable[str] | None = None,
    *,
    theme: str = "auto",
    look: Theme = NO_THEME,
    width: float = _SIDE,
) -> str:
    """Return symbols in rows, each with its name below; all of them without `names`."""
    place = f'x="{num(_CELL / 2 - 20)}" y="10" width="40" height="40"'
    cells = [
        (f'<use href="#sym-{esc(name)}" {place}/>', name)
        for name in (sorted(symbols) if names is None else names)
    ]
    return _rows(cells, symbols, theme, look, width)


def _rows(
    cells: Sequence[tuple[str, str]], symbols: Symbols, theme: str, look: Theme, width: float
) -> str:
    """Lay out drawings with words below them, as many in a row as the width has room for."""
    per_row = max(1, int(width // _CELL))
    drawn, y = [], 0.0
    for first in range(0, len(cells), per_row):
        most = 1
        for at, (inside, words) in enumerate(cells[first : first + per_row]):
            lines = wrapped(words.replace("_", "_ "), _CELL - 6, 12.5)
            texts = "".join(
                text_at(_CELL / 2, 74 + 15 * number, line.replace("_ ", "_"), "faint", "middle")
                for number, line in enumerate(lines)
            )
            drawn.append(
                f'<g transform="translate({num(at * _CELL)} {num(y)})">{inside}{texts}</g>'
            )
            most = max(most, len(lines))
        y += 68 + 15 * most
    box = (0, 0, per_row * _CELL, y + 8)
    return _svg("".join(drawn), box, symbols, theme, look)


def redrawn(before: Scene, now: Scene, *, width: float = _SIDE) -> dict[str, str]:
    """Return the fragments that look different from the scene before, by id.

    They are elements of what `panel_svg` draws; `width` is for panels without a board.
    The id of a space is its name, that of its counters `on:NAME`, that of the routes on a board
    `ways:PANEL`; a panel without a board is one fragment.
    `now.changes` must be the result of `changes` for the two views.
    """
    changed = set(now.changes.panels)
    was = before.glowing.union(before.hand, before.changes.touched)
    marked = was.union(now.glowing, now.hand, now.changes.touched)
    differs = {
        name
        for name in marked
        if (before.mark(name), before.left_words(name)) != (now.mark(name), now.left_words(name))
    }
    old = {panel.id: panel for panel in before.panels}
    found: dict[str, str] = {}
    for panel in now.panels:
        if isinstance(panel, BoardPanel):
            found.update(_on_board(panel, now, old.get(panel.id), before, differs))
        elif panel.id in changed or panel.id in before.changes.panels or _touches(panel, differs):
            found[panel.id] = framed_panel(panel, now, width).inside
    return found


def _on_board(
    panel: BoardPanel, now: Scene, old: Panel | None, then: Scene, differs: set[str]
) -> Iterable[tuple[str, str]]:
    names = panel.board.named
    lies = dict(panel.spaces_of)
    before = old if isinstance(old, BoardPanel) else None
    apart = apart_of(panel.pieces, now)
    were_apart = apart_of(before.pieces, then) if before is not None else frozenset()
    ids = differs.union(apart ^ were_apart, now.changes.changed, now.changes.new, now.changes.gone)
    lay = before.spaces_of if before is not None else {}
    spaces = [name for name in ids if name in names]
    stacks = {lies.get(name, "") for name in ids} | {lay.get(name, "") for name in ids}
    stacks.update(space for move in now.changes.moved.values() for space in move)
    laid, lain = spreads(panel, apart), spreads(before, were_apart)
    stacks.update(name for name in laid if laid[name] != lain.get(name))
    for name in spaces:
        yield name, space_fragment(panel, name, now)
    for name in stacks & names.keys():
        yield f"on:{name}", stack_fragment(panel, name, now, laid)
    yield f"ways:{panel.id}", ways_fragment(panel, now)


def _touches(panel: Panel, ids: set[str]) -> bool:
    return not ids.isdisjoint(things(panel))


def _laid_out(panels: Sequence[Panel], scene: Scene, title: str) -> tuple[str, float, float]:
    """Lay out boards at the left, panels of the side at the right, hands and the foot below."""
    parts: list[str] = []
    top = 34.0 if title else _GAP
    if title:
        parts.append(text_at(_GAP, 26, title, "title"))
    boards = [panel for panel in panels if isinstance(panel, BoardPanel)]
    papers = [panel for panel in panels if not isinstance(panel, BoardPanel)]
    side = [panel for panel in papers if panel.place in (Place.SIDE, Place.BOARD)]
    below = [panel for panel in papers if panel.place not in (Place.SIDE, Place.BOARD)]
    below.sort(key=lambda panel: panel.place is Place.FOOT)
    y, wide = top, 0.0
    for panel in boards:
        inside, across, down = _board_at(panel, scene, _GAP, y)
        parts.append(inside)
        wide, y = max(wide, across), y + down + _GAP
    right = _GAP + wide + _GAP if boards else _GAP
    rest = _SIDE if boards else _BARE
    width = right + rest + _GAP
    if boards:
        beside = _column(side, scene, right, top, rest, parts)
        y = max(y, beside)
    else:
        y = _columns(side, scene, top, parts)
    y = _column(below, scene, _GAP, y, width - 2 * _GAP, parts)
    return "".join(parts), width, y


def _board_at(panel: BoardPanel, scene: Scene, x: float, y: float) -> tuple[str, float, float]:
    plan = layout_of(panel).plan
    legend = [line for text in panel.legend for line in wrapped(text, plan.width - 30, 13)]
    high = 30 + plan.height + 18 * len(legend)
    lines = "".join(
        text_at(x + 8, y + 30 + plan.height + 14 + 18 * at, line, "faint")
        for at, line in enumerate(legend)
    )
    inside = (
        text_at(x + 8, y + 20, panel.title, "title")
        + f'<g id="{esc(panel.id)}" role="group" aria-label="{esc(panel.title)}" '
        f'transform="translate({num(x - plan.left)} {num(y + 30 - plan.top)})">'
        f"{board_inside(panel, scene)}</g>" + lines
    )
    return inside, plan.width, high


def _column(
    panels: Sequence[Panel], scene: Scene, x: float, y: float, width: float, parts: list[str]
) -> float:
    for panel in panels:
        drawn = framed_panel(panel, scene, width)
        parts.append(f'<g transform="translate({num(x)} {num(y)})">{drawn.inside}</g>')
        y += drawn.height + _GAP
    return y


def _columns(panels: Sequence[Panel], scene: Scene, top: float, parts: list[str]) -> float:
    """Lay out panels in two columns, each in the shorter one; return where they end."""
    width = (_BARE - _GAP) / 2
    ends = [top, top]
    for panel in panels:
        at = 0 if ends[0] <= ends[1] else 1
        x = _GAP + at * (width + _GAP)
        ends[at] = _column([panel], scene, x, ends[at], width, parts)
    return max(ends)


def _svg(
    inside: str,
    box: tuple[float, float, float, float],
    symbols: Symbols,
    theme: str,
    look: Theme,
) -> str:
    left, top, width, height = map(num, box)
    used = sorted(set(_USED.findall(inside)))
    cards = card_defs(symbols.package, look) if 'href="#card-' in inside else ""
    plates = plate_defs(look, frozenset(_PLATES.findall(inside)))
    return (
        f'<svg {_XMLNS} class="tt" viewBox="{left} {top} {width} {height}" '
        f'width="{width}" height="{height}" role="img">'
        f"<style>{_style(theme)}{theme_css(look, theme)}</style>"
        f"<defs>{TIP}{plates}{cards}{symbol_defs(used, symbols)}</defs>"
        f'<rect class="page" x="{left}" y="{top}" width="{width}" height="{height}"/>'
        f"{inside}</svg>\n"
    )


_RULE = re.compile(r"([^{}]+)\{[^{}]*\}")
_ONE_OF = re.compile(r"\([^()]*\)")


def with_rules_in_use(svg: str) -> str:
    """Return a picture without the rules of its style sheet that nothing in it matches.

    No fragment may be put into it later (`redrawn`), which might need them.
    """
    head, rules, drawn = re.split("</?style>", svg, maxsplit=2)
    classes = {name for text in re.findall(' class="([^"]*)"', svg) for name in text.split()}

    def used(rule: re.Match[str]) -> str:
        for selector in _ONE_OF.sub("", rule[1]).split(","):
            if classes.issuperset(re.findall(r"\.([a-z][\w-]*)", selector)):
                return rule[0]
        return ""

    return f"{head}<style>{_RULE.sub(used, rules)}</style>{drawn}"


@lru_cache(maxsize=4)
def _style(theme: str) -> str:
    return stylesheet(theme)


def symbol_defs(names: Iterable[str], symbols: Symbols) -> str:
    """Return the definitions of symbols, to which pictures refer as `#sym-NAME`.

    Raises:
        PanelError: there is no such symbol.
    """
    return "".join(
        f'<symbol id="sym-{esc(name)}" viewBox="0 0 24 24">{symbols[name]}</symbol>'
        for name in names
    )
