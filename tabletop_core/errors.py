"""The errors that a user of tabletop can meet.

Every message says what is wrong, quotes the offending value, says where it is and what to do.
The command line prints a `TabletopError` and exits with status 2; so it does with what fails in the
code of a pack, whose line it names. Any other exception is a bug in the program and shows its
traceback.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import attrs

__all__ = [
    "DataError",
    "IllegalAnswerError",
    "Problem",
    "TabletopError",
]


class TabletopError(Exception):
    """The base of all errors that a caller, a data file or a saved game can cause."""


class DiceError(TabletopError, ValueError):
    """A dice expression that cannot be read, or dice used in a way that they do not allow."""


class TableError(TabletopError, ValueError):
    """A lookup that a table cannot answer: unknown column or modifier, a total beyond its rows."""


class PackError(TabletopError):
    """A pack that cannot be found, loaded or used."""


class IllegalAnswerError(TabletopError, ValueError):
    """An answer that is not among the options of the decision."""


class StaleAnswerError(IllegalAnswerError):
    """An answer to a question that is no longer open: it was answered or undone."""


class SequenceError(TabletopError):
    """A sequence of play that cannot be run."""


class SaveError(TabletopError):
    """A saved game that cannot be read, replayed or written."""


class ReplayError(SaveError):
    """A saved game whose answers do not fit the present rules; `why` says why, without a remedy."""

    def __init__(self, message: str, why: str) -> None:
        super().__init__(message)
        self.why = why


class UnsavedError(SaveError):
    """A game in progress whose last answers could not be written to its file; `why` says why."""

    def __init__(self, message: str, why: str) -> None:
        super().__init__(message)
        self.why = why


@attrs.frozen(kw_only=True)
class Problem:
    """One fault found in data or in a pack.

    `code` is stable (`T101`, `D204`); `file`, `line`, `key` and `value` are empty if unknown.
    `severity` is `error`, `warning` or `note`.
    """

    code: str
    message: str
    remedy: str
    file: str = ""
    line: int = 0
    key: str = ""
    value: str = ""
    severity: str = "error"

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        parts = [part for part in (where, self.code) if part]
        head = " ".join(parts)
        key = f" {self.key}:" if self.key else ""
        value = f" (got {self.value})" if self.value else ""
        return f"{head}:{key} {self.message}{value}; {self.remedy}"


class DataError(TabletopError, ValueError):
    """All problems found in one or more data files, reported together."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: Sequence[Problem] = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


def meant(given: Any, names: Iterable[Any]) -> str:
    """Suggest which of the names was probably meant; nothing where none is near."""
    from difflib import get_close_matches

    close = get_close_matches(str(given), [str(name) for name in names][:2000], 1)
    return f" (did you mean {close[0]!r}?)" if close else ""
