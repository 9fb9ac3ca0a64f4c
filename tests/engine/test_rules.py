"""Each procedure says once, where it is defined, which rule it carries out."""

import inspect
import sys
from types import ModuleType

import attrs
import pytest

from tabletop_core import Sequence, Step, rule, ruling
from tabletop_core.engine.rules import Rule, rules_of, rulings_of
from tabletop_core.errors import PackError


@attrs.define
class Fake:
    rules: list = attrs.field(factory=list)


@rule("5.7", "Flak")
def flak(play, dice, *, bonus=0):
    """Fire."""
    return [entry.number for entry in play.rules], dice + bonus


@rule("5.8", "Reaction")
@ruling("both may react", why="the text names no order")
@ruling("the mover first", why="as in 4.2")
def react(play):
    told = flak(play, 1)
    answer = yield [entry.number for entry in play.rules]
    return told, answer


def test_a_marked_procedure_keeps_its_name_doc_arguments_and_result():
    assert flak.__name__ == "flak"
    assert flak.__doc__ == "Fire."
    assert flak(Fake(), 3, bonus=2) == (["5.7"], 5)
    assert inspect.isgeneratorfunction(react)


@pytest.mark.parametrize("given", [[1, 2], None, {"rules": 1}])
def test_a_rule_that_is_not_given_the_game_is_told_with_its_name_and_the_way_out(given):
    with pytest.raises(PackError, match=r"rule '5\.7 Flak' \(.*:flak\) was called with") as found:
        flak(given, 1)

    assert "takes the game in progress as its first parameter" in str(found.value)


def test_a_rule_without_parameters_is_refused_where_it_is_defined():
    with pytest.raises(PackError, match=r"rule '1 Nothing' .* has no parameter"):

        @rule("1", "Nothing")
        def nothing(): ...


def test_nested_rules_stand_on_the_stack_while_they_run():
    play = Fake()
    asking = react(play)

    assert next(asking) == ["5.8"]
    with pytest.raises(StopIteration) as stop:
        asking.send("yes")
    assert stop.value.value == ((["5.8", "5.7"], 1), "yes")
    assert play.rules == []


def test_a_rule_that_fails_or_is_left_in_a_decision_leaves_the_stack_as_it_was():
    @rule("1")
    def fail(play):
        raise ValueError

    failing, left = Fake(), Fake()
    with pytest.raises(ValueError):  # noqa: PT011 - any will do
        fail(failing)
    asking = react(left)
    next(asking)
    asking.close()

    assert (failing.rules, left.rules) == ([], [])


def test_a_rule_knows_number_title_and_where_it_is():
    assert flak.rule == Rule("5.7", "Flak", f"{__name__}:flak")
    assert flak.rule.name == "5.7 Flak"
    assert Rule("Snap shots", "", "").name == "Snap shots"


def test_the_index_of_a_package_holds_each_marked_procedure_once_in_order_where_it_is_defined(race):
    numbers = [entry.number for entry in rules_of(__name__)]

    assert numbers == ["5.7", "5.8"]
    assert not {*numbers} & {entry.number for entry in race.rules}


def test_rulings_stand_in_the_order_they_were_written_with_the_number_of_their_rule():
    found = rulings_of(__name__)

    assert [(entry.rule, entry.ruling) for entry in found] == [
        ("5.8", "both may react"),
        ("5.8", "the mover first"),
    ]
    assert found[0].why == "the text names no order"


def test_a_step_carries_out_the_rule_of_its_procedure_unless_it_says_otherwise(race_with):
    heard = []

    @rule("2")
    def note(play):
        heard.append((play.rule, len(play.rules)))

    game = race_with(
        sequence=Sequence(
            "Game",
            Step("First", note),
            Step("Second", note, rule="2.1"),
            Step("Third", lambda play: play.end(play.rule), rule="3"),
        )
    )
    play = game.start()

    assert heard == [("2", 0), ("2.1", 0)]
    assert play.outcome.kind == "3"


def test_a_ruling_without_a_rule_is_in_the_index_too(monkeypatch):
    module = ModuleType("lonely")

    def serve(play):
        return None

    serve.__module__ = "lonely"
    module.serve = ruling("ties go to the attacker", "the text names no other way")(serve)
    monkeypatch.setitem(sys.modules, "lonely", module)

    assert [found.ruling for found in rulings_of("lonely")] == ["ties go to the attacker"]
    assert rules_of("lonely") == []


@pytest.mark.parametrize(
    ("procedure", "args", "kwargs"),
    [
        (lambda play, a, b=2: (a, b), (1,), {}),
        (lambda play, a, b=2: (a, b), (), {"a": 1, "b": 3}),
        (lambda play, *, a, b=2: (a, b), (), {"a": 1}),
        (lambda play, a, /, b=2: (a, b), (1,), {"b": 3}),
        (lambda play, a, /, b=2: (a, b), (1,), {}),
        (lambda play, *a, **b: (a, b), (1, 2), {"c": 3}),
        (lambda *all_of_them: all_of_them[1:], (1, 2), {}),
    ],
)
def test_a_marked_procedure_takes_the_parameters_that_it_declares(procedure, args, kwargs, race):
    play = race.start().play

    assert rule("1")(procedure)(play, *args, **kwargs) == procedure(play, *args, **kwargs)
    assert play.rules == []


def test_a_marked_procedure_refuses_parameters_that_it_does_not_declare(race):
    with pytest.raises(TypeError, match="c"):
        flak(race.start().play, 1, c=3)
