"""What a cell of a table can say: a plain value, dice, a reference, an effect, or several.

Plain values stay plain Python (`"storm"`, `3`, `True`); the others are the small values below.
`read_result` turns the written form into these, `written` turns them back, `describe` says them.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import attrs

from ..dice.notation import parse_dice
from ..dice.pools import Dice
from ..errors import DataError, DiceError, Problem
from ..values import Value
from .parts import words
from .ranges import index_of, read_spans

Scalar: TypeAlias = str | int | float | bool


def to_dice(value: Dice | str) -> Dice:
    return parse_dice(value) if isinstance(value, str) else value


def _times(value: int | str | Dice) -> int | Dice:
    return parse_dice(value) if isinstance(value, str) else value


def _arguments(value: Any) -> tuple[tuple[str, Any], ...]:
    pairs = value.items() if isinstance(value, Mapping) else value
    return tuple(sorted(((k, tuple(v) if isinstance(v, list) else v) for k, v in pairs), key=_key))


def _tupled(values: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(values)


def _key(pair: tuple[str, Any]) -> str:
    return pair[0]


@attrs.frozen(eq=False, repr=False)
class RollResult(Value):
    """Roll these dice; the total is the result. `name` says what the number counts."""

    dice: Dice = attrs.field(converter=to_dice)
    name: str = ""
    note: str = ""


@attrs.frozen(eq=False, repr=False)
class Threshold(Value):
    """Roll these dice against a number: one result where the total meets it, else the other."""

    dice: Dice = attrs.field(converter=to_dice)
    needs: str
    passed: Any = True
    failed: Any = False
    name: str = ""
    note: str = ""

    def result(self, total: int) -> Any:
        """Return what a total means."""
        return self.passed if index_of((read_spans(self.needs) or (),), total) == 0 else self.failed


@attrs.frozen(eq=False, repr=False)
class Reference(Value):
    """Go on to another table, so many times, with these modifiers besides the caller's.

    `no_duplicates` takes no row of that table twice; `depth` says how often at most this may be
    followed one within the other, where tables lead back to each other.
    """

    table: str
    times: int | Dice = attrs.field(default=1, converter=_times)
    column: str | int | None = None
    with_: tuple[str, ...] = attrs.field(default=(), converter=words)
    name: str = ""
    note: str = ""
    no_duplicates: bool = attrs.field(default=False, kw_only=True)
    depth: int = attrs.field(default=0, kw_only=True)


@attrs.frozen(eq=False, repr=False)
class Effect(Value):
    """A named effect and its arguments, for rules to carry out."""

    name: str
    arguments: tuple[tuple[str, Any], ...] = attrs.field(default=(), converter=_arguments)
    note: str = ""

    @property
    def args(self) -> dict[str, Any]:
        """The arguments by name."""
        return dict(self.arguments)


@attrs.frozen(eq=False, repr=False)
class Named(Value):
    """A value and what it counts or belongs to: 3 gp."""

    value: Any
    name: str


@attrs.frozen(eq=False, repr=False)
class Noted(Value):
    """A plain value with a note of its own."""

    value: "Scalar | Named"
    note: str


@attrs.frozen(eq=False, repr=False)
class Again(Value):
    """Roll again on the same table, so many times, with a number added or with modifiers.

    `not_this_row` rolls on until another row comes up, `no_duplicates` takes no row twice.
    `depth` says how often at most this may be followed one within the other.
    """

    note: str = ""
    times: int | Dice = attrs.field(default=1, converter=_times, kw_only=True)
    dm: int = attrs.field(default=0, kw_only=True)
    with_: tuple[str, ...] = attrs.field(default=(), converter=words, kw_only=True)
    not_this_row: bool = attrs.field(default=False, kw_only=True)
    no_duplicates: bool = attrs.field(default=False, kw_only=True)
    depth: int = attrs.field(default=0, kw_only=True)

    @property
    def is_plain(self) -> bool:
        """Whether it asks for one more roll like the first, which a lookup makes by itself."""
        more = self.dm or self.with_ or self.no_duplicates or self.depth
        return self.times == 1 and not more


@attrs.frozen(eq=False, repr=False)
class Text(Value):
    """A text with places to fill: `{2d6} wolves, {mood}` rolls dice and asks the table `mood`.

    `{name: 2d6}` gives a place a name of its own; `{{` and `}}` are braces.
    """

    template: str

    @property
    def pieces(self) -> "tuple[str | tuple[str, Result], ...]":
        """The plain pieces, and the places with their names and what they ask for."""
        from .templates import pieces

        return pieces(self.template)

    @property
    def places(self) -> "tuple[tuple[str, Result], ...]":
        """The places to fill: the name of each, and what it asks for."""
        return tuple(piece for piece in self.pieces if not isinstance(piece, str))

    def filled(self, said: Sequence[str]) -> str:
        """Put these words into the places, in order."""
        left = iter(said)
        return "".join(p if isinstance(p, str) else next(left) for p in self.pieces)


@attrs.frozen(eq=False, repr=False)
class Several(Value):
    """Results that all happen, in order."""

    results: tuple[Any, ...] = attrs.field(converter=_tupled)


Result: TypeAlias = (
    Scalar
    | RollResult
    | Threshold
    | Reference
    | Effect
    | Named
    | Noted
    | Again
    | Text
    | Several
    | None
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
MAX_NESTED = 50


def _fault(message: str, value: Any, remedy: str = _WRITE) -> DataError:
    shown = repr(value)
    shown = shown if len(shown) <= 80 else shown[:77] + "..."
    return DataError([Problem(code="T201", message=message, value=shown, remedy=remedy)])


def read_result(raw: Any, nested: int = 0) -> Result:
    """Read the written form of a result; raise `DataError` when it is none.

    >>> read_result({"roll": "1d6"}).dice.high
    6
    """
    if nested > MAX_NESTED:
        raise _fault("this is nested too deeply", "...", "flatten it")
    if type(raw) is str:
        return _read_plain(raw)
    if type(raw) in (int, float, bool):
        number: Scalar = _read_number(raw)
        return number
    if isinstance(raw, list | tuple):
        if not raw:
            raise _fault("an empty array is no result", raw)
        return Several([read_result(part, nested + 1) for part in raw])
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
        raise _fault("this is no number that can be counted with", raw, "write a finite number")
    return raw


def _text(raw: Mapping[str, Any], key: str) -> str:
    value = raw.get(key, "")
    if type(value) is not str:
        raise _fault(f"{key} must be text", value, "write it in quotes")
    return value


def _number(raw: Mapping[str, Any], key: str, least: int, most: int) -> int:
    value = raw.get(key, 0)
    if key in raw and (type(value) is not int or not least <= value <= most):
        raise _fault(f"{key} must be a number from {least} to {most}", value, "write such a one")
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
            raise _fault(f"{min(extra)} waits for a number that is not stated", raw, "add needs")
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
    """Return the form in which a result stands in TOML or JSON; `None` for no result.

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


