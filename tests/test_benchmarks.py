"""`benchmarks/all.py`: ratios beside those of the README, and the tables that it makes there."""

import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
ROWS = """Before.

| `engine.py` | yardstick | tabletop is | aim |
| --- | --- | ---: | ---: |
| pig | plain loop | 1,200 x | 0.08 x |
| chess | Chess | 3 x |  |

After.
"""


@pytest.fixture
def all_of(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    for name in ("all", "measure", "plain"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    import all
    import measure

    return all, measure


def test_a_ratio_below_nine_tenths_of_the_readme_is_marked(all_of):
    benchmarks, measure = all_of
    before = benchmarks.kept(ROWS)["pig", "plain loop"]

    slow = benchmarks.row(measure.Line("pig", "plain loop", 1079.0), before)
    quick = benchmarks.row(measure.Line("pig", "plain loop", 1081.0), before)

    assert slow == "| pig | plain loop | 1,079 x | 1,200 x |  | **0.90 of it** |"
    assert quick.endswith("|  |  |")


def test_a_peer_that_is_not_installed_is_named_in_its_row(all_of):
    benchmarks, measure = all_of
    why = measure.missing("PettingZoo's own game", "sys", "no_such_module")

    row = benchmarks.row(measure.Line("pig", "PettingZoo", why=why), 2.0)

    told = "PettingZoo's own game is left out: no_such_module not installed"
    assert row == f"| pig | PettingZoo |  | 2 x |  | {told} |"


def test_the_tables_of_the_readme_are_made_of_the_lines_and_keep_what_could_not_be_measured(all_of):
    benchmarks, measure = all_of
    lines = [
        measure.Line("pig", "plain loop", 0.12345, 0.08),
        measure.Line("chess", "Chess", why="Chess is left out"),
    ]

    made = benchmarks.rewritten(ROWS, {"engine": lines})

    assert made == ROWS.replace("1,200 x", "0.123 x")


def test_each_script_has_a_table_in_the_readme(all_of):
    benchmarks, _ = all_of
    readme = benchmarks.README.read_text("utf-8")

    assert {script for script, _ in benchmarks.TABLE.findall(readme)} == set(benchmarks.SCRIPTS)
