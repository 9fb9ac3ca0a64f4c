"""Static inspection of the code of procedures."""

import inspect
from collections.abc import Callable, Iterator
from functools import partial
from types import CodeType, FunctionType, ModuleType
from typing import Any


def can_call(procedure: Callable[..., Any], method: str) -> bool:
    """Return whether a procedure, or a function that it names, calls a method of this name.

    Functions are followed by name within the package of the procedure. A function reached in
    another way, such as through a mapping, is missed.
    """
    return any(method in names_in(one.__code__) for one in functions_of(procedure))


def functions_of(
    procedure: Callable[..., Any], is_followed: Callable[[Any], bool] = lambda _: True
) -> Iterator[FunctionType]:
    """Yield a procedure and the functions that it names, followed as `can_call` follows them.

    `is_followed` says of each of those whether it counts.
    """
    seen: set[CodeType] = set()
    waiting: list[Any] = [procedure]
    while waiting:
        function = _plain(waiting.pop())
        if function is None or function.__code__ in seen:
            continue
        seen.add(function.__code__)
        yield function
        names = set(names_in(function.__code__))
        waiting += filter(is_followed, _named(function, names))


def _plain(thing: Any) -> FunctionType | None:
    """Return the function as it was written, without its wrappers."""
    while isinstance(thing, partial):
        thing = thing.func
    thing = inspect.unwrap(getattr(thing, "__func__", thing)) if callable(thing) else thing
    return thing if isinstance(thing, FunctionType) else None


def names_in(code: CodeType) -> Iterator[str]:
    """Yield the names of globals and attributes in code, and in the functions inside it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_in(constant)


def _named(function: FunctionType, names: set[str]) -> Iterator[Any]:
    """Yield what a function may call: in its module, modules it names, enclosing functions."""
    package = function.__module__.partition(".")[0]
    known = function.__globals__
    for name in names & known.keys():
        thing = known[name]
        yield thing
        if isinstance(thing, ModuleType) and thing.__name__.partition(".")[0] == package:
            yield from (vars(thing)[inner] for inner in names & vars(thing).keys())
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:
            continue
