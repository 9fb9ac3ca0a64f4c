"""What a search advises at a decision, in words."""

from collections.abc import Iterator, Sequence

from ..bots.advice import Advice
from ..engine.decisions import Decision
from .options import answer_words


def advice_heading(found: Sequence[Advice], seat: str) -> str:
    """Say what the numbers of advice mean."""
    playouts = sum(one.playouts for one in found)
    return f"Advice from {playouts:,} playouts; value from 0 (worst) to 1 (best) for {seat}:"


def advice_value(one: Advice) -> str:
    """Write the value of an answer with its interval: `0.512 (0.480 to 0.544)`."""
    return f"{one.value:.3f} ({one.low:.3f} to {one.high:.3f})"


def usual_answers(decision: Decision, found: Sequence[Advice]) -> Iterator[str]:
    """Yield what the bots that the search trusts would answer."""
    for one in found:
        if one.usual_of:
            words = answer_words(decision, one.answer)
            yield f"The bot {one.usual_of!r} would answer {words}."
