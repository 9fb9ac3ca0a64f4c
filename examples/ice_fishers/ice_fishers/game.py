"""Ice Fishers as one value."""

from tabletop_core import Game, GameOption, Look

from .bots import Careful, evaluate
from .invariants import INVARIANTS
from .questions import is_far_out
from .sequence import SEQUENCE
from .shown import TONES, WORDS, view
from .state import State, new_state

GAME = Game(
    package=__package__,
    seats=("north", "south"),
    options=(GameOption(name="goal", values=(10, 20), default=10, help="Fish that fill a hut."),),
    sequence=SEQUENCE,
    state=State,
    new_state=new_state,
    look=Look(view=view, words=WORDS, tones=TONES),
    bots={"careful": Careful},
    evaluate=evaluate,
    conditions={"is_far_out": is_far_out},
    invariants=INVARIANTS,
)
