"""Many games at once: the same for any number of workers, each one playable again, nothing kept."""

import csv
import io
import itertools
import json
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from xml.etree import ElementTree

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_core import load_pack, run_games
from tabletop_core.bots.seating import play_bots, seat_bots
from tabletop_core.bots.simple import RandomBot, random_numbers
from tabletop_core.engine.decisions import Decision
from tabletop_core.engine.match import Match
from tabletop_core.errors import PackError
from tabletop_core.intervals import wilson
from tabletop_core.reports.pages import report_page
from tabletop_core.simulation.batches import game_seed
from tabletop_core.simulation.distributions import MAX_VALUES, Distribution
from tabletop_core.simulation.records import BatchFacts, Columns, DecisionColumns, open_records

EXAMPLES = Path(__file__).parents[2] / "benchmarks" / "games"


@pytest.fixture(scope="module")
def tic_tac_toe():
    return load_pack("tic_tac_toe", [EXAMPLES])


@pytest.fixture(scope="module")
def pig():
    return load_pack("pig", [EXAMPLES])


def counted(report):
    """What a report says, without the time it took."""
    page = report.to_json()
    return {name: page[name] for name in page if not name.startswith(("seconds", "games_per"))}


def sevens(play):
    """How often a kept turn was worth exactly seven points."""
    return sum(event.kind == "kept" and event.facts["turn"] == 7 for event in play.events)


# ---------------------------------------------------------------- the same for any worker


class AtOnce(Executor):
    """Runs each call when it is given, and remembers how many games it had."""

    def __init__(self):
        self.sizes = []

    def submit(self, call, batch, first, games):
        self.sizes.append(games)
        future = Future()
        future.set_result(call(batch, first, games))
        return future


def test_any_number_of_jobs_gives_the_same_results(pig):
    alone = run_games(pig, 60, seed=7)
    two = run_games(pig, 60, seed=7, jobs=2)

    assert counted(alone) == counted(two)


def test_any_executor_gives_the_same_results_in_the_order_of_the_games(pig):
    records, others = [], []
    alone = run_games(pig, 60, seed=7, on_record=records.append)
    with ThreadPoolExecutor(3) as threads:
        spread = run_games(pig, 60, seed=7, executor=threads, on_record=others.append)

    assert counted(alone) == counted(spread)
    assert records == others
    assert [record.game for record in records] == list(range(60))


def test_processes_that_share_nothing_find_a_pack_in_its_folder(pig):
    alone = run_games(pig, 5, seed=7)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as processes:
        elsewhere = run_games(pig, 5, seed=7, executor=processes)

    assert counted(alone) == counted(elsewhere)


def test_work_is_given_out_in_chunks_that_cover_every_game_once(pig):
    executor = AtOnce()
    report = run_games(pig, 100, seed=7, executor=executor)

    assert sum(executor.sizes) == report.games == 100
    assert 1 < len(executor.sizes) < 100


def test_a_game_does_not_depend_on_how_many_are_played(pig):
    few, many = [], []
    run_games(pig, 5, seed=7, on_record=few.append)
    run_games(pig, 50, seed=7, on_record=many.append)

    assert few == many[:5]


def test_another_master_seed_gives_other_games(pig):
    assert counted(run_games(pig, 20, seed=7)) != counted(run_games(pig, 20, seed=8))


def test_no_two_games_of_a_batch_or_of_its_neighbour_share_a_seed():
    seeds = {game_seed(master, number) for master in range(3) for number in range(5000)}

    assert len(seeds) == 15_000


@pytest.mark.parametrize("north", ["random", "greedy"])
def test_the_seed_of_a_record_plays_the_same_game_again_alone(pig, north):
    players = {"north": north, "south": "random"}
    records = []
    run_games(pig, 4, seed=7, players=players, options={"goal": 50}, on_record=records.append)
    for record in records:
        match = pig.start({"goal": 50}, seed=record.seed)
        play_bots(match, seat_bots(pig, players, record.seed))

        assert match.outcome.winner == record.winner
        assert match.outcome.scores == record.scores
        assert match.decisions == record.decisions


