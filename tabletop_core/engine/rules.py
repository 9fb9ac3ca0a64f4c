"""Rules made visible: each procedure says, where it is defined, which rule it carries out."""

import inspect
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any, TypeVar

import attrs

Function = TypeVar("Function", bound=Callable[..., Any])


@attrs.frozen
class Ruling:
    """An interpretation taken where the text of a rule is silent or contradicts itself."""

    rule: str
    ruling: str
    why: str


@attrs.frozen
class Rule:
    """A rule of the rulebook and the procedure that carries it out."""

    number: str
    title: str
    where: str

    @property
    def name(self) -> str:
        return f"{self.number} {self.title}".strip()


class CountedRules(list[Rule]):
    """The rules being carried out, which counts in `reached` every one that begins."""

    def __init__(self, reached: Counter[Rule]) -> None:
        self._reached = reached

    def append(self, rule: Rule) -> None:
        self._reached[rule] += 1
        super().append(rule)


def rule(number: str, title: str = "") -> Callable[[Function], Function]:
    """Mark a procedure as the one that carries out a rule.

    The first parameter of the procedure is the game in progress.
    While the procedure runs, `play.rule` is this rule, its events carry the number,
    and decisions show it.
    For a rulebook without numbers, `number` is the heading.

        @rule("5.7", "Flak site check")
        def check_flak_site(play): ...
    """

    def mark(procedure: Function) -> Function:
        this = Rule(number, title, f"{procedure.__module__}:{procedure.__qualname__}")

        if inspect.isgeneratorfunction(procedure):

            @wraps(procedure)
            def asking(play: Any, *args: Any, **kwargs: Any) -> Any:
                stack = play.rules
                stack.append(this)
                try:
                    return (yield from procedure(play, *args, **kwargs))
                finally:
                    stack.pop()

            run: Any = asking
        else:

            @wraps(procedure)
            def running(play: Any, *args: Any, **kwargs: Any) -> Any:
                stack = play.rules
                stack.append(this)
                try:
                    return procedure(play, *args, **kwargs)
                finally:
                    stack.pop()

            run = running

        run.rule = this
        run.rulings = [attrs.evolve(r, rule=number) for r in getattr(procedure, "rulings", ())]
        return run  # type: ignore[no-any-return]

    return mark


def ruling(text: str, why: str) -> Callable[[Function], Function]:
    """State an interpretation beside the procedure it concerns, with its reason.

    It stands below `@rule`, or alone on a procedure that serves several rules:

        @rule("Snap-shot attack")
        @ruling("a destroyed defender does not fire", "the shot follows the mover's own attack")
        def snap_shot(play): ...
    """

    def mark(procedure: Function) -> Function:
        known = getattr(procedure, "rulings", [])
        procedure.rulings = [Ruling("", text, why), *known]  # type: ignore[attr-defined]
        return procedure

    return mark


def _procedures(package: str) -> Iterator[Any]:
    """Yield the procedures of a package that carry a rule or a ruling, in the order of lines.

    A module must be imported to be seen.
    """
    for name in sorted(sys.modules):
        if name != package and not name.startswith(package + "."):
            continue
        marked = [
            thing
            for thing in vars(sys.modules[name]).values()
            if inspect.isfunction(thing)
            and thing.__module__ == name
            and (hasattr(thing, "rule") or hasattr(thing, "rulings"))
        ]
        yield from sorted(
            dict.fromkeys(marked), key=lambda thing: inspect.unwrap(thing).__code__.co_firstlineno
        )


def rules_of(package: str) -> list[Rule]:
    """Return the rules index of a loaded package."""
    return [p.rule for p in _procedures(package) if isinstance(getattr(p, "rule", None), Rule)]


def rulings_of(package: str) -> list[Ruling]:
    """Return the rulings of a loaded package, each with its rule and reason."""
    return [ruling for p in _procedures(package) for ruling in getattr(p, "rulings", ())]
