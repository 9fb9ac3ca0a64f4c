"""The files of rooms: their games, those that are put away, and reports that are kept."""

import gzip
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import time

import attrs

from ..saves.durable import replace_file
from .chat import DAY_S
from .room import Room
from .store import Store

MAX_REPORT_BYTES = 2 * 1024 * 1024
"""Packed reports that are longer are not kept."""


@attrs.frozen
class Shelf:
    """The games of a folder, among them those put away: their journals are packed by gzip.

    Of a game that is over a report is kept, the page of the whole game: it needs no rules, so it
    can be read under any later version of them.
    """

    folder: Path
    store: Store

    def journal(self, room: str) -> Path:
        """Return the journal of a room; the id comes from this program, not from a visitor."""
        return self.folder / f"{room}.toml"

    def packed(self, room: str) -> Path:
        """Return where the game of a room is while it is put away."""
        return self.folder / f"{room}.toml.gz"

    def put(self, room: Room) -> None:
        """Put away the game of a room that is held, asleep and over."""
        journal = self.journal(room.id)
        # First the new file, then what says so, then the old file: so no end of the process harms.
        if journal.exists():
            replace_file(self.packed(room.id), gzip.compress(journal.read_bytes(), mtime=0))
        room.set_put_away(time())
        journal.unlink(missing_ok=True)

    def take(self, room: Room) -> None:
        """Bring back the game of a room that is held."""
        packed = self.packed(room.id)
        if not self.journal(room.id).exists() and packed.exists():
            replace_file(self.journal(room.id), gzip.decompress(packed.read_bytes()))
        room.set_put_away(0.0)
        packed.unlink(missing_ok=True)

    @contextmanager
    def read(self, room: str) -> Iterator[Path]:
        """Give the journal of a room to be read, unpacked elsewhere while it is put away."""
        journal, packed = self.journal(room), self.packed(room)
        if journal.exists() or not packed.exists():
            yield journal
            return
        with TemporaryDirectory() as folder:
            copy = Path(folder) / journal.name
            copy.write_bytes(gzip.decompress(packed.read_bytes()))
            yield copy

    def report(self, room: str) -> Path:
        """Return where the report of a room is kept, packed by gzip."""
        return self.folder / f"{room}.html.gz"

    def has_report(self, room: Room) -> bool:
        """Return whether a report of the game is kept, as it was when it was last played."""
        report = self.report(room.id)
        return report.exists() and int(report.stat().st_mtime) == int(room.touched)

    def keep_report(self, room: Room, page: bytes) -> None:
        """Keep the report of a game that is over, unless it is empty or long."""
        packed = gzip.compress(page, mtime=0) if page else b""
        if 0 < len(packed) <= MAX_REPORT_BYTES:
            replace_file(self.report(room.id), packed)
            os.utime(self.report(room.id), (room.touched, room.touched))

    def old_chat(self, room: str) -> Path:
        """Return where the oldest lines of a long chat are."""
        return self.folder / f"{room}.chat.txt"

    def keep_old_chat(self, room: Room) -> None:
        """Write the oldest lines of a long chat into a file, and remove them from the store."""
        if not (old := room.chat.old()):
            return
        text = "".join(
            f"{datetime.fromtimestamp(line['at'], UTC):%Y-%m-%d %H:%M} "
            f"{line['name'] or '-'}: {line['text']}\n"
            for line in old
        )
        descriptor = os.open(self.old_chat(room.id), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        with open(descriptor, "a", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        room.chat.forget(old[-1]["number"])

    def unused(self, days: float) -> list[str]:
        """Return the rooms that are over and at which nobody has looked for that many days."""
        before = time() - days * DAY_S
        rows = self.store.all(
            "SELECT id FROM rooms WHERE ended != '' AND put_away = 0 AND deleted = 0 "
            "AND touched < ? AND seen < ? AND awake = 0",
            before,
            before,
        )
        return [row["id"] for row in rows]

    def forget(self, room: str) -> None:
        """Delete the game of a room."""
        self.journal(room).unlink(missing_ok=True)
        self.packed(room).unlink(missing_ok=True)
        self.report(room).unlink(missing_ok=True)
        self.old_chat(room).unlink(missing_ok=True)

    def sizes(self) -> dict[str, int]:
        """Return the bytes that the files of each room take."""
        found = Counter[str]()
        for file in self.folder.iterdir():
            found[file.name.partition(".")[0]] += file.stat().st_size
        return found
