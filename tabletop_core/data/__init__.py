"""Read TOML into attrs classes, strictly, and say all that is wrong with it at once.

A file becomes a value of the class that is asked for; unknown keys, missing keys and values of
the wrong type are problems with file, line, key, value, remedy and a stable code (D1xx).
Nothing is coerced: `true` is no number, `2` is no text, `"abc"` is no array.

>>> import attrs, tempfile, pathlib
>>> @attrs.frozen(kw_only=True)
... class Track(Component):
...     length: int
...     boxes: tuple[str, ...] = ()
>>> file = pathlib.Path(tempfile.mkdtemp()) / "fuel.toml"
>>> _ = file.write_text('schema = 1\\nid = "fuel"\\nlength = 36\\nprovenance = "rulebook"\\n')
>>> load_file(file, Track).length
36
"""

import copy
import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import attrs

from ..dice import Dice
from ..errors import DataError, Problem, TabletopError
from .lines import Key, key_lines, read_key, write_key
from .strict import converter, flatten, shown, wrong

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

T = TypeVar("T")
PathLike: TypeAlias = "str | Path | Traversable"

PROVENANCES = ("rulebook", "rulebook-example", "public", "public-analog", "reconstructed")
CONFIDENCES = ("high", "medium", "low")
SCHEMA = 1
MOST_BYTES = 16 * 1024 * 1024
MOST_ENTRIES = 20_000
"""A folder with more entries, those of its folders included, is not searched for data."""

# A key of thousands of dotted parts takes the TOML reader time that grows with their square.
_LONG_KEY = re.compile(
    r"""(?<![\w"'-])(?:(?:[\w-]+|"[^"\n]{0,80}"|'[^'\n]{0,80}')[ \t]*\.[ \t]*){32}"""
)


def _provenance(_: Any, __: Any, value: str) -> None:
    if value and value not in PROVENANCES:
        raise wrong("D106", "no such provenance", value, f"use one of {', '.join(PROVENANCES)}")


def _confidence(_: Any, __: Any, value: str) -> None:
    if value and value not in CONFIDENCES:
        raise wrong("D106", "no such confidence", value, f"use one of {', '.join(CONFIDENCES)}")


def _schema(_: Any, __: Any, value: int) -> None:
    if value != SCHEMA:
        raise wrong("D107", "this version of the format is unknown", value, f"write {SCHEMA}")


@attrs.frozen(kw_only=True)
class Entry:
    """Base of what stands in a file many times: it may state its own provenance.

    With an `id` and a `title` or `name` it is a piece, which `DataFolder.names` calls by that.
    """

    provenance: str = attrs.field(default="", validator=_provenance)
    confidence: str = attrs.field(default="", validator=_confidence)


@attrs.frozen(kw_only=True)
class Component:
    """Base of what a file holds: the keys that every data file has.

    A file of your own is an attrs class: its fields are the keys, those without a default must be
    there, others are refused. `faults(self)` may yield a `Problem` for what the types cannot tell.

        @attrs.frozen(kw_only=True)
        class Lot(Entry):
            id: str
            title: str
            worth: int

        @attrs.frozen(kw_only=True)
        class Lots(Component):
            lot: tuple[Lot, ...]  # each is a [[lot]] of the file

        lots = DataFolder(__package__, overlays).file("lots.toml", Lots)
    """

    schema: int = attrs.field(validator=_schema)
    id: str
    title: str = ""
    source: str = ""
    provenance: str = attrs.field(default="", validator=_provenance)
    confidence: str = attrs.field(default="", validator=_confidence)


@attrs.frozen(eq=False)
class Document:
    """One parsed file; `origins` tells which parts an overlay put in, and from where."""

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
            self._lines.update(key_lines(self.text))
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
    """Parse one TOML file; raise `DataError` with the line of a fault."""
    where = as_path(path)
    name = str(where) if isinstance(where, Path) else where.name
    text = read_file(where)
    dotted = any(line.count(".") >= 32 for line in text.split("\n"))
    if dotted and (match := _LONG_KEY.search(text)):
        line = text.count("\n", 0, match.start()) + 1
        raise _unreadable(name, "D102", "a key has too many parts", "use fewer dots", line)
    return Document(name, where.name.rpartition(".")[0], text, parse_toml(name, text))


