"""Checks that the data of a pack is used and that its names resolve."""

from collections.abc import Callable, Iterator, Mapping
from inspect import signature
from typing import TYPE_CHECKING, Any

import attrs

from ..boards import MapSpace
from ..boards.proposed_links import proposed_in
from ..data import Component, Entry
from ..engine.pack_data import PackData
from ..engine.resolution import keywords_of
from ..events import counted
from ..tables import Effect, Table
from ..tables.results import Threshold, parts
from .exam_run import Exam, parts_of

if TYPE_CHECKING:
    from .watch import Reached

_COMMON = {
    field.name for kind in (Component, Entry, PackData, Table) for field in attrs.fields(kind)
}


def check_conditions(exam: Exam) -> None:
    """Check that the conditions and effects of tables and game fit each other."""
    _check_conditions(exam, dict(exam.data.tables))
    _check_effects(exam, dict(exam.data.tables))


def check_links(exam: Exam) -> None:
    """Remind of links between spaces that are only proposed."""
    for file, links in proposed_in(exam.game.package).items():
        text = file.read_text(encoding="utf-8", errors="replace")
        line = text.partition("# proposed")[0].count("\n") + 1
        what = counted(len(links), "link is", "links are")
        exam.report("C309", f"{what} only proposed", (str(file), line))


def check_use(exam: Exam, reached: "Reached") -> None:
    """Check that all data is used: named by the code of the pack, or reached in a game."""
    if exam.source.files:
        _check_tables(exam, dict(exam.data.tables), reached)
        _check_fields(exam)


def _check_conditions(exam: Exam, tables: Mapping[str, Table]) -> None:
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


def _check_effects(exam: Exam, tables: Mapping[str, Table]) -> None:
    """Check that the effects of tables and game fit each other, where the game has functions."""
    effects = exam.game.effects
    named = set()
    for table in tables.values() if effects else ():
        for effect in _effects(table):
            named.add(effect.name)
            if effect.name not in effects:
                exam.report(
                    "C301",
                    f"table {table.id!r}: no effect is called {effect.name!r}",
                    exam.data_places.table(table.id),
                    remedy=f"add it to `effects` of the game, which has: {', '.join(effects)}",
                    value=repr(effect.name),
                )
            elif why := _misfit(effects[effect.name], effect):
                exam.report(
                    "C301",
                    f"table {table.id!r}: the effect {effect.name!r} cannot be carried out, {why}",
                    exam.data_places.table(table.id),
                    remedy="give it the arguments of its function in `effects` of the game",
                    value=str(effect),
                )
    for name, function in effects.items():
        if name not in named:
            exam.report("C302", f"no table has the effect {name!r}", function)


def _misfit(function: Callable[..., Any], effect: Effect) -> str:
    """Return in words which arguments of an effect its function does not take, or misses."""
    try:
        signature(function).bind(None, **keywords_of(effect))
    except TypeError as error:
        return str(error)
    except ValueError:  # a function without a signature
        pass
    return ""


