"""Many games at once: outcomes, scores and lengths, the same for any number of workers.

Each game has a seed of its own, derived from the master seed and its number.
So results do not depend on how the games are spread over workers, and any game of a batch can be
played again alone with its seed.
What is kept grows with the number of different results, not with the number of games.
"""

import multiprocessing
import signal
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from hashlib import sha512
from importlib import import_module
from pathlib import Path
from struct import unpack
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias

import attrs

from .bots import HUMAN, bots_of, chooser, is_all_random, random_numbers, seat_bots
from .errors import PackError
from .extensions import Extension, extend
from .game import Game
from .packs import import_folder
from .play import Chooser, Outcome, Play
from .reports import Distribution, Report
from .rules import Rule
from .tape import Tape

Statistic: TypeAlias = Callable[[Play[Any]], "str | int | float"]
"""Reads one value from a finished game and its events."""

CHUNK_SECONDS = 0.3
MOST_IN_CHUNK = 5_000
CHUNKS_AHEAD = 3
"""Chunks given out for each worker before the first of them has come back."""


class Record(NamedTuple):
    """One game of a batch; `seed` plays it again."""

    game: int
    seed: int
    outcome: str
    winner: str | None
    decisions: int
    rounds: int | None
    scores: Mapping[str, float]
    statistics: tuple[str | int | float, ...]


def game_seed(seed: int | str, number: int) -> int:
    """Return the seed of one game of a batch.

    >>> game_seed(7, 0) == game_seed(7, 1)
    False
    """
    return _eight_seeds(seed, number // 8)[number % 8] >> 16


@lru_cache(maxsize=2)
def _eight_seeds(seed: int | str, number: int) -> tuple[int, ...]:
    # One hash has bits for eight seeds.
    return unpack("<8Q", sha512(f"{seed}/{number}".encode()).digest())


@attrs.frozen(kw_only=True)
class Batch:
    """What is played, in a form that can be sent to another process.

    `package` and `folder` say where the game is found there; `extensions` the same of each
    package that adds to it.
    """

    package: str
    folder: str
    seed: int | str
    options: tuple[tuple[str, Any], ...]
    players: tuple[tuple[str, str], ...]
    extensions: tuple[tuple[str, str], ...] = ()
    overlays: tuple[str, ...] = ()
    statistics: tuple[Statistic, ...] = ()
    most_decisions: int | None = None
    reached: bool = False
    records: bool = False


@attrs.define
class Tally:
    """What was counted in some games; tallies add up to the same in any order."""

    games: int = 0
    outcomes: Counter[tuple[str, str | None]] = attrs.field(factory=Counter)
    scores: dict[str, Distribution] = attrs.field(factory=dict)
    decisions: Distribution = attrs.field(factory=Distribution)
    rounds: Distribution = attrs.field(factory=Distribution)
    statistics: dict[str, Distribution] = attrs.field(factory=dict)
    reached: Counter[Rule] = attrs.field(factory=Counter)
    records: list[Record] = attrs.field(factory=list)
    seconds: float = 0.0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            games=self.games + other.games,
            outcomes=self.outcomes + other.outcomes,
            scores=_joined(self.scores, other.scores),
            decisions=self.decisions + other.decisions,
            rounds=self.rounds + other.rounds,
            statistics=_joined(self.statistics, other.statistics),
            reached=self.reached + other.reached,
        )


def _joined(
    one: Mapping[str, Distribution], other: Mapping[str, Distribution]
) -> dict[str, Distribution]:
    names = dict.fromkeys([*one, *other])
    return {name: one.get(name, Distribution()) + other.get(name, Distribution()) for name in names}


# ---------------------------------------------------------------- one worker


