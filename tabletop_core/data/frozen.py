"""Mappings, lists and sets that nobody may change, since all games of a process share them."""

from functools import cache
from operator import is_
from typing import Any

import attrs

from ..errors import DataError, Problem
from .strict import shown


def _refuse(self: Any, *_: Any, **__: Any) -> Any:
    raise DataError(
        [
            Problem(
                code="C610",
                message="play changes the data of the pack",
                value=shown(self),
                remedy="copy what changes into the state",
            )
        ]
    )


def _frozen(base: Any, changes: str) -> Any:
    """Return a class of frozen values; copies of one are of the base class and may be changed."""
    members = dict.fromkeys(changes.split(), _refuse)
    return type(
        f"Frozen{base.__name__.title()}",
        (base,),
        {
            "__slots__": (),
            # So a copy is made by `copy`, `deepcopy` and `pickle` alike.
            "__reduce__": lambda self: (base, (base(self),)),
            **members,
        },
    )


_DICT = "__setitem__ __delitem__ __ior__ clear pop popitem setdefault update"
_LIST = "__setitem__ __delitem__ __iadd__ __imul__ append clear extend insert pop remove reverse"
_SET = "__iand__ __ior__ __isub__ __ixor__ add clear difference_update discard intersection_update"

FROZEN = {
    dict: _frozen(dict, _DICT),
    list: _frozen(list, f"{_LIST} sort"),
    set: _frozen(set, f"{_SET} pop remove symmetric_difference_update update"),
}
"""The frozen class of each that can be changed."""

_PLAIN = (str, int, float, bool, type(None))


def freeze(value: Any) -> Any:
    """Return a value whose mappings, lists and sets cannot be changed, at any depth.

    They are replaced in place in what attrs objects hold, but for their private fields, where
    caches are; objects of other classes are left as they are.
    """
    return _freeze(value, set())


def _freeze(value: Any, seen: set[int]) -> Any:
    kind: Any = type(value)
    if kind in _PLAIN:
        return value
    if kind is dict:
        return FROZEN[dict]({key: _freeze(part, seen) for key, part in value.items()})
    if kind is list:
        return FROZEN[list]([_freeze(part, seen) for part in value])
    if kind is set:
        return FROZEN[set](value)
    if kind is tuple:
        parts = tuple([_freeze(part, seen) for part in value])
        return value if all(map(is_, parts, value)) else parts
    if id(value) not in seen:
        seen.add(id(value))
        for name in _public_fields(kind):
            part = getattr(value, name, None)
            frozen = _freeze(part, seen)
            if frozen is not part:
                object.__setattr__(value, name, frozen)
    return value


@cache
def _public_fields(kind: Any) -> tuple[str, ...]:
    fields = attrs.fields(kind) if attrs.has(kind) else ()
    return tuple(field.name for field in fields if not field.name.startswith("_"))