def test_random_bots_answer_the_same_in_the_fast_loop_of_batches(tricks):
    fast = tricks.start(seed=3, tape=None)
    fast.run_at_random(random_numbers(3))
    bare = Match(tricks, options=fast.options, data=fast.data, seed=3, snapshots=False).begin()
    bare.run_at_random(random_numbers(3))
    slow = tricks.start(seed=3)
    play_bots(slow, seat_bots(tricks, dict.fromkeys(slow.seats, "random"), 3))

    assert bare.tape is None
    assert fast.state == bare.state == slow.state
    assert fast.outcome == bare.outcome == slow.outcome
    assert fast.decisions == bare.decisions == slow.decisions > 0


# ---------------------------------------------------------------- random answers


def test_random_numbers_reach_every_option_alike():
    decision = Decision(("you",), "Which?", ("a", "b", "c"))

    assert [decision.at_random(number / 6) for number in range(6)] == ["a", "a", "b", "b", "c", "c"]


@given(st.floats(0, 1, exclude_max=True), st.integers(0, 3), st.integers(3, 9))
def test_a_random_answer_of_several_options_is_legal(number, least, most):
    decision = Decision(("you",), "Which?", ("a", "b", "c", "d"), least=least, most=most)

    assert decision.check(decision.at_random(number)) == decision.at_random(number)


def test_a_random_bot_takes_one_number_for_each_answer():
    drawn = []
    bot = RandomBot()
    bot.draw = lambda: drawn.append(0.5) or 0.5
    bot.choose(None, Decision(("you",), "Which?", ("a", "b")))
    bot.choose(None, Decision(("you",), "Which?", ("a", "b", "c"), least=1, most=2))

    assert len(drawn) == 2


# ---------------------------------------------------------------- what is counted


def test_outcomes_scores_and_lengths_add_up_to_the_records(pig):
    records = []
    report = run_games(pig, 30, seed=7, on_record=records.append)

    assert report.games == sum(report.outcomes.values()) == 30
    assert report.wins["north"] == sum(record.winner == "north" for record in records)
    assert report.decisions.total == 30
    assert report.decisions.mean == sum(record.decisions for record in records) / 30
    for seat in ("north", "south"):
        scores = sorted(record.scores[seat] for record in records)
        assert sorted(report.scores[seat].counts.elements()) == scores
    assert max(report.rounds.counts) == max(record.rounds for record in records)


def test_a_statistic_reads_the_events_of_each_game(pig):
    records = []
    report = run_games(pig, 20, seed=7, statistics=[sevens], on_record=records.append)
    found = report.statistics["sevens"]

    assert found.total == 20
    assert found.mean * 20 == sum(record.statistics[0] for record in records) > 0
    assert report.to_json()["statistics"]["sevens"]["mean"] == pytest.approx(found.mean)


@pytest.mark.parametrize("looks_ahead", [False, True])
@pytest.mark.parametrize("statistics", [(), (sevens,)])
def test_a_batch_keeps_events_and_tape_only_where_they_are_read(pig, looks_ahead, statistics):
    kept = []

    class Watcher(RandomBot):
        def choose(self, match, decision):
            kept.append((bool(match.events), match.tape is not None, hasattr(match, "checkpoints")))
            return super().choose(match, decision)

    Watcher.looks_ahead = looks_ahead
    watched = attrs.evolve(pig, bots={"watcher": Watcher})
    players = {"north": "watcher", "south": "random"}
    run_games(watched, 1, seed=7, players=players, statistics=statistics)

    assert kept[-1] == (bool(statistics), looks_ahead, looks_ahead)


def test_rules_reached_are_counted_exactly(tic_tac_toe, pig):
    marks = run_games(tic_tac_toe, 10, seed=7, reached=True)
    (count,) = marks.reached.values()
    assert count == sum(length * games for length, games in marks.decisions.counts.items())

    kept = []
    turns = run_games(pig, 10, seed=7, reached=True, statistics=[lambda play: kept.append(play)])
    by_title = {rule.title: count for rule, count in turns.reached.items()}
    assert by_title["Keep the points"] == sum(
        event.kind == "kept" for match in kept for event in match.events
    )
    assert by_title["Roll or hold"] > by_title["Keep the points"] > 0