def read_file(where: "Path | Traversable") -> str:
    """Read a file as UTF-8 text; raise `DataError` when that cannot be done."""
    name = str(where)
    if isinstance(where, Path) and where.exists() and not where.is_file():
        what = "a folder" if where.is_dir() else "a pipe or a device"
        raise _unreadable(name, "D101", f"it is {what}, no file", "give a file")
    try:
        with where.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise _unreadable(name, "D101", f"cannot read it: {reason}", "check the path") from None
    if len(content) > MOST_BYTES:
        raise _unreadable(name, "D101", f"it is larger than {MOST_BYTES} bytes", "split it")
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise _unreadable(name, "D101", "it is not UTF-8 text", "save it so", line) from None


def _unreadable(name: str, code: str, message: str, remedy: str, line: int = 0) -> DataError:
    return DataError([Problem(code=code, message=message, remedy=remedy, file=name, line=line)])


def parse_toml(name: str, text: str) -> dict[str, Any]:
    """Parse TOML; raise `DataError` with the line of a fault."""
    import tomllib

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise _unreadable(name, "D102", "it is nested too deeply", "flatten it") from None
    except ValueError as error:
        match = re.search(r"\(at line (\d+), column \d+\)", str(error))
        message = str(error).split(" (at ")[0]
        message = f"this is not TOML: {message[:1].lower()}{message[1:120]}"
        at_end = text.count("\n") + 1 if "end of document" in str(error) else 0
        line = int(match[1]) if match else at_end
        raise _unreadable(name, "D102", message, "mend the line", line) from None


def files_in(path: PathLike, endings: Sequence[str] = (".toml",)) -> "list[Path | Traversable]":
    """List a file, or the files of a folder and its folders, in the order of their names.

    Hidden folders are left out, and no folder is entered twice, by whatever links.

    Raises:
        DataError: a folder cannot be read, or holds more than anyone keeps tables in.
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
        if seen > MOST_ENTRIES:
            message = f"it and its folders hold more than {MOST_ENTRIES} entries"
            remedy = "name the folder that holds the tables"
            raise _unreadable(str(path), "D101", f"{message} (it was at {here})", remedy)
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
            if len(entries) > MOST_ENTRIES:
                break
    except OSError as error:
        reason = error.strerror or str(error)
        raise _unreadable(str(folder), "D101", f"cannot read it: {reason}", "name files") from None
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


def read_documents(
    path: PathLike, overlays: Sequence[PathLike], problems: list[Problem], *, tables: bool = False
) -> tuple[list[Document], tuple[str, ...]]:
    """Parse a file or folder and lay overlays over it; return also what they changed."""
    works = [partial(read_document, file) for file in files_in(path)]
    documents = collect(works, problems)
    if not overlays:
        return documents, ()
    from .overlays import lay_over

    laid = collect([partial(read_document, file) for file in overlays], problems)
    return documents, lay_over(documents, laid, problems, tables=tables)


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
        return [Problem(code="D110", message=str(error), remedy="mend the file")]


def _further_faults(
    raw: dict[str, Any], cls: type, given: Sequence[Any] | None, found: Sequence[Problem]
) -> list[Problem]:
    """Return what else is wrong in a file whose keys have faults, as if these were not there.

    Faulty keys are left out, which leads on only where they have a default; what is said of them
    and of what they stand in might follow from leaving them out, so it is not told.
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
    """Tell whether one of two keys stands within the other."""
    return all(step == beside for step, beside in zip(key, other, strict=False))


def load_file(path: PathLike, cls: type[T], *given: Any, overlays: Sequence[PathLike] = ()) -> T:
    """Load one TOML file as an attrs class; what is `given` goes to its method `faults`.

    Raises:
        DataError: all problems of the file and of the overlays.
    """
    return next(iter(load_folder(path, cls, *given, overlays=overlays).values()))


