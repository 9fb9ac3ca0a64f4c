"""A file that grows while a game runs, and stays whole whatever other programs do to it.

Tools that sync folders between machines replace, cut, delete and rename files at any moment.
"""

import os
from collections.abc import Callable
from errno import ENOTDIR
from io import FileIO
from itertools import count
from pathlib import Path

from ..errors import SaveError, UnsavedError
from .locks import lock


class DurableFile:
    """A locked file to which bytes are added.

    All of them are kept in memory, too. If another program has changed the file, `flush` and
    `sync` write the whole content again: next to it, or at its path if nothing is left there.
    `notices` then says so. With `keeps_path` the file stays at its path, and what was put there
    is moved aside.
    """

    def __init__(self, path: Path, file: FileIO, content: bytes = b"") -> None:
        self.path = path
        self.notices: list[str] = []
        self.keeps_path = False
        self._chosen = path
        self._file = file
        self._content = bytearray(content)
        self._on_disk = len(content)

    @classmethod
    def create(cls, path: Path, *, beside: bool = False) -> "DurableFile":
        """Make a file that only its owner may read; with `beside`, `NAME-2` and so on if taken.

        Raises:
            SaveError: it exists already, or cannot be written.
        """
        try:
            return cls(*_new_file(path, beside))
        except FileExistsError:
            raise SaveError(f"{path} exists already; choose another name or resume it") from None
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise SaveError(f"{path} cannot be written: {why}; choose another") from None

    @classmethod
    def reopen(
        cls, path: Path, content: bytes, size: int, read: Callable[[bytes], bytes]
    ) -> "DurableFile":
        """Open a file to append after its first `size` bytes; the rest is cut off.

        `content` is what `read` made of the bytes of the file when it was read.

        Raises:
            SaveError: it cannot be written, another program writes it or has changed it since.
        """
        try:
            file = _opened(path)
            made = cls(path, file, content[:size])
            try:
                present = file.readall()
                if read(present) != content:
                    raise SaveError(f"{path} was changed by another program just now; try again")
                if present == content:
                    file.truncate(size)
                else:
                    made._replace()
            except BaseException:
                made._file.close()
                raise
        except OSError as error:
            raise SaveError(
                f"{path} cannot be written: {error.strerror}; copy it to a writable folder and "
                "continue with the copy"
            ) from None
        return made

    @property
    def is_closed(self) -> bool:
        return self._file.closed

    def add(self, data: bytes) -> None:
        """Add bytes, which `flush` writes."""
        self._content += data

    def flush(self) -> None:
        """Hand all that was added to the operating system, so that it outlives this process.

        Raises:
            UnsavedError: it cannot be written.
        """
        try:
            if os.fstat(self._file.fileno()).st_size == self._on_disk:
                self._write()
            else:
                # Writing on where the file was cut off would leave a hole in it.
                self._write_again()
        except OSError as error:
            raise self._unsaved(error) from error

    def sync(self) -> None:
        """Force all that was added to the disk, so that it can be found at `path`.

        Raises:
            UnsavedError: it cannot be written.
        """
        self.flush()
        try:
            os.fsync(self._file.fileno())
            if not self._is_found():
                self._write_again()
        except OSError as error:
            raise self._unsaved(error) from error

    def close(self) -> None:
        """Close the file, after forcing it to the disk.

        Raises:
            UnsavedError: it cannot be written.
        """
        if not self._file.closed:
            try:
                self.sync()
            finally:
                self._file.close()

    def discard(self) -> None:
        """Close and delete the file, unless another file is at its path by now."""
        is_own = self._is_at_path()
        self._file.close()
        if is_own:
            self.path.unlink(missing_ok=True)

    def _write(self) -> None:
        self._file.seek(self._on_disk)
        while self._on_disk < len(self._content):
            self._on_disk += self._file.write(self._content[self._on_disk :])

    def _is_at_path(self) -> bool:
        """Return whether the open file is the one at the path."""
        try:
            return os.path.samestat(os.fstat(self._file.fileno()), os.stat(self.path))
        except OSError:
            return False

    def _is_found(self) -> bool:
        """Return whether the file at the path is the open one and holds everything."""
        return self._is_at_path() and os.stat(self.path).st_size == len(self._content)

    def _write_again(self) -> None:
        """Write everything again, after others have changed the file."""
        old = self.path
        if _holds(old, self._content):
            # It was replaced by an equal file, or the file system does not keep inode numbers.
            self._move_to(old, _opened(old), len(self._content))
            return
        is_there = os.path.lexists(old)
        if is_there and self.keeps_path:
            old.rename(_free_beside(old))
        self._move_to(*_new_file(self._chosen if is_there else old, beside=True))
        self._write()
        os.fsync(self._file.fileno())
        if not is_there:
            what = f"{old} was deleted or renamed during the game; it was saved there again"
        elif self.path == old:
            what = f"{old} was changed by another program during the game; it was saved again"
        else:
            what = (
                f"{old} was changed by another program during the game, as happens in synced "
                f"folders; the whole game was saved in {self.path} and continues there"
            )
        self.notices.append(what)

    def _move_to(self, path: Path, file: FileIO, on_disk: int = 0) -> None:
        self._file.close()
        self.path, self._file, self._on_disk = path, file, on_disk

    def _replace(self) -> None:
        """Replace the file at the path with one that holds exactly the content, in one step."""
        made = _written_beside(self.path, self._content)
        self._file.close()
        os.replace(made, self.path)
        self._file = _opened(self.path)

    def _unsaved(self, error: OSError) -> UnsavedError:
        why = error.strerror or str(error)
        return UnsavedError(
            f"{self.path} cannot be written: {why}; your last answer may be lost, but all earlier "
            "ones are saved; free some space, then continue with `tabletop resume`",
            why,
        )


def replace_file(path: Path, content: bytes) -> None:
    """Write a file that only its owner may read, in place of another that nobody has open."""
    os.replace(_written_beside(path, content), path)


def _written_beside(path: Path, content: bytes | bytearray) -> Path:
    """Write and sync a file that is to take the place of another, and return its path."""
    made = path.with_name(f".{path.name}.new")
    with open(made, "wb", opener=_private) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    return made


def _private(path: str, flags: int) -> int:
    # A saved game holds what is hidden from the players.
    return os.open(path, flags, 0o600)


def _new_file(path: Path, beside: bool) -> tuple[Path, FileIO]:
    """Make a file that did not exist, even while others make theirs at the same moment."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except FileExistsError:
        raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR)) from None
    free, numbers = path, count(2)
    while True:
        try:
            file = open(free, "x+b", buffering=0, opener=_private)  # noqa: SIM115
        except FileExistsError:
            if not beside:
                raise
            free = path.with_name(f"{path.stem}-{next(numbers)}{path.suffix}")
        else:
            _lock(file, free)
            return free, file


def _opened(path: Path) -> FileIO:
    file = open(path, "r+b", buffering=0)  # noqa: SIM115
    _lock(file, path)
    return file


def _lock(file: FileIO, path: Path) -> None:
    """Refuse a file that another program is writing."""
    if not lock(file):
        file.close()
        raise SaveError(f"{path} is being played by another program; stop that one first")


def _holds(path: Path, content: bytes | bytearray) -> bool:
    try:
        same_size = path.is_file() and path.stat().st_size == len(content)
        return same_size and path.read_bytes() == content
    except OSError:
        return False


def _free_beside(path: Path) -> Path:
    names = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
    return next(name for name in names if not os.path.lexists(name))
