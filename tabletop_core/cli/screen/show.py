"""Parts of a prompt as lines: options, help, odds, and how a game ended."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from ...engine.decisions import Decision
from ...engine.play import Play
from ...events.words import places_in_words, said
from .answers import Choices
from .style import Style, in_columns, width_of

MANY = 40
"""More options than these are listed in full only on request."""

COMMANDS = (
    ("?", "explain the options and the commands"),
    (
        "undo",
        "take back the last answer with all that followed from it, dice included "
        "(undo dice: only the last dice or card you typed)",
    ),
    ("log", "tell everything that has happened"),
    ("view", "show the table (view off, view on: when to draw it unasked)"),
    ("rules", "show the sequence of play and where in it we are"),
    ("odds", "work out the chances, where the question offers that (odds OPTION)"),
    ("advise", "rank the options by playing on many times (advise 1000: so many times)"),
    ("save", "say where the game is saved (save FILE: copy it)"),
    ("quit", "stop; the game stays saved"),
)


def option_lines(choices: Choices, style: Style, everything: bool = False) -> list[str]:
    """List the options: what to type, the id, and its label."""
    decision = choices.decision
    if decision.is_number:
        return []
    shown = list(range(len(choices.options)))
    if not everything:
        shown = shown[:MANY]
    keys = [choices.key(position) for position in shown]
    key_width = max(map(len, keys), default=0)
    entries = [
        f"{key:>{key_width}}  {_named(choices, position)}".rstrip()
        for key, position in zip(keys, shown, strict=True)
    ]
    left = len(choices.options) - len(shown)
    more = [f"  ... and {left} more; ? lists them all"] if left else []
    if style.boxes and len(entries) > 9 and max(map(width_of, entries)) < style.width // 2 - 4:
        return ["  " + line for line in in_columns(entries, style.width - 2)] + more
    hang = " " * (key_width + 6)
    return [line for entry in entries for line in style.wrap("  " + entry, "", hang)] + more


def _named(choices: Choices, position: int) -> str:
    option = choices.options[position]
    label = choices.decision.label_of(option)
    if not choices.is_numbered:
        return "" if label == str(option) else label
    return label if label == str(option) else f"{option}: {label}"


def command_lines(question: str, choices: Choices | None, style: Style) -> list[str]:
    """Explain what can be typed in answer to a question."""
    lines = style.wrap(question)
    if choices is not None:
        name = "" if choices.decision.is_number else "; the beginning of a name will do"
        lines += [f"Type {choices.hint()}{name}."]
        lines += option_lines(choices, style, everything=True)
    else:
        lines += ["Type the faces that your dice show, with spaces between."]
    lines += ["Or type a command (with / before it, where an option has the same name):"]
    has_odds = choices is not None and choices.decision.odds is not None
    for name, does in COMMANDS:
        if name != "odds" or has_odds:
            lines += style.wrap(f"  {name:5} {does}", "", " " * 8)
    return lines


def odds_lines(decision: Decision, options: Sequence[Any], style: Style) -> list[str]:
    """Tell the chances of what follows from each of these options."""
    assert decision.odds is not None
    lines = []
    for option in options:
        label = decision.label_of(option)
        lines.append(str(option) if label == str(option) else f"{option}: {label}")
        for result, chance in decision.odds(option).items():
            lines.append(f"    {said(str(result))}: {_chance(chance, style)}")
    return lines


def _chance(chance: Any, style: Style) -> str:
    if not isinstance(chance, Fraction):
        return str(chance)
    bar = "  " + "█" * round(30 * chance) if style.boxes else ""
    return f"{float(chance):.1%} ({chance}){bar}"


def outcome_lines(play: Play[Any], saved_as: Path | None) -> list[str]:
    """Tell how a game ended."""
    outcome = play.outcome
    assert outcome is not None
    lines = [f"Result: {said(outcome.kind)}"]
    if play.is_contest:
        several = "s" if len(outcome.winners) > 1 else ""
        lines[0] += f"; winner{several}: {outcome.winner or 'nobody'}"
    if len(outcome.places) > 2:
        lines.append(f"Places: {places_in_words(outcome.places)}")
    if outcome.scores:
        scores = ", ".join(f"{seat} {score:g}" for seat, score in outcome.scores.items())
        lines.append(f"Points: {scores}")
    if saved_as is not None:
        from shlex import quote

        lines.append(f"To tell the story again: tabletop replay {quote(str(saved_as))}")
    return lines
