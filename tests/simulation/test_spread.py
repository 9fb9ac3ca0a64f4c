"""Games given out to workers: none is lost when a worker dies; clusters; files of records."""

import json
import os
import signal
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
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
from tabletop_core.simulation.records import BatchFacts, Columns, Record, open_records
from tabletop_core.simulation.statistics import read_statistics
from tabletop_core.simulation.workers import Workers, open_executor

EXAMPLES = Path(__file__).parents[2] / "benchmarks" / "games"


@pytest.fixture(scope="module")
def pig():
    return load_pack("pig", [EXAMPLES])


def counted(report):
    """What a report says, without the time it took."""
    page = report.to_json()
    return {name: page[name] for name in page if not name.startswith(("seconds", "games_per"))}


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


@pytest.mark.parametrize("deaths", [(1,), (2, 5), (3, 4, 9)])
def test_a_worker_that_dies_loses_nothing(pig, deaths):
    executor = Mortal(*deaths)
    records = []
    report = run_games(pig, 60, seed=7, executor=executor, on_record=records.append)

    assert counted(report) == counted(run_games(pig, 60, seed=7))
    assert [record.game for record in records] == list(range(60))
    assert executor.calls > len(executor.played)


class KilledWorker(Exception):  # noqa: N818 - so named by Dask
    """What Dask raises when it gave up on a task."""


@pytest.mark.parametrize("error", [KilledWorker("a task"), CancelledError()])
def test_the_errors_of_clusters_that_lost_a_worker_count_as_deaths(pig, error):
    executor = Mortal(2, error=error)

    assert counted(run_games(pig, 30, seed=7, executor=executor)) == counted(
        run_games(pig, 30, seed=7)
    )


def test_other_errors_are_not_tried_again(pig):
    executor = Mortal(2, error=ZeroDivisionError("a mistake"))

    with pytest.raises(ZeroDivisionError, match="a mistake"):
        run_games(pig, 30, seed=7, executor=executor)


def test_games_over_which_workers_always_die_are_named(pig):
    with pytest.raises(PackError, match="workers died 3 times over game 0; play with one job"):
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


