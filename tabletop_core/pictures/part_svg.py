"""Panels of text drawn: facts, tracks, cards, slots, lines; each returns its height, too."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..panels import (
    Card,
    Cards,
    Facts,
    GridPanel,
    Lines,
    MapPanel,
    Panel,
    Slot,
    Slots,
    TrackPanel,
    things,
)
from .counter_svg import plate
from .scene import Scene
from .svg_text import drawn_width, esc, num, text_at, wrapped

_PAD = 14
_LINE = 21
_CARD = 164
_GAP = 10


class Paper(NamedTuple):
    """A drawing from (0, 0) down, and how high it is."""

    inside: str
    height: float


def paper(panel: Panel, scene: Scene, width: float) -> Paper:
    """Return a panel of text in a frame of this width."""
    title = text_at(_PAD, 25, panel.title, "title")
    body = _body(panel, scene, width - 2 * _PAD)
    height = body.height + 34 + _PAD
    frame = f'<rect class="frame" width="{num(width)}" height="{num(height)}" rx="6"/>'
    inside = f'{frame}{title}<g transform="translate({_PAD} 34)">{body.inside}</g>'
    return Paper(f'<g id="{esc(panel.id)}">{inside}</g>', height)


def _body(panel: Panel, scene: Scene, width: float) -> Paper:
    if isinstance(panel, Facts):
        return _facts(panel, scene, width)
    if isinstance(panel, TrackPanel):
        return _track(panel, scene, width)
    if isinstance(panel, Cards):
        ids = list(things(panel))
        return _tiles([_card(card, scene.mark(name)) for name, card in _with(ids, panel)], width)
    if isinstance(panel, Slots):
        ids = list(things(panel))
        tiles = [_slot(s, n, scene.mark(n)) for n, s in zip(ids, panel.slots, strict=True)]
        return _tiles(tiles, width)
    if isinstance(panel, Lines):
        return _lines(panel.lines, width)
    return _lines(list(_former(panel)), width)


def _with(ids: Sequence[str], panel: Cards) -> Iterator[tuple[str, Card]]:
    return zip(ids, panel.cards, strict=True)


def _former(panel: Panel) -> Iterator[str]:
    if isinstance(panel, GridPanel):
        yield from (f"{x}-{y}: {cell.words}" for (x, y), cell in panel.cells.items())
    elif isinstance(panel, MapPanel):
        yield from (f"{space.name}: {space.contents}" for space in panel.spaces if space.contents)


def _facts(panel: Facts, scene: Scene, width: float) -> Paper:
    label_room = min(0.42 * width, max((drawn_width(label) for label, _ in panel.rows), default=0))
    left = label_room + 12
    parts, y = [], 0.0
    for name, (label, value) in zip(things(panel), panel.rows, strict=True):
        old = scene.changes.changed.get(name)
        labels = wrapped(label, label_room)
        rows = [(text, "row") for text in wrapped(value, width - left)]
        if old is not None:
            rows = [(text, "row was") for text in wrapped(str(old[0].what), width - left)] + [
                (text, "row news") for text, _ in rows
            ]
        for at, text in enumerate(labels):
            parts.append(text_at(0, y + 15 + at * _LINE, text, "row label"))
        for at, (text, kind) in enumerate(rows):
            parts.append(text_at(left, y + 15 + at * _LINE, text, kind))
        y += _LINE * max(len(labels), len(rows))
    return Paper("".join(parts), y)


def _track(panel: TrackPanel, scene: Scene, width: float) -> Paper:
    spaces = max(1, panel.high - panel.low)
    step = (width - 20) / spaces
    parts = [f'<rect class="bar" x="10" y="16" width="{num(width - 20)}" height="3"/>']
    ticks = [*range(panel.low, panel.high + 1)] if spaces <= 40 else [*sorted(panel.marks)]
    for at in ticks:
        x = 10 + (at - panel.low) * step
        size = 11 if at in panel.marks else 6
        parts.append(
            f'<rect class="bar" x="{num(x - 1)}" y="{num(17.5 - size)}" width="2" '
            f'height="{2 * size}"/>'
        )
    here = 10 + (panel.value - panel.low) * step
    parts.append(f'<path class="here" d="M{num(here)} 20l8 14h-16z"/>')
    old = scene.changes.changed.get(panel.id)
    mark = panel.marks.get(panel.value)
    words = f"{panel.value} of {panel.high}" + (f": {mark}" if mark else "")
    words += f" (was {old[0].what})" if old is not None else ""
    y = 52.0
    parts.append(text_at(0, y, words, "row news" if old is not None else "row"))
    for at, name in sorted(panel.marks.items()):
        if at != panel.value:
            for line in wrapped(f"{at}: {name}", width, 12.5):
                y += 18
                parts.append(text_at(0, y, line, "faint"))
    return Paper("".join(parts), y + 4)


def _lines(lines: Sequence[str], width: float) -> Paper:
    rows = [part for line in lines for part in wrapped(line, width)]
    parts = [text_at(0, 15 + at * _LINE, row) for at, row in enumerate(rows)]
    return Paper("".join(parts), _LINE * max(1, len(rows)))


class _Tile(NamedTuple):
    inside: str
    height: float
    head: str


def _tiles(tiles: Sequence[_Tile], width: float) -> Paper:
    """Lay tiles in rows as wide as there is room, each row as high as its highest."""
    per_row = max(1, int((width + _GAP) // (_CARD + _GAP)))
    across = (width - (per_row - 1) * _GAP) / per_row
    parts, y = [], 0.0
    for first in range(0, len(tiles), per_row):
        row = tiles[first : first + per_row]
        high = max(tile.height for tile in row)
        for at, tile in enumerate(row):
            x = at * (across + _GAP)
            size = f'width="{num(min(across, 230))}" height="{num(high)}"'
            parts.append(
                f'<g {tile.head} transform="translate({num(x)} {num(y)})">'
                f"{tile.inside.replace('SIZE', size)}</g>"
            )
        y += high + _GAP
    if not tiles:
        return Paper(text_at(0, 15, "none", "row label"), _LINE)
    return Paper("".join(parts), y - _GAP)


def _card(card: Card, mark: str) -> _Tile:
    words = ", ".join(filter(None, (card.name, card.detail, card.state)))
    if card.hidden:
        back = "".join(f'<path class="back" d="M{x} 8l24 84"/>' for x in range(8, 130, 18))
        name = text_at(10, 112, card.name, "name")
        return _Tile(_face(card.tone, mark) + back + name, 120, _head("card", card.tone, words))
    parts, y = [], 24.0
    room = _CARD - 20 - (26 if card.symbol else 0)
    for line in wrapped(card.name, room, 14.5):
        parts.append(text_at(10, y, line, "name"))
        y += 18
    if card.symbol:
        parts.append(
            f'<use href="#sym-{esc(card.symbol)}" x="{_CARD - 34}" y="8" width="26" height="26"/>'
        )
        y = max(y, 50.0)
    if card.corners:
        parts.append(text_at(10, y, "  ".join(card.corners), "corner"))
        y += 18
    for line in wrapped(card.detail, _CARD - 20, 13) if card.detail else ():
        parts.append(text_at(10, y, line, "detail"))
        y += 17
    for line in wrapped(card.state, _CARD - 20, 13) if card.state else ():
        parts.append(text_at(10, y, line, "state"))
        y += 17
    return _Tile(_face(card.tone, mark) + "".join(parts), y - 4, _head("card", card.tone, words))


def _slot(slot: Slot, name: str, mark: str) -> _Tile:
    parts, y = [], 21.0
    for line in wrapped(slot.name, _CARD - 44, 14):
        parts.append(text_at(10, y, line, "name"))
        y += 18
    for line in wrapped(slot.content or "empty", _CARD - 20, 13):
        parts.append(text_at(10, y, line, "detail"))
        y += 17
    if slot.symbol:
        parts.append(
            f'<use href="#sym-{esc(slot.symbol)}" x="{_CARD - 32}" y="5" width="22" height="22"/>'
        )
    elif slot.tone:
        parts.append(f'<g transform="translate({_CARD - 18} 15)">{plate(slot.tone, 6, "sign")}</g>')
    words = f"{slot.name}: {slot.content or 'empty'}"
    return _Tile(_face(slot.tone, mark) + "".join(parts), y - 4, _head("card", slot.tone, words))


def _head(kind: str, tone: str, words: str) -> str:
    classes = " ".join(filter(None, (kind, tone)))
    return f'class="{classes}" role="img" aria-label="{esc(words)}"'


def _face(tone: str, mark: str) -> str:
    marks = "".join(f'<rect class="{kind}" SIZE rx="5"/>' for kind in mark.split())
    return f'<rect class="plate" SIZE rx="5"/>{marks}'
