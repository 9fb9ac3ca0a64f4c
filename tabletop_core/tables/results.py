"""What a cell of a table can say: a plain value, dice, a reference, an effect, or several.

Plain values stay plain Python (`"storm"`, `3`, `True`); the others are the small values below.
`read_result` turns the written form into these, `written` turns them back, `describe` says them.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

import attrs

from ..dice.notation import parse_dice
from ..dice.pools import Dice
from ..errors import DataError, DiceError, Problem
from ..values import Value

Scalar: TypeAlias = str | int | float | bool


@attrs.frozen(eq=False, repr=False)
class RollResult(Value):
    """Roll these dice; the total is the result. `name` says what the number counts."""

    dice: Dice
    name: str = ""
    note: str = ""


@attrs.frozen(eq=False, repr=False)
class Reference(Value):
    """Go on to another table, so many times, with these modifiers besides the caller's."""

    table: str
    times: int | Dice = 1
    column: str | int | None = None
    with_: tuple[str, ...] = ()
    name: str = ""
    note: str = ""


@attrs.frozen(eq=False, repr=False)
class Effect(Value):
    """A named effect and its arguments, for rules to carry out."""

    name: str
    arguments: tuple[tuple[str, Any], ...] = ()
    note: str = ""

    @property
    def args(self) -> dict[str, Any]:
        """The arguments by name."""
        return dict(self.arguments)


@attrs.frozen(eq=False, repr=False)
class Noted(Value):
    """A plain value with a note of its own."""

    value: Scalar
    note: str


@attrs.frozen(eq=False, repr=False)
class Again(Value):
    """Roll again on the same table."""

    note: str = ""


@attrs.frozen(eq=False, repr=False)
class Several(Value):
    """Results that all happen, in order."""

    results: tuple[Any, ...]


Result: TypeAlias = Scalar | RollResult | Reference | Effect | Noted | Again | Several | None

_KEYS = {
    "roll": {"name", "note"},
    "table": {"times", "column", "with", "name", "note"},
    "effect": None,
    "value": {"note"},
    "again": {"note"},
}
_WRITE = (
    "write a plain value, an array of results, or an inline table with exactly one of "
    "roll, table, effect, value, again"
)


def _fault(message: str, value: Any, remedy: str = _WRITE) -> DataError:
    return DataError([Problem(code="T201", message=message, value=repr(value), remedy=remedy)])


def read_result(raw: Any) -> Result:
    """Read the written form of a result; raise `DataError` when it is none.

    >>> read_result({"roll": "1d6"}).dice.high
    6
    """
    if type(raw) in (str, int, float, bool):
        scalar: Scalar = raw
        return scalar
    if isinstance(raw, list | tuple):
        if not raw:
            raise _fault("an empty array is no result", raw)
        return Several(tuple(read_result(part) for part in raw))
    if not isinstance(raw, Mapping):
        raise _fault("this is no result", raw)
    kinds = [kind for kind in _KEYS if kind in raw]
    if len(kinds) != 1:
        raise _fault("this is no result", raw)
    allowed = _KEYS[kinds[0]]
    unknown = sorted(set(raw) - {kinds[0]} - (allowed or set()))
    if allowed is not None and unknown:
        keys = ", ".join(sorted(allowed))
        raise _fault(f"a {kinds[0]} result has no key {unknown[0]!r}", raw, f"use {keys}")
    return _READERS[kinds[0]](raw)


def _text(raw: Mapping[str, Any], key: str) -> str:
    value = raw.get(key, "")
    if type(value) is not str:
        raise _fault(f"{key} must be text", value, "write it in quotes")
    return value


def _dice(text: Any) -> Dice:
    try:
        return parse_dice(text)
    except DiceError as error:
        raise _fault(str(error), text, "write dice such as '1d6'") from None


def _read_roll(raw: Mapping[str, Any]) -> Result:
    return RollResult(_dice(raw["roll"]), _text(raw, "name"), _text(raw, "note"))


def _read_reference(raw: Mapping[str, Any]) -> Result:
    times = raw.get("times", 1)
    if type(times) is str:
        times = _dice(times)
    elif type(times) is not int or not 1 <= times <= 100:
        raise _fault("times must be from 1 to 100, or dice", times, "write 2 or '1d6'")
    column = raw.get("column")
    if column is not None and type(column) not in (str, int):
        raise _fault("column must be a name or a number", column, "write it as the table does")
    with_ = raw.get("with", [])
    if not isinstance(with_, list) or any(type(name) is not str for name in with_):
        raise _fault("with must be an array of modifier ids", with_, "write with = ['id']")
    table, name, note = _text(raw, "table"), _text(raw, "name"), _text(raw, "note")
    if not table:
        raise _fault("a reference needs the id of a table", raw, "name the table")
    return Reference(table, times, column, tuple(with_), name, note)


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_frozen(part) for part in value)
    if type(value) not in (str, int, float, bool):
        raise _fault("an argument of an effect must be a plain value or an array", value)
    return value


