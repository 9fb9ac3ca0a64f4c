"""Options given as a function are made when somebody looks, and in forks seldom does anybody."""

import attrs
import pytest

from tabletop_core import Game, Identity, Repeat, Step
from tabletop_core.bots.simple import GreedyBot
from tabletop_core.errors import PackError


@attrs.define
class Taken:
    numbers: list[int] = attrs.field(factory=list)


def game_that(asks):
    made = []

    def take(play):
        left = [number for number in range(6) if number not in play.state.numbers]

        def options():
            made.append(len(left))
            return left

        play.state.numbers.append((yield asks(play, options)))

    def taking(play):
        for _ in range(3):
            yield from take(play)

    game = Game(
        identity=Identity(id="taking", title="Taking", players=(1, 1), summary="Takes."),
        package=__name__,
        seats=("one",),
        sequence=Repeat("Round", Step("Take three", taking), until=lambda play: False),
        new_state=lambda play: Taken(),
        state=Taken,
        view=lambda play, viewer: [],
        evaluate=lambda play, seat: -len(play.state.numbers),
    )
    return game, made


def ask(play, options):
    return play.ask("Which?", options)


def test_options_given_as_a_function_are_made_once_and_then_stay():
    game, made = game_that(ask)
    match = game.start(seed=1)
    assert made == []

    assert list(match.decision.options) == [0, 1, 2, 3, 4, 5]
    match.answer(3)

    assert made == [6]
    assert match.state.numbers == [3]


def test_only_what_is_among_the_options_of_a_function_is_taken():
    game, _ = game_that(ask)
    match = game.start(seed=1)
    match.answer(3)

    with pytest.raises(ValueError, match="3 is not an option here; choose one of: 0, 1, 2, 4, 5"):
        match.answer(3)


def test_a_fork_knows_the_options_of_its_question_and_makes_none_that_were_answered():
    game, made = game_that(ask)
    match = game.start(seed=1)
    match.answer(3)
    match.answer(0)
    before = match.decision.options
    made.clear()

    fork = match.fork("look")
    assert fork.decision.options is before
    fork.answer(5)

    assert fork.state.numbers == [3, 0, 5]
    assert made == []


def test_a_fork_that_has_gone_on_asks_what_is_left_in_it_whatever_became_of_the_game():
    game, _ = game_that(ask)
    match = game.start(seed=1)
    fork = match.fork("look")
    fork.answer(5)
    match.answer(1)

    assert list(fork.decision.options) == [0, 1, 2, 3, 4]
    assert list(match.decision.options) == [0, 2, 3, 4, 5]


def test_a_bot_that_looks_ahead_makes_the_options_of_its_own_question_only():
    game, made = game_that(ask)
    match = game.start(seed=1)

    bot = GreedyBot()
    bot.seat = "one"
    bot.choose(match, match.decision)

    assert made == [6]


def test_a_function_that_gives_no_option_is_refused_when_somebody_looks():
    game, _ = game_that(lambda play, options: play.ask("Which?", lambda: ()))
    match = game.start(seed=1)

    with pytest.raises(PackError, match=r"taking: 'Which\?' offers no option"):
        assert match.decision.options


def test_a_function_that_gives_too_few_options_for_several_is_refused():
    game, _ = game_that(lambda play, options: play.ask("Which?", lambda: [1], least=2, most=3))
    match = game.start(seed=1)

    with pytest.raises(PackError, match="asks for 2 to 3 of 1 options"):
        assert match.decision.options


def test_an_undone_answer_is_asked_again_with_the_options_there_were():
    game, _ = game_that(ask)
    match = game.start(seed=1)
    match.answer(3)
    match.answer(4)
    match.undo()

    assert list(match.decision.options) == [0, 1, 2, 4, 5]
