"""`tabletop table`: charts without a game."""

import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...errors import DataError, PackError, TableError
from ...events.words import counted
from ...presentation.charts import (
    amount,
    dice_of,
    lookup_json,
    odds_json,
    table_json,
    why_of,
)
from ...text.charts import aligned, harmless, lookup_lines, table_lines
from .dice import (
    JsonOption,
    SeedOption,
    SvgOption,
    die,
    print_bars,
    print_json,
    print_lines,
    write_svg,
)

if TYPE_CHECKING:
    from ...dice import Odds
    from ...dice.pools import Die, Roll
    from ...engine.game import Game
    from ...tables import Table
    from ..settings import Settings

PackArgument = Annotated[
    str, typer.Argument(metavar="PACK", help="A pack, or a file or folder of tables of your own.")
]
TableArgument = Annotated[
    str | None,
    typer.Argument(metavar="TABLE", help="The id of the table; not needed if there is only one."),
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
    typer.Option(
        "--overlay", metavar="FILE", help="A file whose values override those of the pack."
    ),
]
FacesOption = Annotated[
    str | None,
    typer.Option("--faces", metavar="3,5", help="What your real dice show; nothing is rolled."),
]

table_app = typer.Typer(
    help="Show charts, roll on them, compute their odds.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)


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
        print_json([{"id": t.id, "title": t.title, "dice": dice_of(t)} for t in tables.values()])
        return
    lines = [(table.id, dice_of(table) or "-", table.title) for table in tables.values()]
    print_lines(aligned(lines))


@table_app.command()
def show(
    ctx: typer.Context,
    pack: PackArgument,
    table: TableArgument = None,
    overlay: OverlayOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show a table: rows, modifiers, notes, and where it comes from."""
    found = _table(ctx, pack, table, overlay)
    if as_json:
        print_json(table_json(found))
        return
    print_lines(table_lines(found, _words(ctx, pack)))


@table_app.command("roll")
def roll_on(
    ctx: typer.Context,
    pack: PackArgument,
    table: TableArgument = None,
    with_: WithOption = None,
    column: ColumnOption = None,
    count: CountOption = None,
    faces: FacesOption = None,
    on: Annotated[
        str | None,
        typer.Option("--on", metavar="ROW", help="Look up this number or label; no dice."),
    ] = None,
    deep: Annotated[
        bool, typer.Option("--deep", help="Keep rolling as the results say, to the end.")
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
        print_json(lookup_json(lookup))
        return
    print_lines(lookup_lines(lookup, _words(ctx, pack)))


@table_app.command("odds")
def odds_of(
    ctx: typer.Context,
    pack: PackArgument,
    table: TableArgument = None,
    with_: WithOption = None,
    column: ColumnOption = None,
    count: CountOption = None,
    deep: Annotated[bool, typer.Option("--deep", help="Follow further rolls to the end.")] = False,
    of: Annotated[
        str,
        typer.Option("--of", metavar="NAME", help="Only what has this name; implies --deep."),
    ] = "",
    total: Annotated[
        str, typer.Option("--total", metavar="NAME", help="Add up the numbers of this name.")
    ] = "",
    overlay: OverlayOption = None,
    as_json: JsonOption = False,
    svg: SvgOption = None,
    heatmap: Annotated[
        Path | None,
        typer.Option("--heatmap", metavar="FILE", help="Write all columns as a picture alone."),
    ] = None,
) -> None:
    """Show the exact odds of each result of a table."""
    found = _table(ctx, pack, table, overlay)

    def odds(column: Any) -> "Odds[Any]":
        how: Any = {"with_": with_ or (), "column": column, "counts": _counts(count)}
        return found.totals(total, **how) if total else found.odds(deep=deep, of=of, **how)

    if heatmap is not None:
        if column is not None or as_json or svg:
            raise TableError(
                "--heatmap shows all columns, and nothing else is written; "
                "leave --column, --json and --svg out"
            )
        _write_heatmap(heatmap, found, with_ or (), odds)
        return
    chances = odds(column)
    label = found.columns[found.column_at(column)] if found.columns else None
    title = " ".join(filter(None, (found.id, found.title, f"[{label}]" if label else "")))
    if as_json:
        head = {"table": found.id, "with": list(with_ or ()), "column": label}
        print_json({**head, "odds": odds_json(chances)})
    else:
        chosen = [one for one in found.modifiers if one.id in (with_ or ())]
        print_lines([title, *(f"  {amount(one)} {why_of(one)}" for one in chosen)])
        print_bars(ctx, chances)
    write_svg(svg, title, chances)


def _write_heatmap(
    file: Path, table: "Table", with_: Sequence[str], odds_in: "Callable[[Any], Odds[Any]]"
) -> None:
    """Write the odds of each result in each column as a picture."""
    from ...dice.bars import svg_heatmap
    from ...tables.results import describe

    every = [odds_in(column) for column in table.columns or (None,)]
    results = dict.fromkeys(result for odds in every for result in odds)
    rows = {describe(result): [odds.p(result) for odds in every] for result in results}
    chosen = [why_of(one) for one in table.modifiers if one.id in with_]
    title = ", ".join([table.title or table.id, *chosen])
    _write(file, svg_heatmap(title, table.columns or ("",), rows), over=True)


@table_app.command("import")
def import_(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            help="Foundry (.json, .db), CSV, Markdown, Perchance, Roll20, HTML, wikis; or folders.",
        ),
    ],
    to: Annotated[
        Path | None,
        typer.Option("--to", metavar="FOLDER", help="Write a file of tables for each file."),
    ] = None,
    join: Annotated[
        bool, typer.Option("--join", help="Make one table of a chart printed in halves.")
    ] = False,
) -> None:
    """Turn tables of other formats into files of this one; print them where no folder is named.

    Each fault is reported with its file and line; sound tables are still imported.
    """
    from ...tables import to_toml
    from ...tables.imports import import_tables

    found = import_tables(files, join=join)
    texts = {file: to_toml(*tables) for file, tables in found.tables.items()}
    if to is None:
        for text in texts.values():
            print(harmless(text))
    else:
        for file, text in texts.items():
            _write(to / f"{Path(file).stem}.toml", text)
        tables = sum(map(len, found.tables.values()))
        written = f"{counted(tables, 'table')} in {counted(len(texts), 'file')}"
        print(f"{written} written to {harmless(str(to))}")
    for cut in found.cuts:
        print(f"Left out: {harmless(str(cut))}", file=sys.stderr)
    for file in found.skipped:
        print(f"Note: {harmless(file)} holds no table", file=sys.stderr)
    if found.problems:
        raise DataError(found.problems)


@table_app.command("export")
def export(
    ctx: typer.Context,
    pack: PackArgument,
    table: TableArgument = None,
    form: Annotated[
        str, typer.Option("--as", metavar="csv|md|json|html|toml", help="What to write.")
    ] = "csv",
    to: Annotated[
        Path | None,
        typer.Option(
            "--to", metavar="FILE", help="Where to write; a folder gets one file per table."
        ),
    ] = None,
    overlay: OverlayOption = None,
) -> None:
    """Write tables as CSV, Markdown, JSON, HTML or TOML."""
    from ...tables import to_toml
    from ...tables.exports import rows_alone, to_csv, to_data, to_html, to_markdown

    writers: dict[str, Any] = {
        "csv": to_csv,
        "md": to_markdown,
        "json": lambda *some: json.dumps(to_data(*some), indent=2, ensure_ascii=False) + "\n",
        "html": to_html,
        "toml": to_toml,
    }
    if form not in writers:
        raise TableError(f"cannot write {form!r}; choose --as from {', '.join(writers)}")
    into_folder = to is not None and to.is_dir()
    several = table is None and (into_folder or form in ("json", "html", "toml"))
    chosen = list(_tables(ctx, pack, overlay).values()) if several else []
    chosen = chosen or [_table(ctx, pack, table, overlay)]
    if form in ("csv", "md"):
        for one in chosen:
            if kinds := rows_alone(one):
                print(f"Note: {one.id}: {_LOST[form].format(' and '.join(kinds))}", file=sys.stderr)
    if to is not None and into_folder:
        for one in chosen:
            _write(to / f"{one.id.replace(os.sep, '-')}.{form}", writers[form](one))
        return
    text = writers[form](*chosen)
    if to is None:
        print(harmless(text), end="")
    else:
        _write(to, text, over=True)


_LOST = {
    "csv": "CSV holds only rows, so its {} are left out; --as toml or json keeps them",
    "md": "its {} are written in words and do not read back; --as toml or json keeps them",
}


# ------------------------------------------------------------------ finding and reading


def _tables(
    ctx: typer.Context, pack: str, overlays: Sequence[Path] | None
) -> "Mapping[str, Table]":
    from ...tables import load_tables

    game = _game(ctx, pack)
    if game is None:
        return load_tables(pack, overlays=overlays or ())
    tables: Mapping[str, Table] = game.data_with(overlays or ()).tables
    return tables


def _game(ctx: typer.Context, pack: str) -> "Game[Any] | None":
    """Return the game of a pack; None for tables of one's own, in a file or a folder."""
    if os.sep in pack or pack.endswith((".toml", ".json", ".csv", ".md")) or pack in (".", ".."):
        return None
    settings: Settings = ctx.obj
    try:
        return settings.game(pack)
    except PackError:
        if Path(pack).exists():
            return None
        raise


def _words(ctx: typer.Context, pack: str) -> Callable[[Any], str]:
    """Return what says a result of these tables in words."""
    from ...tables import describe

    game = _game(ctx, pack)
    return describe if game is None else game.look.result_words


def _table(
    ctx: typer.Context, pack: str, table: str | None, overlays: Sequence[Path] | None
) -> "Table":
    tables = _tables(ctx, pack, overlays)
    if table is None:
        if len(tables) == 1:
            return next(iter(tables.values()))
        from ...tables.range_table import quoted

        raise TableError(f"{pack} holds {len(tables)} tables: {quoted(tables)}; name one")
    if table in tables:
        return tables[table]
    from difflib import get_close_matches

    close = get_close_matches(table, tables, 1)
    hint = f"did you mean {close[0]!r}?" if close else f"see `tabletop table list {pack}`"
    raise TableError(f"there is no table {table!r} in {pack}; {hint}")


def _source(
    table: "Table", faces: str | None, on: str | None, seed: int | None
) -> "Die | Roll | int | str":
    """Choose what to look up: real dice, a number or label, or a roll."""
    if on is not None:
        if table.is_labelled:
            return on
        if on.lstrip("-").isdigit():
            return int(on)
        raise TableError(f"table {table.id} has rows by number, got {on!r}; give a number")
    if table.dice is None:
        raise TableError(f"table {table.id} is not rolled on; give --on with one of: {table.reach}")
    if faces is None:
        return die(seed)
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


def _write(file: Path, text: str, *, over: bool = False) -> None:
    """Write a file; overwrite an existing one only if the person has named it."""
    try:
        if file.exists() and not over:
            raise TableError(f"{str(file)!r} exists already; move it, or name another folder")
        if not over:
            file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise TableError(
            f"cannot write to {str(file)!r}: {error.strerror}; choose another place"
        ) from None
