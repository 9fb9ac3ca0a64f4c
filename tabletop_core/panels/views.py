"""A view, which is a list of panels, and the parts of its panels."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias, get_args

import attrs

from .appearance import PanelError, id_from
from .board_panel import BoardPanel
from .panel import Panel
from .primitives import Bar, Card, Figure, Slot, TextLine

TextPart: TypeAlias = Figure | Bar | Card | Slot | TextLine
"""A part that is not a board."""
PanelPart: TypeAlias = TextPart | BoardPanel
"""What a panel may yield: all that front ends can draw. A board is a panel and its own one part."""

_KEPT = "_parts"


def parts_of(panel: Panel) -> tuple[PanelPart, ...]:
    """Return the parts of a panel, from top to bottom.

    A panel never changes, so they are made once for each.

    Raises:
        PanelError: it is not a panel, or it yields something that is not a part.
    """
    if isinstance(panel, BoardPanel):
        return (panel,)
    if not isinstance(panel, Panel):
        kind, title = type(panel).__name__, getattr(panel, "title", panel)
        raise PanelError(
            f"the view shows {title!r}, a {kind}, which is not a panel; derive its class from "
            "`Panel` and give it a method `parts`"
        )
    made = vars(panel)
    if _KEPT not in made:
        made[_KEPT] = tuple(_checked(panel))
    parts: tuple[PanelPart, ...] = made[_KEPT]
    return parts


_KNOWN = get_args(PanelPart)


def _checked(panel: Panel) -> Iterator[PanelPart]:
    for part in panel.parts():
        if not isinstance(part, _KNOWN):
            kind = type(part).__name__
            remedy = f"yield one of {', '.join(kind.__name__ for kind in _KNOWN)}"
            if isinstance(part, Panel):
                remedy = "yield its parts with `yield from parts_of(...)`, or show it beside this"
            raise PanelError(
                f"panel {panel.title!r}: {type(panel).__name__} yields a {kind}, which is not part "
                f"of a panel; {remedy}"
            )
        yield part


def named_parts(panel: Panel) -> list[tuple[str, PanelPart]]:
    """Return the parts of a panel, each with its id.

    Without an id of its own, a figure, bar, slot or card is called by its panel and its name, such
    as `mission:fuel`, so that it keeps its id when another one goes. A line is called by its place,
    such as `notes:2`. The second of two that would be called the same has `.2` added.
    """
    found: dict[str, PanelPart] = {}
    for at, part in enumerate(parts_of(panel), 1):
        found[_free(found, _id_of(panel, part, at))] = part
    return list(found.items())


def _id_of(panel: Panel, part: PanelPart, at: int) -> str:
    if isinstance(part, BoardPanel) or part.id:
        return part.id
    if isinstance(part, Bar) and not part.label:
        return panel.id
    is_called_by_name = isinstance(part, Figure | Bar | Slot | Card) and part.name
    return f"{panel.id}:{id_from(part.name) if is_called_by_name else at}"


def _free(taken: dict[str, PanelPart], name: str) -> str:
    if name not in taken:
        return name
    number = 2
    while f"{name}.{number}" in taken:
        number += 1
    return f"{name}.{number}"


@attrs.frozen(kw_only=True)
class _Rest(Panel):
    """What is left of a panel when its boards have been taken out."""

    rest: tuple[PanelPart, ...]

    def parts(self) -> Iterable[PanelPart]:
        return self.rest


def unfolded(view: Iterable[Panel]) -> tuple[Panel, ...]:
    """Return a view in which each board is a panel of its own, since boards have their own place.

    A panel that shows a board and other parts becomes two; a view without one stays the same.

    >>> from tabletop_core.boards import SquareGrid
    >>> from tabletop_core.panels import Figure
    >>> @attrs.frozen(kw_only=True)
    ... class Field(Panel):
    ...     def parts(self):
    ...         yield BoardPanel(title="Field", id="squares", board=SquareGrid(3, 3))
    ...         yield Figure(label="soil", value="wet")
    >>> [panel.id for panel in unfolded([Field(title="Field")])]
    ['field', 'squares']
    """
    return tuple(one for panel in view for one in _unfolded(panel))


def _unfolded(panel: Panel) -> Iterable[Panel]:
    parts = parts_of(panel)
    boards = [part for part in parts if isinstance(part, BoardPanel)]
    if not boards or isinstance(panel, BoardPanel):
        return (panel,)
    rest = tuple(part for part in parts if not isinstance(part, BoardPanel))
    if not rest:
        return boards
    own = _Rest(title=panel.title, id=panel.id, place=panel.place, per_row=panel.per_row, rest=rest)
    return (own, *boards)


def shared(now: Iterable[Panel], *looks: Sequence[Panel]) -> tuple[Panel, ...]:
    """Return a view in which panels equal to one of an earlier look are that very object.

    Comparing them later then costs nothing. Of boards that differ, equal counters are shared.
    The view is unfolded, too.

    >>> from tabletop_core.boards import SquareGrid
    >>> from tabletop_core.panels import Piece
    >>> def look(*files):
    ...     pieces = [Piece(id=f"w{file}", words="w", at=f"{file}1") for file in files]
    ...     return [BoardPanel(title="Sky", board=SquareGrid(8, 8), pieces=tuple(pieces))]
    >>> first = look("A", "B")
    >>> shared(look("A", "B"), first)[0] is first[0]
    True
    >>> (later,) = shared(look("A", "C"), first)
    >>> later == look("A", "C")[0], later.pieces[0] is first[0].pieces[0]
    (True, True)
    """
    known = [{panel.id: panel for panel in look} for look in looks]
    return tuple(_shared(panel, [look.get(panel.id) for look in known]) for panel in unfolded(now))


def _shared(panel: Panel, before: Sequence[Panel | None]) -> Panel:
    for old in before:
        if old == panel:
            return old
    for old in before:
        if isinstance(panel, BoardPanel) and isinstance(old, BoardPanel):
            panel = panel.with_pieces_of(old)
    return panel
