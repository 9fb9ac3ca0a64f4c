"""Panels without a board as SVG, drawn from their parts."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias, TypeVar, assert_never

from ..panels import Bar, BoardPanel, Card, Figure, Panel, Slot
from ..panels.appearance import PanelError, tone_class
from ..panels.primitives import TextLine
from ..panels.views import PanelPart, named_parts
from .card_art import card_back, card_picture, is_whole
from .counter_svg import plate
from .scene import Scene
from .svg_text import drawn_width, esc, num, text_at, wrapped

_PAD = 14
_LINE = 21
_CARD = 164
_GAP = 10
_NUMBERS = 10
"""The room for the numbers above a bar."""
_SIGN = 18
"""How far a text is moved to the right by the sign of its tone."""

_T = TypeVar("_T")
_Named: TypeAlias = Sequence[tuple[str, _T]]
"""Parts with their ids."""


class Block(NamedTuple):
    """A drawing from (0, 0) down, and how high it is."""

    inside: str
    height: float


def framed_panel(panel: Panel, scene: Scene, width: float) -> Block:
    """Return a panel in a frame of this width.

    Raises:
        PanelError: it holds something that is not part, or a board.
    """
    title = text_at(_PAD, 25, panel.title, "title")
    body = _body(panel, scene, width - 2 * _PAD)
    height = body.height + 34 + _PAD
    frame = f'<rect class="frame" width="{num(width)}" height="{num(height)}" rx="6"/>'
    inside = f'{frame}{title}<g transform="translate({_PAD} 34)">{body.inside}</g>'
    return Block(f'<g id="{esc(panel.id)}">{inside}</g>', height)


def _body(panel: Panel, scene: Scene, width: float) -> Block:
    """Draw parts of one kind that follow each other together, and each such run below the last."""
    blocks = [
        _block(panel, list(run), scene, width)
        for _, run in groupby(named_parts(panel), lambda named: type(named[1]))
    ]
    if not blocks:
        return Block(text_at(0, 15, "none", "row label"), _LINE)
    if len(blocks) == 1:
        return blocks[0]
    parts, y = [], 0.0
    for block in blocks:
        parts.append(f'<g transform="translate(0 {num(y)})">{block.inside}</g>')
        y += block.height + _GAP
    return Block("".join(parts), y - _GAP)


def _block(panel: Panel, named: _Named[Any], scene: Scene, width: float) -> Block:
    first: PanelPart = named[0][1]
    match first:
        case Figure():
            return _figures(named, scene, width)
        case Bar():
            return _bars(named, scene, width)
        case Card():
            return _tiles([_card(card, scene.mark(name)) for name, card in named], width)
        case Slot():
            return _tiles([_slot(slot, scene.mark(name)) for name, slot in named], width)
        case TextLine():
            return _texts(named, scene, width)
        case BoardPanel():
            raise PanelError(
                f"panel {panel.title!r}: the board {first.title!r} is drawn beside it; give the "
                "panels through `unfolded`"
            )
        case _:
            assert_never(first)


def _figures(named: _Named[Figure], scene: Scene, width: float) -> Block:
    label_room = min(0.42 * width, max(drawn_width(figure.label) for _, figure in named))
    left = label_room + 12
    parts, y = [], 0.0
    for name, figure in named:
        room = width - left - (_SIGN if figure.tone else 0)
        labels = wrapped(figure.label, label_room)
        rows = [(text, "row") for text in wrapped(figure.value, room)]
        was = scene.words_before(name, figure.words)
        if was:
            rows = [(text, "row was") for text in wrapped(was, room)] + [
                (text, "row news") for text, _ in rows
            ]
        high = _LINE * max(len(labels), len(rows))
        parts.append(_touchable(scene, name, y, width, high))
        for at, text in enumerate(labels):
            parts.append(text_at(0, y + 15 + at * _LINE, text, "row label"))
        if figure.tone:
            parts.append(_toned(figure.tone, left + 6, y + 10))
        for at, (text, kind) in enumerate(rows):
            parts.append(text_at(width - room, y + 15 + at * _LINE, text, kind))
        y += high
    return Block("".join(parts), y)


def _touchable(scene: Scene, name: str, y: float, width: float, height: float) -> str:
    """Return the outline of a row that may be touched next or is in hand; else nothing."""
    kind = "hand" if name in scene.hand else "glow" if name in scene.glowing else ""
    if not kind:
        return ""
    return (
        f'<rect class="{kind}" x="-5" y="{num(y - 2)}" width="{num(width + 10)}" '
        f'height="{num(height + 2)}" rx="4"/>'
    )


def _toned(tone: str, x: float, y: float) -> str:
    """Return the sign of a tone, which has its shape as well as its colour."""
    place = f'transform="translate({num(x)} {num(y)})"'
    return f'<g class="{tone_class(tone)}" {place}>{plate(tone, 6)}</g>'


def _bars(named: _Named[Bar], scene: Scene, width: float) -> Block:
    parts, y = [], 0.0
    for name, bar in named:
        drawn = _bar(name, bar, scene, width)
        parts.append(_touchable(scene, name, y, width, drawn.height))
        parts.append(f'<g transform="translate(0 {num(y)})">{drawn.inside}</g>')
        y += drawn.height + _GAP
    return Block("".join(parts) if len(named) > 1 else parts[0] + drawn.inside, y - _GAP)


def _bar(name: str, bar: Bar, scene: Scene, width: float) -> Block:
    top = 0.0
    parts = []
    if bar.label:
        parts.append(text_at(0, 15, bar.label, "row label"))
        top = _LINE
    top += _NUMBERS
    step = (width - 20) / max(1, bar.high - bar.low)

    def across(at: int) -> float:
        return 10 + (min(max(at, bar.low), bar.high) - bar.low) * step

    parts.append(
        f'<rect class="bar" x="10" y="{num(top + 16)}" width="{num(width - 20)}" height="3"/>'
    )
    parts += [text_at(across(at), top + 3, str(at), "number", "middle") for at in bar.numbers]
    for at in sorted({*bar.ticks, *bar.numbers}):
        size = 11 if at in bar.marks else 6
        parts.append(
            f'<rect class="bar" x="{num(across(at) - 1)}" y="{num(top + 17.5 - size)}" width="2" '
            f'height="{2 * size}"/>'
        )
    parts.append(f'<path class="here" d="M{num(across(bar.value))} {num(top + 20)}l8 14h-16z"/>')
    was = scene.words_before(name, bar.words)
    words = bar.reading + (f" (was {was})" if was else "")
    y = top + 52
    left = 0
    if bar.tone:
        parts.append(_toned(bar.tone, 6, y - 5))
        left = _SIGN
    parts.append(text_at(left, y, words, "row news" if was else "row"))
    for line in bar.other_marks:
        for part in wrapped(line, width, 12.5):
            y += 18
            parts.append(text_at(0, y, part, "faint"))
    return Block("".join(parts), y + 4)


def _texts(named: _Named[TextLine], scene: Scene, width: float) -> Block:
    parts, y = [], 0.0
    for name, text in named:
        left = _SIGN if text.tone else 0
        rows = wrapped(text.text, width - left)
        parts.append(_touchable(scene, name, y, width, _LINE * len(rows)))
        if text.tone:
            parts.append(_toned(text.tone, 6, y + 10))
        for row in rows:
            parts.append(text_at(left, y + 15, row))
            y += _LINE
    return Block("".join(parts), y)


class _Tile(NamedTuple):
    inside: str
    height: float
    head: str


def _tiles(tiles: Sequence[_Tile], width: float) -> Block:
    """Lay out tiles in rows of the given width, each row as high as its highest tile."""
    per_row = max(1, int((width + _GAP) // (_CARD + _GAP)))
    across = (width - (per_row - 1) * _GAP) / per_row
    parts, y = [], 0.0
    for first in range(0, len(tiles), per_row):
        row = tiles[first : first + per_row]
        high = max(tile.height for tile in row)
        for at, tile in enumerate(row):
            x = at * (across + _GAP)
            wide = f'width="{num(min(across, 230))}"'
            size = f'width="{num(min(across, 230))}" height="{num(high)}"'
            parts.append(
                f'<g {tile.head} transform="translate({num(x)} {num(y)})">'
                f"{tile.inside.replace('SIZE', size).replace('ACROSS', wide)}</g>"
            )
        y += high + _GAP
    return Block("".join(parts), y - _GAP)


def _card(card: Card, mark: str) -> _Tile:
    words = ", ".join(filter(None, (card.name, card.detail, card.state)))
    if card.hidden:
        back = card_back(' x="0" y="6" ACROSS height="84"')
        name = text_at(10, 112, card.name, "name")
        return _Tile(_face(card.tone, mark) + back + name, 120, _head("card", card.tone, words))
    if card.is_die:
        return _die(card.symbol, card.name, card.detail, card.tone, words, mark)
    parts, y = [], 24.0
    room = _CARD - 20 - (26 if card.symbol else 0)
    for line in wrapped(card.name, room, 14.5):
        parts.append(text_at(10, y, line, "name"))
        y += 18
    if card.symbol:
        parts.append(
            f'<use href="#sym-{esc(card.symbol)}" x="{_CARD - 34}" y="8" width="26" height="26"/>'
        )
        y = max(y, 50.0 if not card.art else 42.0)
    if card.art:
        high = _CARD * 4 / 3 if is_whole(card.art) else 76
        parts.append(
            card_picture(
                card.art, card.name, f' x="0" y="{num(y - 10)}" ACROSS height="{num(high)}"'
            )
        )
        y += high + 10
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


def _die(symbol: str, name: str, detail: str, tone: str, words: str, mark: str) -> _Tile:
    """Return a die with the face that is up, and what it is beside it."""
    face = '<rect class="face" x="8" y="8" width="46" height="46" rx="9"/>'
    face += f'<use class="pips" href="#sym-{esc(symbol)}" x="8" y="8" width="46" height="46"/>'
    parts, y = [], 26.0
    for line in wrapped(name, _CARD - 74, 14):
        parts.append(text_at(64, y, line, "name"))
        y += 18
    for line in wrapped(detail, _CARD - 74, 13) if detail else ():
        parts.append(text_at(64, y, line, "detail"))
        y += 17
    drawn = _face(tone, mark) + face + "".join(parts)
    return _Tile(drawn, max(62.0, y - 4), _head("card", tone, words))


def _slot(slot: Slot, mark: str) -> _Tile:
    if slot.is_die:
        words = f"{slot.name}: {slot.words}"
        return _die(slot.symbol, slot.name, slot.words, slot.tone, words, mark)
    parts, y = [], 21.0
    for line in wrapped(slot.name, _CARD - 44, 14):
        parts.append(text_at(10, y, line, "name"))
        y += 18
    for line in wrapped(slot.words, _CARD - 20, 13):
        parts.append(text_at(10, y, line, "detail"))
        y += 17
    if slot.symbol:
        parts.append(
            f'<use href="#sym-{esc(slot.symbol)}" x="{_CARD - 32}" y="5" width="22" height="22"/>'
        )
    elif slot.tone:
        parts.append(f'<g transform="translate({_CARD - 18} 15)">{plate(slot.tone, 6, "sign")}</g>')
    words = f"{slot.name}: {slot.words}"
    return _Tile(_face(slot.tone, mark) + "".join(parts), y - 4, _head("card", slot.tone, words))


def _head(kind: str, tone: str, words: str) -> str:
    classes = " ".join(filter(None, (kind, tone_class(tone))))
    return f'class="{classes}" role="img" aria-label="{esc(words)}"'


def _face(tone: str, mark: str) -> str:
    marks = "".join(f'<rect class="{kind}" SIZE rx="5"/>' for kind in mark.split())
    return f'<rect class="plate" SIZE rx="5"/>{marks}'
