"""`tabletop roll`, `tabletop odds` and `tabletop table`: dice and charts without a game."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import PackError, TableError

if TYPE_CHECKING:
    from ..dice import Die, Roll
    from ..odds import Odds
    from ..tables import Lookup, Row, Table
    from .settings import Settings

PackArgument = Annotated[
    str, typer.Argument(metavar="PACK", help="A pack, or a file or folder of tables of your own.")
]
TableArgument = Annotated[str, typer.Argument(metavar="TABLE", help="The id of the table.")]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object.")]
SeedOption = Annotated[
    int | None, typer.Option("--seed", metavar="N", help="The same seed: the same dice.")
]
WithOption = Annotated[
    list[str] | None,
    typer.Option("--with", metavar="MOD", help="A modifier that applies; may be repeated."),
]
ColumnOption = Annotated[
    str | None, typer.Option("--column", metavar="C", help="The column, or a number it covers.")
]
CountOption = Annotated[
    list[str] | None,
    typer.Option("--count", metavar="NAME=N", help="A number that a modifier counts."),
]
OverlayOption = Annotated[
    list[Path] | None,
    typer.Option("--overlay", metavar="FILE", help="A file of values laid over the pack's."),
]
SvgOption = Annotated[
    Path | None, typer.Option("--svg", metavar="FILE", help="Write the bars as a picture.")
]
FacesOption = Annotated[
    str | None,
    typer.Option("--faces", metavar="3,5", help="What your own dice show; nothing is rolled."),
]

table_app = typer.Typer(
    help="Show charts, roll on them, work out their odds.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)


def roll(
    expression: Annotated[str, typer.Argument(metavar="EXPR", help="Dice, such as 4d6kh3.")],
    seed: SeedOption = None,
    as_json: JsonOption = False,
) -> None:
    """Roll dice once and show every die."""
    from ..dice import parse_dice

    rolled = parse_dice(expression).roll(_die(seed))
    if as_json:
        _print_json({"dice": str(rolled.dice), "faces": rolled.faces, "total": rolled.total})
    else:
        print(rolled)


def odds(
    ctx: typer.Context,
    expression: Annotated[str, typer.Argument(metavar="EXPR", help="Dice, such as 4d6kh3.")],
    as_json: JsonOption = False,
    svg: SvgOption = None,
) -> None:
    """Show the exact distribution of a dice expression."""
    from ..dice import parse_dice
    from ..odds import dice_odds

    dice = parse_dice(expression)
    found = dice_odds(dice)
    moments = not dice.digits
    if as_json:
        mean = {"mean": _written(found.mean), "variance": _written(found.variance)}
        _print_json({"dice": str(dice), "odds": _odds_json(found), **(mean if moments else {})})
    else:
        print(dice)
        _print_bars(ctx, found)
        if moments:
            deviation = float(found.variance) ** 0.5
            print(f"mean {float(found.mean):.4g}, standard deviation {deviation:.4g}")
    _write_svg(svg, str(dice), found)


@table_app.command("list")
def list_tables(
    ctx: typer.Context,
    pack: PackArgument,
    overlay: OverlayOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the tables: id, dice, title."""
    tables = _tables(ctx, pack, overlay)
    if as_json:
        _print_json([{"id": t.id, "title": t.title, "dice": _dice(t)} for t in tables.values()])
        return
    lines = [(table.id, _dice(table) or "-", table.title) for table in tables.values()]
    for line in _aligned(lines):
        print(line)


