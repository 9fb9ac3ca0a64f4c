"""The parts of files in memory that changed since they were last stored."""

import os
from collections.abc import Awaitable, Callable, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from time import time_ns

PART_BYTES = 64 * 1024
"""Bytes of a part. A journal only grows, so an answer changes its last part."""

CLOCK_NS = 50_000_000
"""How much younger than a look a file may be and still change without a new time."""

Part = tuple[str, int]
"""A part of a file: its path in the folder, and the number of the part."""


Put = Callable[[dict[Part, bytes], list[Part]], Awaitable[None]]
"""Stores parts and removes others, all of them or none."""


class KeptFiles:
    """Compares the files of a folder with what was kept of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._digests: dict[Part, bytes] = {}
        self._seen: dict[str, tuple[int, int]] = {}
        self._looked = 0

    def restore(self, parts: Mapping[Part, bytes]) -> None:
        """Write the files that were kept into the folder, which has none yet."""
        for name, number in sorted(parts):
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("ab" if number else "wb") as file:
                file.write(parts[name, number])
        self._digests = {part: _digest(content) for part, content in parts.items()}

    async def keep(self, put: Put) -> None:
        """Store what has changed since the last time; what `put` raises leaves it to be stored."""
        looked = time_ns()
        seen: dict[str, tuple[int, int]] = {}
        parts: dict[Part, bytes] = {}
        for name, path in self._files():
            found = path.stat()
            seen[name] = state = (found.st_mtime_ns, found.st_size)
            # What was written just before the last look may have been written again since.
            if self._seen.get(name) != state or state[0] >= self._looked - CLOCK_NS:
                parts |= dict(self._changed_parts(name, path.read_bytes()))
        counts = {name: _count(size) for name, (_, size) in seen.items()}
        gone = [part for part in self._digests if part[1] >= counts.get(part[0], 0)]
        if parts or gone:
            await put(parts, gone)
        self._digests |= {part: _digest(content) for part, content in parts.items()}
        for part in gone:
            del self._digests[part]
        self._seen, self._looked = seen, looked

    def _changed_parts(self, name: str, content: bytes) -> Iterator[tuple[Part, bytes]]:
        for number in range(_count(len(content))):
            part = content[number * PART_BYTES : (number + 1) * PART_BYTES]
            if self._digests.get((name, number)) != _digest(part):
                yield (name, number), part

    def _files(self) -> Iterator[tuple[str, Path]]:
        for folder, _, names in os.walk(self.folder):
            for name in names:
                path = Path(folder, name)
                yield path.relative_to(self.folder).as_posix(), path


def _count(size: int) -> int:
    """Return how many parts a file has; an empty one has one, so that it is stored, too."""
    return max(1, -(-size // PART_BYTES))


def _digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=16).digest()
