"""Panels of text on the page: facts, tracks, cards, slots, lines; each row and card a fragment."""

from collections.abc import Iterator
from functools import lru_cache

from ...data.glossary import Word
from ...panels import (
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
from ...panels.things import Thing
from ...pictures.scene import Scene
from ...pictures.svg_text import esc, num
from .markup import classes, hole, listing, sign
from .words import explained

Fragments = Iterator[tuple[str, str]]


def paper_parts(panel: Panel, scene: Scene, words: tuple[Word, ...] = ()) -> Fragments:
    """Yield a panel of text and what is in it."""
    old = {name: before for name, (before, _) in scene.changes.changed.items()}
    if isinstance(panel, TrackPanel):
        yield panel.id, _panel(panel.id, panel.title, _track(panel, old.get(panel.id)), "track")
        return
    if isinstance(panel, Facts | Cards | Slots):
        inside = list(_inside(panel, old, words))
        holes = "".join(hole(name) for name, _ in inside) or '<p class="none">none</p>'
        kind = "facts" if isinstance(panel, Facts) else "cards"
        tag = "dl" if isinstance(panel, Facts) and inside else "div"
        body = f'<{tag} class="{kind}">{holes}</{tag}>'
        yield panel.id, _panel(panel.id, panel.title, body)
        yield from inside
        return
    lines = panel.lines if isinstance(panel, Lines) else tuple(_former(panel))
    yield panel.id, _panel(panel.id, panel.title, listing(lines, kind="lines"))


@lru_cache(maxsize=1 << 10)
def _panel(name: str, title: str, body: str, kind: str = "") -> str:
    head = f'<section id="{esc(name)}"{classes("paper", kind)}>'
    return f"{head}<h2>{esc(title)}</h2>{body}</section>"


def _inside(
    panel: Facts | Cards | Slots, old: dict[str, Thing], words: tuple[Word, ...]
) -> Fragments:
    if isinstance(panel, Facts):
        for name, (label, text) in zip(things(panel), panel.rows, strict=True):
            was = old.get(name)
            yield name, _fact(name, label, text, "" if was is None else str(was.what))
    elif isinstance(panel, Cards):
        for name, card in zip(things(panel), panel.cards, strict=True):
            yield name, _card(name, card, words)
    else:
        for name, slot in zip(things(panel), panel.slots, strict=True):
            yield name, _slot(name, slot)


@lru_cache(maxsize=1 << 12)
def _fact(name: str, label: str, text: str, was: str) -> str:
    struck = _struck(was, text) if was else esc(text)
    return f'<div id="{esc(name)}"><dt>{esc(label)}</dt><dd>{struck}</dd></div>'


def _struck(was: str, now: str) -> str:
    """Return what stands there now; of several parts, those alone are struck that differ."""
    old, new = was.split("; "), now.split("; ")
    if len(old) != len(new):
        old, new = [was], [now]
    return "; ".join(
        esc(after) if before == after else f"<s>{esc(before)}</s> <ins>{esc(after)}</ins>"
        for before, after in zip(old, new, strict=True)
    )


@lru_cache(maxsize=1 << 12)
def _card(name: str, card: Card, words: tuple[Word, ...]) -> str:
    corners = "".join(f"<b>{esc(value)}</b>" for value in card.corners if value)
    parts = [
        sign(card.symbol) if card.symbol else "",
        f"<strong>{esc(card.name)}</strong>",
        f'<span class="corners">{corners}</span>' if corners else "",
        f"<span>{explained(card.detail, words, reached=False)}</span>" if card.detail else "",
        f"<em>{esc(card.state)}</em>" if card.state else "",
    ]
    back = "back" if card.hidden else ""
    return f'<div id="{esc(name)}"{classes("card", card.tone, back)}>{"".join(parts)}</div>'


@lru_cache(maxsize=1 << 12)
def _slot(name: str, slot: Slot) -> str:
    drawn = sign(slot.symbol) if slot.symbol else ""
    return (
        f'<div id="{esc(name)}"{classes("card", "slot", slot.tone)}>{drawn}'
        f"<strong>{esc(slot.name)}</strong><span>{esc(slot.content or 'empty')}</span></div>"
    )


def _track(panel: TrackPanel, old: Thing | None) -> str:
    """Return a track as a line with its ticks, the marker on it, and the names of marked spaces."""
    spaces = max(1, panel.high - panel.low)

    def across(at: int) -> str:
        return num(10 + 280 * (min(max(at, panel.low), panel.high) - panel.low) / spaces)

    ticks = range(panel.low, panel.high + 1) if spaces <= 40 else sorted(panel.marks)
    drawn = "".join(
        f'<path class="bar" d="M{across(at)} {4 if at in panel.marks else 8}v{14}"/>'
        for at in ticks
        if panel.low <= at <= panel.high
    )
    mark = panel.marks.get(panel.value)
    words = f"{panel.value} of {panel.high}" + (f": {mark}" if mark else "")
    told = f"<s>{esc(str(old.what))}</s> <ins>{esc(words)}</ins>" if old else esc(words)
    others = [f"{at}: {name}" for at, name in sorted(panel.marks.items()) if at != panel.value]
    return (
        '<svg class="tt line" viewBox="0 0 300 34" aria-hidden="true">'
        f'<path class="bar" d="M10 16h280"/>{drawn}'
        f'<path class="here" d="M{across(panel.value)} 17l8 14h-16z"/></svg>'
        f"<p>{told}</p>{listing(others, kind='marks')}"
    )


def _former(panel: Panel) -> Iterator[str]:
    if isinstance(panel, GridPanel):
        yield from (f"{x}-{y}: {cell.words}" for (x, y), cell in panel.cells.items())
    elif isinstance(panel, MapPanel):
        yield from (f"{space.name}: {space.contents}" for space in panel.spaces if space.contents)
