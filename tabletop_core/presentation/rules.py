"""Rules by number and title, as headings and notes name them."""

from collections.abc import Iterable, Mapping

from ..engine.rules import Rule
from ..engine.sequence import Step
from ..events.words import printed_number


def rule_titles(rules: Iterable[Rule]) -> dict[str, str]:
    """Return the title of each rule by its number; none where procedures call it differently."""
    titles: dict[str, set[str]] = {}
    for rule in rules:
        titles.setdefault(rule.number, set()).add(rule.title)
    return {number: found.pop() if len(found) == 1 else "" for number, found in titles.items()}


def rule_words(number: str, titles: Mapping[str, str], beside: str = "") -> str:
    """Return a rule as `rule 5.7, Flak site check`; a heading stands by itself.

    Where the title stands `beside` it anyway, it is not told twice.
    A word that tells several rules of one number apart (`8.4.harbour`) gives way to the title.
    """
    if not number:
        return ""
    title = titles.get(number, "")
    printed = printed_number(number) if title else number
    name = printed if title in ("", number, beside) else f"{printed}, {title}"
    return f"rule {name}" if number[:1].isdigit() else name


def step_rule_words(step: Step, titles: Mapping[str, str], beside: str = "") -> str:
    """Return the rule of a step as `rule_words` does; the title is that of its own procedure."""
    marked = getattr(step.run, "rule", None)
    number = step.rule_number
    own = {number: marked.title} if marked and marked.number == number and marked.title else {}
    return rule_words(number, {**titles, **own}, beside)
