"""The files of a module: a `.vmod` or `.vmdx`, which are zips, or a folder with the same files.

A module comes from anywhere, so nothing in it is trusted: names, sizes and ratios are checked
before anything is unpacked, and nothing is ever read beyond its limit.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from io import BytesIO
from pathlib import Path, PurePosixPath
from unicodedata import normalize
from zipfile import BadZipFile, ZipFile

import attrs

from ..errors import PackError

MAX_FILES = 50_000
MAX_FILE_BYTES = 96 * 1024 * 1024
MAX_BYTES = 1024 * 1024 * 1024
MAX_RATIO = 200
"""Unpacked bytes for each packed one; XML and flat pictures reach some 60."""
_SMALL_BYTES = 4 * 1024 * 1024


@attrs.frozen(slots=False)
class ModuleFiles:
    """The files of a module by name, with their sizes in bytes; read while it is open."""

    path: Path
    sizes: Mapping[str, int]
    _zip: ZipFile | None = attrs.field(default=None, repr=False)

    def find(self, name: str, folder: str = "") -> str:
        """Return the name of a file as it is stored, or an empty text where it is missing.

        Old modules leave the folder out of the names of pictures, or write `/images/` before them.
        VASSAL also finds accents that a Mac took apart, and a GIF whose ending is not named. What
        was unpacked may be in other folders, or in other letters: capital ones, or small ones.
        """
        bare = name.lstrip("/")
        for one in (f"{folder}/{bare}" if folder else bare, bare):
            if one in self.sizes:
                return one
        alike = _as_found(bare)
        return self._by_name.get(alike) or self._by_name.get(f"{alike}.gif") or ""

    @cached_property
    def _by_name(self) -> Mapping[str, str]:
        """The names of files as they are stored, by how they are found in any folder."""
        return {_as_found(name): name for name in sorted(self.sizes, reverse=True)}

    def read(self, name: str) -> bytes:
        """Return what is in a file.

        Raises:
            PackError: it is missing, larger than `MAX_FILE_BYTES` or damaged.
        """
        if self.sizes.get(name, MAX_FILE_BYTES + 1) > MAX_FILE_BYTES:
            raise _refused(self.path, f"{name!r} is missing or too large", "save the module again")
        try:
            if self._zip is None:
                with (self.path / name).open("rb") as file:
                    content = file.read(MAX_FILE_BYTES + 1)
            else:
                with self._zip.open(name) as packed:
                    content = packed.read(MAX_FILE_BYTES + 1)
        except (OSError, BadZipFile, RuntimeError, NotImplementedError, EOFError) as error:
            raise _refused(
                self.path, f"{name!r} cannot be read: {error}", "save it again"
            ) from None
        except Exception as error:  # zlib and lzma have errors of their own, without a common base
            raise _refused(self.path, f"{name!r} is damaged: {error}", "save it again") from None
        if len(content) > MAX_FILE_BYTES:
            raise _refused(self.path, f"{name!r} is too large", "save the module again")
        return content


@contextmanager
def open_module(path: Path, content: bytes | None = None) -> Iterator[ModuleFiles]:
    """Open a module, an extension or a saved game, or a folder with the files of one.

    Args:
        content: the bytes of the file, where it is itself in a module.

    Raises:
        PackError: it is not there, is no zip, or has names or sizes that no module has.
    """
    if content is None and path.is_dir():
        yield ModuleFiles(path, _sizes_in(path))
        return
    try:
        with ZipFile(path if content is None else BytesIO(content)) as packed:
            yield ModuleFiles(path, _sizes_of(path, packed), packed)
    except FileNotFoundError:
        raise _refused(path, "there is no such file", "name a .vmod, a .vmdx or a folder") from None
    except (BadZipFile, OSError) as error:
        raise _refused(
            path,
            f"this is neither a module nor a saved game: {error}",
            "name a .vmod, .vmdx or folder",
        ) from None


def _as_found(name: str) -> str:
    """Return the name of a file without its folder, and without what differs between systems."""
    return normalize("NFC", name.replace("\\", "/").rpartition("/")[2]).casefold()


def _sizes_in(root: Path) -> dict[str, int]:
    sizes: dict[str, int] = {}
    home = root.resolve()
    for file in sorted(root.rglob("*")):
        name = file.relative_to(root).as_posix()
        # A link that leads out of the folder is as good as missing; so is what git keeps.
        if name.startswith(".git/") or not file.resolve().is_relative_to(home):
            continue
        if file.is_file():
            sizes[name] = file.stat().st_size
        if len(sizes) > MAX_FILES:
            raise _refused(root, f"it holds more than {MAX_FILES} files", "name a module's folder")
    return sizes


def _sizes_of(path: Path, packed: ZipFile) -> dict[str, int]:
    entries = [one for one in packed.infolist() if not one.is_dir()]
    if len(entries) > MAX_FILES:
        raise _refused(path, f"it holds {len(entries)} files", f"{MAX_FILES} are the most")
    for one in entries:
        name = one.filename
        parts = PurePosixPath(name.replace("\\", "/")).parts
        if name.startswith(("/", "\\")) or ".." in parts or re.match(r"[A-Za-z]:", name):
            raise _refused(path, f"{name!r} leads out of the module", "get it from its maker again")
        ratio = one.file_size / max(1, one.compress_size)
        if one.file_size > _SMALL_BYTES and ratio > MAX_RATIO:
            raise _refused(path, f"{name!r} unpacks to {ratio:.0f} times its size",
                           "get the module from its maker again")  # fmt: skip
    total = sum(one.file_size for one in entries)
    if total > MAX_BYTES:
        raise _refused(path, f"it unpacks to {total} bytes", f"{MAX_BYTES} are the most")
    return {one.filename: one.file_size for one in entries}


def _refused(path: Path, what: str, remedy: str) -> PackError:
    return PackError(f"{path}: {what}; {remedy}")
