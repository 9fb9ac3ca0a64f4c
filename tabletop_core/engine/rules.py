"""Marks on procedures: each names, where it is defined, the rule that it carries out."""

import inspect
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache, lru_cache, wraps
from reprlib import repr as short
from types import ModuleType
from typing import Any, TypeVar

import attrs

from ..errors import PackError

Function = TypeVar("Function", bound=Callable[..., Any])


@attrs.frozen
class Ruling:
    """An interpretation chosen where a rule is silent or contradicts itself.

    `ruling` is the chosen reading, `rejected` the other one that the text allows, `why` the reason.
    `option` names the option of the game whose default is the chosen reading and whose other values
    are the rejected ones; it is empty if the game plays one reading only.
    """

    rule: str
    ruling: str
    why: str
    rejected: str = ""
    option: str = ""


@attrs.frozen
class Rule:
    """A rule of the rulebook and the procedure that carries it out."""

    number: str
    title: str
    where: str

    @property
    def name(self) -> str:
        return f"{self.number} {self.title}".strip()


@attrs.frozen(init=False)
class Chapter:
    """A chapter of the rulebook: its title, and which rules it has, in their order.

    Each of `rules` is the number or heading of a rule, or what several numbers begin with: `"4"` is
    4.1, 4.2 and 4-9.a, in their natural order. Where two chapters fit a rule, the longer one of
    what they name decides.

        Chapter("The flight", "4"), Chapter("Over the target", "5.1", "6")
    """

    title: str
    rules: tuple[str, ...]

    def __init__(self, title: str, *rules: str) -> None:
        self.__attrs_init__(title, rules)


class CountedRules(list[Rule]):
    """The stack of rules being carried out, which counts in `reached` every rule that begins."""

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
    If the rulebook has no numbers, `number` is the heading.

    Raises:
        PackError: the procedure has no parameter, or it is called with something other than a game.

        @rule("5.7", "Flak site check")
        def check_flak_site(play): ...
    """

    def mark(procedure: Function) -> Function:
        this = Rule(number, title, f"{procedure.__module__}:{procedure.__qualname__}")

        run: Any = _carried_out(procedure, this)
        run.rule = this
        run.rulings = [attrs.evolve(r, rule=number) for r in getattr(procedure, "rulings", ())]
        return run  # type: ignore[no-any-return]

    return mark


def _carried_out(procedure: Callable[..., Any], this: Rule) -> Callable[..., Any]:
    """Return a function that runs a procedure with its rule on the stack of rules.

    It has exactly the parameters of the procedure. Passing on `*args, **kwargs` takes four times as
    long, which matters for a rule that runs thousands of times.
    """
    asks = inspect.isgeneratorfunction(procedure)
    parameters = inspect.signature(procedure).parameters
    if not parameters:
        raise _needs_play(this, "has no parameter")
    run: Any = _make_runner(*_written(parameters), asks)(procedure, this)
    run.__defaults__ = getattr(procedure, "__defaults__", None)
    run.__kwdefaults__ = getattr(procedure, "__kwdefaults__", None)
    return wraps(procedure)(run)


def _written(parameters: Mapping[str, inspect.Parameter]) -> tuple[str, str, str]:
    """Return the code that declares parameters and passes them on, and the name of the first."""
    declared: list[str] = []
    handed: list[str] = []
    last: Any = None
    for name, one in parameters.items():
        if last is one.POSITIONAL_ONLY and one.kind is not last:
            declared.append("/")
        if one.kind is one.KEYWORD_ONLY and last not in (one.KEYWORD_ONLY, one.VAR_POSITIONAL):
            declared.append("*")
        stars = "*" if one.kind is one.VAR_POSITIONAL else ""
        stars = "**" if one.kind is one.VAR_KEYWORD else stars
        # The real default is set on the function later; here it only marks that there is one.
        default = "=None" if one.default is not one.empty else ""
        declared.append(f"{stars}{name}{default}")
        handed.append(f"{name}={name}" if one.kind is one.KEYWORD_ONLY else f"{stars}{name}")
        last = one.kind
    if last is inspect.Parameter.POSITIONAL_ONLY:
        declared.append("/")
    first = handed[0]
    return ", ".join(declared), ", ".join(handed), f"{first[1:]}[0]" if first[:1] == "*" else first


def _needs_play(this: Rule, what: str) -> PackError:
    """Return the error for a rule that was not given the game in progress."""
    return PackError(
        f"rule {this.name!r} ({this.where}) {what}; a function marked with @rule takes the game "
        "in progress as its first parameter, as in def check(play, ...); take @rule off a helper "
        "without it"
    )


@cache
def _make_runner(declared: str, handed: str, play: str, asks: bool) -> Callable[..., Any]:
    """Write the function around procedures with these parameters."""
    given = "yield from procedure__" if asks else "procedure__"
    text = f"""
