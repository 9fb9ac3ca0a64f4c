"""A decision carries all its legal answers; nothing else can be answered."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_core import Step
from tabletop_core.engine.decisions import Decision
from tabletop_core.errors import IllegalAnswerError, PackError


def asking(options, **how):
    return Decision(("west",), "What now?", options, **how)


TAKEN = [
    (asking(("a", 2)), "a", "a"),
    (asking(("a", 2)), 2, 2),
    (asking(range(1, 6)), 5, 5),
    # Several are kept in the order they were offered, or given where order matters.
    (asking("abc", most=3), ["c", "a"], ("a", "c")),
    (asking("abc", most=3, ordered=True), ["c", "a"], ("c", "a")),
    # Without a least number none may be chosen.
    (asking(("a", "b"), most=2), (), ()),
]
REFUSED = [
    # Nothing but an option is an answer.
    (
        asking(("a", 1, 2)),
        ["c", 3, None, "", ("a",), ["a"], {"a": 1}, True, 2.0, 1.0],
        "choose one of: a, 1, 2",
    ),
    # Only whole numbers of the range answer a question for a number.
    (asking(range(1, 6)), [0, 6, "3", 3.0, True, None], "a number from 1 to 5"),
    # Several must be different options between least and most.
    (
        asking(("a", "b", "c", "d", 1), least=2, most=3),
        ["a", 5, None, (), ("a",), tuple("abcd"), ("a", "a"), ("a", "z"), ("a", True)],
        "a, b, c, d, 1",
    ),
    (asking("abc", least=2, most=3), [["a"]], "1 chosen; choose 2 to 3 of: a, b, c"),
    # A fixed number of options is told as one number.
    (asking("abc", least=2, most=2), [("a",)], "1 chosen; choose 2 of: a, b, c, without repeats"),
]


@pytest.mark.parametrize(("decision", "given", "taken"), TAKEN)
def test_each_option_is_an_answer(decision, given, taken):
    assert decision.check(given) == taken
    assert decision.is_number == isinstance(decision.options, range)


@pytest.mark.parametrize(("decision", "answers", "words"), REFUSED)
def test_nothing_but_options_is_an_answer_and_the_message_names_them(decision, answers, words):
    for answer in answers:
        with pytest.raises(IllegalAnswerError, match=words):
            decision.check(answer)


def test_labels_come_from_a_function_a_mapping_or_the_option_itself():
    assert asking(("a",), label=str.upper).label_of("a") == "A"
    assert [*map(asking("ab", label={"a": "ace"}).label_of, "ab")] == ["ace", "b"]
    assert asking((7,)).label_of(7) == "7"


def test_labels_are_made_only_when_someone_looks():
    looked = []
    decision = asking(tuple(range(100)), label=lambda option: looked.append(option) or "x")
    decision.check(3)

    assert looked == []


@settings(max_examples=40)
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


@settings(max_examples=40)
@given(st.integers(1, 50), st.floats(0, 1, exclude_max=True))
def test_a_random_answer_to_one_question_is_one_of_its_options(number, at):
    assert asking(range(number)).at_random(at) in range(number)


UNASKED = r"it has an answer only after it is asked: `yield play\.ask\(\.\.\.\)`"


@pytest.mark.parametrize(
    "use", [lambda asked: asked.split(), lambda asked: asked != "no", lambda asked: [*asked]]
)
def test_a_question_that_was_not_yielded_says_so_whatever_is_done_with_it(use):
    with pytest.raises((AttributeError, TypeError), match=UNASKED):
        use(asking(("yes", "no")))


@pytest.mark.parametrize("play", [
    lambda match: match.answer("yes"), lambda match: match.run_at_random(lambda: 0.0),
])  # fmt: skip
def test_what_is_yielded_and_is_no_question_fails_at_the_line_that_yields(race_with, play):
    def act(play):
        yield play.ask("Go on?", ("yes", "no"))
        yield play.choose("Really?", ("yes", "no"))

    game = race_with(sequence=Step("Act", act, may_end=True))
    with pytest.raises(PackError, match="yields a generator, which is not a question") as caught:
        play(game.start(snapshots=False))

    assert any(entry.name == "act" for entry in caught.traceback)
