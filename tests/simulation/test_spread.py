"""Games given out to workers: none is lost when a worker dies; clusters."""

import inspect
import os
import signal
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from functools import cache
from itertools import count
from multiprocessing import active_children
from pathlib import Path
from time import sleep

import pytest

from tabletop_core import load_pack, run_games
from tabletop_core.errors import PackError, TabletopError
from tabletop_core.simulation import workers as workers_module
from tabletop_core.simulation.batches import Tally
from tabletop_core.simulation.chunks import spread
from tabletop_core.simulation.statistics import read_statistics
from tabletop_core.simulation.workers import Workers, open_executor
from tests.simulation.conftest import counted
from tests.waiting import PATIENCE_S


@pytest.fixture(scope="module")
def played(pig):
    """Return what a number of games comes to that are played one after the other."""
    return cache(lambda games: counted(run_games(pig, games, seed=7)))


@pytest.fixture
def statistics_in(tmp_path):
    """Read statistics from a file of Python with this text."""

    def read(text):
        file = tmp_path / "mine.py"
        file.write_text(text)
        return [read_statistics(file)]

    return read


# ---------------------------------------------------------------- workers that die


class Mortal(Executor):
    """Breaks at the calls numbered so, as a pool does whose process was killed."""

    def __init__(self, *deaths, error=None):
        self.deaths = deaths
        self.error = error or BrokenExecutor("a worker was killed")
        self.calls = 0
        self.played = []

    def submit(self, call, batch, first, games):
        self.calls += 1
        future = Future()
        if self.calls in self.deaths:
            future.set_exception(self.error)
        else:
            self.played.append(first)
            future.set_result(call(batch, first, games))
        return future


class KilledWorker(Exception):  # noqa: N818 - so named by Dask
    """What Dask raises when it gave up on a task."""


@pytest.mark.parametrize(
    ("deaths", "error"),
    [
        ((), None),
        ((1,), None),
        ((2, 5), None),
        ((3, 4, 9), None),
        ((2,), KilledWorker("a task")),
        ((2,), CancelledError()),
    ],
)
def test_chunks_of_games_are_given_out_and_a_worker_that_dies_loses_none(
    pig, played, deaths, error
):
    executor, records = Mortal(*deaths, error=error), []
    report = run_games(pig, 60, seed=7, executor=executor, on_record=records.append)

    assert counted(report) == played(60)
    assert [record.game for record in records] == list(range(60))
    assert 1 < len(executor.played) < 60
    assert executor.calls == len(executor.played) + len(deaths)


def test_other_errors_are_not_tried_again(pig):
    executor = Mortal(2, error=ZeroDivisionError("a mistake"))

    with pytest.raises(ZeroDivisionError, match="a mistake"):
        run_games(pig, 30, seed=7, executor=executor)


def test_games_over_which_workers_always_die_are_named(pig):
    with pytest.raises(
        PackError, match="workers died 3 times while playing game 0; play with one job"
    ):
        run_games(pig, 60, seed=7, executor=Mortal(*range(1, 100)))


def kill_a_worker_once(events):
    """Kill the process that plays, the first time it is asked."""
    mark = Path(os.environ["TABLETOP_TEST_MARK"])
    try:
        mark.touch(exist_ok=False)
    except FileExistsError:
        return len(events)
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def test_a_killed_process_is_replaced_and_its_games_are_played_again(
    pig, played, statistics_in, tmp_path, monkeypatch
):
    monkeypatch.setenv("TABLETOP_TEST_MARK", str(tmp_path / "killed"))
    source = inspect.getsource(kill_a_worker_once)
    statistics = statistics_in(f"import os, signal\nfrom pathlib import Path\n\n\n{source}")
    report = run_games(pig, 60, seed=7, jobs=2, statistics=statistics)

    assert (tmp_path / "killed").exists()
    assert counted(report)["outcomes"] == played(60)["outcomes"]
    assert report.statistics["kill_a_worker_once"].total == 60


# ---------------------------------------------------------------- interrupts


SLOW_AFTER_THE_FIRST_CHUNK = """
import time
from pathlib import Path

seen = []


def slow(events):
    seen.append(1)
    if len(seen) > 1:
        time.sleep({long})
        Path({mark!r}).touch()
    return 1
"""


def interrupt(record):
    raise KeyboardInterrupt


def test_an_interrupt_does_not_wait_for_games_that_workers_are_at(pig, tmp_path, statistics_in):
    mark = tmp_path / "played on"
    slow = statistics_in(SLOW_AFTER_THE_FIRST_CHUNK.format(mark=str(mark), long=PATIENCE_S))
    before = active_children()
    report = run_games(pig, 400, seed=7, jobs=2, statistics=slow, on_record=interrupt)

    assert report.is_interrupted
    assert report.games == 1
    assert not mark.exists()
    assert active_children() == before


