"""The search for packs: installed ones by entry point, others in folders."""

import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import redirect_stdout
from functools import cached_property
from operator import eq, ge, gt, le, lt, ne
from pathlib import Path
from typing import Any

import attrs
import pluggy

from ..engine.endless import EndlessError, TimeIsUp, ending
from ..engine.faults import ReturnedError, line_of, returned
from ..engine.game import Game
from ..engine.identity import Identity
from ..engine.pickling import import_folder
from ..errors import PackError, TabletopError
from ..version import core_version
from .entry_points import EntryPoint, entry_points
from .extensions import Extension, extend, implements_extras
from .hookspecs import build_plugin_manager

GROUP = "tabletop.packs"
FOLDERS_VARIABLE = "TABLETOP_PACKS"

NO_PACK = "holds no pack"

_INSTALLED = "entry point"

_IDENTITY = re.compile(r"^def tabletop_identity\b", re.MULTILINE)

_WANTED = re.compile(r"(>=|<=|==|!=|>|<)\s*(\d+(?:\.\d+)*)")
_COMPARE = {">=": ge, "<=": le, "==": eq, "!=": ne, ">": gt, "<": lt}


def fits_version(wanted: str, version: str = "") -> bool:
    """Return whether a version of tabletop (default: this one) is among those wanted.

    >>> fits_version(">=0.1, <2", "1.4"), fits_version("", "1.4")
    (True, True)

    Raises:
        ValueError: the wish cannot be read.
    """
    version = version or core_version()
    numbers = [int(part) for part in re.findall(r"\d+", version.partition("+")[0])[:3]]
    for part in filter(None, map(str.strip, wanted.split(","))):
        match = _WANTED.fullmatch(part)
        if match is None:
            raise ValueError(
                f"{part!r} is not a range of versions; write it as '>=0.1' or '>=0.1, <2'"
            )
        bound = [int(number) for number in match[2].split(".")]
        width = max(len(bound), len(numbers))
        ours, theirs = (n + [0] * (width - len(n)) for n in (numbers, bound))
        if not _COMPARE[match[1]](ours, theirs):
            return False
    return True


@attrs.frozen
class Pack:
    """A pack that was found: its identity and its origin.

    `home` is the folder of its package.
    `instead_of` is the origin of an installed pack of the same name that this one replaces.
    """

    identity: Identity
    origin: str
    _hooks: Any = attrs.field(repr=False, alias="hooks")
    extensions: Sequence[Extension] = attrs.field(default=(), repr=False)
    home: Path | None = None
    instead_of: str = ""

    @property
    def id(self) -> str:
        return self.identity.id

    def load(self) -> Game[Any]:
        """Load the rules of the pack, with what other packages add to it.

        Raises:
            PackError: they cannot be imported; the message names the pack and the cause.
        """
        self._check_version()
        try:
            found = _carry_out(self._hooks.tabletop_game)
            hook = self._hooks.tabletop_game.get_hookimpls()[0].function
            game: Game[Any] = returned(hook, found[0] if found else None, Game, "a Game")
        except EndlessError:
            raise
        except (Exception, SystemExit, TimeIsUp) as error:
            why = _reason(error, self.module)
            raise PackError(
                f"pack {self.id} ({self.origin}) cannot be loaded: {why}; fix the pack or remove it"
            ) from error
        return extend(game, self.extensions)

    @property
    def is_for_this_version(self) -> bool:
        """Whether the pack says that it works with this version of tabletop."""
        try:
            return fits_version(self.identity.core)
        except ValueError:
            return False

    @property
    def is_in_folder(self) -> bool:
        """Whether it was found in a folder or file that was named, and not as it is installed."""
        return not self.origin.startswith(_INSTALLED)

    @property
    def file(self) -> str:
        """The file that says who the pack is; empty where there is no file."""
        functions = [impl.function for impl in self._hooks.tabletop_identity.get_hookimpls()]
        codes = [getattr(function, "__code__", None) for function in functions]
        return codes[0].co_filename if codes and codes[0] else ""

    @property
    def module(self) -> str:
        """The name of the module that says who the pack is; empty where it is none."""
        plugins = [impl.plugin for impl in self._hooks.tabletop_identity.get_hookimpls()]
        return str(getattr(plugins[0], "__name__", "")) if plugins else ""

    def _check_version(self) -> None:
        try:
            fits = fits_version(self.identity.core)
        except ValueError as error:
            raise PackError(
                f"pack {self.id} ({self.origin}) states its versions of tabletop incorrectly: "
                f"{error}"
            ) from None
        if not fits:
            raise PackError(
                f"pack {self.id} ({self.origin}) works with tabletop {self.identity.core}, but "
                f"this is {core_version()}; install a version of one that fits the other"
            )


