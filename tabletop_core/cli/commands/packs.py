"""`tabletop packs` and `tabletop install`: the installed games, and published ones."""

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from ...presentation.player_aid import pack_json, size_words
from ..settings import Settings

if TYPE_CHECKING:
    from ...plugins.packs import Catalog
    from ...text.style import Style

_INDEX = typer.Option(
    "--index", metavar="URL|FOLDER", help="An index of packages, or a folder of wheels."
)


def packs(
    ctx: typer.Context,
    as_json: Annotated[bool, typer.Option("--json", help="A list of JSON objects.")] = False,
    search: Annotated[
        str | None,
        typer.Option("--search", metavar="WORD", help="List published packs with this instead."),
    ] = None,
    index: Annotated[str, _INDEX] = "",
) -> None:
    """List the games that are installed.

    The faults of a broken pack are reported on standard error; the others still work.
    """
    settings: Settings = ctx.obj
    if search is not None:
        _print_published(search, index, as_json, settings.style)
        return
    catalog = settings.catalog()
    if as_json:
        print(json.dumps([pack_json(pack) for pack in catalog.packs], indent=2, ensure_ascii=False))
    else:
        for line in _listed(catalog, settings.style):
            print(line)
    for problem in catalog.problems:
        print(f"tabletop: {problem}", file=sys.stderr)


def install(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A published pack.")],
    index: Annotated[str, _INDEX] = "",
    is_sure: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Install a published pack with pip or uv, after asking."""
    import subprocess

    from ...plugins.published import find_published, install_command

    pack = find_published(name, index)
    command = install_command(pack, index)
    style = ctx.obj.style
    print(f"{pack.name} {pack.version}, from {pack.shown_index}")
    for line in style.wrap(pack.summary, "  "):
        print(line)
    print("A pack is a program: install only packs from people you trust.")
    if not is_sure and not typer.confirm("Install it?"):
        raise typer.Exit(1)
    if subprocess.run(command, check=False).returncode:
        raise typer.Exit(1)
    print("It is installed; `tabletop packs` lists it.")


def _print_published(word: str, index: str, as_json: bool, style: "Style") -> None:
    """List the packs that others have published."""
    from ...plugins.published import published

    found = published(word, index)
    if as_json:
        rows = [{"name": one.name, "version": one.version, "summary": one.summary} for one in found]
        print(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    for one in found:
        for line in style.wrap(f"{one.name} {one.version}: {one.summary}", "", "  "):
            print(line)
    if not found:
        print(f"No published pack matches {word!r}.")
    else:
        print("\n`tabletop install NAME` installs one of them.")


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
