"""The data that every pack reads from its files."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from ..data.frozen import freeze

if TYPE_CHECKING:
    from ..data.glossary import Word
    from ..tables import Table


@attrs.frozen(eq=False)
class PackData:
    """The data of a pack: its tables, where each datum comes from, and a digest of it all.

    `overlays` are the absolute paths of the overlay files that were applied.
    `names` maps the ids of pieces to their names; `pieces` maps the title of a file to the ids of
    its pieces. `glossary` explains words of the game.
    Packs add their own components in a subclass. Declare it with `eq=False` too; then a function of
    the data alone can be cached with `functools.cache`.

    All games of a process share the data, so nothing in them can be changed: a rule that tries
    fails (`C610`). A `dict(...)` or `deepcopy` of a part may be changed.
    """

    tables: "Mapping[str, Table]" = attrs.field(factory=dict)
    names: Mapping[str, str] = attrs.field(factory=dict)
    pieces: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    glossary: "tuple[Word, ...]" = ()
    provenance: Mapping[str, int] = attrs.field(factory=dict)
    overlaid: tuple[str, ...] = ()
    overlays: tuple[str, ...] = ()
    digest: str = ""

    def __attrs_post_init__(self) -> None:
        freeze(self)


def load_package_tables(package: str, overlays: Sequence[Path]) -> PackData:
    """Load the tables in the folder `data` of a package, with overlays laid over them."""
    from ..data.folders import folder_of
    from ..tables import load_tables

    home = folder_of(package)
    if home is None or not (folder := home / "data").is_dir():
        return PackData()
    tables = load_tables(folder, overlays=overlays)
    return PackData(
        tables=tables,
        provenance=tables.provenance,
        overlaid=tables.overlaid,
        overlays=tuple(str(Path(overlay).absolute()) for overlay in overlays),
        digest=tables.digest,
    )
