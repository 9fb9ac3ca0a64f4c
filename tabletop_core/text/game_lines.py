"""The log, rules, components and the sequence of play as lines for a terminal or a file."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs

from ..engine.sequence import Node
from ..presentation.components import ComponentText
from ..presentation.log import LogLine
from ..presentation.rulebook import RuleText
from ..presentation.sequence import rule_words, sequence_places
from .style import Style

CONTINUED = "     "
"""The indent of a line that continues the one before."""


SIGNS = {"bad": " ! ", "warn": " ! ", "good": " * "}
"""The beginning of a decisive line, besides its colour."""

FOLDED = " > "
"""The beginning of a line that folds others."""


def log_lines(told: Iterable[LogLine], style: Style, *, opened: bool = False) -> list[str]:
    """Return the lines of the log; headings and decisive lines stand out.

    `opened`: folded lines are listed below their summary.
    """
    lines: list[str] = []
    for one in told:
        if one.details:
            lines += (
                style.paint(line, one.tone) for line in style.wrap(one.text, FOLDED, CONTINUED)
            )
            if opened:
                inner = attrs.evolve(style, width=style.width - 3)
                lines += [f"   {line}" for line in log_lines(one.details, inner)]
        elif not one.is_heading:
            for line in style.wrap(one.text, SIGNS.get(one.tone, "   "), CONTINUED):
                lines.append(style.paint(line, one.tone))
        elif style.boxes:
            lines += (style.paint(line, "head") for line in style.wrap(f"── {one.text}", "", "   "))
        else:
            lines.append(f"== {one.text}")
    return lines


def rule_lines(rule: RuleText, style: Style) -> list[str]:
    """Return a rule as a player reads it."""
    lines = []
    for title, text in rule.parts:
        name = rule_words(rule.number, {rule.number: title})
        lines += [style.paint(line, "head") for line in style.wrap(name[:1].upper() + name[1:])]
        for paragraph in text.split("\n\n"):
            lines += style.wrap(" ".join(paragraph.split()), "  ") if paragraph else []
    if not rule.parts:
        lines.append(style.paint(rule.number, "head"))
    for one in rule.rulings:
        lines += style.wrap(f"Interpretation: {one.ruling}", "  ", "    ")
        for heading, words in one.below:
            lines += style.wrap(f"{heading}: {words}", "    ", "      ")
    for id_, title in rule.charts:
        lines += style.wrap(f"Chart {id_}: {title}", "  ", "    ")
    if rule.steps:
        lines += style.wrap(f"In the sequence of play: {', '.join(rule.steps)}", "  ", "    ")
    return lines


def component_lines(found: ComponentText, style: Style) -> list[str]:
    """Return a component as a person reads it."""
    kind = f" ({found.kind})" if found.kind else ""
    lines = [style.paint(line, "head") for line in style.wrap(f"{found.name}{kind}")]
    for label, value in found.facts:
        lines += style.wrap(f"{label}: {value}", "  ", "    ")
    for words in found.shown:
        lines += style.wrap(f"On the table: {words}", "  ", "    ")
    for word in found.words:
        lines += style.wrap(f"{word.id}: {word.text}", "  ", "    ")
    lines += rule_lines(found.rule, style) if found.rule else []
    if found.others:
        more = ", ".join(rule.number for rule in found.others)
        lines += style.wrap(f"More rules about it, which `rule` shows: {more}", "  ", "    ")
    return lines


def sequence_lines(
    tree: Node, titles: Mapping[str, str], style: Style, here: Sequence[Any] = ()
) -> list[str]:
    """Return the sequence of play as an indented tree, with a mark at the place `here`."""
    lines = []
    for place in sequence_places(tree, titles, here):
        head = "  " * place.depth + place.name
        mark = " <- you are here" if place.is_here else ""
        first, *more = style.wrap(f"{head}{place.about}{mark}", "", "  " * place.depth + "    ")
        name = style.paint(head, "bold" if place.is_here or not place.depth else "")
        tone = "" if place.is_here else "quiet"
        lines.append(name + style.paint(first.removeprefix(head), tone))
        lines += [style.paint(line, tone) for line in more]
    return lines
