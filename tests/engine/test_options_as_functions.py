"""Options given as a function are made when somebody looks, and in forks seldom does anybody."""

import attrs
import pytest

from tabletop_core import Identity, Repeat, Step
from tabletop_core.bots.simple import GreedyBot
from tabletop_core.errors import PackError


@attrs.define
class Taken:
    numbers: list[int] = attrs.field(factory=list)


def ask(play, options):
    return play.ask("Which?", options)


@pytest.fixture
def taking(race_with):
    """Start a game that asks for three of six numbers, and note how many options were made."""

    def taking(asks=ask):
        made = []

        def take(play):
            for _ in range(3):
                left = [number for number in range(6) if number not in play.state.numbers]
                options = lambda left=left: made.append(len(left)) or left  # noqa: E731
                play.state.numbers.append((yield asks(play, options)))

        game = race_with(
            seats=("one",),
            identity=Identity(id="taking", title="Taking", players=(1, 1), summary="Takes."),
            sequence=Repeat("Round", Step("Take three", take), until=lambda play: False),
            new_state=lambda play: Taken(),
            state=Taken,
            view=lambda play, viewer: [],
            evaluate=lambda play, seat: -len(play.state.numbers),
        )
        return game.start(seed=1), made

    return taking


def test_options_given_as_a_function_are_made_once_and_then_stay(taking):
    match, made = taking()
    assert made == []

    assert list(match.decision.options) == [0, 1, 2, 3, 4, 5]
    match.answer(3)

    assert made == [6]
    assert match.state.numbers == [3]


def test_only_what_is_among_the_options_of_a_function_is_taken(taking):
    match, _ = taking()
    match.answer(3)

    with pytest.raises(ValueError, match="3 is not an option here; choose one of: 0, 1, 2, 4, 5"):
        match.answer(3)


def test_a_fork_knows_the_options_of_its_question_and_makes_none_that_were_answered(taking):
    match, made = taking()
    match.answer(3)
    match.answer(0)
    before = match.decision.options
    made.clear()

    fork = match.fork("look")
    assert fork.decision.options is before
    fork.answer(5)

    assert fork.state.numbers == [3, 0, 5]
    assert made == []


def test_a_fork_that_has_gone_on_asks_what_is_left_in_it_whatever_became_of_the_game(taking):
    match, _ = taking()
    fork = match.fork("look")
    fork.answer(5)
    match.answer(1)

    assert list(fork.decision.options) == [0, 1, 2, 3, 4]
    assert list(match.decision.options) == [0, 2, 3, 4, 5]


def test_a_bot_that_looks_ahead_makes_the_options_of_its_own_question_only(taking):
    match, made = taking()

    bot = GreedyBot()
    bot.seat = "one"
    bot.choose(match, match.decision)

    assert made == [6]


@pytest.mark.parametrize(
    ("options", "several", "words"),
    [
        ((), {}, r"taking: 'Which\?' offers no option"),
        ([1], {"least": 2, "most": 3}, "asks for 2 to 3 of 1 options"),
    ],
)
def test_a_function_that_gives_too_few_options_is_refused_when_somebody_looks(
    taking, options, several, words
):
    match, _ = taking(lambda play, made: play.ask("Which?", lambda: options, **several))

    with pytest.raises(PackError, match=words):
        assert match.decision.options


def test_an_undone_answer_is_asked_again_with_the_options_there_were(taking):
    match, _ = taking()
    match.answer(3)
    match.answer(4)
    match.history.undo()

    assert list(match.decision.options) == [0, 1, 2, 4, 5]
