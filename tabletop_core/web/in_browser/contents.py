"""The modules and data of a site: the core, the chosen packs, and what both need."""

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatch
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path

import attrs

from ...errors import PackError, TabletopError
from ...plugins.packs import Catalog
from .spare_source import spare

LIBRARIES = (
    *("anyio", "attr", "attrs", "cattrs", "jinja2", "markupsafe"),
    *("pluggy", "starlette", "tomli_w", "typing_extensions"),
)
"""What the core needs in a browser, beside Python's own library."""

_LEFT_OUT_OF_CORE = (
    *("assistant/*", "cli/*", "text/*", "testing/*", "adapters/*", "pytest_plugin.py"),
    *("plugins/templates/*", "plugins/scaffold.py"),
    *("web/static/*", "web/server.py", "web/reload.py", "rooms/bot_processes.py"),
    "processes.py",
    *("web/in_browser/files/*", "web/in_browser/[cfr]*.py", "web/in_browser/spare_source.py"),
    *("web/in_browser/try_out.py", "*.d.ts"),
)
_LEFT_OUT_OF_LIBRARIES = (
    *("anyio/_backends/_trio.py", "anyio/pytest_plugin.py", "cattrs/preconf/*"),
    *("starlette/testclient.py", "starlette/schemas.py", "*.pyi"),
)


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


STARTS_WITH = _names("""
    __future__ _collections_abc _colorize _opcode_metadata _py_warnings _pyodide _sitebuiltins _ssl
    _sysconfigdata__emscripten_wasm32-emscripten _weakrefset abc annotationlib ast asyncio base64
    bisect bz2 codecs codeop collections compression concurrent contextlib contextvars copy copyreg
    dataclasses dis encodings enum fnmatch functools genericpath glob heapq importlib inspect io
    json keyword linecache locale logging lzma ntpath opcode operator os pathlib posixpath pyodide
    random re reprlib selectors shutil signal site socket ssl stat string struct subprocess tempfile
    textwrap threading token tokenize traceback types typing warnings weakref zipfile zipimport
""")
"""The modules of Python's library that it needs before it can unpack the others."""

LEFT_OUT_OF_PYTHON = _names("""
    __hello__ __phello__ _pydatetime _pyio _pyrepl antigravity bdb cProfile cmd code compileall
    curses doctest ensurepip fileinput ftplib idlelib imaplib mailbox modulefinder multiprocessing
    netrc nturl2path optparse pdb pickletools plistlib poplib profile pstats pty pyclbr pydoc
    pydoc_data rlcompleter site-packages smtplib socketserver symtable tabnanny this timeit tkinter
    trace tty turtle turtledemo unittest venv wave webbrowser wsgiref xmlrpc zipapp
""")
"""Modules of no use to a game in a browser: terminals, mail, servers, debuggers, tests."""

_ENCODINGS = _names("""
    __init__ aliases ascii charmap cp1252 cp437 hex_codec idna iso8859_1 latin_1 punycode
    raw_unicode_escape unicode_escape utf_16 utf_16_be utf_16_le utf_32 utf_8 utf_8_sig
""")


@attrs.frozen
class Contents:
    """What Python finds in a browser: files by path, and the packs by the name of their module."""

    start: dict[str, bytes] = attrs.field(repr=False)
    files: dict[str, bytes] = attrs.field(repr=False)
    packs: dict[str, str]


@attrs.frozen
class Chosen:
    """A package for the site: a game, or an extension of games."""

    id: str
    module: str
    home: Path

    @property
    def package(self) -> str:
        """The name of the package whose folder is `home`; empty for a single file."""
        found = find_spec(self.module)
        is_package = found is not None and found.submodule_search_locations is not None
        return self.module if is_package else self.module.rpartition(".")[0]


def choose(catalog: Catalog, names: Sequence[str]) -> list[Chosen]:
    """Return the packs of these names, and packages that add to them.

    Raises:
        TabletopError: no game is named, or a name is not that of a game.
    """
    if not names:
        known = ", ".join(pack.id for pack in catalog.packs) or "none is installed"
        raise TabletopError(
            f"name the games of the site; there are: {known}. Publish only what you may: somebody "
            "else's game needs its owner's consent"
        )
    extras = {extra.module: extra for extra in catalog.extensions}
    chosen = []
    for name in dict.fromkeys(names):
        if name in extras and name not in {pack.id for pack in catalog.packs}:
            chosen.append(Chosen(name, name, Path(extras[name].folder)))
            continue
        pack = catalog[name]
        if not pack.module or pack.home is None:
            raise PackError(f"pack {pack.id} ({pack.origin}) has no folder that could be copied")
        chosen.append(Chosen(pack.id, pack.module, pack.home))
    return chosen