def describe(result: Any) -> str:
    """Say a result in words.

    >>> describe(Several((Effect("fire", (("in", "nose"),)), RollResult(parse_dice("1d6")))))
    'fire (in nose) and roll 1d6'
    """
    if isinstance(result, Text):
        return result.filled([f"{{{name}}}" for name, _ in result.places])
    if isinstance(result, RollResult):
        return f"roll {result.dice}" + (f" for {result.name}" if result.name else "")
    if isinstance(result, Threshold):
        name = f" for {result.name}" if result.name else ""
        ways = "" if (result.passed, result.failed) == (True, False) else (
            f": {describe(result.passed)}, else {describe(result.failed)}"
        )  # fmt: skip
        return f"{result.needs} on {result.dice}{name}{ways}"
    if isinstance(result, Reference):
        column = "" if result.column is None else f", column {result.column}"
        name = f"{result.name}: " if result.name else ""
        return f"{name}roll on table {result.table}{column}{_how(result)}"
    if isinstance(result, Effect):
        arguments = ", ".join(f"{k.replace('_', ' ')} {describe(v)}" for k, v in result.arguments)
        return result.name.replace("_", " ") + (f" ({arguments})" if arguments else "")
    if isinstance(result, Named):
        said = describe(result.value)
        counts = isinstance(result.value, int | float) and not isinstance(result.value, bool)
        return f"{said} {result.name}" if counts else f"{result.name}: {said}"
    if isinstance(result, Noted):
        return describe(result.value)
    if isinstance(result, Again):
        at = f" at {result.dm:+d}" if result.dm else ""
        return f"roll again{at}{_how(result)}"
    if isinstance(result, Several):
        return " and ".join(map(describe, result.results))
    if isinstance(result, tuple):
        return " and ".join(map(describe, result)) if result else "nothing"
    if isinstance(result, bool):
        return "yes" if result else "no"
    return "no result" if result is None else str(result)


def _how(result: Reference | Again) -> str:
    """Say how a further roll is made."""
    said = "" if result.times == 1 else f", {result.times} times"
    said += f", with {', '.join(result.with_)}" if result.with_ else ""
    if isinstance(result, Again) and result.not_this_row:
        said += ", not this row"
    return said + (", no row twice" if result.no_duplicates else "")


def parts(result: Any) -> tuple[Any, ...]:
    """List the single results of a cell, `Several` taken apart at every depth."""
    if isinstance(result, Several):
        return tuple(part for inner in result.results for part in parts(inner))
    return (result,)


def note_of(result: Any) -> str:
    """Return the id of the note that a single result carries, or nothing."""
    note = getattr(result, "note", "")
    return note if isinstance(note, str) else ""
