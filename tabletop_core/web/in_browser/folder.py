"""Writes the folder of a site: everything that a static host must hold."""

import gzip
import lzma
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from html import escape
from importlib.metadata import PackageNotFoundError, distribution, packages_distributions
from io import BytesIO
from json import dumps
from mimetypes import guess_type
from pathlib import Path
from shutil import rmtree
from zipfile import ZipFile, ZipInfo

import attrs

from ...errors import TabletopError
from ...plugins.packs import Catalog
from ...version import core_version
from ..addresses import Addresses
from . import runtime
from .bundle import to_bundle
from .contents import LIBRARIES, Chosen, Contents, choose, contents_of
from .first_pages import first_pages
from .runtime import Runtime

HERE = Path(__file__).parent / "files"
LICENCES = ("LICEN", "COPYING")
"""How the names of files with licences begin."""
STATIC = Path(__file__).parents[1] / "static"
MARK = "site.js"
"""The file by which a folder is known as a site, which may be written over."""

_TYPES = {
    ".mjs": "text/javascript",
    ".js": "text/javascript",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".xz": "application/octet-stream",
    ".zip": "application/zip",
    ".svg": "image/svg+xml",
}
_FIXED = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive, so that the same site is the same bytes."""


@attrs.frozen
class Written:
    """What was written: the files of the folder by their sizes, and those a first visit fetches."""

    folder: Path
    files: dict[str, int]
    fetched: int


def write_site(
    folder: Path,
    catalog: Catalog,
    names: Sequence[str],
    pyodide: Runtime,
    *,
    under: str = "/",
    title: str = "tabletop",
) -> Written:
    """Write a site with some packs into a folder; replace an earlier site there.

    Args:
        under: the folder of the host's address, for its page of what is not found.

    Raises:
        TabletopError: no packs or wrong ones, a pack that no browser runs, a folder of other files.
    """
    _check_folder(folder)
    chosen = choose(catalog, names)
    contents = contents_of(chosen, pyodide.standard_library())
    addresses = Addresses.read(under)
    # What a visitor's browser keeps, by the name under which pages ask for it.
    kept = {
        **_pages(title),
        **{f"static/{path.name}": path.read_bytes() for path in sorted(STATIC.iterdir())},
        **{f"python/{name}": pyodide.files[name] for name in runtime.FILES if name[-4:] != ".zip"},
        "python/start.zip": _zip(contents.start),
        "contents.xz": _compressed_well(to_bundle(contents.files)),
    }
    written = {_name(name): _packed(name, content) for name, content in kept.items()}
    fetched = sum(map(len, written.values()))
    first = first_pages(contents.packs)
    written["site.js"] = _facts(kept, written, contents, pyodide, first)
    # Beside these: what the host serves and the browser need not keep.
    written |= first
    written["sw.js"] = (HERE / "sw.js").read_bytes()
    written["elsewhere.js"] = (HERE / "elsewhere.js").read_bytes()
    missing = (HERE / "404.html").read_text(encoding="utf-8")
    missing = missing.replace("TITLE", escape(title)).replace("UNDER", addresses.under)
    written["404.html"] = missing.encode()
    written["README.md"] = _read_me(title, [pack.id for pack in chosen]).encode()
    written |= _licences(pyodide) | _licences_of_packs(chosen)
    _write(folder, written)
    return Written(folder, {name: len(content) for name, content in written.items()}, fetched)


def _check_folder(folder: Path) -> None:
    is_free = not folder.exists() or (folder.is_dir() and not any(folder.iterdir()))
    if not is_free and not (folder / MARK).is_file():
        raise TabletopError(
            f"{folder} holds other files, which a site would mix with; name an empty or new folder"
        )


def _pages(title: str) -> dict[str, bytes]:
    page = (HERE / "index.html").read_text(encoding="utf-8").replace("TITLE", escape(title))
    manifest = {
        "name": title,
        "short_name": title[:12],
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#f6efdd",
        "theme_color": "#1c4a78",
        "icons": [
            {"src": "icon-192.png", "sizes": "192x192", "type": "image/png"},
            {"src": "icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "any"},
            {"src": "icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        ],
    }
    copied = ("shell.js", "shell.css", "worker.js", "icon-192.png", "icon-512.png")
    return {
        "index.html": page.encode(),
        "manifest.webmanifest": dumps(manifest, indent=1).encode(),
        "icon.svg": (STATIC / "icon.svg").read_bytes(),
        **{name: (HERE / name).read_bytes() for name in copied},
    }


def _zip(files: Mapping[str, bytes]) -> bytes:
    """Return an archive that is not compressed, since it is compressed as a whole."""
    made = BytesIO()
    with ZipFile(made, "w") as archive:
        for name, content in files.items():
            archive.writestr(ZipInfo(name, _FIXED), content)
    return made.getvalue()


def _is_packed(name: str) -> bool:
    """Return whether a file is compressed here, so that it is small whatever the host does."""
    return name.startswith("python/") or name.endswith((".js", ".css"))


def _name(name: str) -> str:
    """Return the name of the file that the host holds for one that pages ask for.

    What a browser needs before the service worker is there is as it is asked for.
    """
    is_first = "/" not in name and name != "worker.js"
    return f"{name}.gz" if _is_packed(name) and not is_first else name


def _packed(name: str, content: bytes) -> bytes:
    return _compressed(content) if _name(name).endswith(".gz") else content


@cache
def _compressed_well(content: bytes) -> bytes:
    return lzma.compress(content, preset=9 | lzma.PRESET_EXTREME)


@cache  # Of the next site most files are the same.
def _compressed(content: bytes) -> bytes:
    return gzip.compress(content, 9, mtime=0)


def _facts(
    kept: Mapping[str, bytes],
    written: Mapping[str, bytes],
    contents: Contents,
    pyodide: Runtime,
    first: Iterable[str],
) -> bytes:
    """Return the script that lists the files of this version of the site."""
    files = [
        {
            "path": name,
            "name": _name(name),
            "bytes": len(written[_name(name)]),
            "size": len(content),
            "digest": sha256(content).hexdigest(),
            "type": _type_of(name),
        }
        for name, content in kept.items()
    ]
    facts = {
        "version": "",
        "files": files,
        "first": sorted(name for name in first if name.endswith(".html")),
        "packs": contents.packs,
        "lock": {"info": pyodide.info, "packages": {}},
    }
    worker = (HERE / "sw.js").read_bytes()
    facts["version"] = sha256(dumps(facts).encode() + worker).hexdigest()[:16]
    return f"self.SITE = {dumps(facts, indent=1)};\n".encode()


def _type_of(name: str) -> str:
    found = _TYPES.get(Path(name).suffix) or guess_type(name)[0] or "application/octet-stream"
    return f"{found}; charset=utf-8" if found.startswith("text/") else found


def _read_me(title: str, packs: Sequence[str]) -> str:
    text = (HERE / "README.md.tmpl").read_text(encoding="utf-8")
    return text.format(title=title, packs=", ".join(packs), core=core_version())


def _licences(pyodide: Runtime) -> dict[str, bytes]:
    """Return the licences of all that a site holds, and where its source is."""
    found = {
        "licenses/README.md": (HERE / "licenses.md.tmpl")
        .read_text(encoding="utf-8")
        .format(version=runtime.VERSION, source=runtime.SOURCE, python=pyodide.info["python"])
        .encode(),
        "licenses/idiomorph.txt": (STATIC / "idiomorph.LICENSE.txt").read_bytes(),
        **{f"licenses/{path.name}": path.read_bytes() for path in sorted(HERE.glob("*.txt"))},
    }
    by_module = packages_distributions()
    for name in sorted(
        {one for lib in LIBRARIES for one in by_module.get(lib, ())} | {"tabletop-core"}
    ):
        found |= _licence_of(name)
    return found


def _licences_of_packs(chosen: Sequence[Chosen]) -> dict[str, bytes]:
    """Return the licences that packs have in their folders or in what was installed with them."""
    found: dict[str, bytes] = {}
    by_module = packages_distributions()
    for pack in chosen:
        for name in by_module.get(pack.module.partition(".")[0], ()):
            found |= _licence_of(name)
        for path in sorted(pack.home.iterdir()) if pack.package else ():
            if path.is_file() and path.stem.upper().startswith(LICENCES):
                found[f"licenses/{pack.id}-{path.name}"] = path.read_bytes()
    return found


def _licence_of(name: str) -> dict[str, bytes]:
    try:
        files = distribution(name).files or []
    except PackageNotFoundError:
        return {}
    texts = [one for one in files if one.stem.upper().startswith(LICENCES)]
    return {
        f"licenses/{name}-{one.name}": Path(str(one.locate())).read_bytes()
        for one in texts
        if one.suffix in ("", ".txt", ".md", ".rst") and Path(str(one.locate())).is_file()
    }


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write the files of a site, each in one step, and remove what is of no use any more."""
    if folder.is_dir():
        for path in folder.iterdir():
            if path.is_dir() and path.name in ("static", "python", "licenses", "first"):
                rmtree(path)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
