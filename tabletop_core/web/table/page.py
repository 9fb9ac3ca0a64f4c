"""The whole table: its parts by id, and all of them laid out.

Three regions: the stage, where the boards are; the dock over its foot, with the question; and the
rail beside it, whose tabs are radio buttons, so that they work without a script.
What stands around the table in a room (`room-notice`, `room-coach`, `room-seats`, and so on) has
its holes here, too; whoever serves a room gives those fragments.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from urllib.parse import quote

import attrs

from ...panels import BoardPanel, Card, Panel, Place, Slot, Theme
from ...panels.views import named_parts
from ...pictures.card_art import card_defs
from ...pictures.counter_svg import plate_defs
from ...pictures.scene import Scene
from ...pictures.stack_svg import apart_of
from ...pictures.svg import TIP, symbol_defs
from ...pictures.svg_text import esc
from ...pictures.symbols import symbols_of
from ...presentation.sequence import SequenceLine
from ...presentation.table_view import TableView
from ...viewers import SPECTATOR
from .board_html import board_parts, on_stage, spaces_of, stacks_of
from .links import NO_LINKS, Links, rule_link
from .log import LOG, LogBlocks, tell_on
from .markup import classes, filled, hole, listing
from .moment_html import card_html, next_html, story_html
from .part_html import panel_fragments
from .parts import Parts
from .questions import DrawnForms, prompt_parts

MAX_MARKS = 40
MAX_CHANGES = 8
"""How many changes are listed in words; the marks on the table show all."""

_MORE = (
    '<section id="@more" class="tt" popover="manual" role="dialog" aria-label="More">'
    '<div id="@told"></div>'
    '<button popovertarget="@more" popovertargetaction="hide">Close</button></section>'
)
"""Where the script shows what belongs to a thing of the table."""

_MENU = '<div id="@menu" class="tt" popover="manual" role="dialog" aria-label="What to do"></div>'
"""Where the script offers what can be done with what was touched, beside it."""

_HELD = '<p id="@held"></p>'
"""Where the script tells what has been touched, and what is to be touched next."""

_SKIPS = (
    '<p class="skips"><a href="#@prompt">To the question</a> <a href="#@stage">To the board</a></p>'
)
"""Links that only the keyboard and those who hear the page come to."""

_PACE = (
    '<div class="pace"><fieldset><legend>What happens is shown</legend>'
    '<label><input type="radio" name="pace" value="instant">at once</label>'
    '<label><input type="radio" name="pace" value="quick">quickly</label>'
    '<label><input type="radio" name="pace" value="watch">step by step</label>'
    '<label><input type="checkbox" name="sound">with sound</label></fieldset>'
    '<button type="button" data-again="">Show again</button></div>'
)
"""At what pace the script shows what happened, and what shows it again."""

_HOME = '<path d="M3 11L12 3l9 8v10h-6v-6H9v6H3z"/>'
_CAMERA = (
    '<div class="camera"><button data-zoom="1.25" aria-label="Zoom in">+</button>'
    '<button data-zoom="0.8" aria-label="Zoom out">−</button>'
    '<button data-zoom="" aria-label="Show the whole board">⤢</button></div>'
)

TABS = (("table", "Table"), ("log", "Log"), ("room", "Room"), ("steps", "Steps"))
"""The tabs of the rail by what they are called in the page, with their words."""


@attrs.define
class PageBefore:
    """What was drawn for one viewer at the look before, so that only what changed is drawn again.

    `lines` are those of the log, `asked` the questions with their forms. `boards` and `papers`
    have each panel with what was drawn of it: of a board the stacks. `under` is the folder of the
    server, with which all addresses begin.
    """

    under: str = "/"
    lines: LogBlocks = attrs.field(factory=dict)
    asked: DrawnForms = attrs.field(factory=dict)
    boards: dict[str, tuple[BoardPanel, frozenset[str], dict[str, str]]] = attrs.field(factory=dict)
    papers: dict[str, tuple[Panel | None, dict[str, str]]] = attrs.field(factory=dict)

    def links(self, seen: TableView) -> Links:
        """Return the links of the table; a table without a server has none."""
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
            # Beside what has changed stands how it was; an equal panel may show other people.
            is_news = panel.id in seen.scene.changes.panels or bool(seen.scene.people)
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
    """Return the title of the browser's tab, which begins with whose turn it is."""
    if seen.is_over:
        return f"Over: {seen.title}"
    if seen.asked:
        return f"Your turn: {seen.title}"
    return f"Your roll: {seen.title}" if _is_my_roll(seen) else seen.title


