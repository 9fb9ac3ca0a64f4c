"""Carrying out charts: look up a row, then walk through its result.

A result is a plain label, dice, a reference to another chart, a named effect, or several of these.
Effects are functions registered with `@effect`. Where a chart involves more than its rows (a flak
hit, feathering that cannot work), a function registered with `@chart` handles it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from types import GeneratorType
from typing import Any, TypeAlias

from tabletop_core import Asks
from tabletop_core.dice import Dice
from tabletop_core.events import printed_number
from tabletop_core.tables import Effect, Noted, Reference, RollResult, Several

from ..data import Data
from ..questions.bomber import assembly_zone, in_formation, kept_apart_by
from ..questions.conditions import CONDITIONS, COUNTS
from ..shown.words import capital
from ..state import InPlay, State

Labels: TypeAlias = list[Any]

EFFECTS: dict[str, Callable[..., Any]] = {}
STATES: dict[str, Callable[[State], bool]] = {}
PROCEDURES: dict[str, Callable[..., Any]] = {}


class Down(Exception):  # noqa: N818 - not an error
    """Raised when the bomber has come down or is lost, to leave the rules of flight at once."""


def effect(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register the function that carries out an effect. Its arguments are those of the data."""

    def register(procedure: Callable[..., Any]) -> Callable[..., Any]:
        EFFECTS[name] = procedure
        return procedure

    return register


