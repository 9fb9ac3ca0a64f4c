"""`tabletop show`: the table of a saved game, as a picture or in the terminal."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ...errors import TabletopError
from ...saves.folder import find_save
from ..completion import SavedFile
from ..settings import Settings
from .replaying import Art, looking, replayed


class Theme(StrEnum):
    auto = "auto"
    light = "light"
    dark = "dark"


def show(
    ctx: typer.Context,
    file: SavedFile = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", help="Draw the table into this file.")
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option("--seat", help="Whose eyes to look with (default: what all may see)."),
    ] = None,
    theme: Annotated[
        Theme, typer.Option("--theme", help="Colours; auto follows the reader's device.")
    ] = Theme.auto,
    art: Art = "",
) -> None:
    """Show the table of a saved game, in the terminal or as a picture.

    Until the game is over a spectator is shown what all may see; the saved game is only read.
    """
    settings: Settings = ctx.obj
    session, _ = replayed(settings, find_save(file))
    match = session.match
    from ...panels import unfolded

    panels = unfolded(match.game.view(match.play, looking(session, seat)))
    if svg is None:
        from ..screen.terminal import draw

        for line in draw(panels, settings.style):
            print(line)
        return
    from ...pictures import Scans, symbols_of, view_svg

    picture = view_svg(
        Scans.read(art, match.game.id).under(panels),
        symbols=symbols_of(match.game.package),
        theme=theme.value,
        title=match.game.title,
    )
    try:
        svg.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise TabletopError(
            f"{svg} cannot be written: {error.strerror}; name another file"
        ) from None
    print(f"The table is drawn in {svg}.")
