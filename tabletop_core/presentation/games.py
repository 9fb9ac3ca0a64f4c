"""A game in a few lines: how it begins, how it ended, how far a saved one is."""

from typing import TYPE_CHECKING, Any

from ..errors import SaveError
from ..events.words import counted, places_in_words, said

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..engine.match import Match
    from ..saves.presets import Preset
    from ..saves.reader import Saved
    from ..saves.session import Session


def option_value(value: Any) -> str:
    """Write the value of an option of a game as it is written on the command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def options_told(match: "Match[Any]") -> list[str]:
    """Say what was chosen before a game: the first option, and others that are not as usual."""
    return [
        f"{option.title}: {option.words(match.options[option.name])}"
        for at, option in enumerate(match.game.options)
        if at == 0 or match.options[option.name] != option.default
    ]


def hides_seed(session: "Session") -> bool:
    """Tell whether whoever knows the seed could foresee the dice of others."""
    return len(session.humans) > 1 and not session.match.is_over


def introduction(session: "Session", *, is_manual: bool, is_seed_given: bool = False) -> list[str]:
    """Say which game this is, who plays, and with which dice.

    The seed of several persons is told at the end, unless one of them has given it.
    """
    match = session.match
    who = ", ".join(f"{seat} ({name})" for seat, name in session.players.items())
    lines = [match.game.title, f"Players: {who}"]
    if match.options:
        options = (f"{name} = {option_value(value)}" for name, value in match.options.items())
        lines.append(f"Options: {', '.join(options)}")
    hidden = hides_seed(session) and not is_seed_given
    seed = f"Seed: {'told at the end' if hidden else match.seed}"
    lines.append("Dice and cards: your own" if is_manual else seed)
    return lines


def outcome_lines(match: "Match[Any]", *, with_reason: bool = True) -> list[str]:
    """Tell how a game ended, and where the story has not just told it, why."""
    outcome = match.outcome
    assert outcome is not None
    lines = [f"Result: {said(outcome.kind)}"]
    if len(match.teams) > 1:
        several = "s" if len(outcome.winners) > 1 else ""
        lines[0] += f"; winner{several}: {outcome.winner or 'nobody'}"
    if outcome.why and with_reason:
        lines.append(outcome.why[:1].upper() + outcome.why[1:])
    if len(outcome.places) > 2:
        lines.append(f"Places: {places_in_words(outcome.places)}")
    if outcome.scores:
        scores = ", ".join(f"{seat} {score:g}" for seat, score in outcome.scores.items())
        lines.append(f"Points: {scores}")
    return lines


def saved_words(saved: "Saved | SaveError", titles: "Mapping[str, str] | None" = None) -> str:
    """Return a saved game in a line: which game, where it stands, who plays, how far.

    `titles` are those of the packs by their ids. Of one that cannot be read it is said why.
    """
    from ..engine.tape import given_in

    if isinstance(saved, SaveError):
        return f"cannot be read: {saved}"
    header = saved.header
    answers = sum(len(given_in(entry)) for entry in saved.entries) + len(saved.sealed)
    who = ", ".join(f"{seat} {name}" for seat, name in header.players.items())
    dice = ", own dice" if header.dice == "manual" else ""
    end = f", over: {saved.outcome}" if saved.outcome else ""
    title = (titles or {}).get(header.pack, header.pack)
    stands = f", {saved.status}" if saved.status and not saved.outcome else ""
    return f"{title}{stands} ({who}; {counted(answers, 'answer')}{dice}{end})"


def preset_words(preset: "Preset") -> str:
    """Return in a line who plays, the options that are not as usual, and whose dice are used."""
    who = ", ".join(f"{seat} {name}" for seat, name in preset.players.items())
    options = [f"{name} = {option_value(value)}" for name, value in preset.options.items()]
    dice = ["own dice"] if preset.dice == "manual" else []
    files = [f"with {path}" for path in preset.overlays]
    return "; ".join([who, *options, *dice, *files])
