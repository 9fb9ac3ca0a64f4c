"""The chances of what follows from an option, as the rule that asks knows them."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import attrs

from ..engine.decisions import Decision, OptionId
from ..events.words import said


@attrs.frozen(kw_only=True)
class Chance:
    """What may come of an option, and how likely: in words, and as a fraction where it is one."""

    result: str
    words: str
    share: Fraction | None = None


def chances(decision: Decision, option: OptionId) -> Iterator[Chance]:
    """Yield what may come of an option; nothing where the question offers no odds."""
    if decision.odds is None:
        return
    for result, chance in decision.odds(option).items():
        yield Chance(
            result=said(str(result)),
            words=_words(chance),
            share=chance if isinstance(chance, Fraction) else None,
        )


def _words(chance: Any) -> str:
    if not isinstance(chance, Fraction):
        return str(chance)
    return f"{float(chance):.1%} ({chance})"