def make(procedure__, this__):
    def run({declared}):
        try:
            stack__ = {play}.rules
        except AttributeError:
            raise needs_play__(this__, f"was called with {{short__({play})}}") from None
        stack__.append(this__)
        try:
            return ({given}({handed}))
        finally:
            stack__.pop()
    return run
"""
    space: dict[str, Any] = {"needs_play__": _needs_play, "short__": short}
    exec(text, space)
    make: Callable[..., Any] = space["make"]
    return make


def ruling(
    text: str, why: str, *, rejected: str = "", option: str = ""
) -> Callable[[Function], Function]:
    """State an interpretation beside the procedure that it concerns.

    `text` is the chosen reading, `rejected` the other one, `why` the reason.
    If players will disagree, `option` names the option of the game that chooses between them.
    Put it below `@rule`, or alone on a procedure that serves several rules:

        @rule("Snap-shot attack")
        @ruling(
            "a destroyed defender does not fire",
            rejected="it fires before it is taken off",
            why="the shot follows the mover's own attack",
            option="last_shots",
        )
        def snap_shot(play): ...
    """

    def mark(procedure: Function) -> Function:
        known = getattr(procedure, "rulings", [])
        this = Ruling("", text, why, rejected, option)
        procedure.rulings = [this, *known]  # type: ignore[attr-defined]
        return procedure

    return mark


def _procedures(package: str) -> tuple[Any, ...]:
    """Return the procedures of a package that carry a rule or a ruling, in the order of lines.

    Only modules that have been imported are searched.
    """
    within = package + "."
    # Other threads may import modules meanwhile, so this loops over copies.
    near = [name for name in list(sys.modules) if name.startswith(package)]
    modules = [
        sys.modules[name] for name in sorted(near) if name == package or name.startswith(within)
    ]
    return _marked_in(tuple((module, len(vars(module))) for module in modules))


@lru_cache(maxsize=32)
def _marked_in(modules: tuple[tuple[ModuleType, int], ...]) -> tuple[Any, ...]:
    """Return the marked procedures of modules, each given with its number of names so far.

    The numbers are part of the cache key: a module that is still being imported is searched again.
    """
    found: list[Any] = []
    for module, _ in modules:
        marked = [
            thing
            for thing in list(vars(module).values())
            if inspect.isfunction(thing)
            and thing.__module__ == module.__name__
            and (hasattr(thing, "rule") or hasattr(thing, "rulings"))
        ]
        found += sorted(
            dict.fromkeys(marked), key=lambda thing: inspect.unwrap(thing).__code__.co_firstlineno
        )
    return tuple(found)


def rules_of(package: str) -> list[Rule]:
    """Return the rules index of a loaded package."""
    return [p.rule for p in _procedures(package) if isinstance(getattr(p, "rule", None), Rule)]


def rulings_of(package: str) -> list[Ruling]:
    """Return the rulings of a loaded package."""
    return [ruling for p in _procedures(package) for ruling in getattr(p, "rulings", ())]