def test_a_rule_no_game_reaches_is_counted_as_zero(race):
    report = run_games(race, 3, seed=7, reached=True, most_decisions=0)

    assert set(report.reached) == set(race.rules)
    assert report.outcomes == {("unfinished", None): 3}
    assert list(report.reached.values()).count(0) == len(race.rules) - 1


def test_a_game_beyond_the_limit_of_decisions_is_unfinished(pig):
    report = run_games(pig, 10, seed=7, most_decisions=30)

    assert report.outcomes == {("unfinished", None): 10}
    assert report.decisions.counts == {30: 10}


def test_options_reach_the_games(pig):
    short = run_games(pig, 20, seed=7, options={"goal": "50"})
    long = run_games(pig, 20, seed=7, options={"goal": "200"})

    assert short.options == {"goal": 50}
    assert short.decisions.mean < long.decisions.mean


# ---------------------------------------------------------------- interrupts and faults


class Interrupt:
    """Interrupts the batch when so many games are finished."""

    def __init__(self, games):
        self.games = games

    def __call__(self, done):
        if done >= self.games:
            raise KeyboardInterrupt


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_reports_what_was_finished(pig, jobs):
    records = []
    report = run_games(
        pig, 100_000, seed=7, jobs=jobs, on_progress=Interrupt(10), on_record=records.append
    )

    assert report.is_interrupted
    assert 10 <= report.games < 100_000
    assert report.wanted == 100_000
    assert counted(report)["games"] == len(records)
    whole = run_games(pig, report.games, seed=7)
    assert counted(whole) | {"interrupted": True} == counted(report)


def test_an_interrupt_before_the_first_game_still_gives_a_report(pig):
    def at_once(play):
        raise KeyboardInterrupt

    report = run_games(pig, 5, statistics=[at_once])

    assert report.games == 0
    assert report.is_interrupted
    assert report.to_json()["outcomes"] == []
    assert "<h1>" in report_page(report)


def test_progress_tells_how_many_games_are_finished(pig):
    told = []
    run_games(pig, 50, seed=7, on_progress=told.append)

    assert told == sorted(told)
    assert told[-1] == 50


def test_a_game_that_fails_names_its_number_and_its_seed(pig):
    games = itertools.count()

    def fails(play):
        return 1 // (next(games) != 3)

    with pytest.raises(PackError, match=f"game 3 of pig.*{game_seed(7, 3)}") as told:
        run_games(pig, 10, seed=7, statistics=[fails])

    assert isinstance(told.value.__cause__, ZeroDivisionError)


def test_a_game_that_fails_names_the_line(pig):
    def fails(play):
        return 1 // 0

    line = fails.__code__.co_firstlineno + 1

    with pytest.raises(
        PackError, match=rf"ZeroDivisionError: .*, at \S*{Path(__file__).name}:{line};"
    ):
        run_games(pig, 1, seed=7, statistics=[fails])


def test_a_game_that_fails_elsewhere_says_the_same(pig):
    with (
        ThreadPoolExecutor(1) as threads,
        pytest.raises(PackError, match="game 0 of pig failed: TypeError"),
    ):
        run_games(pig, 10, seed=7, statistics=[len], executor=threads)


def test_a_game_that_is_no_pack_plays_with_one_job_only(race):
    assert run_games(race, 3, seed=7).games == 3
    with pytest.raises(PackError, match="run it with one job"):
        run_games(race, 3, seed=7, jobs=2)


@pytest.mark.parametrize(
    ("players", "words"),
    [
        ({"north": "human", "south": "random"}, "'human' in seat 'north'.*random, greedy"),
        ({"north": "clever", "south": "random"}, "'clever' in seat 'north'"),
        ({"north": "random"}, "needs a bot in seat south"),
        ({"east": "random"}, "seat 'east'.*north, south"),
    ],
)
def test_players_that_cannot_play_unattended_are_refused(pig, players, words):
    with pytest.raises(PackError, match=words):
        run_games(pig, 3, players=players)


