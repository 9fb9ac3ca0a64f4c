"""The crew acts: any number of men, in any order, with items in between."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tabletop_core import Asks, rule, ruling

from ..questions.board import FOCUS, can_take, targets
from ..state import InPlay
from .abilities import ACTIONS, Deed
from .chances import DONE, of_deed
from .items import Moment, item_label, item_options, use_item


@rule("Crew actions")
@ruling(
    "repair, course correct and the guns share one moment: when the player's side acts",
    why="the text gives these actions no other place in the turn",
)
@ruling(
    "a die that would miss is not assigned, and of dice that do the same damage the lowest is",
    why="a miss only exhausts the man, and a higher die than needed is of more use elsewhere",
)
def act(play: InPlay, first: str = "") -> Asks:
    """Let the crew act: any number of ready men, in any order, each one action, then exhausted.

    Items may be used in between, and the focus token if it is yours.
    """
    while True:
        if first:
            yield from carry_out(play, first)
        if not any(_ways(play)) and not item_options(play, Moment.ACT):
            return
        first = yield from ask_crew(play, prompt_of(play), {DONE: "nothing more"})
        if first == DONE:
            return


def ask_crew(
    play: InPlay,
    prompt: str,
    others: Mapping[str, str],
    odds: Callable[[str], Mapping[str, Any]] | None = None,
) -> Asks:
    """Ask what the crew does first, or one of these others instead."""
    found = deeds(play)
    only = len(targets(play)) == 1
    touched = {option: deed.touches(only) for option, deed in found.items()}
    items = item_options(play, Moment.ACT)
    return (
        yield play.ask(
            prompt,
            [*found, *items, *others],
            label=lambda option: others.get(option) or label_of(play, found, option),
            at=touched | {item: (item,) for item in items},
            odds=lambda option: (
                of_deed(play, found.get(option) or Deed(option, ""))
                | (odds(option) if odds else {})
            ),
        )
    )


def carry_out(play: InPlay, option: str) -> Asks:
    """Use an item, or let a man take his action."""
    if option in play.data.items:
        yield from use_item(play, option, Moment.ACT)
    else:
        deed = deeds(play)[option]
        yield from ACTIONS[deed.action].take(play, deed) or ()


def deeds(play: InPlay) -> dict[str, Deed]:
    """Return what can be done now by id: action by action, the men by their stations."""
    return {deed.id: deed for deed in _ways(play)}


def _ways(play: InPlay) -> Iterator[Deed]:
    """Yield the ways to take actions now."""
    men: dict[str, list[str]] = {FOCUS: []}
    for name, man in play.state.crew.items():
        for action in play.data.crew[name].actions if man.is_ready else ():
            if can_take(play, name, action):
                men.setdefault(action, []).append(name)
    for action, it in ACTIONS.items():
        if action in men:
            yield from it.ways(play, men[action])


def prompt_of(play: InPlay) -> str:
    turn = play.state.turn
    if turn.initiative is None:
        return "What does the crew do?"
    dice = " ".join(map(str, turn.dice)) or "none"
    return f"Ammo dice: {dice}. What does the crew do?"


def label_of(play: InPlay, now: Mapping[str, Deed], option: str) -> str:
    if option in play.data.items:
        return item_label(play, option)
    deed = now[option]
    who = f"focus +{play.state.turn.focus}:" if deed.man == FOCUS else play.data.names[deed.man]
    return f"{who} {ACTIONS[deed.action].label(play, deed)}"
