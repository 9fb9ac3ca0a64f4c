"""State as plain data: copied, written out, read back and compared by its attrs fields.

A state is an attrs class whose fields hold numbers, texts, booleans, enums, other attrs objects,
and lists, tuples, sets and mappings of these.
Enums and frozen attrs objects are immutable, so copies share them, unless one of their fields is
declared as a list, set, dict or mutable object.
"""

import enum
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, MutableMapping
from functools import cache
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import attrs

from ..data.frozen import FROZEN

T = TypeVar("T")

_PLAIN = frozenset((str, int, float, bool, type(None)))
_SHARED = (str, int, float, bool, type(None), enum.Enum, frozenset)


def clone(value: T) -> T:
    """Return an independent copy of a state or a part of one.

    Raises:
        TypeError: a part is not plain data (a function, a file, an object without attrs fields).
    """
    result: T = _CLONERS[type(value)](value)
    return result


class _Cloners(dict[Any, Callable[[Any], Any]]):
    """The copy function of each class, made on first use."""

    def __missing__(self, kind: Any) -> Callable[[Any], Any]:
        made: _Made = {}
        cloner = _make_cloner(kind, made)
        # Other threads use these as soon as they are here, so all of them must be complete.
        self.update(made)
        return cloner


_Made = dict[Any, Callable[[Any], Any]]
"""Copy functions that are made together, since classes refer to each other.

No other thread sees them before all are complete.
"""

_CLONERS = _Cloners()


def _same(value: Any) -> Any:
    return value


def _clone_list(value: list[Any]) -> list[Any]:
    if _PLAIN.issuperset(map(type, value)):
        return value.copy()
    return [_CLONERS[type(item)](item) for item in value]