@pytest.mark.parametrize("how", [{"games": 0}, {"games": 3, "jobs": 0}])
def test_no_games_or_no_jobs_are_refused(pig, how):
    with pytest.raises(PackError, match="give 1 or more"):
        run_games(pig, **how)


# ---------------------------------------------------------------- statistics


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [
        # Worked by hand from Wilson's formula with z = 1.959964.
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (8, 10, 0.4902, 0.9433),
        (10, 10, 0.7225, 1.0),
        (85, 100, 0.7672, 0.9069),
    ],
)
def test_the_interval_of_a_share_is_wilsons(count, total, low, high):
    assert wilson(count, total) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_nothing_is_known_of_a_share_of_no_games():
    assert wilson(0, 0) == (0.0, 1.0)


def spread_of(values):
    spread = Distribution()
    spread.counts.update(values)
    spread.coarsen()
    return spread


def test_mean_deviation_and_quantiles_of_a_spread():
    spread = spread_of([2, 4, 4, 4, 5, 5, 7, 9])

    assert spread.mean == 5
    assert spread.sd == pytest.approx((32 / 7) ** 0.5)
    assert [spread.quantile(share) for share in (0, 0.5, 0.51, 1)] == [2, 4, 5, 9]
    assert spread.to_json()["median"] == 4


def test_a_spread_with_few_values_counts_them_exactly():
    spread = spread_of(range(MAX_VALUES))

    assert spread.width == 0
    assert spread.total == len(spread.counts) == MAX_VALUES


def test_a_spread_with_many_values_stays_small_and_keeps_its_mean():
    values = [number * 1.5 for number in range(20_000)]
    spread = spread_of(values)

    assert len(spread.counts) <= MAX_VALUES
    assert spread.total == 20_000
    assert spread.mean == pytest.approx(sum(values) / 20_000, abs=spread.width)


@given(st.lists(st.integers(-(10**6), 10**6)), st.integers(0, 60), st.booleans())
def test_parts_of_a_spread_add_up_to_the_whole_in_any_order(values, cut, is_turned):
    with pytest.MonkeyPatch.context() as few:
        few.setattr("tabletop_core.simulation.distributions.MAX_VALUES", 8)
        parts = [spread_of(values[:cut]), spread_of(values[cut:])]
        whole = spread_of(values)

        assert sum(reversed(parts) if is_turned else parts, Distribution()) == whole
        assert len(whole.counts) <= 8


def test_a_spread_of_words_counts_them():
    spread = spread_of(["calm", "storm", "calm"])

    assert spread.to_json() == {
        "values": [{"value": "calm", "count": 2}, {"value": "storm", "count": 1}]
    }


@pytest.mark.parametrize(
    ("values", "bars"),
    [
        ([3, 3, 5], [("3", 2), ("4", 0), ("5", 1)]),
        (range(100), [(f"{low} to {low + 4}", 5) for low in range(0, 100, 5)]),
        ([0.1, 0.9], None),
    ],
)
def test_bars_put_neighbours_together_and_lose_nothing(values, bars):
    found = spread_of(values).bars()

    assert bars is None or found == bars
    assert len(found) <= 30
    assert sum(count for _, count in found) == len(list(values))


# ---------------------------------------------------------------- what is handed out


def test_the_json_report_has_the_promised_shape(pig):
    page = json.loads(json.dumps(run_games(pig, 20, seed=7).to_json()))

    assert {"pack", "games", "seed", "options", "outcomes", "score", "length"} <= set(page)
    assert {"seconds", "games_per_second"} <= set(page)
    assert (page["pack"], page["games"], page["seed"]) == ("pig", 20, 7)
    for share in page["outcomes"]:
        assert share["low"] <= share["percent"] <= share["high"]
    assert sum(share["count"] for share in page["outcomes"]) == 20
    assert set(page["score"]) == {"north", "south"}
    assert set(page["length"]) == {"decisions", "rounds"}
    decisions = page["length"]["decisions"]
    assert decisions["low"] <= decisions["mean"] <= decisions["high"]


