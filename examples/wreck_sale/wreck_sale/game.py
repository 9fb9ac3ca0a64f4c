"""The Wreck Sale as one value."""

from tabletop_core import Chapter, Game, GameOption, Look

from .bots import Appraiser
from .invariants import INVARIANTS
from .sequence import SEQUENCE
from .shown import TONES, WORDS, view
from .state import State, new_state

GAME = Game(
    package=__package__,
    seats=lambda options: ("red", "blue", "green", "white")[: options["players"]],
    options=(GameOption(name="players", values=(2, 3, 4), default=3, help="How many bid."),),
    sequence=SEQUENCE,
    chapters=(Chapter("The sale", "1", "2"),),
    state=State,
    new_state=new_state,
    look=Look(view=view, words=WORDS, tones=TONES),
    invariants=INVARIANTS,
    bots={"appraiser": Appraiser},
)