class Worker:
    """Plays the games of one batch in this process."""

    def __init__(self, batch: Batch, game: Game[Any]) -> None:
        self.batch = batch
        self.game = game
        self.options = dict(batch.options)
        self.data = game.load_data([Path(overlay) for overlay in batch.overlays])
        players = dict(batch.players)
        makers = bots_of(game)
        self.looks_ahead = any(makers[name]().looks_ahead for name in players.values())
        self.players = players
        self.is_all_random = is_all_random(game, players) and batch.most_decisions is None

    def play_one(self, number: int, tally: Tally) -> None:
        """Play one game to its end and count it."""
        batch = self.batch
        seed = game_seed(batch.seed, number)
        play: Play[Any] = Play(
            self.game,
            options=self.options,
            data=self.data,
            seed=seed,
            tape=Tape() if self.looks_ahead else None,
            record=bool(batch.statistics),
            headings=False,
            snapshots=self.looks_ahead,
            reached=tally.reached if batch.reached else None,
        )
        try:
            play.begin()
            if self.is_all_random:
                play.run_at_random(random_numbers(seed))
            else:
                play.run(self.chooser(seed))
            self.count(number, seed, play, tally)
        except Exception as error:
            raise PackError(
                f"game {number} of {self.game.id} failed: {type(error).__name__}: {error}; "
                f"play it again with --seed {seed} to see where"
            ) from error

    def chooser(self, seed: int) -> Chooser:
        choose = chooser(seat_bots(self.game, self.players, seed))
        most = self.batch.most_decisions
        if most is None:
            return choose
        return lambda play, decision: None if play.decisions >= most else choose(play, decision)

    def count(self, number: int, seed: int, play: Play[Any], tally: Tally) -> None:
        outcome = play.outcome or UNFINISHED
        tally.games += 1
        tally.outcomes[outcome.kind, outcome.winner] += 1
        tally.decisions.counts[play.decisions] += 1
        rounds = play.rounds
        if rounds is not None:
            tally.rounds.counts[rounds] += 1
        for seat, score in outcome.scores.items():
            if seat not in tally.scores:
                tally.scores[seat] = Distribution()
            tally.scores[seat].counts[score] += 1
        values = tuple([statistic(play) for statistic in self.batch.statistics])
        for statistic, value in zip(self.batch.statistics, values, strict=True):
            tally.statistics.setdefault(statistic.__name__, Distribution()).counts[value] += 1
        if self.batch.records:
            tally.records.append(
                Record(
                    number,
                    seed,
                    outcome.kind,
                    outcome.winner,
                    play.decisions,
                    rounds,
                    outcome.scores,
                    values,
                )
            )

    def play_chunk(self, first: int, games: int) -> Tally:
        """Play some games, numbered from `first`, and return what was counted."""
        began = perf_counter()
        tally = Tally()
        for number in range(first, first + games):
            self.play_one(number, tally)
        for spread in (tally.decisions, *tally.scores.values(), *tally.statistics.values()):
            spread.coarsen()
        tally.seconds = perf_counter() - began
        return tally


UNFINISHED = Outcome(kind="unfinished", why="it reached the limit of decisions")


# ---------------------------------------------------------------- other processes


@lru_cache(maxsize=4)
def _worker_for(batch: Batch) -> Worker:
    """Return this process's worker for a batch; the game is loaded once."""
    game = _module(batch.package, batch.folder).tabletop_game()
    others = [_module(package, folder) for package, folder in batch.extensions]
    return Worker(batch, extend(game, map(Extension.of, others)))


def _module(package: str, folder: str) -> Any:
    module = sys.modules.get(package)
    if module is None and "." not in package and Path(folder).is_dir():
        module = import_folder(Path(folder))
    return import_module(package) if module is None else module


def _play_chunk_elsewhere(batch: Batch, first: int, games: int) -> Tally:
    return _worker_for(batch).play_chunk(first, games)


def _ignore_interrupts() -> None:
    # Ctrl-C reaches every process of the group; the first one alone decides what to do.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _folder_of(game: Game[Any]) -> str:
    """Return the folder that holds a pack, after making sure that its module gives this game.

    Raises:
        PackError: it does not, so other processes could not find it.
    """
    module = sys.modules.get(game.package)
    make = getattr(module, "tabletop_game", None)
    if module is None or make is None or make() is not (game.original or game):
        raise PackError(
            f"the game {game.id!r} is not what the package {game.package!r} gives by "
            "tabletop_game(), so other processes cannot find it; run it with one job"
        )
    return str(Path(module.__file__ or ".").parent)


@contextmanager
def _own_pool(jobs: int) -> Iterator[Executor]:
    """Open worker processes; after an interrupt they are ended at once."""
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, initializer=_ignore_interrupts)
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()
        raise
    pool.shutdown()


# ---------------------------------------------------------------- the batch


