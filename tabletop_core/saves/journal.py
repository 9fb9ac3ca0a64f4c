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
import tomllib
import zlib
from collections.abc import Mapping, Sequence
from io import BufferedRandom
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import tomli_w

from ..engine.state import decode, encode
from ..errors import SaveError, SequenceError
from ..version import core_version
from .compatibility import compatibility_digest
from .locks import lock

if TYPE_CHECKING:
    from ..engine.game import Game
    from ..engine.play import Play
    from ..engine.trail import Start

FORMAT = 2
SAVED_CHECKPOINT_EVERY = 100
"""Entries between two checkpoints, or more."""

_ENTRY = re.compile(rb"(\d+) = (\[.*\]) #= ([0-9a-f]{8})\n")
_STANDS = re.compile(rb'stands_\d+ = (".*") #= ([0-9a-f]{8})\n')
_CLOSE = re.compile(rb"#= ([0-9a-f]{8})\n")
_POINT = re.compile(rb"^\[\[checkpoint\]\]$", re.MULTILINE)
_POINT_ENTRY = re.compile(rb"^entry = (\d+)$", re.MULTILINE)
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


@attrs.frozen(kw_only=True)
class Header:
    """What a saved game is: enough to start it again from nothing."""

    pack: str
    pack_version: str
    digest: str
    options: Mapping[str, Any]
    players: Mapping[str, str]
    seed: str
    dice: str = "seeded"
    overlays: tuple[str, ...] = ()
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
class Checkpoint:
    """The game at the beginning of a step, after so many entries of the tape.

    `place` is the way to the step by names; `drawn` counts the dice and cards before it, `told`
    the events, `heard` those that each seat had been told of.
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
    def of(cls, play: "Play[Any]", trust: str) -> "Checkpoint":
        """Return where a game stands; a step has just begun."""
        return cls.of_start(play.step_start, trust)

    @classmethod
    def of_start(cls, start: "Start", trust: str) -> "Checkpoint":
        """Return the beginning of a step."""
        return cls(
            entry=start.tape_at,
            decisions=start.decisions,
            seat=start.seat,
            place=start.place,
            state=encode(start.state),
            drawn=start.drawn,
            told=start.told,
            heard=start.heard,
            trust=trust,
        )

    @classmethod
    def read(cls, plain: Mapping[str, Any]) -> "Checkpoint":
        """Return a checkpoint from its block in a file."""
        plain = {**plain, "heard": dict(plain.get("heard", ()))}
        if "step" in plain:
            # Format 1 wrote the number of an instruction first, and the step apart.
            plain["place"] = [*plain["place"][1:], plain.pop("step")]
        if isinstance(plain["state"], str):
            plain["state"] = json.loads(plain["state"])
        *loops, step = plain["place"]
        plain["place"] = [*map(_unpack_loop, loops), step]
        return cls(**plain)

    def beginning(self) -> "Checkpoint":
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

    def to_start(self, game: "Game[Any]") -> "Start":
        """Return the place to start from.

        Raises:
            SaveError: the state or the step no longer fits the game.
        """
        from ..engine.sequence import Walker
        from ..engine.trail import Start

        try:
            Walker(game.program, self.place)
            state = decode(game.state, self.state)
        except SequenceError as error:
            raise SaveError(f"{game.id}: {error}") from None
        except ValueError as error:
            raise SaveError(f"the state no longer fits: {error}") from None
        return Start(
            state=state,
            place=self.place,
            seat=self.seat,
            decisions=self.decisions,
            tape_at=self.entry,
            drawn=self.drawn,
            told=self.told,
            heard=dict(self.heard),
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
class Written:
    """A checkpoint as it stands in the file, to be read when it is needed."""

    entry: int
    trust: str
    text: bytes = attrs.field(repr=False)

    def read(self) -> Checkpoint:
        (plain,) = tomllib.loads(self.text.decode())["checkpoint"]
        return Checkpoint.read(plain)


@attrs.frozen(kw_only=True)
class Saved:
    """A saved game that was read and found sound.

    `entries` is the tape in force, after all that was undone, and `sealed` the answers that wait
    beside it; `written` counts every entry ever written; `size` is the length of the sound part
    of the file in bytes.
    `outcome` says how the game ended, empty while it goes on; `stands` where it was at the last
    prompt, in words.
    """

    path: Path
    header: Header
    entries: list[tuple[Any, ...]]
    checkpoints: list[Written]
    start: Checkpoint | None
    written: int
    size: int
    crc: int
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

    Raises:
        SaveError: there is no such file, it is no saved game, it is damaged, or it is newer
            than this program; the message names the line.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise SaveError(
            f"{path} cannot be read: {error.strerror}; see `tabletop saves` for the saved games"
        ) from None
    return _Reader(path, content).read()


class _Reader:
    def __init__(self, path: Path, content: bytes) -> None:
        self.path = path
        self.content = content
        self.line = 1
        self.crc = 0
        self.entries: list[tuple[Any, ...]] = []
        self.checkpoints: list[Written] = []
        self.start: Checkpoint | None = None
        self.header: Header | None = None
        self.written = 0
        self.outcome = ""
        self.status = ""
        self.sealed: dict[str, Any] = {}
        self._pending: list[bytes] = []

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
                self._pending.append(entry[2])
                if int(entry[1]) != self.written + len(self._pending):
                    missing = self.written + len(self._pending)
                    raise _damaged(self.path, self.line, f"entry {missing} is missing")
            elif stands:
                self.status = json.loads(stands[1])
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
            notices=notices,
            outcome=self.outcome,
            status=self.status,
            sealed=self.sealed,
        )

    def _take_pending(self) -> None:
        """Take the entries read so far; to parse many at once takes half as long."""
        if self._pending:
            for kind, *rest in json.loads(b"[" + b",".join(self._pending) + b"]"):
                self._entry(kind, rest)
            self.written += len(self._pending)
            self._pending = []
            self.outcome = ""

    def _entry(self, kind: str, rest: list[Any]) -> None:
        if kind == "seal":
            seat, answer = rest
            self.sealed[seat] = _answer(answer)
            return
        if kind == "unseal":
            (seat,) = rest
            self.sealed.pop(seat, None)
            return
        self.sealed = {}
        if kind == "roll":
            self.entries.append((kind, tuple(rest)))
        elif kind == "answer":
            self.entries.append((kind, rest[0], _answer(rest[1])))
        elif kind == "answers":
            self.entries.append((kind, tuple((seat, _answer(value)) for seat, value in rest)))
        elif kind == "undo":
            at, seat, answer, revealed = rest
            self._cut(at)
            facts = {"seat": seat, "answer": answer, "revealed": revealed}
            self.entries.append(("undone", facts))
        elif kind == "retyped":
            self._cut(*rest)
        else:
            self.entries.append((kind, *rest))

    def _cut(self, at: int) -> None:
        """Forget what was taken back."""
        del self.entries[at:]
        self.checkpoints = [point for point in self.checkpoints if point.entry <= at]

    def _block(self, record: bytes) -> None:
        if _POINT.search(record):
            entry, trust = _POINT_ENTRY.search(record), _POINT_TRUST.search(record)
            if entry is None:
                raise _damaged(self.path, self.line, "a checkpoint names no entry")
            found = Written(int(entry[1]), trust[1].decode() if trust else "", record)
            self.checkpoints.append(found)
            return
        try:
            block = tomllib.loads(record.decode())
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise _damaged(self.path, self.line, str(error)) from None
        if self.header is None:
            self._header(block)
        for plain in block.get("end", ()):
            self.outcome = plain["outcome"]
        if "start" in block:
            self.start = Checkpoint.read(block["start"])

    def _header(self, block: dict[str, Any]) -> None:
        number = block.get("format")
        if not isinstance(number, int):
            raise SaveError(f"{self.path} is no saved game of tabletop; choose another file")
        if number > FORMAT:
            raise SaveError(
                f"{self.path} has format {number}, but this program reads up to {FORMAT}; "
                "update tabletop to go on with it"
            )
        block.pop("start", None)
        self.header = Header(**{**block, "overlays": tuple(block["overlays"])})


def _answer(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


class Journal:
    """Writes a game in progress to its file, entry by entry."""

    def __init__(self, path: Path, file: BufferedRandom, written: int, crc: int) -> None:
        self.path = path
        self._file = file
        self._written = written
        self._crc = crc
        self._checkpoints: list[int] = []
        self._trust = ""
        self._where = ""
        self._outcome = ""
        self._stands = ""
        self._play: Play[Any] | None = None

    @classmethod
    def create(
        cls, path: Path, header: Header, start: Checkpoint | None = None, *, beside: bool = False
    ) -> "Journal":
        """Begin a new file.

        beside: where the file exists already, begin one beside it, `NAME-2` and so on.

        Raises:
            SaveError: the file exists already or cannot be written.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path, file = _new_file(path, beside)
        except FileExistsError:
            raise SaveError(f"{path} exists already; choose another name or resume it") from None
        except OSError as error:
            raise SaveError(f"{path} cannot be written: {error.strerror}; choose another") from None
        journal = cls(path, file, 0, 0)
        _lock(file, path)
        journal._write_block("# A saved game of tabletop.\n" + header.to_toml())
        if start is not None:
            journal._write_block("[start]\n" + start.to_toml())
        journal._write("\n[[part]]\n")
        journal.sync()
        return journal

    @classmethod
    def go_on(cls, saved: Saved) -> "Journal":
        """Open a file that was read, to write on after its last sound entry."""
        try:
            file = open(saved.path, "r+b")  # noqa: SIM115 - stays open for the whole game
        except OSError as error:
            raise SaveError(f"{saved.path} cannot be written: {error.strerror}") from None
        _lock(file, saved.path)
        file.truncate(saved.size)
        file.seek(saved.size)
        journal = cls(saved.path, file, saved.written, saved.crc)
        journal._outcome = saved.outcome
        journal._stands = saved.status
        journal._checkpoints = [point.entry for point in saved.checkpoints if point.trust]
        journal._write("\n[[part]]\n")
        return journal

    def attach(self, play: "Play[Any]", written: int = 0) -> None:
        """Write what is on the tape of this game beyond `written`, and all that enters it."""
        assert play.tape is not None
        self._play = play
        self._trust = compatibility_digest(play.game, play.data)
        for entry in play.tape.entries[written:]:
            self._add(entry)
        play.tape.on_add = self._add
        play.tape.on_step = self._at_step

    def sync(self) -> None:
        """Note where the game stands and force everything to the disk; before each prompt."""
        play = self._play
        if play is not None and play.decision is not None:
            stands = play.game.status_line(play)
            if stands != self._stands:
                self._stands = stands
                self._write(f"stands_{self._written} = {json.dumps(stands, ensure_ascii=False)} ")
                self._close_record()
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Note how the game ended, if it did, and close the file."""
        play = self._play
        if play is not None and play.tape is not None:
            play.tape.on_add = None
            play.tape.on_step = None
            if play.outcome is not None and play.outcome.kind != self._outcome:
                self._outcome = play.outcome.kind
                self._write_block("\n[[end]]\n" + tomli_w.dumps({"outcome": self._outcome}))
        if not self._file.closed:
            try:
                self.sync()
            finally:
                self._file.close()

    def discard(self) -> None:
        """Take the file away again: its game could not begin."""
        if self._play is not None and self._play.tape is not None:
            self._play.tape.on_add = self._play.tape.on_step = None
        self._file.close()
        self.path.unlink(missing_ok=True)

    def _write(self, text: str) -> None:
        data = text.encode()
        self._crc = zlib.crc32(data, self._crc)
        self._file.write(data)

    def _close_record(self) -> None:
        # The check value itself is not part of what is checked.
        self._crc = zlib.crc32(b"#= ", self._crc)
        self._file.write(b"#= %08x\n" % self._crc)

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
        is_answer = kind in ("answer", "seal")
        if is_answer and self._play is not None and self._play.decision is not None:
            self._comment(self._play)
        if kind in ("undo", "retyped"):
            self._checkpoints = [point for point in self._checkpoints if point <= entry[1]]
        self._written += 1
        text = json.dumps(plain, ensure_ascii=False)
        self._write(f"{self._written} = {text} ")
        self._close_record()
        self._file.flush()

    def _comment(self, play: "Play[Any]") -> None:
        assert play.decision is not None
        where = " / ".join(play.where)
        if where != self._where:
            self._where = where
            self._write(f"# {_one_line(where)}\n")
        self._write(f"# {_one_line(play.decision.prompt)}\n")

    def _at_step(self, play: "Play[Any]") -> None:
        at = play.step_start.tape_at
        if at < (self._checkpoints[-1] if self._checkpoints else 0) + SAVED_CHECKPOINT_EVERY:
            return
        self._checkpoints.append(at)
        point = Checkpoint.of(play, self._trust)
        self._write("\n")
        self._write_block("[[checkpoint]]\n" + point.to_toml())
        self._write("\n[[part]]\n")


def _new_file(path: Path, beside: bool) -> tuple[Path, BufferedRandom]:
    """Make a file that was not there before, also where others make theirs at the same moment."""
    free, numbers = path, count(2)
    while True:
        try:
            return free, open(free, "x+b")
        except FileExistsError:
            if not beside:
                raise
        free = path.with_name(f"{path.stem}-{next(numbers)}{path.suffix}")


def _one_line(text: str) -> str:
    return " ".join(text.split()).replace("#=", "# =")


def _lock(file: BufferedRandom, path: Path) -> None:
    """Refuse a file that another program is writing."""
    if not lock(file):
        file.close()
        raise SaveError(f"{path} is being played by another program; end that one first")
