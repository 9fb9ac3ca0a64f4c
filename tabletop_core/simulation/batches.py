"""Many games at once: outcomes, scores and lengths, the same for any number of workers.

Each game has a seed of its own, derived from the master seed and its number.
So results do not depend on how the games are spread over workers, and any game of a batch can be
replayed alone with its seed.
Memory grows with the number of different results, not with the number of games.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from functools import lru_cache
from hashlib import sha512
from itertools import count
from pathlib import Path
from struct import unpack
from time import perf_counter
from typing import Any

import attrs

from ..bots.seating import HUMAN, bot_names, is_all_random, make_bot, seat_bots
from ..bots.simple import chooser, random_numbers
from ..engine.decisions import Answer, Decision
from ..engine.endless import BUDGET_S, TimeIsUp, WaitIsUp, ending
from ..engine.faults import ReturnedError, fault_of, line_of
from ..engine.game import Game
from ..engine.match import Chooser, Match
from ..engine.outcome import Outcome, Seats, name_together
from ..engine.pickling import folder_of_game, game_of
from ..engine.rules import Rule
from ..engine.tape import Tape
from ..errors import PackError
from ..plugins.extensions import Extension, extend
from .chunks import Chunks, spread
from .distributions import Distribution
from .records import DecisionRecord, Record
from .report import Report
from .statistics import Statistic, StatisticFile, checked, statistic, statistics_of
from .workers import ExternalExecutor, Workers, interrupts_noted

MOST_DECISIONS = 20_000
"""Decisions after which a game between bots is stopped: they may go in circles."""


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
    """A batch to play, in a form that can be sent to another process.

    `package` and `folder` locate the game there; `extensions` find what adds to it.
    """

    package: str
    folder: str
    seed: int | str
    options: tuple[tuple[str, Any], ...]
    players: tuple[tuple[str, str], ...]
    extensions: tuple[Extension, ...] = ()
    overlays: tuple[str, ...] = ()
    statistics: tuple[Statistic, ...] = ()
    files: tuple[StatisticFile, ...] = ()
    most_decisions: int = MOST_DECISIONS
    reached: bool = False
    records: bool = False
    decisions: bool = False


@attrs.define
class Tally:
    """The counts of some games; tallies add up to the same in any order.

    `results` counts the kinds of outcomes, each with the seats in their places.
    """

    games: int = 0
    results: Counter[tuple[str, tuple[Seats, ...]]] = attrs.field(factory=Counter)
    scores: dict[str, Distribution] = attrs.field(factory=dict)
    decisions: Distribution = attrs.field(factory=Distribution)
    rounds: Distribution = attrs.field(factory=Distribution)
    statistics: dict[str, Distribution] = attrs.field(factory=dict)
    reached: Counter[Rule] = attrs.field(factory=Counter)
    rows: Counter[tuple[str, str]] = attrs.field(factory=Counter)
    records: list[Record] = attrs.field(factory=list)
    answers: list[DecisionRecord] = attrs.field(factory=list)
    seconds: float = 0.0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            games=self.games + other.games,
            results=self.results + other.results,
            scores=_joined(self.scores, other.scores),
            decisions=self.decisions + other.decisions,
            rounds=self.rounds + other.rounds,
            statistics=_joined(self.statistics, other.statistics),
            reached=self.reached + other.reached,
            rows=self.rows + other.rows,
        )

    @property
    def outcomes(self) -> Counter[tuple[str, str | None]]:
        """The number of games for each kind of outcome and winner."""
        found: Counter[tuple[str, str | None]] = Counter()
        for (kind, places), games in self.results.items():
            found[kind, Outcome(kind=kind, places=places).winner] += games
        return found

    def wins(self, team: Seats) -> int:
        return sum(n for (_, places), n in self.results.items() if places and team[0] in places[0])

    def places(self, team: Seats) -> Distribution:
        """Return how often a team took each place."""
        found = Distribution()
        for (kind, places), games in self.results.items():
            if places:
                found.counts[Outcome(kind=kind, places=places).place_of(team[0])] += games
        return found


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
        self.data = game.data_with([Path(overlay) for overlay in batch.overlays])
        players = dict(batch.players)
        self.looks_ahead = any(make_bot(game, name).looks_ahead for name in players.values())
        self.players = players
        self.is_all_random = is_all_random(game, players) and not batch.decisions
        self.statistics = [statistic(one) for one in batch.statistics]
        for file in batch.files:
            self.statistics += statistics_of(file)

    def play_one(self, number: int, tally: Tally) -> None:
        """Play one game to its end and count it."""
        batch = self.batch
        seed = game_seed(batch.seed, number)
        match: Match[Any] = Match(
            self.game,
            options=self.options,
            data=self.data,
            seed=seed,
            tape=Tape() if self.looks_ahead else None,
            record=bool(self.statistics) or batch.reached,
            headings=False,
            snapshots=self.looks_ahead,
            reached=tally.reached if batch.reached else None,
        )
        try:
            if self.is_all_random:
                match.run_at_random(random_numbers(seed), batch.most_decisions)
            else:
                choose = self.chooser(seed)
                if batch.decisions:
                    choose = noting(choose, number, seed, tally.answers.append)
                match.begin().run(choose)
            self.count(number, seed, match, tally)
        except Exception as error:
            kind = f"{type(error).__name__}: {error}"
            what = error.what if isinstance(error, ReturnedError) else kind
            raise PackError(
                f"game {number} of {self.game.id} failed: {what}, at "
                f"{line_of(error, self.game.package)}; its seed is {seed}"
            ) from error
        except TimeIsUp as error:
            does = "waits for something outside" if isinstance(error, WaitIsUp) else "does not end"
            what = f"it {does}, in game {number} of seed {seed}"
            raise PackError(str(fault_of(error, what) or what)) from error

    def chooser(self, seed: int) -> Chooser:
        choose = chooser(seat_bots(self.game, self.players, seed))
        most = self.batch.most_decisions
        return lambda match, decision: None if match.decisions >= most else choose(match, decision)

    def count(self, number: int, seed: int, match: Match[Any], tally: Tally) -> None:
        outcome = match.outcome or UNFINISHED
        tally.games += 1
        tally.results[outcome.kind, outcome.places] += 1
        tally.decisions.counts[match.decisions] += 1
        rounds = match.rounds_begun
        if rounds is not None:
            tally.rounds.counts[rounds] += 1
        for seat, score in outcome.scores.items():
            if seat not in tally.scores:
                tally.scores[seat] = Distribution()
            tally.scores[seat].counts[score] += 1
        if self.batch.reached:
            for event in match.events:
                if event.kind == "look_up":
                    _count_rows(tally.rows, event.facts)
        values = self._read_statistics(match, tally) if self.statistics else ()
        if self.batch.records:
            tally.records.append(
                Record(
                    number,
                    seed,
                    outcome.kind,
                    outcome.winner,
                    match.decisions,
                    rounds,
                    outcome.scores,
                    values,
                    outcome.places,
                )
            )

    def _read_statistics(self, match: Match[Any], tally: Tally) -> tuple[Any, ...]:
        values = tuple([checked(one.__name__, one(match.play)) for one in self.statistics])
        for one, value in zip(self.statistics, values, strict=True):
            if value is not None:
                tally.statistics.setdefault(one.__name__, Distribution()).counts[value] += 1
        return values

    def play_chunk(self, first: int, games: int) -> Tally:
        """Play some games, numbered from `first`, and return their counts."""
        began = perf_counter()
        tally = Tally()
        with ending(BUDGET_S):
            for number in range(first, first + games):
                self.play_one(number, tally)
        for values in (tally.decisions, *tally.scores.values(), *tally.statistics.values()):
            values.coarsen()
        tally.seconds = perf_counter() - began
        return tally


def noting(
    choose: Chooser, game: int, seed: int, note: Callable[[DecisionRecord], object]
) -> Chooser:
    """Return a chooser that notes each answer of another one, and what was asked."""

    numbers = count()

    def chosen(match: Match[Any], decision: Decision) -> Answer | None:
        answer = choose(match, decision)
        if answer is not None:
            step = match.play.step
            note(
                DecisionRecord(
                    game=game,
                    seed=seed,
                    number=next(numbers),
                    round=match.rounds_begun,
                    step=step.name if step else "",
                    seat=decision.seat,
                    rule=decision.asked_by.name if decision.asked_by else "",
                    kind=decision.kind,
                    prompt=decision.prompt,
                    options=len(decision.options),
                    answer="; ".join(map(str, answer))
                    if isinstance(answer, tuple)
                    else str(answer),
                )
            )
        return answer

    return chosen


def team_names(game: Game[Any], options: Mapping[str, Any]) -> dict[str, Seats]:
    """Return the teams of a game by their names: the seat of one alone, `EVERYONE` for all."""
    seats = game.seats_for(options)
    return {name_together(team, len(seats)): team for team in game.teams_for(options)}


def _count_rows(rows: Counter[tuple[str, str]], facts: Mapping[str, Any]) -> None:
    """Count the row that a lookup hit, and the rows of the lookups before it."""
    rows[facts["table"], facts["row"]] += 1
    for before in facts.get("before", ()):
        _count_rows(rows, before)


UNFINISHED = Outcome(kind="unfinished", why="it reached the limit of decisions")


# ---------------------------------------------------------------- other processes


@lru_cache(maxsize=4)
def _worker_for(batch: Batch) -> Worker:
    """Return this process's worker for a batch; the game is loaded once."""
    game = game_of(batch.package, batch.folder)
    return Worker(batch, extend(game, batch.extensions))


