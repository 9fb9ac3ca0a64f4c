"""Packs in a zip: unpacked once, with limits, into a cache."""

import os
import stat
import sys
import tempfile
import zlib
from hashlib import sha256
from pathlib import Path, PurePosixPath
from shutil import rmtree
from zipfile import BadZipFile, ZipFile, ZipInfo

from ..errors import PackError

MAX_FILES = 5_000
MAX_UNPACKED_BYTES = 200_000_000
"""What all files of a zip may hold together when they are unpacked."""

_FORBIDDEN = frozenset('\\:*?"<>|\0')


def cache_folder() -> Path:
    """Return the folder for what can be made or fetched again."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", ""))
        if not base.is_absolute():  # an empty or relative one counts as none, says the standard
            base = Path.home() / ".cache"
    return base / "tabletop"


def unpacked(file: Path) -> Path:
    """Return the folder that holds the packs of a zip, unpacked if it was not before.

    Raises:
        PackError: it is not a zip, too large, or has names that lead out of the folder.
    """
    try:
        folder = cache_folder() / "packs" / sha256(file.read_bytes()).hexdigest()[:32]
        if not folder.is_dir():
            _unpack(file, folder)
    except (BadZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error) as error:
        raise PackError(f"{file} cannot be read as a zip: {error}; create it again") from None
    except OSError as error:
        raise PackError(
            f"{file} cannot be unpacked: {error.strerror or error}; unpack it by hand and name "
            "its folder"
        ) from None
    return _inside(file, folder)


def _unpack(file: Path, folder: Path) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    # Whole or not at all: another process may look for it meanwhile.
    made = Path(tempfile.mkdtemp(prefix=".", dir=folder.parent))
    try:
        with ZipFile(file) as packed:
            _write(file, packed, made)
        try:
            made.rename(folder)
        except OSError:
            if not folder.is_dir():
                raise
    finally:
        rmtree(made, ignore_errors=True)


def _write(file: Path, packed: ZipFile, to: Path) -> None:
    entries = packed.infolist()
    if len(entries) > MAX_FILES:
        raise PackError(f"{file} has {len(entries)} files; a pack in a zip has {MAX_FILES} at most")
    left = MAX_UNPACKED_BYTES
    for entry in entries:
        _check_name(file, entry)
        path = to / entry.filename
        if entry.is_dir():
            path.mkdir(parents=True, exist_ok=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        with packed.open(entry) as content:
            # What is read counts, since the sizes that a zip states may be false.
            data = content.read(left + 1)
        left -= len(data)
        if left < 0:
            raise PackError(
                f"{file} unpacks to more than {MAX_UNPACKED_BYTES // 1_000_000} MB; leave out "
                "what is not part of the pack"
            )
        path.write_bytes(data)


def _check_name(file: Path, entry: ZipInfo) -> None:
    """Refuse what would lie outside the folder, and links."""
    path = PurePosixPath(entry.filename)
    leads_out = path.is_absolute() or ".." in path.parts or _FORBIDDEN & set(entry.orig_filename)
    if leads_out or stat.S_ISLNK(entry.external_attr >> 16):
        raise PackError(
            f"{file} holds {entry.orig_filename!r}, which is outside its folder; zip only the "
            "folder of the pack"
        )


def _inside(file: Path, folder: Path) -> Path:
    """Return the folder to look in: a project that was zipped whole lies in a folder of its own."""
    if (folder / "__init__.py").is_file():
        raise PackError(
            f"{file} holds an __init__.py without the folder around it, whose name is the pack's; "
            "zip the folder itself"
        )
    inside = [path for path in folder.iterdir() if path.name != "__MACOSX"]
    if len(inside) == 1 and inside[0].is_dir() and not (inside[0] / "__init__.py").is_file():
        return inside[0]
    return folder
