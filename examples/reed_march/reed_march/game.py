"""The Reed March as one value."""

from tabletop_core import Game, GameOption

from .bots import BOTS, evaluate
from .data import load_data
from .questions import has_cover, is_across
from .sequence import SEQUENCE
from .shown import WORDS, view
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
    shows_root=True,
    state=State,
    new_state=new_state,
    load_data=load_data,
    view=view,
    words=WORDS,
    bots=BOTS,
    evaluate=evaluate,
    conditions={"has_cover": has_cover, "is_across": is_across},
)
