"""The rules of endless tic-tac-toe."""

import attrs

from tabletop_core import ForEach, Game, Repeat, Step, by_id, rule
from tabletop_core.boards import SquareGrid
from tabletop_core.panels import BoardPanel, Piece

from . import IDENTITY

LINES = (
    *((0, 1, 2), (3, 4, 5), (6, 7, 8)),
    *((0, 3, 6), (1, 4, 7), (2, 5, 8)),
    *((0, 4, 8), (2, 4, 6)),
)
BOARD = SquareGrid(3, 3)
NAMES = tuple(map(BOARD.name, BOARD.spaces))


@attrs.define
class State:
    cells: list[str] = attrs.field(factory=lambda: [""] * 9)


@rule("1", "Mark a cell")
def mark_a_cell(play):
    cells = play.state.cells
    free = [name for name, mark in zip(NAMES, cells, strict=True) if not mark]
    name = yield play.ask("Which cell?", free, at=by_id(), kind="mark")
    cells[NAMES.index(name)] = play.seat
    play.log("mark", seat=play.seat, cell=name)
    won = any(all(cells[cell] == play.seat for cell in line) for line in LINES)
    if won or "" not in cells:
        cells[:] = [""] * 9


def view(play, viewer):
    marks = tuple(
        Piece(
            id=f"mark_{name}",
            words=f"{mark} on {name}",
            at=name,
            label=mark,
            tone="red" if mark == "X" else "blue",
        )
        for name, mark in zip(NAMES, play.state.cells, strict=True)
        if mark
    )
    return [BoardPanel(title="Board", board=BOARD, pieces=marks)]


GAME = Game(
    identity=IDENTITY,
    package=__package__,
    seats=("X", "O"),
    sequence=Repeat(
        "Round",
        ForEach("Player", lambda play: play.seats, Step("Mark", mark_a_cell, may_end=True)),
    ),
    new_state=lambda play: State(),
    state=State,
    view=view,
    words={"mark": lambda facts: f"{facts['seat']} marks {facts['cell']}"},
)
