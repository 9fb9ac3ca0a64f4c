"""Rules by number and title, and the sequence of play as a tree."""

from tabletop_core import Step
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


def test_the_title_of_a_rule_is_not_told_again_beside_itself():
    titles = {"5.1": "Move the formation"}

    assert rule_words("5.1", titles, beside="Move the formation") == "rule 5.1"
    assert rule_words("5.1", titles, beside="Move") == "rule 5.1, Move the formation"


def test_a_rule_is_told_by_number_and_title_and_a_heading_by_itself():
    titles = {"5.7": "Flak", "Landing": "Landing"}

    assert rule_words("5.7", titles) == "rule 5.7, Flak"
    assert rule_words("5.8", titles) == "rule 5.8"
    assert rule_words("Landing", titles) == "Landing"
    assert rule_words("", titles) == ""


def test_a_word_behind_the_number_gives_way_to_the_title():
    titles = {"8.4.harbour": "A harbour on the way", "7-5.p.dive": "Diving", "4-9.c": "Pump"}

    assert rule_words("8.4.harbour", titles) == "rule 8.4, A harbour on the way"
    assert rule_words("8.4.harbour", titles, beside="A harbour on the way") == "rule 8.4"
    assert rule_words("7-5.p.dive", titles) == "rule 7-5.p, Diving"
    assert rule_words("4-9.c", titles) == "rule 4-9.c, Pump"
    assert rule_words("8.5.quay", titles) == "rule 8.5.quay"


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


def test_the_sequence_as_data_names_each_node_with_its_rule(race):
    tree = sequence_json(race.program.sequence)

    assert tree["children"][0]["children"] == [{"name": "Run", "rule": "1", "children": []}]
