"""`tabletop match`: two bots against each other."""

import json
import os
from collections.abc import Iterator
from contextlib import ExitStack
from math import inf
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...errors import PackError, TabletopError
from ..completion import PackId
from ..settings import Settings, read_seed

if TYPE_CHECKING:
    from ...assistant.agents import Agent
    from ...engine.game import Game
    from ...simulation.matches import MatchReport

AGENT = "mcp:"
"""What stands before the command of an agent."""


def match(
    ctx: typer.Context,
    pack: PackId,
    bot: Annotated[
        str,
        typer.Argument(
            metavar="BOT", help="Such as greedy, mcts,ms=500, policy:FILE or mcp:COMMAND."
        ),
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
    answer_seconds: Annotated[
        float,
        typer.Option(
            metavar="N", min=0.1, help="How long an agent (mcp:) may think about an answer."
        ),
    ] = 60.0,
    game_seconds: Annotated[
        float,
        typer.Option(
            metavar="N", min=0.1, help="How long an agent (mcp:) may think in one game in all."
        ),
    ] = 3600.0,
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
    bots = [settings.with_policies(pack, one).removeprefix("bot:") for one in (bot, opponent)]
    game = settings.game(pack)
    if jobs != 1 and any(one.startswith(AGENT) for one in bots):
        raise PackError("an agent plays one game at a time; leave --jobs out")
    agents: list[Agent] = []
    with ExitStack() as open_agents:
        names = []
        for name in bots:
            if name.startswith(AGENT):
                command = name.removeprefix(AGENT)
                limits = answer_seconds, game_seconds
                game, name = _seat_agent(open_agents, game, agents, command, limits)
            names.append(name)
        shown = None if settings.plain else progress(games)
        try:
            report = run_match(
                game,
                names[0],
                names[1],
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
        counted = {"agents": [agent.to_json() for agent in agents]} if agents else {}
        print(json.dumps({**report.to_json(), **counted}, indent=2, ensure_ascii=False))
    else:
        for line in (*match_lines(report), *(agent.words for agent in agents)):
            print("\n".join(settings.style.wrap(line, "", "  ")))
    if report.is_interrupted:
        raise typer.Exit(130)


def _seat_agent(
    opened: ExitStack,
    game: "Game[Any]",
    agents: "list[Agent]",
    command: str,
    limits: tuple[float, float],
) -> "tuple[Game[Any], str]":
    """Start an agent, and return the game with it as a bot, and the name of that bot.

    Raises:
        TabletopError: the extra is not installed.
        PackError: it cannot be started.
    """
    try:
        from ...assistant.agents import agent_of, seated
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("mcp", "mcp_types", "pydantic", "anyio"):
            raise
        raise TabletopError(f"mcp: needs {error.name}: pip install 'tabletop-core[mcp]'") from None
    agents.append(opened.enter_context(agent_of(command, *limits)))
    name = f"agent {len(agents)}"
    return seated(game, name, agents[-1]), name


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
