"""The parts of a table: rows, modifiers, overrides and notes."""

from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

import attrs

from ..values import Value
from .ranges import Span, read_spans, words

if TYPE_CHECKING:
    from .results import Result


def _text(value: str | int) -> str:
    return str(value)


def _cells(value: Any) -> tuple[Any, ...]:
    return tuple(map(_cell, value)) if type(value) is tuple else (_cell(value),)


def _cell(value: Any) -> Any:
    """Take a list as several results, and whole numbers of other libraries as ours."""
    if type(value) in (str, int):
        return value
    if isinstance(value, list):
        from .results import Several

        return Several(tuple(map(_cell, value)))
    if getattr(value, "note", None) == "" and hasattr(value, "value"):
        return value.value  # a note that says nothing leaves the plain value
    return index(value) if hasattr(value, "__index__") and not isinstance(value, bool) else value


@attrs.frozen(eq=False, repr=False)
class Row(Value):
    """One line: its ranges or labels, a result for each column, and where the facts come from.

    A row with a `weight` has no range: it comes up that often among the others with weights.
    """

    on: tuple[str, ...] = attrs.field(converter=words)
    results: "tuple[Result, ...]" = attrs.field(converter=_cells)
    notes: tuple[str, ...] = attrs.field(default=(), converter=words)
    unreachable: bool = False
    provenance: str = ""
    confidence: str = ""
    weight: int = attrs.field(default=0, kw_only=True)

    @property
    def result(self) -> Any:
        """The result of the first or only column, a `Result`."""
        return self.results[0]

    @property
    def spans(self) -> tuple[Span, ...] | None:
        """The ranges of numbers it covers; `None` when it has labels."""
        read = [read_spans(text) for text in self.on]
        return None if None in read else tuple(span for spans in read for span in spans or ())

    def __str__(self) -> str:
        return ", ".join(self.on)


@attrs.frozen(eq=False, repr=False)
class Modifier(Value):
    """A named change to the total, or to the row or column found, with its reason.

    With `per`, `dm` counts once for each of a named number (at most `most`) given at the lookup.
    At most one modifier of a `group` applies; one with `columns` applies in these alone.
    `when` names the condition under which a game applies it by itself.
    """

    id: str
    dm: int = 0
    why: str = attrs.field(default="", kw_only=True)
    per: str = attrs.field(default="", kw_only=True)
    most: int | None = attrs.field(default=None, kw_only=True)
    group: str = attrs.field(default="", kw_only=True)
    when: str = attrs.field(default="", kw_only=True)
    columns: tuple[str, ...] = attrs.field(default=(), kw_only=True, converter=words)
    shift: int = attrs.field(default=0, kw_only=True)
    column_shift: int = attrs.field(default=0, kw_only=True)
    provenance: str = attrs.field(default="", kw_only=True)
    confidence: str = attrs.field(default="", kw_only=True)


@attrs.frozen(eq=False, repr=False)
class Override(Value):
    """A result that the unmodified dice decide alone, such as "a natural 12 always hits"."""

    natural: str = attrs.field(converter=_text)
    results: "tuple[Result, ...]" = attrs.field(converter=_cells)
    why: str = attrs.field(default="", kw_only=True)
    columns: tuple[str, ...] = attrs.field(default=(), kw_only=True, converter=words)
    provenance: str = attrs.field(default="", kw_only=True)
    confidence: str = attrs.field(default="", kw_only=True)


class Note(NamedTuple):
    """A remark that rows and results refer to by id; without one it is for the whole table."""

    id: str
    text: str


class Applied(NamedTuple):
    """A modifier as it counted in one lookup."""

    id: str
    dm: int
    why: str
    shift: int = 0
    column_shift: int = 0
