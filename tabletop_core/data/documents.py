"""Reading files: their contents as written, and the line of each key."""

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import attrs

from ..errors import DataError, Problem
from .lines import Key, doubled_key, json_lines, key_lines, read_key, write_key

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

T = TypeVar("T")
PathLike: TypeAlias = "str | Path | Traversable"

MAX_BYTES = 16 * 1024 * 1024
MAX_ENTRIES = 20_000
"""The most entries that a folder and its folders may have to be searched for data."""

# A key of thousands of dotted parts takes the TOML reader time that grows with their square.
_LONG_KEY = re.compile(
    r"""(?<![\w"'-])(?:(?:[\w-]+|"[^"\n]{0,80}"|'[^'\n]{0,80}')[ \t]*\.[ \t]*){32}"""
)


@attrs.frozen(eq=False)
class Document:
    """One parsed file; `origins` maps parts that an overlay brought to their origin."""

    name: str
    stem: str
    text: str = attrs.field(repr=False)
    raw: dict[str, Any] = attrs.field(repr=False)
    origins: "dict[int | tuple[int, Any], tuple[Document, Key, Any]]" = attrs.field(
        factory=dict, repr=False
    )
    _lines: dict[Key, int] = attrs.field(factory=dict, init=False, repr=False)

    def line(self, key: Key) -> int:
        """Return the line of a key, or of the nearest thing around it."""
        if not self._lines and self.text:
            lines_of = json_lines if self.name.endswith(".json") else key_lines
            self._lines.update(lines_of(self.text))
        while key and key not in self._lines:
            key = key[:-1]
        return self._lines.get(key, 1)

    def place(self, problem: Problem) -> Problem:
        """Add file and line to a problem whose key is a path into this file."""
        key = read_key(problem.key)
        document: Document = self
        base: Key = ()
        rest = key
        here: Any = self.raw
        for at, step in enumerate(key):
            within = here
            try:
                here = here[step]
            except (KeyError, IndexError, TypeError):
                break
            origin = self.origins.get(id(here)) or self.origins.get((id(within), step))
            if origin is not None:
                document, base, _ = origin
                rest = key[at + 1 :]
        own: Key = (*base, *rest)
        line = document.line(own)
        return attrs.evolve(problem, file=document.name, line=line, key=write_key(own))


def as_path(path: PathLike) -> "Path | Traversable":
    """Accept a text, a path or a package resource."""
    return Path(path) if isinstance(path, str) else path


def read_document(path: PathLike) -> Document:
    """Parse one file of TOML, or of JSON; raise `DataError` with the line of a fault."""
    where = as_path(path)
    name = str(where) if isinstance(where, Path) else where.name
    text = read_file(where)
    parse = parse_keys if name.endswith(".json") else parse_document
    return Document(name, where.name.rpartition(".")[0], text, parse(name, text))


def parse_document(name: str, text: str) -> dict[str, Any]:
    """Parse the TOML of a whole file; raise `DataError` with the line of a fault."""
    dotted = any(line.count(".") >= 32 for line in text.split("\n"))
    if dotted and (match := _LONG_KEY.search(text)):
        line = text.count("\n", 0, match.start()) + 1
        raise unreadable(name, "D102", "a key has too many parts", "use fewer dots", line)
    return parse_toml(name, text)


def read_file(where: "Path | Traversable") -> str:
    """Read a file as UTF-8 text; raise `DataError` when that cannot be done."""
    name = str(where)
    if isinstance(where, Path) and where.exists() and not where.is_file():
        what = "a folder" if where.is_dir() else "a pipe or a device"
        raise unreadable(name, "D101", f"it is {what}, not a file", "give a file")
    try:
        with where.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise unreadable(name, "D101", f"cannot read it: {reason}", "check the path") from None
    if len(content) > MAX_BYTES:
        raise unreadable(name, "D101", f"it is larger than {MAX_BYTES} bytes", "split it")
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise unreadable(name, "D101", "it is not UTF-8 text", "save it so", line) from None


def unreadable(name: str, code: str, message: str, remedy: str, line: int = 0) -> DataError:
    return DataError([Problem(code=code, message=message, remedy=remedy, file=name, line=line)])


