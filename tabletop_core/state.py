"""State as plain data: copied, written out, read back and compared by its attrs fields.

A state is an attrs class whose fields hold numbers, texts, truth values, enums, other attrs
objects, and lists, tuples, sets and mappings of these.
Frozen attrs objects, enums and tuples of them are facts: copies share them.
"""

import enum
import hashlib
import json
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import attrs

T = TypeVar("T")

_SHARED = (str, int, float, bool, type(None), enum.Enum, frozenset)


def clone(value: T) -> T:
    """Return an independent copy of a state or a part of one.

    Raises:
        TypeError: a part is no plain data (a function, a file, an object without attrs fields).
    """
    result: T = _cloner(type(value))(value)
    return result


def _same(value: Any) -> Any:
    return value


def _clone_list(value: list[Any]) -> list[Any]:
    return [_cloner(type(item))(item) for item in value]


def _clone_tuple(value: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple([_cloner(type(item))(item) for item in value])


def _clone_dict(value: dict[Any, Any]) -> dict[Any, Any]:
    return {key: _cloner(type(item))(item) for key, item in value.items()}


@cache
def _cloner(kind: type) -> Callable[[Any], Any]:
    if issubclass(kind, _SHARED):
        return _same
    if kind is list:
        return _clone_list
    if kind is tuple:
        return _clone_tuple
    if kind is set:
        return set.copy
    if issubclass(kind, dict):
        return _clone_dict
    if attrs.has(kind):
        # `frozen` is what attrs itself records of a class declared frozen.
        if kind.__setattr__ is not object.__setattr__ and _is_frozen(kind):
            return _same
        return _attrs_cloner(kind)
    raise TypeError(
        f"{kind.__name__} is not plain data; keep numbers, texts, lists, mappings, enums "
        "and attrs objects in a state"
    )


def _is_frozen(kind: type) -> bool:
    return kind.__setattr__.__name__ == "_frozen_setattrs"


_PLAIN = {"str", "int", "float", "bool"}


def _attrs_cloner(kind: type) -> Callable[[Any], Any]:
    """Write the copy function of an attrs class from its fields."""
    lines = ["def clone_it(value):", "    copy = new(kind)"]
    for field in attrs.fields(kind):  # type: ignore[arg-type]
        name = field.name
        hint = field.type if isinstance(field.type, str) else getattr(field.type, "__name__", "")
        if hint in _PLAIN:
            lines.append(f"    copy.{name} = value.{name}")
        else:
            lines.append(f"    part = value.{name}")
            lines.append(f"    copy.{name} = cloner(type(part))(part)")
    lines.append("    return copy")
    space: dict[str, Any] = {"new": kind.__new__, "kind": kind, "cloner": _cloner}
    exec("\n".join(lines), space)
    function: Callable[[Any], Any] = space["clone_it"]
    return function


@cache
def _converter() -> Any:
    """Build the converter for saved states: TOML has no null and only text keys."""
    import cattrs
    from cattrs.gen import make_dict_structure_fn

    converter = cattrs.Converter(
        forbid_extra_keys=True, unstruct_collection_overrides={set: sorted}
    )
    converter.register_unstructure_hook(type(None), lambda _: _NOTHING)

    def is_optional(hint: Any) -> bool:
        return type(None) in getattr(hint, "__args__", ())

    def structure_optional(value: Any, hint: Any) -> Any:
        if value in (None, _NOTHING):
            return None
        kinds = [arm for arm in hint.__args__ if arm is not type(None)]
        if len(kinds) == 1:
            return converter.structure(value, kinds[0])
        for arm in kinds:
            if isinstance(arm, type) and type(value) is arm:
                return value
        raise ValueError(f"{value!r} fits none of {hint}")

    converter.register_structure_hook_func(is_optional, structure_optional)
    converter.register_structure_hook(str | int, lambda value, _: value)
    assert make_dict_structure_fn
    return converter


_NOTHING = {"nothing": True}


def encode(state: Any) -> Any:
    """Return a state as plain mappings and lists that TOML can hold."""
    return _plain(_converter().unstructure(state))


def _plain(value: Any) -> Any:
    if value is None:
        return dict(_NOTHING)
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, set | frozenset):
        return sorted(_plain(item) for item in value)
    return value


def decode(kind: type[T], plain: Any) -> T:
    """Rebuild a state of class `kind` from what `encode` returned.

    Raises:
        ValueError: the mapping does not fit the class.
    """
    import cattrs

    try:
        state: T = _converter().structure(plain, kind)
    except (cattrs.BaseValidationError, cattrs.StructureHandlerNotFoundError) as error:
        raise ValueError("; ".join(cattrs.transform_error(error))) from None
    return state


def fingerprint(state: Any) -> str:
    """Return a digest of a state: equal for equal states, on any machine."""
    text = json.dumps(encode(state), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
