"""Equality, hash and text of small values, written once.

A class for which attrs generates these three methods takes twice as long to import. The classes of
dice and tables must be light, so they share these.
"""

from typing import Any


class Value:
    """Base of frozen attrs classes made with `eq=False, repr=False`, compared by their fields."""

    __slots__ = ()

    def _compared(self) -> tuple[Any, ...]:
        fields: Any = type(self)
        return tuple([getattr(self, f.name) for f in fields.__attrs_attrs__ if f.eq])

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._compared() == other._compared()

    def __hash__(self) -> int:
        return hash((type(self), self._compared()))

    def __repr__(self) -> str:
        fields: Any = type(self)
        shown = [f"{f.name}={getattr(self, f.name)!r}" for f in fields.__attrs_attrs__ if f.repr]
        return f"{type(self).__name__}({', '.join(shown)})"
