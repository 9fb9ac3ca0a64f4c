"""Finished games that nobody looks at any more, put away as compressed files."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import time

import attrs

from ..saves.durable import replace_file
from .room import Room
from .store import Store

DAY_S = 24 * 3600.0


@attrs.frozen
class Shelf:
    """The games of a folder that are put away; their rooms keep seats, chat and results.

    Each is its journal, packed by gzip, beside those of the other rooms.
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

    def sizes(self) -> dict[str, int]:
        """Return the bytes that the game of each room takes."""
        found = {}
        for file in self.folder.iterdir():
            room, _, kind = file.name.partition(".")
            if kind in ("toml", "toml.gz"):
                found[room] = file.stat().st_size
        return found
