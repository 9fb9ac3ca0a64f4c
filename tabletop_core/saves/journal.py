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
enters the tape only when the last of them has answered.
Anybody who can read the file sees everything; a server must not hand out the file of a game in
progress.

Each check value is a CRC-32 of everything before it, so any change and any gap shows.
A record without its check value at the end of the file was being written when the program
stopped; the reader drops it and adds a notice.
The status of the game in words is written at a prompt, when it differs from the last one.
Now and then a checkpoint holds the whole state. The game resumes there if the core, the code and
the data of the pack are the same; `--force` can go on from there even if they are not.
"""

import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tomli_w

from ..errors import SaveError, UnsavedError
from .blocks import printable
from .durable import DurableFile
from .reader import Saved, normalize_newlines
from .save_records import HEAD, Header, SavedCheckpoint

if TYPE_CHECKING:
    from ..engine.checkpoints import Checkpoint
    from ..engine.tape import Tape

SAVED_CHECKPOINT_EVERY = 100
"""Entries between two checkpoints, at least."""


class Journal:
    """Writes a game in progress to its file, entry by entry."""

    def __init__(self, file: DurableFile, written: int, crc: int) -> None:
        self.file = file
        self._written = written
        self._crc = crc
        self._checkpoints: list[int] = []
        self._compatibility = ""
        self._where = ""
        self._outcome = ""
        self._status = ""
        self._tape: Tape | None = None
        self._heading: Callable[[], tuple[str, str] | None] = lambda: None

    @property
    def path(self) -> Path:
        """The file of the game; another one once other programs have changed the first."""
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

        beside: if the file exists already, begin another next to it, `NAME-2` and so on.

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
                f"{path} cannot be written: {error.why}; free some space, or choose another file"
            ) from None
        return journal

    @classmethod
    def go_on(cls, saved: Saved) -> "Journal":
        """Open a file that was read, to append after its last sound entry.

        Raises:
            SaveError: it cannot be written, or has changed since it was read.
        """
        file = DurableFile.reopen(saved.path, saved.content, saved.size, normalize_newlines)
        journal = cls(file, saved.written, saved.crc)
        journal._outcome = saved.outcome
        journal._status = saved.status
        journal._checkpoints = [point.entry for point in saved.checkpoints if point.compatibility]
        journal._write("\n[[part]]\n")
        return journal

    def attach(
        self,
        tape: "Tape",
        compatibility: str,
        heading: Callable[[], tuple[str, str] | None],
        written: int = 0,
    ) -> None:
        """Write the entries of a tape after the first `written` ones, and all that follow.

        `compatibility` goes into checkpoints; `heading()` returns the place and the prompt of the
        open question, for the comments before an answer.
        """
        self._tape = tape
        self._compatibility = compatibility
        self._heading = heading
        for entry in tape.entries[written:]:
            self._add(entry)
        tape.on_add = self._add
        tape.on_step = self._at_step

    def sync(self, status: str = "") -> None:
        """Force everything to the disk, and the status of the game with it if it is a new one.

        Raises:
            UnsavedError: it cannot be written.
        """
        self._note_status(status)
        self.file.sync()

    def close(self, outcome: str = "", status: str = "") -> None:
        """Write how the game ended, if it did, force everything to the disk and close the file.

        Raises:
            UnsavedError: something was not on the disk yet and cannot be written. The file is
                closed all the same.
        """
        if self.file.is_closed:
            return
        self._detach()
        if outcome and outcome != self._outcome:
            self._outcome = outcome
            self._write_block("\n[[end]]\n" + tomli_w.dumps({"outcome": outcome}))
        self._note_status(status)
        self.file.close()

    def discard(self) -> None:
        """Close and delete the file of a game that could not begin."""
        self._detach()
        self.file.discard()

    def _detach(self) -> None:
        if self._tape is not None:
            self._tape.on_add = self._tape.on_step = None

    def _note_status(self, status: str) -> None:
        status = printable(status)
        if status and status != self._status:
            self._status = status
            self._write(f"stands_{self._written} = {json.dumps(status, ensure_ascii=False)} ")
            self._close_record()

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
        point = SavedCheckpoint.of(start, self._compatibility)
        self._write("\n")
        self._write_block("[[checkpoint]]\n" + point.to_toml())
        self._write("\n[[part]]\n")


def _one_line(text: str) -> str:
    return " ".join(text.split()).replace("#=", "# =")
