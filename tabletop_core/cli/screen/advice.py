"""`advise` at a prompt: the options ranked by a search."""

from typing import TYPE_CHECKING, Any

from .answers import Choices

if TYPE_CHECKING:
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
    from ...told.advice import advice_heading, advice_value, usual_answers
    from ...told.options import answer_words

    found = advise(play, seat, n=int(rest)) if rest else advise(play, seat, ms=1000 * SECONDS)
    lines = [advice_heading(found, seat)]
    names = [answer_words(choices.decision, one.answer) for one in found[:SHOWN]]
    width = max(map(len, names))
    lines += [
        f"  {advice_value(one)}  {name:<{width}}  {one.playouts:,}"
        for name, one in zip(names, found, strict=False)
    ]
    if len(found) > SHOWN:
        lines.append(f"  ... and {len(found) - SHOWN} more")
    return [*lines, *usual_answers(choices.decision, found)]
