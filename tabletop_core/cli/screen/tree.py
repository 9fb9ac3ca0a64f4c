"""The sequence of play shown as an indented tree with rule numbers."""

from collections.abc import Mapping
from typing import Any

from ...engine.rules import Rule
from ...engine.sequence import ForEach, Node, Repeat, Step
from .style import Style


def rule_titles(rules: list[Rule]) -> dict[str, str]:
    """Return the title of each rule by its number; none where procedures call it differently."""
    titles: dict[str, set[str]] = {}
    for rule in rules:
        titles.setdefault(rule.number, set()).add(rule.title)
    return {number: found.pop() if len(found) == 1 else "" for number, found in titles.items()}


def step_rule_words(step: Step, titles: Mapping[str, str]) -> str:
    """Return the rule of a step; the title is that of its own procedure."""
    marked = getattr(step.run, "rule", None)
    number = step.rule_number
    own = {number: marked.title} if marked and marked.number == number and marked.title else {}
    return rule_words(number, {**titles, **own})


def rule_words(number: str, titles: Mapping[str, str]) -> str:
    """Return a rule as `rule 5.7, Flak site check`; a heading stands by itself."""
    if not number:
        return ""
    title = titles.get(number, "")
    name = f"{number}, {title}" if title and title != number else number
    return f"rule {name}" if number[:1].isdigit() else name


def sequence_lines(
    node: Node,
    titles: Mapping[str, str],
    style: Style,
    here: tuple[str, ...] = (),
    depth: int = 0,
) -> list[str]:
    """Return the tree below a node; the step that these names lead to is marked."""
    loop = ", repeated" if isinstance(node, Repeat) else ""
    if isinstance(node, ForEach):
        loop = ", once for each"
    when = ", where it applies" if node.when is not None else ""
    words = (
        step_rule_words(node, titles)
        if isinstance(node, Step)
        else rule_words(node.rule_number, titles)
    )
    # A step that bears the name of its rule need not say it twice.
    shown = "" if words.endswith(node.name) and words == node.name else words
    rule = f"  [{shown}]" if shown else ""
    within = here[1:] if here and node.name == here[0] else ()
    mark = " <- you are here" if len(here) == 1 and node.name == here[0] else ""
    name = style.paint(node.name, "bold" if mark or depth == 0 else "")
    lines = [f"{'  ' * depth}{name}{style.paint(loop + when + rule, 'quiet')}{mark}"]
    for child in getattr(node, "children", ()):
        lines += sequence_lines(child, titles, style, within, depth + 1)
    return lines


def sequence_json(node: Node) -> dict[str, Any]:
    """Return the tree below a node as plain data."""
    return {
        "name": node.name,
        "rule": node.rule_number,
        "children": [sequence_json(child) for child in getattr(node, "children", ())],
    }