@attrs.define
class _Chunks:
    """Cuts a batch into chunks of about `CHUNK_SECONDS`, by the speed of those that came back."""

    games: int
    workers: int
    first: int = 0
    size: int = 4

    def next(self) -> tuple[int, int]:
        left = self.games - self.first
        count = max(1, min(self.size, -(-left // self.workers)))
        self.first += count
        return self.first - count, count

    @property
    def are_left(self) -> bool:
        return self.first < self.games

    def learn(self, tally: Tally) -> None:
        fitting = int(tally.games * CHUNK_SECONDS / max(tally.seconds, 1e-6))
        self.size = max(1, min(fitting, 8 * self.size, MOST_IN_CHUNK))


def _tallies(
    game: Game[Any], batch: Batch, games: int, jobs: int, executor: Executor | None
) -> Iterator[Tally]:
    """Yield what each chunk of games counted, in the order of the games."""
    if executor is None and jobs == 1:
        chunks = _Chunks(games, 1)
        worker = Worker(batch, game)
        while chunks.are_left:
            tally = worker.play_chunk(*chunks.next())
            chunks.learn(tally)
            yield tally
    elif executor is None:
        with _own_pool(jobs) as pool:
            yield from _spread(pool, jobs, batch, games)
    else:
        yield from _spread(executor, max(jobs, 2), batch, games)


def _spread(executor: Executor, jobs: int, batch: Batch, games: int) -> Iterator[Tally]:
    chunks = _Chunks(games, 2 * jobs)
    given: deque[Any] = deque()
    while given or chunks.are_left:
        while chunks.are_left and len(given) < CHUNKS_AHEAD * jobs:
            given.append(executor.submit(_play_chunk_elsewhere, batch, *chunks.next()))
        tally = given.popleft().result()
        chunks.learn(tally)
        yield tally


def run_games(
    game: Game[Any],
    games: int,
    seed: int | str = 0,
    options: Mapping[str, Any] | None = None,
    players: Mapping[str, str] | None = None,
    jobs: int = 1,
    *,
    statistics: Sequence[Statistic] = (),
    executor: Executor | None = None,
    on_progress: Callable[[int], None] | None = None,
    on_record: Callable[[Record], None] | None = None,
    reached: bool = False,
    overlays: Sequence[Path | str] = (),
    most_decisions: int | None = None,
) -> Report:
    """Play many games with bots and count how they went.

    Args:
        games: how many.
        seed: the master seed; the same one gives the same results for any number of jobs.
        players: name of the bot in each seat (default: `random` in all).
        jobs: how many processes play.
        statistics: named functions that read one value from each finished game and its events.
        executor: plays the chunks instead of processes of our own: any `concurrent.futures` one.
        on_progress: called with the number of games finished so far.
        on_record: called with the record of each game, in the order of the games.
        reached: count how often each rule was carried out.
        overlays: files laid over the data of the pack.
        most_decisions: a game that has not ended by then is counted as `unfinished`.

    An interrupt (Ctrl-C) ends the batch; the report then covers the games finished so far.

    Raises:
        PackError: wrong options or players, a game that fails, or a game that other processes
            cannot find.

    >>> from tabletop_core import load_pack, run_games
    >>> report = run_games(load_pack("bomber_run"), games=3, seed=7)
    >>> report.games
    3
    """
    chosen = game.read_options(options or {})
    seats = game.seats_for(chosen)
    players = _checked_players(game, seats, players or dict.fromkeys(seats, "random"))
    if games < 1 or jobs < 1:
        raise PackError(f"cannot play {games} games with {jobs} jobs; give 1 or more of each")
    alone = executor is None and jobs == 1
    batch = Batch(
        package=game.package,
        folder="" if alone else _folder_of(game),
        extensions=tuple((one.module, one.folder) for one in game.extensions),
        seed=seed,
        options=tuple(chosen.items()),
        players=tuple(players.items()),
        overlays=tuple(str(Path(overlay).absolute()) for overlay in overlays),
        statistics=tuple(statistics),
        most_decisions=most_decisions,
        reached=reached,
        records=on_record is not None,
    )
    total = Tally()
    is_interrupted = False
    began = perf_counter()
    tallies = _tallies(game, batch, games, jobs, executor)
    try:
        for tally in tallies:
            total = total + tally
            if on_record:
                for record in tally.records:
                    on_record(record)
            if on_progress:
                on_progress(total.games)
    except KeyboardInterrupt:
        is_interrupted = True
    seconds = perf_counter() - began
    return Report(
        pack=game.id,
        title=game.title,
        seed=seed,
        options=chosen,
        players=players,
        wanted=games,
        games=total.games,
        outcomes=total.outcomes,
        scores=total.scores,
        decisions=total.decisions,
        rounds=total.rounds,
        statistics=total.statistics,
        reached={rule: total.reached[rule] for rule in game.rules} if reached else None,
        seconds=seconds,
        is_interrupted=is_interrupted,
    )


def _checked_players(
    game: Game[Any], seats: Sequence[str], players: Mapping[str, str]
) -> dict[str, str]:
    known = bots_of(game)
    for seat, name in players.items():
        if seat not in seats or name not in known:
            raise PackError(
                f"{name!r} in seat {seat!r} cannot play {game.id} unattended; its seats: "
                f"{', '.join(seats)}; its bots: {', '.join(known)}"
            )
    missing = [seat for seat in seats if seat not in players]
    if missing or HUMAN in players.values():
        raise PackError(f"{game.id} needs a bot in seat {', '.join(missing)}; name one for each")
    return {seat: players[seat] for seat in seats}
