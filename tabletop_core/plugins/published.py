"""Packs that others have published: on an index of Python packages, or as wheels in a folder.

A pack is a distribution whose name begins with `tabletop-` and which has the keyword
`tabletop-pack`. An index is read as PEP 503, 658 and 691 say.
"""

import gzip
import json
import os
import re
import sys
import zlib
from collections.abc import Iterator, Mapping
from email.parser import HeaderParser
from html.parser import HTMLParser
from http.client import HTTPException
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from shutil import which
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import unquote, urljoin, urlsplit
from urllib.request import Request, urlopen
from zipfile import BadZipFile, ZipFile

import attrs

from ..errors import PackError

KEYWORD = "tabletop-pack"
BEGINNING = "tabletop-"
INDEX_VARIABLES = ("TABLETOP_INDEX", "PIP_INDEX_URL", "UV_DEFAULT_INDEX")
"""The environment variables that name an index, the first that is set."""
_PUBLIC = "https://pypi.org/simple"
_SECONDS = 20
MAX_BYTES = 80_000_000
"""The most of one answer of an index; the list of all names of a large one has tens of MB."""
_MAX_CANDIDATES = 200
_JSON = "application/vnd.pypi.simple.v1+json"


@attrs.frozen
class PublishedPack:
    """A pack that can be installed: its distribution with version and summary, and where it is."""

    name: str
    version: str
    summary: str
    index: str

    @property
    def shown_index(self) -> str:
        """The index without a password that its address may have."""
        return _shown(self.index)


@attrs.frozen
class _Wheel:
    """A wheel on an index; `metadata` is the address of its metadata alone, if it has one."""

    file: str
    url: str
    metadata: str = ""

    @property
    def name(self) -> str:
        return _plain_name(self.file.split("-")[0])

    @property
    def version(self) -> str:
        return self.file.split("-")[1] if "-" in self.file else ""

    @property
    def age(self) -> tuple[bool, tuple[int, ...]]:
        """What orders versions: finished ones are newer than any that are tried out."""
        is_finished = not re.search(r"\d(a|b|rc|\.dev)\d", self.version)
        return is_finished, tuple(map(int, re.findall(r"\d+", self.version)))


def usual_index() -> str:
    """Return the index that the environment names; the public one if it names none."""
    return next(filter(None, map(os.environ.get, INDEX_VARIABLES)), None) or _PUBLIC


def published(word: str, index: str = "") -> list[PublishedPack]:
    """Return the packs whose name or summary contains a word, in the order of their names.

    `index`: the address of an index, or a folder of wheels (default: `usual_index`).

    Raises:
        PackError: the index cannot be reached or read.
    """
    index = index or usual_index()
    names = sorted({name for name in _names(index) if name.startswith(BEGINNING)})
    wanted = word.casefold()
    # With many packs only those are looked into whose name has the word.
    if len(names) > _MAX_CANDIDATES:
        names = [name for name in names if wanted in name][:_MAX_CANDIDATES]
    found = filter(None, (_read(index, name) for name in names))
    return [pack for pack in found if wanted in f"{pack.name} {pack.summary}".casefold()]


def find_published(name: str, index: str = "") -> PublishedPack:
    """Return the pack with this name, with or without its beginning `tabletop-`.

    Raises:
        PackError: there is none; the index cannot be reached or read.
    """
    index = index or usual_index()
    plain = _plain_name(name)
    if not re.fullmatch(r"[a-z0-9-]+", plain):
        raise PackError(f"{name!r} is not the name of a pack; use letters, digits and -")
    full = plain if plain.startswith(BEGINNING) else BEGINNING + plain
    pack = _read(index, full)
    if pack is None:
        raise PackError(
            f"{_shown(index)} has no pack {full!r} (a distribution with the keyword {KEYWORD!r}); "
            "`tabletop packs --search WORD` lists those that it has"
        )
    return pack


def install_command(pack: PublishedPack, index: str = "") -> list[str]:
    """Return the command that installs a pack beside this program, with pip or else with uv.

    `index`: as the user named it; if not, pip and uv ask the one that they are set to.

    Raises:
        PackError: there is neither.
    """
    named = index or os.environ.get(INDEX_VARIABLES[0], "")
    where = ["--index-url", named] if named else []
    if _folder(named) is not None:
        where = ["--no-index", "--find-links", named]
    wanted = f"{pack.name}=={pack.version}"
    if find_spec("pip"):
        return [sys.executable, "-m", "pip", "install", *where, wanted]
    if uv := which("uv"):
        return [uv, "pip", "install", "--python", sys.executable, *where, wanted]
    raise PackError(
        f"neither pip nor uv is here; install {wanted} in the same way as you installed tabletop"
    )


def _plain_name(name: str) -> str:
    """Return the name of a distribution as indexes compare it.

    >>> _plain_name("Tabletop_Night.Crossing")
    'tabletop-night-crossing'
    """
    return re.sub(r"[-_.]+", "-", name).lower()


def _shown(index: str) -> str:
    return re.sub(r"//[^/@]*@", "//", index)


# ------------------------------------------------------------------ what an index has


def _folder(index: str) -> Path | None:
    """Return the folder of wheels that an index is; None for an address."""
    return Path(index) if index and "://" not in index else None


