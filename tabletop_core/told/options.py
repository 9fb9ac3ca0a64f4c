"""Options and answers in words."""

from ..engine.decisions import Answer, Decision, OptionId


def option_words(decision: Decision, option: OptionId) -> str:
    """Return an option as `id: words`, or its words alone where they begin with the id."""
    label = decision.label_of(option)
    return label if f"{label} ".startswith(f"{option} ") else f"{option}: {label}"


def answer_words(decision: Decision, answer: Answer) -> str:
    """Return an answer in words; several options by their ids."""
    if isinstance(answer, tuple):
        return ", ".join(map(str, answer)) or "none"
    return option_words(decision, answer)
