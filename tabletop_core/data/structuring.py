"""Turn a parsed file into a value of its class, and report all its faults at once."""

import copy
from collections.abc import Sequence
from typing import Any, TypeVar

from ..errors import DataError, Problem, TabletopError
from .documents import Document, in_order
from .lines import Key, read_key
from .strict import converter, flatten, shown

T = TypeVar("T")


def fault(key: str, message: str, value: Any, remedy: str, *, code: str = "D110") -> Problem:
    """Return a problem that a class finds in its own file; the reader adds file and line.

    A class read from files may have a method `faults` that yields such problems: see `structure`.

    >>> print(fault("unit[3].at", "there is no such hex", "0499", "use a hex of the map"))
    D110: unit[3].at: there is no such hex (got '0499'); use a hex of the map
    """
    return Problem(code=code, key=key, message=message, value=shown(value), remedy=remedy)


def structure(document: Document, cls: type[T], given: Sequence[Any] | None = ()) -> T:
    """Turn a parsed file into a value; raise `DataError` with all its problems, placed.

    Where the class has a method `faults`, it is called with what is `given` (not at all if that
    is None) and yields what is wrong with the value beyond the types of its keys.
    """
    try:
        made = converter().structure(document.raw, cls)
    except Exception as error:
        found = flatten(error)
        found += _further_faults(document.raw, cls, given, found)
        raise in_order(document.place(problem) for problem in found) from None
    if faults := _own_faults(made, given):
        raise in_order(document.place(problem) for problem in faults)
    return made


def _own_faults(value: Any, given: Sequence[Any] | None) -> Sequence[Problem]:
    if given is None or not hasattr(value, "faults"):
        return ()
    try:
        return tuple(value.faults(*given))
    except DataError as error:
        return error.problems
    except (TabletopError, ValueError) as error:
        return [Problem(code="D110", message=str(error), remedy="fix the file")]


def _further_faults(
    raw: dict[str, Any], cls: type, given: Sequence[Any] | None, found: Sequence[Problem]
) -> list[Problem]:
    """Return what else is wrong in a file whose keys have faults, as if these were not there.

    Faulty keys are left out, which works only if they have a default. Problems of these keys and of
    what they are part of might only follow from leaving them out, so they are not reported.
    """
    if not hasattr(cls, "faults"):
        return []
    sound = copy.deepcopy(raw)
    doubtful: list[Key] = []
    for problem in found:
        key = read_key(problem.key)
        while key and isinstance(key[-1], int):
            key = key[:-1]
        if not key:
            return []
        doubtful.append(key)
        here: Any = sound
        try:
            for step in key[:-1]:
                here = here[step]
            here.pop(key[-1], None)
        except (KeyError, IndexError, TypeError, AttributeError):
            return []
    try:
        made: Any = converter().structure(sound, cls)
    except Exception:
        return []
    further = _own_faults(made, given)
    return [p for p in further if not any(_around(read_key(p.key), one) for one in doubtful)]


def _around(key: Key, other: Key) -> bool:
    """Return whether one of two keys stands within the other."""
    return all(step == beside for step, beside in zip(key, other, strict=False))
