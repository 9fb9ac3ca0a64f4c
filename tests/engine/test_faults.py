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


@pytest.fixture
def fault(race_with):
    """Return the fault of a game whose only step fails."""

    def fault(step):
        game = race_with(package=__name__, sequence=Repeat("Turn", step))
        with pytest.raises((ZeroDivisionError, PackError)) as caught:
            game.start(seed=1)
        return fault_of(caught.value)

    return fault


def test_a_fault_names_the_innermost_rule_and_its_line(fault):
    found = fault(Step("Deal", deal, may_end=True))
    line = share.__wrapped__.__code__.co_firstlineno + 2

    assert (found.code, found.game) == ("rule '3 Share'", "Race")
    assert found.what == "ZeroDivisionError: integer division or modulo by zero"
    assert found.file.endswith("test_faults.py")
    assert str(found) == f"rule '3 Share' of Race failed at {found.file}:{line}: {found.what}"


def test_a_fault_of_a_step_without_a_rule_is_named_by_the_step(fault):
    found = fault(Step("Walk", stumble, rule="7", may_end=True))

    assert (found.code, found.what) == ("rule '7 Walk'", "no such square")
    # An error outside of a game is not a fault of one.
    assert fault_of(ValueError()) is None
