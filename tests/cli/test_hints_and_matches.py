"""`hint` at a prompt, `match`, and the ways of `sim` that compare and keep more."""

import csv
import io
import json
import re
from collections import Counter
from inspect import signature
from pathlib import Path

import pytest

from tabletop_core import load_pack
from tabletop_core.bots.advice import advise_as
from tabletop_core.cli.commands.match import match
from tabletop_core.cli.commands.sim import sim
from tabletop_core.errors import TabletopError
from tabletop_core.simulation.batches import MOST_DECISIONS

EXAMPLES = Path(__file__).parents[2] / "benchmarks" / "games"


def with_examples(run, command, *typed, **how):
    return run(f"{command} --packs '{EXAMPLES}'", *typed, **how)


# ---------------------------------------------------------------- hint


def test_hint_ranks_the_options_with_value_interval_and_playouts(run):
    text = with_examples(
        run, "play tic_tac_toe --seats human", "0", "3", "1", "4", "hint 400", "2"
    ).output
    lines = re.findall(r"^  (\S+) % \((\S+) to (\S+)\)  (.+?)  +(\d+)$", text, re.M)

    assert "Hint from 400 playouts; value from 0 % (worst) to 100 % (best) for X:" in text
    assert lines[0][3] == "2: c1"
    assert len(lines) == 5
    assert sum(int(line[4]) for line in lines) == 400
    assert "Result: three in a row; winner: X" in text


def test_hint_asks_for_several_options_too(run):
    text = run("play harvest --seed 3 --seats human,bot:random", "hint 60").output

    assert "Hint from 60 playouts" in text
    assert re.search(r"\)  rye, oats +\d+$", text, re.M)


def test_hint_tells_the_answer_of_the_bot_that_the_searches_of_the_game_trust(run):
    text = run("play bomber_run --seed 4 --seats human,bot:pilot", "first", "hint 20").output

    assert "Hint from 20 playouts" in text
    assert re.search(r"^The bot 'veteran' would answer w\d gets \d points?\.$", text, re.M)
    assert "would answer" not in with_examples(run, "play pig", "hint 20").output


def test_hint_says_what_it_takes(run):
    text = with_examples(run, "play pig", "hint much").output

    assert "'much' is not a number of playouts; type hint, a number such as hint 1000, or" in text
    assert "a level: easy, normal, hard." in text


@pytest.mark.parametrize(
    ("level", "bot"),
    [
        ("easy", "captain (errs in 30 % of its answers)"),
        ("normal", "captain"),
        ("hard", "halving (60 playouts, 1.5 s at most)"),
    ],
)
def test_a_hint_of_a_level_tells_how_the_bot_of_that_level_would_answer(run, level, bot):
    text = run("play bomber_boys --seed 3", f"hint {level}").output
    words = " ".join(text.split())

    assert re.search(rf"A bot of level {level}, {re.escape(bot)}, would answer [^.]+\.", words)


def test_the_bot_of_an_easy_hint_errs_as_often_as_it_plays(run):
    game = load_pack("bomber_boys")
    told = set()
    for seed in range(30):
        match = game.start({"mission": "milk_run"}, seed=seed)
        name, answer = advise_as(match, "easy")
        assert (name, answer) == advise_as(match, "easy")
        told.add((answer, advise_as(match, "normal")[1] == answer))

    assert {is_same for _, is_same in told} == {True, False}


def test_there_is_no_hint_of_a_level_that_does_not_exist():
    with pytest.raises(TabletopError, match="choose one of: easy, normal, hard"):
        advise_as(load_pack("bomber_boys").start(seed=1), "cruel")


def test_asking_for_advice_changes_nothing_in_the_game(run):
    def rolls(*typed):
        text = with_examples(run, "play pig --seed 4", *typed).output
        return re.findall(r"rolls d6 \(?(\d)", text)

    assert rolls("roll", "hint 50", "roll", "roll") == rolls("roll", "roll", "roll")


# ---------------------------------------------------------------- match


def test_a_match_tells_points_and_elo_with_their_intervals(run):
    text = with_examples(run, "match tic_tac_toe mcts,n=40 bot:random --games 6 --seed 1").stdout

    assert text.startswith("Tic-tac-toe: mcts,n=40 against random, 6 games with seed 1\n")
    assert re.search(r"^Elo difference: .* \(95 % interval \+?-?\d+ to .*\)$", text, re.M)
    assert re.search(r"^  mcts,n=40 as X: won \d, drew \d, lost \d$", text, re.M)


def test_a_match_of_bots_that_do_not_meet_reports_all_its_games(run):
    text = run("match bomber_boys random greedy --games 4 --seed 1").stdout

    assert ": random against greedy, 4 games with seed 1\n" in text
    assert "Compared in 2 pairs of games with the same dice.\n" in text


def test_a_match_as_json(run):
    page = json.loads(
        with_examples(run, "match pig random random --games 8 --seed 1 --json").stdout
    )

    assert (page["games"], page["share"], page["elo"]["difference"]) == (8, 0.5, 0.0)
    assert [order["order"] for order in page["orders"]] == ["random as north", "random as south"]


