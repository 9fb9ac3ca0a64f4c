"""The tape on disk: one append-only, readable TOML file per game.

    format = 2                        the header: pack, options, players, seed
    ...
    #= 5d3c9a01                       a check value closes each record

    [[part]]
    # Round 2 / Side west / Move
    # Which aircraft moves?
    1 = ["answer", "west", "f3"] #= 77a0b1c2
    2 = ["roll", 4, 2] #= 0c9d8e7f
    3 = ["seal", "west", 5] #= 51f0c3aa
    stands_3 = "round 2, 4 against 1" #= 9b02e4d7

An answer given while others choose at the same time is sealed: it is a record of its own, and
not on the tape before the last of them has answered.
Whoever may read the file can look; a program that serves a game under way must not serve it.

Each check value is a CRC-32 of everything before it, so any change and any gap shows.
A record without its check value at the end of the file was being written when the program
stopped; it is dropped with a notice.
Where the game stands is noted in words at a prompt, when it is another place than before.
Now and then a checkpoint holds the whole state: the game wakes there, as long as the core, the
code and the data of the pack are the same, and otherwise may go on from there.
"""

import json
import os
import re
import sys
import zlib
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Any

import attrs
import tomli_w

from ..engine.state import decode, encode
from ..errors import SaveError, UnsavedError
from ..version import core_version
from .blocks import (
    MAX_SAVE_BYTES,
    parse_block,
    parse_json,
    printable,
    read_block,
    shortened,
)
from .durable import DurableFile

if TYPE_CHECKING:
    from ..engine.checkpoints import Checkpoint
    from ..engine.game import Game
    from ..engine.tape import Tape

FORMAT = 2
DICE = ("seeded", "manual")
SAVED_CHECKPOINT_EVERY = 100
"""Entries between two checkpoints, or more."""

HEAD = "# A saved game of tabletop.\n"

_INT = frozenset((int,))
_OPTION = frozenset((str, int))

_ENTRY = re.compile(rb"(\d{1,9}) = (\[.*\]) #= ([0-9a-f]{8})\n")
_STANDS = re.compile(rb'stands_\d+ = (".*") #= ([0-9a-f]{8})\n')
_CLOSE = re.compile(rb"#= ([0-9a-f]{8})\n")
_POINT = re.compile(rb"^\[\[checkpoint\]\]$", re.MULTILINE)
_POINT_ENTRY = re.compile(rb"^entry = (\d{1,9})$", re.MULTILINE)
_POINT_TRUST = re.compile(rb'^trust = "(\w+)"$', re.MULTILINE)


def saves_folder() -> Path:
    """Return the folder of a person's saved games; `TABLETOP_SAVES` names another."""
    named = os.environ.get("TABLETOP_SAVES")
    if named:
        return Path(named)
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA", Path.home() / "AppData" / "Roaming"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share"))
    return base / "tabletop" / "saves"


