"""`tabletop match`: two bots against each other."""

import json
import os
from collections.abc import Iterator
from math import inf
from typing import TYPE_CHECKING, Annotated

import typer

from ..completion import PackId
from ..settings import Settings, read_seed

if TYPE_CHECKING:
    from ...simulation.matches import MatchReport


def match(
    ctx: typer.Context,
    pack: PackId,
    bot: Annotated[
        str,
        typer.Argument(metavar="BOT", help="A bot, such as greedy, mcts,ms=500 or policy:FILE."),
    ],
    opponent: Annotated[str, typer.Argument(metavar="BOT", help="The bot it plays against.")],
    games: Annotated[int, typer.Option(min=2, metavar="N", help="Number of games; even.")] = 100,
    seed: Annotated[
        str | None, typer.Option(metavar="N", help="The same seed gives the same dice.")
    ] = None,
    jobs: Annotated[
        int,
        typer.Option(min=0, metavar="N", help="Number of processes; 0: one per core."),
    ] = 1,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", metavar="K=V", help="An option of the game; see `info`."),
    ] = None,
    most_decisions: Annotated[
        int,
        typer.Option(min=1, metavar="N", help="Stop a game that has not ended by then."),
    ] = 20_000,
    as_json: Annotated[
        bool, typer.Option("--json", help="The whole result as one object.")
    ] = False,
) -> None:
    """Let two bots play each other and estimate the difference in Elo points.

    In the second half of the games the bots swap seats, with the same dice as in the first.
    In a game for one seat, or for seats that play together, each bot plays alone, and the better
    result with the same dice wins.
    """
    from ...chance import fresh_seed
    from ...simulation.matches import run_match
    from ..screen.sim_lines import progress
    from .play import read_pairs

    settings: Settings = ctx.obj
    bot, opponent = (settings.with_policies(pack, one) for one in (bot, opponent))
    game = settings.game(pack)
    shown = None if settings.plain else progress(games)
    try:
        report = run_match(
            game,
            bot.removeprefix("bot:"),
            opponent.removeprefix("bot:"),
            games,
            fresh_seed() if seed is None else read_seed(seed),
            game.read_options(read_pairs(option or ())),
            jobs or os.cpu_count() or 1,
            on_progress=shown,
            most_decisions=most_decisions,
        )
    finally:
        if shown:
            shown.clear()
    if as_json:
        print(json.dumps(report.to_json(), indent=2, ensure_ascii=False))
    else:
        for line in match_lines(report):
            print("\n".join(settings.style.wrap(line, "", "  ")))
    if report.is_interrupted:
        raise typer.Exit(130)


def match_lines(report: "MatchReport") -> Iterator[str]:
    """Return the report as lines."""
    one, other = report.bots
    yield f"{report.title}: {one} against {other}, {report.games:,} games with seed {report.seed}"
    if report.is_interrupted:
        yield "Interrupted: not all games were played."
    if not report.results:
        return
    if report.unfinished:
        count = f"{report.unfinished:,} of the games" if report.unfinished > 1 else "One game"
        yield f"{count} had not ended at the limit of decisions."
    if report.results < report.games:
        yield f"Compared in {report.results:,} pairs of games with the same dice."
    low, high = report.interval
    yield (
        f"{one} won {report.wins:,}, drew {report.draws:,}, lost {report.losses:,}: "
        f"{100 * report.share:.1f} % of the points ({100 * low:.1f} to {100 * high:.1f})"
    )
    yield "Elo difference: {} (95 % interval {} to {})".format(*map(_points, report.elo))
    for name, (won, drawn, lost) in report.orders.items():
        yield f"  {name}: won {won:,}, drew {drawn:,}, lost {lost:,}"
    yield f"Time: {report.seconds:.1f} s"


def _points(number: float) -> str:
    if abs(number) == inf:
        return "no bound above" if number > 0 else "no bound below"
    return f"{number:+.0f}"