def _clone_tuple(value: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple([_CLONERS[type(item)](item) for item in value])


def _clone_dict(value: dict[Any, Any]) -> dict[Any, Any]:
    if _PLAIN.issuperset(map(type, value.values())):
        return value.copy()
    return {key: _CLONERS[type(item)](item) for key, item in value.items()}


def _make_cloner(kind: Any, made: _Made) -> Callable[[Any], Any]:
    """Make the copy functions of a class and its parts, and put them into `made`."""
    if attrs.has(kind) and not issubclass(kind, _SHARED):
        frozen = _is_frozen(kind)
        if not frozen or _can_change(kind, ()):
            return _attrs_cloner(kind, frozen, made)
    made[kind] = cloner = _simple_cloner(kind)
    return cloner


def _simple_cloner(kind: Any) -> Callable[[Any], Any]:
    """Return the copy function of a class that needs no generated code."""
    if issubclass(kind, (*_SHARED, *FROZEN.values())) or attrs.has(kind):
        return _same
    if kind is list:
        return _clone_list
    if kind is tuple:
        return _clone_tuple
    if kind is set:
        return set.copy
    if kind is dict:
        return _clone_dict
    if kind is Counter:
        return Counter.copy
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return lambda value: kind(*_clone_tuple(value))
    raise TypeError(
        f"{kind.__name__} is not plain data; keep numbers, texts, lists, mappings, enums "
        "and attrs objects in a state"
    )


def _is_frozen(kind: type) -> bool:
    # attrs has no public flag for a frozen class; this is the method that it sets on one.
    return kind.__setattr__.__name__ == "_frozen_setattrs"


def _can_change(hint: Any, above: tuple[Any, ...]) -> bool:
    """Return whether a value with this hint may be changed in place."""
    origin = get_origin(hint) or hint
    if origin in (list, set, dict, Counter, MutableMapping):
        return True
    if isinstance(origin, type) and attrs.has(origin):
        if not _is_frozen(origin):
            return True
        hints = get_type_hints(origin)
        inner = [hints.get(field.name) for field in attrs.fields(origin)]
        return origin not in above and any(_can_change(h, (*above, origin)) for h in inner)
    return any(_can_change(part, above) for part in get_args(hint))


def _is_shared(hint: Any) -> bool:
    """Return whether copies may share a value with this hint, because nothing can change it."""
    origin = get_origin(hint)
    if origin is Literal:
        return True
    if origin in (Union, UnionType, tuple):
        return all(part is Ellipsis or _is_shared(part) for part in get_args(hint))
    kind = origin or hint
    if not isinstance(kind, type):
        return False
    return issubclass(kind, _SHARED) or (attrs.has(kind) and not _can_change(kind, ()))


def _attrs_cloner(kind: Any, frozen: bool, made: _Made) -> Callable[[Any], Any]:
    """Generate the copy function of an attrs class from its fields and their hints."""
    try:
        hints = get_type_hints(kind)
    except NameError:  # a hint that only a type checker can follow
        hints = {}
    classes: dict[str, Any] = {}
    lines = ["def clone_it(value):", "    copy = new(kind)"]
    for field in attrs.fields(kind):
        name = field.name
        hint = hints.get(name, Any)
        part = f"value.{name}"
        if not _is_shared(hint):
            lines.append(f"    part = {part}")
            part = _copied(hint, "part", classes)
        set_it = f"put(copy, {name!r}, {part})" if frozen else f"copy.{name} = {part}"
        lines.append(f"    {set_it}")
    lines.append("    return copy")
    space: dict[str, Any] = {"kind": kind, "cloners": _CLONERS}
    space |= {"new": object.__new__, "put": object.__setattr__, "Counter": Counter}
    exec("\n".join(lines), space)
    function: Callable[[Any], Any] = space["clone_it"]
    made[kind] = function  # before those of its parts, which may refer back to this class
    for name, part_kind in classes.items():
        known = made.get(part_kind) or _CLONERS.get(part_kind)
        space[name] = part_kind
        space[f"clone_{name}"] = known or _make_cloner(part_kind, made)
    return function


def _copied(hint: Any, part: str, classes: dict[str, Any]) -> str:
    """Generate the code that copies a part; its class decides if its hint does not."""
    origin, inside = get_origin(hint), get_args(hint)
    kinds = [arm for arm in inside if arm is not type(None)]
    item = f"item_of_{part}"
    other = f"cloners[{part}.__class__]({part})"
    if origin in (Union, UnionType) and len(kinds) == 1:
        return f"(None if {part} is None else {_copied(kinds[0], part, classes)})"
    if origin in (list, set, dict, Counter) and all(map(_is_shared, inside)):
        copied = f"{part}.copy()"
    elif origin is list:
        copied = f"[{_copied(inside[0], item, classes)} for {item} in {part}]"
    elif origin is dict and _is_shared(inside[0]):
        value = _copied(inside[1], item, classes)
        copied = f"{{key: {value} for key, {item} in {part}.items()}}"
    elif isinstance(hint, type) and attrs.has(hint):
        name = f"class_{len(classes)}"
        classes[name] = hint
        return f"(clone_{name}({part}) if {part}.__class__ is {name} else {other})"
    else:
        return other
    return f"({copied} if {part}.__class__ is {origin.__name__} else {other})"


def may_hold(hint: Any, *kinds: type) -> bool:
    """Return whether a hint names one of these classes, itself or anywhere inside."""
    return _may_hold(hint, kinds, ())


@cache
def _may_hold(hint: Any, kinds: tuple[type, ...], above: tuple[Any, ...]) -> bool:
    kind = get_origin(hint) or hint
    if isinstance(kind, type):
        if issubclass(kind, kinds):
            return True
        if attrs.has(kind):
            return kind not in above and any(
                _may_hold(inner, kinds, (*above, kind)) for inner in _hints_of(kind).values()
            )
    return any(_may_hold(part, kinds, above) for part in get_args(hint))


def _hints_of(kind: Any) -> dict[str, Any]:
    """Return the hint of each field; none if only a type checker can resolve them."""
    try:
        hints = get_type_hints(kind)
    except NameError:
        return {}
    return {field.name: hints.get(field.name) for field in attrs.fields(kind)}


def held_in(value: Any, *kinds: type[T]) -> list[T]:
    """Return all objects of these classes in a state, in an order that does not depend on contents.

    It searches the fields whose hints allow such objects.
    """
    if isinstance(value, kinds):
        return [value]
    if isinstance(value, Mapping):
        parts: Iterable[Any] = (value[key] for key in sorted(value, key=repr))
    elif isinstance(value, list | tuple):
        parts = value
    elif attrs.has(kind := type(value)):
        parts = (getattr(value, name) for name in _fields_with(kind, kinds))
    else:
        return []
    return [one for part in parts for one in held_in(part, *kinds)]


@cache
def _fields_with(kind: Hashable, kinds: tuple[type, ...]) -> list[str]:
    return [name for name, hint in _hints_of(kind).items() if may_hold(hint, *kinds)]


def state_key(state: Any) -> Hashable:
    """Return a value that is equal for equal states and different for others, in this process.

    It is much faster than `fingerprint`, which is the same on any machine. The order of a mapping
    does not count.
    """
    key: Hashable = _KEYS[type(state)](state)
    return key


class _Keys(dict[Any, Callable[[Any], Any]]):
    """The function that makes a hashable value of an object, for each class; made on first use."""

    def __missing__(self, kind: Any) -> Callable[[Any], Any]:
        made = self[kind] = _make_key(kind)
        return made


_KEYS = _Keys()


def _key_of_list(value: Any) -> Any:
    return tuple([_KEYS[type(item)](item) for item in value])


def _key_of_dict(value: Mapping[Any, Any]) -> Any:
    return frozenset([(key, _KEYS[type(item)](item)) for key, item in value.items()])


def _make_key(kind: Any) -> Callable[[Any], Any]:
    if issubclass(kind, _SHARED):
        return _same
    if issubclass(kind, list | tuple):
        return _key_of_list
    if issubclass(kind, set):
        return frozenset
    if issubclass(kind, Mapping):
        return _key_of_dict
    if not attrs.has(kind):
        raise TypeError(f"{kind.__name__} is not plain data")
    try:
        hints = get_type_hints(kind)
    except NameError:  # a hint that only a type checker can follow
        hints = {}
    parts = [f"value.{field.name}" for field in attrs.fields(kind)]
    keys = [
        part if hints.get(field.name) in _PLAIN else f"keys[{part}.__class__]({part})"
        for field, part in zip(attrs.fields(kind), parts, strict=True)
    ]
    space: dict[str, Any] = {"keys": _KEYS, "kind": kind}
    exec(f"def key_of_it(value):\n    return (kind, {', '.join(keys)})", space)
    function: Callable[[Any], Any] = space["key_of_it"]
    return function


@cache
def _converter() -> Any:
    """Build the converter for saved states: TOML has no null and only text keys."""
    import cattrs
    from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn

    converter = cattrs.Converter(unstruct_collection_overrides={set: _ordered, frozenset: _ordered})
    converter.register_unstructure_hook(type(None), lambda _: _NOTHING)
    converter.register_unstructure_hook_factory(
        attrs.has,
        lambda kind: make_dict_unstructure_fn(kind, converter, _cattrs_include_init_false=True),
    )
    converter.register_structure_hook_factory(
        attrs.has,
        lambda kind: make_dict_structure_fn(
            kind, converter, _cattrs_include_init_false=True, _cattrs_forbid_extra_keys=True
        ),
    )

    def structure_union(value: Any, hint: Any) -> Any:
        arms = get_args(hint)
        if value in (None, _NOTHING) and type(None) in arms:
            return None
        kinds = [arm for arm in arms if arm is not type(None)]
        if type(value) in kinds:
            return value
        if len(kinds) == 1:
            return converter.structure(value, kinds[0])
        others = [kind for kind in kinds if kind not in _PLAIN_TYPES]
        if len(others) == len(kinds):
            union: Any = Union[tuple(kinds)]  # noqa: UP007
            return converter.structure(value, union)
        raise ValueError(f"{value!r} fits none of {hint}")

    def structure_mapping(value: Any, hint: Any) -> Any:
        origin = get_origin(hint) or hint
        key_hint, item_hint, *_ = [*get_args(hint), int if origin is Counter else Any, Any]
        if not get_args(hint):
            key_hint = Any
        pairs = value.items() if isinstance(value, Mapping) else value
        made = {
            converter.structure(key, key_hint): converter.structure(item, item_hint)
            for key, item in pairs
        }
        return Counter(made) if origin is Counter else made

    converter.register_structure_hook_func(_is_mixed, structure_union)
    converter.register_structure_hook_func(_is_mapping, structure_mapping)
    converter.register_structure_hook_func(
        lambda hint: hint is Any, lambda value, _: _with_nothing(value)
    )
    return converter


_PLAIN_TYPES = (str, int, float, bool)


def _is_mixed(hint: Any) -> bool:
    """Return whether a hint is a union with None or with plain types in it."""
    arms = get_args(hint) if get_origin(hint) in (Union, UnionType) else ()
    return any(arm is type(None) or arm in _PLAIN_TYPES for arm in arms)


def _is_mapping(hint: Any) -> bool:
    return (get_origin(hint) or hint) in (dict, Counter, Mapping, MutableMapping)


def _ordered(items: Iterable[Any]) -> list[Any]:
    """Return the members of a set in an order that is the same on any machine."""
    plain = [_plain(item) for item in items]
    try:
        return sorted(plain)
    except TypeError:
        return sorted(plain, key=json.dumps)


_NOTHING = {"nothing": True}


def encode(state: Any) -> Any:
    """Return a state as plain mappings and lists that TOML can hold."""
    return _plain(_converter().unstructure(state))


def _plain(value: Any) -> Any:
    if value is None:
        return dict(_NOTHING)
    if isinstance(value, dict):
        if all(type(key) is str for key in value):
            return {key: _plain(item) for key, item in value.items()}
        # Keys in TOML are texts; a mapping with other keys is written as a list of pairs.
        return [[_plain(key), _plain(item)] for key, item in value.items()]
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value


def _with_nothing(value: Any) -> Any:
    """Return the value of a field of any type, with None put back where it was."""
    if value == _NOTHING:
        return None
    if isinstance(value, dict):
        return {key: _with_nothing(item) for key, item in value.items()}
    return [_with_nothing(item) for item in value] if isinstance(value, list) else value


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
    """Return a digest of a state, equal for equal states on any machine."""
    text = json.dumps(_levelled(_converter().unstructure(state)), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _levelled(value: Any) -> Any:
    """Return the same form for equal values: mappings in one order, whole floats as integers."""
    if isinstance(value, dict):
        if all(type(key) is str for key in value):
            # Texts can be sorted as they are; encoding every pair to sort it takes far longer.
            return [[key, _levelled(value[key])] for key in sorted(value)]
        return sorted(([_levelled(k), _levelled(v)] for k, v in value.items()), key=json.dumps)
    if isinstance(value, list | tuple):
        return [_levelled(item) for item in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value
