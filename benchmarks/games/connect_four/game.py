"""The rules of connect four."""

from functools import lru_cache

import attrs

from tabletop_core import ForEach, Game, Look, Repeat, Step, rule
from tabletop_core.boards import SquareGrid
from tabletop_core.panels import BoardPanel, Piece

from . import IDENTITY

COLUMNS, ROWS = 7, 6
BOARD = SquareGrid(COLUMNS, ROWS)
WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))


@attrs.define
class State:
    columns: list[list[str]] = attrs.field(factory=lambda: [[] for _ in range(COLUMNS)])


@rule("1", "Drop a disc")
def drop_a_disc(play):
    columns = play.state.columns
    open_columns = [number for number, discs in enumerate(columns) if len(discs) < ROWS]
    column = yield play.ask("Which column?", open_columns, label=lambda number: "ABCDEFG"[number])
    columns[column].append(play.seat)
    play.log("drop", seat=play.seat, column=column)
    if makes_four(columns, column):
        play.end("four in a line", winner=play.seat)
    if all(len(discs) == ROWS for discs in columns):
        play.end("draw")


def makes_four(columns, column):
    """Tell whether the top disc of a column stands in a line of four."""
    row = len(columns[column]) - 1
    colour = columns[column][row]
    for across, up in WAYS:
        length = 1
        for side in (1, -1):
            x, y = column + side * across, row + side * up
            while 0 <= x < COLUMNS and 0 <= y < len(columns[x]) and columns[x][y] == colour:
                length += 1
                x, y = x + side * across, y + side * up
        if length >= 4:
            return True
    return False


@lru_cache(maxsize=128)
def disc(column, row, colour):
    return Piece(
        id=f"{'ABCDEFG'[column].lower()}{row + 1}",
        words=colour,
        at=BOARD.name((column + 1, ROWS - row)),
        label=colour[0],
        tone=colour,
    )


def view(play, viewer):
    discs = tuple(
        disc(column, row, colour)
        for column, colours in enumerate(play.state.columns)
        for row, colour in enumerate(colours)
    )
    return [BoardPanel(title="Board", board=BOARD, pieces=discs)]


GAME = Game(
    identity=IDENTITY,
    package=__package__,
    seats=("red", "yellow"),
    sequence=Repeat(
        "Round",
        ForEach("Player", lambda play: play.seats, Step("Drop", drop_a_disc, may_end=True)),
    ),
    new_state=lambda play: State(),
    state=State,
    look=Look(
        view=view,
        words={"drop": lambda facts: f"{facts['seat']} drops into {'ABCDEFG'[facts['column']]}"},
    ),
)
