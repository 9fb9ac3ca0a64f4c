"""The fields of a state by name, to look at and to set: `hut.north`, `hand.cards.2`.

A name leads from the state down: fields of attrs objects, keys of mappings, numbers of list items.
Fields that begin with `_` are the bookkeeping of a component, and not among them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

import attrs

from ..errors import IllegalAnswerError
from .state import clone, decode, encode

T = TypeVar("T")

_NO_FIELD = object()


def fields_in(state: Any) -> Iterator[tuple[str, Any]]:
    """Yield the name and the plain value of each field that holds no other: `("hut.north", 3)`.

    Empty lists and mappings are fields, too. Names are in the order of the state.
    """
    yield from _fields((), state)


def _fields(above: tuple[str, ...], value: Any) -> Iterator[tuple[str, Any]]:
    parts = _parts(value)
    for key, part in parts.items():
        yield from _fields((*above, key), part)
    if not parts:
        yield ".".join(above), _shown(value)


def field_of(state: Any, field: str) -> Any:
    """Return the plain value of a field: numbers, texts, lists and mappings.

    Raises:
        IllegalAnswerError: the state has no such field; the message lists those there are.
    """
    return _shown(_found(state, field))


def set_field(state: Any, field: str, value: Any) -> None:
    """Set a field of a state, in place, to a plain value: what JSON can say.

    Rules that hold a part of the state go on with that same part.

    Raises:
        IllegalAnswerError: there is no such field, or the value does not fit it. The state is then
            as it was.
    """
    _found(state, field)
    way = field.split(".")
    try:
        # Only the whole state says of what kind each field in it is.
        changed = decode(type(state), _with(state, encode(state), way, value))
    except Exception as error:  # the classes of a pack may refuse a value in any way
        raise IllegalAnswerError(f"{field} cannot be {value!r}: {error}") from None
    found = _found(changed, field)
    if _shown(found) != value or type(_shown(found)) is not type(value):
        raise IllegalAnswerError(
            f"{field} cannot be {value!r}; a value of the same kind would be {_shown(found)!r}"
        )
    _put(state, way, clone(found))


def _parts(value: Any) -> dict[str, Any]:
    """Return what a value holds, by its names; nothing for what is one value."""
    if isinstance(value, Mapping):
        return {str(key): part for key, part in value.items()}
    if isinstance(value, list | tuple):
        return {str(number): part for number, part in enumerate(value)}
    if attrs.has(type(value)):
        names = [one.name for one in attrs.fields(type(value)) if one.name[:1] != "_"]
        return {name: getattr(value, name) for name in names}
    return {}


def _found(state: Any, field: str) -> Any:
    found = state
    for key in field.split("."):
        found = _parts(found).get(key, _NO_FIELD)
        if found is _NO_FIELD:
            names = ", ".join(name for name, _ in fields_in(state))
            raise IllegalAnswerError(f"the state has no field {field!r}; it has {names}")
    return found


def _shown(value: Any) -> Any:
    """Return the plain form of a value, as JSON has it: nothing is None."""
    plain = encode(value)
    return None if value is None else plain


def _with(value: Any, plain: Any, way: Sequence[str], new: Any) -> Any:
    """Return the plain form of a value with another one at the end of a way."""
    if not way:
        return new
    key, *rest = way
    inner = _parts(value)[key]
    if isinstance(value, Mapping) and isinstance(plain, list):
        # A mapping whose keys are not texts is a list of pairs.
        keys = list(map(str, value))
        return [
            [one, _with(inner, part, rest, new) if name == key else part]
            for name, (one, part) in zip(keys, plain, strict=True)
        ]
    if isinstance(plain, list):
        at = int(key)
        return [*plain[:at], _with(inner, plain[at], rest, new), *plain[at + 1 :]]
    return {**plain, key: _with(inner, plain[key], rest, new)}


def _put(value: Any, way: Sequence[str], new: Any) -> Any:
    """Put a part into a value and return it; another one where the value cannot be changed."""
    if not way:
        return new
    key, *rest = way
    part = _put(_parts(value)[key], rest, new)
    if isinstance(value, tuple):
        return type(value)([part if str(at) == key else one for at, one in enumerate(value)])
    if isinstance(value, list):
        value[int(key)] = part
    elif isinstance(value, dict):
        value[next(one for one in value if str(one) == key)] = part
    else:
        try:
            setattr(value, key, part)
        except attrs.exceptions.FrozenInstanceError:
            return attrs.evolve(value, **{key: part})
    return value