def _as_tuple(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(texts)


@attrs.frozen(kw_only=True)
class Header:
    """What a saved game is: enough to start it again from nothing."""

    pack: str
    pack_version: str
    digest: str
    options: Mapping[str, Any]
    players: Mapping[str, str]
    seed: str
    dice: str = attrs.field(default="seeded", validator=attrs.validators.in_(DICE))
    overlays: tuple[str, ...] = attrs.field(default=(), converter=_as_tuple)
    rules: int = 1
    undo: str = ""
    core: str = attrs.field(factory=core_version)
    format: int = FORMAT

    def to_toml(self) -> str:
        plain = attrs.asdict(self, recurse=False)
        front = {"format": plain.pop("format"), **plain}
        front["overlays"] = list(self.overlays)
        front["options"] = dict(front.pop("options"))
        front["players"] = dict(front.pop("players"))
        return tomli_w.dumps(front)


@attrs.frozen(kw_only=True)
class SavedCheckpoint:
    """A checkpoint as a saved game keeps it, after `entry` entries of the tape.

    `place` is the way to the step by names; `drawn` counts the dice and cards before it, `told`
    the events, `heard` those that each seat had been shown.
    `trust` is a digest of all that it depends on beside the tape.
    """

    entry: int
    decisions: int
    seat: str
    place: list[Any]
    state: Any
    drawn: int = 0
    told: int = 0
    heard: Mapping[str, int] = attrs.field(factory=dict)
    trust: str = ""

    @classmethod
    def of(cls, start: "Checkpoint", trust: str) -> "SavedCheckpoint":
        """Return a checkpoint as it is saved."""
        return cls(
            entry=start.tape_at,
            decisions=start.decisions,
            seat=start.seat,
            place=start.place,
            state=encode(start.state),
            drawn=start.drawn,
            told=start.event_count,
            heard=start.seen_count,
            trust=trust,
        )

    @classmethod
    def read(cls, plain: Mapping[str, Any], state: Any) -> "SavedCheckpoint":
        """Return a checkpoint from its block in a file, and the state in it.

        Raises:
            ValueError: something in it does not fit.
        """
        if state is None:
            raise ValueError("a checkpoint has no state")
        try:
            heard = dict(plain.get("heard", ()))
            *loops, step = plain["place"]
            place = [*map(_unpack_loop, loops), step]
        except (LookupError, TypeError, ValueError):
            raise ValueError("a checkpoint names no place in the sequence of play") from None
        return read_block(cls, {**plain, "heard": heard, "place": place, "state": state})

    def beginning(self) -> "SavedCheckpoint":
        """Return this place as the beginning of a game that has no tape before it."""
        return attrs.evolve(self, entry=0, told=0, heard={})

    def to_toml(self) -> str:
        plain = attrs.asdict(self, recurse=False)
        *loops, step = self.place
        plain["place"] = [*map(_pack_loop, loops), step]
        plain["heard"] = [list(pair) for pair in self.heard.items()]
        # A literal in one line is read many times faster than nested tables are.
        state = json.dumps(plain.pop("state"), separators=(",", ":"))
        state = state.replace("'", "\\u0027").replace("\x7f", "\\u007f")
        return f"state = '{state}'\n" + tomli_w.dumps(plain)

    def to_checkpoint(self, game: "Game[Any]") -> "Checkpoint":
        """Return the checkpoint that a match can be run again from.

        Raises:
            SaveError: the state or the step no longer fits the game.
        """
        from ..engine.checkpoints import Checkpoint
        from ..engine.sequence import Walker

        # A file may hold anything, and a pack's own classes may refuse it in any way.
        try:
            Walker(game.program, self.place)
        except Exception as error:
            raise SaveError(f"{game.id} has no such place in its sequence: {error}") from None
        try:
            state = decode(game.state, self.state)
        except Exception as error:
            raise SaveError(f"the state no longer fits: {error}") from None
        return Checkpoint(
            state=state,
            place=self.place,
            seat=self.seat,
            decisions=self.decisions,
            tape_at=self.entry,
            drawn=self.drawn,
            event_count=self.told,
            seen_count=dict(self.heard),
        )


def _pack_loop(loop: Sequence[Any]) -> Any:
    if isinstance(loop, str):
        return loop
    # TOML has no null: the items of a `Repeat`, which has none, are left out.
    return list(loop[:2]) if loop[2] is None else [*loop[:2], list(loop[2])]


def _unpack_loop(loop: Sequence[Any]) -> Any:
    if isinstance(loop, str):
        return loop
    return [*loop[:2], tuple(loop[2]) if len(loop) == 3 else None]


@attrs.frozen
class CheckpointRecord:
    """A checkpoint as it is written in the file, to be read when it is needed."""

    entry: int
    trust: str
    text: bytes = attrs.field(repr=False)

    def read(self) -> SavedCheckpoint:
        """Return the checkpoint.

        Raises:
            SaveError: it cannot be read.
        """
        try:
            block, state = parse_block(self.text)
            (plain,) = block["checkpoint"]
            return SavedCheckpoint.read(plain, state)
        except (LookupError, TypeError, ValueError) as error:
            raise SaveError(f"the checkpoint after entry {self.entry}: {error}") from None


@attrs.frozen(kw_only=True)
class Saved:
    """A saved game that was read and found sound.

    `entries` is the tape in force, after all that was undone, and `sealed` the answers that wait
    beside it; `written` counts every entry ever written; `size` is the length of the sound part
    of the `content` in bytes.
    `outcome` says how the game ended, empty while it goes on; `stands` where it was at the last
    prompt, in words.
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
    """Tell whether a line is empty, a comment or the head of a block, as it was written."""
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

    Line ends of Windows and a byte order mark, as some editors and version control put them in,
    do no harm.

    Raises:
        SaveError: there is no such file, it is no saved game, it is damaged, or it is newer
            than this program; the message names the line.
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
    return _Reader(path, _as_written(content)).read()


def begins_as_save(path: Path) -> bool:
    """Tell whether a file begins as a saved game does."""
    with open(path, "rb") as file:
        return _as_written(file.read(80)).startswith(HEAD.encode())


def _content_of(path: Path) -> bytes:
    found = path.stat()
    if not S_ISREG(found.st_mode):
        # To open a pipe would wait for whoever writes into it.
        raise ValueError("it is no file")
    if found.st_size > MAX_SAVE_BYTES:
        raise ValueError(f"it is larger than {MAX_SAVE_BYTES} bytes")
    return path.read_bytes()


def _as_written(content: bytes) -> bytes:
    """Return what this program wrote into a file that an editor or version control converted."""
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
            raise SaveError(f"{self.path} is no saved game of tabletop; choose another file")
        notices: tuple[str, ...] = ()
        torn = [line for line in open_record if not _is_between_entries(line)]
        if torn:
            # An entry is one line and its end is written last; only other records have more lines.
            is_block = b"[[checkpoint]]\n" in open_record or b"[[end]]\n" in open_record
            if self.content.endswith(b"\n") and not is_block:
                raise _damaged(self.path, self.line - 1, "the last entry has no check value")
            notices = ("the last entry was torn off while it was being written; it is dropped",)
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
        """Take the entries read so far; to parse many at once takes half as long."""
        pending, self._pending = self._pending, []
        if not pending:
            return
        try:
            rows = parse_json(b"[" + b",".join(text for _, text in pending) + b"]")
        except ValueError:
            rows = []
        for number, (line, text) in enumerate(pending):
            try:
                # Where the rows are not one for each line, the line at fault is looked for.
                row = rows[number] if len(rows) == len(pending) else parse_json(text)
                self._entry(row)
            except ValueError as error:
                raise _damaged(self.path, line, str(error)) from None
        self.written += len(pending)
        self.outcome = ""

    def _entry(self, row: list[Any]) -> None:
        """Take one entry.

        Raises:
            ValueError: it is none.
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
            case ["retyped", int(at)]:
                self._cut(at)
            case _:
                raise ValueError(f"{shortened(row)} is no entry of a tape")
        self.sealed = {}

    def _cut(self, at: int) -> None:
        """Forget what was taken back."""
        if not 0 <= at <= len(self.entries):
            raise ValueError(f"entry {at} cannot be taken back: there are {len(self.entries)}")
        del self.entries[at:]
        self.checkpoints = [point for point in self.checkpoints if point.entry <= at]

    def _block(self, record: bytes) -> None:
        if _POINT.search(record):
            entry, trust = _POINT_ENTRY.search(record), _POINT_TRUST.search(record)
            if entry is None:
                raise _damaged(self.path, self.line, "a checkpoint names no entry")
            found = CheckpointRecord(int(entry[1]), trust[1].decode() if trust else "", record)
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
            raise SaveError(f"{self.path} is no saved game of tabletop; choose another file")
        if number != FORMAT:
            remedy = (
                "update tabletop to go on with it"
                if number > FORMAT
                else "it was written before the first release and cannot be read any more"
            )
            raise SaveError(
                f"{self.path} has format {number}, but this program reads format {FORMAT}; {remedy}"
            )
        try:
            self.header = read_block(Header, {k: v for k, v in block.items() if k != "start"})
        except ValueError as error:
            raise SaveError(
                f"{self.path}: the head of the saved game cannot be read: {error}; "
                "play it with the version of tabletop that saved it"
            ) from None


def _given(pair: Any) -> tuple[str, Any]:
    match pair:
        case [str(seat), answer]:
            return seat, _answer(answer)
    raise ValueError(f"{shortened(pair)} is no seat with its answer")


def _undone(seat: str, answer: Any, revealed: list[Any]) -> dict[str, Any]:
    if answer is not None:
        _answer(answer)
    if not _OPTION.issuperset(map(type, revealed)):
        raise ValueError(f"{shortened(revealed)} are no dice and cards")
    return {"seat": seat, "answer": answer, "revealed": revealed}


def _answer(value: Any) -> Any:
    """Return an answer as the game gives it: an option, or a tuple of options."""
    if type(value) in _OPTION:
        return value
    if isinstance(value, list) and _OPTION.issuperset(map(type, value)):
        return tuple(value)
    raise ValueError(f"{shortened(value)} is no answer")


class Journal:
    """Writes a game in progress to its file, entry by entry."""

    def __init__(self, file: DurableFile, written: int, crc: int) -> None:
        self.file = file
        self._written = written
        self._crc = crc
        self._checkpoints: list[int] = []
        self._trust = ""
        self._where = ""
        self._outcome = ""
        self._stands = ""
        self._tape: Tape | None = None
        self._heading: Callable[[], tuple[str, str] | None] = lambda: None

    @property
    def path(self) -> Path:
        """Where the game is saved; another place after the file there was changed by others."""
        return self.file.path

    @classmethod
    def create(
        cls,
        path: Path,
        header: Header,
        start: SavedCheckpoint | None = None,
        *,
        beside: bool = False,
    ) -> "Journal":
        """Begin a new file.

        beside: where the file exists already, begin one beside it, `NAME-2` and so on.

        Raises:
            SaveError: the file exists already or cannot be written.
        """
        journal = cls(DurableFile.create(path, beside=beside), 0, 0)
        try:
            journal._write_block(f"{HEAD}{header.to_toml()}")
            if start is not None:
                journal._write_block("[start]\n" + start.to_toml())
            journal._write("\n[[part]]\n")
            journal.sync()
        except UnsavedError as error:
            journal.discard()
            raise SaveError(
                f"{path} cannot be written: {error.why}; make room, or choose another file"
            ) from None
        return journal

    @classmethod
    def go_on(cls, saved: Saved) -> "Journal":
        """Open a file that was read, to write on after its last sound entry.

        Raises:
            SaveError: it cannot be written, or is not as it was read.
        """
        file = DurableFile.reopen(saved.path, saved.content, saved.size, _as_written)
        journal = cls(file, saved.written, saved.crc)
        journal._outcome = saved.outcome
        journal._stands = saved.status
        journal._checkpoints = [point.entry for point in saved.checkpoints if point.trust]
        journal._write("\n[[part]]\n")
        return journal

    def attach(
        self,
        tape: "Tape",
        trust: str,
        heading: Callable[[], tuple[str, str] | None],
        written: int = 0,
    ) -> None:
        """Write what is on a tape beyond `written`, and all that enters it.

        `trust` goes into checkpoints; `heading()` returns the place and the prompt of the open
        question, for the comments before an answer.
        """
        self._tape = tape
        self._trust = trust
        self._heading = heading
        for entry in tape.entries[written:]:
            self._add(entry)
        tape.on_add = self._add
        tape.on_step = self._at_step

    def sync(self, status: str = "") -> None:
        """Force everything to the disk, with the status of the game where there is a new one.

        Raises:
            UnsavedError: it cannot be written.
        """
        status = printable(status)
        if status and status != self._stands:
            self._stands = status
            self._write(f"stands_{self._written} = {json.dumps(status, ensure_ascii=False)} ")
            self._close_record()
        self.file.sync()

    def close(self, outcome: str = "", status: str = "") -> None:
        """Note how the game ended, if it did, and close the file.

        Raises:
            UnsavedError: something was not on the disk yet and cannot be written.
        """
        if self.file.is_closed:
            return
        self._detach()
        if outcome and outcome != self._outcome:
            self._outcome = outcome
            self._write_block("\n[[end]]\n" + tomli_w.dumps({"outcome": outcome}))
        try:
            self.sync(status)
        finally:
            self.file.close()

    def discard(self) -> None:
        """Take the file away again: its game could not begin."""
        self._detach()
        self.file.discard()

    def _detach(self) -> None:
        if self._tape is not None:
            self._tape.on_add = self._tape.on_step = None

    def _write(self, text: str) -> None:
        data = text.encode()
        self._crc = zlib.crc32(data, self._crc)
        self.file.add(data)

    def _close_record(self) -> None:
        # The check value itself is not part of what is checked.
        self._crc = zlib.crc32(b"#= ", self._crc)
        self.file.add(b"#= %08x\n" % self._crc)

    def _write_block(self, text: str) -> None:
        self._write(text)
        self._close_record()

    def _add(self, entry: tuple[Any, ...]) -> None:
        kind = entry[0]
        if kind in ("roll", "answers"):
            plain: list[Any] = [kind, *entry[1]]
        elif kind == "undo":
            facts = entry[2]
            plain = [kind, entry[1], facts["seat"], facts["answer"], facts["revealed"]]
        else:
            plain = list(entry)
        heading = self._heading() if kind in ("answer", "seal") else None
        if heading is not None:
            self._comment(*heading)
        if kind in ("undo", "retyped"):
            self._checkpoints = [point for point in self._checkpoints if point <= entry[1]]
        self._written += 1
        text = json.dumps(plain, ensure_ascii=False)
        self._write(f"{self._written} = {text} ")
        self._close_record()
        self.file.flush()

    def _comment(self, where: str, prompt: str) -> None:
        if where != self._where:
            self._where = where
            self._write(f"# {_one_line(where)}\n")
        self._write(f"# {_one_line(prompt)}\n")

    def _at_step(self, start: "Checkpoint") -> None:
        at = start.tape_at
        if at < (self._checkpoints[-1] if self._checkpoints else 0) + SAVED_CHECKPOINT_EVERY:
            return
        self._checkpoints.append(at)
        point = SavedCheckpoint.of(start, self._trust)
        self._write("\n")
        self._write_block("[[checkpoint]]\n" + point.to_toml())
        self._write("\n[[part]]\n")


def _one_line(text: str) -> str:
    return " ".join(text.split()).replace("#=", "# =")
