"""`tabletop run`: the commands that packages add to a game."""

from typing import Annotated, Any

import typer
from typer.main import get_command

from ...errors import PackError

run_app = typer.Typer(add_completion=False, rich_markup_mode=None)


@run_app.command(
    context_settings={
        "allow_extra_args": True,
        "ignore_unknown_options": True,
        "allow_interspersed_args": False,
    }
)
def run(
    ctx: typer.Context,
    pack: Annotated[str, typer.Argument(metavar="PACK", help="Id of a game.")],
    command: Annotated[
        str | None,
        typer.Argument(metavar="[COMMAND] [ARGS]...", help="Command; without it, all are listed."),
    ] = None,
) -> None:
    """Run a command that a package provides for a game, or list these commands."""
    from ...plugins.extensions import commands_for

    catalog = ctx.obj.catalog()
    found = commands_for(catalog[pack].id, catalog.extensions)
    if command is None:
        _list(pack, found)
        return
    if command not in found:
        known = ", ".join(found) or "none"
        raise PackError(f"{pack} has no command {command!r}; its commands: {known}")
    status = _as_command(command, found[command]).main(
        args=ctx.args,
        prog_name=f"tabletop run {pack} {command}",
        standalone_mode=False,
        obj=catalog[pack].load(),
    )
    if isinstance(status, int) and status:
        raise typer.Exit(status)


def _as_command(name: str, function: Any) -> Any:
    one = typer.Typer(add_completion=False, rich_markup_mode=None)
    one.command(name)(function)
    return get_command(one)


def _list(pack: str, found: dict[str, Any]) -> None:
    if not found:
        print(f"No package provides commands for {pack}.")
    width = max(map(len, found), default=0)
    for name, function in found.items():
        help_ = (function.__doc__ or "").strip().partition("\n")[0]
        print(f"{name:{width}}  {help_}".rstrip())
