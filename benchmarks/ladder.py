"""How strong the bots of each pack are: a ladder of Elo points, or of wins in games played alone.

    python benchmarks/ladder.py [PACK ...] [--games N] [--seed N] [--policy FILE] [--page FILE]

In a contest each bot plays every other, each pair of games with the same dice and swapped seats.
The Elo points are those of the Bradley-Terry model, a draw being half a win. Their intervals come
from 400 samples, in which each pair of bots shares the points as Jeffreys' posterior has it: wide
where one bot won all games, where a bootstrap would find no doubt. Where a seat plays alone, or all
seats win together, each bot plays the same games: the share won with Wilson's interval, and the
mean score. The same seed gives the same results; the decisions a second depend on the machine.
"""

import argparse
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import log10
from pathlib import Path
from random import Random
from statistics import mean
from time import process_time

import attrs

from tabletop_core import load_pack, run_games
from tabletop_core.adapters.policy import policy_extension, with_policies
from tabletop_core.bots.seating import difficulties
from tabletop_core.bots.simple import bots_of
from tabletop_core.intervals import wilson
from tabletop_core.plugins.packs import find_packs

SAMPLES = 400
MOST_DECISIONS = 3_000

Points = tuple[float, float]
"""Points of the first bot of a pair in two games with the same dice, and how many games count."""


@attrs.frozen
class Rung:
    """A bot with its strength, the interval of it, and its speed."""

    bot: str
    strength: float
    low: float
    high: float
    note: str
    decisions: float


def bots_to_rank(game, playouts: int) -> list[str]:
    """Return the bots of a game, and the one that searches, unless it has no playouts."""
    search = "ismcts" if game.hides else "mcts"
    return [*bots_of(game), *([f"{search}:n={playouts}"] if playouts else [])]


def rate(results: Mapping[tuple[str, str], Sequence[Points]], bots: Sequence[str]) -> dict:
    """Return Elo points with mean 0, by the iteration of Hunter (2004).

    Every bot must have a share of the points against every other, see `settled`.
    """
    won, met = dict.fromkeys(bots, 0.0), {}
    for (one, other), pairs in results.items():
        points, games = sum(p for p, _ in pairs), sum(n for _, n in pairs)
        won[one] += points
        won[other] += games - points
        met[one, other] = met[other, one] = games
    worth = dict.fromkeys(bots, 1.0)
    for _ in range(100):
        worth = {
            one: won[one]
            / sum(n / (worth[one] + worth[b]) for (a, b), n in met.items() if a == one)
            for one in bots
        }
        scale = mean(log10(value) for value in worth.values())
        worth = {one: value / 10**scale for one, value in worth.items()}
    return {one: 400 * log10(value) for one, value in worth.items()}


def settled(pairs: Sequence[Points]) -> Points:
    """Return the points of all games with a drawn one added, so that every bot has some."""
    points, games = sum(p for p, _ in pairs), sum(n for _, n in pairs)
    return (points + 0.5) / (games + 1) * games, games


def drawn(pairs: Sequence[Points], random: Random) -> Points:
    """Return the points of all games as they may be in the long run."""
    points, games = sum(p for p, _ in pairs), sum(n for _, n in pairs)
    return random.betavariate(points + 0.5, games - points + 0.5) * games, games


