"""The folder of a pack, where its files lie beside its modules."""

import sys
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable

from ..errors import PackError


def folder_of(package: str) -> Traversable | None:
    """Return the folder of a package; None for a single module, which has no files of its own."""
    module = sys.modules.get(package) or import_module(package)
    return files(package) if hasattr(module, "__path__") else None


def package_name(name: str | None) -> str:
    """Return the name of a package, as its `__package__` has it.

    Raises:
        PackError: it is None, as in a module that is run as a script.
    """
    if name is None:
        raise PackError(
            "this module is not in a package, so its game has no files; give package=__name__, "
            "or import it from its package"
        )
    return name
