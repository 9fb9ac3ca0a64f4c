"""Two bots against each other: points, and the difference in strength with its interval.

The two games of a pair have the same dice, with the bots in swapped seats.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Executor
from itertools import chain
from math import inf, log10
from typing import Any

import attrs

from ..bots.seating import make_bot
from ..engine.game import Game
from ..engine.outcome import Seats
from ..errors import PackError
from ..intervals import wilson
from .batches import MOST_DECISIONS, UNFINISHED, run_games
from .records import Record

WIN, DRAW, LOSS = 1.0, 0.5, 0.0


@attrs.frozen(kw_only=True)
class MatchReport:
    """The results of a match for the first bot.

    Each of the `games` gives a result; where the bots do not meet in a game, each pair of games
    with the same dice does. Those that were `unfinished` at the limit of decisions count as draws
    where the bots meet.
    """

    pack: str
    title: str
    bots: tuple[str, str]
    seed: int | str
    wins: int
    draws: int
    losses: int
    orders: Mapping[str, tuple[int, int, int]]
    seconds: float
    games: int
    unfinished: int = 0
    is_interrupted: bool = False

    @property
    def results(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """The share of the points for the first bot; a draw counts half."""
        return (self.wins + self.draws / 2) / self.results if self.results else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share; with draws it is wider than necessary, never narrower."""
        points = self.wins + self.draws / 2
        low, high = wilson(points, self.results)
        # With all of the points there is no upper bound, with none no lower bound.
        return (low if points else 0.0), (high if points < self.results else 1.0)

    @property
    def elo(self) -> tuple[float, float, float]:
        """The difference in Elo points, with the ends of its 95 % interval."""
        low, high = self.interval
        return elo(self.share), elo(low), elo(high)

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain values; a difference without bound is null."""
        difference, low, high = (
            None if abs(points) == inf else round(points, 1) for points in self.elo
        )
        lowest, highest = self.interval
        return {
            "pack": self.pack,
            "bots": list(self.bots),
            "seed": self.seed,
            "games": self.games,
            "results": self.results,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "unfinished": self.unfinished,
            "share": round(self.share, 4),
            "low": round(lowest, 4),
            "high": round(highest, 4),
            "elo": {"difference": difference, "low": low, "high": high},
            "orders": [
                {"order": name, "wins": won, "draws": drawn, "losses": lost}
                for name, (won, drawn, lost) in self.orders.items()
            ],
            "interrupted": self.is_interrupted,
            "seconds": round(self.seconds, 3),
        }


def elo(share: float) -> float:
    """Return the difference in Elo points that makes a bot expect this share of the points.

    >>> round(elo(0.75))
    191
    """
    if share <= 0 or share >= 1:
        return -inf if share <= 0 else inf
    return 400 * log10(share / (1 - share))


def run_match(
    game: Game[Any],
    one: str,
    other: str,
    games: int,
    seed: int | str = 0,
    options: Mapping[str, Any] | None = None,
    jobs: int = 1,
    *,
    executor: Executor | None = None,
    on_progress: Callable[[int], None] | None = None,
    most_decisions: int = MOST_DECISIONS,
) -> MatchReport:
    """Let two bots play each other, in both orders of seats.

    With more than two seats they sit in turns.
    Seats of one team have the same bot. If both bots win, or neither, it is a draw.
    In a game for one seat, or for seats that play together, each bot has all seats in the same
    games, and the better result gets the point: a win beats none, then the higher score counts.
    A game that has not ended after `most_decisions` is stopped.

    Raises:
        PackError: an unknown bot, or an odd number of games.
    """
    if games < 2 or games % 2:
        raise PackError(f"a match of {games} games is not fair to both; give an even number")
    for name in (one, other):
        make_bot(game, name)
    teams = game.teams_for(game.read_options(options or {}))
    contest = len(teams) > 1
    halves: list[list[Record]] = []
    seconds, is_interrupted, done = 0.0, False, 0
    for order in ((one, other), (other, one)):
        records: list[Record] = []
        halves.append(records)
        report = run_games(
            game,
            games // 2,
            seed,
            options,
            {seat: order[number % 2] for number, team in enumerate(teams) for seat in team},
            jobs,
            executor=executor,
            on_progress=_after(done, on_progress),
            on_record=records.append,
            most_decisions=most_decisions,
        )
        done += report.games
        seconds += report.seconds
        if report.is_interrupted:
            is_interrupted = True
            break
    orders = _against(halves, teams, (one, other)) if contest else _alone(halves)
    counts = Counter[float]()
    for results in orders.values():
        counts.update(results)
    return MatchReport(
        pack=game.id,
        title=game.title,
        bots=(one, other),
        seed=seed,
        wins=counts[WIN],
        draws=counts[DRAW],
        losses=counts[LOSS],
        orders={name: _three(Counter(results)) for name, results in orders.items()},
        seconds=seconds,
        games=done,
        unfinished=sum(record.outcome == UNFINISHED.kind for record in chain(*halves)),
        is_interrupted=is_interrupted,
    )


def _after(before: int, tell: Callable[[int], None] | None) -> Callable[[int], None] | None:
    return None if tell is None else lambda done: tell(before + done)


def _three(counts: Counter[float]) -> tuple[int, int, int]:
    return counts[WIN], counts[DRAW], counts[LOSS]


def _against(
    halves: Sequence[Sequence[Record]], teams: Sequence[Seats], bots: tuple[str, str]
) -> dict[str, list[float]]:
    """Return the results of the first bot, by its seats."""
    orders = {}
    for number, records in enumerate(halves):
        ours = list(chain(*teams[number::2]))
        orders[f"{bots[0]} as {' and '.join(ours)}"] = [
            _result(record.places[:1], ours) for record in records
        ]
    return orders


def _result(first: Sequence[Seats], ours: Collection[str]) -> float:
    """Return the points of the bot with our seats for a game with this first place."""
    won = {seat in ours for group in first for seat in group}
    return DRAW if len(won) != 1 else WIN if True in won else LOSS


def _alone(halves: Sequence[Sequence[Record]]) -> dict[str, list[float]]:
    """Return the results of the first bot where each plays alone, pairing games of one seed."""
    results = []
    for ours, theirs in zip(*halves, strict=False) if len(halves) == 2 else ():
        mine, yours = (
            (bool(record.places), sum(record.scores.values())) for record in (ours, theirs)
        )
        results.append(WIN if mine > yours else LOSS if mine < yours else DRAW)
    return {"each alone": results}
