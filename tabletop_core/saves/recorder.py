"""Connects a match to its journal, which itself knows only the tape."""

from typing import Any

from ..engine.match import Match
from .compatibility import compatibility_digest
from .journal import Journal


def write_to(journal: Journal, match: Match[Any], written: int = 0) -> None:
    """Record a match in a journal, leaving out the first `written` entries of its tape."""

    def heading() -> tuple[str, str] | None:
        if match.decision is None:
            return None
        return " / ".join(match.play.where), match.decision.prompt

    assert match.tape is not None
    journal.attach(match.tape, compatibility_digest(match.game, match.data), heading, written)


def status_of(match: Match[Any]) -> str:
    """Return the status of a match for the list of saved games; empty between prompts."""
    return match.game.status_line(match) if match.decision is not None else ""


def close_journal(journal: Journal, match: Match[Any]) -> None:
    """Close the journal of a match, with its outcome or else its status.

    The journal is closed even where the words of a pack fail: an open file stays locked.
    """
    outcome = match.outcome.kind if match.outcome is not None else ""
    status = ""
    try:
        status = status_of(match)
    finally:
        journal.close(outcome, status)
