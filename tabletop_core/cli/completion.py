"""Shell completion beyond commands and options: ids of games, saved games, presets."""

from pathlib import Path
from typing import Annotated

import typer


def pack_ids(incomplete: str) -> list[str]:
    """Return the ids of installed games with this beginning."""
    from ..plugins.packs import find_packs

    return [pack.id for pack in find_packs(()).packs if pack.id.startswith(incomplete)]


def save_names(incomplete: str) -> list[str]:
    """Return the names of saved games with this beginning."""
    from ..saves.folder import saved_files

    return [path.stem for path in saved_files() if path.stem.startswith(incomplete)]


def preset_names(incomplete: str) -> list[str]:
    """Return the names of presets with this beginning."""
    from ..saves.presets import preset_files

    return [path.stem for path in preset_files() if path.stem.startswith(incomplete)]


PackId = Annotated[
    str,
    typer.Argument(metavar="PACK", help="Id of the game; see `packs`.", autocompletion=pack_ids),
]

SavedFile = Annotated[
    Path | None,
    typer.Argument(
        metavar="[FILE]", help="A saved game (default: the latest).", autocompletion=save_names
    ),
]