def parse_toml(name: str, text: str) -> dict[str, Any]:
    """Parse TOML; raise `DataError` with the line of a fault."""
    import tomllib

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise unreadable(name, "D102", "it is nested too deeply", "flatten it") from None
    except ValueError as error:
        _refuse_long_number(name, text)
        match = re.search(r"\(at line (\d+), column \d+\)", str(error))
        message = str(error).split(" (at ")[0]
        message = f"this is not TOML: {message[:1].lower()}{message[1:120]}"
        at_end = text.count("\n") + 1 if "end of document" in str(error) else 0
        line = int(match[1]) if match else at_end
        raise unreadable(name, "D102", message, "fix the line", line) from None


def _refuse_long_number(name: str, text: str, first: int = 1) -> None:
    """Refuse a number of which Python says no line."""
    if long := re.search(r"\d[\d_]{4299,}", text):
        message = f"this number has {len(long[0].replace('_', ''))} digits"
        line = text.count("\n", 0, long.start()) + first
        raise unreadable(name, "D102", message, "write a shorter one", line) from None


def parse_keys(name: str, text: str) -> dict[str, Any]:
    """Parse the JSON of a whole file with keys; raise `DataError` with the line of a fault."""
    found = parse_json(name, text)
    if not isinstance(found, dict):
        raise unreadable(
            name, "D102", "this is not an object with keys", "write { ... } around it", 1
        )
    return found


def parse_json(name: str, text: str, first: int = 1) -> Any:
    """Parse JSON that begins on that line; raise `DataError` with the line of a fault."""
    import json

    doubled: list[int] = []

    def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        doubled.extend([first] * (len(found) < len(pairs)))
        return found

    try:
        found = json.loads(text, object_pairs_hook=object_of)
    except RecursionError:
        raise unreadable(name, "D102", "it is nested too deeply", "flatten it", first) from None
    except ValueError as error:
        _refuse_long_number(name, text, first)
        line = getattr(error, "lineno", 1) + first - 1
        said = getattr(error, "msg", str(error))
        said = f"this is not JSON: {said}"[:200]
        raise unreadable(name, "D102", said, "fix the line", line) from None
    if doubled:
        key, line = doubled_key(text)
        said = f"{write_key(key)!r} is there twice"
        raise unreadable(name, "D102", said, "leave one out", line + first - 1)
    return found


def files_in(path: PathLike, endings: Sequence[str] = (".toml",)) -> "list[Path | Traversable]":
    """List a file, or the files of a folder and its folders, in the order of their names.

    Hidden folders are left out, and no folder is entered twice, by whatever links.

    Raises:
        DataError: a folder cannot be read, or holds too many entries to be a folder of tables.
    """
    where = as_path(path)
    if not where.is_dir():
        return [where]
    found: list[Path | Traversable] = []
    entered: set[Any] = set()
    seen = 0
    waiting: list[Path | Traversable] = [where]
    while waiting:
        here = waiting.pop()
        if not here.is_dir():
            found.append(here)
            continue
        if isinstance(here, Path):
            place = here.resolve()
            if place in entered:
                continue
            entered.add(place)
        entries = _entries(here)
        seen += len(entries)
        if seen > MAX_ENTRIES:
            message = f"it and its folders hold more than {MAX_ENTRIES} entries"
            remedy = "name the folder that holds the tables"
            raise unreadable(str(path), "D101", f"{message} (it was at {here})", remedy)
        wanted = [
            entry for entry in entries if entry.name.endswith(tuple(endings)) or _is_folder(entry)
        ]
        waiting += reversed(wanted)
    return found


def _entries(folder: "Path | Traversable") -> "list[Path | Traversable]":
    entries: list[Path | Traversable] = []
    try:
        for entry in folder.iterdir():
            entries.append(entry)
            if len(entries) > MAX_ENTRIES:
                break
    except OSError as error:
        reason = error.strerror or str(error)
        raise unreadable(str(folder), "D101", f"cannot read it: {reason}", "name files") from None
    return sorted(entries, key=lambda entry: entry.name)


def _is_folder(entry: "Path | Traversable") -> bool:
    try:
        return not entry.name.startswith(".") and entry.is_dir()
    except OSError:
        return False


def in_order(problems: Iterable[Problem]) -> DataError:
    """Make one error of all problems, in the order of files and lines."""
    return DataError(sorted(problems, key=lambda problem: (problem.file, problem.line)))


def collect(works: Iterable[Callable[[], T]], problems: list[Problem]) -> list[T]:
    """Run each piece of work; gather what it returns, and the problems of those that fail."""
    done: list[T] = []
    for work in works:
        try:
            done.append(work())
        except DataError as error:
            problems += error.problems
    return done


def digest_of(raw: Any) -> str:
    """Return a fingerprint of plain data that ignores the order of keys."""
    import json

    text = json.dumps(raw, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()
