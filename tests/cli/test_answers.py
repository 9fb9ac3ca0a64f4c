"""What may be typed for the options of a decision."""

import pytest

from tabletop_core.cli.screen.answers import Choices, MisreadError, example, read_faces
from tabletop_core.engine.decisions import Decision


def choices(options, label=None, **how):
    return Choices(Decision(("you",), "?", options, label, **how))


MOVES = choices(["climb", "dive", "hold"], {"climb": "Go up", "dive": "Go down", "hold": "Wait"})


@pytest.mark.parametrize("text", ["2", "dive", "DIVE", " di ", "go d", "Go down"])
def test_an_option_is_typed_as_its_number_its_id_or_the_beginning_of_a_name(text):
    assert MOVES.read(text) == "dive"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("4", "there is no option 4; type 1 to 3, or a name"),
        ("0", "there is no option 0"),
        ("loop", "'loop' is no option here"),
        ("go", "'go' may mean climb, dive"),
        ("", "nothing was typed"),
        ("²", "'²' is no option here"),
    ],
)
def test_a_text_that_names_no_single_option_is_explained(text, told):
    with pytest.raises(MisreadError, match="^" + told.replace("²", ".")):
        MOVES.read(text)


def test_only_a_number_or_a_full_name_is_a_whole_answer_before_other_words():
    assert [text for text in ("2", "dive", "Dive", "di", "4", "down") if MOVES.is_key(text)] == [
        *("2", "dive", "Dive")
    ]
    assert not choices(["a", "b"], least=0, most=2).is_key("a")


def test_a_full_id_wins_over_longer_ids_that_begin_with_it():
    assert choices(["w", "west"]).read("w") == "w"


def test_options_that_are_numbers_are_typed_as_the_numbers_themselves():
    prices = choices([10, 20, 3])

    assert prices.read("3") == 3
    assert prices.hint() == "10 or 20 or 3"
    with pytest.raises(MisreadError):
        prices.read("1")


def test_texts_that_look_like_numbers_are_typed_as_themselves():
    boxes = choices(["3", "1", "other"])

    assert boxes.read("1") == "1"
    assert boxes.read("o") == "other"


def test_a_number_in_a_range_is_typed_as_itself():
    sacks = choices(range(5, 9))

    assert sacks.read("7") == 7
    assert sacks.hint() == "a number from 5 to 8"
    for wrong in ("4", "9", "x", "7.0"):
        with pytest.raises(MisreadError, match="a number from 5 to 8"):
            sacks.read(wrong)


def test_the_steps_of_a_range_are_told():
    assert choices(range(0, 30, 10)).hint() == "a number from 0 to 20 in steps of 10"


CREW = choices(["pilot", "gunner", "medic"], least=0, most=2)


@pytest.mark.parametrize("text", ["1,3", "1 3", "medic, pilot", "pilot medic", "m,p"])
def test_several_options_are_typed_as_a_list(text):
    assert CREW.read(text) == ("pilot", "medic")


def test_no_option_is_typed_as_none():
    assert CREW.read("none") == CREW.read("-") == ()


def test_all_options_are_typed_as_all():
    assert choices(["a", "b"], least=1, most=2).read("all") == ("a", "b")


def test_too_many_options_are_refused_with_the_legal_number():
    with pytest.raises(MisreadError, match="that makes 3; type 0 to 2 of them"):
        CREW.read("1,2,3")


def test_one_option_of_several_needs_no_commas():
    assert choices(["a", "b"], least=1, most=1).hint() == "1 of them"


def test_an_option_typed_twice_is_refused():
    with pytest.raises(MisreadError, match="the same one is chosen twice"):
        CREW.read("1,1")


def test_an_order_is_kept_where_it_matters():
    assert choices(["a", "b"], least=2, most=2, ordered=True).read("b,a") == ("b", "a")


def test_a_label_of_several_words_is_one_option():
    cards = choices(["x", "y"], {"x": "red ace", "y": "red king"}, least=1, most=2)

    assert cards.read("red king") == ("y",)


@pytest.mark.parametrize("text", ["3 5", "3,5", "3, 5", "35", "3+5"])
def test_faces_are_typed_with_or_without_signs_between(text):
    assert read_faces(text, (6, 6)) == (3, 5)


def test_one_die_with_many_sides_takes_one_number():
    assert read_faces("12", (20,)) == (12,)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("7 1", "no d6 shows 7; type faces from 1 to 6"),
        ("0 1", "no d6 shows 0"),
        ("3", "'3' is no such roll; type 2 numbers"),
        ("1 2 3", "'1 2 3' is no such roll"),
        ("a b", "'a b' is no such roll"),
        ("", "nothing was typed"),
    ],
)
def test_impossible_faces_are_refused(text, told):
    with pytest.raises(MisreadError, match="^" + told):
        read_faces(text, (6, 6))


@pytest.mark.parametrize("sides", [(6,), (6, 6), (4, 10), (2, 2, 2), (20, 20, 20, 20)])
def test_the_example_of_a_roll_is_one_that_would_be_accepted(sides):
    shown = example(sides)
    faces = shown.rpartition("e.g. ")[2] if "e.g." in shown else "1"

    assert len(read_faces(faces, sides)) == len(sides)


@pytest.mark.parametrize(("most", "hint"), [(1, "1 of them"), (2, "1 to 2 of them, with commas")])
def test_an_order_is_spoken_of_only_where_there_can_be_one(most, hint):
    several = choices(["climb", "dive", "hold"], least=1, most=most, ordered=True)

    assert several.hint().startswith(hint)
    assert ("in order" in several.hint()) == (most > 1)
