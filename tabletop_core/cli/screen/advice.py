"""`advise` at a prompt: the options ranked by a search."""

from typing import TYPE_CHECKING, Any

from ...engine.decisions import Decision
from .answers import Choices

if TYPE_CHECKING:
    from ...bots.advice import Advice
    from ...engine.play import Play

SECONDS = 2
MOST_PLAYOUTS = 100_000
SHOWN = 12


def advice_lines(play: "Play[Any]", seat: str, rest: str, choices: Choices | None) -> list[str]:
    """Return advice as lines; `rest` may give the number of playouts."""
    if choices is None:
        return ["Advice is for questions with options; roll or draw first."]
    if rest and not (rest.isdecimal() and 0 < int(rest) <= MOST_PLAYOUTS):
        return [
            f"{rest!r} is no number of playouts; write advise, or a number such as advise 1000."
        ]
    from ...bots.advice import advise

    found = advise(play, seat, n=int(rest)) if rest else advise(play, seat, ms=1000 * SECONDS)
    playouts = sum(one.playouts for one in found)
    lines = [f"Advice from {playouts:,} playouts; value from 0 (worst) to 1 (best) for {seat}:"]
    names = [_name(choices.decision, one) for one in found[:SHOWN]]
    width = max(map(len, names))
    lines += [
        f"  {one.value:.3f} ({one.low:.3f} to {one.high:.3f})  {name:<{width}}  {one.playouts:,}"
        for name, one in zip(names, found, strict=False)
    ]
    if len(found) > SHOWN:
        lines.append(f"  ... and {len(found) - SHOWN} more")
    lines += [
        f"The bot {one.usual_of!r} would answer {_name(choices.decision, one)}."
        for one in found
        if one.usual_of
    ]
    return lines


def _name(decision: Decision, one: "Advice") -> str:
    answer = one.answer
    if isinstance(answer, tuple):
        return ", ".join(map(str, answer)) or "none"
    label = decision.label_of(answer)
    return label if label == str(answer) else f"{answer}: {label}"
