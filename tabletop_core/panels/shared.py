"""What looks as before as the very same object, so that to compare it costs nothing."""

from collections.abc import Iterable, Sequence

from .board_panel import BoardPanel
from .panel import Panel


def shared(now: Iterable[Panel], *looks: Sequence[Panel]) -> tuple[Panel, ...]:
    """Return a view in which what is equal in one of these `looks` is the very object of that one.

    Of boards that differ the counters that are equal are kept.

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
    return tuple(_shared(panel, [look.get(panel.id) for look in known]) for panel in now)


def _shared(panel: Panel, before: Sequence[Panel | None]) -> Panel:
    for old in before:
        if old == panel:
            return old
    for old in before:
        if isinstance(panel, BoardPanel) and isinstance(old, BoardPanel):
            panel = panel.with_pieces_of(old)
    return panel
