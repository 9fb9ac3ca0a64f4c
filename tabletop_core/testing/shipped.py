"""Checks that the wheel of a pack's project contains all files of the pack."""

import sys
import tomllib
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..data.lines import key_lines
from ..engine.pickling import folder_of

if TYPE_CHECKING:
    from .exam_run import Exam

READ = (".py", ".toml", ".csv", ".md", ".svg")
"""Suffixes of the files of a pack that tabletop reads: code, data, notes, symbols."""

DATA = "data"
"""The folder in which a pack reads whatever files it has."""

PROJECT = "pyproject.toml"


def check_shipped(exam: "Exam") -> None:
    """Compare the files of a pack with what its project puts into a wheel."""
    package = exam.game.package
    if not hasattr(sys.modules.get(package), "__path__"):
        return
    home = Path(folder_of(package)).resolve()
    project = next((one / PROJECT for one in home.parents[:3] if (one / PROJECT).is_file()), None)
    if project is None:
        return
    _remind_of_rights(exam, home.name, project.parent)
    text = project.read_text(encoding="utf-8", errors="replace")
    try:
        settings = tomllib.loads(text)
    except (ValueError, RecursionError):
        return
    if not _is_readable(settings, project.parent):
        return
    try:
        left_out = list(_left_out(home, project.parent, settings["tool"]["setuptools"]))
    except (TypeError, AttributeError):
        return  # Setuptools will refuse such settings itself.
    line = key_lines(text).get(("tool", "setuptools", "package-data"), 1)
    for file in left_out:
        name = file.relative_to(home).as_posix()
        if file.suffix in READ or file.relative_to(home).parts[0] == DATA:
            exam.report(
                "C109",
                f"{name} is not installed with the pack",
                (str(project), line),
                remedy="name its folder among the packages"
                if file.suffix == ".py"
                else f'add "**/*{file.suffix}" to the package data of setuptools',
            )
        else:
            exam.report("C110", f"{name} is not installed with the pack", (str(project), line))


def _remind_of_rights(exam: "Exam", name: str, root: Path) -> None:
    """Note pictures that were taken from a module; neither wheels nor sites have them."""
    art, imported = root / "art" / name, root / "IMPORT.md"
    pictures = [one for one in art.rglob("*.*") if one.suffix != ".toml"]
    if pictures and imported.is_file():
        words = f"{len(pictures)} files in art/{name} were taken from a module"
        exam.report("C116", words, (str(imported), 1))


def _is_readable(settings: Mapping[str, Any], root: Path) -> bool:
    """Return whether this project says here alone, to setuptools, what it ships."""
    build = settings.get("build-system", {})
    backend = build.get("build-backend", "setuptools")
    others = ("setup.py", "setup.cfg", "MANIFEST.in")
    return (
        str(backend).startswith("setuptools")
        and not any("scm" in str(one) or "git" in str(one) for one in build.get("requires", ()))
        and not any((root / name).exists() for name in others)
        and isinstance(settings.get("tool", {}).get("setuptools"), dict)
    )


def _left_out(home: Path, root: Path, how: Mapping[str, Any]) -> Iterator[Path]:
    """Yield the files of a pack that are not in the wheel of its project."""
    sources = root / "src" if (root / "src") in home.parents else root
    top = ".".join(home.relative_to(sources).parts)
    if not _is_package(home, top, how):
        return  # The project ships something else; the pack only lies in it.
    data = how.get("package-data", {})
    shipped: set[Path] = set()
    folders = [home, *(path for path in home.rglob("*") if path.is_dir())]
    for folder in folders:
        name = ".".join(folder.relative_to(sources).parts)
        if _is_package(folder, name, how):
            shipped.update(folder.glob("*.py"))
            for pattern in (*data.get("*", ()), *data.get("", ()), *data.get(name, ())):
                shipped.update(_matching(folder, pattern))
    for file in sorted(home.rglob("*")):
        inside = file.relative_to(home).parts
        is_own = not any(part.startswith(".") or part == "__pycache__" for part in inside)
        if is_own and file.is_file() and file not in shipped:
            yield file


def _is_package(folder: Path, name: str, how: Mapping[str, Any]) -> bool:
    """Return whether a folder is among the packages that the project names or finds."""
    packages = how.get("packages", {})
    if isinstance(packages, list):
        return name in packages
    find = packages.get("find", {})
    if find.get("namespaces") is False and not (folder / "__init__.py").is_file():
        return False
    wanted, unwanted = find.get("include", ["*"]), find.get("exclude", [])
    return any(fnmatchcase(name, one) for one in wanted) and not any(
        fnmatchcase(name, one) for one in unwanted
    )


def _matching(folder: Path, pattern: str) -> list[Path]:
    try:
        return list(folder.glob(pattern))
    except (ValueError, NotImplementedError, OSError):
        return []
