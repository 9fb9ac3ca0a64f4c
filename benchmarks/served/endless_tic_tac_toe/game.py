"""The rules of endless tic-tac-toe."""

from random import Random

import attrs

from tabletop_core import ForEach, Game, GameOption, Look, Repeat, Step, by_id, rule
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
    wins = sum(wins_at_random(cells, play.seat, at) for at in range(play.options["playouts"]))
    play.log("mark", seat=play.seat, cell=name, wins=wins)
    if has_won(cells, play.seat) or "" not in cells:
        cells[:] = [""] * 9


def has_won(cells, seat):
    return any(all(cells[cell] == seat for cell in line) for line in LINES)


def wins_at_random(cells, seat, number):
    """Return whether a seat wins from here if both mark cells at random; the work of a rule."""
    cells = [*cells]
    free = [cell for cell, mark in enumerate(cells) if not mark]
    Random(number).shuffle(free)
    at, other = 1, {"X": "O", "O": "X"}
    for cell in free:
        mark = (seat, other[seat])[at]
        cells[cell] = mark
        if has_won(cells, mark):
            return mark == seat
        at = 1 - at
    return has_won(cells, seat)


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
    options=(
        GameOption(
            name="playouts",
            values=(0, 250),
            default=0,
            help="How often each mark is tried at random to its end.",
        ),
    ),
    sequence=Repeat(
        "Round",
        ForEach("Player", lambda play: play.seats, Step("Mark", mark_a_cell, may_end=True)),
    ),
    new_state=lambda play: State(),
    state=State,
    look=Look(
        view=view,
        words={"mark": lambda facts: f"{facts['seat']} marks {facts['cell']}: {facts['wins']}"},
    ),
)
