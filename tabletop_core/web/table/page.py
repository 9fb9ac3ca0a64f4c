"""The whole table: its parts by id, and all of them laid out.

What stands around the table in a room (`room-notice`, `room-seats`, `room-chat`, `room-say`) has
its holes here, too; whoever serves a room gives those fragments.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from urllib.parse import quote

import attrs

from ...panels import BoardPanel, Panel, Place, Theme
from ...pictures.counter_svg import plate_defs
from ...pictures.scene import Scene
from ...pictures.stack_svg import apart_of
from ...pictures.svg import TIP, symbol_defs
from ...pictures.svg_text import esc
from ...pictures.symbols import symbols_of
from ...presentation.sequence import SequenceLine
from ...presentation.table_view import Question, TableView
from .board_html import board_parts, spaces_of, stacks_of
from .links import NO_LINKS, Links, rule_link
from .log import LOG, LogBlocks, tell_on
from .markup import classes, filled, hole, listing
from .part_html import panel_fragments
from .parts import Parts
from .questions import prompt_parts

MAX_MARKS = 40
MAX_CHANGES = 8
"""How many changes are listed in words; the marks on the table show all."""

_MORE = (
    '<section id="@more" class="tt" popover="manual" role="dialog" aria-label="More">'
    '<div id="@told"></div>'
    '<button popovertarget="@more" popovertargetaction="hide">Close</button></section>'
)
"""Where the script shows what belongs to a thing of the table."""


@attrs.define
class PageBefore:
    """What was drawn for one viewer at the look before, so that only what changed is drawn again.

    `lines` are those of the log, `asked` the questions with their forms. `boards` and `papers`
    have each panel with what was drawn of it: of a board the stacks. `under` is the folder of the
    server, with which all addresses begin.
    """

    under: str = "/"
    lines: LogBlocks = attrs.field(factory=dict)
    asked: dict[str, tuple[Question, str]] = attrs.field(factory=dict)
    boards: dict[str, tuple[BoardPanel, frozenset[str], dict[str, str]]] = attrs.field(factory=dict)
    papers: dict[str, tuple[Panel | None, dict[str, str]]] = attrs.field(factory=dict)

    def links(self, seen: TableView) -> Links:
        """Return where the table leads to; one without a server leads nowhere."""
        return Links(self.under, seen.address, seen.pack) if seen.address else NO_LINKS

    def tell(self, seen: TableView) -> Iterable[dict[str, str]]:
        """Return the lines of the log, in blocks."""
        # A page without a server is to stay small, and nothing opens on it.
        words = seen.words if seen.address else ()
        tell_on(self.lines, seen.log, seen.since, seen.fresh, self.links(seen), words)
        return self.lines.values()

    def stacks(self, panel: BoardPanel, scene: Scene) -> dict[str, str]:
        """Return the stacks of a board: of the very same board the very same ones."""
        before, were_apart, drawn = self.boards.get(panel.id, (None, frozenset(), {}))
        apart = apart_of(panel.pieces, scene)
        if before is not panel or were_apart != apart:
            drawn = stacks_of(panel, apart, before, were_apart, drawn)
            self.boards[panel.id] = panel, apart, drawn
        return drawn

    def paper(self, panel: Panel, seen: TableView) -> dict[str, str]:
        """Return a panel of text, the very same one where it looks the same."""
        before, drawn = self.papers.get(panel.id, (None, {}))
        if before is not panel:
            drawn = dict(panel_fragments(panel, seen.scene, seen.words))
            # Beside what has changed stands how it was.
            is_news = panel.id in seen.scene.changes.panels
            self.papers[panel.id] = None if is_news else panel, drawn
        return drawn


def fragments(seen: TableView, drawn: PageBefore | None = None) -> Parts:
    """Return every part of the page by the id of its element.

    The same table gives the same texts. What was `drawn` at the look before and looks the same is
    not drawn again.
    """
    drawn = drawn or PageBefore()
    panels = seen.scene.panels
    boards = [panel for panel in panels if isinstance(panel, BoardPanel)]
    papers = [panel for panel in panels if not isinstance(panel, BoardPanel)]
    return Parts(
        dict(_parts(seen, drawn)),
        *(drawn.paper(panel, seen) for panel in papers),
        *drawn.tell(seen),
        *(drawn.stacks(panel, seen.scene) for panel in boards),
        *map(spaces_of, boards),
    )


def table_html(parts: Parts) -> str:
    """Return the whole table from its parts."""
    told = sorted((name for name in parts if name.startswith("@log-")), key=_number_of_line)
    log = parts["@log"].replace("></ol>", f">{''.join(parts[name] for name in told)}</ol>")
    whole = {**parts.whole(), "@log": log}
    return filled("@symbols", whole) + filled("@table", whole)


def _number_of_line(name: str) -> int:
    return int(name.removeprefix("@log-"))


def page_title(seen: TableView) -> str:
    """Return what the tab of the browser says: first of all whose turn it is."""
    if seen.is_over:
        return f"Over: {seen.title}"
    return f"Your turn: {seen.title}" if seen.asked else seen.title


def _parts(seen: TableView, drawn: PageBefore) -> Iterator[tuple[str, str]]:
    panels, links = seen.scene.panels, drawn.links(seen)
    yield "@symbols", _symbols(seen.package, seen.theme)
    places = tuple(
        (panel.id, None if isinstance(panel, BoardPanel) else panel.place) for panel in panels
    )
    yield "@table", _laid_out(places, links)
    yield "@status", _status(seen, links)
    yield "@people", _people(seen)
    yield "@here", _here(seen, links)
    yield "@sequence", _sequence(seen.sequence)
    for panel in panels:
        if isinstance(panel, BoardPanel):
            yield from board_parts(panel, seen.scene)
    yield "@news", _news(seen, links)
    yield "@log", LOG
    yield from prompt_parts(seen, drawn.asked, links)
    yield "@undo", _undo(seen, links)
    yield "@more", _MORE


@lru_cache(maxsize=16)
def _symbols(package: str, theme: Theme) -> str:
    symbols = symbols_of(package)
    defs = TIP + plate_defs(theme) + symbol_defs(sorted(symbols), symbols)
    return f'<svg id="@symbols" class="tt unseen" aria-hidden="true"><defs>{defs}</defs></svg>'


@lru_cache(maxsize=512)
def _laid_out(places: tuple[tuple[str, Place | None], ...], links: Links) -> str:
    """Return the frame: boards, which have no place, in the middle, hands below, the rest beside.

    `places`: where each panel likes to be, by its id.
    """
    boards = [f"@board:{name}" for name, place in places if place is None]
    hand = [name for name, place in places if place is Place.HAND]
    foot = [name for name, place in places if place is Place.FOOT]
    rest = [name for name, place in places if place in (Place.SIDE, Place.BOARD)]
    more = ""
    if links.room:
        more = (
            f' <small><a href="{esc(links.action("replay"))}">replay</a> '
            f'<a href="{esc(links.rules())}">rules</a> '
            f'<a data-opens="" href="{esc(links.action("thing"))}">all pieces</a></small>'
        )
    state = _holes("state", rest)
    middle = _holes("boards", boards) + ("" if boards else state)
    middle += _holes("hands", hand) + _holes("foot", foot)
    return (
        f'<main id="@table"{classes("tt", "table", "" if boards else "bare")}>'
        f'<header class="bar">{hole("@status", "h1")}{hole("@people", "ul")}{hole("@here", "nav")}'
        f'</header><div class="middle" tabindex="0">{middle}</div>'
        f'<div class="side" tabindex="0">{state if boards else ""}</div>'
        f'<aside class="told" tabindex="0"><h2>Log{more}</h2>'
        f'<div class="log" tabindex="0">{hole("@log", "ol")}</div>'
        f"{hole('@news', 'section')}"
        f"<details><summary>Sequence of play</summary>{hole('@sequence', 'ol')}</details>"
        f"{hole('room-seats', 'section')}{hole('room-chat', 'section')}"
        f"{hole('room-say', 'section')}</aside>"
        f'<footer class="prompt" tabindex="0">{hole("room-notice", "section")}'
        f"{hole('@prompt', 'section')}"
        f"{hole('@menu')}{hole('@undo')}{hole('@stepper')}</footer>"
        f"{hole('@more', 'section')}</main>"
    )


def _holes(kind: str, names: Iterable[str]) -> str:
    inside = "".join(hole(name, "section") for name in names)
    focus = ' tabindex="0"' if kind == "hands" else ""
    return f'<div class="{kind}"{focus}>{inside}</div>' if inside else ""


def _status(seen: TableView, links: Links) -> str:
    # A page without a server has no other files, so its icon never changes.
    icon = links.static("icon-turn.svg" if seen.asked else "icon.svg") if links.under else ""
    return (
        f'<h1 id="@status" data-title="{esc(page_title(seen))}" '
        f'data-address="{esc(links.room)}" data-icon="{esc(icon)}">{esc(seen.title)}</h1>'
    )


def _people(seen: TableView) -> str:
    items = []
    for one in seen.sitting:
        marks = classes("awaited" if one.is_awaited else "", "mine" if one.is_mine else "")
        name = f" {esc(one.name)}" if one.name else ""
        told = [
            *(["you"] if one.is_mine else []),
            *(["to answer"] if one.is_awaited else []),
        ]
        more = f" <small>{', '.join(told)}</small>" if told else ""
        items.append(f"<li{marks}><b>{esc(one.seat)}</b>{name}{more}</li>")
    return f'<ul id="@people" aria-label="At the table">{"".join(items)}</ul>'


def _here(seen: TableView, links: Links) -> str:
    """Return where in the sequence of play the game is, from the outside in."""
    *outer, last = seen.where or ("",)
    number = next((at for at, line in enumerate(seen.sequence) if line.is_here), -1)
    items = "".join(f"<li>{esc(name)}</li>" for name in outer)
    rule = ""
    if seen.rule and seen.rule_words:
        rule = " " + rule_link(links, seen.rule, seen.rule_words)
    here = f'<li aria-current="step">{esc(last)}{rule}</li>' if last else ""
    return (
        f'<nav id="@here" aria-label="You are here" data-here="@step-{number}">'
        f"<ol>{items}{here}</ol></nav>"
    )


@lru_cache(maxsize=256)
def _sequence(lines: tuple[SequenceLine, ...]) -> str:
    """Return all steps; the script marks the one where the game is, so that this never changes."""
    steps = "".join(
        f'<li id="@step-{at}" class="deep{min(line.depth, 6)}">{esc(line.name)} '
        f"<small>{esc(line.about.strip())}</small></li>"
        for at, line in enumerate(lines)
    )
    return f'<ol id="@sequence" class="steps">{steps}</ol>'


def _news(seen: TableView, links: Links) -> str:
    """Return what changed since the viewer last looked, in words and as ids for the marks."""
    changes = seen.scene.changes
    touched = changes.touched
    if len(touched) > MAX_MARKS:
        # Where nearly everything looks otherwise, a mark says something of what moved only.
        touched &= frozenset((*changes.moved, *changes.new))
    fresh = " ".join(sorted(touched))
    # A replay shows what changed at each step.
    lines = changes.lines() if links.room else []
    more = [f"and {len(lines) - MAX_CHANGES} more"] if len(lines) > MAX_CHANGES else []
    told = listing([*lines[:MAX_CHANGES], *more])
    head = f"<h2>Since your last turn{_again(seen, links)}</h2>" if told else ""
    return f'<section id="@news" class="news" data-fresh="{esc(fresh)}">{head}{told}</section>'


def _again(seen: TableView, links: Links) -> str:
    """Return what leads to the others' last turn, where it can be looked at step by step."""
    mine = [one.seat for one in seen.sitting if one.is_mine]
    if not mine or len(mine) == len(seen.sitting):
        return ""
    since = quote(",".join(mine))
    return (
        f' <small><a href="{esc(links.action("replay"))}#since={since}">show last turn</a></small>'
    )


def _undo(seen: TableView, links: Links) -> str:
    if not links.room or seen.undo == "":
        return '<div id="@undo"></div>'
    asks = f" (asks {esc(', '.join(seen.asks))})" if seen.asks else ""
    why = f' disabled title="{esc(seen.undo)}"' if seen.undo else ""
    redo = (
        f'<form method="post" action="{esc(links.action("redo"))}"><button>Redo</button></form>'
        if seen.may_redo
        else ""
    )
    return (
        f'<div id="@undo" class="undo"><form method="post" action="{esc(links.action("undo"))}">'
        f"<button{why}>Undo{asks}</button></form>{redo}</div>"
    )
