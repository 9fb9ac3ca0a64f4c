"""Range tables: dice, modifiers with reasons, a stated policy beyond the ends, exact odds.

>>> weather = Table(
...     id="weather",
...     dice="2d6",
...     rows=[Row("..4", "storm"), Row("5-8", "cloud"), Row("9..", "clear")],
...     modifiers=[Modifier("winter", -2, why="it is winter")],
... )
>>> weather.row(7).result
'cloud'
>>> faces = iter([3, 2])
>>> print(weather.look_up(lambda sides: next(faces), with_=["winter"]))
weather: 2d6 (3, 2) = 5, -2 it is winter, total 3: storm
>>> weather.odds(with_=["winter"]).p("storm")
Fraction(5, 12)

Tables are plain values: build them in Python, or load them from files with `load_tables`.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..lazy import lazy_names
from .collection import Tables
from .lookups import Lookup
from .model import Modifier, Note, Override, Row
from .table import Table

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from pathlib import Path

    from .exports import to_toml
    from .results import (
        Again,
        Effect,
        Named,
        Noted,
        Reference,
        RollResult,
        Several,
        Threshold,
        describe,
    )

__all__ = [
    "Again",
    "Effect",
    "Lookup",
    "Modifier",
    "Named",
    "Note",
    "Noted",
    "Override",
    "Reference",
    "RollResult",
    "Row",
    "Several",
    "Table",
    "Tables",
    "Threshold",
    "describe",
    "load_tables",
    "read_table",
    "to_toml",
]

__getattr__, __dir__, _ = lazy_names(
    __name__,
    {
        "exports": ("to_toml",),
        "results": (
            "Again",
            "Effect",
            "Named",
            "Note",
            "Noted",
            "Reference",
            "RollResult",
            "Several",
            "Threshold",
            "describe",
        ),
    },
)


def load_tables(
    path: "str | Path | Traversable", *, overlays: "Sequence[str | Path | Traversable]" = ()
) -> Tables:
    """Load a TOML, JSON, CSV or Markdown file, or a folder of them, with overlays applied.

    Of a folder, JSON is left alone.

    Raises:
        DataError: every problem found in all files, with file, line, key, value and remedy.
    """
    from .files import load

    return load(path, overlays)


def read_table(text: str, *, id: str, kind: str = "markdown", **settings: Any) -> Table:
    """Read one table from Markdown or CSV text: the first column holds the ranges or labels.

    >>> table = read_table("| 1d6 | loot |\\n|---|---|\\n| 1-5 | none |\\n| 6 | gem |", id="loot")
    >>> table.row(6).result
    'gem'
    """
    from .csv_markdown import read_text

    return read_text(text, id, kind, settings)
