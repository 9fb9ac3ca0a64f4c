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

QUAY = Path(__file__).parents[2] / "examples" / "old_quay"

# ---------------------------------------------------------------- hint


def test_the_bot_of_an_easy_hint_errs_as_often_as_it_plays():
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


def test_asking_for_advice_changes_nothing_in_the_game(run_example):
    def rolls(*typed):
        text = run_example("play pig --seed 4", *typed).output
        return re.findall(r"rolls d6 \(?(\d)", text)

    assert rolls("roll", "hint 50", "roll", "roll") == rolls("roll", "roll", "roll")


# ---------------------------------------------------------------- match


def test_a_match_as_json(run_example):
    page = json.loads(run_example("match pig random random --games 8 --seed 1 --json").stdout)

    assert (page["games"], page["share"], page["elo"]["difference"]) == (8, 0.5, 0.0)
    assert [order["order"] for order in page["orders"]] == ["random as north", "random as south"]


@pytest.mark.parametrize("command", [match, sim])
def test_the_limit_of_decisions_is_that_of_batches(command):
    assert signature(command).parameters["most_decisions"].default == MOST_DECISIONS


# ---------------------------------------------------------------- sim


def test_the_page_of_a_sweep_has_a_part_for_each_setting(run_example, tmp_path):
    page = tmp_path / "sweep.html"
    run_example(f"sim pig --games 5 --seed 2 --sweep goal=all --html {page}")

    assert page.read_text().count("<h1>") == 4


def test_a_sweep_writes_one_file_with_a_column_for_each_option_and_the_bots(run_example, tmp_path):
    run_example(
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


def test_a_bot_named_once_plays_every_seat_of_each_setting(run, tmp_path):
    page = tmp_path / "games.csv"
    run(
        f"--packs '{QUAY}' sim old_quay --games 1 --seed 2 --sweep players=2,3 --bots flat,n=1 "
        f"--jobs 1 --csv {page}"
    )
    rows = list(csv.DictReader(io.StringIO(page.read_text())))

    assert [[bot for name, bot in row.items() if name.startswith("bot ")] for row in rows] == [
        ["flat:n=1", "flat:n=1", ""], ["flat:n=1"] * 3,
    ]  # fmt: skip


def test_three_bots_for_the_two_seats_of_a_setting_are_refused(run_example):
    done = run_example("sim pig --games 1 --sweep goal=50 --bots greedy,random,random", exits=2)

    assert "names 3 players, but pig has 2 seats" in done.output


def test_columns_without_a_value_are_left_out(run_example, tmp_path):
    command = f"sim tic_tac_toe --games 5 --seed 2 --csv {tmp_path / 'games.csv'}"
    run_example(command)
    heading = (tmp_path / "games.csv").read_text().splitlines()[0]

    assert heading == "pack,version,bot X,bot O,game,seed,outcome,winner,decisions,rounds"
    assert [path.name for path in tmp_path.iterdir()] == ["games.csv"]


def test_the_number_of_games_is_told_where_a_value_is_not_from_all(run_example, tmp_path):
    stats = tmp_path / "some.py"
    stats.write_text("def odd(events):\n    return None if len(events) % 2 else 3\n")
    command = f"sim pig --games 10 --seed 2 --stats {stats}"
    text = run_example(command).stdout

    assert re.search(r"^  odd: mean 3 .*, in [1-9] of 10 games$", text, re.M)
    assert re.search(r"^  rounds: mean [^,]*, sd [^,]*, median [^,]*, from \d+ to \d+$", text, re.M)


def test_statistics_of_a_file_are_counted_shown_and_written(run_example, tmp_path):
    stats = tmp_path / "sixes.py"
    stats.write_text(
        "def sixes(events):\n"
        "    return sum(e.kind == 'roll' and e.facts['faces'] == [6] for e in events)\n"
    )
    records = tmp_path / "games.jsonl"
    command = f"sim pig --games 10 --seed 2 --stats {stats} --records {records} --json"
    page = json.loads(run_example(command).stdout)
    lines = [json.loads(line) for line in records.read_text().splitlines()]

    assert page["statistics"]["sixes"]["count"] == 10
    assert page["statistics"]["sixes"]["mean"] == sum(line["sixes"] for line in lines) / 10
