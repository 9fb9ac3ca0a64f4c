"""`tabletop serve`: games in a browser."""

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...errors import TabletopError
from ..screen.qr_code import qr_code
from ..settings import Settings
from .play import PolicyFiles

if TYPE_CHECKING:
    from ...assistant.seats import SeatServer
    from ...web.config import Config

NEEDS = ("starlette", "uvicorn", "jinja2", "h11")

TOO_SMALL = 3
"""The exit status where the machine is too small for the limits of the server."""


def serve(
    ctx: typer.Context,
    pack: Annotated[
        str, typer.Argument(metavar="[PACK]", help="Start with a new game of this pack.")
    ] = "",
    host: Annotated[
        str, typer.Option(help="Where to listen; 0.0.0.0 lets others on your network in.")
    ] = "127.0.0.1",
    lan: Annotated[
        bool, typer.Option("--lan", help="Let others on your network in: --host 0.0.0.0.")
    ] = False,
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="0 takes any free port.")
    ] = 8000,
    opens: Annotated[bool, typer.Option("--open", help="Open the page in your browser.")] = False,
    data: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder of rooms and games (default: beside your saves)."),
    ] = None,
    public: Annotated[
        str,
        typer.Option(metavar="URL", help="Public address of the proxy in front of the server."),
    ] = "",
    under: Annotated[
        str,
        typer.Option(metavar="FOLDER", help="Path of the pages below that address."),
    ] = "/",
    workers: Annotated[
        int,
        typer.Option(
            metavar="N", min=1, max=64, help="Processes that share the rooms, one for each core."
        ),
    ] = 1,
    database: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar="TABLETOP_DATABASE",
            show_envvar=True,
            help="Rooms and names in PostgreSQL, not in a file: postgresql://USER@HOST/NAME.",
        ),
    ] = "",
    limit: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=N",
            help="A limit of the server, such as rooms=20000 or put-away-days=365; repeatable.",
        ),
    ] = None,
    reload: Annotated[
        bool,
        typer.Option(
            "--reload",
            help="For authors: restart when a file of a pack changes, and show the author's bar.",
        ),
    ] = False,
    studio: Annotated[
        bool, typer.Option("--studio", hidden=True, help="Show the author's bar.")
    ] = False,
    art: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Your own pictures of the boards, drawn under the spaces: a folder for each game.",
        ),
    ] = None,
    assistants: Annotated[
        bool,
        typer.Option("--mcp", help="Let assistants take a seat by its link, with /mcp added."),
    ] = False,
    hook_to: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HOST", help="A host of your own network that may receive messages; repeatable."
        ),
    ] = None,
    checks: Annotated[
        bool,
        typer.Option(
            "--check",
            help="Report the limits of this machine and what they can carry, then exit; status 3 "
            "if one is too small.",
        ),
    ] = False,
    policy: PolicyFiles = None,
) -> None:
    """Play in a browser, alone or with others.

    Only this machine reaches the server unless --lan or --host says otherwise.
    Every answer is on the disk before anybody sees it, so you can stop the server at any moment and
    start it again later.
    """
    ctx.obj.add_policies(policy or ())
    if reload:
        _serve_again(ctx.obj, port, pack)
        return
    serve_table(
        ctx.obj,
        pack=pack,
        host="0.0.0.0" if lan else host,
        port=port,
        opens=opens,
        data=data,
        public=public,
        under=under,
        workers=workers,
        database=database,
        limits=limit or (),
        hooks_to=hook_to or (),
        art=art,
        studio=studio,
        assistants=assistants,
        checks=checks,
    )


def _serve_again(settings: Settings, port: int, pack: str) -> None:
    """Run this command with `--studio` for `--reload`, and restart it when a pack changes."""
    from ...plugins.packs import inits_in
    from ...web.reload import serve_again

    if not port:
        raise TabletopError("--reload needs a --port that stays the same; give one other than 0")
    catalog = settings.catalog()
    if pack and not catalog.problems:
        catalog[pack]
    folders = {Path(pack.file).parent for pack in catalog.packs if pack.file}
    # What cannot be imported now is not among them.
    named = [folder for folder in settings.folders if folder.is_dir() or folder.suffix == ".py"]
    folders.update(init.parent for folder in named for init in inits_in(folder))
    words = ["--studio" if word == "--reload" else word for word in sys.argv[1:]]
    serve_again(words, folders, say=partial(print, flush=True))


def serve_table(
    settings: Settings,
    *,
    pack: str = "",
    host: str = "127.0.0.1",
    port: int = 8000,
    opens: bool = False,
    data: Path | None = None,
    public: str = "",
    under: str = "/",
    workers: int = 1,
    database: str = "",
    limits: Sequence[str] = (),
    hooks_to: Sequence[str] = (),
    art: Path | None = None,
    studio: bool = False,
    assistants: bool = False,
    checks: bool = False,
) -> None:
    """Start the server and wait until it ends; with `checks` only say whether it can be carried."""
    from ...saves.folder import saves_folder

    try:
        from ...web.config import Config
        from ...web.limits import with_limits
        from ...web.server import serve as serve_on
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in NEEDS:
            raise
        raise TabletopError(
            f"the table in a browser needs {error.name}: pip install 'tabletop-core[web]'"
        ) from None
    catalog = settings.catalog()
    if pack and not studio:
        catalog[pack].load()
    config = Config(
        data=(data or saves_folder().parent / "server").absolute(),
        catalog=catalog,
        host=host,
        port=port,
        public=public.rstrip("/"),
        under=under,
        workers=workers,
        database=database,
        pack=pack,
        hooks_to=tuple(hooks_to),
        art=art,
        studio=studio,
        assistants=_seat_server(workers) if assistants else None,
    )
    config = with_limits(config, limits)
    if checks:
        _check(config)
        return
    serve_on(config, say=partial(print, flush=True), opens=opens, picture=qr_code)


def _check(config: "Config") -> None:
    """Say what this machine carries.

    Raises:
        typer.Exit: one of its limits is too small.
    """
    from ...web.machine import Machine, carried

    found = list(carried(Machine.read(config.data), config))
    for one in found:
        print(one.words)
        if one.advice:
            print(f"  Too small: {one.advice}.")
    if any(one.advice for one in found):
        raise typer.Exit(TOO_SMALL)
    print("This machine can carry what the server allows.")


def _seat_server(workers: int) -> "type[SeatServer]":
    """Return what answers assistants.

    Raises:
        TabletopError: it is not installed, or there are several workers.
    """
    if workers > 1:
        raise TabletopError("--mcp needs one process; leave --workers out")
    try:
        from ...assistant.seats import SeatServer
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("mcp", "mcp_types", "pydantic"):
            raise
        raise TabletopError(f"--mcp needs {error.name}: pip install 'tabletop-core[mcp]'") from None
    return SeatServer
