"""Parts of a prompt as lines: options, help, odds, and how a game ended."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...engine.decisions import Decision
from ...engine.play import Play
from ...told.games import outcome_lines
from ...told.odds import chances
from ...told.options import option_words
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
    if choices.is_numbered:
        return option_words(choices.decision, option)
    label = choices.decision.label_of(option)
    return "" if label == str(option) else label


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
    lines = []
    for option in options:
        lines.append(option_words(decision, option))
        for chance in chances(decision, option):
            bar = "  " + "█" * round(30 * chance.share) if style.boxes and chance.share else ""
            lines.append(f"    {chance.result}: {chance.words}{bar}")
    return lines


def end_lines(play: Play[Any], saved_as: Path | None) -> list[str]:
    """Tell how a game ended, and how to hear its story again."""
    lines = outcome_lines(play)
    if saved_as is not None:
        from shlex import quote

        lines.append(f"To tell the story again: tabletop replay {quote(str(saved_as))}")
    return lines
