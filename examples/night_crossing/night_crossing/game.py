"""Night Crossing as one value."""

from tabletop_core import Chapter, Game, GameOption, Look

from .bots import Wary
from .invariants import INVARIANTS
from .sequence import SEQUENCE
from .shown import TONES, WORDS, view
from .state import State, new_state

GAME = Game(
    package=__package__,
    seats=lambda options: ("red", "blue", "green", "white")[: options["players"]],
    options=(GameOption(name="players", values=(2, 3, 4), default=3, help="How many play."),),
    sequence=SEQUENCE,
    chapters=(Chapter("The crossing", "1", "2", "7"), Chapter("The crates", "3", "4", "5", "6")),
    state=State,
    new_state=new_state,
    look=Look(view=view, words=WORDS, tones=TONES),
    invariants=INVARIANTS,
    bots={"wary": Wary},
)
