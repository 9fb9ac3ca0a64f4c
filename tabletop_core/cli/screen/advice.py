"""`advise` at a prompt: the options ranked by a search."""

from typing import TYPE_CHECKING, Any

from .answers import Choices
from .style import Style, width_of

if TYPE_CHECKING:
    from ...engine.play import Play

SECONDS = 2
MAX_PLAYOUTS = 100_000
SHOWN = 12


def advice_lines(
    play: "Play[Any]", seat: str, rest: str, choices: Choices | None, style: Style
) -> list[str]:
    """Return advice as lines; `rest` may give the number of playouts."""
    if choices is None:
        return ["Advice is for questions with options; roll or draw first."]
    if rest and not (rest.isdecimal() and 0 < int(rest) <= MAX_PLAYOUTS):
        return [
            f"{rest!r} is no number of playouts; write advise, or a number such as advise 1000."
        ]
    from ...bots.advice import advise
    from ...presentation.advice import advice_heading, advice_value, usual_answers
    from ...presentation.options import answer_words, labels_of

    found = advise(play, seat, n=int(rest)) if rest else advise(play, seat, ms=1000 * SECONDS)
    lines = style.wrap(advice_heading(found, seat), "", "  ")
    labels = labels_of(choices.decision)
    names = [answer_words(choices.decision, one.answer, labels) for one in found[:SHOWN]]
    width = max(map(width_of, names))
    for name, one in zip(names, found, strict=False):
        value = f"  {advice_value(one)}  "
        line = f"{value}{name}{' ' * (width - width_of(name))}  {one.playouts:,}"
        if style.boxes and width_of(line) > style.width:
            line = f"{value}{name}  {one.playouts:,}"
        lines += style.wrap(line, "", " " * 6)
    if len(found) > SHOWN:
        lines.append(f"  ... and {len(found) - SHOWN} more")
    for line in usual_answers(choices.decision, found):
        lines += style.wrap(line, "", "  ")
    return lines