def contest(game, bots: Sequence[str], games: int, seed: int) -> list[Rung]:
    """Return the ladder of a game in which bots meet."""
    teams = game.teams_for(game.read_options({}))
    results: dict[tuple[str, str], list[Points]] = {}
    speed = dict.fromkeys(bots, (0, 0.0))
    for one, other in combinations(bots, 2):
        halves = []
        for order in ((one, other), (other, one)):
            records = []
            players = {seat: order[place % 2] for place, team in enumerate(teams) for seat in team}
            began = process_time()
            run_games(
                game,
                max(1, games // 2),
                seed,
                None,
                players,
                on_record=records.append,
                most_decisions=MOST_DECISIONS,
            )
            ours = {seat for seat, bot in players.items() if bot == one}
            halves.append([points_of(record, ours) for record in records])
            decisions = sum(record.decisions for record in records)
            for bot in order:
                before, seconds = speed[bot]
                speed[bot] = before + decisions, seconds + process_time() - began
        results[one, other] = [(a + b, 2) for a, b in zip(*halves, strict=True)]
    elo = rate({key: [settled(pairs)] for key, pairs in results.items()}, bots)
    random, samples = Random(seed), {bot: [] for bot in bots}
    for _ in range(SAMPLES):
        again = {key: [drawn(pairs, random)] for key, pairs in results.items()}
        for bot, points in rate(again, bots).items():
            samples[bot].append(points)
    rungs = []
    for bot in bots:
        spread = sorted(samples[bot])
        points = sum(
            sum(p for p, _ in pairs) if one == bot else sum(n - p for p, n in pairs)
            for (one, other), pairs in results.items()
            if bot in (one, other)
        )
        played = sum(2 * len(pairs) for key, pairs in results.items() if bot in key)
        count, seconds = speed[bot]
        rungs.append(
            Rung(
                bot,
                elo[bot],
                spread[int(0.025 * SAMPLES)],
                spread[int(0.975 * SAMPLES) - 1],
                f"{points:g} of {played} points",
                count / seconds,
            )
        )
    return sorted(rungs, key=lambda rung: -rung.strength)


def points_of(record, ours: set[str]) -> float:
    """Return 1 if the first place is ours alone, 0 if we have no share of it, else a half."""
    first = {seat for seats in record.places[:1] for seat in seats}
    return 0.5 if not first else len(first & ours) / len(first)


def alone(game, bots: Sequence[str], games: int, seed: int, options) -> list[Rung]:
    """Return the ladder of a game in which each bot plays without opponents."""
    rungs = []
    for bot in bots:
        records, began = [], process_time()
        chosen = game.read_options(options)
        seats = game.seats_for(chosen)
        run_games(
            game,
            games,
            seed,
            chosen,
            dict.fromkeys(seats, bot),
            on_record=records.append,
            most_decisions=MOST_DECISIONS,
        )
        seconds = process_time() - began
        won = sum(bool(record.places) for record in records)
        scores = [sum(record.scores.values()) for record in records if record.scores]
        note = f"{mean(scores):.1f}" if scores else "–"
        speed = sum(record.decisions for record in records) / seconds
        rungs.append(Rung(bot, won / games, *wilson(won, games), note, speed))
    return sorted(rungs, key=lambda rung: -rung.strength)


def ladder_of(game, games: int, seed: int, options: Mapping[str, str], playouts: int) -> list[str]:
    """Return the part of the page about a game."""
    bots = bots_to_rank(game, playouts)
    is_contest = len(game.teams_for(game.read_options(options))) > 1
    levels = ", ".join(f"{level} {bot}" for level, bot in difficulties(game).items())
    setting = ", ".join(f"{name} = {value}" for name, value in options.items()) or "the usual"
    lines = [f"## {game.title}", "", f"Options: {setting}. Levels: {levels}.", ""]
    if is_contest:
        rungs = contest(game, bots, games, seed)
        lines += [
            f"Each pair of bots played {games} games, seed {seed}.",
            "",
            "| bot | Elo | 95 % interval | points | decisions a second in its games |",
            "| --- | --- | --- | --- | --- |",
        ]
        for one in rungs:
            lines.append(
                f"| `{one.bot}` | {one.strength:+.0f} | {one.low:+.0f} to {one.high:+.0f} "
                f"| {one.note} | {one.decisions:,.0f} |"
            )
    else:
        rungs = alone(game, bots, games, seed, options)
        lines += [
            f"Each bot played {games} games, seed {seed}.",
            "",
            "| bot | won | 95 % interval | mean score | decisions a second |",
            "| --- | --- | --- | --- | --- |",
        ]
        for one in rungs:
            lines.append(
                f"| `{one.bot}` | {one.strength:.0%} | {one.low:.0%} to {one.high:.0%} "
                f"| {one.note} | {one.decisions:,.0f} |"
            )
    return [*lines, ""]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("packs", nargs="*", help="PACK or PACK:OPTION=VALUE,... (default: all)")
    parser.add_argument("--games", type=int, default=20, help="even")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--playouts", type=int, default=25, help="of the search; 0: leave it out")
    parser.add_argument("--policy", type=Path, action="append", default=[])
    parser.add_argument("--page", type=Path, help="write the page here, as Markdown")
    args = parser.parse_args()
    lines = ["# The bots of each game, measured", ""]
    lines += [f"Written by `benchmarks/ladder.py`, with {args.games} games each.", ""]
    for text in args.packs or [pack.id for pack in find_packs().packs]:
        pack, _, settings = text.partition(":")
        game = load_pack(pack)
        own = [path for path in args.policy if policy_extension(path).pack == game.id]
        options = dict(one.split("=") for one in settings.split(",") if one)
        part = ladder_of(with_policies(game, own), args.games, args.seed, options, args.playouts)
        print("\n".join(part), flush=True)
        lines += part
        if args.page:
            args.page.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
