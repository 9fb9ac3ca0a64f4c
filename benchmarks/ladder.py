"""How strong the bots of each pack are: a ladder of Elo points, or of wins in games played alone.

    python benchmarks/ladder.py [PACK ...] [--games N] [--seed N] [--policy FILE] [--page FILE]
    python benchmarks/ladder.py PACK:OPTION=VALUE --levels easy,normal --games 200 --only-levels

In a contest each bot plays every other, each pair of games with the same dice and swapped seats.
The Elo points are those of the Bradley-Terry model, a draw being half a win. Their intervals come
from 400 samples, in which each pair of bots shares the points as Jeffreys' posterior has it: wide
where one bot won all games, where a bootstrap would find no doubt. Where a seat plays alone, or all
seats win together, each bot plays the same games: the share won with Wilson's interval, and the
mean score. The same seed gives the same results; the decisions a second depend on the machine.

Then each level of difficulty meets the one below it. In a contest the decisive games are those with
a winner. Played alone, both levels get the same games, and those are decisive that end differently:
won by one and not by the other, or else with another score. The share of them that goes to the
higher level has Wilson's interval. The longest answer is that of a few games, on one core.
"""

import argparse
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from math import log10
from pathlib import Path
from random import Random
from statistics import mean
from time import process_time

import attrs

from tabletop_core import load_pack, run_games
from tabletop_core.adapters.policy import policy_extension, with_policies
from tabletop_core.bots.seating import difficulties, seat_bots
from tabletop_core.bots.simple import bots_of, chooser
from tabletop_core.engine.setups import DIFFICULTIES
from tabletop_core.intervals import wilson
from tabletop_core.plugins.packs import find_packs
from tabletop_core.simulation.records import Record

SAMPLES = 400
MOST_DECISIONS = 3_000
TIMED_GAMES = 3
MOST_TIMED = 60
"""Decisions of a timed game."""

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


