"""The folder of a pack, where its files lie beside its modules."""

import sys
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable


def folder_of(package: str) -> Traversable | None:
    """Return the folder of a package; None for a single module, which has no files of its own."""
    module = sys.modules.get(package) or import_module(package)
    return files(package) if hasattr(module, "__path__") else None