def _play_chunk_in_worker(batch: Batch, first: int, games: int) -> Tally:
    return _worker_for(batch).play_chunk(first, games)


def _folder_of(game: Game[Any]) -> str:
    """Return the folder that holds a pack.

    Raises:
        PackError: its module does not give this game.
    """
    try:
        return folder_of_game(game.original or game)
    except PackError as error:
        raise PackError(f"{error}; run it with one job") from None


# ---------------------------------------------------------------- the batch


def _tallies(
    game: Game[Any], batch: Batch, games: int, jobs: int, executor: Executor | None
) -> Iterator[Tally]:
    """Yield the tally of each chunk, in the order of the games."""
    if executor is None and jobs == 1:
        chunks = Chunks(games, 1)
        worker = Worker(batch, game)
        while chunks.are_left:
            tally = worker.play_chunk(*chunks.next())
            chunks.learn(tally)
            yield tally
        return
    workers = Workers(jobs) if executor is None else ExternalExecutor(executor, max(jobs, 2))
    with interrupts_noted() as is_interrupted, workers:
        yield from spread(workers, games, _play_chunk_in_worker, batch, is_interrupted)


def run_games(
    game: Game[Any],
    games: int,
    seed: int | str = 0,
    options: Mapping[str, Any] | None = None,
    players: Mapping[str, str] | None = None,
    jobs: int = 1,
    *,
    statistics: Sequence["Statistic | StatisticFile"] = (),
    executor: Executor | None = None,
    on_progress: Callable[[int], None] | None = None,
    on_record: Callable[[Record], None] | None = None,
    on_decision: Callable[[DecisionRecord], None] | None = None,
    reached: bool = False,
    overlays: Sequence[Path | str] = (),
    most_decisions: int = MOST_DECISIONS,
) -> Report:
    """Play many games with bots and count the results.

    Args:
        games: how many.
        seed: the master seed; the same one gives the same results for any number of jobs.
        players: name of the bot in each seat (default: `random` in all).
        jobs: how many processes play.
        statistics: named functions of `play` or `events` that read one value from each finished
            game, or files of them, as `read_statistics` returns.
        executor: any `concurrent.futures` executor; plays the chunks instead of new processes.
        on_progress: called with the number of games finished so far.
        on_record: called with the record of each game, in the order of the games.
        on_decision: called with each answer and what was asked, in the order of the games.
        reached: count how often each rule was carried out, and each row of a table was hit.
        overlays: files laid over the data of the pack.
        most_decisions: a game that has not ended by then is counted as `unfinished`.

    An interrupt (Ctrl-C) ends the batch; the report then covers the games finished so far.

    Raises:
        PackError: wrong options or players, a game that fails, or a game that other processes
            cannot find.

    >>> from tabletop_core import load_pack, run_games
    >>> report = run_games(load_pack("my_game"), games=3, seed=7)
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
        extensions=game.extensions,
        seed=seed,
        options=tuple(chosen.items()),
        players=tuple(players.items()),
        overlays=tuple(str(Path(overlay).absolute()) for overlay in overlays),
        statistics=tuple(one for one in statistics if not isinstance(one, StatisticFile)),
        files=tuple(one for one in statistics if isinstance(one, StatisticFile)),
        most_decisions=most_decisions,
        reached=reached,
        records=on_record is not None,
        decisions=on_decision is not None,
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
            if on_decision:
                for one in tally.answers:
                    on_decision(one)
            if on_progress:
                on_progress(total.games)
    except KeyboardInterrupt:
        is_interrupted = True
    seconds = perf_counter() - began
    teams = team_names(game, chosen)
    with_places = teams if len(teams) > 2 and any(places for _, places in total.results) else ()
    return Report(
        pack=game.id,
        title=game.title,
        seed=seed,
        options=chosen,
        players=players,
        wanted=games,
        games=total.games,
        outcomes=total.outcomes,
        teams=teams,
        wins={name: total.wins(team) for name, team in teams.items()},
        scores=total.scores,
        places={name: total.places(teams[name]) for name in with_places},
        decisions=total.decisions,
        rounds=total.rounds,
        statistics=total.statistics,
        reached={rule: total.reached[rule] for rule in game.rules} if reached else None,
        rows=_all_rows(game, batch, total.rows) if reached else None,
        seconds=seconds,
        is_interrupted=is_interrupted,
    )


def _checked_players(
    game: Game[Any], seats: Sequence[str], players: Mapping[str, str]
) -> dict[str, str]:
    for seat, name in players.items():
        if seat not in seats or name == HUMAN:
            raise PackError(
                f"{name!r} in seat {seat!r} cannot play {game.id} unattended; its seats: "
                f"{', '.join(seats)}; its bots: {', '.join(bot_names(game))}"
            )
        try:
            make_bot(game, name)
        except PackError as error:
            raise PackError(f"{name!r} in seat {seat!r} cannot play: {error}") from None
    missing = [seat for seat in seats if seat not in players]
    if missing:
        raise PackError(f"{game.id} needs a bot in seat {', '.join(missing)}; name one for each")
    return {seat: players[seat] for seat in seats}


def _all_rows(
    game: Game[Any], batch: Batch, hit: Mapping[tuple[str, str], int]
) -> dict[tuple[str, str], int]:
    """Return how often each row of the pack's tables was hit, those that never were included."""
    tables = game.data_with([Path(overlay) for overlay in batch.overlays]).tables
    known = {(name, str(row)): 0 for name, table in tables.items() for row in table.rows}
    return known | dict(hit)
