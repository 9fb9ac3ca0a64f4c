"""Many games at once: the same for any number of workers, each one playable again, nothing kept."""

import csv
import io
import itertools
import json
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from xml.etree import ElementTree

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_core import run_games
from tabletop_core.bots.seating import play_bots, seat_bots
from tabletop_core.bots.simple import RandomBot, random_numbers
from tabletop_core.engine.decisions import Decision
from tabletop_core.engine.match import Match
from tabletop_core.errors import PackError, TabletopError
from tabletop_core.intervals import wilson
from tabletop_core.reports.pages import report_page
from tabletop_core.simulation.batches import game_seed
from tabletop_core.simulation.distributions import MAX_VALUES, Distribution
from tabletop_core.simulation.records import (
    BatchFacts,
    Columns,
    DecisionColumns,
    Record,
    open_records,
)
from tests.simulation.conftest import counted


@pytest.fixture(scope="module")
def play(pig):
    """Play games of Pig with the seed 7; return the report and the record of each game."""

    def go(games, **how):
        records = []
        report = run_games(pig, games, **({"seed": 7, "on_record": records.append} | how))
        return report, records

    return go


@pytest.fixture(scope="module")
def alone(play):
    """The report and the records of sixty games, played in this process one after the other."""
    return play(60)


def sevens(play):
    """How often a kept turn was worth exactly seven points."""
    return sum(event.kind == "kept" and event.facts["turn"] == 7 for event in play.events)


# ---------------------------------------------------------------- the same for any worker


def test_any_number_of_jobs_gives_the_same_results(play, alone):
    assert counted(play(60, jobs=2)[0]) == counted(alone[0])


def test_any_executor_gives_the_same_results_in_the_order_of_the_games(play, alone):
    with ThreadPoolExecutor(3) as threads:
        report, records = play(60, executor=threads)

    assert counted(report) == counted(alone[0])
    assert records == alone[1]
    assert [record.game for record in records] == list(range(60))


def test_processes_that_share_nothing_find_a_pack_in_its_folder(play):
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as processes:
        elsewhere, _ = play(5, executor=processes)

    assert counted(elsewhere) == counted(play(5)[0])


def test_a_game_depends_on_the_master_seed_and_not_on_how_many_are_played(play, alone):
    assert play(5)[1] == alone[1][:5] != play(5, seed=8)[1]


def test_no_two_games_of_a_batch_or_of_its_neighbour_share_a_seed():
    seeds = {game_seed(master, number) for master in range(3) for number in range(5000)}

    assert len(seeds) == 15_000


@pytest.mark.parametrize("north", ["random", "greedy"])
def test_the_seed_of_a_record_plays_the_same_game_again_alone(pig, play, north):
    players = {"north": north, "south": "random"}
    for record in play(4, players=players, options={"goal": 50})[1]:
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


def test_outcomes_scores_and_lengths_add_up_to_the_records(alone):
    report, records = alone

    assert report.games == sum(report.outcomes.values()) == 60
    assert report.wins["north"] == sum(record.winner == "north" for record in records)
    assert report.decisions.total == 60
    assert report.decisions.mean == sum(record.decisions for record in records) / 60
    for seat in ("north", "south"):
        scores = sorted(record.scores[seat] for record in records)
        assert sorted(report.scores[seat].counts.elements()) == scores
    assert max(report.rounds.counts) == max(record.rounds for record in records)


def test_a_statistic_reads_the_events_of_each_game(play):
    report, records = play(20, statistics=[sevens])
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
            kept.append(
                (bool(match.events), match.tape is not None, hasattr(match._runner, "checkpoints"))
            )
            return super().choose(match, decision)

    Watcher.looks_ahead = looks_ahead
    watched = attrs.evolve(pig, bots={"watcher": Watcher})
    players = {"north": "watcher", "south": "random"}
    run_games(watched, 1, seed=7, players=players, statistics=statistics)

    assert kept[-1] == (bool(statistics), looks_ahead, looks_ahead)


