"""The odds of a look-up as the rule would make it, asked of the table."""

from fractions import Fraction
from pathlib import Path

import pytest

from tabletop_core import load_pack

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def play():
    return load_pack("ice_fishers", [EXAMPLES / "ice_fishers"]).start(seed=1).play


@pytest.mark.parametrize(("steps", "chance"), [(1, Fraction(1, 6)), (4, Fraction(1, 3))])
def test_the_modifiers_whose_condition_holds_now_apply(play, steps, chance):
    play.state.steps = steps

    assert play.table_odds("ice")["breaks"] == chance


def test_they_are_the_odds_of_the_rule_itself_and_nothing_is_rolled_or_logged(play):
    play.state.steps, events = 5, len(play.events)
    by_rule = play.odds(lambda play: play.look_up("ice").result)

    assert play.table_odds("ice") == dict(by_rule.items())
    play.state.steps = 1
    assert play.table_odds("ice", with_=["far_out"])["breaks"] == Fraction(1, 3)
    assert len(play.events) == events
