"""Saved games that come and go as files: one alone, or many in an archive."""

import zlib
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from types import MappingProxyType
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

import attrs

from .security import MAX_UPLOAD_BYTES, RefusedError

MAX_FILES = 300
"""The most games that one archive may hold."""
MAX_UNPACKED_BYTES = 8 * MAX_UPLOAD_BYTES
"""The most that the games of an archive may take together once they are unpacked."""
MAX_PACKED_TIMES = 100
"""How many times smaller than itself a game may be in an archive; a saved game is 5 to 20 times."""
SMALL_BYTES = 256 * 1024
"""Up to this size a game may be packed as tightly as it likes."""
_ZIP = b"PK"
# A damaged archive fails in many ways; one that is encrypted with a RuntimeError.
_DAMAGED = (BadZipFile, EOFError, NotImplementedError, RuntimeError, ValueError, zlib.error)


@attrs.frozen
class GameFile:
    """A saved game as a file; `title` is the name that its owner gave it, empty for none."""

    name: str
    content: bytes = attrs.field(repr=False)
    title: str = ""


def archive_of(
    files: Iterable[GameFile], left_out: Mapping[str, str] = MappingProxyType({})
) -> bytes:
    """Return an archive (zip) of games. Their titles are comments of its entries.

    Args:
        left_out: the names of games that are not in it, with the reasons, for `left_out.txt`.

    Raises:
        RefusedError: it would be larger than a file that can be opened again.
    """
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for number, file in enumerate(files, 1):
            entry = ZipInfo(f"{number:03}_{file.name}")
            entry.compress_type = ZIP_DEFLATED
            entry.comment = file.title.encode()
            archive.writestr(entry, file.content)
        if left_out:
            lines = (f"{name}: {why}\n" for name, why in left_out.items())
            archive.writestr("left_out.txt", "".join(lines))
    if len(packed.getvalue()) > MAX_UPLOAD_BYTES:
        raise RefusedError(
            413,
            f"these games take more than {MAX_UPLOAD_BYTES:,} bytes and could not be opened "
            "again; save some of them one by one, and delete those",
        )
    return packed.getvalue()


def games_in(files: Sequence[GameFile]) -> tuple[list[GameFile], list[tuple[str, str]]]:
    """Return the games of files, and the names of those that cannot be read, with the reasons.

    Each file is a saved game or an archive of them.

    Raises:
        RefusedError: none of the files can be read, or there are too many games.
    """
    found: list[GameFile] = []
    refused: list[tuple[str, str]] = []
    last: RefusedError | None = None
    for file in files:
        if not file.content.startswith(_ZIP):
            found.append(file)
            continue
        try:
            _unpack(file, found, refused)
        except RefusedError as error:
            last = error
            refused.append((file.name, str(error)))
    if last is not None and not found:
        raise last
    if len(found) > MAX_FILES:
        raise RefusedError(413, f"at most {MAX_FILES} games can be opened at once; send fewer")
    return found, refused


def _unpack(file: GameFile, found: list[GameFile], refused: list[tuple[str, str]]) -> None:
    try:
        with ZipFile(BytesIO(file.content)) as archive:
            entries = [one for one in archive.infolist() if one.filename.endswith(".toml")]
            size = sum(one.file_size for one in entries)
            if len(entries) > MAX_FILES or size > MAX_UNPACKED_BYTES:
                raise RefusedError(
                    413,
                    f"{file.name}: an archive holds at most {MAX_FILES} games and "
                    f"{MAX_UNPACKED_BYTES:,} bytes; send it in parts",
                )
            for entry in entries:
                if why := _too_large(entry):
                    refused.append((entry.filename, why))
                    continue
                try:
                    found.append(_read(archive, entry))
                except _DAMAGED as error:
                    refused.append((entry.filename, f"it is damaged ({error})"))
    except _DAMAGED as error:
        raise RefusedError(400, f"{file.name}: this archive cannot be read ({error})") from None


def _too_large(entry: ZipInfo) -> str:
    """Return why an entry is not unpacked; nothing if it may be."""
    if entry.file_size > MAX_UPLOAD_BYTES:
        return f"it has {entry.file_size:,} bytes; a game has at most {MAX_UPLOAD_BYTES:,}"
    if entry.file_size > max(SMALL_BYTES, MAX_PACKED_TIMES * entry.compress_size):
        return f"it is packed more than {MAX_PACKED_TIMES} times, as no saved game is"
    return ""


def _read(archive: ZipFile, entry: ZipInfo) -> GameFile:
    """Return one game, read no further than the size that its entry claims."""
    with archive.open(entry) as opened:
        content = opened.read(entry.file_size)
    name = entry.filename.rpartition("/")[2]
    return GameFile(name, content, entry.comment.decode("utf-8", "replace"))
