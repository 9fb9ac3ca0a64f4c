"""Reads a saved game and verifies every record; `journal` describes the format."""

import re
import zlib
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Mapping
from pathlib import Path
from stat import S_ISREG
from typing import Any

import attrs

from ..errors import SaveError
from .blocks import MAX_SAVE_BYTES, parse_block, parse_json, printable, read_block, shortened
from .save_records import FORMAT, HEAD, CheckpointRecord, Header, SavedCheckpoint

_INT = frozenset((int,))
_OPTION = frozenset((str, int))

_ENTRY = re.compile(rb"(\d{1,9}) = (\[.*\]) #= ([0-9a-f]{8})\n")
_STANDS = re.compile(rb'stands_\d+ = (".*") #= ([0-9a-f]{8})\n')
_CLOSE = re.compile(rb"#= ([0-9a-f]{8})\n")
_POINT = re.compile(rb"^\[\[checkpoint\]\]$", re.MULTILINE)
_POINT_ENTRY = re.compile(rb"^entry = (\d{1,9})$", re.MULTILINE)
_POINT_COMPATIBILITY = re.compile(rb'^compatibility = "(\w+)"$', re.MULTILINE)


@attrs.frozen(kw_only=True)
class Saved:
    """A saved game that was read and verified.

    `entries` is the tape without what was undone, and `sealed` holds the answers that wait beside
    it. `written` counts every entry ever written. `size` is the length in bytes of the sound part
    of `content`.
    `outcome` says how the game ended and is empty before; `status` describes in words the last
    prompt.
    """

    path: Path
    header: Header
    entries: list[tuple[Any, ...]]
    checkpoints: list[CheckpointRecord]
    start: SavedCheckpoint | None
    written: int
    size: int
    crc: int
    content: bytes = attrs.field(repr=False)
    notices: tuple[str, ...] = ()
    outcome: str = ""
    status: str = ""
    sealed: Mapping[str, Any] = attrs.field(factory=dict)


def _is_between_entries(line: bytes) -> bool:
    """Return whether a line is empty, a comment or the heading of a block."""
    if not line.strip():
        return True
    if line[:1] not in b"#[" or b"#= " in line:
        return False
    try:
        return line.decode().rstrip("\n").isprintable()
    except UnicodeDecodeError as error:
        # A comment may end in the middle of a letter, where the writing stopped.
        return error.reason == "unexpected end of data"


def _damaged(path: Path, line: int, what: str) -> SaveError:
    return SaveError(
        f"{path}:{line}: the saved game is damaged: {what}; the file is left as it is; "
        "restore it from a copy"
    )


def read_save(path: Path) -> Saved:
    """Read a saved game and verify every record.

    Windows line ends and a byte order mark, which some editors and version control add, are
    accepted.

    Raises:
        SaveError: there is no such file, or it is not a saved game, damaged, or newer than this
            program. The message names the line.
    """
    try:
        content = _content_of(path)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise SaveError(
            f"{path} cannot be read: {why}; see `tabletop saves` for the saved games"
        ) from None
    if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        raise SaveError(f"{path} is text in UTF-16; save it as UTF-8 in your editor")
    return _Reader(path, normalize_newlines(content)).read()


def begins_as_save(path: Path) -> bool:
    """Return whether a file begins as a saved game does."""
    with open(path, "rb") as file:
        return normalize_newlines(file.read(80)).startswith(HEAD.encode())


def _content_of(path: Path) -> bytes:
    found = path.stat()
    if not S_ISREG(found.st_mode):
        # Opening a pipe would wait for its writer.
        raise ValueError("this is not a file")
    if found.st_size > MAX_SAVE_BYTES:
        raise ValueError(f"it is larger than {MAX_SAVE_BYTES} bytes")
    return path.read_bytes()


