"""Learn the numbers of Bomber Run's veteran from games of its bots.

    python benchmarks/learn_bomber_run.py play pilot games.jsonl --games 2500
    python benchmarks/learn_bomber_run.py play veteran more.jsonl --games 400 --formation expanded
    python benchmarks/learn_bomber_run.py fit games.jsonl more.jsonl

The bots of `play` err in some games, so that positions come up which they would avoid.
`fit` writes `packs/bomber_run/bots/learned.toml`: the weights of a logistic regression on the
chance to win. Its targets are a mean of what later positions were thought to be worth and of how
the game ended (TD with lambda), so that the luck of a whole game tells less. Needs numpy.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from packs.bomber_run.bots.learned import ABOUT, cells_of
from packs.bomber_run.game import GAME
from packs.bomber_run.state import Aircraft, Kind, State, enemy_of
from tabletop_core.bots import seat_bots

NUMBERS = Path(__file__).parents[1] / "packs/bomber_run/bots/learned.toml"
ERRS = (0.0, 0.05, 0.15)
"""How often a bot answers at random, in a third of the games each."""
LAMBDA = 0.7
ROUNDS = 2
"""How often the targets are taken anew from the last fit."""
STEPS = 160
RATE = 0.03
HOLD = {"straight": 20.0, "slanting": 20.0, "nose": 20.0, "other_nose": 20.0, "apart": 20.0}
"""How strongly numbers of such tables are held near 0, in positions; others by `HELD`."""
HELD = 5.0
SHAPES = {
    "lead": (13, 13),
    "last": (16, 4),
    "bombers": (63, 7),
    "way": (12, 12),
    "ours.bomber.way": (25, 25),
    "theirs.bomber.way": (25, 25),
    "edge": (2, 2),
    "alike": (21, 21),
    "escort": (21, 21),
    "apart": (21, 21),
    "nose": (27, 9),
    "ours.bomber.nose": (12, 4),
    "theirs.bomber.nose": (12, 4),
    "other_nose": (27, 9),
    "straight": (121, 11),
    "slanting": (121, 11),
}
"""How many numbers a table has and how many stand in a line, by its name or the end of it."""


def play(bot: str, games: int, formation: str, seed: str) -> Iterator[dict[str, Any]]:
    """Yield games: the bases, what stood where at the start of each turn, the winner."""
    chance = Random(seed)
    for number in range(games):
        match = GAME.start({"formation": formation}, seed=f"{seed}/{number}")
        players = {seat: f"{bot}:errs={chance.choice(ERRS)}" for seat in match.seats}
        bots, turns, last = seat_bots(GAME, players, number), [], None
        while match.decision is not None:
            play, seat = match.play, match.decision.seat
            state, turn = play.state, (play.rounds, play.seat)
            begins = bool(state.order) and seat == play.seat and not state.flown
            if begins and turn != last:
                last = turn
                planes = state.aircraft.items()
                turns.append((seat, [(n, p.at, p.facing) for n, p in planes if p.at is not None]))
            match.answer(bots[seat].choose(match, match.decision))
        assert match.outcome is not None
        yield {"bases": match.state.bases, "turns": turns, "winner": match.outcome.winner}


def position(game: dict[str, Any], planes: list[Any]) -> State:
    aircraft = {}
    for name, at, facing in planes:
        side = "west" if name[0] in "wW" else "east"
        kind = Kind.BOMBER if name[0].isupper() else Kind.FIGHTER
        aircraft[name] = Aircraft(tuple(at), facing, side, kind)
    bases = {side: tuple(at) for side, at in game["bases"].items()}
    return State(bases=bases, aircraft=aircraft)


class Positions:
    """Positions of games as cells, each for the side that has moved; `results` tell who won."""

    def __init__(self, paths: list[str]) -> None:
        grid = GAME.data_with().board.grid
        self.numbers: dict[tuple[str, int], int] = {}
        cells: list[int] = []
        counts: list[int] = []
        results: list[float] = []
        # Whose position the next one is: 1 the same side's, 0 the other's, -1 none in this game.
        follows: list[int] = []
        for path in paths:
            for line in Path(path).read_text().splitlines():
                game = json.loads(line)
                for number, (seat, planes) in enumerate(game["turns"]):
                    side = enemy_of(seat)
                    found = list(cells_of(position(game, planes), grid, side))
                    cells += [self.numbers.setdefault(cell, len(self.numbers)) for cell in found]
                    counts.append(len(found))
                    results.append({side: 1.0, None: 0.5}.get(game["winner"], 0.0))
                    later = game["turns"][number + 1 : number + 2]
                    follows.append(int(later[0][0] == seat) if later else -1)
        self.cells, self.results = np.array(cells), np.array(results)
        self.rows = np.repeat(np.arange(len(counts)), counts)
        self.follows = follows

    def chances(self, weights: Any) -> Any:
        sums = np.bincount(self.rows, weights[self.cells], len(self.results))
        return 1 / (1 + np.exp(-sums))

    def targets(self, chances: Any) -> Any:
        """Return what each position came to, by what the later ones were thought to be worth."""
        targets = self.results.copy()
        for at in reversed(range(len(targets))):
            if self.follows[at] >= 0:
                value = (1 - LAMBDA) * chances[at + 1] + LAMBDA * targets[at + 1]
                targets[at] = value if self.follows[at] else 1 - value
        return targets

    def fit(self, targets: Any, weights: Any, held: Any) -> Any:
        """Return better weights, by gradient descent with a rate for each (Adam)."""
        mean, square = np.zeros_like(weights), np.zeros_like(weights)
        for step in range(1, STEPS + 1):
            misses = (self.chances(weights) - targets)[self.rows]
            slope = np.bincount(self.cells, misses, len(weights)) + held * weights
            slope /= len(targets)
            mean = 0.9 * mean + 0.1 * slope
            square = 0.99 * square + 0.01 * slope * slope
            rate = RATE * (1 if step < 0.6 * STEPS else 0.3 if step < 0.85 * STEPS else 0.1)
            size = np.sqrt(square / (1 - 0.99**step)) + 1e-7
            weights = weights - rate * mean / (1 - 0.9**step) / size
        return weights


def fit(paths: list[str]) -> None:
    positions = Positions(paths)
    cells = positions.numbers
    held = np.array([HOLD.get(table.rpartition(".")[2], HELD) for table, _ in cells])
    # First the things that tell most, by the results alone.
    coarse = np.array(
        [table.count(".") == 0 or table.startswith(("ours", "theirs")) for table, _ in cells]
    )
    weights = positions.fit(positions.results, np.zeros(len(cells)), np.where(coarse, held, 1e6))
    for _ in range(ROUNDS):
        weights = positions.fit(positions.targets(positions.chances(weights)), weights, held)
    print(f"{len(positions.results)} positions, {len(cells)} numbers")
    tables: dict[str, list[int]] = {}
    for (table, place), weight in zip(cells, weights, strict=True):
        row = tables.setdefault(table, [])
        row += [0] * (place + 1 - len(row))
        row[place] = round(ABOUT * weight)
    write(tables)


def write(tables: dict[str, list[int]]) -> None:
    lines = [
        "# Hundredths of the log odds to win, see learned.py. From benchmarks/learn_bomber_run.py.",
        "[numbers]",
    ]
    for table, row in sorted(tables.items()):
        size, each = SHAPES.get(table) or SHAPES[table.rpartition(".")[2]]
        row += [0] * (size - len(row))
        lines.append(f'"{table}" = [')
        for first in range(0, len(row), each):
            lines.append("    " + ", ".join(map(str, row[first : first + each])) + ",")
        lines.append("]")
    NUMBERS.write_text("\n".join(lines) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    player = commands.add_parser("play")
    player.add_argument("bot")
    player.add_argument("file", type=Path)
    player.add_argument("--games", type=int, default=1000)
    player.add_argument("--formation", default="standard")
    player.add_argument("--seed", default="learn")
    fitter = commands.add_parser("fit")
    fitter.add_argument("files", nargs="+")
    asked = parser.parse_args()
    if asked.command == "fit":
        fit(asked.files)
        return
    with asked.file.open("w") as file:
        for game in play(asked.bot, asked.games, asked.formation, asked.seed):
            file.write(json.dumps(game) + "\n")


if __name__ == "__main__":
    main()
