"""What may be typed for the options of a decision."""

import re

import pytest

from tabletop_core.engine.decisions import Decision
from tabletop_core.presentation.answers import Choices, MisreadError, example, read_faces


def choices(options, label=None, **how):
    return Choices(Decision(("you",), "?", options, label, **how))


MOVES = choices(["climb", "dive", "hold"], {"climb": "Go up", "dive": "Go down", "hold": "Wait"})
PRICES = choices([10, 20, 3])
BOXES = choices(["3", "1", "other"])
SACKS = choices(range(5, 9))
CREW = choices(["pilot", "gunner", "medic"], least=0, most=2)
SEVERAL = choices(["a", "b"], least=1, most=2)
ORDERED = choices(["a", "b"], least=2, most=2, ordered=True)
CARDS = choices(["x", "y"], {"x": "red ace", "y": "red king"}, least=1, most=2)
NAMESAKES = choices(["w", "west"])


@pytest.mark.parametrize(
    ("question", "texts", "answer"),
    [
        # An option is typed as its number, its id, or the beginning of a name.
        (MOVES, ["2", "dive", "DIVE", " di ", "go d", "Go down"], "dive"),
        # A full id wins over longer ids that begin with it.
        (NAMESAKES, ["w"], "w"),
        # Options that are numbers, or look like numbers, are typed as themselves.
        (PRICES, ["3"], 3),
        (BOXES, ["1"], "1"),
        (BOXES, ["o"], "other"),
        (SACKS, ["7"], 7),
        # Several are typed as a list; none, and all, have a word.
        (CREW, ["1,3", "1 3", "medic, pilot", "pilot medic", "m,p"], ("pilot", "medic")),
        (CREW, ["none", "-"], ()),
        (SEVERAL, ["all"], ("a", "b")),
        # An order is kept where it matters.
        (ORDERED, ["b,a"], ("b", "a")),
        # A label of several words is one option.
        (CARDS, ["red king"], ("y",)),
    ],
)
def test_a_text_is_read_as_the_answer_it_names(question, texts, answer):
    assert [question.read(text) for text in texts] == [answer] * len(texts)


@pytest.mark.parametrize(
    ("question", "texts", "told"),
    [
        (MOVES, ["4"], "there is no option 4; type 1 to 3, or a name"),
        (MOVES, ["0"], "there is no option 0"),
        (MOVES, ["loop"], "'loop' is not an option here"),
        (MOVES, ["go dwon"], r"'go dwon' is not an option here \(did you mean 'Go down'\?\)"),
        (MOVES, ["go"], "'go' may mean climb, dive"),
        (MOVES, [""], "nothing was typed"),
        (MOVES, ["²"], "'²' is not an option here"),
        (PRICES, ["1"], "'1' is not an option here"),
        (SACKS, ["4", "9", "x", "7.0"], ".*a number from 5 to 8"),
        (CREW, ["1,2,3"], ".*that makes 3; type 0 to 2 of them"),
        (CREW, ["1,1"], ".*the same one is chosen twice"),
    ],
)
def test_a_text_that_names_no_answer_is_explained(question, texts, told):
    for text in texts:
        with pytest.raises(MisreadError, match=f"^{told}"):
            question.read(text)


def test_only_a_number_or_a_full_name_is_a_whole_answer_before_other_words():
    assert [text for text in ("2", "dive", "Dive", "di", "4", "down") if MOVES.is_key(text)] == [
        *("2", "dive", "Dive")
    ]
    assert not choices(["a", "b"], least=0, most=2).is_key("a")


@pytest.mark.parametrize(
    ("question", "hint"),
    [
        (PRICES, r"10 or 20 or 3"),
        (SACKS, r"a number from 5 to 8"),
        (choices(range(0, 30, 10)), r"a number from 0 to 20 in steps of 10"),
        # One of several needs no commas, and has no order.
        (choices(["a", "b"], least=1, most=1), r"1 of them"),
        (choices(["a", "b"], least=1, most=1, ordered=True), r"1 of them(?!.*in order).*"),
        (choices("abc", least=1, most=2, ordered=True), r"1 to 2 of them, with commas.*in order.*"),
    ],
)
def test_the_hint_says_what_may_be_typed(question, hint):
    assert re.fullmatch(hint, question.hint())


@pytest.mark.parametrize(
    ("texts", "sides", "faces"),
    [(["3 5", "3,5", "3, 5", "35", "3+5"], (6, 6), (3, 5)), (["12"], (20,), (12,))],
)
def test_faces_are_typed_with_or_without_signs_between(texts, sides, faces):
    assert {read_faces(text, sides) for text in texts} == {faces}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("7 1", "no d6 shows 7; type faces from 1 to 6"),
        ("0 1", "no d6 shows 0"),
        ("3", "'3' is not such a roll; type 2 numbers"),
        ("1 2 3", "'1 2 3' is not such a roll"),
        ("a b", "'a b' is not such a roll"),
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


@pytest.mark.parametrize(
    ("question", "ids", "answer"),
    [
        (MOVES, ["dive"], "dive"),
        (MOVES, ["dive", "hold"], "dive"),
        (PRICES, ["3"], 3),
        (SACKS, ["7"], 7),
        (CREW, ["pilot", "medic"], ("pilot", "medic")),
        (CREW, [], ()),
    ],
)
def test_what_was_touched_is_read_by_ids(question, ids, answer):
    assert question.with_ids(ids) == answer


@pytest.mark.parametrize(
    ("question", "ids"),
    [(MOVES, []), (MOVES, ["2"]), (MOVES, ["d"]), (SACKS, ["9"]), (SACKS, ["7" * 5000])],
)
def test_what_is_touched_is_never_guessed(question, ids):
    with pytest.raises(MisreadError, match="that are shown"):
        question.with_ids(ids)
