"""A decision carries all its legal answers; nothing else can be answered."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_core.engine.decisions import Decision
from tabletop_core.errors import IllegalAnswerError


def asking(options, **how):
    return Decision(("west",), "What now?", options, **how)


@pytest.mark.parametrize("answer", ["a", 2])
def test_each_option_is_an_answer(answer):
    assert asking(("a", 2)).check(answer) == answer


@pytest.mark.parametrize("answer", ["c", 3, None, "", ("a",), ["a"], {"a": 1}, True, 2.0, 1.0])
def test_nothing_but_an_option_is_an_answer(answer):
    with pytest.raises(IllegalAnswerError, match="choose one of: a, 1, 2"):
        asking(("a", 1, 2)).check(answer)


@pytest.mark.parametrize("answer", [0, 6, "3", 3.0, True, None])
def test_only_whole_numbers_of_the_range_answer_a_question_for_a_number(answer):
    decision = asking(range(1, 6))

    assert decision.is_number
    assert decision.check(5) == 5
    with pytest.raises(IllegalAnswerError, match="a number from 1 to 5"):
        decision.check(answer)


def test_several_options_are_kept_in_the_order_they_were_offered():
    assert asking("abc", most=3).check(["c", "a"]) == ("a", "c")


def test_several_options_are_kept_in_the_order_given_where_order_matters():
    assert asking("abc", most=3, ordered=True).check(["c", "a"]) == ("c", "a")


@pytest.mark.parametrize(
    "answer", ["a", 5, None, (), ("a",), ("a", "b", "c", "d"), ("a", "a"), ("a", "z"), ("a", True)]
)
def test_an_answer_of_several_must_be_different_options_between_least_and_most(answer):
    with pytest.raises(IllegalAnswerError):
        asking(("a", "b", "c", "d", 1), least=2, most=3).check(answer)


def test_without_a_least_number_none_may_be_chosen():
    assert asking(("a", "b"), most=2).check(()) == ()


def test_the_message_names_how_many_and_which():
    with pytest.raises(IllegalAnswerError, match="1 chosen; choose 2 to 3 of: a, b, c"):
        asking(("a", "b", "c"), least=2, most=3).check(["a"])


def test_a_fixed_number_of_options_is_told_as_one_number():
    with pytest.raises(IllegalAnswerError, match="1 chosen; choose 2 of: a, b, c, none twice"):
        asking(("a", "b", "c"), least=2, most=2).check(("a",))


def test_labels_come_from_a_function_a_mapping_or_the_option_itself():
    assert asking(("a",), label=str.upper).label_of("a") == "A"
    assert asking(("a", "b"), label={"a": "ace"}).label_of("a") == "ace"
    assert asking(("a", "b"), label={"a": "ace"}).label_of("b") == "b"
    assert asking((7,)).label_of(7) == "7"


def test_labels_are_made_only_when_someone_looks():
    looked = []
    decision = asking(tuple(range(100)), label=lambda option: looked.append(option) or "x")
    decision.check(3)

    assert looked == []


@given(
    st.lists(st.integers() | st.text(), unique=True, min_size=1, max_size=8),
    st.integers(0, 8),
    st.integers(0, 8),
    st.booleans(),
    st.floats(0, 1, exclude_max=True),
)
def test_a_random_selection_is_always_a_legal_answer(options, least, more, ordered, number):
    least = min(least, len(options))
    decision = asking(tuple(options), least=least, most=least + more, ordered=ordered)

    answer = decision.at_random(number)

    assert least <= len(answer) <= least + more
    assert decision.check(answer) == answer


@given(st.integers(1, 50), st.floats(0, 1, exclude_max=True))
def test_a_random_answer_to_one_question_is_one_of_its_options(number, at):
    assert asking(range(number)).at_random(at) in range(number)
