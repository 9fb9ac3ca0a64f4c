"""The entry points that installed packages announce in their `entry_points.txt`.

`importlib.metadata` finds the same. But it imports modules for mail and archives, which takes as
long as the whole rest of the search for packs.
"""

import os
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


class EntryPoint(NamedTuple):
    """A name and where what it stands for is: `module`, or `module:thing`."""

    name: str
    value: str

    @property
    def module(self) -> str:
        """The name of the module."""
        return self.value.partition(":")[0].strip()

    @property
    def file(self) -> Path | None:
        """The file of the module, found without importing anything; None where there is none."""
        name, path, spec = "", None, None
        for part in self.module.split("."):
            name = f"{name}.{part}" if name else part
            finders = (getattr(finder, "find_spec", None) for finder in sys.meta_path)
            specs = (find(name, path) for find in finders if find)
            spec = next(filter(None, specs), None)
            if spec is None:
                return None
            path = spec.submodule_search_locations
        return Path(spec.origin).resolve() if spec and spec.origin else None

    def load(self) -> Any:
        """Import what it stands for."""
        found: Any = import_module(self.module)
        for name in filter(None, self.value.partition(":")[2].strip().split(".")):
            found = getattr(found, name)
        return found


def entry_points(group: str, folders: Iterable[str] | None = None) -> list[EntryPoint]:
    """Return the entry points of a group that packages in these folders announce.

    folders: where to look (default: where modules are imported from); where a package lies in
        several of them, the first counts.
    """
    found: dict[str, list[EntryPoint]] = {}
    for folder in sys.path if folders is None else folders:
        for package, file in _announced(folder or "."):
            if package not in found:
                found[package] = list(_read(file, group))
    return [point for points in found.values() for point in points]


def _announced(folder: str) -> Iterator[tuple[str, "Traversable"]]:
    """Yield each package installed in a folder or archive, and the file of its entry points."""
    root: Traversable = Path(folder)
    try:
        names = os.listdir(folder)
    except NotADirectoryError:
        root, names = _opened(folder)
    except OSError:
        return
    for name in names:
        if name.endswith((".dist-info", ".egg-info")):
            yield name.partition("-")[0].lower(), root / name / "entry_points.txt"


def _opened(file: str) -> tuple["Traversable", list[str]]:
    """Return the root of an archive, and the names in it; of any other file there are none."""
    import zipfile

    try:
        root = zipfile.Path(file)
    except (OSError, zipfile.BadZipFile):
        return Path(file), []
    return root, [one.name for one in root.iterdir()]


def _read(file: "Traversable", group: str) -> Iterator[EntryPoint]:
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except OSError:
        return
    section = ""
    for line in map(str.strip, lines):
        if line.startswith("["):
            section = line.strip("[]").strip()
        elif section == group and "=" in line and not line.startswith("#"):
            name, _, value = line.partition("=")
            yield EntryPoint(name.strip(), value.partition("[")[0].strip())