def test_rules_reached_are_counted_exactly(tic_tac_toe, play):
    marks = run_games(tic_tac_toe, 10, seed=7, reached=True)
    (count,) = marks.reached.values()
    assert count == sum(length * games for length, games in marks.decisions.counts.items())

    kept = []
    turns, _ = play(10, reached=True, statistics=[lambda play: kept.append(play)])
    by_title = {rule.title: count for rule, count in turns.reached.items()}
    events = [event for match in kept for event in match.events]
    assert by_title["Keep the points"] == sum(event.kind == "kept" for event in events)
    assert by_title["Roll or hold"] > by_title["Keep the points"] > 0


def test_a_rule_no_game_reaches_is_counted_as_zero(race):
    report = run_games(race, 3, seed=7, reached=True, most_decisions=0)

    assert set(report.reached) == set(race.rules)
    assert report.outcomes == {("unfinished", None): 3}
    assert list(report.reached.values()).count(0) == len(race.rules) - 1


def test_options_reach_the_games(play):
    short, long = (play(20, options={"goal": goal})[0] for goal in ("50", "200"))

    assert short.options == {"goal": 50}
    assert short.decisions.mean < long.decisions.mean


# ---------------------------------------------------------------- interrupts and faults


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_reports_what_was_finished_as_progress_tells(play, jobs):
    told = []

    def interrupt(done):
        told.append(done)
        if done >= 10:
            raise KeyboardInterrupt

    report, records = play(100_000, jobs=jobs, on_progress=interrupt)

    assert report.is_interrupted
    assert 10 <= report.games < 100_000
    assert report.wanted == 100_000
    assert counted(report)["games"] == len(records) == told[-1]
    assert told == sorted(told)
    assert counted(play(report.games)[0]) | {"interrupted": True} == counted(report)


def test_an_interrupt_before_the_first_game_still_gives_a_report(play):
    def at_once(play):
        raise KeyboardInterrupt

    report, _ = play(5, statistics=[at_once])

    assert report.games == 0
    assert report.is_interrupted
    assert report.to_json()["outcomes"] == []
    assert "<h1>" in report_page(report)


def test_a_game_that_fails_names_its_number_its_seed_and_the_line(play):
    games = itertools.count()

    def fails(play):
        return 1 // (next(games) != 3)

    line = fails.__code__.co_firstlineno + 1
    with pytest.raises(PackError, match=f"game 3 of pig.*{game_seed(7, 3)}") as told:
        play(10, statistics=[fails])

    assert "ZeroDivisionError: " in str(told.value)
    assert f"{Path(__file__).name}:{line};" in str(told.value)
    assert isinstance(told.value.__cause__, ZeroDivisionError)


def test_a_game_that_fails_elsewhere_says_the_same(play):
    with (
        ThreadPoolExecutor(1) as threads,
        pytest.raises(PackError, match="game 0 of pig failed: TypeError"),
    ):
        play(10, statistics=[len], executor=threads)


def test_a_game_that_is_no_pack_plays_with_one_job_only(race):
    assert run_games(race, 3, seed=7).games == 3
    with pytest.raises(PackError, match="run it with one job"):
        run_games(race, 3, seed=7, jobs=2)


@pytest.mark.parametrize(
    ("how", "message"),
    [
        (
            {"players": {"north": "human", "south": "random"}},
            "'human' in .*north.*random, greedy",
        ),
        ({"players": {"north": "clever", "south": "random"}}, "'clever' in seat 'north'"),
        ({"players": {"north": "random"}}, "needs a bot in seat south"),
        ({"players": {"east": "random"}}, "seat 'east'.*north, south"),
        ({"games": 0}, "give 1 or more"),
        ({"jobs": 0}, "give 1 or more"),
    ],
)
def test_players_who_cannot_play_unattended_and_no_games_or_jobs_are_refused(pig, how, message):
    with pytest.raises(PackError, match=message):
        run_games(pig, **({"games": 3} | how))


