"""The crew acts: any number of men, in any order, with items in between."""

from collections.abc import Iterator

from tabletop_core import Asks, rule, ruling

from ..questions.board import can_improve, can_take
from ..state import Damage, InPlay
from .abilities import ACTIONS, use_focus
from .items import PREFIX, Moment, item_label, item_options, use_item

DONE = "done"
FOCUS = "focus"


@rule("Crew actions")
@ruling(
    "repair, course correct and the guns share one moment: when the player's side acts",
    why="the text gives these actions no other place in the turn",
)
@ruling(
    "a die that would miss is not assigned, and of dice that do the same damage the lowest is",
    why="a miss only exhausts the man, and a higher die than needed is of more use elsewhere",
)
def act(play: InPlay) -> Asks:
    """Offer all that the crew can do until the player has done enough."""
    while True:
        options = [*crew_options(play), *item_options(play, Moment.ACT)]
        if play.state.turn.focus > 0 and can_improve(play):
            options.insert(0, FOCUS)
        if not options:
            return
        answer = yield play.ask(
            prompt_of(play), [*options, DONE], label=lambda option: label_of(play, option)
        )
        if answer == DONE:
            return
        if answer == FOCUS:
            yield from use_focus(play)
        elif answer.startswith(PREFIX):
            yield from use_item(play, answer, Moment.ACT)
        else:
            name, action, *rest = answer.split(":")
            yield from ACTIONS[action].take(play, name, *rest) or ()


def crew_options(play: InPlay) -> Iterator[str]:
    """Yield what each ready man can do now, in the order of the stations."""
    for name, man in play.state.crew.items():
        if man.exhausted or man.damage is Damage.MAJOR:
            continue
        for action in play.data.crew[name].actions:
            if action in ACTIONS and can_take(play, name, action):
                for option in ACTIONS[action].options(play, name):
                    yield f"{name}:{option}"


def prompt_of(play: InPlay) -> str:
    turn = play.state.turn
    if turn.initiative is None:
        return "What does the crew do?"
    dice = " ".join(map(str, turn.dice)) or "none"
    return f"Ammo dice: {dice}. What does the crew do?"


def label_of(play: InPlay, option: str) -> str:
    if option == DONE:
        return "nothing more"
    if option == FOCUS:
        return f"use the focus token: +{play.state.turn.focus} on an ammo die"
    if option.startswith(PREFIX):
        return item_label(play, option)
    name, action, *rest = option.split(":")
    return f"{play.data.names[name]} {ACTIONS[action].label(play, name, *rest)}"
