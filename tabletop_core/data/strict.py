"""The strict converter: plain data into attrs classes, nothing coerced, every fault reported."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

import attrs

from ..dice.notation import parse_dice
from ..dice.pools import Dice
from ..errors import DataError, DiceError, Problem
from .lines import Key, read_key, write_key

if TYPE_CHECKING:
    from cattrs import Converter

MAX_FAULTS = 200
"""The number of faults in one array after which the rest is not read: nobody fixes more at once."""


def shown(value: Any) -> str:
    """Write a value for an error message, cut short where it is long."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        return "a value too large to show"
    return text if len(text) <= 80 else text[:77] + "..."


def wrong(code: str, message: str, value: Any, remedy: str) -> DataError:
    """Make an error for one value; the reader adds file, line and key."""
    return DataError([Problem(code=code, message=message, value=shown(value), remedy=remedy)])


def flatten(error: BaseException, key: Key = ()) -> list[Problem]:
    """List what a failed conversion found, each with the path of its key."""
    from cattrs import BaseValidationError

    if isinstance(error, _Faults):
        return [p for step, inner in error.faults for p in flatten(inner, (*key, step))]
    if isinstance(error, DataError):
        return [attrs.evolve(p, key=write_key((*key, *read_key(p.key)))) for p in error.problems]
    if isinstance(error, BaseValidationError):
        found = []
        for inner in error.exceptions:
            notes = getattr(inner, "__notes__", ())
            steps = [n for n in (getattr(note, "name", None) for note in notes) if n is not None]
            found += flatten(inner, (*key, *steps[:1]))
        return found
    where = write_key(key)
    if isinstance(error, _UnknownKeyError):
        remedy = f"use {', '.join(error.known)}"
        return [Problem(code="D103", key=where, message="there is no such key", remedy=remedy)]
    if isinstance(error, KeyError):
        return [Problem(code="D104", key=where, message="this key is missing", remedy="add it")]
    message = str(error) or type(error).__name__
    return [Problem(code="D106", key=where, message=message[:200], remedy="fix the value")]


class _UnknownKeyError(Exception):
    def __init__(self, known: Iterable[str]) -> None:
        self.known = sorted(known)
        super().__init__()


class _Faults(Exception):  # noqa: N818 - it carries errors out of an array or mapping
    def __init__(self, faults: list[tuple[str | int, Exception]]) -> None:
        self.faults = faults
        super().__init__()


def _each(items: Iterable[tuple[str | int, Any]], read: Callable[[Any], Any]) -> list[Any]:
    done, faults = [], []
    for step, item in items:
        try:
            done.append(read(item))
        except Exception as error:
            faults.append((step, error))
            if len(faults) == MAX_FAULTS:
                break
    if faults:
        raise _Faults(faults)
    return done


@cache
def converter() -> "Converter":
    """Return the strict converter; made on first use, since its library takes a while.

    It is complete when it is returned, and nothing may be registered on it later: other threads
    use it, and where two ask first at the same moment each makes one, of which one is kept. A class
    that is not read key by key says so itself, by a class method `__from_data__(value)`.
    """
    from cattrs import Converter

    made = Converter(forbid_extra_keys=True, detailed_validation=True)
    for kind, name in ((str, "text in quotes"), (int, "a whole number"), (bool, "true or false")):
        made.register_structure_hook(kind, _exactly(kind, name))
    made.register_structure_hook(float, _read_float)
    made.register_structure_hook(Dice, _read_dice)
    made.register_structure_hook_factory(_is_choice, _choice_hook)
    made.register_structure_hook_factory(_is_sequence, _sequence_hook)
    made.register_structure_hook_factory(_is_mapping, _mapping_hook)
    made.register_structure_hook_factory(attrs.has, _class_hook)
    made.register_structure_hook_factory(_reads_itself, _own_hook)
    return made


def _exactly(kind: type, name: str) -> Callable[[Any, Any], Any]:
    def read(value: Any, _: Any) -> Any:
        if type(value) is not kind:
            raise wrong("D105", f"this must be {name}", value, f"write {name}")
        if isinstance(value, int) and abs(value) >= 2**63:
            raise wrong("D105", "this number is too large", value, "use at most 64 bits")
        return value

    return read


