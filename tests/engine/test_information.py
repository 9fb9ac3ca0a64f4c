"""Information states: what a seat has seen and done, in order, and nothing else."""

from pathlib import Path

import pytest

from tabletop_core import load_pack
from tabletop_core.engine.information import information_state
from tabletop_core.errors import SaveError, SequenceError

EXAMPLES = Path(__file__).parents[2] / "examples" / "night_crossing"


@pytest.fixture(scope="module")
def crossing():
    return load_pack("night_crossing", [EXAMPLES])


def after(game, answers, seed=3):
    match = game.start(seed=seed)
    for _ in range(answers):
        match.answer(match.decision.options[-1])
    return match


def test_it_tells_what_was_drawn_by_the_seat_the_table_the_question_and_the_answer(crossing):
    match = after(crossing, 0)
    option = match.decision.options[0]
    match.answer(option)
    lines = information_state(match, "red")

    mine = [line for line in lines if line.startswith("draw")]
    assert len(mine) == 2
    assert not [line for line in lines if line.startswith("step")]
    asked = next(at for at, line in enumerate(lines) if line.startswith("is asked 'Use which"))
    assert lines[asked - 1].startswith("sees [Facts(title='Aboard'")
    assert lines[asked + 1] == f"answers {option!r}"


def test_it_holds_nothing_of_what_others_drew(crossing):
    told = information_state(after(crossing, 0), "blue")

    assert [line for line in told if "taken up" in line] == []
    assert len([line for line in told if "loaded" in line]) == 1


def test_what_a_seat_knew_earlier_is_the_beginning_of_what_it_knows_later(crossing):
    earlier, later = (information_state(after(crossing, n), "red") for n in (3, 9))

    assert later[: len(earlier)] == earlier
    assert len(later) > len(earlier)


def test_it_is_the_same_after_undo_but_for_what_that_revealed(crossing):
    match = after(crossing, 2)
    before = information_state(match, "red")
    match.answer(match.decision.options[0])
    match.history.undo()

    (more,) = [line for line in information_state(match, "red") if line not in before]
    assert more.startswith("undone")


def test_ones_own_sealed_answer_is_in_it_and_that_of_others_is_not(auction_with):
    match = auction_with().start(seed=1)
    match.answer(3, seat="bob")

    assert information_state(match, "bob")[-1] == "answers 3"
    assert information_state(match, "ann")[-1].startswith("is asked")


def test_a_fork_and_a_game_without_tape_have_none_for_they_do_not_hold_what_came_before(crossing):
    match = after(crossing, 2)

    with pytest.raises(SequenceError, match="take the information state of the original game"):
        information_state(match.fork("try", seat="red", snapshots=True), "red")
    match.tape = None
    with pytest.raises(SaveError, match="keeps no tape"):
        information_state(match, "red")
