"""`tabletop sim`: many games between bots."""

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from ..errors import PackError, TabletopError
from .settings import Settings, read_seed

if TYPE_CHECKING:
    from ..game import Game
    from ..reports import Distribution, Report
    from .style import Style


def sim(
    ctx: typer.Context,
    pack: Annotated[str, typer.Argument(metavar="PACK", help="Id of the game; see `packs`.")],
    games: Annotated[int, typer.Option(min=1, metavar="N", help="How many games.")] = 1000,
    seed: Annotated[
        str | None, typer.Option(metavar="N", help="The same seed: the same results.")
    ] = None,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            "--seats",
            metavar="NAME,...",
            help="A bot for each seat; one entry stands for all.",
        ),
    ] = "random",
    jobs: Annotated[
        int, typer.Option(min=0, metavar="N", help="How many processes work; 0: one for each core.")
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
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the report as a page.")
    ] = None,
) -> None:
    """Play many games with bots and count the outcomes.

    The results do not depend on the number of jobs.
    Each line of the CSV file names the seed of its game: `play PACK --seed SEED` with the same
    bots plays that game again.
    Ctrl-C ends the batch and reports what was finished.
    """
    from ..chance import fresh_seed
    from .play import read_pairs

    settings: Settings = ctx.obj
    game = settings.game(pack)
    options = game.read_options(read_pairs(option or ()))
    report = _run(
        game,
        games,
        fresh_seed() if seed is None else read_seed(seed),
        options,
        read_players(game, game.seats_for(options), bots),
        jobs or os.cpu_count() or 1,
        csv,
        None if settings.plain else _progress(games),
    )
    if html is not None:
        from ..report_page import to_html

        with _writing(html) as page:
            page.write(to_html(report))
    if as_json:
        print(json.dumps(report.to_json(), indent=2, ensure_ascii=False))
    else:
        for line in report_lines(report, settings.style):
            print(line)
    if report.is_interrupted:
        raise typer.Exit(130)


def read_players(game: "Game[Any]", seats: Sequence[str], text: str) -> dict[str, str]:
    """Return the bot of each seat; `bot:` before a name may be left out.

    Raises:
        PackError: a wrong number of entries, an unknown bot, or a person.
    """
    from ..bots import bots_of, read_seats

    entries = [entry.strip().removeprefix("bot:") for entry in text.split(",")]
    known = bots_of(game)
    for entry in entries:
        if entry not in known:
            raise PackError(f"{entry!r} is no bot of {game.id}; its bots: {', '.join(known)}")
    return read_seats(game, seats, ",".join(f"bot:{entry}" for entry in entries))


def _run(
    game: "Game[Any]",
    games: int,
    seed: int,
    options: Mapping[str, Any],
    players: Mapping[str, str],
    jobs: int,
    csv: Path | None,
    on_progress: "Progress | None",
) -> "Report":
    from ..reports import GameTable
    from ..simulate import run_games

    try:
        with _writing(csv) if csv else nullcontext() as file:
            table = GameTable(file, list(players)) if file else None
            return run_games(
                game,
                games,
                seed,
                options,
                players,
                jobs,
                on_progress=on_progress,
                on_record=table.write if table else None,
            )
    finally:
        if on_progress:
            on_progress.clear()


@contextmanager
def _writing(path: Path) -> Iterator[TextIO]:
    try:
        file = path.open("w", encoding="utf-8", newline="")
    except OSError as error:
        raise TabletopError(f"{path} cannot be written: {error.strerror}; choose another") from None
    with file:
        yield file


# ---------------------------------------------------------------- progress


class Progress:
    """A line with a bar, the rate and the time left, kept up to date on a terminal."""

    def __init__(self, out: TextIO, games: int, clock: Callable[[], float] = monotonic) -> None:
        self._out = out
        self._games = games
        self._clock = clock
        self._began = clock()
        self._width = 0

    def __call__(self, done: int) -> None:
        took = max(self._clock() - self._began, 1e-9)
        left = duration((self._games - done) * took / done)
        filled = 24 * done // self._games
        line = (
            f"[{'#' * filled}{'.' * (24 - filled)}] {done:,} of {self._games:,} games, "
            f"{done / took:,.0f} a second, {left} left"
        )
        self._out.write("\r" + line.ljust(self._width))
        self._out.flush()
        self._width = len(line)

    def clear(self) -> None:
        """Take the line away."""
        if self._width:
            self._out.write("\r" + " " * self._width + "\r")
            self._out.flush()


def duration(seconds: float) -> str:
    """Write a time in words.

    >>> duration(8.2), duration(95), duration(7300)
    ('8 s', '1 min 35 s', '2 h 1 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def _progress(games: int) -> Progress | None:
    return Progress(sys.stderr, games) if sys.stderr.isatty() else None


# ---------------------------------------------------------------- the report in words


def report_lines(report: "Report", style: "Style") -> Iterator[str]:
    """Return the report as lines; bars where there is a terminal to show them."""
    yield f"{report.title}: {report.games:,} games with seed {report.seed}"
    if report.is_interrupted:
        yield f"Interrupted: {report.wanted:,} games were asked for."
    yield "Players: " + ", ".join(f"{seat} ({name})" for seat, name in report.players.items())
    if report.options:
        from .play import written

        options = (f"{name} = {written(value)}" for name, value in report.options.items())
        yield "Options: " + ", ".join(options)
    yield (
        f"Time: {report.seconds:.1f} s, {report.games_per_second:,.0f} games and "
        f"{report.decisions_per_second:,.0f} decisions a second"
    )
    if not report.games:
        return
    yield from _share_lines("Outcomes", "outcome", report.outcome_shares(), style)
    wins = report.win_shares()
    if wins:
        yield from _share_lines("Wins", "seat", wins, style)
    spreads = {f"score of {seat}": spread for seat, spread in report.scores.items()}
    spreads |= {"rounds": report.rounds, "decisions": report.decisions}
    yield ""
    yield style.paint("Scores and length", "head")
    for name, spread in spreads.items():
        if spread.counts:
            yield f"  {name}: {spread_words(spread)}"


def _share_lines(
    title: str, key: str, shares: Sequence[Mapping[str, Any]], style: "Style"
) -> Iterator[str]:
    from .bars import bar
    from .style import width_of

    yield ""
    yield style.paint(title, "head") + " (with 95 % confidence interval)"
    names = max(width_of(share[key]) for share in shares)
    counts = max(len(f"{share['count']:,}") for share in shares)
    room = min(40, style.width - names - counts - 36)
    for share in shares:
        padded = share[key] + " " * (names - width_of(share[key]))
        line = (
            f"  {padded}  {share['count']:>{counts},}  {share['percent']:6.2f} %"
            f"  ({share['low']:.2f} to {share['high']:.2f})"
        )
        if style.boxes and room >= 10:
            line = f"{line:<{names + counts + 34}}  {bar(share['percent'] / 100, room)}"
        yield line.rstrip()


def spread_words(spread: "Distribution") -> str:
    """Return a spread in a line of words."""
    if not spread.is_numeric:
        return ", ".join(f"{value} {count:,}" for value, count in spread.bars())
    plain = spread.to_json()
    return (
        f"mean {plain['mean']:.4g} ({plain['low']:.4g} to {plain['high']:.4g}), "
        f"sd {plain['sd']:.3g}, median {plain['median']:g}, "
        f"from {plain['least']:g} to {plain['most']:g}"
    )
