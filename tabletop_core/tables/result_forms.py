"""The written form of results in TOML and JSON: read and write it."""

from collections.abc import Mapping
from typing import Any

from ..dice.notation import parse_dice
from ..dice.pools import Dice
from ..errors import DataError, DiceError, Problem
from .ranges import read_spans
from .results import (
    Again,
    Effect,
    Named,
    Noted,
    Reference,
    Result,
    RollResult,
    Scalar,
    Several,
    Text,
    Threshold,
)

_KEYS = {
    "roll": {"name", "note", "needs", "then", "else"},
    "table": {"times", "column", "with", "name", "note", "no_duplicates", "depth"},
    "effect": None,
    "value": {"name", "note"},
    "again": {"note", "times", "dm", "with", "not_this_row", "no_duplicates", "depth"},
}
_WRITE = (
    "write a plain value, an array of results, or an inline table with exactly one of "
    "roll, table, effect, value, again"
)
MAX_NESTING = 50


def _fault(message: str, value: Any, remedy: str = _WRITE) -> DataError:
    shown = repr(value)
    shown = shown if len(shown) <= 80 else shown[:77] + "..."
    return DataError([Problem(code="T201", message=message, value=shown, remedy=remedy)])


def read_result(raw: Any, nested: int = 0) -> Result:
    """Read the written form of a result; raise `DataError` when it is none.

    >>> read_result({"roll": "1d6"}).dice.high
    6
    """
    if nested > MAX_NESTING:
        raise _fault("this is nested too deeply", "...", "flatten it")
    if type(raw) is str:
        return _read_plain(raw)
    if type(raw) in (int, float, bool):
        number: Scalar = _read_number(raw)
        return number
    if isinstance(raw, list | tuple):
        if not raw:
            raise _fault("an empty array is not a result", raw)
        return Several([read_result(part, nested + 1) for part in raw])
    if not isinstance(raw, Mapping):
        raise _fault("this is not a result", raw)
    kinds = [kind for kind in _KEYS if kind in raw]
    if len(kinds) != 1:
        raise _fault("this is not a result", raw)
    allowed = _KEYS[kinds[0]]
    unknown = sorted(set(raw) - {kinds[0]} - (allowed or set()))
    if allowed is not None and unknown:
        keys = ", ".join(sorted(allowed))
        raise _fault(f"a {kinds[0]} result has no key {unknown[0]!r}", raw, f"use {keys}")
    return _READERS[kinds[0]](raw, nested)


def _read_plain(raw: str) -> Result:
    """Read a text; one with places to fill is a template, and doubled braces are single ones."""
    if "{" not in raw and "}" not in raw:
        return raw
    try:
        found = Text(raw)
        return found if found.places else found.filled(())
    except DiceError as error:
        raise _fault(str(error), raw, "write {2d6} or {table}, and {{ }} for braces") from None


def _read_number(raw: Any) -> Any:
    if type(raw) is int and abs(raw) >= 2**63:
        raise _fault("this number is too large", "...", "use at most 64 bits")
    if raw != raw or raw in (float("inf"), float("-inf")):
        raise _fault("this is not a finite number", raw, "write a finite number")
    return raw


def _text(raw: Mapping[str, Any], key: str) -> str:
    value = raw.get(key, "")
    if type(value) is not str:
        raise _fault(f"{key} must be text", value, "write it in quotes")
    return value


def _number(raw: Mapping[str, Any], key: str, least: int, most: int) -> int:
    value = raw.get(key, 0)
    if key in raw and (type(value) is not int or not least <= value <= most):
        raise _fault(
            f"{key} must be a number from {least} to {most}", value, "write a number in that range"
        )
    return int(value)


def _flag(raw: Mapping[str, Any], key: str) -> bool:
    if raw.get(key, True) is not True:
        raise _fault(f"{key} can only be true", raw[key], f"write {key} = true, or leave it out")
    return key in raw


def _dice(text: Any) -> Dice:
    try:
        return parse_dice(text)
    except (DiceError, TypeError) as error:
        raise _fault(str(error), text, "write dice such as '1d6'") from None


def _read_times(raw: Mapping[str, Any]) -> int | Dice:
    times = raw.get("times", 1)
    if type(times) is str:
        return _dice(times)
    if type(times) is not int or not 1 <= times <= 100:
        raise _fault("times must be from 1 to 100, or dice", times, "write 2 or '1d6'")
    return times


def _read_with(raw: Mapping[str, Any]) -> tuple[str, ...]:
    with_ = raw.get("with", [])
    if not isinstance(with_, list) or any(type(name) is not str for name in with_):
        raise _fault("with must be an array of modifier ids", with_, "write with = ['id']")
    return tuple(with_)


def _read_roll(raw: Mapping[str, Any], nested: int) -> Result:
    dice, name, note = _dice(raw["roll"]), _text(raw, "name"), _text(raw, "note")
    if "needs" not in raw:
        if extra := {"then", "else"} & set(raw):
            raise _fault(f"{min(extra)} needs a number that is not stated", raw, "add needs")
        return RollResult(dice, name, note)
    needs = str(raw["needs"]) if type(raw["needs"]) is int else _text(raw, "needs")
    if read_spans(needs) is None:
        raise _fault("needs must be a number or range", needs, "write such as '7+' or '..3'")
    passed = read_result(raw.get("then", True), nested + 1)
    failed = read_result(raw.get("else", False), nested + 1)
    return Threshold(dice, needs, passed, failed, name, note)


