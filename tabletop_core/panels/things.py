"""Everything on the table by its id."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from .appearance import PanelError, id_from
from .board_panel import BoardPanel, Edge, Piece, Spot, Way
from .former import Cell, GridPanel, MapPanel
from .former import Space as MapSpace
from .panel import Panel
from .text_panels import Card, Cards, Facts, Lines, Slot, Slots, TrackPanel


class Thing(NamedTuple):
    """One thing that a view shows.

    `what`: the piece, spot, way, edge, card or slot; the value of a row, track or line; None for a
    space that shows nothing.
    `name`: what people call it.
    `at`: the space in which a piece lies, directly or on another piece; else empty.
    """

    what: Piece | Spot | Way | Edge | Card | Slot | Cell | MapSpace | str | int | None
    name: str
    at: str = ""


def things(panel: Panel) -> dict[str, Thing]:
    """Return all that a panel shows, by id: spaces and pieces, cards, slots, rows, lines.

    What has no id of its own is called by its panel and its label or place: `mission:fuel`,
    `hand:2`.

    >>> from tabletop_core.panels import Facts
    >>> list(things(Facts(title="Mission", rows=(("fuel", "12"),))))
    ['mission:fuel']
    """
    if isinstance(panel, BoardPanel):
        return {name: Thing(None, name) for name in panel.board.named} | on_board(panel)
    found: dict[str, Thing] = {}
    for name, thing in _parts(panel):
        found[_free(found, name)] = thing
    return found


def on_board(panel: BoardPanel, but: BoardPanel | None = None) -> dict[str, Thing]:
    """Return what lies on a board and what its spaces show, without plain spaces.

    Pieces that lie in the same space of the board `but`, too, the very same, are left out.
    """
    found = {spot.id: Thing(spot, spot.name) for spot in panel.spots}
    spaces = panel.spaces_of
    same, there = (but.by_id, but.spaces_of) if but is not None else ({}, {})
    for piece in panel.pieces:
        name, at = piece.id, spaces[piece.id]
        if same.get(name) is not piece or there[name] != at:
            found[name] = Thing(piece, piece.name, at)
    for way in panel.ways:
        found[way.id] = Thing(way, way.words.partition(",")[0])
    for edge in panel.edges:
        found[edge.id] = Thing(edge, edge.words)
    return found


def lying(panel: Panel) -> dict[str, Thing]:
    """Return all that a panel shows, by id, without the plain spaces of a board."""
    return on_board(panel) if isinstance(panel, BoardPanel) else things(panel)


def _parts(panel: Panel) -> Iterator[tuple[str, Thing]]:
    of = panel.id
    if isinstance(panel, Facts):
        for label, text in panel.rows:
            yield f"{of}:{id_from(label)}", Thing(text, label)
    elif isinstance(panel, TrackPanel):
        yield of, Thing(panel.value, panel.title)
    elif isinstance(panel, Cards):
        for at, card in enumerate(panel.cards, 1):
            yield card.id or f"{of}:{at}", Thing(card, card.name)
    elif isinstance(panel, Slots):
        for slot in panel.slots:
            yield slot.id or f"{of}:{id_from(slot.name)}", Thing(slot, slot.name)
    elif isinstance(panel, Lines):
        for at, line in enumerate(panel.lines, 1):
            yield f"{of}:{at}", Thing(line, panel.title)
    elif isinstance(panel, GridPanel):
        for (x, y), cell in panel.cells.items():
            yield f"{of}:{x}-{y}", Thing(cell, f"{panel.title} {x}-{y}")
    elif isinstance(panel, MapPanel):
        for space in panel.spaces:
            yield f"{of}:{id_from(space.name)}", Thing(space, space.name)


def _free(found: Mapping[str, Thing], name: str) -> str:
    """Return a name that is not taken: two rows of one label are `of:label` and `of:label.2`."""
    if name not in found:
        return name
    number = 2
    while f"{name}.{number}" in found:
        number += 1
    return f"{name}.{number}"


def ids_with_titles(panels: Iterable[Panel]) -> Iterator[tuple[str, str]]:
    """Yield each id of a view with the title of its panel; panels have ids, too."""
    for panel in panels:
        inside = things(panel)
        if panel.id not in inside:
            yield panel.id, panel.title
        yield from ((name, panel.title) for name in inside)
        if isinstance(panel, Cards | Slots):
            items = panel.cards if isinstance(panel, Cards) else panel.slots
            own = [item.id for item in items if item.id]
            yield from (
                (name, panel.title) for name in set(own) for _ in range(own.count(name) - 1)
            )


def check_view(panels: Sequence[Panel]) -> None:
    """Refuse a view in which two things have one id, since an option could mean either.

    Raises:
        PanelError: two panels, or two things in them, are called the same.
    """
    faults = faults_of_ids(panels)
    if faults:
        raise PanelError("; ".join(faults))


def faults_of_ids(panels: Iterable[Panel]) -> list[str]:
    """Return a sentence for each id that stands for two things of a view."""
    seen: dict[str, str] = {}
    faults = []
    for name, title in ids_with_titles(panels):
        if name in seen:
            where = f"in {title!r}" if title == seen[name] else f"in {seen[name]!r} and {title!r}"
            faults.append(f"two things have the id {name!r}, {where}; rename one")
        seen.setdefault(name, title)
    return faults
