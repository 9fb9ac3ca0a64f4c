"""Panels on the page, drawn from their parts; each figure, bar, card and slot is a fragment."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import assert_never

from ...data.glossary import Word
from ...panels import Bar, BoardPanel, Card, Facts, Figure, Panel, Slot
from ...panels.appearance import PanelError, Place, tone_class
from ...panels.primitives import TextLine
from ...panels.views import PanelPart, named_parts
from ...pictures.card_art import card_back, card_picture
from ...pictures.moment_art import face as portrait
from ...pictures.scene import Scene
from ...pictures.svg_text import esc, num, text_at
from .markup import classes, hole, listing, sign
from .words import explained

Fragments = Iterator[tuple[str, str]]


def panel_fragments(panel: Panel, scene: Scene, words: tuple[Word, ...] = ()) -> Fragments:
    """Yield a panel without a board, and the parts in it that change separately.

    Raises:
        PanelError: it holds something that is not a part, or a board.
    """
    named = named_parts(panel)
    runs = groupby(named, lambda one: type(one[1]))
    blocks = [_block(list(run), panel, scene) for _, run in runs]
    is_bar = len(named) == 1 and named[0][0] == panel.id
    body = "".join(blocks) or '<p class="none">none</p>'
    if isinstance(panel, Facts) and panel.people:
        body = _people(panel.people, scene.people) + body
    is_laid = panel.place is not Place.HAND and any(
        isinstance(part, Card) and not part.is_die for _, part in named
    )
    kind = "track" if is_bar else "laid" if is_laid else ""
    count = len(named) if panel.place is Place.HAND else 0
    yield panel.id, _framed(panel.id, panel.title, body, kind, count)
    for name, part in named:
        if not isinstance(part, TextLine) and name != panel.id:
            yield name, _part(name, part, panel, scene, words)


def _block(run: Sequence[tuple[str, PanelPart]], panel: Panel, scene: Scene) -> str:
    """Return consecutive parts of one kind, with holes for those that are fragments."""
    _, first = run[0]
    if isinstance(first, TextLine):
        texts = [part for _, part in run if isinstance(part, TextLine)]
        return f'<ul class="lines">{"".join(map(_text, texts))}</ul>'
    if isinstance(first, Bar):
        return "".join(
            _bar(part, scene.words_before(name, part.words))
            if name == panel.id and isinstance(part, Bar)
            else hole(name)
            for name, part in run
        )
    holes = "".join(hole(name) for name, _ in run)
    if isinstance(first, Figure):
        return f'<dl class="facts">{holes}</dl>'
    return f'<div class="cards">{holes}</div>'


def _part(name: str, part: PanelPart, panel: Panel, scene: Scene, words: tuple[Word, ...]) -> str:
    match part:
        case Figure():
            return _figure(name, part, scene.words_before(name, part.words))
        case Bar():
            drawn = _bar(part, scene.words_before(name, part.words))
            return f'<div id="{esc(name)}" class="track gauge">{drawn}</div>'
        case Card():
            return _card(name, part, words)
        case Slot():
            return _slot(name, part)
        case TextLine():
            return _text(part)
        case BoardPanel():
            raise PanelError(
                f"panel {panel.title!r}: the board {part.title!r} is drawn beside it; give the "
                "panels through `unfolded`"
            )
        case _:
            assert_never(part)


def _toned(html: str, tone: str) -> str:
    return f"<span{classes('toned', tone_class(tone))}>{html}</span>" if tone else html


def _text(text: TextLine) -> str:
    name = f' id="{esc(text.id)}"' if text.id else ""
    return f"<li{name}>{_toned(esc(text.text), text.tone)}</li>"


@lru_cache(maxsize=1 << 10)
def _framed(name: str, title: str, body: str, kind: str, count: int) -> str:
    """Return a panel; `count` are the cards of a hand."""
    head = f'<section id="{esc(name)}"{classes("paper", kind)}>'
    counted = f' data-count="{count}"' if count else ""
    return f"{head}<h2{counted}>{esc(title)}</h2>{body}</section>"


def _people(people: Sequence[Figure], known: Mapping[str, tuple[str, int]]) -> str:
    """Return the faces of people, each with its name, its label and how it is."""
    drawn = ""
    for one in people:
        name, number = known.get(one.id, (one.label, 0))
        seen = portrait(number, hurt=one.tone == "warn", dead=one.tone == "dead")
        called = f"<small>{esc(one.label)}</small>" if name != one.label else ""
        how = f"<em>{esc(one.value)}</em>" if one.value else ""
        drawn += f"<li{classes(one.tone)}>{seen}<b>{esc(name)}</b>{called}{how}</li>"
    return f'<ul class="faces">{drawn}</ul>'


@lru_cache(maxsize=1 << 12)
def _figure(name: str, figure: Figure, was: str) -> str:
    value = _struck(was, figure.value) if was else esc(figure.value)
    return (
        f'<div id="{esc(name)}"><dt>{esc(figure.label)}</dt>'
        f"<dd>{_toned(value, figure.tone)}</dd></div>"
    )


MAX_STRUCK = 24
"""Characters of a former value that is shown; a longer one would be read as if it still stood."""


def _struck(was: str, now: str) -> str:
    """Return the present value after the old one, struck through; of parts, only changed ones."""
    old, new = was.split("; "), now.split("; ")
    if len(old) != len(new):
        old, new = [was], [now]
    return "; ".join(
        esc(after) if before == after else f"{_former(before)}<ins>{esc(after)}</ins>"
        for before, after in zip(old, new, strict=True)
    )


def _former(was: str) -> str:
    return f"<s>{esc(was)}</s> " if len(was) <= MAX_STRUCK else ""


def face(symbol: str) -> str:
    """Return the face of a die that is up."""
    drawn = f'<use href="#sym-{esc(symbol)}"/>'
    return f'<svg class="face" viewBox="0 0 24 24" aria-hidden="true">{drawn}</svg>'


LONG_WORD = 11
"""Letters of a word in the name of a card, beyond which it is written smaller, to stay whole."""


@lru_cache(maxsize=1 << 12)
def _card(name: str, card: Card, words: tuple[Word, ...]) -> str:
    corners = "".join(f"<b>{esc(value)}</b>" for value in card.corners if value)
    is_long = max(map(len, card.name.split()), default=0) > LONG_WORD
    head = '<strong class="long">' if is_long else "<strong>"
    picture = card_back() if card.hidden else card_picture(card.art, card.name)
    parts = [
        face(card.symbol) if card.is_die else sign(card.symbol) if card.symbol else "",
        f"{head}{esc(card.name)}</strong>",
        picture,
        f'<span class="corners">{corners}</span>' if corners else "",
        f"<span>{explained(card.detail, words, reached=False)}</span>" if card.detail else "",
        f"<em>{esc(card.state)}</em>" if card.state else "",
    ]
    look = "hidden-face" if card.hidden else "cube" if card.is_die else "art" if card.art else ""
    kinds = classes("card", tone_class(card.tone), look, "apart" if card.apart else "")
    return f'<div id="{esc(name)}"{kinds}>{"".join(parts)}</div>'


@lru_cache(maxsize=1 << 12)
def _slot(name: str, slot: Slot) -> str:
    drawn = face(slot.symbol) if slot.is_die else sign(slot.symbol) if slot.symbol else ""
    kinds = classes("card", "slot", tone_class(slot.tone), "cube" if slot.is_die else "")
    return (
        f'<div id="{esc(name)}"{kinds}>{drawn}'
        f"<strong>{esc(slot.name)}</strong><span>{esc(slot.words)}</span></div>"
    )


def _bar(bar: Bar, was: str) -> str:
    """Return a line with its ticks, the marker on it, and the names of marked spaces.

    `was`: the value when the viewer last looked, if that differs.
    """

    def across(at: int) -> str:
        spaces = max(1, bar.high - bar.low)
        return num(10 + 280 * (min(max(at, bar.low), bar.high) - bar.low) / spaces)

    drawn = "".join(
        f'<path class="bar" d="M{across(at)} {4 if at in bar.marks else 8}v{14}"/>'
        for at in sorted({*bar.ticks, *bar.numbers})
    )
    drawn += "".join(
        text_at(float(across(at)), 0, str(at), "number", "middle") for at in bar.numbers
    )
    reading = esc(bar.reading)
    told = f"<s>{esc(was)}</s> <ins>{reading}</ins>" if was else reading
    label = f'<p class="label">{esc(bar.label)}</p>' if bar.label else ""
    return (
        f'{label}<svg class="tt line" viewBox="-6 -14 312 48" aria-hidden="true">'
        f'<path class="bar" d="M10 16h280"/>{drawn}'
        f'<path class="here" d="M{across(bar.value)} 17l8 14h-16z"/></svg>'
        f"<p>{_toned(told, bar.tone)}</p>{listing(bar.other_marks, kind='marks')}"
    )
