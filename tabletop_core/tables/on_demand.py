"""Tables of a folder that was checked before: a file is read when one of its tables is asked for.

What was found in a folder is kept as JSON under a digest of all its files and the version of the
core: which table is in which file, where the data come from, and the fingerprint of the facts.
Nothing in it is run, and what it says of files is read from the files themselves.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from os import getpid
from pathlib import Path
from threading import RLock, get_ident
from typing import Any

from ..data.documents import PathLike, as_path, files_in
from ..version import core_version
from .collection import Tables
from .table import Table

_notes: ContextVar[Path | None] = ContextVar("notes", default=None)

TABLE_FILES = (".toml", ".csv", ".md")
BESIDE = Path("__pycache__")
"""The folder of the notes where none is named: in that of the tables, as Python keeps modules."""


@contextmanager
def checked_once(notes: Path | None = None) -> Iterator[None]:
    """Within this, tables that were checked before are read on demand; notes are kept there.

    Where no folder is named, it is that of a `checked_once` around this one, or else `BESIDE`.
    """
    token = _notes.set(notes or _notes.get() or BESIDE)
    try:
        yield
    finally:
        _notes.reset(token)


def load_on_demand(path: PathLike, overlays: Sequence[PathLike] = ()) -> Tables:
    """Load tables, all of them unless the same files were checked before and nothing lies over.

    Raises:
        DataError: every problem found in all files.
    """
    from .files import load

    notes = _notes.get()
    where = as_path(path)
    if notes is None or overlays or not isinstance(where, Path) or not where.is_dir():
        return load(where, overlays)
    files = {file.relative_to(where).as_posix(): file for file in _paths(where)}
    digest = sha256(core_version().encode())
    for name, file in files.items():
        content = file.read_bytes()
        digest.update(f"\n{name} {len(content)}\n".encode())
        digest.update(content)
    note = where / notes / f"{digest.hexdigest()}.json"
    known = _read(note)
    if known is not None and known["tables"] and set(known["tables"].values()) <= set(files):
        return _OnDemand({id_: files[name] for id_, name in known["tables"].items()}, known)
    tables = load(where)
    if notes != BESIDE or not sys.dont_write_bytecode:
        _write(note, tables, {str(file): name for name, file in files.items()})
    return tables


def _paths(folder: Path) -> list[Path]:
    return [file for file in files_in(folder, TABLE_FILES) if isinstance(file, Path)]


def _read(note: Path) -> dict[str, Any] | None:
    """Return what is known of a folder, or `None` where nothing or nonsense is."""
    try:
        known = json.loads(note.read_text(encoding="utf-8"))
        homes, counts = known["tables"], known["provenance"]
        texts = [*homes, *homes.values(), *counts, known["digest"]]
        sound = all(type(one) is str for one in texts) and all(
            type(one) is int for one in counts.values()
        )
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None
    return known if sound else None


def _write(note: Path, tables: Tables, names: Mapping[str, str]) -> None:
    """Note what was found; where that cannot be written, the folder is checked the next time."""
    homes = {id_: names[home] for id_, home in tables.homes.items()}
    known = {"tables": homes, "provenance": tables.provenance, "digest": tables.digest}
    # Under a name of its own: others may be writing the same note.
    made = note.with_suffix(f".{getpid()}-{get_ident()}.new")
    try:
        note.parent.mkdir(parents=True, exist_ok=True)
        made.write_text(json.dumps(known), encoding="utf-8")
        made.replace(note)
    except OSError:
        return


class _OnDemand(Tables):
    """Tables whose files are known and not yet read."""

    def __init__(self, files: Mapping[str, Path], known: Mapping[str, Any]) -> None:
        super().__init__({})
        self.by_id = _Files(files, self)
        self.homes = {id_: str(file) for id_, file in files.items()}
        self.known = known

    @property
    def digest(self) -> str:
        return str(self.known["digest"])

    @property
    def provenance(self) -> dict[str, int]:
        return dict(self.known["provenance"])


class _Files(Mapping[str, Table]):
    """Tables by id, each read with the others of its file when it is first asked for."""

    def __init__(self, files: Mapping[str, Path], bound: Tables) -> None:
        self.files = files
        self.bound = bound
        self.found: dict[str, Table] = {}
        self._reading = RLock()

    def __getitem__(self, id_: str) -> Table:
        found = self.found.get(id_)
        return self._read(id_) if found is None else found

    def _read(self, id_: str) -> Table:
        from .files import tables_in

        # Made once: rooms compare tables by what they are.
        with self._reading:
            if id_ not in self.found:
                for table in tables_in(self.files[id_]):
                    table.__dict__["tables"] = self.bound
                    self.found[table.id] = table
            return self.found[id_]

    def __contains__(self, id_: object) -> bool:
        return id_ in self.files

    def __iter__(self) -> Iterator[str]:
        return iter(self.files)

    def __len__(self) -> int:
        return len(self.files)