def _names(index: str) -> Iterator[str]:
    folder = _folder(index)
    if folder is not None:
        yield from {wheel.name for wheel in _wheels_in(folder)}
        return
    body, kind = _fetch(f"{index.rstrip('/')}/")
    if "json" in kind:
        yield from (_plain_name(one["name"]) for one in _loaded(index, body)["projects"])
    else:
        yield from (_plain_name(text) for text, _ in _Links.of(body))


def _wheels(index: str, name: str) -> list[_Wheel]:
    folder = _folder(index)
    if folder is not None:
        return [wheel for wheel in _wheels_in(folder) if wheel.name == name]
    address = f"{index.rstrip('/')}/{name}/"
    body, kind = _fetch(address, missing_is_empty=True)
    if "json" in kind:
        entries = [(one["filename"], one) for one in _loaded(index, body)["files"]]
    else:
        entries = list(_Links.of(body))
    found = []
    for file, how in entries:
        if not file.endswith(".whl") or how.get("yanked") or "data-yanked" in how:
            continue
        url = urljoin(address, how.get("url") or how.get("href") or "").partition("#")[0]
        if url.startswith("file:") and not address.startswith("file:"):
            continue  # a server has no say in which files of this machine are read
        has_metadata = any(how.get(key) for key in _METADATA)
        found.append(_Wheel(file, url, f"{url}.metadata" if has_metadata else ""))
    return found


_METADATA = ("core-metadata", "data-core-metadata", "dist-info-metadata", "data-dist-info-metadata")


def _wheels_in(folder: Path) -> list[_Wheel]:
    if not folder.is_dir():
        raise PackError(f"there is no folder {str(folder)!r}; name a folder of wheels or an index")
    files = sorted(folder.glob("*.whl"))
    return [_Wheel(file.name, file.resolve().as_uri()) for file in files]


def _read(index: str, name: str) -> PublishedPack | None:
    """Return a pack in its newest version; None for a distribution that is not a pack."""
    wheels = _wheels(index, name)
    if not wheels:
        return None
    wheel = max(wheels, key=lambda one: one.age)
    if wheel.metadata:
        text = _fetch(wheel.metadata)[0].decode("utf-8", "replace")
    else:
        text = _metadata_in(wheel)
    told = HeaderParser().parsestr(text)
    if KEYWORD not in re.split(r"[,\s]+", told.get("Keywords", "")):
        return None
    return PublishedPack(
        name=name,
        version=told.get("Version", wheel.version),
        summary=" ".join(told.get("Summary", "").split()),
        index=index,
    )


def _metadata_in(wheel: _Wheel) -> str:
    try:
        with ZipFile(BytesIO(_fetch(wheel.url)[0])) as packed:
            inside = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
            return packed.read(next(inside)).decode("utf-8", "replace")
    except (BadZipFile, StopIteration, zlib.error, NotImplementedError) as error:
        raise PackError(f"{wheel.file} is not a valid wheel ({error}); ask its author") from None


def _loaded(index: str, body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        raise PackError(
            f"{_shown(index)} returned no list of packages; name another index"
        ) from None


class _Links(HTMLParser):
    """The links of a page of an index: their words and attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, Mapping[str, Any]]] = []
        self._link: Mapping[str, Any] | None = None

    @classmethod
    def of(cls, page: bytes) -> list[tuple[str, Mapping[str, Any]]]:
        links = cls()
        links.feed(page.decode("utf-8", "replace"))
        return links.found

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self._link = {name: value or "" for name, value in attributes}

    def handle_data(self, data: str) -> None:
        if self._link is not None and data.strip():
            self.found.append((unquote(data.strip()), self._link))
            self._link = None


def _fetch(address: str, *, missing_is_empty: bool = False) -> tuple[bytes, str]:
    """Return what is at an address, and of which kind it is.

    Raises:
        PackError: it cannot be reached, or is too large.
    """
    shown = _shown(address)
    if urlsplit(address).scheme not in ("http", "https", "file"):
        raise PackError(
            f"{shown!r} is not the address of an index; write https://... or name a folder"
        )
    if address.startswith("file:") and address.endswith("/"):
        address += "index.html"
    wanted = {"Accept": f"{_JSON}, text/html;q=0.5, */*;q=0.1", "Accept-Encoding": "gzip"}
    try:
        with urlopen(Request(address, headers=wanted), timeout=_SECONDS) as answer:
            body = answer.read(MAX_BYTES + 1)
            kind = answer.headers.get("Content-Type", "")
            if answer.headers.get("Content-Encoding") == "gzip":
                with gzip.open(BytesIO(body)) as packed:
                    body = packed.read(MAX_BYTES + 1)
    except HTTPError as error:
        if error.code == 404 and missing_is_empty:
            return b"", ""
        raise PackError(f"{shown} answers {error.code} {error.reason}; try later") from None
    except (OSError, HTTPException, EOFError, zlib.error) as error:
        why = error.reason if isinstance(error, URLError) else error
        if missing_is_empty and isinstance(why, FileNotFoundError):
            return b"", ""
        raise PackError(
            f"{shown} cannot be reached ({why}); check the network, or name an index or a folder "
            "of wheels with --index"
        ) from None
    if len(body) > MAX_BYTES:
        raise PackError(f"{shown} has more than {MAX_BYTES // 1_000_000} MB; name another index")
    return body, kind
