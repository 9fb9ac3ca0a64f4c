"""A person who does not answer a dice prompt leaves the game waiting, and nothing is lost."""

import pytest

from tabletop_core import Repeat, Step
from tabletop_core.chance import ChanceWaits, Manual
from tabletop_core.engine.tape import Tape
from tabletop_core.errors import PackError


def two_rolls(play):
    yield play.ask("Roll?", ["yes"])
    faces = play.die(6, "the first"), play.die(6, "the second")
    play.end("done", scores={play.seat: sum(faces)})


@pytest.fixture
def game(race_with):
    return race_with(sequence=Repeat("Turn", Step("Roll", two_rolls, may_end=True)))


class Hand:
    """Answers with the faces it holds, and does not answer when it has none."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)

    def roll(self, sides, why):
        if not self.faces:
            raise ChanceWaits
        return (self.faces.pop(0),)

    def draw(self, pool, why):
        raise ChanceWaits


@pytest.fixture
def hand():
    return Hand(4)


@pytest.fixture
def waiting(game, hand):
    match = game.start(source=Manual(hand.roll, hand.draw))
    match.answer("yes")
    return match


def test_an_unanswered_roll_leaves_the_game_waiting_with_its_tape_whole(waiting):
    assert waiting.is_waiting
    assert waiting.decision is None
    assert waiting.tape.entries == [("answer", "north", "yes"), ("roll", (4,))]


def test_a_retry_asks_only_for_the_roll_that_is_missing(waiting, hand):
    hand.faces = [5]

    waiting.history.retry()

    assert waiting.outcome.scores == {"north": 9}
    assert waiting.tape.entries[1:] == [("roll", (4,)), ("roll", (5,))]


def test_undo_at_an_unanswered_roll_takes_back_the_answer_that_led_to_it(waiting):
    assert waiting.history.undo()

    assert not waiting.is_waiting
    assert waiting.decision.prompt == "Roll?"


def test_a_tape_that_ends_before_a_roll_resumes_as_a_waiting_game(game):
    source = Manual(Hand().roll, Hand().draw)
    match = game.start(source=source, tape=Tape([("answer", "north", "yes")]))

    assert match.is_waiting
    assert match.tape.entries == [("answer", "north", "yes")]


def test_a_state_that_is_made_with_real_dice_is_refused_with_what_to_do(race_with, hand):
    game = race_with(new_state=lambda play: play.die(6, "wind") + play.die(6, "cloud"))

    with pytest.raises(PackError, match="do it in the first step of the sequence"):
        game.start(source=Manual(hand.roll, hand.draw))