def _is_my_roll(seen: TableView) -> bool:
    return any(one.is_rolling and one.is_mine for one in seen.sitting)


def _parts(seen: TableView, drawn: PageBefore) -> Iterator[tuple[str, str]]:
    panels, links = seen.scene.panels, drawn.links(seen)
    boards = [panel for panel in panels if isinstance(panel, BoardPanel)]
    yield "@symbols", _symbols(seen.package, seen.theme, seen.pictures)
    yield "@table", _laid_out(tuple((panel.id, _region(panel)) for panel in panels), links)
    yield "@status", _status(seen, links)
    yield "@people", _people(seen)
    yield "@here", _here(seen, links)
    yield "@glance", _glance(panels)
    yield "@sequence", _sequence(seen.sequence)
    up = on_stage(boards, seen.asked)
    for panel in boards:
        yield from board_parts(panel, seen.scene, is_up=panel.id == up)
    yield "@news", _news(seen, links)
    yield "@log", LOG
    yield from prompt_parts(seen, drawn.asked, links)
    yield "@undo", _undo(seen, links)
    yield "@more", _MORE
    yield "@menu", _MENU
    yield "@held", _HELD
    if links.room:
        yield "@opening", _opening(seen)
        yield "@story", _story(seen, links)


def _opening(seen: TableView) -> str:
    """Return the card before the first answer, which the script lays over the table."""
    card = card_html((seen.opening,), SPECTATOR) if seen.opening else ""
    return f'<template id="@opening">{card}</template>'


def _story(seen: TableView, links: Links) -> str:
    """Return how the game went, which the script lays over the table once all has been shown."""
    told = ""
    if seen.story is not None:
        ways = (
            f'<div class="buttons">{next_html(seen.story, links.under, seen.pack)}'
            '<button type="button" data-goes-on="">Look at the table</button></div>'
        )
        told = (
            '<section id="@moment" role="alertdialog" aria-modal="true" aria-label="How it went" '
            f'class="tt moment whole">{story_html(seen.story)}{ways}</section>'
        )
    return f'<template id="@story">{told}</template>'


def _glance(panels: Iterable[Panel]) -> str:
    """Return the figures that are always in sight; a screen reader has them in their panels."""
    figures = "".join(
        f"<div><dd>{esc(value)}</dd><dt>{esc(label)}</dt></div>"
        for panel in panels
        for label, value in panel.glance
    )
    return f'<dl id="@glance" aria-hidden="true">{figures}</dl>'


def _region(panel: Panel) -> str:
    """Return the region of a panel: only cards are held in a hand over the stage."""
    if isinstance(panel, BoardPanel):
        return "board"
    if panel.place is Place.HAND:
        is_hand = all(isinstance(part, Card | Slot) for _, part in named_parts(panel))
        return "hand" if is_hand else "side"
    return "foot" if panel.place is Place.FOOT else "side"


@lru_cache(maxsize=16)
def _symbols(package: str, theme: Theme, pictures: str) -> str:
    symbols = symbols_of(package)
    defs = (
        TIP + plate_defs(theme) + card_defs(package, theme) + symbol_defs(sorted(symbols), symbols)
    ) + pictures
    return f'<svg id="@symbols" class="tt unseen" aria-hidden="true"><defs>{defs}</defs></svg>'


