"""A board told in words: each space that is not empty, for readers and plain lines."""

from collections.abc import Iterator

from ..boards import Graph
from .board_panel import BoardPanel


def in_words(panel: BoardPanel) -> list[str]:
    """Return a line for each space of which there is something to tell, in the board's order.

    >>> from tabletop_core.boards import SquareGrid
    >>> from tabletop_core.panels import Piece
    >>> knight = Piece(id="n1", words="white knight", at="B1")
    >>> in_words(BoardPanel(title="Board", board=SquareGrid(8, 8), pieces=(knight,)))
    ['B1: white knight']
    """
    lines = []
    for name in panel.board.named:
        parts = list(_parts(panel, name))
        if parts:
            lines.append(f"{name}: {'; '.join(parts)}")
    lines += [f"{way.words}: {' > '.join(way.spaces)}" for way in panel.ways]
    lines += [f"{edge.words}: {', '.join(edge.sides)}" for edge in panel.edges]
    return lines


def _parts(panel: BoardPanel, name: str) -> Iterator[str]:
    spot = panel.spot(name)
    if spot is not None:
        if spot.words or spot.state:
            yield ", ".join(filter(None, (spot.words, spot.state)))
        elif spot.label != name and not spot.about:
            yield spot.label
    for piece in panel.on(name):
        yield ", ".join(filter(None, (piece.words, piece.state)))
    if isinstance(panel.board, Graph) and (near := panel.board.neighbours(name)):
        yield f"leads to {', '.join(near)}"
