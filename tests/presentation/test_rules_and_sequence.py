"""Rules by number and title, and the sequence of play as a tree."""

import pytest

from tabletop_core import Repeat, Step
from tabletop_core.engine.rules import Rule
from tabletop_core.presentation.sequence import (
    SequenceLine,
    rule_titles,
    rule_words,
    sequence_json,
    sequence_places,
    step_rule_words,
)


def test_a_number_with_several_titles_is_shown_without_one():
    titles = rule_titles(
        [Rule("4-9", "Doors", "a"), Rule("4-9", "Event", "b"), Rule("5", "x", "c")]
    )

    assert titles == {"4-9": "", "5": "x"}


TITLES = {
    "5.1": "Move the formation",
    "5.7": "Flak",
    "Landing": "Landing",
    "8.4.harbour": "A harbour on the way",
    "7-5.p.dive": "Diving",
    "4-9.c": "Pump",
}


@pytest.mark.parametrize(
    ("number", "beside", "told"),
    [
        # by number and title, and a heading by itself
        ("5.7", "", "rule 5.7, Flak"),
        ("5.8", "", "rule 5.8"),
        ("Landing", "", "Landing"),
        ("", "", ""),
        # the title is not told again beside itself
        ("5.1", "Move the formation", "rule 5.1"),
        ("5.1", "Move", "rule 5.1, Move the formation"),
        # a word behind the number gives way to the title
        ("8.4.harbour", "", "rule 8.4, A harbour on the way"),
        ("8.4.harbour", "A harbour on the way", "rule 8.4"),
        ("7-5.p.dive", "", "rule 7-5.p, Diving"),
        ("4-9.c", "", "rule 4-9.c, Pump"),
        ("8.5.quay", "", "rule 8.5.quay"),
    ],
)
def test_a_rule_is_told_by_number_and_title(number, beside, told):
    assert rule_words(number, TITLES, **({"beside": beside} if beside else {})) == told


def test_a_step_shows_the_title_of_its_own_procedure():
    def event(play):
        return None

    event.rule = Rule("4-9", "Random event", "here")

    assert step_rule_words(Step("Event", event), {"4-9": ""}) == "rule 4-9, Random event"


def test_the_sequence_of_play_is_a_tree_with_the_place_of_the_game(race):
    game = race
    places = sequence_places(game.program.sequence, rule_titles(game.rules), game.start().place)

    assert list(places)[-3:] == [
        SequenceLine(name="Round", depth=0, how=", repeated"),
        SequenceLine(name="Runner", depth=1, how=", once for each"),
        SequenceLine(
            name="Run", depth=2, rule="1", rule_words="rule 1, Roll or hold", is_here=True
        ),
    ]


def test_a_step_that_is_called_as_its_rule_tells_only_the_number():
    def move(play):
        return None

    move.rule = Rule("5.1", "Move the formation", "here")
    (place,) = sequence_places(Step("Move the formation", move), {"5.1": "Move the formation"})

    assert place.about == "  [rule 5.1]"


def test_a_loop_and_its_only_step_of_the_same_name_are_one_line():
    loop = Repeat("Move", Step("Move", lambda play: None, rule="9", quiet=True), until=bool)

    (line,) = sequence_places(loop, {"9": "Move the planes"}, ["Move", "Move"])

    assert (line.name, line.about) == ("Move", ", repeated  [rule 9, Move the planes]")
    assert line.is_here


def test_the_sequence_as_data_names_each_node_with_its_rule(race):
    tree = sequence_json(race.program.sequence)

    assert tree["children"][0]["children"] == [{"name": "Run", "rule": "1", "children": []}]
