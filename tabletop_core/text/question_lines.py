"""Parts of a prompt as lines: options, odds, hints, and how a game ended."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..engine.decisions import Decision
from ..engine.match import Match
from ..engine.setups import DIFFICULTIES
from ..presentation.answers import Choices
from ..presentation.games import bots_words, outcome_lines
from ..presentation.options import (
    Chance,
    advice_heading,
    advice_value,
    answer_words,
    chances,
    labels_of,
    level_words,
    option_words,
    spoken,
    usual_answers,
)
from .style import Style, in_columns, width_of

if TYPE_CHECKING:
    from ..bots.advice import Advice

MAX_LISTED = 40
"""More options than these are listed in full only on request."""
MAX_IN_ONE_COLUMN, MAX_IN_ONE_COLUMN_IF_WIDE = 9, 3
"""Up to this many options are listed one below another."""
WIDE = 120
"""Columns of a wide terminal."""
MAX_BAR_LENGTH = 30
NO_DICE = "Nothing is rolled or drawn for any of these."
HINT_SECONDS = 2
MAX_PLAYOUTS = 100_000
MAX_HINTS = 12


def option_lines(
    choices: Choices, style: Style, everything: bool = False, ids: bool = False
) -> list[str]:
    """List the options: what to type, the name if a person would type it, and the label.

    `everything` lists them all, however many; `ids` shows the name of each.
    """
    decision = choices.decision
    if decision.is_number:
        return []
    if (
        not everything
        and len(choices.options) > MAX_LISTED
        and (lines := _by_touch(decision, style))
    ):
        return lines
    shown = list(range(len(choices.options)))
    if not everything:
        shown = shown[:MAX_LISTED]
    keys = [choices.key(position) for position in shown]
    key_width = max(map(len, keys), default=0)
    labels = labels_of(decision)
    entries = [
        f"{key:>{key_width}}  {_named(choices, position, labels, ids, style.brief)}".rstrip()
        for key, position in zip(keys, shown, strict=True)
    ]
    left = len(choices.options) - len(shown)
    more = [f"  ... and {left} more; ? lists them all"] if left else []
    few = MAX_IN_ONE_COLUMN_IF_WIDE if style.width >= WIDE else MAX_IN_ONE_COLUMN
    if style.boxes and len(entries) > few and max(map(width_of, entries)) < style.width // 2 - 2:
        return ["  " + line for line in in_columns(entries, style.width - 2)] + more
    hang = " " * (key_width + 6)
    return [line for entry in entries for line in style.wrap("  " + entry, "", hang)] + more


def _by_touch(decision: Decision, style: Style) -> list[str]:
    """List many options by what a hand would touch first and next, if that saves lines.

    An option that touches nothing, or one thing alone, is shown by its id; commas separate ids of
    several words.
    """
    groups: dict[str, dict[str, None]] = {}
    for option in decision.options:
        first, *rest = (*decision.targets_of(option), "")
        groups.setdefault(first, {})[rest[0] if rest and rest[0] else str(option)] = None
    if not any(groups) or len(groups) == len(decision.options):
        return []
    if "" in groups:
        groups["else"] = groups.pop("")
    lines = [
        line
        for first, then in groups.items()
        for line in style.wrap(f"  {first}: {_in_a_row(then)}", "", " " * 6)
    ]
    return [*lines, f"  ({len(decision.options)} answers, by what they touch; ? lists them all)"]


def _in_a_row(names: Iterable[str]) -> str:
    names = tuple(names)
    return (", " if any(" " in name for name in names) else " ").join(names)


def _named(
    choices: Choices, position: int, labels: Mapping[str, int], ids: bool, brief: bool
) -> str:
    """Return the words of an option, after its name where that is needed or easy to type."""
    option = choices.options[position]
    if not choices.is_numbered:
        label = choices.decision.label_of(option)
        return "" if label == str(option) else spoken(label)
    label = choices.decision.label_of(option)
    if brief and labels[label] == 1:
        return spoken(label)
    return option_words(choices.decision, option, labels, has_id=ids)


def odds_lines(decision: Decision, options: Sequence[Any], style: Style) -> list[str]:
    """Return the odds of what follows from each of these options, where they are known."""
    lines: list[str] = []
    certain, labels = [], labels_of(decision)
    for option in options:
        words = option_words(decision, option, labels)
        found = list(chances(decision, option))
        if not found:
            certain.append(words)
            continue
        lines += style.wrap(words, "", "  ")
        for chance in found:
            lines += _chance_lines(chance, style)
    if not lines:
        return ["Nothing is rolled or drawn for it." if len(certain) == 1 else NO_DICE]
    return lines + (style.wrap(f"No dice or cards: {'; '.join(certain)}") if certain else [])


def _chance_lines(chance: Chance, style: Style) -> list[str]:
    *before, last = style.wrap(f"{chance.result}: {chance.words}", "    ", "      ")
    room = min(MAX_BAR_LENGTH, style.width - width_of(last) - 2)
    length = round(room * chance.share) if style.boxes and chance.share else 0
    return [*before, last + "  " + "█" * length if length > 0 else last]


def advice_lines(
    match: Match[Any], seat: str, rest: str, choices: Choices | None, style: Style
) -> list[str]:
    """Return hints as lines: of a search, or of the bot of a level of difficulty.

    `rest` may give the number of playouts, or the level.
    """
    if choices is None:
        return ["Hints are for questions with options; roll or draw first."]
    if rest in DIFFICULTIES:
        from ..bots.advice import advise_as

        name, answer = advise_as(match, rest, seat)
        return style.wrap(level_words(choices.decision, rest, name, answer))
    if rest and not (rest.isdecimal() and 0 < int(rest) <= MAX_PLAYOUTS):
        levels = ", ".join(DIFFICULTIES)
        return [
            f"{rest!r} is not a number of playouts; type hint, a number such as hint 1000, "
            f"or a level: {levels}."
        ]
    from ..bots.advice import advise

    found = (
        advise(match, seat, n=int(rest)) if rest else advise(match, seat, ms=1000 * HINT_SECONDS)
    )
    return hint_lines(found, choices.decision, seat, style)


def hint_lines(found: "Sequence[Advice]", decision: Decision, seat: str, style: Style) -> list[str]:
    """Return what a search found as lines."""
    lines = style.wrap(advice_heading(found, seat), "", "  ")
    labels = labels_of(decision)
    names = [answer_words(decision, one.answer, labels) for one in found[:MAX_HINTS]]
    width = max(map(width_of, names))
    for name, one in zip(names, found, strict=False):
        value = f"  {advice_value(one)}  "
        line = f"{value}{name}{' ' * (width - width_of(name))}  {one.playouts:,}"
        if style.boxes and width_of(line) > style.width:
            line = f"{value}{name}  {one.playouts:,}"
        lines += style.wrap(line, "", " " * 6)
    if len(found) > MAX_HINTS:
        lines.append(f"  ... and {len(found) - MAX_HINTS} more")
    for line in usual_answers(decision, found):
        lines += style.wrap(line, "", "  ")
    return lines


def end_lines(
    match: Match[Any], persons: Sequence[str], saved_as: Path | None, *, with_reason: bool
) -> list[str]:
    """Say how a game ended for the persons at the keyboard, and how to replay it."""
    lines = outcome_lines(match, mine=persons, with_reason=with_reason)
    lines += filter(None, [bots_words(match)])
    if saved_as is not None:
        from shlex import quote

        lines.append(f"To replay it: tabletop replay {quote(str(saved_as))}")
    return lines
