"""The symbols on counters and cards: those of the core, and those that a pack adds."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import attrs

from ..data.folders import folder_of
from ..panels import Art
from ..panels.appearance import PanelError

_VIEW = (0.0, 0.0, 24.0, 24.0)
_FOLDERS = (("symbols",), ("shown", "symbols"))
"""Where a pack keeps symbols: beside its modules, or in its folder `shown`."""


@attrs.frozen
class Symbols(Mapping[str, str]):
    """Drawings by name, each the inside of an SVG of 24 x 24 in `currentColor`, facing up.

    `package` is the pack that they are for.

    >>> "fighter" in core_symbols()
    True
    """

    drawings: Mapping[str, str]
    package: str = ""

    def __getitem__(self, name: str) -> str:
        try:
            return self.drawings[name]
        except KeyError:
            known = ", ".join(sorted(self.drawings))
            raise PanelError(f"there is no symbol {name!r}; use one of {known}") from None

    def __contains__(self, name: object) -> bool:
        return name in self.drawings

    def __iter__(self) -> Iterator[str]:
        return iter(self.drawings)

    def __len__(self) -> int:
        return len(self.drawings)


@cache
def core_symbols() -> Symbols:
    """Return the symbols that every pack has."""
    return Symbols(dict(_read(files(__package__) / "symbols")))


@cache
def symbols_of(package: str) -> Symbols:
    """Return the symbols for a pack: those of the core, and those in its folder of symbols.

    Raises:
        PanelError: a file is not a drawing of 24 x 24, or loads files or runs scripts.
    """
    own: dict[str, str] = {}
    home = folder_of(package)
    for path in _FOLDERS:
        if home is not None and (folder := home.joinpath(*path)).is_dir():
            own |= _read(folder)
    return Symbols({**core_symbols().drawings, **own}, package)


def _read(folder: Any) -> Iterator[tuple[str, str]]:
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if not file.name.endswith(".svg"):
            continue
        try:
            art = Art.read(file.read_text(encoding="utf-8"), box=_VIEW)
        except PanelError as error:
            raise PanelError(f"{file.name}: {error}") from None
        if art.view != _VIEW:
            raise PanelError(f"{file.name}: a symbol has the viewBox 0 0 24 24; redraw it")
        yield file.name.removesuffix(".svg"), re.sub(r'\s+xmlns(:\w+)?="[^"]*"', "", art.inside)
