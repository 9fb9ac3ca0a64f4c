"""The game as one declaration."""

from tabletop_core import Game, Option, Play

from . import IDENTITY
from .bots import evaluate
from .data import load_data
from .pilot import Pilot
from .sequence import SEQUENCE
from .state import State
from .statistics import STATISTICS
from .view import view
from .words import WORDS
from .worth import FIGHTER, judge


def new_state(play: Play[State]) -> State:
    return State()


GAME = Game(
    identity=IDENTITY,
    package=__package__,
    seats=("west", "east"),
    options=(
        Option(
            name="formation",
            values=("standard", "expanded"),
            default="standard",
            help="six fighters and one bomber a side, or eight and two",
        ),
    ),
    sequence=SEQUENCE,
    state=State,
    new_state=new_state,
    load_data=load_data,
    view=view,
    words=WORDS,
    evaluate=evaluate,
    bots={"pilot": Pilot},
    statistics=STATISTICS,
    # Every flight is searched to its end, since positions in the middle of one do not compare.
    search={
        "playout": "pilot",
        "steps": 1,
        "c": 0.5,
        "trust": 3.0,
        "evaluate": judge,
        "scale": 3 * FIGHTER,
    },
)
