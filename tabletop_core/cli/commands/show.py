"""`tabletop show`: the table of a saved game, as a picture or in the terminal."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...errors import TabletopError
from ..settings import Settings
from .saves import find_file, replayed

if TYPE_CHECKING:
    from ...saves.session import Session


class Theme(StrEnum):
    auto = "auto"
    light = "light"
    dark = "dark"


def show(
    ctx: typer.Context,
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="A saved game (default: the latest).")
    ] = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", help="Draw the table into this file.")
    ] = None,
    seat: Annotated[
        str, typer.Option("--seat", help="Whose eyes to look with (default: the person's).")
    ] = "",
    theme: Annotated[
        Theme, typer.Option("--theme", help="Colours; auto follows the reader's device.")
    ] = Theme.auto,
) -> None:
    """Show the table of a saved game, in the terminal or as a picture.

    It is what one seat sees; the saved game is only read.
    """
    settings: Settings = ctx.obj
    session, _ = replayed(settings, find_file(file))
    play = session.play
    panels = play.game.view(play, _viewer(session, seat))
    if svg is None:
        from ..screen.terminal import draw

        for line in draw(panels, settings.style):
            print(line)
        return
    from ...pictures import symbols_of, view_svg

    picture = view_svg(
        panels,
        symbols=symbols_of(play.game.package),
        theme=theme.value,
        title=play.game.title,
    )
    try:
        svg.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise TabletopError(
            f"{svg} cannot be written: {error.strerror}; name another file"
        ) from None
    print(f"The table is drawn in {svg}.")


def _viewer(session: "Session", seat: str) -> str:
    """Return the seat that was named, or the only one that it can be.

    Raises:
        TabletopError: there is no such seat, or several persons play and may not see the same.
    """
    play = session.play
    if seat:
        if seat not in play.seats:
            raise TabletopError(f"there is no seat {seat!r}; use one of {', '.join(play.seats)}")
        return seat
    persons = session.humans or play.seats
    if len(persons) > 1 and play.game.redeal is not None:
        raise TabletopError(
            f"{' and '.join(persons)} do not see the same; say with --seat whose eyes to look with"
        )
    asked = play.decision.seats if play.decision else ()
    return next((one for one in asked if one in persons), persons[0])
