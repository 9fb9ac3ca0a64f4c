"""The crew acts: any number of men, in any order, with items in between."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

from tabletop_core import Asks, rule, ruling

from ..questions.board import FOCUS, ready_for
from ..state import InPlay
from .abilities import ACTIONS, Deed
from .chances import DONE, of_deed
from .items import Moment, item_label, item_options, use_item


@rule("Crew actions")
@ruling(
    "repair, course correct and the guns share one moment: when the player's side acts",
    rejected="repairs and course corrections have steps of their own",
    why="the text gives these actions no other place in the turn",
)
@ruling(
    "a die that would miss is not assigned, and of dice that do the same damage the lowest is",
    rejected="the player may waste any die",
    why="a miss only exhausts the man, and a higher die than needed is of more use elsewhere",
)
def act(play: InPlay, first: Deed | str = "") -> Asks:
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


class Open:
    """What is open to the crew at a question, found when it is looked at."""

    def __init__(self, play: InPlay) -> None:
        self.play = play

    @cached_property
    def deeds(self) -> dict[str, Deed]:
        return deeds(self.play)

    @cached_property
    def shots(self) -> Counter[tuple[str, int]]:
        """How many foes each man can hit with each die."""
        return Counter((deed.man, deed.die) for deed in self.deeds.values() if deed.is_shot)

    @cached_property
    def items(self) -> list[str]:
        return item_options(self.play, Moment.ACT)


def ask_crew(
    play: InPlay,
    prompt: str,
    others: Mapping[str, str],
    odds: Callable[[str], Mapping[str, Any]] | None = None,
    besides: str = "",
    card: str = "",
) -> Asks:
    """Ask what the crew does first, or one of these others instead.

    `besides` tells what becomes of the card turned up if the crew acts. The others are buttons,
    and what touches the `card` that they are about.

    Returns the deed, or the id of the item or of what is done instead.
    """
    now = Open(play)

    def touches(option: str) -> tuple[str, ...]:
        if option in now.deeds:
            deed = now.deeds[option]
            return deed.touches(is_only_target=now.shots[deed.man, deed.die] == 1)
        if option in others:
            return (card,) if card else ()
        return (option,)

    def label(option: str) -> str:
        if option in others:
            return others[option]
        words = label_of(play, now.deeds, option)
        if not besides or option == play.state.turn.card:
            return words
        return f"{words.removesuffix('.')}; {besides}"

    answer = yield play.ask(
        prompt,
        lambda: [*now.deeds, *now.items, *others],
        label=label,
        at=touches,
        buttons=tuple(others),
        odds=lambda option: (
            of_deed(play, now.deeds.get(option) or Deed(option, ""))
            | (odds(option) if odds else {})
        ),
    )
    return meant_by(play, answer)


def meant_by(play: InPlay, answer: str) -> Deed | str:
    """Return the deed that an answer stands for, else the answer itself."""
    touched = answer.split()
    for action, it in ACTIONS.items():
        men = [man for man in touched if man in play.data.able.get(action, ())]
        for deed in it.ways(play, men) if men or action in touched else ():
            if deed.id == answer:
                return deed
    return answer


def carry_out(play: InPlay, wanted: Deed | str) -> Asks:
    """Let a man take his action, or use an item."""
    if isinstance(wanted, Deed):
        yield from ACTIONS[wanted.action].take(play, wanted) or ()
    else:
        yield from use_item(play, wanted, Moment.ACT)


def deeds(play: InPlay) -> dict[str, Deed]:
    """Return what can be done now by id: action by action, the men by their stations."""
    return {deed.id: deed for deed in _ways(play)}


def _ways(play: InPlay) -> Iterator[Deed]:
    """Yield the ways to take actions now."""
    for action, it in ACTIONS.items():
        men = ready_for(play, action)
        if men or action == FOCUS:
            yield from it.ways(play, men)


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
