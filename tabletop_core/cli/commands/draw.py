"""`tabletop draw`: a sheet of all that a pack draws."""

from pathlib import Path
from typing import Annotated

import typer


def draw(
    ctx: typer.Context,
    pack: Annotated[
        str, typer.Argument(metavar="PACK|FOLDER", help="A pack, or a folder that holds packs.")
    ],
    to: Annotated[
        Path, typer.Option("--to", metavar="FOLDER", help="Where to write the page.")
    ] = Path(),
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, help="How many random games to play.")
    ] = 4,
) -> None:
    """Draw all boards, panels, cards, counters and symbols of a pack on one page.

    The words that cannot be read are listed, as `tabletop check --looks` finds them.
    """
    from ...presentation.looks import fault_line, faults_of_looks, looks_of
    from ...reports.sheet import sheet

    packs = ctx.obj.sound_packs_at(pack)
    to.mkdir(parents=True, exist_ok=True)
    for one in packs:
        game = one.load()
        looks = looks_of(game, games)
        faults = faults_of_looks(game, looks)
        file = to / f"{one.id}.html"
        file.write_text(sheet(game, looks, faults), encoding="utf-8")
        print(file)
        for title, found in faults.items():
            for fault, widths in found.items():
                print(f"  {title}: {fault_line(fault, widths)}")