def _reads_itself(kind: Any) -> bool:
    return isinstance(kind, type) and hasattr(kind, "__from_data__")


def _own_hook(kind: Any) -> Callable[[Any, Any], Any]:
    return lambda value, _: kind.__from_data__(value)


def _read_float(value: Any, _: Any) -> float:
    if type(value) not in (int, float):
        raise wrong("D105", "this must be a number", value, "write a number")
    return float(value)


def _read_dice(value: Any, _: Any) -> Dice:
    try:
        return parse_dice(value)
    except (DiceError, TypeError) as error:
        raise wrong("D106", str(error), value, "write dice such as '2d6'") from None


def _is_choice(kind: Any) -> bool:
    return get_origin(kind) is Literal


def _choice_hook(kind: Any) -> Callable[[Any, Any], Any]:
    allowed = get_args(kind)

    def read(value: Any, _: Any) -> Any:
        for one in allowed:
            if type(one) is type(value) and one == value:
                return one
        raise wrong("D106", "there is no such value", value, f"use {', '.join(map(str, allowed))}")

    return read


def _is_sequence(kind: Any) -> bool:
    origin = get_origin(kind)
    return origin in (tuple, list, set, frozenset) or (
        isinstance(origin, type) and issubclass(origin, Sequence)
    )


def _sequence_hook(kind: Any, made: "Converter") -> Callable[[Any, Any], Any]:
    origin, inner = get_origin(kind), get_args(kind)
    fixed = origin is tuple and inner[-1:] != (Ellipsis,)
    build: Any = origin if origin in (list, set, frozenset) else tuple
    hooks = [made.get_structure_hook(arg) for arg in (inner if fixed else inner[:1])]

    def read(value: Any, _: Any) -> Any:
        if not isinstance(value, list):
            raise wrong("D105", "this must be an array", value, "write it in brackets")
        if fixed and len(value) != len(hooks):
            raise wrong("D105", f"this must have {len(hooks)} parts", value, "give that many")
        if fixed:
            return tuple(
                _each(enumerate(zip(value, hooks, inner, strict=True)), lambda i: i[1](i[0], i[2]))
            )
        hook, arg = hooks[0], inner[0]
        return build(_each(enumerate(value), lambda item: hook(item, arg)))

    return read


def _is_mapping(kind: Any) -> bool:
    origin = get_origin(kind)
    return isinstance(origin, type) and issubclass(origin, Mapping)


def _mapping_hook(kind: Any, made: "Converter") -> Callable[[Any, Any], Any]:
    of_key, of_value = get_args(kind)
    read_name, read_value = made.get_structure_hook(of_key), made.get_structure_hook(of_value)

    def read(value: Any, _: Any) -> Any:
        if not isinstance(value, dict):
            raise wrong("D105", "this must be a table of keys and values", value, "write { ... }")
        pairs = ((name, (name, item)) for name, item in value.items())
        return dict(_each(pairs, lambda p: (read_name(p[0], of_key), read_value(p[1], of_value))))

    return read


def _class_hook(cls: Any, made: "Converter") -> Callable[[Any, Any], Any]:
    """Read a class key by key; code made for each class would take longer than most files do."""
    if any(isinstance(field.type, str) for field in attrs.fields(cls)):
        attrs.resolve_types(cls)
    fields = [field for field in attrs.fields(cls) if field.init]
    hooks = {f.alias: (made.get_structure_hook(f.type), f.type) for f in fields}
    needed = [field.alias for field in fields if field.default is attrs.NOTHING]

    def read(value: Any, _: Any) -> Any:
        if not isinstance(value, dict):
            raise wrong("D105", "this must be a table of keys and values", value, "write { ... }")
        given: dict[str, Any] = {}
        faults: list[tuple[str | int, Exception]] = []
        for name, (hook, kind) in hooks.items():
            if name in value:
                try:
                    given[name] = hook(value[name], kind)
                except Exception as error:
                    faults.append((name, error))
        faults += [(name, KeyError(name)) for name in needed if name not in value]
        faults += [(name, _UnknownKeyError(hooks)) for name in sorted(value.keys() - hooks.keys())]
        if faults:
            raise _Faults(faults)
        return cls(**given)

    return read
