"""What a game says of itself to its journal, which knows no game."""

from typing import Any

from ..engine.play import Play
from .compatibility import compatibility_digest
from .journal import Journal


def write_to(journal: Journal, play: Play[Any], written: int = 0) -> None:
    """Let a journal write the tape of a game from entry `written` on, and all that enters it."""

    def heading() -> tuple[str, str] | None:
        if play.decision is None:
            return None
        return " / ".join(play.where), play.decision.prompt

    assert play.tape is not None
    journal.attach(play.tape, compatibility_digest(play.game, play.data), heading, written)


def status_of(play: Play[Any]) -> str:
    """Return the status of a game at a prompt, for the list of saved games; empty elsewhere."""
    return play.game.status_line(play) if play.decision is not None else ""


def close_journal(journal: Journal, play: Play[Any]) -> None:
    """Close the journal of a game, with how it ended or what its status is."""
    outcome = play.outcome.kind if play.outcome is not None else ""
    journal.close(outcome, status_of(play))