def contents_of(chosen: Sequence[Chosen], library: Mapping[str, bytes]) -> Contents:
    """Return all that a site with these packs needs; `library` is Python's own.

    Raises:
        PackError: a pack needs something that cannot run in a browser.
        TabletopError: a library of the core is not installed.
    """
    start, files = _split(library)
    core = Path(__file__).parents[2]
    files |= _files(core, "tabletop_core", _LEFT_OUT_OF_CORE)
    for name in LIBRARIES:
        files |= _library(name)
    for pack in chosen:
        files |= _pack_files(pack)
    modules = {pack.id: pack.module for pack in chosen}
    return Contents(start, {_place(name): files[name] for name in sorted(files)}, modules)


def _split(library: Mapping[str, bytes]) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Return the modules that Python starts with, and the others by where they go."""
    start, rest = {}, {}
    for name, content in sorted(library.items()):
        top, _, below = name.partition("/")
        top = top.removesuffix(".py")
        if top in LEFT_OUT_OF_PYTHON or not name.endswith(".py"):
            continue
        if top == "encodings" and below.removesuffix(".py") not in _ENCODINGS:
            continue
        if top in STARTS_WITH:
            start[name] = spare(content)
        else:
            rest[f"/lib/python3.14/{name}"] = spare(content)
    return start, rest


def _place(name: str) -> str:
    return name if name.startswith("/") else f"/app/{name}"


def _files(folder: Path, name: str, left_out: Iterable[str] = ()) -> dict[str, bytes]:
    """Return the files of a package by their path, without compiled ones and tests of its own."""
    found = {}
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder).as_posix()
        parts = set(path.relative_to(folder).parts)
        is_ours = not parts & {"__pycache__", "tests"} and not inside.startswith(".")
        if is_ours and path.is_file() and not any(fnmatch(inside, one) for one in left_out):
            found[f"{name}/{inside}"] = path.read_bytes()
    return {
        name: content
        for name, content in found.items()
        if not name.endswith((*EXTENSION_SUFFIXES, ".pyc", ".c", ".tmpl"))
    }


def _library(name: str) -> dict[str, bytes]:
    """Return the files of an installed library.

    Raises:
        TabletopError: it is not installed.
    """
    spec = find_spec(name)
    if spec is None or not spec.origin:
        if name == "typing_extensions":
            return {}  # Newer versions of Python have all of it.
        raise TabletopError(f"a site needs {name}: pip install 'tabletop-core[web]'")
    path = Path(spec.origin)
    if path.name != "__init__.py":
        return {path.name: spare(path.read_bytes())}
    found = _files(path.parent, name)
    return {
        path: spare(content) if path.endswith(".py") else content
        for path, content in found.items()
        if not any(fnmatch(path, one) for one in _LEFT_OUT_OF_LIBRARIES)
    }


def _pack_files(pack: Chosen) -> dict[str, bytes]:
    """Return the files of a pack, and of the libraries that it imports.

    Raises:
        PackError: one of these cannot run in a browser.
    """
    if pack.package:
        found = _parents(pack.package) | _files(pack.home, pack.package.replace(".", "/"))
    else:
        file = pack.home / f"{pack.module}.py"
        found = {file.name: file.read_bytes()}
    wanted = list(_imported(found))
    seen = {"tabletop_core", pack.module.partition(".")[0], *LIBRARIES}
    while wanted:
        name = wanted.pop()
        if name in seen:
            continue
        seen.add(name)
        if name in sys.stdlib_module_names:
            if name in LEFT_OUT_OF_PYTHON:
                raise PackError(f"pack {pack.id} imports {name}, which a browser does not have")
            continue
        library = _pure_library(pack, name)
        wanted += _imported(library)
        found |= library
    return found


def _parents(package: str) -> dict[str, bytes]:
    """Return the files of the packages around one, where these have any."""
    found = {}
    names = package.split(".")[:-1]
    for count in range(1, len(names) + 1):
        spec = find_spec(".".join(names[:count]))
        if spec is not None and spec.origin and spec.has_location:
            found["/".join([*names[:count], "__init__.py"])] = Path(spec.origin).read_bytes()
    return found


def _pure_library(pack: Chosen, name: str) -> dict[str, bytes]:
    spec = find_spec(name)
    if spec is None or not spec.origin:
        raise PackError(f"pack {pack.id} imports {name}, which is not installed here")
    folder = Path(spec.origin).parent if Path(spec.origin).name == "__init__.py" else None
    compiled = spec.origin.endswith(tuple(EXTENSION_SUFFIXES)) or (
        folder is not None
        and any(next(folder.rglob(f"*{end}"), None) for end in EXTENSION_SUFFIXES)
    )
    if compiled:
        raise PackError(
            f"pack {pack.id} imports {name}, which holds compiled code that no browser runs; "
            "do without it, or import it only where it is there"
        )
    return _library(name)


def _imported(files: Mapping[str, bytes]) -> Iterator[str]:
    """Yield the top-level names that modules import when they are loaded."""
    for name, content in files.items():
        if name.endswith(".py"):
            for node in ast.parse(content).body:
                if isinstance(node, ast.Import):
                    yield from (alias.name.partition(".")[0] for alias in node.names)
                elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
                    yield node.module.partition(".")[0]
