"""One rule as a player reads it."""

from types import SimpleNamespace as Table

import pytest

from tabletop_core import Sequence, Step, TabletopError, load_pack, rule
from tabletop_core.presentation.rulebook import rule_json, rule_text


@pytest.fixture(scope="module")
def b29():
    game = load_pack("b29_superfortress")
    return game, game.load_data(()).tables


def test_a_rule_is_told_with_the_words_of_its_procedure_and_its_rulings(race):
    found = rule_text(race, {}, "1")

    assert found.parts == (("Roll or hold", ""),)
    assert [one.ruling for one in found.rulings] == ["a one ends the turn with nothing"]
    assert found.steps == ("Run",)


def test_a_procedure_without_words_is_no_part_of_a_rule_that_others_tell():
    game = load_pack("wing_and_prayer")

    found = rule_text(game, game.load_data(()).tables, "5.1")

    assert [title for title, _ in found.parts] == ["Move the formation"]


@pytest.mark.parametrize("wanted", ["4-2", "Weather", "weath"])
def test_a_rule_is_found_by_its_number_its_title_or_the_beginning_of_it(b29, wanted):
    assert rule_text(*b29, wanted).number == "4-2"


def test_a_rule_names_the_chart_of_its_number(b29):
    assert "4-2" in [id_ for id_, _ in rule_text(*b29, "4-2").charts]


def odds_of(play, what):
    return play.table_odds("prayer") if what == "pray" else {}


@rule("8", "Fight")
def fight(play):
    play.look_up("wounds")


@rule("7", "Act")
def act(play):
    yield play.ask("Act?", {"fight": "fight"}, odds=lambda option: odds_of(play, option))
    fight(play)


def test_a_rule_names_the_charts_of_its_helpers_and_not_those_of_other_rules(race_with):
    game = race_with(package=__name__, sequence=Sequence("Day", Step("Act", act)))
    tables = {one: Table(id=one, title=one.title()) for one in ("prayer", "wounds")}

    assert rule_text(game, tables, "7").charts == (("prayer", "Prayer"),)
    assert rule_text(game, tables, "8").charts == (("wounds", "Wounds"),)


def test_a_rule_that_is_not_there_is_refused_with_the_nearest(race):
    with pytest.raises(TabletopError, match="there is no rule '11' in Race; did you mean '1'"):
        rule_text(race, {}, "11")


def test_a_beginning_of_several_rules_is_refused_with_their_numbers(b29):
    with pytest.raises(TabletopError, match=r"'4-' may be rule .*; give the whole number"):
        rule_text(*b29, "4-")


def test_a_rule_as_data_has_its_parts(race):
    assert rule_json(rule_text(race, {}, "score")) == {
        "rule": "2",
        "parts": [{"title": "Score", "text": ""}],
        "rulings": [],
        "charts": [],
        "steps": [],
    }


@pytest.mark.parametrize(
    "pack",
    ["b29_superfortress", "bomber_boys", "bomber_run", "squadron_303", "wing_and_prayer"],
)
def test_every_rule_of_every_pack_can_be_told(pack):
    game = load_pack(pack)
    tables = game.load_data(()).tables

    assert [
        rule.number for rule in game.rules if not rule_text(game, tables, rule.number).parts
    ] == []