@pytest.fixture
def ctrl_c():
    """Does what Ctrl-C does in a terminal, as far as this process is concerned."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield lambda *_: os.kill(os.getpid(), signal.SIGINT)
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_while_workers_play_ends_the_batch_between_two_chunks(pig, ctrl_c):
    told = []

    def progress(done):
        told.append(done)
        ctrl_c()
        told.append("the rest of this call")

    report = run_games(pig, 400, seed=7, jobs=2, on_progress=progress)

    assert report.is_interrupted
    assert told == [1, "the rest of this call"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_in_the_last_chunk_is_not_lost(pig, ctrl_c):
    report = run_games(pig, 1, seed=7, jobs=2, on_progress=ctrl_c)

    assert report.is_interrupted
    assert report.games == 1


def test_ctrl_c_is_left_alone_where_somebody_else_cares_for_it(pig, ctrl_c):
    noted = []
    signal.signal(signal.SIGINT, lambda *_: noted.append(1))
    report = run_games(pig, 40, seed=7, jobs=2, on_progress=ctrl_c)

    assert not report.is_interrupted
    assert noted


def slowly(what, first, count):
    """Say that one second went by, so that chunks stay small and some wait for a worker."""
    sleep(0.005)
    return Tally(games=count, seconds=1.0)


@pytest.mark.parametrize("often", [1, 2, 5, 10])
def test_workers_that_are_told_to_stop_end_by_themselves(often):
    before = set(active_children())
    asked = count()
    workers = set()

    def is_interrupted():
        workers.update(set(active_children()) - before)
        return next(asked) > often

    with pytest.raises(KeyboardInterrupt), Workers(2) as pool:
        list(spread(pool, 10_000, slowly, None, is_interrupted))

    assert [worker.exitcode for worker in workers] == [0, 0]


def test_workers_that_are_told_to_stop_while_they_begin_end_by_themselves(monkeypatch):
    begin = workers_module._begin_worker
    monkeypatch.setattr(workers_module, "_begin_worker", lambda: (sleep(0.3), begin()))
    before, begun = set(active_children()), set()

    def is_interrupted():
        begun.update(set(active_children()) - before)
        return bool(begun)

    with pytest.raises(KeyboardInterrupt), Workers(2) as pool:
        list(spread(pool, 10_000, slowly, None, is_interrupted))

    assert {worker.exitcode for worker in begun} == {0}


# ---------------------------------------------------------------- a cluster


@pytest.fixture(scope="module")
def cluster():
    distributed = pytest.importorskip("distributed", reason="the extra `dask` is not installed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        yield cluster


@pytest.mark.gate
@pytest.mark.filterwarnings("ignore")
def test_a_dask_cluster_with_two_workers_gives_the_same_results(pig, played, cluster):
    place = cluster.scheduler_address.removeprefix("tcp://")
    with open_executor(f"dask://{place}") as (executor, workers):
        assert workers == 2
        report = run_games(pig, 200, seed=7, jobs=workers, executor=executor)

    assert counted(report) == played(200)


@pytest.mark.gate
@pytest.mark.filterwarnings("ignore")
def test_a_dask_worker_that_dies_loses_nothing(pig, played, cluster):
    place = cluster.scheduler_address.removeprefix("tcp://")
    told = []

    def kill_one(done):
        if not told:
            pids = {worker.pid for worker in cluster.workers.values()}
            os.kill(min(pids), signal.SIGKILL)
        told.append(done)

    with open_executor(f"dask://{place}") as (executor, workers):
        report = run_games(pig, 300, seed=7, jobs=workers, executor=executor, on_progress=kill_one)

    assert counted(report) == played(300)


@pytest.mark.parametrize(
    ("address", "help"), [("ray://here:1", "; give one such as dask://HOST:PORT"), ("dask", "")]
)
def test_an_address_of_no_known_kind_is_refused(address, help):
    message = f"'{address}' is not the address of an executor{help}"
    with pytest.raises(TabletopError, match=message), open_executor(address):
        pass


# ---------------------------------------------------------------- statistics


STATISTICS = """
def sixes(events):
    return sum(e.kind == 'roll' and e.facts['faces'] == [6] for e in events)


def first(play):
    return play.seats[0]


def _private(events):
    return 1


def two(events, more):
    return 2
"""


def test_a_file_of_functions_of_the_events_adds_statistics(pig, statistics_in):
    statistics = statistics_in(STATISTICS)
    one, two = (run_games(pig, 40, seed=7, statistics=statistics, jobs=jobs) for jobs in (1, 2))

    assert list(one.statistics) == ["sixes", "first"]
    assert one.statistics["sixes"].total == 40
    assert one.statistics["first"].counts == {"north": 40}
    assert counted(one) == counted(two)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1", "defines no statistic; write a function whose only parameter is `events`"),
        ("def broken(:", "fails as Python: SyntaxError"),
        ("1 / 0", "fails as Python: ZeroDivisionError"),
    ],
)
def test_a_file_without_a_statistic_is_refused(statistics_in, text, message):
    with pytest.raises(TabletopError, match=message):
        statistics_in(text)


def test_a_statistic_that_returns_no_value_is_named(pig, statistics_in):
    statistics = statistics_in("def several(events):\n    return [1, 2]\n")

    with pytest.raises(PackError, match="the statistic 'several' returned a list"):
        run_games(pig, 2, seed=7, statistics=statistics)


def test_rows_of_charts_are_counted_and_those_never_hit_are_there_too():
    report = run_games(load_pack("wing_and_prayer"), 1, seed=7, reached=True)
    counts = report.rows.values()

    assert sum(counts) > 50
    assert 0 in counts