# ---------------------------------------------------------------- statistics


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [
        (0, 0, 0.0, 1.0),
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


def test_the_json_report_has_the_promised_shape(play):
    page = json.loads(json.dumps(play(20)[0].to_json()))

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


def test_the_page_is_complete_in_itself_and_its_pictures_are_sound(play):
    page = report_page(play(20, reached=True, statistics=[sevens])[0])

    assert "goal reached: north" in page
    assert "Keep the points" in page
    pictures = [part.partition("</svg>")[0] + "</svg>" for part in page.split("<svg")[1:]]
    assert len(pictures) >= 6
    for picture in pictures:
        ElementTree.fromstring("<svg" + picture)
    for link in ("src=", "href=", "@import", "url("):
        assert link not in page


def test_names_cannot_break_the_page(play):
    def odd(play):
        return "<b>&"

    odd.__name__ = "<script>"
    page = report_page(play(2, statistics=[odd])[0])

    assert "<script>" not in page
    assert "&lt;b&gt;&amp;" in page


# ---------------------------------------------------------------- files of games and of answers

FACTS = BatchFacts(
    pack="pig",
    version="1.0",
    options={"goal": 50},
    players={"north": "random", "south": "random"},
)
ENDINGS = [".csv", ".jsonl", ".parquet"]


def rows_of(path, columns, lines):
    """Write lines into a file and return its rows by their columns."""
    if path.suffix == ".parquet":
        pytest.importorskip("pyarrow")
    with open_records(path, columns) as write:
        for line in lines:
            write(line, FACTS)
    if path.suffix == ".parquet":
        from pyarrow import parquet

        return parquet.read_table(path).to_pylist()
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".jsonl":
        return list(map(json.loads, text.splitlines()))
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_file_of_games_holds_a_line_for_each(play, tmp_path, ending):
    _, records = play(3, statistics=[sevens])
    columns = Columns(["north", "south"], ["sevens"], options=["goal"])

    rows = rows_of(tmp_path / f"games{ending}", columns, records)

    assert [int(row["game"]) for row in rows] == [0, 1, 2]
    assert set(rows[0]) >= {"outcome", "winner"}
    assert {str(row["option goal"]) for row in rows} == {"50"}
    assert [
        (int(row["seed"]), int(row["score north"]), int(row["score south"]), int(row["sevens"]))
        for row in rows
    ] == [
        (one.seed, one.scores["north"], one.scores["south"], one.statistics[0]) for one in records
    ]


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_file_of_decisions_holds_a_line_for_each_answer(play, tmp_path, ending):
    answers = []
    play(3, on_decision=answers.append)

    rows = rows_of(tmp_path / f"answers{ending}", DecisionColumns(["goal"]), answers)

    assert len(rows) == len(answers)
    assert [row["answer"] for row in rows] == [one.answer for one in answers]
    assert [int(row["seed"]) for row in rows] == [one.seed for one in answers]
    assert {(row["bot"], str(row["option goal"])) for row in rows} == {("random", "50")}


def test_a_statistic_named_as_a_column_of_decisions_keeps_its_kind_in_a_file_of_games(tmp_path):
    columns = Columns(("north",), statistics=("step", "number"))
    record = Record(0, 1, "won", "north", 5, None, {"north": 1.0}, (2.5, "many"))

    (row,) = rows_of(tmp_path / "games.parquet", columns, [record])

    assert (row["step"], row["number"]) == (2.5, "many")


@pytest.mark.parametrize(
    ("name", "statistics", "message"),
    [
        *((f"games{ending}", ("seed",), "two columns 'seed'; give the fun") for ending in ENDINGS),
        ("games.xls", (), r"end its name with one of: .csv, .jsonl, .parquet"),
    ],
)
def test_a_file_with_two_columns_of_a_name_or_of_no_known_ending_is_refused(
    tmp_path, name, statistics, message
):
    columns = Columns(("north",), statistics=statistics)
    with pytest.raises(TabletopError, match=message), open_records(tmp_path / name, columns):
        pass

    assert not list(tmp_path.iterdir())


def test_each_answer_of_a_batch_is_told_with_what_was_asked(play):
    answers = []
    players = {"north": "random", "south": "greedy"}
    _, records = play(6, players=players, on_decision=answers.append)

    for record in records:
        mine = [one for one in answers if one.game == record.game]
        assert [one.number for one in mine] == list(range(record.decisions))
        assert {one.seed for one in mine} == {record.seed}
    assert {one.seat for one in answers} == {"north", "south"}
    assert {one.answer for one in answers} == {"roll", "hold"}
    assert max(one.options for one in answers) == 2


def test_to_tell_the_answers_changes_no_game_and_processes_tell_the_same(play):
    answers, others = [], []
    _, told = play(12, on_decision=answers.append)
    play(12, jobs=2, on_decision=others.append)

    assert told == play(12)[1]
    assert others == answers