def normalize_newlines(content: bytes) -> bytes:
    """Return the bytes as this program wrote them, before an editor converted the file."""
    # No record holds a carriage return: TOML and JSON escape it.
    return content.removeprefix(BOM_UTF8).replace(b"\r\n", b"\n")


class _Reader:
    def __init__(self, path: Path, content: bytes) -> None:
        self.path = path
        self.content = content
        self.line = 1
        self.crc = 0
        self.entries: list[tuple[Any, ...]] = []
        self.checkpoints: list[CheckpointRecord] = []
        self.start: SavedCheckpoint | None = None
        self.header: Header | None = None
        self.written = 0
        self.outcome = ""
        self.status = ""
        self.sealed: dict[str, Any] = {}
        self._pending: list[tuple[int, bytes]] = []

    def read(self) -> Saved:
        size = 0
        open_record: list[bytes] = []
        for line in self.content.splitlines(keepends=True):
            open_record.append(line)
            first = line[:1]
            entry = _ENTRY.fullmatch(line) if b"0" <= first <= b"9" else None
            stands = _STANDS.fullmatch(line) if first == b"s" else None
            close = entry or stands or (_CLOSE.fullmatch(line) if first == b"#" else None)
            if close is None:
                self.line += 1
                continue
            record = line if len(open_record) == 1 else b"".join(open_record)
            *_, written = close.groups()
            self.crc = zlib.crc32(record[: -len(written) - 1], self.crc)
            if b"%08x" % self.crc != written:
                raise _damaged(self.path, self.line, f"the check value {written.decode()} is wrong")
            if entry:
                self._pending.append((self.line, entry[2]))
                if int(entry[1]) != self.written + len(self._pending):
                    missing = self.written + len(self._pending)
                    raise _damaged(self.path, self.line, f"entry {missing} is missing")
            elif stands:
                self.status = self._words(stands[1])
            else:
                self._take_pending()
                self._block(record)
            self.line += 1
            size += len(record)
            open_record = []
        self._take_pending()
        if self.header is None:
            raise SaveError(f"{self.path} is not a saved game of tabletop; choose another file")
        notices: tuple[str, ...] = ()
        torn = [line for line in open_record if not _is_between_entries(line)]
        if torn:
            # An entry is one line and its end is written last; only other records have more lines.
            is_block = b"[[checkpoint]]\n" in open_record or b"[[end]]\n" in open_record
            if self.content.endswith(b"\n") and not is_block:
                raise _damaged(self.path, self.line - 1, "the last entry has no check value")
            notices = ("the last entry was only partly written; it was dropped",)
        return Saved(
            path=self.path,
            header=self.header,
            entries=self.entries,
            checkpoints=self.checkpoints,
            start=self.start,
            written=self.written,
            size=size,
            crc=self.crc,
            content=self.content,
            notices=notices,
            outcome=self.outcome,
            status=self.status,
            sealed=self.sealed,
        )

    def _words(self, written: bytes) -> str:
        try:
            words = parse_json(written)
        except ValueError as error:
            raise _damaged(self.path, self.line, str(error)) from None
        return printable(words)

    def _take_pending(self) -> None:
        """Take the entries read so far; parsing many at once takes half as long."""
        pending, self._pending = self._pending, []
        if not pending:
            return
        try:
            rows = parse_json(b"[" + b",".join(text for _, text in pending) + b"]")
        except ValueError:
            rows = []
        for number, (line, text) in enumerate(pending):
            try:
                # Where the rows do not match the lines one to one, find the line at fault.
                row = rows[number] if len(rows) == len(pending) else parse_json(text)
                self._entry(row)
            except ValueError as error:
                raise _damaged(self.path, line, str(error)) from None
        self.written += len(pending)
        self.outcome = ""

    def _entry(self, row: list[Any]) -> None:
        """Take one entry.

        Raises:
            ValueError: it is not an entry of a tape.
        """
        match row:  # The most frequent first.
            case ["answer", str(seat), answer]:
                self.entries.append(("answer", seat, _answer(answer)))
            case ["roll", *faces] if _INT.issuperset(map(type, faces)):
                self.entries.append(("roll", tuple(faces)))
            case ["seal", str(seat), answer]:
                self.sealed[seat] = _answer(answer)
                return
            case ["unseal", str(seat)]:
                self.sealed.pop(seat, None)
                return
            case ["draw", str()]:
                self.entries.append(tuple(row))
            case ["answers", *given]:
                self.entries.append(("answers", tuple(map(_given, given))))
            case ["undo", int(at), str(seat), answer, list(revealed)]:
                self._cut(at)
                self.entries.append(("undone", _undone(seat, answer, revealed)))
            case ["undone", {"seat": str(seat), "answer": answer, "revealed": list(revealed)}]:
                self.entries.append(("undone", _undone(seat, answer, revealed)))
            case ["set", {"field": str(), "value": _, "place": list()} as facts]:
                self.entries.append(("set", facts))
            case ["retyped", int(at)]:
                self._cut(at)
            case _:
                raise ValueError(f"{shortened(row)} is not an entry of a tape")
        self.sealed = {}

    def _cut(self, at: int) -> None:
        """Remove from the tape what was undone."""
        if not 0 <= at <= len(self.entries):
            raise ValueError(f"entry {at} cannot be undone: there are {len(self.entries)}")
        del self.entries[at:]
        self.checkpoints = [point for point in self.checkpoints if point.entry <= at]

    def _block(self, record: bytes) -> None:
        if _POINT.search(record):
            entry, compatibility = _POINT_ENTRY.search(record), _POINT_COMPATIBILITY.search(record)
            if entry is None:
                raise _damaged(self.path, self.line, "a checkpoint names no entry")
            found = CheckpointRecord(
                int(entry[1]), compatibility[1].decode() if compatibility else "", record
            )
            self.checkpoints.append(found)
            return
        try:
            block, state = parse_block(record)
            for plain in block.get("end", ()):
                self.outcome = printable(plain["outcome"])
            if "start" in block:
                self.start = SavedCheckpoint.read(block["start"], state)
        except (LookupError, TypeError, AttributeError, ValueError) as error:
            raise _damaged(self.path, self.line, str(error)) from None
        if self.header is None:
            self._header(block)

    def _header(self, block: dict[str, Any]) -> None:
        number = block.get("format")
        if type(number) is not int:
            raise SaveError(f"{self.path} is not a saved game of tabletop; choose another file")
        if number != FORMAT:
            remedy = (
                "update tabletop to continue it"
                if number > FORMAT
                else "it was written before the first release and can no longer be read"
            )
            raise SaveError(
                f"{self.path} has format {number}, but this program reads format {FORMAT}; {remedy}"
            )
        try:
            self.header = read_block(Header, {k: v for k, v in block.items() if k != "start"})
        except ValueError as error:
            raise SaveError(
                f"{self.path}: the header of the saved game cannot be read: {error}; play it with "
                "the version of tabletop that saved it"
            ) from None


def _given(pair: Any) -> tuple[str, Any]:
    match pair:
        case [str(seat), answer]:
            return seat, _answer(answer)
    raise ValueError(f"{shortened(pair)} is not a seat with its answer")


def _undone(seat: str, answer: Any, revealed: list[Any]) -> dict[str, Any]:
    if answer is not None:
        _answer(answer)
    if not _OPTION.issuperset(map(type, revealed)):
        raise ValueError(f"{shortened(revealed)} are not dice and cards")
    return {"seat": seat, "answer": answer, "revealed": revealed}


def _answer(value: Any) -> Any:
    """Return an answer as the engine takes it: an option, or a tuple of options."""
    if type(value) in _OPTION:
        return value
    if isinstance(value, list) and _OPTION.issuperset(map(type, value)):
        return tuple(value)
    raise ValueError(f"{shortened(value)} is not an answer")