def _read_reference(raw: Mapping[str, Any], _: int) -> Result:
    column = raw.get("column")
    if column is not None and type(column) not in (str, int):
        raise _fault("column must be a name or a number", column, "write it as the table does")
    table = _text(raw, "table")
    if not table:
        raise _fault("a reference needs the id of a table", raw, "name the table")
    return Reference(
        table, _read_times(raw), column, _read_with(raw), _text(raw, "name"), _text(raw, "note"),
        no_duplicates=_flag(raw, "no_duplicates"), depth=_number(raw, "depth", 1, 100),
    )  # fmt: skip


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_frozen(part) for part in value)
    if type(value) not in (str, int, float, bool):
        raise _fault("an argument of an effect must be a plain value or an array", value)
    return value if type(value) is str else _read_number(value)


def _read_effect(raw: Mapping[str, Any], _: int) -> Result:
    arguments = [(k, _frozen(v)) for k, v in raw.items() if k not in ("effect", "note")]
    name = _text(raw, "effect")
    if not name:
        raise _fault("an effect needs a name", raw, "name the effect")
    return Effect(name, tuple(arguments), _text(raw, "note"))


def _read_value(raw: Mapping[str, Any], _: int) -> Result:
    value = raw["value"]
    if type(value) not in (str, int, float, bool):
        raise _fault("value must be plain", value, "write text, a number, true or false")
    value = value if type(value) is str else _read_number(value)
    name, note = _text(raw, "name"), _text(raw, "note")
    named = Named(value, name) if name else value
    return Noted(named, note) if note else named


def _read_again(raw: Mapping[str, Any], _: int) -> Result:
    _flag(raw, "again")
    return Again(
        _text(raw, "note"), times=_read_times(raw), dm=_number(raw, "dm", -(10**6), 10**6),
        with_=_read_with(raw), not_this_row=_flag(raw, "not_this_row"),
        no_duplicates=_flag(raw, "no_duplicates"), depth=_number(raw, "depth", 1, 100),
    )  # fmt: skip


_READERS = {
    "roll": _read_roll,
    "table": _read_reference,
    "effect": _read_effect,
    "value": _read_value,
    "again": _read_again,
}


def _stated(**keys: Any) -> dict[str, Any]:
    blank: tuple[Any, ...] = ("", None, [], False, 0)
    return {key.rstrip("_"): value for key, value in keys.items() if value not in blank}


def _rounds(result: Reference | Again) -> dict[str, Any]:
    times = result.times if isinstance(result.times, int) else str(result.times)
    return {} if times == 1 else {"times": times}


def written(result: Any) -> Any:
    """Return the form of a result in TOML or JSON; `None` for no result.

    >>> written(Reference("5-1.a", times=2))
    {'table': '5-1.a', 'times': 2}
    """
    if isinstance(result, str):
        return result.replace("{", "{{").replace("}", "}}")
    if isinstance(result, Text):
        return result.template
    if isinstance(result, RollResult):
        return {"roll": str(result.dice), **_stated(name=result.name, note=result.note)}
    if isinstance(result, Threshold):
        outcomes = {"then": written(result.passed), "else": written(result.failed)}
        outcomes = {} if outcomes == {"then": True, "else": False} else outcomes
        more = _stated(name=result.name, note=result.note)
        return {"roll": str(result.dice), "needs": result.needs, **outcomes, **more}
    if isinstance(result, Reference):
        return {
            "table": result.table,
            **_rounds(result),
            **({} if result.column is None else {"column": result.column}),
            **_stated(
                name=result.name, note=result.note, with_=list(result.with_),
                no_duplicates=result.no_duplicates, depth=result.depth,
            ),
        }  # fmt: skip
    if isinstance(result, Effect):
        arguments = {k: _thawed(v) for k, v in result.arguments}
        return {"effect": result.name, **arguments, **_stated(note=result.note)}
    if isinstance(result, Named):
        several = isinstance(result.value, tuple)
        value = [written(one) for one in result.value] if several else result.value
        return {"value": value, "name": result.name}
    if isinstance(result, Noted):
        named = isinstance(result.value, Named)
        value = written(result.value) if named else {"value": result.value}
        return {**value, **_stated(note=result.note)}
    if isinstance(result, Again):
        return {
            "again": True,
            **_rounds(result),
            **_stated(
                dm=result.dm, with_=list(result.with_), not_this_row=result.not_this_row,
                no_duplicates=result.no_duplicates, depth=result.depth, note=result.note,
            ),
        }  # fmt: skip
    if isinstance(result, Several):
        return [written(part) for part in result.results]
    return result


def _thawed(value: Any) -> Any:
    return [_thawed(part) for part in value] if isinstance(value, tuple) else value
