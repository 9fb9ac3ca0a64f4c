"""Pyodide, the Python of browsers: one version, fetched once and checked by its digest."""

import os
import tarfile
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha512
from http.client import HTTPException
from io import BytesIO
from json import loads
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen
from zipfile import BadZipFile, ZipFile

import attrs

from ...errors import TabletopError
from ...plugins.zipped import cache_folder

VERSION = "314.0.7"
ADDRESS = f"https://registry.npmjs.org/pyodide/-/pyodide-{VERSION}.tgz"
SOURCE = f"https://github.com/pyodide/pyodide/tree/{VERSION}"
SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""The digest of the archive, in the notation of npm."""

FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
_PACKAGE = "package.json"
_LOCK = "pyodide-lock.json"


@attrs.frozen
class Runtime:
    """The files of Pyodide by name, and what its loader must know of this version."""

    files: dict[str, bytes] = attrs.field(repr=False)
    info: dict[str, str]

    def standard_library(self) -> dict[str, bytes]:
        """Return the files of Python's standard library."""
        with ZipFile(BytesIO(self.files["python_stdlib.zip"])) as archive:
            return {name: archive.read(name) for name in archive.namelist() if name[-1] != "/"}


def find_runtime(given: Path | None, say: Callable[[int, int], object]) -> Runtime:
    """Return Pyodide from an archive or folder; without one, as npm has it, fetched once.

    Args:
        say: called with the bytes that have arrived, and how many there are in all.

    Raises:
        TabletopError: it cannot be fetched or read, or is another version.
    """
    if given is None:
        given = _cached(say)
    read = _in_folder if given.is_dir() else _in_archive
    try:
        files = read(given)
    except (OSError, tarfile.TarError, KeyError, BadZipFile) as error:
        raise TabletopError(
            f"{given} cannot be read as Pyodide: {error}; give the archive that "
            f"`npm pack pyodide@{VERSION}` makes, or the folder in it"
        ) from None
    version = str(loads(files.pop(_PACKAGE)).get("version"))
    if version != VERSION:
        raise TabletopError(
            f"{given} is Pyodide {version}, but {VERSION} is needed; "
            f"`npm pack pyodide@{VERSION}` makes its archive"
        )
    return Runtime(files, loads(files.pop(_LOCK))["info"])


def _in_folder(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in (*FILES, _PACKAGE, _LOCK)}


def _is_published(content: bytes | bytearray) -> bool:
    return b64encode(sha512(content).digest()).decode() == SHA512


def _in_archive(path: Path) -> dict[str, bytes]:
    content = path.read_bytes()
    if not _is_published(content):
        raise TabletopError(
            f"{path} is not Pyodide {VERSION} as it was published: its digest differs; delete it, "
            f"and fetch it again with `npm pack pyodide@{VERSION}`"
        )
    files = {}
    with tarfile.open(fileobj=BytesIO(content)) as archive:
        for name in (*FILES, _PACKAGE, _LOCK):
            member = archive.extractfile(f"package/{name}")
            assert member is not None
            files[name] = member.read()
    return files


def _cached(say: Callable[[int, int], object]) -> Path:
    """Return the archive, fetched where it is not here yet.

    Raises:
        TabletopError: it cannot be fetched, or something else came.
    """
    path = cache_folder() / f"pyodide-{VERSION}.tgz"
    if path.is_file():
        return path
    try:
        with urlopen(ADDRESS, timeout=30) as reply:
            total = int(reply.headers.get("content-length") or 0)
            content = bytearray()
            while chunk := reply.read(1 << 16):
                content += chunk
                say(len(content), total)
    except (URLError, OSError, HTTPException) as error:
        raise TabletopError(
            f"Python for the browser cannot be fetched from {ADDRESS} "
            f"({getattr(error, 'reason', error)}); try again when this machine is online, or fetch "
            f"that file elsewhere and name it with --pyodide"
        ) from None
    if not _is_published(content):
        raise TabletopError(
            f"what came from {ADDRESS} is not Pyodide {VERSION}: its digest differs; is a page of "
            f"this network in between? Fetch that file elsewhere and name it with --pyodide"
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    # In one step, so that nobody finds half of it.
    made = path.with_name(f".{path.name}.{os.getpid()}")
    made.write_bytes(content)
    made.replace(path)
    return path
