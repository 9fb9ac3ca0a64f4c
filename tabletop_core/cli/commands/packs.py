"""`tabletop packs`: the installed games."""

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from ...presentation.player_aid import pack_json, size_words
from ..settings import Settings

if TYPE_CHECKING:
    from ...plugins.packs import Catalog
    from ..screen.style import Style


def packs(
    ctx: typer.Context,
    as_json: Annotated[bool, typer.Option("--json", help="A list of JSON objects.")] = False,
) -> None:
    """List the games that are installed.

    The faults of a broken pack are reported on standard error; the others still work.
    """
    settings: Settings = ctx.obj
    catalog = settings.catalog()
    if as_json:
        print(json.dumps([pack_json(pack) for pack in catalog.packs], indent=2, ensure_ascii=False))
    else:
        for line in _listed(catalog, settings.style):
            print(line)
    for problem in catalog.problems:
        print(f"tabletop: {problem}", file=sys.stderr)


def _listed(catalog: "Catalog", style: "Style") -> list[str]:
    if not catalog.packs:
        return ["No games are installed; name a folder of packs with --packs DIR."]
    lines = []
    for pack in catalog.packs:
        identity = pack.identity
        modes = f"; {', '.join(identity.modes)}" if identity.modes else ""
        size = size_words(identity)
        lines += style.wrap(f"{pack.id}: {identity.title}, {size}{modes}", "", "  ")
        lines += style.wrap(identity.summary, "    ")
        lines += style.wrap(f"version {identity.version}, from {pack.origin}", "    ")
    games = {pack.origin for pack in catalog.packs}
    extras = [extra.origin for extra in catalog.extensions if extra.origin not in games]
    return lines + [f"adds to other games: {origin}" for origin in extras]
