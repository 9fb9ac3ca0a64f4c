"""The crew acts: any number of men, in any order, with items in between."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from tabletop_core import Asks, by_id, rule, ruling

from ..questions.board import FOCUS, can_take
from ..state import InPlay
from .abilities import ACTIONS, Deed
from .items import Moment, item_label, item_options, use_item

DONE = "done"


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
    """Let the crew act: any number of ready men, in any order, each one action, then exhausted.

    Items may be used in between, and the focus token if it is yours.
    """
    while True:
        now = deeds(play)
        options = [*now, *item_options(play, Moment.ACT)]
        if not options:
            return
        answer = yield play.ask(
            prompt_of(play),
            [*options, DONE],
            label=partial(label_of, play, now),
            at=by_id(but=DONE),
        )
        if answer == DONE:
            return
        if answer in play.data.items:
            yield from use_item(play, answer, Moment.ACT)
        else:
            deed = now[answer]
            yield from ACTIONS[deed.action].take(play, deed) or ()


def deeds(play: InPlay) -> dict[str, Deed]:
    """Return what can be done now by id: action by action, the men by their stations."""
    ready = [name for name, man in play.state.crew.items() if man.is_ready]
    return {deed.id: deed for action in ACTIONS for deed in _ways(play, action, ready)}


def _ways(play: InPlay, action: str, ready: Sequence[str]) -> Iterator[Deed]:
    """Yield the ways to take an action now, man by man."""
    if action == FOCUS:
        yield from ACTIONS[action].ways(play, FOCUS)
    for name in ready:
        if can_take(play, name, action):
            yield from ACTIONS[action].ways(play, name)


def prompt_of(play: InPlay) -> str:
    turn = play.state.turn
    if turn.initiative is None:
        return "What does the crew do?"
    dice = " ".join(map(str, turn.dice)) or "none"
    return f"Ammo dice: {dice}. What does the crew do?"


def label_of(play: InPlay, now: Mapping[str, Deed], option: str) -> str:
    if option == DONE:
        return "nothing more"
    if option in play.data.items:
        return item_label(play, option)
    deed = now[option]
    who = f"focus +{play.state.turn.focus}:" if deed.man == FOCUS else play.data.names[deed.man]
    return f"{who} {ACTIONS[deed.action].label(play, deed)}"