@attrs.frozen
class Catalog:
    """All packs that were found, and what went wrong with the others."""

    packs: tuple[Pack, ...]
    problems: tuple[str, ...] = ()
    extensions: tuple[Extension, ...] = ()

    def extended_by(self, extensions: Iterable[Extension]) -> "Catalog":
        """Return the same packs with more that adds to their games."""
        more = tuple(extensions)
        packs = (attrs.evolve(one, extensions=(*one.extensions, *more)) for one in self.packs)
        return attrs.evolve(self, packs=tuple(packs)) if more else self

    def __getitem__(self, pack_id: str) -> Pack:
        """Return the pack of this id.

        Raises:
            PackError: there is none; the message lists the packs there are.
        """
        for pack in self.packs:
            if pack.id == pack_id:
                return pack
        known = ", ".join(pack.id for pack in self.packs) or "none"
        trouble = "".join(f"\n{problem}" for problem in self.problems)
        raise PackError(f"there is no pack {pack_id!r}; installed packs: {known}{trouble}")


def _may_be_pack(init: Path) -> bool:
    """Return whether it is worth importing: any package may lie beside a pack, such as tests."""
    try:
        return "tabletop" in init.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return True


def _is_module(file: Path) -> bool:
    """Return whether a file is a pack of one module, which is not part of a package."""
    return file.name != "__init__.py"


def _says_who_it_is(file: Path) -> bool:
    """Return whether a module implements the first hook: other modules may lie in its folder."""
    try:
        text = file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return _IDENTITY.search(text) is not None


def inits_in(folder: Path) -> list[Path]:
    """Return the modules that may be packs: of a folder, or else right below; or a file itself."""
    if folder.is_file():
        return [folder]
    own = folder / "__init__.py"
    if own.is_file() and _may_be_pack(own):
        return [own]
    below = [*folder.glob("*/__init__.py"), *folder.glob("src/*/__init__.py")]
    modules = [] if own.is_file() else filter(_says_who_it_is, folder.glob("*.py"))
    return sorted([*filter(_may_be_pack, below), *modules]) or [own] * own.is_file()


def _carry_out(load: Callable[[], Any]) -> Any:
    """Return what a pack's own code makes; it may print, and is stopped if it does not end."""
    with redirect_stdout(sys.stderr), ending():
        return load()


def _reason(error: BaseException, package: str) -> str:
    """Return what was wrong with the code of a package, and where."""
    if isinstance(error, ReturnedError):
        return f"{error.what}, at {line_of(error, package)}; {error.remedy}"
    if isinstance(error, TabletopError):
        return f"{type(error).__name__}: {error}"
    line = line_of(error, package)
    # Python's own words on what it cannot read end with a file without its folder.
    words = error.msg if isinstance(error, SyntaxError) else error
    kind = "" if isinstance(error, TimeIsUp) else f"{type(error).__name__}: "
    return f"{kind}{words}".removesuffix(": ") + f", at {line}" * (not line.startswith("<"))


def _wrong_field(identity: Identity) -> str:
    """Return the first field that holds what no list can show; empty where none does."""
    for name in ("id", "title", "summary", "version", "core"):
        if not isinstance(getattr(identity, name), str):
            return name
    if not _holds(identity.players, int) or len(identity.players) != 2:
        return "players"
    if not _holds(identity.modes, str):
        return "modes"
    return "" if isinstance(identity.rules, int) else "rules"


def _holds(values: object, kind: type) -> bool:
    """Return whether this is a tuple or list of one kind of things."""
    return isinstance(values, tuple | list) and all(isinstance(one, kind) for one in values)


