"""The rules of a game as a player reads them: one rule in full, and the rulings."""

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from types import CodeType
from typing import Any

import attrs

from ..engine.code import functions_of, names_in
from ..engine.game import Game, GameOption
from ..engine.rules import Rule
from ..errors import TabletopError


@attrs.frozen(kw_only=True)
class RulingText:
    """A ruling as a player reads it; `option`, if any, chooses between its readings."""

    rule: str
    ruling: str
    rejected: str
    why: str
    option: GameOption | None

    @property
    def below(self) -> list[tuple[str, str]]:
        """The headings and words to show below the reading taken."""
        parts = [("Rejected", self.rejected), ("Reason", self.why), ("Option", self.choice)]
        return [(heading, words) for heading, words in parts if words]

    @property
    def choice(self) -> str:
        """The choice in words, if an option of the game chooses between the readings."""
        option = self.option
        if option is None:
            return ""
        others = [option.words(value) for value in option.values if value != option.default]
        return f"{option.title}: {'; '.join([f'{option.words(option.default)} (usual)', *others])}"


def ruling_texts(game: Game[Any]) -> list[RulingText]:
    """Return all rulings of a game, first those with an option."""
    options = {option.name: option for option in game.options}
    texts = [
        RulingText(
            rule=one.rule,
            ruling=one.ruling,
            rejected=one.rejected,
            why=one.why,
            option=options.get(one.option),
        )
        for one in game.all_rulings
    ]
    return sorted(texts, key=lambda text: text.option is None)


def ruling_json(text: RulingText) -> dict[str, Any]:
    """Return a ruling as plain data."""
    option = text.option
    return {
        "rule": text.rule,
        "ruling": text.ruling,
        "rejected": text.rejected,
        "why": text.why,
        "option": option
        and {"name": option.name, "values": list(option.values), "default": option.default},
    }


@attrs.frozen(kw_only=True)
class RuleText:
    """A rule by its number or heading.

    `parts` are the title and docstring of each procedure that carries it out; one without a
    docstring is left out if there are others. `charts` are the id and title of each table that it
    looks up, `steps` the names of the steps of the sequence of play under it.
    """

    number: str
    parts: tuple[tuple[str, str], ...]
    rulings: tuple[RulingText, ...]
    charts: tuple[tuple[str, str], ...]
    steps: tuple[str, ...]


def rule_text(game: Game[Any], tables: Mapping[str, Any], wanted: str) -> RuleText:
    """Return the rule of this number or title, or of an unambiguous beginning of one.

    Raises:
        TabletopError: there is no such rule, or there are several.
    """
    return rule_texts(game, tables, [_find(game, wanted.strip())])[0]


def rule_texts(
    game: Game[Any], tables: Mapping[str, Any], numbers: Iterable[str]
) -> tuple[RuleText, ...]:
    """Return the rules of these numbers, in this order."""
    carried_out: dict[str, list[Rule]] = {}
    for rule in game.rules:
        carried_out.setdefault(rule.number, []).append(rule)
    rulings: dict[str, list[RulingText]] = {}
    for text in ruling_texts(game):
        rulings.setdefault(text.rule, []).append(text)
    steps: dict[str, list[str]] = {}
    for name, step in game.program.steps.items():
        steps.setdefault(step.rule_number, []).append(name)
    found = []
    for number in numbers:
        procedures = [(rule, _procedure(rule)) for rule in carried_out.get(number, ())]
        named = {number}.union(*(_charts_named(run) for _, run in procedures))
        found.append(
            RuleText(
                number=number,
                parts=tuple(
                    (rule.title, words)
                    for rule, run in procedures
                    if (words := inspect.getdoc(run) or "") or len(procedures) == 1
                ),
                rulings=tuple(rulings.get(number, ())),
                charts=tuple((one.id, one.title) for id_, one in tables.items() if id_ in named),
                steps=tuple(steps.get(number, ())),
            )
        )
    return tuple(found)


def _find(game: Game[Any], wanted: str) -> str:
    names = {rule.number: {rule.number.casefold()} for rule in game.rules}
    for rule in game.rules:
        names[rule.number].add(rule.title.casefold())
    for ruling in game.all_rulings:
        names.setdefault(ruling.rule, {ruling.rule.casefold()})
    folded = wanted.casefold()
    same = [number for number, called in names.items() if folded in called]
    found = same or [
        number for number, called in names.items() if any(c.startswith(folded) for c in called)
    ]
    if wanted and len(found) == 1:
        return found[0]
    if wanted and found:
        more = f" and {len(found) - 6} more" if len(found) > 6 else ""
        raise TabletopError(
            f"{wanted!r} may be rule {', '.join(found[:6])}{more}; give the whole number"
        )
    close = get_close_matches(wanted, names, 1)
    hint = f"did you mean {close[0]!r}?" if close else "`rules` lists those of the sequence of play"
    raise TabletopError(f"there is no rule {wanted!r} in {game.title}; {hint}")


def _procedure(rule: Rule) -> Any:
    module, _, name = rule.where.partition(":")
    thing: Any = sys.modules[module]
    for part in name.split("."):
        thing = getattr(thing, part)
    return thing


_LOOK_UPS = {"look_up", "resolve", "table_odds"}


def _charts_named(run: Callable[..., Any]) -> Iterator[str]:
    """Yield texts that may be ids of charts: those of a procedure, and those of its helpers.

    A helper is a function that the procedure calls and that looks charts up or asks for their odds.
    One that is a rule itself has charts of its own.
    """
    own, *helpers = functions_of(run, lambda one: getattr(one, "rule", None) is None)
    yield from _texts(own.__code__)
    for helper in helpers:
        if not _LOOK_UPS.isdisjoint(names_in(helper.__code__)):
            yield from _texts(helper.__code__)


def _texts(code: CodeType) -> Iterator[str]:
    """Yield the text constants of a procedure; the ids of charts it looks up are among them."""
    for constant in code.co_consts:
        if isinstance(constant, str):
            yield constant
        elif isinstance(constant, CodeType):
            yield from _texts(constant)


def rule_json(rule: RuleText) -> dict[str, Any]:
    """Return a rule as plain data."""
    return {
        "rule": rule.number,
        "parts": [{"title": title, "text": text} for title, text in rule.parts],
        "rulings": [ruling_json(one) for one in rule.rulings],
        "charts": [id_ for id_, _ in rule.charts],
        "steps": list(rule.steps),
    }
