"""Tables by id, bound together."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..errors import DataError, TableError, meant
from .range_table import quoted
from .table import Table


class _NoTableError(TableError, KeyError):
    __str__ = Exception.__str__


class Tables(Mapping[str, Table]):
    """Tables by id, whose references to each other are resolved.

    `overlaid` names what overlays changed; `digest` identifies the loaded data.
    """

    def __init__(
        self, by_id: Mapping[str, Table], overlaid: tuple[str, ...] = (), raw: tuple[Any, ...] = ()
    ) -> None:
        self.by_id = by_id
        self.overlaid = overlaid
        self.raw = raw
        self.homes: Mapping[str, str] = {}
        """The file of each table, where they were read from files."""
        for table in by_id.values():
            table.__dict__["tables"] = self

    @classmethod
    def of(cls, tables: Iterable[Table]) -> "Tables":
        """Bind tables built in Python; raise `DataError` for dangling references and cycles."""
        from .checks import check_set

        listed = tuple(tables)
        if problems := check_set(listed):
            raise DataError(problems)
        return cls({table.id: table for table in listed})

    def __getitem__(self, id_: str) -> Table:
        try:
            return self.by_id[id_]
        except KeyError:
            raise _NoTableError(
                f"no table {id_!r}{meant(id_, self.by_id)}; the tables: {quoted(self.by_id)}"
            ) from None

    def __contains__(self, id_: object) -> bool:
        return id_ in self.by_id

    def __iter__(self) -> Iterator[str]:
        return iter(self.by_id)

    def __len__(self) -> int:
        return len(self.by_id)

    @property
    def digest(self) -> str:
        """A fingerprint of the facts, unaffected by comments, spaces and the order of keys."""
        from ..data.documents import digest_of

        return digest_of(self.raw)

    @property
    def provenance(self) -> dict[str, int]:
        """How many data come from where."""
        from ..data.entries import provenance_count

        return provenance_count(self)
