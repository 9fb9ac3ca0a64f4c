"""The rules of Night Watch."""

import attrs

from tabletop_core import Game, Look, Repeat, Sequence, Step, rule

from . import IDENTITY
from .panels import Bay, Clock

TOUCHED = {"turn the lamp": ("clock:lamp",), "sleep": ("order",), "read": ("book",)}


@attrs.define
class State:
    hour: int = 0
    oil: int = 9


@rule("1", "Watch")
def watch(play):
    what = yield play.ask("What now?", list(TOUCHED), at=TOUCHED)
    play.state.hour += 1
    if what == "turn the lamp":
        play.state.oil -= 1
    play.log("watched", what=what)
    if play.state.hour == 3:
        play.end("dawn", scores={"keeper": play.state.oil})


def view(play, viewer):
    state = play.state
    return [
        Clock(title="Clock", hour=state.hour, oil=state.oil),
        Bay(title="Look-out", square=f"{'ABCD'[state.hour]}1"),
    ]


GAME = Game(
    identity=IDENTITY,
    package=__package__,
    seats=("keeper",),
    sequence=Sequence("Night", Repeat("Hour", Step("Watch", watch, may_end=True))),
    state=State,
    new_state=lambda play: State(),
    look=Look(view=view, words={"watched": "the keeper's choice: {what}"}),
)
