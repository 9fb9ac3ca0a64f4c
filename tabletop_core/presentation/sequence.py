"""The sequence of play as a tree: its steps with their rules, and where in it a game is."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import attrs

from ..engine.game import Game
from ..engine.sequence import ForEach, Node, Repeat, Step
from .rules import rule_titles, rule_words, step_rule_words


@attrs.frozen(kw_only=True, cache_hash=True)
class SequenceLine:
    """A node of the sequence of play.

    `depth` counts from 0, the game itself; `about` says how often it comes and under which rule.
    """

    name: str
    depth: int
    about: str = ""
    is_here: bool = False


def sequence_places(
    node: Node, titles: Mapping[str, str], here: Sequence[Any] = (), depth: int = 0
) -> Iterator[SequenceLine]:
    """Yield a node and those below it; `here` is the place where the game is."""
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
    words = words.removesuffix(f", {node.name}")
    rule = f"  [{words}]" if words not in ("", node.name) else ""
    # A loop in a place is its name, with the number of the round and the items.
    leads = bool(here) and node.name == (here[0] if isinstance(here[0], str) else here[0][0])
    is_here = leads and len(here) == 1
    yield SequenceLine(name=node.name, depth=depth, about=loop + when + rule, is_here=is_here)
    for child in getattr(node, "children", ()):
        yield from sequence_places(child, titles, here[1:] if leads else (), depth + 1)


def sequence_lines(game: Game[Any], place: Sequence[Any]) -> tuple[SequenceLine, ...]:
    """Return the sequence of play of a game with the place where it is, whatever the round."""
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