def test_the_table_of_games_has_a_line_for_each(pig, tmp_path):
    path, records = tmp_path / "games.csv", []
    facts = BatchFacts(pack="pig", version="1.0", players={"north": "random", "south": "random"})
    with open_records(path, Columns(["north", "south"], ["sevens"])) as write:

        def keep(record):
            records.append(record)
            write(record, facts)

        run_games(pig, 3, seed=7, statistics=[sevens], on_record=keep)
    lines = list(csv.DictReader(io.StringIO(path.read_text())))

    assert [int(line["game"]) for line in lines] == [0, 1, 2]
    assert [int(line["seed"]) for line in lines] == [record.seed for record in records]
    assert [int(line["score north"]) for line in lines] == [
        record.scores["north"] for record in records
    ]
    assert [int(line["sevens"]) for line in lines] == [record.statistics[0] for record in records]


def test_the_page_is_complete_in_itself_and_its_pictures_are_sound(pig):
    page = report_page(run_games(pig, 20, seed=7, reached=True, statistics=[sevens]))

    assert "goal reached: north" in page
    assert "Keep the points" in page
    pictures = [part.partition("</svg>")[0] + "</svg>" for part in page.split("<svg")[1:]]
    assert len(pictures) >= 6
    for picture in pictures:
        ElementTree.fromstring("<svg" + picture)
    for link in ("src=", "href=", "@import", "url("):
        assert link not in page


def test_names_cannot_break_the_page(pig):
    def odd(play):
        return "<b>&"

    odd.__name__ = "<script>"
    page = report_page(run_games(pig, 2, seed=7, statistics=[odd]))

    assert "<script>" not in page
    assert "&lt;b&gt;&amp;" in page


def test_each_answer_of_a_batch_is_told_with_what_was_asked(pig):
    players = {"north": "random", "south": "greedy"}
    answers, records = [], []
    run_games(pig, 6, seed=7, players=players, on_decision=answers.append, on_record=records.append)

    for record in records:
        mine = [one for one in answers if one.game == record.game]
        assert [one.number for one in mine] == list(range(record.decisions))
        assert {one.seed for one in mine} == {record.seed}
    assert {one.seat for one in answers} == {"north", "south"}
    assert {one.answer for one in answers} == {"roll", "hold"}
    assert max(one.options for one in answers) == 2


def test_to_tell_the_answers_changes_no_game_and_processes_tell_the_same(pig):
    plain, told, answers, others = [], [], [], []
    run_games(pig, 12, seed=7, on_record=plain.append)
    run_games(pig, 12, seed=7, on_record=told.append, on_decision=answers.append)
    run_games(pig, 12, seed=7, jobs=2, on_decision=others.append)

    assert told == plain
    assert others == answers


@pytest.mark.parametrize("ending", [".csv", ".jsonl", ".parquet"])
def test_a_file_of_decisions_holds_a_line_for_each_answer(pig, tmp_path, ending):
    if ending == ".parquet":
        pytest.importorskip("pyarrow")
    path = tmp_path / f"answers{ending}"
    answers = []
    run_games(pig, 3, seed=7, on_decision=answers.append)
    facts = BatchFacts(
        pack="pig", version="1", options={"goal": 50}, players=dict.fromkeys(pig.seats, "random")
    )
    with open_records(path, DecisionColumns(["goal"])) as write:
        for one in answers:
            write(one, facts)

    rows = rows_of(path)
    assert len(rows) == len(answers)
    assert [row["answer"] for row in rows] == [one.answer for one in answers]
    assert [int(row["seed"]) for row in rows] == [one.seed for one in answers]
    assert {(row["bot"], str(row["option goal"])) for row in rows} == {("random", "50")}


def rows_of(path):
    """Return the rows of a file by their columns."""
    if path.suffix == ".parquet":
        from pyarrow import parquet

        return parquet.read_table(path).to_pylist()
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".jsonl":
        return list(map(json.loads, text.splitlines()))
    return list(csv.DictReader(io.StringIO(text)))
