"""What a seat sees, as plain lines."""

from typing import Any

from ..engine.play import Play
from ..viewers import Viewer
from .encoding import features


def words_of(play: Play[Any], seat: str) -> str:
    """Return the panels of a seat as lines, then what is asked of it."""
    lines = [
        f"{name}: {text}"
        for panel in play.game.view(play, Viewer(seat))
        for name, text in features(panel)
    ]
    decision = play.question_of(seat)
    if decision is not None:
        lines.append(decision.prompt)
    outcome = play.outcome
    if outcome is not None:
        lines.append(f"over: {outcome.kind}, winner {outcome.winner or 'nobody'}")
    return "\n".join(lines)
