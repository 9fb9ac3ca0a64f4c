"""Where the rules of a game failed: the rule, and the line of its own package."""

import pytest

from tabletop_core import Repeat, Step, rule
from tabletop_core.engine.faults import fault_of
from tabletop_core.errors import PackError


@rule("3", "Share")
def share(play):
    return 1 // len(play.state.rolled)


@rule("2", "Deal")
def deal(play):
    share(play)


def stumble(play):
    raise PackError("no such square")


def fault(game):
    with pytest.raises((ZeroDivisionError, PackError)) as caught:
        game.start(seed=1)
    return fault_of(caught.value)


def test_a_fault_names_the_innermost_rule_and_its_line(race_with):
    sequence = Repeat("Turn", Step("Deal", deal, may_end=True))
    found = fault(race_with(package=__name__, sequence=sequence))

    assert found.rule == "3 Share"
    assert found.what == "ZeroDivisionError: integer division or modulo by zero"
    assert found.file.endswith("test_faults.py")
    assert found.game == "Race"
    line = share.__wrapped__.__code__.co_firstlineno + 2
    assert str(found) == f"rule '3 Share' of Race failed at {found.file}:{line}: {found.what}"


def test_a_fault_of_a_step_without_a_rule_is_named_by_the_step(race_with):
    step = Step("Walk", stumble, rule="7", may_end=True)
    found = fault(race_with(package=__name__, sequence=Repeat("Turn", step)))

    assert (found.rule, found.what) == ("7 Walk", "no such square")


def test_an_error_outside_of_a_game_is_no_fault_of_one():
    assert fault_of(ValueError()) is None
