"""Parts of panels that are made once for each condition of what they show."""

from collections.abc import Callable, Hashable, Iterable
from functools import wraps
from operator import attrgetter
from typing import Any, ParamSpec, TypeVar

import attrs

P = ParamSpec("P")
R = TypeVar("R")

_MOST = 1 << 13
"""So many results of a function are kept."""


_NOT_MADE = object()


def kept(
    depends: Callable[P, Iterable[Any]],
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Make what a function returns once for each condition of what that depends on.

    Most of what a view shows is as it was a moment before; its parts, such as `Piece`, never change
    once they are made, and can be shown again.

    `depends` takes the same arguments and returns all that counts: values, and simple objects of
    the state, of which each field counts as it is now. What is left out there must not count.
    The function itself, which makes it anew each time, is its `__wrapped__`.

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
                if len(made) >= _MOST:
                    made.clear()
                result = made[counts] = make(*args, **named)
            return result

        return kept_or_made

    return decorate


class _FieldsOfKinds(dict[type, "attrgetter[Any] | None"]):
    """What reads the fields of the objects of a class that can change; None for values."""

    def __missing__(self, kind: type) -> "attrgetter[Any] | None":
        found = None
        if kind.__hash__ is None and attrs.has(kind):
            found = attrgetter(*(field.name for field in attrs.fields(kind)))
        self[kind] = found
        return found


_FIELDS = _FieldsOfKinds()
