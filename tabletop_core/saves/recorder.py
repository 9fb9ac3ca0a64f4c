"""What a game says of itself to its journal, which knows no game."""

from typing import Any

from ..engine.match import Match
from .compatibility import compatibility_digest
from .journal import Journal


def write_to(journal: Journal, match: Match[Any], written: int = 0) -> None:
    """Let a journal write the tape of a game from entry `written` on, and all that enters it."""

    def heading() -> tuple[str, str] | None:
        if match.decision is None:
            return None
        return " / ".join(match.where), match.decision.prompt

    assert match.tape is not None
    journal.attach(match.tape, compatibility_digest(match.game, match.data), heading, written)


def status_of(match: Match[Any]) -> str:
    """Return the status of a game at a prompt, for the list of saved games; empty elsewhere."""
    return match.game.status_line(match) if match.decision is not None else ""


def close_journal(journal: Journal, match: Match[Any]) -> None:
    """Close the journal of a game, with how it ended or what its status is."""
    outcome = match.outcome.kind if match.outcome is not None else ""
    journal.close(outcome, status_of(match))
