"""`tabletop sim`: many games between bots."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import attrs
import typer

from ...errors import PackError, TabletopError
from ..completion import PackId
from ..settings import Settings, in_a_folder, read_seed

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from ...engine.game import Game
    from ...simulation.records import DecisionRecord, Record, Write
    from ...simulation.report import Report


def sim(
    ctx: typer.Context,
    pack: PackId,
    games: Annotated[int, typer.Option(min=1, metavar="N", help="Number of games.")] = 1000,
    seed: Annotated[
        str | None, typer.Option(metavar="N", help="The same seed gives the same results.")
    ] = None,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            "--seats",
            metavar="NAME,...",
            help="A bot for each seat, or policy:FILE; one entry stands for all.",
        ),
    ] = "random",
    jobs: Annotated[
        int,
        typer.Option(min=0, metavar="N", help="Number of processes; 0: one per core."),
    ] = 1,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", metavar="K=V", help="An option of the game; see `info`."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="The whole result as one object.")
    ] = False,
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a line for each game.")
    ] = None,
    records: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a line for each game: .csv, .jsonl or .parquet."),
    ] = None,
    decisions: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write a line for each answer: .csv, .jsonl or .parquet."
        ),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the report as a page.", callback=in_a_folder),
    ] = None,
    stats: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="Statistics of your own, or `pack` for those it has."),
    ] = None,
    reached: Annotated[
        bool,
        typer.Option("--reached", help="Count the rules and rows of charts that were used."),
    ] = False,
    sweep: Annotated[
        list[str] | None,
        typer.Option(metavar="K=V,V", help="Play the batch for each value: K=all, bots=A,B."),
    ] = None,
    most_decisions: Annotated[
        int,
        typer.Option(min=1, metavar="N", help="Stop a game that has not ended by then."),
    ] = 20_000,
    executor: Annotated[
        str | None, typer.Option(metavar="URL", help="Play on a cluster: dask://HOST:PORT.")
    ] = None,
) -> None:
    """Play many games with bots and count the outcomes.

    The results do not depend on the number of jobs.
    The games of a sweep are written to one file, with a column for each option that is swept.
    Each line has the seed of its game: `play PACK --seed SEED` with the same bots plays that game
    again.
    Ctrl-C ends the batch and reports the games finished so far.
    """
    from ...bots.seating import options_to_seat
    from ...chance import fresh_seed
    from .play import read_pairs

    settings: Settings = ctx.obj
    bots = settings.with_policies(pack, bots)
    sweep = [settings.with_policies(pack, one) for one in sweep or ()]
    game = settings.game(pack)
    options = options_to_seat(game, read_pairs(option or ()), bots)
    players = read_players(game, game.seats_for(options), bots)
    with _where(executor, jobs or os.cpu_count() or 1) as (pool, workers):
        order = Order(
            game=game,
            games=games,
            seed=fresh_seed() if seed is None else read_seed(seed),
            jobs=workers,
            executor=pool,
            statistics=_statistics(game, stats or ()),
            reached=reached,
            named=[text.partition("=")[0] for text in option or ()],
            files=[path for path in (csv and (csv, ".csv"), records and (records, "")) if path],
            decisions=decisions,
            most_decisions=most_decisions,
            is_quiet=settings.plain,
        )
        if sweep:
            _sweep(order, sweep, options, bots, html, as_json, settings)
            return
        with order.writing(list(players)) as write:
            report = order.play(options, players, write)
    if html is not None:
        from ...reports.pages import report_page

        _write_page(html, report_page(report))
    if as_json:
        print(json.dumps(report.to_json(), indent=2, ensure_ascii=False))
    else:
        from ..screen.sim_lines import report_lines

        for line in report_lines(report, settings.style):
            print(line)
    if report.is_interrupted:
        raise typer.Exit(130)


class Writers(NamedTuple):
    """What writes a line for each game, and for each answer."""

    games: "Sequence[Write[Record]]"
    answers: "Write[DecisionRecord] | None"


@attrs.frozen(kw_only=True)
class Order:
    """The order for a batch, without its options and players.

    `named` are the options that were given; the files of games have a column for each.
    """

    game: "Game[Any]"
    games: int
    seed: int | str
    jobs: int
    executor: "Executor | None"
    statistics: Sequence[Any]
    reached: bool
    named: Sequence[str]
    files: Sequence[tuple[Path, str]]
    decisions: Path | None
    most_decisions: int
    is_quiet: bool

    @contextmanager
    def writing(self, seats: Sequence[str], swept: Sequence[str] = ()) -> "Iterator[Writers]":
        """Open the files of games; they hold these seats, and the options given and swept."""
        from ...simulation.records import Columns, DecisionColumns, open_records
        from ...simulation.statistics import names_of

        options = list(dict.fromkeys([*self.named, *swept]))
        columns = Columns(seats, names_of(self.statistics), options)
        with ExitStack() as files:
            games = [
                files.enter_context(open_records(path, columns, kind)) for path, kind in self.files
            ]
            answers = None
            if self.decisions is not None:
                form = open_records(self.decisions, DecisionColumns(options))
                answers = files.enter_context(form)
            yield Writers(games, answers)

    def play(
        self, options: Mapping[str, Any], players: Mapping[str, str], writers: "Writers"
    ) -> "Report":
        """Play the games."""
        from ...simulation.batches import run_games
        from ...simulation.records import BatchFacts
        from ..screen.sim_lines import progress

        identity = self.game.identity
        facts = BatchFacts(
            pack=identity.id, version=identity.version, options=options, players=players
        )

        def write(record: "Record") -> None:
            for one in writers.games:
                one(record, facts)

        answers = writers.answers
        shown = None if self.is_quiet else progress(self.games)
        try:
            return run_games(
                self.game,
                self.games,
                self.seed,
                options,
                players,
                self.jobs,
                statistics=self.statistics,
                executor=self.executor,
                on_progress=shown,
                on_record=write if writers.games else None,
                on_decision=answers and (lambda record: answers(record, facts)),
                reached=self.reached,
                most_decisions=self.most_decisions,
            )
        finally:
            if shown:
                shown.clear()


@contextmanager
def _where(address: str | None, jobs: int) -> "Iterator[tuple[Executor | None, int]]":
    """Yield the executor that an address names, if any, and the number of workers."""
    if address is None:
        yield None, jobs
        return
    from ...simulation.workers import open_executor

    with open_executor(address) as (executor, workers):
        yield executor, workers


def _statistics(game: "Game[Any]", names: Sequence[str]) -> list[Any]:
    from ...simulation.statistics import read_statistics

    found: list[Any] = []
    for name in names:
        if name == "pack":
            if not game.statistics:
                raise PackError(f"{game.id} offers no statistics; give a file of your own")
            found += game.statistics
        else:
            found.append(read_statistics(Path(name)))
    return found


def _sweep(
    order: Order,
    texts: Sequence[str],
    options: Mapping[str, Any],
    bots: str,
    html: Path | None,
    as_json: bool,
    settings: Settings,
) -> None:
    from ...simulation.sweeps import BOTS, Setting, read_sweep, run_sweep

    game = order.game
    settings_played = read_sweep(game, texts)

    def seated(setting: Setting) -> tuple[dict[str, Any], dict[str, str]]:
        swept = dict(setting)
        line_up = swept.pop(BOTS, bots)
        chosen = game.read_options({**options, **swept})
        return chosen, read_players(game, game.seats_for(chosen), line_up)

    seats = dict.fromkeys(seat for one in settings_played for seat in seated(one)[1])
    swept = dict.fromkeys(name for one in settings_played for name, _ in one if name != BOTS)
    with order.writing(list(seats), list(swept)) as writers:
        report = run_sweep(settings_played, lambda one: order.play(*seated(one), writers))
    if html is not None:
        from ...reports.pages import sweep_to_html

        _write_page(html, sweep_to_html(report))
    if as_json:
        print(json.dumps(report.to_json(), indent=2, ensure_ascii=False))
    else:
        from ..screen.sim_lines import sweep_lines

        for line in sweep_lines(report, settings.style):
            print(line)
    if report.is_interrupted:
        raise typer.Exit(130)


def _write_page(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise TabletopError(f"{path} cannot be written: {error.strerror}; choose another") from None


def read_players(game: "Game[Any]", seats: Sequence[str], text: str) -> dict[str, str]:
    """Return the bot of each seat; `bot:` before a name may be left out.

    Raises:
        PackError: a wrong number of entries, an unknown bot, or a person.
    """
    from ...bots.seating import bot_names, read_seats, split_seats, without_level

    entries = [without_level(game, entry.removeprefix("bot:")) for entry in split_seats(text)]
    known = bot_names(game)
    for entry in entries:
        if entry.partition(":")[0] not in known:
            raise PackError(f"{entry!r} is not a bot of {game.id}; its bots: {', '.join(known)}")
    return read_seats(game, seats, ",".join(f"bot:{entry}" for entry in entries))