def test_a_match_tells_how_many_games_had_no_end(run):
    line = "match pig random random --games 8 --seed 1 --most-decisions 9"
    text = with_examples(run, line).stdout

    assert "8 of the games had not ended at the limit of decisions.\n" in text
    assert "random won 0, drew 8, lost 0" in text


@pytest.mark.parametrize("command", [match, sim])
def test_the_limit_of_decisions_is_that_of_batches(command):
    assert signature(command).parameters["most_decisions"].default == MOST_DECISIONS


def test_an_unfair_match_is_refused(run):
    result = with_examples(run, "match pig random greedy --games 7", exits=2)

    assert "a match of 7 games is not fair to both; give an even number" in result.stderr


# ---------------------------------------------------------------- sim


def test_a_sweep_shows_each_setting_and_what_differs(run, tmp_path):
    page = tmp_path / "sweep.html"
    text = with_examples(run, f"sim pig --games 30 --seed 2 --sweep goal=all --html {page}").stdout

    assert [line for line in text.splitlines() if line.startswith("goal=")] == [
        *("goal=50", "goal=100", "goal=200")
    ]
    assert "Differences (against goal=50; p corrected for all comparisons)" in text
    assert "outcomes of all settings: chi-square" in text
    assert "no difference shown" in text
    assert page.read_text().count("<h1>") == 4


def test_a_sweep_writes_one_file_with_a_column_for_each_option_and_the_bots(run, tmp_path):
    with_examples(
        run,
        f"sim pig --games 5 --seed 2 --sweep goal=50,100 --sweep bots=random,greedy;greedy,random "
        f"--csv {tmp_path / 'games.csv'} --records {tmp_path / 'games.jsonl'}",
    )
    rows = list(csv.DictReader(io.StringIO((tmp_path / "games.csv").read_text())))
    lines = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]

    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.csv", "games.jsonl"]
    assert Counter((row["option goal"], row["bot north"], row["bot south"]) for row in rows) == {
        (goal, *bots): 5
        for goal in ("50", "100")
        for bots in (("random", "greedy"), ("greedy", "random"))
    }
    assert {(row["pack"], row["version"]) for row in rows} == {("pig", "1.0")}
    assert [{k: str(v) for k, v in line.items()} for line in lines] == rows


def test_columns_without_a_value_are_left_out(run, tmp_path):
    command = f"sim tic_tac_toe --games 5 --seed 2 --csv {tmp_path / 'games.csv'}"
    with_examples(run, command)
    heading = (tmp_path / "games.csv").read_text().splitlines()[0]

    assert heading == "pack,version,bot X,bot O,game,seed,outcome,winner,decisions,rounds"
    assert [path.name for path in tmp_path.iterdir()] == ["games.csv"]


def test_the_number_of_games_is_told_where_a_value_is_not_from_all(run, tmp_path):
    stats = tmp_path / "some.py"
    stats.write_text("def odd(events):\n    return None if len(events) % 2 else 3\n")
    command = f"sim pig --games 10 --seed 2 --stats {stats}"
    text = with_examples(run, command).stdout

    assert re.search(r"^  odd: mean 3 .*, in [1-9] of 10 games$", text, re.M)
    assert re.search(r"^  rounds: mean [^,]*, sd [^,]*, median [^,]*, from \d+ to \d+$", text, re.M)


def test_statistics_of_a_file_are_counted_shown_and_written(run, tmp_path):
    stats = tmp_path / "sixes.py"
    stats.write_text(
        "def sixes(events):\n"
        "    return sum(e.kind == 'roll' and e.facts['faces'] == [6] for e in events)\n"
    )
    records = tmp_path / "games.jsonl"
    command = f"sim pig --games 10 --seed 2 --stats {stats} --records {records} --json"
    page = json.loads(with_examples(run, command).stdout)
    lines = [json.loads(line) for line in records.read_text().splitlines()]

    assert page["statistics"]["sixes"]["count"] == 10
    assert page["statistics"]["sixes"]["mean"] == sum(line["sixes"] for line in lines) / 10


def test_rules_and_rows_that_no_game_reached_are_named(run):
    text = run("sim harvest --games 5 --seed 2 --reached").stdout

    assert re.search(r"^Rules reached: \d+ of \d+$", text, re.M)
    assert re.search(r"^Rows reached: \d+ of \d+$", text, re.M)


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("sim pig --stats pack", "pig offers no statistics; give a file of your own"),
        ("sim pig --sweep speed=all", "cannot sweep 'speed=all'; write NAME=all or NAME=A,B"),
        (
            "sim pig --executor here",
            "'here' is not the address of an executor; give one such as dask://",
        ),
        ("sim pig --records games.xls", "games.xls has no known format for records"),
        ("sim pig --bots mcts,x=1", "the bot 'mcts' has no parameter 'x'"),
    ],
)
def test_wrong_use_is_told(run, command, message):
    assert message in with_examples(run, command, exits=2).stderr
