"""How packs are found: installed ones by entry point, others in folders."""

import os
import re
from collections.abc import Iterable, Sequence
from operator import eq, ge, gt, le, lt, ne
from pathlib import Path
from typing import Any

import attrs
import pluggy

from ..engine.elsewhere import import_folder
from ..engine.game import Game
from ..engine.identity import Identity
from ..errors import PackError
from ..version import core_version
from .entry_points import EntryPoint, entry_points
from .extensions import Extension, extend, implements_extras
from .hookspecs import build_plugin_manager

GROUP = "tabletop.packs"
FOLDERS_VARIABLE = "TABLETOP_PACKS"

_WANTED = re.compile(r"(>=|<=|==|!=|>|<)\s*(\d+(?:\.\d+)*)")
_COMPARE = {">=": ge, "<=": le, "==": eq, "!=": ne, ">": gt, "<": lt}


def fits_version(wanted: str, version: str = "") -> bool:
    """Tell whether a version of tabletop (default: this one) is among those wanted.

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
            raise ValueError(f"{part!r} names no versions; write it as '>=0.1' or '>=0.1, <2'")
        bound = [int(number) for number in match[2].split(".")]
        width = max(len(bound), len(numbers))
        ours, theirs = (n + [0] * (width - len(n)) for n in (numbers, bound))
        if not _COMPARE[match[1]](ours, theirs):
            return False
    return True


@attrs.frozen
class Pack:
    """A pack that was found: who it is and where it came from."""

    identity: Identity
    origin: str
    _hooks: Any = attrs.field(repr=False, alias="hooks")
    extensions: Sequence[Extension] = attrs.field(default=(), repr=False)

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
            found = self._hooks.tabletop_game()
            if not found or not isinstance(found[0], Game):
                raise TypeError("its tabletop_game hook returns no Game")
            game: Game[Any] = found[0]
        except Exception as error:
            raise PackError(
                f"pack {self.id} ({self.origin}) cannot be loaded: "
                f"{type(error).__name__}: {error}; mend the pack or remove it"
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
    def file(self) -> str:
        """The file that says who the pack is; empty where it is no file."""
        functions = [impl.function for impl in self._hooks.tabletop_identity.get_hookimpls()]
        codes = [getattr(function, "__code__", None) for function in functions]
        return codes[0].co_filename if codes and codes[0] else ""

    def _check_version(self) -> None:
        try:
            fits = fits_version(self.identity.core)
        except ValueError as error:
            raise PackError(
                f"pack {self.id} ({self.origin}) states the versions of tabletop it works with "
                f"wrongly: {error}"
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
    """Tell whether it is worth importing: any package may lie beside a pack, such as tests."""
    try:
        return "tabletop" in init.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return True


def _candidates(
    folders: Iterable[Path], points: Sequence[EntryPoint], problems: list[str]
) -> Iterable[tuple[str, Any]]:
    for point in sorted(points, key=lambda point: point.name):
        origin = f"entry point {point.name} = {point.value}"
        try:
            yield origin, point.load()
        except Exception as error:
            problems.append(
                f"{origin} cannot be imported: {type(error).__name__}: {error}; "
                "mend or uninstall that pack"
            )
    for folder in folders:
        if not folder.is_dir():
            problems.append(f"{folder} is no folder; correct --packs or {FOLDERS_VARIABLE}")
            continue
        own = [folder] if (folder / "__init__.py").is_file() else []
        for inner in own or sorted(path.parent for path in folder.glob("*/__init__.py")):
            if not _may_be_pack(inner / "__init__.py"):
                continue
            try:
                module = import_folder(inner)
            except Exception as error:
                problems.append(
                    f"folder {inner} cannot be imported: {type(error).__name__}: {error}; "
                    "mend the pack or move the folder away"
                )
                continue
            if any(name.startswith("tabletop_") for name in list(vars(module))):
                yield f"folder {inner}", module


def find_packs(
    folders: Sequence[Path | str] = (), points: Sequence[EntryPoint] | None = None
) -> Catalog:
    """Find all packs without loading any rules.

    Args:
        folders: folders that hold packs, or are packs, beside those of the environment variable.
        points: entry points to use (default: those of the installed distributions).

    A pack with a fault is left out and told in `problems`; the others still work.
    """
    named = [Path(part) for part in os.environ.get(FOLDERS_VARIABLE, "").split(os.pathsep) if part]
    problems: list[str] = []
    found: dict[str, Pack] = {}
    # Every pack holds this list, which is complete when all have been found.
    extensions: list[Extension] = []
    files: set[Path] = set()
    if points is None:
        points = entry_points(GROUP)
    for origin, plugin in _candidates([*named, *map(Path, folders)], points, problems):
        # A folder may be named that holds packs which are installed from there.
        file = getattr(plugin, "__file__", None)
        if file and Path(file).resolve() in files:
            continue
        files.update([Path(file).resolve()] if file else ())
        manager = build_plugin_manager()
        try:
            manager.register(plugin, name=origin)
            manager.check_pending()
            answers = manager.hook.tabletop_identity()
        except pluggy.PluginValidationError as error:
            problems.append(f"{origin} implements its hooks wrongly: {error}; correct the name")
            continue
        except Exception as error:
            problems.append(f"{origin} fails to say who it is: {type(error).__name__}: {error}")
            continue
        if implements_extras(manager.hook):
            extensions.append(Extension(origin, getattr(plugin, "__name__", ""), manager.hook))
            if not answers and not manager.hook.tabletop_game.get_hookimpls():
                continue
        if not answers or not isinstance(answers[0], Identity):
            problems.append(f"{origin} has no tabletop_identity hook; return an Identity from it")
            continue
        identity = answers[0]
        if identity.id in found:
            problems.append(
                f"{origin} and {found[identity.id].origin} both call themselves {identity.id!r}; "
                "the second is left out; rename or remove one"
            )
            continue
        found[identity.id] = Pack(identity, origin, manager.hook, extensions)
    return Catalog(tuple(found.values()), tuple(problems), tuple(extensions))


def load_pack(pack_id: str, folders: Sequence[Path | str] = ()) -> Game[Any]:
    """Return the game of an installed pack.

    Raises:
        PackError: there is no such pack, or it cannot be loaded.
    """
    return find_packs(folders)[pack_id].load()
