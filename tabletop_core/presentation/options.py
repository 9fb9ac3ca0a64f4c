"""Options and answers in words."""

import re
from collections import Counter
from collections.abc import Mapping

from ..engine.decisions import Answer, Decision, OptionId

_MADE_UP = re.compile("[_:]")
"""What an id has in it that no person would type: `engine_1`, `plan:direct`."""


def labels_of(decision: Decision) -> Mapping[str, int]:
    """Return how many options have each label."""
    return Counter(map(decision.label_of, decision.options))


def option_words(
    decision: Decision,
    option: OptionId,
    labels: Mapping[str, int] | None = None,
    *,
    has_id: bool = False,
) -> str:
    """Return the words of an option, behind its id where that is needed or easily typed.

    Args:
        labels: those of all options, as `labels_of` counts them (default: counted now).
        has_id: put the id before the words in any case, where they do not say it all.
    """
    label = decision.label_of(option)
    if f"{label} ".startswith(f"{option} "):
        return label
    if not has_id and _MADE_UP.search(str(option)):
        labels = labels_of(decision) if labels is None else labels
        if labels[label] == 1:
            return label
    return f"{option}: {label}"


def answer_words(
    decision: Decision, answer: Answer, labels: Mapping[str, int] | None = None
) -> str:
    """Return an answer in words; several options by their ids."""
    if isinstance(answer, tuple):
        return ", ".join(map(str, answer)) or "none"
    return option_words(decision, answer, labels)