@lru_cache(maxsize=512)
def _laid_out(regions: tuple[tuple[str, str], ...], links: Links) -> str:
    """Return the frame; `regions` tell where each panel lies, by its id.

    Where there is no board, the panels of text take the stage. The question comes first for those
    who hear the page, then its answers and what is written; the boards with all their pieces last.
    """
    boards = [f"@board:{name}" for name, region in regions if region == "board"]
    hand = [name for name, region in regions if region == "hand"]
    side, foot = ([name for name, region in regions if region == one] for one in ("side", "foot"))
    stage = _holes("boards", boards) + _CAMERA if boards else _holes("papers", side)
    beside = _holes("papers", [*side, *foot] if boards else foot)
    kind = "" if boards else "bare"
    if len(boards) > 1:
        kind = "several"
    return (
        f'<main id="@table"{classes("tt", "table", kind)}>'
        f'{_SKIPS}<div class="foot">{hole("room-notice", "section")}'
        f'{hole("room-coach", "section")}<footer class="dock">{hole("@prompt", "section")}'
        f"{hole('@held', 'p')}{hole('@undo')}{hole('@stepper')}</footer>"
        f"{_holes('hands', hand)}</div>"
        f'{hole("@menu")}<aside class="rail">{hole("@options", "section")}'
        f'<header class="bar">{_home(links)}{hole("@status", "h1")}'
        f"{hole('@here', 'nav')}{hole('@people', 'ul')}</header>"
        f"{hole('@glance', 'dl')}{_tabs(beside, links)}</aside>"
        f'<div id="@stage" class="stage" tabindex="-1">{stage}</div>'
        f"{hole('@more', 'section')}{hole('@opening', 'template')}"
        f"{hole('@story', 'template')}</main>"
    )


def _home(links: Links) -> str:
    if not links.room:
        return ""
    return (
        f'<a class="home" href="{esc(links.under)}" aria-label="All games">'
        f'<svg viewBox="0 0 24 24" aria-hidden="true">{_HOME}</svg></a>'
    )


def _tabs(table: str, links: Links) -> str:
    """Return the tabs of the rail; on a phone one more shows the board alone.

    `table` are the panels beside a board; without them the log is shown at first.
    """
    more = ""
    if links.room:
        more = (
            f'<p class="ways"><a href="{esc(links.action("replay"))}">Replay</a> '
            f'<a href="{esc(links.rules())}">Rules</a> '
            f'<a data-opens="" href="{esc(links.action("thing"))}">All pieces</a> '
            f'<a href="{esc(links.under)}me">Your name</a></p>'
        )
    inside = {
        "table": table,
        "log": f'<div class="log" tabindex="0">{hole("@log", "ol")}</div>'
        f"{hole('@news', 'section')}{_PACE if links.room else ''}",
        "room": f"{more}{hole('room-seats', 'section')}{hole('room-chat', 'section')}"
        f"{hole('room-say', 'section')}",
        "steps": hole("@sequence", "ol"),
    }
    tabs = [(name, words) for name, words in TABS if inside[name]]
    radios = '<label class="to-board"><input type="radio" name="tab" checked>Board</label>'
    radios += "".join(
        f'<label class="to-{name}"><input type="radio" name="tab">{words}</label>'
        for name, words in tabs
    )
    panes = "".join(
        f'<section class="pane of-{name}" tabindex="0">{inside[name]}</section>' for name, _ in tabs
    )
    return f'<div class="tabs" role="group" aria-label="What is shown">{radios}</div>{panes}'


def _holes(kind: str, names: Iterable[str]) -> str:
    inside = "".join(hole(name, "section") for name in names)
    return f'<div class="{kind}">{inside}</div>' if inside else ""


def _status(seen: TableView, links: Links) -> str:
    icon = ""
    if links.under:  # a page without a server has no other files, so its icon never changes
        icon = links.static("icon-turn.svg" if seen.asked or _is_my_roll(seen) else "icon.svg")
    return (
        f'<h1 id="@status" data-title="{esc(page_title(seen))}" '
        f'data-address="{esc(links.room)}" data-icon="{esc(icon)}"'
        f"{' data-moments' * seen.has_moments}>{esc(seen.title)}</h1>"
    )


def _people(seen: TableView) -> str:
    items = []
    for one in seen.sitting:
        marks = classes(
            "awaited" if one.is_awaited or one.is_rolling else "", "mine" if one.is_mine else ""
        )
        name = f" {esc(one.name)}" if one.name else ""
        told = [
            *(["you"] if one.is_mine else []),
            *(["to answer"] if one.is_awaited else []),
            *(["to roll"] if one.is_rolling else []),
        ]
        more = f" <small>{', '.join(told)}</small>" if told else ""
        items.append(f"<li{marks}><b>{esc(one.seat)}</b>{name}{more}</li>")
    return f'<ul id="@people" aria-label="At the table">{"".join(items)}</ul>'


def _here(seen: TableView, links: Links) -> str:
    """Return the place in the sequence of play, from the outside in."""
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
        f'<li id="@step-{at}" class="deep{min(line.depth, 6)}">{esc(line.name)}'
        f"<small>{esc(line.about.replace('  ', ' '))}</small></li>"
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
