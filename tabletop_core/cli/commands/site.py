"""`tabletop site`: games as a folder of static files, which any web host serves."""

import sys
from functools import partial
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from ...errors import TabletopError
from ..screen.qr_code import qr_code
from ..settings import Settings

NEEDS = ("starlette", "jinja2")


def site(
    ctx: typer.Context,
    packs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PACK...", help="The games of the site, and packages that add to them."
        ),
    ] = None,
    to: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Where to write it; an older site there is replaced."),
    ] = None,
    title: Annotated[str, typer.Option(help="The title of the page.")] = "tabletop",
    under: Annotated[
        str,
        typer.Option(metavar="FOLDER", help="Folder of the host's address, for its page 404.html."),
    ] = "/",
    address: Annotated[
        str,
        typer.Option(
            metavar="URL", help="Where it will be published: shown as a QR code; also sets --under."
        ),
    ] = "",
    pyodide: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            envvar="TABLETOP_PYODIDE",
            help="Pyodide as an archive of npm or a folder (default: fetched once).",
        ),
    ] = None,
    serves: Annotated[
        bool, typer.Option("--serve", help="Serve it on this machine afterwards, to try it.")
    ] = False,
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="Where to serve it.")
    ] = 8000,
) -> None:
    """Write games as files that a browser plays alone, without a server.

    Whoever opens its address plays at once and alone, offline too after the first visit; the games
    that they begin stay in their browser. Any host of static files with https will do.
    """
    under = urlsplit(address).path or under
    write(ctx.obj, packs or [], to, title=title, under=under, pyodide=pyodide)
    if address:
        print(f"{address}\n{qr_code(address)}")
    if serves and to is not None:
        from ...web.in_browser.try_out import serve_folder

        serve_folder(to, port, partial(print, flush=True))


def write(
    settings: Settings,
    packs: list[str],
    to: Path | None,
    *,
    title: str = "tabletop",
    under: str = "/",
    pyodide: Path | None = None,
) -> None:
    """Write a site and say what is in it."""
    try:
        from ...web.in_browser.folder import write_site
        from ...web.in_browser.runtime import find_runtime
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in NEEDS:
            raise
        raise TabletopError(
            f"a site needs {error.name}: pip install 'tabletop-core[web]'"
        ) from None
    if to is None:
        raise TabletopError("--to names the folder that the site is written into; give one")
    runtime = find_runtime(pyodide, _progress)
    made = write_site(to, settings.catalog(), packs, runtime, under=under, title=title)
    print(
        f"{to}: {len(made.files)} files, {_mb(sum(made.files.values()))}; "
        f"a first visit fetches {_mb(made.fetched)}\n"
        f"To try it: tabletop site ... --serve, or python -m http.server in that folder.\n"
        "To publish it, copy the folder to a host of static files with https."
    )


def _mb(size: int) -> str:
    return f"{size / 1e6:.1f} MB"


def _progress(done: int, total: int) -> None:
    """Show how much of Pyodide has arrived, on a terminal."""
    if sys.stderr.isatty():
        whole = f" of {_mb(total)}" if total else ""
        end = "\n" if done == total else ""
        print(f"\rFetching Python for browsers: {_mb(done)}{whole}", end=end, file=sys.stderr)