@table_app.command()
def show(
    ctx: typer.Context,
    pack: PackArgument,
    table: TableArgument,
    overlay: OverlayOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show a table: rows, modifiers, notes, and where it comes from."""
    found = _table(ctx, pack, table, overlay)
    if as_json:
        _print_json(table_json(found))
        return
    for line in table_lines(found):
        print(line)


@table_app.command("roll")
def roll_on(
    ctx: typer.Context,
    pack: PackArgument,
    table: TableArgument,
    with_: WithOption = None,
    column: ColumnOption = None,
    count: CountOption = None,
    faces: FacesOption = None,
    on: Annotated[
        str | None,
        typer.Option("--on", metavar="ROW", help="Look up this number or label; no dice."),
    ] = None,
    deep: Annotated[
        bool, typer.Option("--deep", help="Roll on as the result says, to the end.")
    ] = False,
    seed: SeedOption = None,
    overlay: OverlayOption = None,
    as_json: JsonOption = False,
) -> None:
    """Roll on a table and show the evidence: dice, modifiers, total, row, result, notes."""
    found = _table(ctx, pack, table, overlay)
    lookup = found.look_up(
        _source(found, faces, on, seed),
        with_=with_ or (),
        column=column,
        counts=_counts(count),
        deep=deep,
    )
    if as_json:
        _print_json(_lookup_json(lookup))
        return
    for line in lookup_lines(lookup):
        print(line)


@table_app.command("odds")
def odds_of(
    ctx: typer.Context,
    pack: PackArgument,
    table: TableArgument,
    with_: WithOption = None,
    column: ColumnOption = None,
    count: CountOption = None,
    deep: Annotated[bool, typer.Option("--deep", help="Follow further rolls to the end.")] = False,
    overlay: OverlayOption = None,
    as_json: JsonOption = False,
    svg: SvgOption = None,
) -> None:
    """Show the exact odds of each result of a table."""
    found = _table(ctx, pack, table, overlay)
    chances = found.odds(with_=with_ or (), column=column, counts=_counts(count), deep=deep)
    label = found.columns[found.column_at(column)] if found.columns else None
    title = " ".join(filter(None, (found.id, found.title, f"[{label}]" if label else "")))
    if as_json:
        head = {"table": found.id, "with": list(with_ or ()), "column": label}
        _print_json({**head, "odds": _odds_json(chances)})
    else:
        print(title)
        for modifier in found.modifiers:
            if modifier.id in (with_ or ()):
                print(f"  {_amount(modifier)} {_why(modifier)}")
        _print_bars(ctx, chances)
    _write_svg(svg, title, chances)


# ------------------------------------------------------------------ finding and reading


def _tables(
    ctx: typer.Context, pack: str, overlays: Sequence[Path] | None
) -> "Mapping[str, Table]":
    from ..tables import load_tables

    if os.sep in pack or pack.endswith((".toml", ".csv", ".md")) or pack in (".", ".."):
        return load_tables(pack, overlays=overlays or ())
    settings: Settings = ctx.obj
    try:
        game = settings.game(pack)
    except PackError:
        if Path(pack).exists():
            return load_tables(pack, overlays=overlays or ())
        raise
    tables: Mapping[str, Table] = game.load_data(overlays or ()).tables
    return tables


def _table(ctx: typer.Context, pack: str, table: str, overlays: Sequence[Path] | None) -> "Table":
    tables = _tables(ctx, pack, overlays)
    if table in tables:
        return tables[table]
    from difflib import get_close_matches

    close = get_close_matches(table, tables, 1)
    hint = f"did you mean {close[0]!r}?" if close else f"see `tabletop table list {pack}`"
    raise TableError(f"there is no table {table!r} in {pack}; {hint}")


def _die(seed: int | None) -> "Die":
    from ..chance import Seeded, fresh_seed

    source = Seeded(fresh_seed() if seed is None else seed, "table")
    return lambda sides: source.roll((sides,), "")[0]


def _source(
    table: "Table", faces: str | None, on: str | None, seed: int | None
) -> "Die | Roll | int | str":
    """Choose what is looked up: own dice, a number or label, or a roll."""
    if on is not None:
        if table.is_labelled:
            return on
        if on.lstrip("-").isdigit():
            return int(on)
        raise TableError(f"table {table.id} stands on numbers, got {on!r}; give a number")
    if table.dice is None:
        raise TableError(f"table {table.id} is not rolled on; give --on with one of: {table.reach}")
    if faces is None:
        return _die(seed)
    shown = faces.replace(",", " ").split()
    if not shown or not all(face.isdigit() for face in shown):
        raise TableError(f"cannot read the dice {faces!r}; write them such as --faces 3,5")
    return table.dice.from_faces([int(face) for face in shown])


def _counts(given: Iterable[str] | None) -> dict[str, int]:
    counts: dict[str, int] = {}
    for one in given or ():
        name, equals, number = one.partition("=")
        if not equals or not number.lstrip("-").isdigit():
            raise TableError(f"cannot read the count {one!r}; write such as --count engines_out=2")
        counts[name] = int(number)
    return counts


# ------------------------------------------------------------------ JSON


def _print_json(value: Any) -> None:
    print(json.dumps(value, indent=2, ensure_ascii=False))


def _written(chance: Any) -> str:
    return f"{chance.numerator}/{chance.denominator}"


def _odds_json(odds: "Odds") -> list[dict[str, Any]]:
    from ..table_results import written

    return [
        {
            "result": [written(part) for part in result]
            if isinstance(result, tuple)
            else written(result),
            "p": _written(chance),
            "percent": round(float(100 * chance), 6),
        }
        for result, chance in odds.items()
    ]


def _dice(table: "Table") -> str | None:
    return str(table.dice) if table.dice else None


def _on(row: "Row", table: "Table") -> list[Any]:
    if table.is_labelled:
        return list(row.on)
    spans = [list(span) for span in row.spans or ()]
    return spans[0] if len(spans) == 1 else spans


def _filled(**keys: Any) -> dict[str, Any]:
    return {key: value for key, value in keys.items() if value not in ("", None, (), [], 0, False)}


def table_json(table: "Table") -> dict[str, Any]:
    """Return a table as plain data; the shape is part of the command's contract."""
    from ..table_results import written

    def cells(results: Sequence[Any]) -> Any:
        if table.columns and len(results) == len(table.columns):
            return {c: written(r) for c, r in zip(table.columns, results, strict=True)}
        return written(results[0])

    return {
        "id": table.id,
        "title": table.title,
        "dice": _dice(table),
        "columns": list(table.columns),
        "rows": [
            {
                "on": _on(row, table),
                "result": cells(row.results),
                "note": (row.notes[0] if len(row.notes) == 1 else list(row.notes)) or None,
                **_filled(provenance=row.provenance, confidence=row.confidence),
            }
            for row in table.rows
        ],
        "modifiers": [
            {
                "id": one.id, "dm": one.dm, "why": one.why,
                **_filled(
                    per=one.per, most=one.most, group=one.group, when=one.when,
                    columns=list(one.columns), shift=one.shift, column_shift=one.column_shift,
                ),
            }
            for one in table.modifiers
        ],
        "overrides": [
            {"natural": o.natural, "result": cells(o.results), "why": o.why}
            for o in table.overrides
        ],
        "notes": [{"id": note.id, "text": note.text} for note in table.notes],
        "beyond": table.beyond or "error",
        "source": table.source,
        "provenance": table.provenance,
        **_filled(confidence=table.confidence),
    }  # fmt: skip


def _lookup_json(lookup: "Lookup") -> dict[str, Any]:
    from ..tables import Lookup

    facts = lookup.facts()
    if lookup.then:
        facts["then"] = [
            _lookup_json(one) if isinstance(one, Lookup) else {"dice": str(one), "total": one.total}
            for one in lookup.then
        ]
    return facts


# ------------------------------------------------------------------ lines


def _aligned(lines: Sequence[Sequence[str]], gap: str = "  ") -> Iterator[str]:
    """Yield the lines with their cells in columns."""
    from .style import width_of

    widths = [max(map(width_of, cells)) for cells in zip(*lines, strict=True)]
    for line in lines:
        cells = (c + " " * (w - width_of(c)) for c, w in zip(line, widths, strict=True))
        yield gap.join(cells).rstrip()


_BEYOND = {
    "clamp": "Totals past the rows are read on the nearest row.",
    "none": "Totals past the rows have no result.",
    "reroll": "Totals past the rows are rolled again.",
}


def table_lines(table: "Table") -> Iterator[str]:
    """Yield the lines that show a table."""
    from ..table_results import describe, note_of, parts

    def cell(result: Any) -> str:
        notes = "".join(f" ({note_of(part)})" for part in parts(result) if note_of(part))
        return describe(result) + notes

    yield f"{table.id}  {table.title}".rstrip()
    has_notes = any(row.notes for row in table.rows)
    heading = [_dice(table) or "on", *(table.columns or ("result",)), *(["note"] * has_notes)]
    rows = [
        [str(row), *map(cell, row.results), *([", ".join(row.notes)] * has_notes)]
        for row in table.rows
    ]
    yield ""
    yield from _aligned([heading, *rows], "   ")
    for override in table.overrides:
        only = f" ({', '.join(override.columns)} only)" if override.columns else ""
        said = ", ".join(map(cell, override.results))
        yield f"natural {override.natural}: {said}{only}; {override.why}"
    if table.modifiers:
        yield ""
        yield "Modifiers:"
        yield from _aligned([["  " + _amount(m), m.id, _why(m)] for m in table.modifiers])
    if table.beyond in _BEYOND:
        yield ""
        yield _BEYOND[table.beyond]
    if table.notes:
        yield ""
        yield "Notes:"
        yield from (f"  {f'{n.id}: ' if n.id else ''}{n.text}" for n in table.notes)
    origin = ", ".join(filter(None, (table.source, table.provenance, table.confidence)))
    if origin:
        yield ""
        yield f"From: {origin}"


def _amount(modifier: Any) -> str:
    kinds = ((modifier.dm, ""), (modifier.shift, " rows"), (modifier.column_shift, " columns"))
    return ", ".join(f"{n:+d}{what}" for n, what in kinds if n) or "+0"


def _why(modifier: Any) -> str:
    more = []
    if modifier.per:
        most = f", at most {modifier.most}" if modifier.most is not None else ""
        more.append(f"for each of {modifier.per}{most}")
    if modifier.columns:
        more.append(f"{', '.join(modifier.columns)} only")
    if modifier.group:
        more.append(f"one of {modifier.group}")
    return str(modifier.why) + (f" ({'; '.join(more)})" if more else "")


def lookup_lines(lookup: "Lookup", indent: str = "") -> Iterator[str]:
    """Yield the evidence of a lookup as a referee would tell it."""
    from ..tables import Lookup, describe

    table = lookup.table
    column = f" [{lookup.column}]" if lookup.column else ""
    yield f"{indent}{table.id} {table.title}".rstrip() + column
    for before in lookup.before:
        yield f"{indent}  dice      {before.roll or before.natural}: roll again"
    start = f"dice      {lookup.roll}" if lookup.roll else f"on        {lookup.natural}"
    yield f"{indent}  {start}"
    for applied in lookup.applied:
        kinds = ((applied.dm, ""), (applied.shift, " rows"), (applied.column_shift, " columns"))
        amount = ", ".join(f"{n:+d}{what}" for n, what in kinds if n) or "+0"
        yield f"{indent}  modifier  {amount} {applied.why or applied.id}"
    if lookup.override:
        yield f"{indent}  natural   {lookup.natural}: {lookup.override.why}"
    else:
        if lookup.applied:
            yield f"{indent}  total     {lookup.total}"
        past = " (the total lies beyond the rows)" if lookup.clamped else ""
        yield f"{indent}  row       {lookup.row or 'none'}{past}"
    yield f"{indent}  result    {describe(lookup.result)}"
    for note in lookup.notes:
        yield f"{indent}  note      {note.text}"
    for one in lookup.then:
        if isinstance(one, Lookup):
            yield from lookup_lines(one, indent + "    ")
        else:
            yield f"{indent}    {one}"


def _print_bars(ctx: typer.Context, odds: "Odds") -> None:
    from .bars import text_bars

    settings = ctx.obj
    plain = bool(settings and settings.plain) or os.environ.get("TERM") == "dumb"
    from shutil import get_terminal_size

    width = max(40, get_terminal_size((80, 24)).columns)
    for line in text_bars(_bars(odds), width, pictures=not plain):
        print(line)


def _bars(odds: "Odds") -> list[tuple[str, Any]]:
    from ..tables import describe

    return [(describe(result), chance) for result, chance in odds.items()]


def _write_svg(path: Path | None, title: str, odds: "Odds") -> None:
    if path is None:
        return
    from .bars import svg_bars

    try:
        path.write_text(svg_bars(title, _bars(odds)), encoding="utf-8")
    except OSError as error:
        raise TableError(
            f"cannot write the picture to {str(path)!r}: {error.strerror}; choose another file"
        ) from None