def chart(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a procedure that surrounds the lookup of a chart.

    It is called with the play, the chart's id and the arguments of `resolve`. It calls `read`
    itself when the chart is to be read.
    """

    def register(procedure: Callable[..., Any]) -> Callable[..., Any]:
        for name in names:
            PROCEDURES[name] = procedure
        return procedure

    return register


ROLLED_FOR: Mapping[str, tuple[str, ...]] = {
    "man": ("7-13", "7-13.a", "7-13.b", "7-14", "7-14.note", "7-11.note", "oxygen"),
    "engine": (
        *("4-9.d", "4-9.e", "4-9.e.6", "4-9.e.b", "7-5.10.hit", "7-5.f", "7-5.fire"),
        *("7-5.fire.again", "7-5.g", "7-5.h", "7-5.h.leak", "7-5.i", "7-5.j", "7-5.k", "7-5.l"),
        *("7-5.m", "7-5.m.inboard", "7-5.m.outboard", "7-5.p", "7-5.p.dive"),
    ),
    "wing": ("7-5", "7-5.5", "7-5.6", "7-5.9", "7-5.9.hit", "7-5.d", "7-5.e"),
    "bay": (
        "7-3.5.which",
        "7-3.8",
        "7-3.c",
        "7-3.d",
        "7-3.e.motor",
        "7-3.e.pilot",
        "7-3.f",
        "7-3.f.jettison",
        "7-10.d",
    ),
    "section": ("7-12",),
}
"""The charts whose title does not say for whom or what they are rolled, by their subject."""

IN_HAND = {chart: what for what, charts in ROLLED_FOR.items() for chart in charts}


def rolled_for(play: InPlay, name: str) -> str:
    """Return for whom or what a chart is rolled, if the title does not say."""
    what = IN_HAND.get(name)
    meant = getattr(play.state.subject, what) if what else ""
    if not meant:
        return ""
    if what in ("wing", "bay", "engine"):
        return f"engine {meant}" if what == "engine" else f"{meant} {what}"
    return str(play.data.names[meant])


def tell_formation(play: InPlay) -> None:
    """Log that the bomber has left the formation or rejoined it."""
    mission = play.state.mission
    together = in_formation(play.state)
    if together == mission.formation.together:
        return
    mission.formation.together = together
    if together:
        play.log("in_formation")
    elif mission.flight.zone < assembly_zone(play.state):
        play.log("parted", zone=mission.flight.zone)
    else:
        play.log("alone", why=kept_apart_by(play.state))


@cache
def numbers_on(data: Data, chart: str) -> tuple[str, ...]:
    """Return the numbers that the modifiers of a chart count."""
    return tuple([one.per for one in data.tables[chart].modifiers if one.per])


def look_up(play: InPlay, name: str, **how: Any) -> Any:
    """Roll on a chart, or read it `at` a value, with all modifiers that apply now."""
    tell_formation(play)
    how.setdefault("why", rolled_for(play, name))
    needed = numbers_on(play.data, name)
    counts = {count: COUNTS[count](play.state) for count in needed} if needed else None
    return play.look_up(name, counts=counts, **how)


def read(play: InPlay, name: str, **how: Any) -> Asks:
    """Look up a chart and carry out the result. Return the plain labels met on the way."""
    result = look_up(play, name, **how).result
    if type(result) in (str, int):
        return [result]
    return (yield from carry_out(play, result))


def resolve(play: InPlay, name: str, **how: Any) -> Asks:
    """Carry out a chart with all that belongs to it. Return the plain labels met on the way."""
    procedure = PROCEDURES.get(name)
    if procedure is None:
        return (yield from read(play, name, **how))
    return (yield from run(procedure(play, name, **how)))


def run(started: Any) -> Asks:
    """Finish a procedure, whether or not it asks. Return its labels."""
    if type(started) is GeneratorType:
        started = yield from started
    return started if isinstance(started, list) else []


def carry_out(play: InPlay, result: Any) -> Asks:
    """Carry out a result of any form. Return its plain labels."""
    labels: Labels = []
    parts: Sequence[Any] = result.results if isinstance(result, Several) else (result,)
    # Check the state named by `only_if` before any effect changes it.
    held = {
        at: STATES[part.args["state"]](play.state)
        for at, part in enumerate(parts)
        if isinstance(part, Effect) and part.name == "only_if"
    }
    for at, part in enumerate(parts):
        if at in held:
            if held[at]:
                continue
            otherwise = part.args.get("otherwise")
            if otherwise:
                labels += yield from _do(play, Effect(otherwise))
            else:
                missing = parts[at].args["state"]
                play.log("no_effect", what="the rest" if at else "", missing=missing)
            break
        labels += yield from _do(play, part)
    return labels


def _do(play: InPlay, part: Any) -> Asks:
    if isinstance(part, Effect):
        return (yield from run(EFFECTS[part.name](play, **_arguments(part))))
    if isinstance(part, Reference):
        labels: Labels = []
        times = count_of(play, part.times, part.table)
        for number in range(1, times + 1):
            how: dict[str, Any] = {"why": f"{number} of {times}"} if times > 1 else {}
            if part.column is not None:
                how["column"] = part.column
            if part.with_:
                how["with_"] = part.with_
            labels += yield from resolve(play, part.table, **how)
        return labels
    if isinstance(part, Several):
        return (yield from carry_out(play, part))
    if isinstance(part, RollResult):
        return [play.roll(part.dice, with_rule_number(play, capital(part.name))).total]
    if isinstance(part, Noted):
        return [part.value]
    return [] if part is None else [part]


def _arguments(part: Effect) -> dict[str, Any]:
    """Return the arguments of an effect. Python reserves `with` and `from`, so they get a "_"."""
    return {f"{k}_" if k in ("with", "from") else k: v for k, v in part.arguments}


def with_rule_number(play: InPlay, what: str) -> str:
    """Return what is rolled for, with the printed number of the rule that asks for it."""
    return f"{what} [{printed_number(play.rule)}]"


def count_of(play: InPlay, count: int | str | Dice, why: str = "") -> int:
    """Return a number that is given directly or as dice."""
    return count if isinstance(count, int) else int(play.roll(count, why).total)


def chances(
    play: InPlay, name: str, column: str | None = None, **counts: int
) -> list[tuple[Any, Fraction]]:
    """Return the results of a chart with their exact odds now, or with other counts."""
    table = play.data.tables[name]
    known = {count: COUNTS[count](play.state) for count in numbers_on(play.data, name)} | counts
    held = [
        modifier.id
        for modifier in table.modifiers
        if modifier.when
        and (known[modifier.per] if modifier.per in counts else CONDITIONS[modifier.when](play))
    ]
    odds = table.odds(column=column, with_=held, counts=known)
    return [(result, odds.p(result)) for result in odds]


def against(play: InPlay, name: str) -> list[str]:
    """Return the reasons that now lower a roll on a chart, without the numbers of other charts."""
    lower = [modifier for modifier in play.data.tables[name].modifiers if modifier.dm < 0]
    held = [one.why for one in lower if one.when and CONDITIONS[one.when](play)]
    return [_NUMBERS.sub("", why) for why in held]


_NUMBERS = re.compile(r" \(\d+[-.]\d+[^)]*\)")
"""The printed numbers of charts and rules: (3-1), (4-9, 7-1)."""


def chance_of(play: InPlay, name: str, column: str | None, *none: Any) -> Fraction:
    """Return the chance that a chart now gives any result except those named."""
    return sum(
        (part for result, part in chances(play, name, column) if result not in none), Fraction(0)
    )


def how_many(parts: Sequence[Fraction]) -> list[Fraction]:
    """Return the odds of none, one, two ... of several independent chances coming true.

    >>> how_many([Fraction(1, 2), Fraction(1, 3)])
    [Fraction(1, 3), Fraction(1, 2), Fraction(1, 6)]
    """
    found = [Fraction(1)]
    for part in parts:
        without, with_ = [*found, Fraction(0)], [Fraction(0), *found]
        found = [(1 - part) * one + part * other for one, other in zip(without, with_, strict=True)]
    return found
