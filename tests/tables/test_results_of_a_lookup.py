"""A rule goes through the results of a lookup one by one."""

import pytest

from tabletop_core.tables import Effect, load_tables

COLD = """
schema = 1
id = "cold"
dice = "1d6"

[[row]]
on = "1-5"
result = "nothing"

[[row]]
on = "6"
result = [{ effect = "lost", fish = 1 }, ["numb", { effect = "hungry" }]]
"""


@pytest.mark.parametrize(
    ("face", "results"),
    [(1, ("nothing",)), (6, (Effect("lost", {"fish": 1}), "numb", Effect("hungry")))],
)
def test_several_results_are_taken_apart_in_order_and_one_stands_alone(tmp_path, face, results):
    (tmp_path / "cold.toml").write_text(COLD)
    cold = load_tables(tmp_path / "cold.toml")["cold"]

    assert cold.look_up(lambda sides: face).results == results
