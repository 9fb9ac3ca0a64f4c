"""Options and answers in words, the odds of what follows from them, and hints of a search."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import attrs

from ..bots.seating import bot_words
from ..engine.decisions import Answer, Decision, OptionId
from ..events.words import piled, said
from ..tables import describe

if TYPE_CHECKING:
    from ..bots.advice import Advice

_MADE_UP = re.compile("[_:]")
"""Marks an id that no person would type, such as `engine_1` or `plan:direct`."""

_PLACE = re.compile(r":\d+$")
"""Marks a place in a row of cards, such as `red:hand:fox:2`: cards of one name are equal there."""


def is_place(option: OptionId) -> bool:
    """Return whether an option is a place of a card, such as `red:hand:fox:2`.

    >>> is_place("red:hand:fox:2"), is_place("plan:direct")
    (True, False)
    """
    return _PLACE.search(str(option)) is not None


def labels_of(decision: Decision) -> Mapping[str, int]:
    """Return how many options have each label."""
    return Counter(map(decision.label_of, decision.options))


def spoken(label: str) -> str:
    """Return a label as a line of text: what is smaller on a button follows after a comma.

    >>> spoken("Spitfire | move 3 | blades 2")
    'Spitfire, move 3, blades 2'
    """
    return label.replace(" | ", ", ")


def option_words(
    decision: Decision,
    option: OptionId,
    labels: Mapping[str, int] | None = None,
    *,
    has_id: bool = False,
) -> str:
    """Return the words of an option, after its id where that is needed or easy to type.

    Args:
        labels: the labels of all options, as `labels_of` counts them (default: counted now).
        has_id: always put the id first, unless the label begins with it.
    """
    label = decision.label_of(option)
    words = spoken(label)
    begins = f"{label} ".replace(":", " ", 1)
    if begins.startswith(f"{option} ") or begins.casefold().startswith(f"{said(str(option))} "):
        return words
    if not has_id and _MADE_UP.search(str(option)):
        labels = labels_of(decision) if labels is None else labels
        if labels[label] == 1 or is_place(option):
            return words
    return f"{option}: {words}"


def answer_words(
    decision: Decision, answer: Answer, labels: Mapping[str, int] | None = None
) -> str:
    """Return an answer in words; several options by their ids, cards in places by their names."""
    if isinstance(answer, tuple):
        if answer and all(map(is_place, answer)):
            return piled(map(decision.label_of, answer))
        return ", ".join(map(str, answer)) or "none"
    return option_words(decision, answer, labels)


@attrs.frozen(kw_only=True)
class Chance:
    """A possible result of an option and its odds, in words and, where known, as a fraction."""

    result: str
    words: str
    share: Fraction | None = None


def chances(decision: Decision, option: OptionId) -> Iterator[Chance]:
    """Yield the possible results of an option; nothing where the question offers no odds."""
    if decision.odds is None:
        return
    for result, chance in decision.odds(option).items():
        yield Chance(
            result=said(describe(result)),
            words=_chance_words(chance),
            share=chance if isinstance(chance, Fraction) else None,
        )


def _chance_words(chance: Any) -> str:
    if not isinstance(chance, Fraction):
        return str(chance)
    percent = f"{float(chance):.1%}"
    return f"{percent} ({chance})" if 1 < chance.denominator <= _OF_THREE_DICE else percent


_OF_THREE_DICE = 216
"""The largest denominator of a fraction that a reader can still count up with dice."""


def advice_heading(found: "Sequence[Advice]", seat: str) -> str:
    """Say what the numbers of a hint mean."""
    playouts = sum(one.playouts for one in found)
    return f"Hint from {playouts:,} playouts; value from 0 % (worst) to 100 % (best) for {seat}:"


def advice_value(one: "Advice") -> str:
    """Write the value of an answer with its 95 % interval: `51 % (48 to 54)`."""
    return f"{100 * one.value:.0f} % ({100 * one.low:.0f} to {100 * one.high:.0f})"


def level_words(decision: Decision, level: str, name: str, answer: Answer) -> str:
    """Say how the bot of a level of difficulty would answer."""
    words = answer_words(decision, answer)
    return f"A bot of level {level}, {bot_words(name)}, would answer {words}."


def usual_answers(decision: Decision, found: "Sequence[Advice]") -> Iterator[str]:
    """Yield the answers of the bots that guide the search."""
    for one in found:
        if one.usual_of:
            words = answer_words(decision, one.answer)
            yield f"The bot {one.usual_of!r} would answer {words}."
