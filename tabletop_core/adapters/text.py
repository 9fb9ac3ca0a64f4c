"""The view of a seat as plain lines."""

from typing import Any

from ..engine.match import Match
from ..errors import PackError
from ..events.words import said
from ..viewers import Viewer
from .encoding import features


def checked_render_mode(mode: str | None) -> str | None:
    """Return a way of showing a game; refuse those that frameworks have and we do not."""
    if mode not in (None, "ansi"):
        raise PackError(
            f"render_mode {mode!r} is not among those of tabletop; choose 'ansi', the view of the "
            f"seat as text, or none"
        )
    return mode


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