class _Search:
    """One search for packs: those of folders first, since somebody edits them there."""

    def __init__(self, points: Sequence[EntryPoint]) -> None:
        self.points = sorted(points, key=lambda point: point.name)
        self.in_folders: dict[str, Pack] = {}
        self.installed: dict[str, Pack] = {}
        self.problems: list[str] = []
        # Every pack holds this list, which is complete when all have been found.
        self.extensions: list[Extension] = []
        self._files: set[Path] = set()
        self._modules: dict[str, str] = {}

    def look_in(self, folder: Path, *, hints: bool = False) -> None:
        """Find the packs in a folder or a zip, or the one that a Python file is.

        Those that are installed from there are left for later.
        """
        if not folder.is_dir() and not (folder.is_file() and folder.suffix in (".py", ".zip")):
            self.problems.append(f"{folder} is not a folder; correct --packs or {FOLDERS_VARIABLE}")
            return
        before, is_any = len(self.problems), False
        for init in self._inits_of(folder):
            if init.resolve() in self._installed_from:
                is_any = True
                continue
            what, place = ("file", init) if _is_module(init) else ("folder", init.parent)
            origin = f"{what} {place}"
            module = self._imported(
                lambda place=place: import_folder(place),  # type: ignore[misc]
                place.stem,
                f"{origin} cannot be imported",
                f"fix the pack or move the {what} away",
            )
            # A list, since other threads may import into the module meanwhile.
            names = [] if module is None else list(vars(module))
            if any(name.startswith("tabletop_") for name in names):
                is_any = True
                pack = self._register(origin, module)
                if pack is not None and not self._is_taken(pack, self.in_folders):
                    self.in_folders[pack.id] = pack
                    self._modules[module.__name__] = pack.id
        if hints and not is_any and len(self.problems) == before:
            self.problems.append(
                f"{folder} {NO_PACK}; name a folder with an __init__.py or a module that "
                "implements the hooks, or the folder around it (`tabletop new` makes one)"
            )

    def _inits_of(self, folder: Path) -> list[Path]:
        if folder.is_dir() or folder.suffix != ".zip":
            return inits_in(folder)
        from .zipped import unpacked

        try:
            return inits_in(unpacked(folder))
        except PackError as error:
            self.problems.append(str(error))
            return []

    @cached_property
    def _installed_from(self) -> set[Path | None]:
        return {point.file for point in self.points}

    def look_at_installed(self) -> None:
        """Find the packs that installed distributions announce."""
        for point in self.points:
            origin = f"{_INSTALLED} {point.name} = {point.value}"
            covered = self._modules.get(point.module.partition(".")[0])
            if covered:
                # The module from the folder has this name, and a process has only one of each name.
                home = self.in_folders[covered].home
                if home is None or point.file is None or home not in point.file.parents:
                    self._pass_over(covered, origin)
                continue
            plugin = self._imported(
                point.load,
                point.module,
                f"{origin} cannot be imported",
                "fix or uninstall that pack",
            )
            pack = self._register(origin, plugin) if plugin is not None else None
            if pack is None:
                continue
            if pack.id in self.in_folders:
                self._pass_over(pack.id, origin)
            elif not self._is_taken(pack, self.installed):
                self.installed[pack.id] = pack

    def _pass_over(self, pack_id: str, origin: str) -> None:
        pack = self.in_folders[pack_id]
        self.in_folders[pack_id] = attrs.evolve(pack, instead_of=origin)

    def _is_taken(self, pack: Pack, found: Mapping[str, Pack]) -> bool:
        if pack.id not in found:
            return False
        self.problems.append(
            f"{pack.origin} and {found[pack.id].origin} both call themselves {pack.id!r}; the "
            "second is ignored; rename or remove one"
        )
        return True

    def _imported(self, load: Callable[[], Any], package: str, what: str, remedy: str) -> Any:
        """Return what a pack's own code makes; where it fails, even by `sys.exit`, None."""
        try:
            return _carry_out(load)
        except BaseException as error:
            # An interrupt names the pack that it was waited for, and the others still work.
            self.problems.append(f"{what}: {_reason(error, package)}; {remedy}")
            return None

    def _register(self, origin: str, plugin: Any) -> Pack | None:
        """Return the pack that a module is; None where it is none or was found already."""
        # A folder may be named that holds packs which are installed from there.
        file = getattr(plugin, "__file__", None)
        if file and Path(file).resolve() in self._files:
            return None
        self._files.update([Path(file).resolve()] if file else ())
        manager = build_plugin_manager()
        try:
            manager.register(plugin, name=origin)
            manager.check_pending()
        except pluggy.PluginValidationError as error:
            self.problems.append(
                f"{origin} implements its hooks incorrectly: {error}; correct the name"
            )
            return None
        answers = self._imported(
            manager.hook.tabletop_identity,
            getattr(plugin, "__name__", ""),
            f"{origin} fails to return its identity",
            "fix the pack",
        )
        if answers is None:
            return None
        if implements_extras(manager.hook):
            self.extensions.append(Extension(origin, getattr(plugin, "__name__", ""), manager.hook))
            if not answers and not manager.hook.tabletop_game.get_hookimpls():
                return None
        if not answers or not isinstance(answers[0], Identity):
            self.problems.append(
                f"{origin} has no tabletop_identity hook; return an Identity from it"
            )
            return None
        wrong = _wrong_field(answers[0])
        if wrong:
            self.problems.append(
                f"{origin} has a wrong Identity: {wrong} cannot be "
                f"{getattr(answers[0], wrong)!r}; correct it"
            )
            return None
        home = Path(file).resolve().parent if file else None
        return Pack(answers[0], origin, manager.hook, self.extensions, home)


def find_packs(
    folders: Sequence[Path | str] = (), points: Sequence[EntryPoint] | None = None
) -> Catalog:
    """Find all packs without loading any rules.

    Args:
        folders: folders that hold packs or are packs, files that are packs of one module, and
            zips of such folders, beside those of the environment variable.
        points: entry points to use (default: those of the installed distributions).

    A pack in a folder replaces an installed one of the same name.
    A pack with a fault is left out and reported in `problems`; the others still work.
    """
    search = _Search(entry_points(GROUP) if points is None else points)
    for part in filter(None, os.environ.get(FOLDERS_VARIABLE, "").split(os.pathsep)):
        search.look_in(Path(part))
    for folder in folders:
        search.look_in(Path(folder), hints=True)
    search.look_at_installed()
    packs = (*search.installed.values(), *search.in_folders.values())
    return Catalog(packs, tuple(search.problems), tuple(search.extensions))


def load_pack(pack_id: str, folders: Sequence[Path | str] = ()) -> Game[Any]:
    """Return the game of an installed pack.

    Raises:
        PackError: there is no such pack, or it cannot be loaded.
    """
    return find_packs(folders)[pack_id].load()
