"""Rules by number and title, and the sequence of play as a tree with the place of a game in it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import attrs

from ..engine.game import Game
from ..engine.rules import Rule
from ..engine.sequence import ForEach, Node, Repeat, Step
from ..events.words import printed_number


def rule_titles(rules: Iterable[Rule]) -> dict[str, str]:
    """Return the title of each rule by its number; an empty one where its procedures disagree."""
    titles: dict[str, set[str]] = {}
    for rule in rules:
        titles.setdefault(rule.number, set()).add(rule.title)
    return {number: found.pop() if len(found) == 1 else "" for number, found in titles.items()}


def rule_words(number: str, titles: Mapping[str, str], beside: str = "") -> str:
    """Return a rule as `rule 5.7, Flak site check`; a rule without a number is its heading alone.

    The title is left out where it is shown `beside` the rule anyway.
    The title replaces a suffix that distinguishes rules of one number (`8.4.harbour`).
    """
    if not number:
        return ""
    title = titles.get(number, "")
    printed = printed_number(number) if title else number
    name = printed if title in ("", number, beside) else f"{printed}, {title}"
    return f"rule {name}" if number[:1].isdigit() else name


def step_rule_words(step: Step, titles: Mapping[str, str], beside: str = "") -> str:
    """Return the rule of a step as `rule_words` does, with the title of its own procedure."""
    marked = getattr(step.run, "rule", None)
    number = step.rule_number
    own = {number: marked.title} if marked and marked.number == number and marked.title else {}
    return rule_words(number, {**titles, **own}, beside)


@attrs.frozen(kw_only=True, cache_hash=True)
class SequenceLine:
    """A node of the sequence of play.

    `depth` counts from 0, the game itself; `how` says how often the node is played; `rule` is the
    number of its rule, `rule_words` names it.
    """

    name: str
    depth: int
    how: str = ""
    rule: str = ""
    rule_words: str = ""
    is_here: bool = False

    @property
    def about(self) -> str:
        """How often the node is played and under which rule."""
        return self.how + (f"  [{self.rule_words}]" if self.rule_words else "")


def sequence_places(
    node: Node, titles: Mapping[str, str], here: Sequence[Any] = (), depth: int = 0
) -> Iterator[SequenceLine]:
    """Yield a node and those below it; `here` is the current place of the game.

    A loop and its only step, if they share a name, are one line.
    """
    loop = ", repeated" if isinstance(node, Repeat) else ""
    if isinstance(node, ForEach):
        loop = ", once for each"
    when = ", where it applies" if node.when is not None else ""
    # In a place, a loop is its name with the number of the round and the item.
    leads = bool(here) and node.name == (here[0] if isinstance(here[0], str) else here[0][0])
    children: Sequence[Node] = getattr(node, "children", ())
    if len(children) == 1 and isinstance(children[0], Step) and children[0].name == node.name:
        node, children = children[0], ()
    words = (
        step_rule_words(node, titles)
        if isinstance(node, Step)
        else rule_words(node.rule_number, titles)
    )
    # A step with the name of its rule would show that name twice.
    words = words.removesuffix(f", {node.name}")
    yield SequenceLine(
        name=node.name,
        depth=depth,
        how=loop + when,
        rule=node.rule_number,
        rule_words="" if words == node.name else words,
        is_here=leads and (len(here) == 1 or not children),
    )
    for child in children:
        yield from sequence_places(child, titles, here[1:] if leads else (), depth + 1)


def sequence_lines(game: Game[Any], place: Sequence[Any]) -> tuple[SequenceLine, ...]:
    """Return the sequence of play of a game with its current place, in whatever round."""
    return _lines(game, tuple(part if isinstance(part, str) else part[0] for part in place))


@lru_cache(maxsize=256)
def _lines(game: Game[Any], names: tuple[str, ...]) -> tuple[SequenceLine, ...]:
    return tuple(sequence_places(game.program.sequence, rule_titles(game.rules), names))


def sequence_json(node: Node) -> dict[str, Any]:
    """Return the tree below a node as plain data."""
    return {
        "name": node.name,
        "rule": node.rule_number,
        "children": [sequence_json(child) for child in getattr(node, "children", ())],
    }
