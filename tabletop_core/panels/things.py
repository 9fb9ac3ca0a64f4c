"""Everything on the table by its id."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from .appearance import PanelError
from .board_panel import BoardPanel, Edge, Piece, Spot, Way
from .panel import Panel
from .views import TextPart, named_parts, parts_of


class Thing(NamedTuple):
    """One thing that a view shows.

    Attributes:
        what: a piece, spot, way or edge of a board, or a part of another panel; None for a space
            that shows nothing.
        name: what people call it.
        at: the space in which a piece lies, directly or on another piece; else empty.
    """

    what: Piece | Spot | Way | Edge | TextPart | None
    name: str
    at: str = ""


def things(panel: Panel) -> dict[str, Thing]:
    """Return all that a panel shows, by id: spaces and pieces, figures, bars, cards, slots, texts.

    >>> from tabletop_core.panels import Facts
    >>> list(things(Facts(title="Mission", rows=(("fuel", "12"),))))
    ['mission:fuel']

    Raises:
        PanelError: the panel yields something that is not a part.
    """
    found: dict[str, Thing] = {}
    for name, part in named_parts(panel):
        if isinstance(part, BoardPanel):
            found.update({space: Thing(None, space) for space in part.board.named})
            found.update(on_board(part))
        else:
            found[name] = Thing(part, part.name or panel.title)
    return found


def on_board(panel: BoardPanel, but: BoardPanel | None = None) -> dict[str, Thing]:
    """Return what lies on a board and what its spaces show, without plain spaces.

    Pieces that lie in the same space of the board `but` and are the very same object are left out.
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


def ids_with_titles(panels: Iterable[Panel]) -> Iterator[tuple[str, str]]:
    """Yield each id of a view with the title of its panel; panels have ids, too."""
    for panel in panels:
        inside = things(panel)
        if panel.id not in inside:
            yield panel.id, panel.title
        yield from ((name, panel.title) for name in inside)
        own = [part.id for part in parts_of(panel) if part.id and not isinstance(part, BoardPanel)]
        for name in set(own):
            yield from ((name, panel.title) for _ in range(own.count(name) - 1))


def check_view(panels: Sequence[Panel]) -> None:
    """Refuse a view in which two things have the same id, since an option could mean either.

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
