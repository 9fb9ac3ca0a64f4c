"""Whether the data of a pack is used, and its names resolve."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from ..data import Component, Entry
from ..engine.pack_data import PackData
from ..tables import Effect, Table
from ..tables.results import parts

if TYPE_CHECKING:
    from .sitting import Exam
    from .watch import Reached

_COMMON = {
    field.name for kind in (Component, Entry, PackData, Table) for field in attrs.fields(kind)
}


def check(exam: "Exam") -> None:
    """Check that the conditions of tables and game fit each other."""
    _check_conditions(exam, dict(exam.data.tables))


def check_use(exam: "Exam", reached: "Reached") -> None:
    """Check that all data is used: named by the code of the pack, or reached in a game."""
    if exam.source.files:
        _check_tables(exam, dict(exam.data.tables), reached)
        _check_fields(exam)


def _check_conditions(exam: "Exam", tables: Mapping[str, Table]) -> None:
    named = set()
    for table in tables.values():
        for modifier, condition in table.conditions.items():
            named.add(condition)
            if condition not in exam.game.conditions:
                known = ", ".join(exam.game.conditions) or "none"
                exam.report(
                    "C301",
                    f"table {table.id!r}, modifier {modifier!r}: no condition is called "
                    f"{condition!r}",
                    exam.data_places.table(table.id, "modifier", modifier, "when"),
                    remedy=f"add it to `conditions` of the game, which has: {known}",
                    value=repr(condition),
                )
    for name, function in exam.game.conditions.items():
        if name not in named:
            exam.report("C302", f"no modifier of a table has the condition {name!r}", function)


def _check_tables(exam: "Exam", tables: Mapping[str, Table], reached: "Reached") -> None:
    from ..tables.checks import references

    source = exam.source
    named = source.texts.keys() | source.keys.keys() | source.names
    led_to = set(reached.tables)
    applied = set(reached.modifiers)
    for table in tables.values():
        for _, reference in references(table):
            led_to.add(reference.table)
            applied.update(reference.with_)
        given = set(_arguments_of_effects(table))
        led_to |= given
        applied |= given
    for table in tables.values():
        if table.id not in named and table.id not in led_to:
            exam.report(
                "C303",
                f"no rule names the table {table.id!r} ({table.title})",
                exam.data_places.table(table.id),
            )
        for modifier in table.modifiers:
            if not modifier.when and modifier.id not in named and modifier.id not in applied:
                exam.report(
                    "C304",
                    f"nothing applies the modifier {modifier.id!r} of table {table.id!r}",
                    exam.data_places.table(table.id, "modifier", modifier.id),
                )


def _arguments_of_effects(table: Table) -> Iterator[str]:
    """Yield the texts among the arguments of effects, which may name a table or a modifier."""
    cells = [row.results for row in table.rows] + [one.results for one in table.overrides]
    for results in cells:
        for part in (part for result in results for part in parts(result)):
            if isinstance(part, Effect):
                for _, value in part.arguments:
                    several = value if isinstance(value, tuple) else (value,)
                    yield from (one for one in several if isinstance(one, str))


def _check_fields(exam: "Exam") -> None:
    """Report keys of the pack's own data classes that no code mentions."""
    source = exam.source
    used = source.names | source.texts.keys() | source.keys.keys()
    for kind in dict.fromkeys(map(type, _parts(exam.data, set()))):
        if not kind.__module__.startswith(exam.game.package):
            continue
        for field in attrs.fields(kind):
            if field.name not in used and field.name not in _COMMON:
                exam.report(
                    "C305",
                    f"no rule reads {field.name!r} of {kind.__name__}",
                    source.fields.get((kind.__name__, field.name), ("", 0)),
                )


def _parts(value: Any, seen: set[int]) -> Iterator[Any]:
    """Yield the attrs objects inside data."""
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, Mapping):
        for item in value.values():
            yield from _parts(item, seen)
    elif isinstance(value, list | tuple | set | frozenset):
        for item in value:
            yield from _parts(item, seen)
    elif attrs.has(type(value)) and not isinstance(value, Table):
        yield value
        for field in attrs.fields(type(value)):
            yield from _parts(getattr(value, field.name, None), seen)
