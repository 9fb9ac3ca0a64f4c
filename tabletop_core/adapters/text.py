"""The view of a seat as plain lines."""

from typing import Any

from ..engine.match import Match
from ..events.words import said
from ..viewers import Viewer
from .encoding import features


def words_of(match: Match[Any], seat: str) -> str:
    """Return the panels of a seat as lines, then what is asked of it."""
    lines = [
        f"{name}: {text}"
        for panel in match.game.look.view(match.play, Viewer(seat))
        for name, text in features(panel)
    ]
    decision = match.question_of(seat)
    if decision is not None:
        lines.append(decision.prompt)
    outcome = match.outcome
    if outcome is not None:
        lines.append(f"over: {said(outcome.kind)}, winner {outcome.winner or 'nobody'}")
    return "\n".join(lines)
