"""The rules of the wide march."""

from functools import lru_cache
from itertools import starmap

import attrs

from tabletop_core import ForEach, Game, Look, Repeat, Step, by_id, rule
from tabletop_core.boards import HexGrid
from tabletop_core.panels import BoardPanel, Piece

from . import IDENTITY

BOARD = HexGrid(30, 20)
COUNTERS = 20
"""Of each side."""

ASKED = 5
"""The number of counters that may move in a turn, which makes some 30 options."""


@attrs.define
class State:
    at: dict[str, str]
    turn: int = 0


def new_state(play):
    hexes = [hex_ for hex_ in BOARD.spaces if int(hex_[2:]) % 2]
    names = [f"{side[0]}{number}" for side in play.seats for number in range(COUNTERS)]
    return State(dict(zip(names, hexes[::7], strict=False)))


@rule("1", "Go one hex")
def go_one_hex(play):
    state = play.state
    own = [f"{play.seat[0]}{number}" for number in range(COUNTERS)]
    first = state.turn % COUNTERS
    asked = [*own, *own][first : first + ASKED]
    ways = [f"{one} {hex_}" for one in asked for hex_ in BOARD.neighbours(state.at[one])]
    counter, hex_ = (yield play.ask("Who goes where?", ways, at=by_id(), kind="go")).split()
    state.at[counter] = hex_
    state.turn += play.seat == play.seats[-1]
    play.log("went", counter=counter, hex=hex_)


def view(play, viewer):
    counters = tuple(starmap(counter_in, play.state.at.items()))
    return [BoardPanel(title="Board", board=BOARD, pieces=counters)]


@lru_cache(maxsize=4096)
def counter_in(name, hex_):
    tone = "red" if name[0] == "r" else "blue"
    return Piece(id=name, words=f"{name} in {hex_}", at=hex_, label=name, tone=tone)


GAME = Game(
    identity=IDENTITY,
    package=__package__,
    seats=("red", "blue"),
    sequence=Repeat(
        "Round",
        ForEach("Player", lambda play: play.seats, Step("Go", go_one_hex, may_end=True)),
    ),
    new_state=new_state,
    state=State,
    look=Look(
        view=view,
        words={"went": lambda facts: f"{facts['counter']} goes to {facts['hex']}"},
    ),
)
