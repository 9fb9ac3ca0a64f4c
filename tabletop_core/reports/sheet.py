"""A sheet of all that a game draws: one page of HTML that loads nothing."""

from base64 import b64encode
from collections.abc import Iterator
from html import escape
from typing import Any

from ..engine.game import Game
from ..panels import BoardPanel, Cards, Panel
from ..pictures.drawn_words import Zoom
from ..pictures.legibility import WIDTHS, zoom_on
from ..pictures.map_layout import layout_of
from ..pictures.svg import counters_svg, panel_svg, symbols_svg
from ..pictures.symbols import Symbols, core_symbols, symbols_of
from ..presentation.looks import PANEL_WIDTHS, Faults, Looks, fault_line
from .pages import page

_STYLE = """body { max-width: 84rem; }
section { margin-bottom: 3rem; }
.looks { display: flex; flex-wrap: wrap; gap: 1rem; align-items: start; }
figure { margin: 0; }
figure div { overflow: auto; max-height: 900px; max-width: min(100%, 960px); }
figure.phone div { max-width: 390px; }
figcaption { color: #555; }
img { display: block; }
"""
_SCHEMES = ("light", "dark")
_WIDE = 920.0
"""Pixels across the cards, counters and symbols in a wide window."""


def sheet(game: Game[Any], looks: Looks, faults: dict[str, Faults]) -> str:
    """Return a page with each board, panel, card, counter and symbol of a game.

    Each is drawn light and dark, as large as a window of 390 and of 1280 pixels shows it. First
    come the words that cannot be read: the results of `faults_of_looks`.

    Raises:
        PanelError: something of it cannot be drawn.
    """
    parts = [_told(faults)]
    parts += [_section(board.title, _boards(game, board)) for board in looks.boards.values()]
    cards = Cards(title="Cards", cards=tuple(looks.cards.values()))
    panels = [*looks.panels.values(), *([cards] if cards.cards else [])]
    parts += [_section(panel.title, _panels(game, panel)) for panel in panels]
    if looks.pieces:
        parts.append(_section("Counters", _counters(game, looks)))
    parts.append(_section("Symbols", _symbols(game)))
    return page(f"What {game.title} draws", "".join(parts), _STYLE)


def _told(faults: dict[str, Faults]) -> str:
    if not faults:
        return "<p>All words can be read at 390 and 1280 pixels.</p>"
    items = "".join(
        f"<li>{escape(title)}: {escape(fault_line(fault, widths))}</li>"
        for title, found in faults.items()
        for fault, widths in found.items()
    )
    return f"<section><h2>What cannot be read</h2><ul>{items}</ul></section>"


def _section(title: str, figures: Iterator[str]) -> str:
    inside = "".join(figures)
    return f'<section><h2>{escape(title)}</h2><div class="looks">{inside}</div></section>'


def _boards(game: Game[Any], board: BoardPanel) -> Iterator[str]:
    plan, symbols = layout_of(board).plan, symbols_of(game.package)
    for width in WIDTHS:
        zoom = zoom_on(board, width)
        size = plan.width * zoom.scale, plan.height * zoom.scale
        for scheme in _SCHEMES:
            svg = panel_svg(board, symbols=symbols, theme=scheme, look=game.look.theme)
            yield _figure(board.title, svg, width, scheme, zoom, size)


def _panels(game: Game[Any], panel: Panel) -> Iterator[str]:
    wide = PANEL_WIDTHS if not isinstance(panel, Cards) else {**PANEL_WIDTHS, 1280: _WIDE}
    for width in WIDTHS:
        for scheme in _SCHEMES:
            svg = panel_svg(
                panel,
                symbols=symbols_of(game.package),
                theme=scheme,
                look=game.look.theme,
                width=wide[width],
            )
            yield _figure(panel.title, svg, width, scheme)


def _counters(game: Game[Any], looks: Looks) -> Iterator[str]:
    pieces, symbols = list(looks.pieces.values()), symbols_of(game.package)
    for scheme in _SCHEMES:
        svg = counters_svg(pieces, symbols=symbols, theme=scheme, look=game.look.theme, width=_WIDE)
        yield _figure("Counters", svg, 1280, scheme)


def _symbols(game: Game[Any]) -> Iterator[str]:
    """Yield the symbols that the pack adds; of a pack that adds none those of the core."""
    symbols: Symbols = symbols_of(game.package)
    own = sorted(symbols.drawings.items() - core_symbols().drawings.items())
    names = [name for name, _ in own] or sorted(symbols)
    for scheme in _SCHEMES:
        svg = symbols_svg(symbols, names, theme=scheme, look=game.look.theme, width=_WIDE)
        yield _figure("Symbols", svg, 1280, scheme)


def _figure(
    title: str,
    svg: str,
    width: int,
    scheme: str,
    zoom: Zoom | None = None,
    size: tuple[float, float] | None = None,
) -> str:
    """Return a picture in a frame as wide as a window has room for."""
    if zoom is not None:
        svg = svg.replace("</style>", f"{zoom.css}</style>", 1)
    # As a picture of its own, no style sheet and no id of one meets those of another.
    source = f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"
    wide = f' width="{size[0]:.0f}" height="{size[1]:.0f}"' if size is not None else ""
    kind = ' class="phone"' if width < 800 else ""
    caption = f"{width} pixels, {scheme}"
    return (
        f"<figure{kind}><figcaption>{caption}</figcaption>"
        f'<div><img alt="{escape(title)}, {caption}" src="{source}"{wide}></div></figure>'
    )
