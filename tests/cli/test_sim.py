"""`tabletop sim`: the report, the files it writes, progress and interrupts."""

import csv
import io
import json

import pytest

from tabletop_core.cli.screen.sim_lines import Progress, duration

from .conftest import GAMES


@pytest.fixture
def sim(run_example):
    return lambda arguments, **how: run_example(f"sim {arguments}", **how)


def test_the_json_object_keeps_its_promised_shape(sim):
    page = json.loads(sim("tic_tac_toe --games 50 --seed 7 --json").stdout)

    assert {
        *("pack", "games", "seed", "options", "outcomes", "score", "length"),
        *("seconds", "games_per_second"),
    } <= set(page)
    assert page["pack"] == "tic_tac_toe"
    assert sum(share["count"] for share in page["outcomes"]) == page["games"] == 50
    assert all({"outcome", "count", "percent", "low", "high"} <= set(o) for o in page["outcomes"])


def test_the_same_seed_gives_the_same_numbers_with_any_jobs(sim):
    pages = [
        json.loads(sim(f"pig --games 40 --seed 7 --jobs {jobs} --json").stdout) for jobs in (1, 2)
    ]
    for page in pages:
        del page["seconds"], page["games_per_second"]

    assert pages[0] == pages[1]


def test_bots_are_named_with_or_without_the_word_bot(sim):
    with_it = sim("pig --games 5 --seed 7 --bots bot:greedy,bot:random --json").stdout
    without = sim("pig --games 5 --seed 7 --seats greedy,random --json").stdout

    assert json.loads(with_it)["outcomes"] == json.loads(without)["outcomes"]
    assert json.loads(with_it)["players"] == {"north": "greedy", "south": "random"}


@pytest.mark.parametrize(
    "command", ["sim {} --html", "play {} --seats bot:random --log-sheet", "learn {} --record"]
)
def test_a_file_for_the_end_whose_folder_is_missing_is_refused_before_anything_is_played(
    run, tmp_path, command
):
    done = run(f"{command.format(f'--packs {GAMES} pig')} '{tmp_path}/none/x.toml'", exits=2)

    assert done.stdout == ""
    assert f"there is no folder {tmp_path}/none; make it" in " ".join(done.stderr.split())


def test_a_seed_in_the_csv_file_plays_that_game_again(sim, run, tmp_path):
    file = tmp_path / "games.csv"
    sim(f"pig --games 5 --seed 7 -o goal=50 --csv '{file}'")
    lines = list(csv.DictReader(io.StringIO(file.read_text())))
    shown = run(
        f"play --packs '{GAMES}' pig -o goal=50 --seats bot:random --seed {lines[3]['seed']}"
    ).stdout

    assert [line["game"] for line in lines] == ["0", "1", "2", "3", "4"]
    game = lines[3]
    assert shown.endswith(
        f"Result: {game['outcome']}; winner: {game['winner']}\n"
        f"Points: north {game['score north']}, south {game['score south']}\n"
    )


def test_the_html_file_is_a_page_and_over_a_pipe_there_is_no_progress_and_no_bar(sim, tmp_path):
    file = tmp_path / "report.html"
    result = sim(f"pig --games 20 --seed 7 --html '{file}'")

    assert file.read_text().startswith("<!doctype html>")
    assert result.stderr == ""
    assert not {"█", "\r"} & set(result.stdout)


def test_progress_shows_the_rate_and_the_time_left():
    now = iter([100.0, 110.0, 120.0])
    out = io.StringIO()
    progress = Progress(out, 400, lambda: next(now))
    progress(100)
    progress(200)

    first, second = out.getvalue().split("\r")[1:]
    assert first == "[######..................] 100 of 400 games, 10 a second, 30 s left"
    assert second == "[############............] 200 of 400 games, 10 a second, 20 s left"
    progress.clear()
    assert out.getvalue().split("\r")[-2:] == [" " * len(second), ""]


def test_the_bar_is_shorter_where_a_terminal_has_no_room_for_the_time_left(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    now = iter([100.0, 104.0])
    out = io.StringIO()
    Progress(out, 10_000_000, lambda: next(now))(14_000)

    (line,) = out.getvalue().split("\r")[1:]
    assert len(line) == 79
    assert line.endswith(".] 14,000 of 10,000,000 games, 3,500 a second, 47 min 33 s left")


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.2, "0 s"), (59.4, "59 s"), (95, "1 min 35 s"), (7300, "2 h 1 min")]
)
def test_a_duration_is_told_in_the_units_that_matter(seconds, words):
    assert duration(seconds) == words


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_in_a_terminal_reports_what_was_finished(terminal, jobs):
    program = terminal(f"sim --packs '{GAMES}' pig --games 10000000 --seed 7 --jobs {jobs}")
    program.until(" left")
    program.interrupt()
    status = program.end()

    assert status == 130
    assert "Interrupted: 10,000,000 games were asked for." in program.shown
    assert "goal reached: north" in program.shown
    assert "Traceback" not in program.shown


def test_the_file_of_decisions_has_a_line_for_each_answer_of_all_settings(sim, tmp_path):
    file, games = tmp_path / "answers.csv", tmp_path / "games.csv"
    sim(f"pig --games 3 --seed 7 --sweep goal=50,100 --decisions '{file}' --records '{games}'")
    lines = list(csv.DictReader(io.StringIO(file.read_text())))
    played = list(csv.DictReader(io.StringIO(games.read_text())))

    assert len(lines) == sum(int(game["decisions"]) for game in played)
    assert {line["option goal"] for line in lines} == {"50", "100"}
    assert {line["seat"] for line in lines} == {"north", "south"}
