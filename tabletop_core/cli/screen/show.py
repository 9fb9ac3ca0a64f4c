"""Parts of a prompt as lines: options, odds, and how a game ended."""

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