def _check_tables(exam: Exam, tables: Mapping[str, Table], reached: "Reached") -> None:
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
    homes = getattr(exam.data.tables, "homes", {})
    for table in tables.values():
        place = exam.data_places.table(table.id)
        if not place[0] and table.id in homes:
            place = homes[table.id], 1
        if not table.title:
            exam.report("C308", f"the table {table.id!r} has no title for players to read", place)
        if table.id not in named and table.id not in led_to:
            exam.report(
                "C303",
                f"no rule names the table {table.id!r} ({table.title or 'without a title'})",
                place,
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
    for effect in _effects(table):
        for _, value in effect.arguments:
            several = value if isinstance(value, tuple) else (value,)
            yield from (one for one in several if isinstance(one, str))


def _effects(table: Table) -> Iterator[Effect]:
    """Yield every effect of a table, those behind thresholds included."""
    waiting = [*_results(table)]
    while waiting:
        one = waiting.pop(0)
        if isinstance(one, Effect):
            yield one
        elif isinstance(one, Threshold):
            waiting += [*parts(one.passed), *parts(one.failed)]


def _results(table: Table) -> Iterator[Any]:
    """Yield every single result that a table can give."""
    cells = [row.results for row in table.rows] + [one.results for one in table.overrides]
    for results in cells:
        for result in results:
            yield from parts(result)


def _check_fields(exam: Exam) -> None:
    """Report keys of the pack's own data classes that no code mentions."""
    source = exam.source
    used = source.names | source.texts.keys() | source.keys.keys()
    for kind in dict.fromkeys(map(type, own_parts(exam))):
        for name in own_fields(kind):
            if name not in used:
                exam.report(
                    "C305",
                    f"no rule reads {name!r} of {kind.__name__}",
                    source.fields.get((kind.__name__, name), ("", 0)),
                )


def check_names(exam: Exam) -> None:
    """Note effects that no code names, and words that stand where code names others of a kind.

    Words of a kind are the results of one table, or the values of one key of a data class.
    A kind of which code names none is shown or counted as it is, and needs no rule.
    """
    source = exam.source
    used = source.names | source.texts.keys() | source.keys.keys()
    ids = exam.data.names.keys() | exam.data.tables.keys()
    for table in exam.data.tables.values():
        words = {part for part in _results(table) if isinstance(part, str)}
        for effect in _effects(table):
            if not _is_named(effect.name, used):
                exam.report(
                    "C306",
                    f"no rule names the effect {effect.name!r} of table {table.id!r}",
                    exam.data_places.table(table.id),
                )
        place = exam.data_places.table(table.id)
        _check_words(exam, words - ids, used, f"table {table.id!r}", place)
    for (kind, name), words in _words_of_classes(exam).items():
        place = source.fields.get((kind, name), ("", 0))
        _check_words(exam, words - ids, used, f"{name!r} of {kind}", place)


def _check_words(exam: Exam, words: set[str], used: set[str], of: str, place: Any) -> None:
    unnamed = sorted(word for word in words if not _is_named(word, used))
    if unnamed and len(unnamed) < len(words):
        exam.report(
            "C307",
            f"{of}: rules name {len(words) - len(unnamed)} of {len(words)} words, "
            f"but not {', '.join(map(repr, unnamed))}",
            place,
        )


def _is_named(word: str, used: set[str]) -> bool:
    """Return whether code has a word, or a beginning or ending of it such as `"_out"`."""
    marks = [at for at, sign in enumerate(word) if sign in "_:"]
    return word in used or any(word[at:] in used or word[: at + 1] in used for at in marks)


def _words_of_classes(exam: Exam) -> Mapping[tuple[str, str], set[str]]:
    """Return the plain words under each key of the pack's own data classes, ids left out."""
    found: dict[tuple[str, str], set[str]] = {}
    for thing in own_parts(exam):
        for field in attrs.fields(type(thing)):
            value = getattr(thing, field.name, None)
            if isinstance(value, str) and value.isidentifier() and field.name not in _COMMON:
                found.setdefault((type(thing).__name__, field.name), set()).add(value)
    return {key: words for key, words in found.items() if key[1] != "id"}


def own_parts(exam: Exam) -> Iterator[Any]:
    """Yield what the data of the pack holds of the pack's own classes."""
    for thing in parts_of(exam.data):
        if type(thing).__module__.startswith(exam.game.package):
            yield thing


def spaces_of(exam: Exam) -> set[str]:
    """Return the ids of the spaces of the maps in the data of the pack."""
    return {thing.id for thing in parts_of(exam.data) if isinstance(thing, MapSpace)}


def texts_of(data: Any) -> set[str]:
    """Return every text in the data of a pack: keys, ids, words, results of tables."""
    found: set[str] = set(data.names) | set(data.tables)
    for table in data.tables.values():
        found.update(part for part in _results(table) if isinstance(part, str))
    for thing in parts_of(data):
        for field in attrs.fields(type(thing)):
            value = getattr(thing, field.name, None)
            several = value if isinstance(value, list | tuple | set | frozenset) else (value,)
            found.update(one for one in several if isinstance(one, str))
    return found


def own_fields(kind: type) -> Iterator[str]:
    """Yield the keys of a data class that are the pack's own, not those of the core's classes."""
    cores = [one for one in kind.__mro__ if one.__module__.startswith("tabletop_core.")]
    theirs = {field.name for one in cores if attrs.has(one) for field in attrs.fields(one)}
    for field in attrs.fields(kind):
        if field.name not in _COMMON | theirs:
            yield field.name
