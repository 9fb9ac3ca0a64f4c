"""`tabletop mcp`: an assistant plays, teaches and referees."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from ...errors import TabletopError
from ..settings import Settings

NEEDS = ("mcp", "mcp_types", "pydantic")


def mcp(
    ctx: typer.Context,
    http: Annotated[
        bool, typer.Option("--http", help="Listen on this machine instead of standard input.")
    ] = False,
    port: Annotated[int, typer.Option(metavar="N", min=1, max=65535, help="With --http.")] = 8765,
    data: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder of the games (default: beside your saves)."),
    ] = None,
) -> None:
    """Let an assistant play, teach and referee by the Model Context Protocol.

    A client starts this command and speaks with it on standard input and output.
    """
    from ...saves.folder import saves_folder

    settings: Settings = ctx.obj
    try:
        from ...assistant.local import serve_http, serve_stdio
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in NEEDS:
            raise
        raise TabletopError(
            f"an assistant needs {error.name}: pip install 'tabletop-core[mcp]'"
        ) from None
    folder = (data or saves_folder().parent / "assistant").absolute()
    if http:
        print(f"http://127.0.0.1:{port}/mcp", file=sys.stderr, flush=True)
        serve_http(folder, settings.catalog(), port)
    else:
        serve_stdio(folder, settings.catalog())