def load_folder(
    path: PathLike, cls: type[T], *given: Any, overlays: Sequence[PathLike] = ()
) -> dict[str, T]:
    """Load every TOML file of a folder, by `id` where the class has one, else by file name.

    Raises:
        DataError: all problems of all files.
    """
    return load_documents(path, cls, overlays, given)[1]


def load_documents(
    path: PathLike,
    cls: type[T],
    overlays: Sequence[PathLike] = (),
    given: Sequence[Any] | None = (),
) -> tuple[list[Document], dict[str, T], tuple[str, ...]]:
    """Return the parsed files, their values, and what the overlays changed."""
    if overlays:
        # An overlay is only laid over what is sound; it may mend what other files have to do with.
        load_documents(path, cls, given=None if given else ())
    problems: list[Problem] = []
    documents, overlaid = read_documents(path, overlays, problems)
    found: dict[str, T] = {}
    for document in documents:
        for value in collect([partial(structure, document, cls, given)], problems):
            name = str(getattr(value, "id", document.stem))
            if name in found:
                clash = Problem(
                    code="D108", key="id", value=repr(name), message="two files have this id",
                    remedy="rename one",
                )  # fmt: skip
                problems.append(document.place(clash))
            found[name] = value
    if problems:
        raise in_order(problems)
    if not found:
        raise _unreadable(str(path), "D101", "there is no TOML file here", "check the path")
    return documents, found, overlaid


def digest_of(raw: Any) -> str:
    """Return a fingerprint of plain data that ignores the order of keys."""
    import json

    text = json.dumps(raw, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def digest_files(path: PathLike, overlays: Sequence[PathLike] = ()) -> str:
    """Return a fingerprint of all TOML files of a folder and of the overlays.

    Raises:
        DataError: a file cannot be read, or an overlay sets a value in a file that is not here.
    """
    if overlays:
        from .overlays import check_overlays

        check_overlays(path, overlays)
    problems: list[Problem] = []
    files = [*files_in(path), *overlays]
    documents = collect([partial(read_document, file) for file in files], problems)
    if problems:
        raise DataError(problems)
    return digest_of([[document.stem, document.raw] for document in documents])


def provenance_count(*components: Any, also: Mapping[str, int] | None = None) -> dict[str, int]:
    """Count the data by where they come from; `also` were counted before.

    A datum is the smallest thing with fields of its own: a cell of a table, a card, a city.
    Those that state no provenance have that of what they stand in.
    """
    counts: Counter[str] = Counter(also)
    for component in components:
        _count(component, "", counts)
    order = {name: at for at, name in enumerate(PROVENANCES)}
    return dict(sorted(counts.items(), key=lambda item: order.get(item[0], len(order))))


_PLAIN = frozenset((str, int, float, bool, type(None)))


@cache
def _given(cls: Any) -> tuple[str, ...]:
    """Return the names of the fields that a value of this class is made of."""
    return tuple(field.name.lstrip("_") for field in attrs.fields(cls) if field.init)


def _count(value: Any, inherited: str, counts: Counter[str]) -> int:
    """Count the data in a value and return how many there were."""
    if type(value) in _PLAIN:
        return 0
    if isinstance(value, Mapping):
        return sum(_count(inner, inherited, counts) for inner in value.values())
    if isinstance(value, list | tuple | set | frozenset):
        return sum(_count(inner, inherited, counts) for inner in value)
    if not attrs.has(type(value)) or isinstance(value, Dice):
        return 0
    own = getattr(value, "provenance", "") or inherited
    if hasattr(value, "data_count"):
        found: Iterable[tuple[str, int]] = value.data_count()
        for name, number in found:
            counts[name or own or "unstated"] += number
        return 1
    kind: Any = type(value)
    names = _given(kind)
    inside = sum(_count(getattr(value, name), own, counts) for name in names)
    if not inside:
        counts[own or "unstated"] += 1
    return inside or 1


# It stands on what is above.
from .glossary import Glossary as Glossary  # noqa: E402
from .glossary import Word as Word  # noqa: E402
