"""Lazy names of a package: each is imported on first use."""

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from sys import modules
from typing import Any


def lazy_names(
    package: str, homes: Mapping[str, Iterable[str]]
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Return `__getattr__`, `__dir__` and `__all__` for a package whose modules load on first use.

    homes: the names that each module defines, by the module relative to the package.
    """
    home_of = {name: home for home, names in homes.items() for name in names}

    def load(name: str) -> Any:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{home_of[name]}"), name)
        setattr(modules[package], name, value)
        return value

    return load, lambda: sorted({*vars(modules[package]), *home_of}), sorted(home_of)