def test_a_killed_process_is_replaced_and_its_games_are_played_again(pig, tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_TEST_MARK", str(tmp_path / "killed"))
    file = tmp_path / "stats.py"
    lines = Path(__file__).read_text().split("def kill_a_worker_once")[1].split("\n\n\n")[0]
    file.write_text(
        "import os, signal\nfrom pathlib import Path\n\n\ndef kill_a_worker_once" + lines
    )
    report = run_games(pig, 120, seed=7, jobs=2, statistics=[read_statistics(file)])

    assert (tmp_path / "killed").exists()
    assert counted(report)["outcomes"] == counted(run_games(pig, 120, seed=7))["outcomes"]
    assert report.statistics["kill_a_worker_once"].total == 120


# ---------------------------------------------------------------- interrupts


SLOW_AFTER_THE_FIRST_CHUNK = """
import time
from pathlib import Path

seen = []


def slow(events):
    seen.append(1)
    if len(seen) > 1:
        time.sleep(20)
        Path({mark!r}).touch()
    return 1
"""


def interrupt(record):
    raise KeyboardInterrupt


def test_an_interrupt_does_not_wait_for_games_that_workers_are_at(pig, tmp_path):
    mark = tmp_path / "played on"
    file = tmp_path / "stats.py"
    file.write_text(SLOW_AFTER_THE_FIRST_CHUNK.format(mark=str(mark)))
    before = active_children()
    report = run_games(
        pig, 400, seed=7, jobs=2, statistics=[read_statistics(file)], on_record=interrupt
    )

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


@pytest.mark.parametrize("often", range(1, 11))
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


@pytest.mark.filterwarnings("ignore")
def test_a_dask_cluster_with_two_workers_gives_the_same_results(pig, cluster):
    place = cluster.scheduler_address.removeprefix("tcp://")
    with open_executor(f"dask://{place}") as (executor, workers):
        assert workers == 2
        report = run_games(pig, 200, seed=7, jobs=workers, executor=executor)

    assert counted(report) == counted(run_games(pig, 200, seed=7))


@pytest.mark.filterwarnings("ignore")
def test_a_dask_worker_that_dies_loses_nothing(pig, cluster):
    place = cluster.scheduler_address.removeprefix("tcp://")
    told = []

    def kill_one(done):
        if not told:
            pids = {worker.pid for worker in cluster.workers.values()}
            os.kill(min(pids), signal.SIGKILL)
        told.append(done)

    with open_executor(f"dask://{place}") as (executor, workers):
        report = run_games(pig, 300, seed=7, jobs=workers, executor=executor, on_progress=kill_one)

    assert counted(report) == counted(run_games(pig, 300, seed=7))


@pytest.mark.parametrize(
    ("address", "message"),
    [
        (
            "ray://here:1",
            "'ray://here:1' is not the address of an executor; give one such as dask://HOST:PORT",
        ),
        ("dask", "'dask' is not the address of an executor"),
    ],
)
def test_an_address_of_no_known_kind_is_refused(address, message):
    with pytest.raises(TabletopError, match=message), open_executor(address):
        pass


# ---------------------------------------------------------------- statistics


def test_a_file_of_functions_of_the_events_adds_statistics(pig, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "def sixes(events):\n"
        "    return sum(e.kind == 'roll' and e.facts['faces'] == [6] for e in events)\n\n\n"
        "def first(play):\n"
        "    return play.seats[0]\n\n\n"
        "def _private(events):\n"
        "    return 1\n\n\n"
        "def two(events, more):\n"
        "    return 2\n"
    )
    statistics = [read_statistics(file)]
    one = run_games(pig, 40, seed=7, statistics=statistics)
    two = run_games(pig, 40, seed=7, statistics=statistics, jobs=2)

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
def test_a_file_without_a_statistic_is_refused(tmp_path, text, message):
    file = tmp_path / "mine.py"
    file.write_text(text)

    with pytest.raises(TabletopError, match=message):
        read_statistics(file)


def test_a_statistic_that_returns_no_value_is_named(pig, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("def several(events):\n    return [1, 2]\n")

    with pytest.raises(PackError, match="the statistic 'several' returned a list"):
        run_games(pig, 2, seed=7, statistics=[read_statistics(file)])


def test_rows_of_charts_are_counted_and_those_never_hit_are_there_too():
    report = run_games(load_pack("wing_and_prayer"), 2, seed=7, reached=True)
    counts = report.rows.values()

    assert sum(counts) > 50
    assert 0 in counts


# ---------------------------------------------------------------- files of records


def written(pig, path):
    facts = BatchFacts(
        pack="pig", version="1.0", options={"goal": 100}, players={"north": "a", "south": "b"}
    )
    with open_records(path, Columns(("north", "south"), options=["goal"])) as write:
        run_games(pig, 12, seed=7, on_record=lambda record: write(record, facts))


def test_records_as_json_lines_are_one_object_a_game(pig, tmp_path):
    written(pig, tmp_path / "games.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]

    assert [line["game"] for line in lines] == list(range(12))
    assert set(lines[0]) >= {"seed", "outcome", "winner", "score north", "score south"}


def test_records_as_parquet_hold_the_same_as_json_lines(pig, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra `parquet` is not installed")
    for ending in ("jsonl", "parquet"):
        written(pig, tmp_path / f"games.{ending}")
    lines = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]

    rows = parquet.read_table(tmp_path / "games.parquet").to_pylist()
    assert rows == [line | {"option goal": "100"} for line in lines]


def test_a_statistic_named_as_a_column_of_decisions_keeps_its_kind_in_a_file_of_games(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra `parquet` is not installed")
    columns = Columns(("north",), statistics=("step", "number"))
    record = Record(0, 1, "won", "north", 5, None, {"north": 1.0}, (2.5, "many"))
    with open_records(tmp_path / "games.parquet", columns) as write:
        write(record, BatchFacts(pack="pig", version="1.0"))

    (row,) = parquet.read_table(tmp_path / "games.parquet").to_pylist()

    assert (row["step"], row["number"]) == (2.5, "many")


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet"])
def test_a_statistic_with_the_name_of_a_column_is_refused(tmp_path, ending):
    columns = Columns(("north",), statistics=("seed",))
    with (
        pytest.raises(TabletopError, match="two columns 'seed'; give the function"),
        open_records(tmp_path / f"games.{ending}", columns),
    ):
        pass

    assert not list(tmp_path.iterdir())


def test_records_of_no_known_ending_are_refused(tmp_path):
    with (
        pytest.raises(TabletopError, match=r"end its name with one of: .csv, .jsonl, .parquet"),
        open_records(tmp_path / "games.xls", Columns(("north",))),
    ):
        pass