def _read_effect(raw: Mapping[str, Any]) -> Result:
    arguments = sorted((k, _frozen(v)) for k, v in raw.items() if k not in ("effect", "note"))
    name = _text(raw, "effect")
    if not name:
        raise _fault("an effect needs a name", raw, "name the effect")
    return Effect(name, tuple(arguments), _text(raw, "note"))


def _read_noted(raw: Mapping[str, Any]) -> Result:
    if type(raw["value"]) not in (str, int, float, bool):
        raise _fault("value must be plain", raw["value"], "write text, a number, true or false")
    note = _text(raw, "note")
    return Noted(raw["value"], note) if note else read_result(raw["value"])


def _read_again(raw: Mapping[str, Any]) -> Result:
    if raw["again"] is not True:
        raise _fault("again can only be true", raw["again"], "write again = true")
    return Again(_text(raw, "note"))


_READERS = {
    "roll": _read_roll,
    "table": _read_reference,
    "effect": _read_effect,
    "value": _read_noted,
    "again": _read_again,
}


def _without_blanks(**keys: Any) -> dict[str, Any]:
    return {key: value for key, value in keys.items() if value not in ("", None, [])}


def written(result: Result) -> Any:
    """Return the form in which a result stands in TOML or JSON; `None` for no result.

    >>> written(Reference("5-1.a", times=2))
    {'table': '5-1.a', 'times': 2}
    """
    if isinstance(result, RollResult):
        return _without_blanks(roll=str(result.dice), name=result.name, note=result.note)
    if isinstance(result, Reference):
        times = result.times if isinstance(result.times, int) else str(result.times)
        return {
            "table": result.table,
            **({} if times == 1 else {"times": times}),
            **_without_blanks(column=result.column, name=result.name, note=result.note),
            **({"with": list(result.with_)} if result.with_ else {}),
        }
    if isinstance(result, Effect):
        arguments = {k: list(v) if isinstance(v, tuple) else v for k, v in result.arguments}
        return {"effect": result.name, **arguments, **_without_blanks(note=result.note)}
    if isinstance(result, Noted):
        return {"value": result.value, "note": result.note}
    if isinstance(result, Again):
        return {"again": True, **_without_blanks(note=result.note)}
    if isinstance(result, Several):
        return [written(part) for part in result.results]
    return result


def describe(result: Any) -> str:
    """Say a result in words.

    >>> describe(Several((Effect("fire", (("in", "nose"),)), RollResult(parse_dice("1d6")))))
    'fire (in nose) and roll 1d6'
    """
    if isinstance(result, RollResult):
        return f"roll {result.dice}" + (f" for {result.name}" if result.name else "")
    if isinstance(result, Reference):
        times = "" if result.times == 1 else f", {result.times} times"
        column = "" if result.column is None else f", column {result.column}"
        with_ = f", with {', '.join(result.with_)}" if result.with_ else ""
        name = f"{result.name}: " if result.name else ""
        return f"{name}roll on table {result.table}{column}{times}{with_}"
    if isinstance(result, Effect):
        arguments = ", ".join(f"{k.replace('_', ' ')} {describe(v)}" for k, v in result.arguments)
        return result.name.replace("_", " ") + (f" ({arguments})" if arguments else "")
    if isinstance(result, Noted):
        return describe(result.value)
    if isinstance(result, Again):
        return "roll again"
    if isinstance(result, Several):
        return " and ".join(map(describe, result.results))
    if isinstance(result, tuple):
        return " and ".join(map(describe, result)) if result else "nothing"
    if isinstance(result, bool):
        return "yes" if result else "no"
    return "no result" if result is None else str(result)


def parts(result: Any) -> tuple[Any, ...]:
    """List the single results of a cell, `Several` taken apart at every depth."""
    if isinstance(result, Several):
        return tuple(part for inner in result.results for part in parts(inner))
    return (result,)


def note_of(result: Any) -> str:
    """Return the id of the note that a single result carries, or nothing."""
    note = getattr(result, "note", "")
    return note if isinstance(note, str) else ""
