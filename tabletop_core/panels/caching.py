"""A cache for the parts of views, which mostly stay the same from view to view."""

from collections.abc import Callable, Hashable, Iterable
from functools import wraps
from operator import attrgetter
from typing import Any, ParamSpec, TypeVar

import attrs

P = ParamSpec("P")
R = TypeVar("R")

_MAX_RESULTS = 1 << 13
"""How many results of one function are kept."""


_NOT_MADE = object()


def kept(
    depends: Callable[P, Iterable[Any]],
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Remember what a function returns for the current values of all that it depends on.

    Most of what a view shows is the same as a moment before, and its parts, such as `Piece`, never
    change once they are made, so they can be shown again.

    `depends` takes the same arguments and returns everything that the result depends on: plain
    values, and objects of the state, which count with the current values of their fields.
    The function without the cache is its `__wrapped__`.

    >>> @attrs.define
    ... class Engine:
    ...     running: bool = True
    >>> @kept(lambda number, engine: (number, engine))
    ... def words(number, engine):
    ...     print("made")
    ...     return f"engine {number} {'runs' if engine.running else 'is out'}"
    >>> engine = Engine()
    >>> words(1, engine), words(1, engine)
    made
    ('engine 1 runs', 'engine 1 runs')
    >>> engine.running = False
    >>> words(1, engine)
    made
    'engine 1 is out'
    """

    def decorate(make: Callable[P, R]) -> Callable[P, R]:
        made: dict[Hashable, Any] = {}

        @wraps(make)
        def kept_or_made(*args: P.args, **named: P.kwargs) -> R:
            counts = tuple(
                [
                    one if (fields := _FIELDS[type(one)]) is None else fields(one)
                    for one in depends(*args, **named)
                ]
            )
            # One look: another thread may clear all between two.
            result: R = made.get(counts, _NOT_MADE)
            if result is _NOT_MADE:
                if len(made) >= _MAX_RESULTS:
                    made.clear()
                result = made[counts] = make(*args, **named)
            return result

        return kept_or_made

    return decorate


class _FieldsOfKinds(dict[type, "attrgetter[Any] | None"]):
    """How to read the fields of a mutable class; None for classes whose objects are values."""

    def __missing__(self, kind: type) -> "attrgetter[Any] | None":
        found = None
        if kind.__hash__ is None and attrs.has(kind):
            found = attrgetter(*(field.name for field in attrs.fields(kind)))
        self[kind] = found
        return found


_FIELDS = _FieldsOfKinds()
