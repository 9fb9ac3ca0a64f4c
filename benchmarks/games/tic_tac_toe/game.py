"""The rules of tic-tac-toe."""

from functools import lru_cache

import attrs

from tabletop_core import ForEach, Game, Look, Repeat, Step, rule
from tabletop_core.boards import SquareGrid
from tabletop_core.panels import BoardPanel, Piece

from . import IDENTITY

LINES = (
    *((0, 1, 2), (3, 4, 5), (6, 7, 8)),
    *((0, 3, 6), (1, 4, 7), (2, 5, 8)),
    *((0, 4, 8), (2, 4, 6)),
)
NAMES = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")


BOARD = SquareGrid(3, 3)


@attrs.define
class State:
    cells: list[str] = attrs.field(factory=lambda: [""] * 9)


@rule("1", "Mark a cell")
def mark_a_cell(play):
    cells = play.state.cells
    free = [cell for cell, mark in enumerate(cells) if not mark]
    cell = yield play.ask("Which cell?", free, label=NAMES.__getitem__)
    mark = cells[cell] = play.seat
    play.log("mark", seat=mark, cell=cell)
    for a, b, c in LINES:
        if cells[a] == cells[b] == cells[c] == mark:
            play.end("three in a row", winner=mark)
    if "" not in cells:
        play.end("draw")


@lru_cache(maxsize=64)
def piece(name, mark):
    return Piece(
        id=f"mark_{name}",
        words=f"{mark} on {name}",
        at=name.upper(),
        label=mark,
        tone="red" if mark == "X" else "blue",
    )


def view(play, viewer):
    marked = zip(NAMES, play.state.cells, strict=True)
    marks = tuple([piece(name, mark) for name, mark in marked if mark])
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
    look=Look(
        view=view,
        words={"mark": lambda facts: f"{facts['seat']} marks {NAMES[facts['cell']]}"},
    ),
)