def meet(game, one: str, other: str, games: int, seed: int, options) -> tuple[list, int]:
    """Return the points of `one` in each half of the games, and the decisions of all.

    The halves have the same dice and swapped seats.
    """
    chosen = game.read_options(options)
    teams, halves, decisions = game.teams_for(chosen), [], 0
    for order in ((one, other), (other, one)):
        places = {seat: place % 2 for place, team in enumerate(teams) for seat in team}
        players = {seat: order[places[seat]] for seat in game.seats_for(chosen)}
        records = played(game, games // 2, seed, chosen, players)
        ours = {seat for seat in players if order[places[seat]] == one}
        halves.append([points_of(record, ours) for record in records])
        decisions += sum(record.decisions for record in records)
    return halves, decisions


def played(game, games: int, seed: int, options, players: Mapping[str, str]) -> list[Record]:
    """Return the records of games between these players."""
    records: list[Record] = []
    run_games(
        game,
        max(1, games),
        seed,
        options,
        players,
        on_record=records.append,
        most_decisions=MOST_DECISIONS,
    )
    return records


def contest(game, bots: Sequence[str], games: int, seed: int, options) -> list[Rung]:
    """Return the ladder of a game in which bots meet."""
    results: dict[tuple[str, str], list[Points]] = {}
    speed = dict.fromkeys(bots, (0, 0.0))
    for one, other in combinations(bots, 2):
        began = process_time()
        halves, decisions = meet(game, one, other, games, seed, options)
        results[one, other] = [(a + b, 2) for a, b in zip(*halves, strict=True)]
        for bot in (one, other):
            before, seconds = speed[bot]
            speed[bot] = before + decisions, seconds + process_time() - began
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
    chosen = game.read_options(options)
    for bot in bots:
        began = process_time()
        records = played(game, games, seed, chosen, dict.fromkeys(game.seats_for(chosen), bot))
        seconds = process_time() - began
        won = sum(bool(record.places) for record in records)
        scores = [sum(record.scores.values()) for record in records if record.scores]
        note = f"{mean(scores):.1f}" if scores else "–"
        speed = sum(record.decisions for record in records) / seconds
        rungs.append(Rung(bot, won / games, *wilson(won, games), note, speed))
    return sorted(rungs, key=lambda rung: -rung.strength)


@attrs.frozen
class Step:
    """A level against the one below it: how many games went to either, of how many."""

    level: str
    below: str
    better: int
    worse: int
    games: int

    @property
    def share(self) -> float:
        return self.better / self.decisive if self.decisive else 0.5

    @property
    def decisive(self) -> int:
        return self.better + self.worse


def steps_between(game, levels: Mapping[str, str], games: int, seed: int, options) -> list[Step]:
    """Return how each level does against the one below it."""
    chosen = game.read_options(options)
    if len(game.teams_for(chosen)) > 1:
        ended: dict[tuple[str, str], list[tuple[float, float]]] = {}
        for below, level in pairwise(levels):
            halves, _ = meet(game, levels[level], levels[below], games, seed, options)
            ended[below, level] = [(one, 1 - one) for half in halves for one in half]
    else:
        results = {
            level: [
                (bool(record.places), sum(record.scores.values()))
                for record in played(
                    game, games, seed, chosen, dict.fromkeys(game.seats_for(chosen), bot)
                )
            ]
            for level, bot in levels.items()
        }
        ended = {
            (below, level): list(zip(results[level], results[below], strict=True))
            for below, level in pairwise(levels)
        }
    return [
        Step(level, below, sum(a > b for a, b in pairs), sum(a < b for a, b in pairs), len(pairs))
        for (below, level), pairs in ended.items()
    ]


def longest_answer(game, bot: str, seed: int, options) -> float:
    """Return the seconds of processor time of the longest answer in a few games of a bot."""
    longest, chosen = 0.0, game.read_options(options)
    players = dict.fromkeys(game.seats_for(chosen), bot)
    for number in range(TIMED_GAMES):
        choose = chooser(seat_bots(game, players, seed + number))

        def timed(match, decision, choose=choose):
            nonlocal longest
            if match.decisions >= MOST_TIMED:
                return None
            began = process_time()
            answer = choose(match, decision)
            longest = max(longest, process_time() - began)
            return answer

        game.start(options=chosen, seed=seed + number).run(timed)
    return longest


def ladder_of(game, bots: Sequence[str], games: int, seed: int, options) -> list[str]:
    """Return the lines about the bots of a game."""
    is_contest = len(game.teams_for(game.read_options(options))) > 1
    if is_contest:
        rungs = contest(game, bots, games, seed, options)
        lines = [
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
        lines = [
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


def levels_of(game, levels: Mapping[str, str], games: int, seed: int, options) -> list[str]:
    """Return the lines about the levels of a game."""
    seconds = {level: longest_answer(game, bot, seed, options) for level, bot in levels.items()}
    lines = [
        f"Levels, {games} games, seed {seed}:",
        "",
        "| level | bot | longest answer | better than the level below | 95 % interval |",
        "| --- | --- | --- | --- | --- |",
    ]
    steps = {one.level: one for one in steps_between(game, levels, games, seed, options)}
    for level, bot in levels.items():
        told = f"| {level} | `{bot}` | {seconds[level]:.3f} s |"
        step = steps.get(level)
        if step is None:
            lines.append(f"{told} – | – |")
            continue
        low, high = wilson(step.better, step.decisive) if step.decisive else (0.0, 1.0)
        lines.append(
            f"{told} {step.share:.0%} ({step.better} of {step.decisive} decisive) "
            f"| {low:.0%} to {high:.0%} |"
        )
    return [*lines, ""]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("packs", nargs="*", help="PACK or PACK:OPTION=VALUE,... (default: all)")
    parser.add_argument("--games", type=int, default=20, help="even")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--playouts", type=int, default=25, help="of the search; 0: leave it out")
    parser.add_argument(
        "--levels", default=",".join(DIFFICULTIES), help="those to compare; '' for none"
    )
    parser.add_argument("--only-levels", action="store_true", help="without the other bots")
    parser.add_argument("--policy", type=Path, action="append", default=[])
    parser.add_argument("--page", type=Path, help="write the page here, as Markdown")
    args = parser.parse_args()
    wanted = [level for level in args.levels.split(",") if level]
    for level in wanted:
        if level not in DIFFICULTIES:
            parser.error(f"{level!r} is no level; choose from: {', '.join(DIFFICULTIES)}")
    lines = ["# The bots of each game, measured", ""]
    lines += [f"Written by `benchmarks/ladder.py`, with {args.games} games each.", ""]
    for text in args.packs or [pack.id for pack in find_packs().packs]:
        pack, _, settings = text.partition(":")
        game = load_pack(pack)
        own = [path for path in args.policy if policy_extension(path).pack == game.id]
        options = dict(one.split("=") for one in settings.split(",") if one)
        game = with_policies(game, own)
        levels = {level: difficulties(game)[level] for level in wanted}
        setting = ", ".join(f"{name} = {value}" for name, value in options.items())
        part = [f"## {game.title}", "", f"Options: {setting or 'the usual'}.", ""]
        if not args.only_levels:
            bots = bots_to_rank(game, args.playouts)
            part += ladder_of(game, bots, args.games, args.seed, options)
        if levels:
            part += levels_of(game, levels, args.games, args.seed, options)
        print("\n".join(part), flush=True)
        lines += part
        if args.page:
            args.page.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
