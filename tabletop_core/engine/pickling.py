"""Pickling of packs: where a package is, and how another process imports it."""

import importlib.util
import sys
from importlib import import_module
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any

from ..errors import PackError

_IMPORTING = RLock()
"""Held while a package is imported from its folder, since `sys.modules` has it half finished."""


def import_folder(folder: Path) -> ModuleType:
    """Import the package in a folder, or a module by its file, under its own name.

    The search path stays as it is.

    Raises:
        PackError: another module of this name is loaded already.
    """
    with _IMPORTING:
        return _import_folder(folder)


def _import_folder(folder: Path) -> ModuleType:
    folder = folder.resolve()
    is_module = folder.is_file()
    name = folder.stem if is_module else folder.name
    loaded = sys.modules.get(name)
    init = folder if is_module else folder / "__init__.py"
    if loaded is not None:
        if getattr(loaded, "__file__", None) == str(init):
            return loaded
        what = "file" if is_module else "folder"
        raise PackError(f"a module named {name!r} is already loaded; rename the {what} {folder}")
    spec = importlib.util.spec_from_file_location(
        name, init, submodule_search_locations=None if is_module else [str(folder)]
    )
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        for loaded_name in [own for own in list(sys.modules) if f"{own}.".startswith(f"{name}.")]:
            del sys.modules[loaded_name]
        raise
    return module


def module_of(package: str, folder: str) -> Any:
    """Return the module of a package, imported from its folder or file if it is not installed."""
    module = sys.modules.get(package)
    if module is None and "." not in package and Path(folder).exists():
        module = import_folder(Path(folder))
    return import_module(package) if module is None else module


def folder_of(module: str) -> str:
    """Return the folder of a loaded package."""
    return str(Path(getattr(sys.modules.get(module), "__file__", None) or ".").parent)


def place_of(module: str) -> str:
    """Return what `import_folder` imports a module from: its folder, or its file."""
    file = Path(getattr(sys.modules.get(module), "__file__", None) or "__init__.py")
    return str(file.parent if file.name == "__init__.py" or "." in module else file)


def folder_of_game(game: Any) -> str:
    """Return the folder or file of a pack, after checking that its module returns this game.

    Raises:
        PackError: it returns another, so other processes could not find the game.
    """
    make = getattr(sys.modules.get(game.package), "tabletop_game", None)
    if make is None or make() is not game:
        raise PackError(
            f"the game {game.id!r} is not the one that tabletop_game() of the package "
            f"{game.package!r} returns, so other processes cannot find it"
        )
    return place_of(game.package)


def game_of(package: str, folder: str) -> Any:
    """Return the game of a package."""
    return module_of(package, folder).tabletop_game()
