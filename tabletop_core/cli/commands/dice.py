"""`tabletop roll` and `tabletop odds`: dice without a game, and how odds are shown."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...errors import DiceError, TableError

if TYPE_CHECKING:
    from ...dice.odds import Odds
    from ...dice.pools import Dice, Die

JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object.")]
SeedOption = Annotated[
    int | None, typer.Option("--seed", metavar="N", help="The same seed gives the same dice.")
]
SvgOption = Annotated[
    Path | None, typer.Option("--svg", metavar="FILE", help="Write the bars as a picture.")
]


def roll(
    expression: Annotated[str, typer.Argument(metavar="EXPR", help="Dice, such as 4d6kh3.")],
    seed: SeedOption = None,
    as_json: JsonOption = False,
) -> None:
    """Roll dice once and show every die."""
    rolled = _dice(expression).roll(die(seed))
    if as_json:
        print_json({"dice": str(rolled.dice), "faces": rolled.faces, "total": rolled.total})
    else:
        print(rolled)


def odds(
    ctx: typer.Context,
    expression: Annotated[str, typer.Argument(metavar="EXPR", help="Dice, such as 4d6kh3.")],
    as_json: JsonOption = False,
    svg: SvgOption = None,
) -> None:
    """Show the exact distribution of a dice expression."""
    from ...dice.odds import dice_odds
    from ...presentation.charts import odds_json, written_fraction

    dice = _dice(expression)
    found = dice_odds(dice)
    moments = not dice.digits and (found.moments is not None or not found.rest)
    if as_json:
        more = {"rest": written_fraction(found.rest)} if found.rest else {}
        if moments:
            more |= {
                "mean": written_fraction(found.mean),
                "variance": written_fraction(found.variance),
            }
        print_json({"dice": str(dice), "odds": odds_json(found), **more})
    else:
        print(dice)
        print_bars(ctx, found)
        if moments:
            print(f"mean {float(found.mean):.4g}, standard deviation {found.deviation:.4g}")
        if found.rest:
            print(f"all other results, not listed: {float(found.rest):.2g}")
    write_svg(svg, str(dice), found)


def _dice(expression: str) -> "Dice":
    """Read dice in the usual notation, or in that of the heading of a table."""
    from ...dice.notation import parse_dice

    try:
        return parse_dice(expression)
    except DiceError:
        from ...dice.headings import read_heading

        heading = read_heading(expression)
        if heading is None:
            raise
        return heading


def die(seed: int | None) -> "Die":
    """Return dice with this seed; None draws a fresh one."""
    from ...chance import Seeded, fresh_seed

    source = Seeded(fresh_seed() if seed is None else seed, "table")
    return lambda sides: source.roll((sides,), "")[0]


def print_json(value: Any) -> None:
    """Print plain data as JSON."""
    import json

    from ...text.charts import harmless

    print(harmless(json.dumps(value, indent=2, ensure_ascii=False)))


def print_lines(lines: Iterable[str]) -> None:
    """Print lines that contain names from files, without their control characters."""
    from ...text.charts import harmless

    for line in lines:
        print(harmless(line))


def print_bars(ctx: typer.Context, odds: "Odds") -> None:
    """Print odds as bars, as wide as the terminal."""
    from shutil import get_terminal_size

    from ...tables import describe
    from ...text.style import width_of

    settings = ctx.obj
    plain = bool(settings and settings.plain) or os.environ.get("TERM") == "dumb"
    width = max(40, get_terminal_size((80, 24)).columns)
    lines = odds.bars(width, describe, pictures=not plain, width_of=width_of)
    print_lines(lines.split("\n"))


def write_svg(path: Path | None, title: str, odds: "Odds") -> None:
    """Write odds as a picture, if a file is named.

    Raises:
        TableError: it cannot be written.
    """
    if path is None:
        return
    from ...tables import describe

    try:
        path.write_text(odds.svg(title, describe), encoding="utf-8")
    except OSError as error:
        raise TableError(
            f"cannot write the picture to {str(path)!r}: {error.strerror}; choose another file"
        ) from None
