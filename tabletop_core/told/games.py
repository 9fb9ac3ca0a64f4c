"""A game in a few lines: how it begins, how it ended, how far a saved one is."""

from typing import TYPE_CHECKING, Any

from ..events.words import counted, said

if TYPE_CHECKING:
    from ..engine.play import Play
    from ..saves.journal import Saved
    from ..saves.session import Session


def option_value(value: Any) -> str:
    """Write the value of an option of a game as it is written on the command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def introduction(session: "Session", *, is_manual: bool) -> list[str]:
    """Say which game this is, who plays, and with which dice."""
    play = session.play
    who = ", ".join(f"{seat} ({name})" for seat, name in session.players.items())
    lines = [play.game.title, f"Players: {who}"]
    if play.options:
        options = (f"{name} = {option_value(value)}" for name, value in play.options.items())
        lines.append(f"Options: {', '.join(options)}")
    lines.append("Dice and cards: your own" if is_manual else f"Seed: {play.seed}")
    return lines


def outcome_lines(play: "Play[Any]") -> list[str]:
    """Tell how a game ended."""
    outcome = play.outcome
    assert outcome is not None
    lines = [f"Result: {said(outcome.kind)}"]
    if play.game.is_contest(play.seats):
        lines[0] += f"; winner: {outcome.winner or 'nobody'}"
    if outcome.scores:
        scores = ", ".join(f"{seat} {score:g}" for seat, score in outcome.scores.items())
        lines.append(f"Points: {scores}")
    return lines


def saved_words(saved: "Saved") -> str:
    """Return a saved game in a line: which game, who plays, how far."""
    from ..engine.tape import given_in

    header = saved.header
    answers = sum(len(given_in(entry)) for entry in saved.entries) + len(saved.sealed)
    who = ", ".join(f"{seat} {name}" for seat, name in header.players.items())
    dice = ", own dice" if header.dice == "manual" else ""
    end = f", over: {saved.outcome}" if saved.outcome else ""
    return f"{header.pack} ({who}; {counted(answers, 'answer')}{dice}{end})"
