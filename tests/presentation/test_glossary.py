"""The words of a game, one by one and all."""

import attrs
import pytest

from tabletop_core import TabletopError
from tabletop_core.data.glossary import Word
from tabletop_core.presentation.glossary import glossary_lines, word_of, words_in


@pytest.fixture
def data(race):
    words = (
        Word(id="enemy die", text="It is theirs.", also=("red die",)),
        Word(id="enemy ace", text="It comes back."),
    )
    return attrs.evolve(race.load_data(()), glossary=words)


@pytest.mark.parametrize("wanted", ["enemy die", "Enemy  Die", "red die", "enemy d", "red"])
def test_a_word_is_found_by_any_form_in_any_case_or_by_its_beginning(race, data, wanted):
    assert word_of(race, data, wanted).text == "It is theirs."


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        ("enemy", "'enemy' may be enemy die, enemy ace; write the whole word"),
        ("enemy dye", "Race does not explain 'enemy dye'; did you mean 'enemy die'"),
        ("fuel", "Race does not explain 'fuel'; it explains enemy die, enemy ace"),
        ("", "Race does not explain ''; it explains enemy die, enemy ace"),
    ],
    ids=["several", "near", "far", "nothing"],
)
def test_what_is_not_one_word_is_refused_with_those_there_are(race, data, wanted, says):
    with pytest.raises(TabletopError, match=says):
        word_of(race, data, wanted)


def test_a_game_without_a_glossary_says_so(race):
    with pytest.raises(TabletopError, match="it explains no words"):
        word_of(race, race.load_data(()), "fuel")


def test_all_words_are_told_a_line_each(data):
    assert glossary_lines(data) == ["enemy die: It is theirs.", "enemy ace: It comes back."]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The game is set up", []),
        ("Set up two sets", ["sets"]),
        ("a setting", []),
        ("a set upon it", ["set"]),
        ("the damage die that hits", ["damage die"]),
    ],
)
def test_a_word_is_not_found_in_a_phrase_in_which_it_means_something_else(text, found):
    words = (
        Word(id="set", text="Two symbols.", also=("sets",), but=("set up",)),
        Word(id="hits", text="Symbols.", but=("that hits",)),
        Word(id="damage die", text="It has twelve faces."),
    )

    assert [place.group() for place, _ in words_in(text, words)] == found
