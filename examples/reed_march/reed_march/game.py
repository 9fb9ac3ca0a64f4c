"""The Reed March as one value."""

from tabletop_core import Chapter, Game, GameOption, Look

from .bots import BOTS, evaluate
from .data import load_data
from .invariants import INVARIANTS
from .questions import has_cover, is_across
from .sequence import SEQUENCE
from .shown import TONES, WORDS, view
from .state import State, new_state

GAME = Game(
    package=__package__,
    seats=("salt", "reed"),
    options=(
        GameOption(name="turns", values=(6, 8), default=6, help="Turns of the march."),
        GameOption(
            name="villages", values=(3, 4, 5), default=3, help="With which the salters win."
        ),
    ),
    sequence=SEQUENCE,
    chapters=(Chapter("A turn", "2", "3", "4"), Chapter("The end", "5", "6")),
    look=Look(shows_root=True, view=view, words=WORDS, tones=TONES),
    state=State,
    new_state=new_state,
    load_data=load_data,
    invariants=INVARIANTS,
    bots=BOTS,
    evaluate=evaluate,
    conditions={"has_cover": has_cover, "is_across": is_across},
)
