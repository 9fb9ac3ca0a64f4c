"""The sequence of play is data: validated, walked, saved as plain numbers."""

import json
from itertools import islice

import pytest

from tabletop_core.engine.sequence import (
    ForEach,
    Program,
    Repeat,
    Sequence,
    Step,
    Walker,
    problems_of,
    walk,
)
from tabletop_core.errors import SequenceError


class Fake:
    """A game in progress, as far as conditions look at it."""

    def __init__(self, seats=("north", "south")):
        self.seats = seats
        self.seat = seats[0]
        self.count = 0


def nothing(play):
    return None


def step(name, **how):
    return Step(name, nothing, **how)


def played(tree, play=None, most=30):
    """Walk a tree and return the names of its steps."""
    play = play or Fake()
    names = []
    for found in islice(Walker(Program(tree)).steps(play), most):
        names.append(found.name)
        play.count += 1
    return names


def test_steps_run_one_after_the_other():
    assert played(Sequence("Game", step("a"), Sequence("b", step("c"), step("d")), step("e"))) == [
        *("a", "c", "d", "e")
    ]


def test_a_single_step_is_a_tree():
    assert played(step("a")) == ["a"]


def test_what_is_left_out_by_its_condition_is_skipped_with_all_below_it():
    tree = Sequence(
        "Game",
        step("a", when=lambda play: False),
        Sequence("b", step("c"), when=lambda play: False),
        Repeat("d", step("e"), until=lambda play: True, when=lambda play: False),
        ForEach("f", lambda play: (1, 2), step("g"), when=lambda play: False),
        step("h", when=lambda play: True),
    )

    assert played(tree) == ["h"]


def test_a_loop_repeats_until_its_condition_holds_at_the_end_of_a_round():
    tree = Repeat("Turn", step("a"), step("b"), until=lambda play: play.count >= 3)

    assert played(tree) == ["a", "b", "a", "b"]


def test_a_loop_without_until_goes_on():
    assert played(Repeat("Turn", step("a", may_end=True)), most=7) == ["a"] * 7


def test_a_loop_over_a_list_reads_it_when_it_begins():
    play = Fake()
    items = [1, 2, 3]
    tree = ForEach("n", lambda play: items, step("a"))
    steps = Walker(Program(tree)).steps(play)
    next(steps)
    items.clear()

    assert len(list(steps)) == 2


def test_a_loop_over_an_empty_list_does_nothing():
    assert played(Sequence("Game", ForEach("n", lambda play: (), step("a")), step("b"))) == ["b"]


def test_the_place_is_plain_and_walking_goes_on_from_it():
    tree = Repeat(
        "Turn",
        ForEach("Seat", lambda play: play.seats, step("a"), step("b")),
        until=lambda play: play.count > 20,
    )
    play, walker = Fake(), Walker(Program(tree))
    steps = walker.steps(play)
    for _ in range(7):
        next(steps)
    saved = json.loads(json.dumps(walker.place))
    other = Walker(Program(tree), saved)
    others = other.steps(play)

    assert [next(steps).name for _ in range(6)] == [next(others).name for _ in range(6)]
    assert walker.place == other.place


def test_a_place_taken_before_is_not_changed_by_walking_on():
    tree = Repeat("Turn", step("a"), until=lambda play: play.count > 5)
    walker = Walker(Program(tree))
    steps = walker.steps(Fake())
    next(steps)
    before = walker.place
    copy = json.loads(json.dumps(before))
    next(steps)

    assert before == copy


def test_the_way_to_a_step_names_rounds_and_items():
    tree = Sequence(
        "Game",
        Repeat("Turn", ForEach("Player", lambda play: play.seats, step("Move")), until=nothing),
    )
    walker = Walker(Program(tree))
    *_, found = islice(walker.steps(Fake()), 4)

    assert walker.describe(found) == ["Game", "Turn 2", "Player south", "Move"]


def test_a_seat_is_current_while_its_turn_lasts():
    play = Fake()
    tree = ForEach("Player", lambda play: play.seats, step("a"))

    seats = [play.seat for _ in Walker(Program(tree)).steps(play)]

    assert seats == ["north", "south"]


@pytest.mark.parametrize(
    ("tree", "words"),
    [
        (Sequence("Game", step("a"), step("a")), "'a' is used twice"),
        (Sequence("a", step("a")), "'a' is used twice"),
        (Sequence("Game"), "'Game' has no steps"),
        (Sequence("Game", Repeat("Turn")), "'Turn' has no steps"),
        (Repeat("Turn", step("a")), "'Turn' repeats for ever"),
    ],
)
def test_a_faulty_tree_is_refused_and_the_fault_named(tree, words):
    assert any(words in problem for problem in problems_of(tree))
    with pytest.raises(SequenceError, match=words):
        Program(tree)


def test_a_sound_tree_has_no_problems():
    tree = Sequence("Game", Repeat("Turn", step("a", may_end=True)), step("b"))

    assert problems_of(tree) == []


def test_every_node_is_walked_with_the_names_above_it():
    tree = Sequence("Game", Repeat("Turn", step("a"), until=nothing))

    assert [(path, node.name) for path, node in walk(tree)] == [
        ((), "Game"),
        (("Game",), "Turn"),
        (("Game", "Turn"), "a"),
    ]
