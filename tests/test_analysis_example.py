"""`examples/analysis`: it reads what `tabletop sim` wrote; its figures are those of the games."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

pytest.importorskip("matplotlib", reason="the extra `analysis` is not installed")

import pandas as pd

from tabletop_core.intervals import wilson

PLOT = Path(__file__).parents[1] / "examples" / "analysis" / "plot.py"


@pytest.fixture(scope="module")
def plot():
    import matplotlib as mpl

    mpl.use("Agg")
    spec = importlib.util.spec_from_file_location("analysis_plot", PLOT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def simulate(folder, ending):
    games, answers = folder / f"games{ending}", folder / f"answers{ending}"
    command = [
        *("sim", "bomber_boys", "--games", "5", "--seed", "7", "--bots", "captain"),
        *("--sweep", "mission=milk_run,berlin_blitz", "--stats", "pack"),
        *("--records", str(games), "--decisions", str(answers)),
    ]
    tabletop = Path(sys.executable).with_name("tabletop")
    subprocess.run([str(tabletop), *command], check=True, capture_output=True)
    return games, answers


@pytest.mark.gate
@pytest.mark.parametrize("ending", [".csv", ".parquet"])
def test_the_tables_hold_the_figures_of_the_games(plot, tmp_path, ending):
    if ending == ".parquet":
        pytest.importorskip("pyarrow")
    games, answers = map(plot.read, simulate(tmp_path, ending))
    missions, rules = plot.by_option(games, "mission"), plot.by_rule(answers)

    assert list(missions.index) == ["milk_run", "berlin_blitz"]
    assert list(missions["games"]) == [5, 5]
    assert missions.loc["milk_run", "decisions"] == games["decisions"][:5].mean()
    won = missions.loc["berlin_blitz", "won"]
    assert tuple(missions.loc["berlin_blitz", ["low", "high"]]) == wilson(won, 5)
    assert rules["answers"].is_monotonic_decreasing
    assert rules["in a game"].iloc[0] == rules["answers"].iloc[0] / 10
    assert len(answers) == games["decisions"].sum()


def test_a_game_without_a_winner_is_not_won(plot):
    games = pd.DataFrame(
        {
            "option goal": [1, 1, 2],
            "winner": ["north", "", None],
            "decisions": [4, 6, 8],
            "score north": [1, 2, 3],
        }
    )
    table = plot.by_option(games, "goal")

    assert list(table["won"]) == [1, 0]
    assert list(table["score"]) == [1.5, 3]


@pytest.mark.gate
def test_the_same_games_draw_the_same_plot(tmp_path):
    files = simulate(tmp_path, ".csv")
    drawn = []
    for name in ("one.svg", "two.svg"):
        command = [sys.executable, str(PLOT), *files, "--by", "mission", "--to", tmp_path / name]
        environment = {**os.environ, "MPLBACKEND": "Agg"}
        done = subprocess.run(
            list(map(str, command)), check=True, capture_output=True, text=True, env=environment
        )
        assert "berlin_blitz" in done.stdout
        assert ElementTree.parse(tmp_path / name).getroot().tag.endswith("svg")
        drawn.append((tmp_path / name).read_bytes())

    assert drawn[0] == drawn[1]
