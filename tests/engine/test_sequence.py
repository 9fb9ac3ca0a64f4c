"""The sequence of play is data: validated, walked, saved as plain numbers."""

import json
import re
from functools import partial, wraps
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
        self.heads = []

    def name_of(self, item):
        return {"thaw": "The Thaw"}.get(item, item)

    def head(self, node, rule, path):
        self.heads.append((node, rule, path))


def nothing(play):
    return None


def step(name, **how):
    return Step(name, nothing, **how)


def played(tree, play=None, most=30):
    """Walk a tree and return the names of its steps."""
    play = play or Fake()
    names = []
    for found in islice(Walker(Program(tree)).steps(play, play.head), most):
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


def test_a_loop_turns_to_those_of_its_items_that_are_seats():
    play = Fake()
    tree = ForEach("Side", lambda play: ("board", "south", "river", "north"), step("a"))

    seats = [play.seat for _ in Walker(Program(tree)).steps(play)]
    assert seats == ["north", "south", "south", "north"]


def test_after_a_loop_over_seats_the_seat_of_the_next_loop_over_seats_is_current_again():
    play = Fake()
    others = ForEach("Other", lambda play: play.seats, step("a"))
    cards = ForEach("Card", lambda play: (1, 2), others, step("b"))
    tree = ForEach("Side", lambda play: ("south",), cards)

    turns = [(found.name, play.seat) for found in Walker(Program(tree)).steps(play)]
    assert turns == [("a", "north"), ("a", "south"), ("b", "south")] * 2


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
    play = Fake()
    *_, found = islice(walker.steps(play), 4)

    assert found.name == "Move"
    assert walker.describe(play) == ["Game", "Turn 2", "Player south", "Move"]


def test_rounds_that_have_numbers_of_their_own_are_called_by_them():
    play = Fake()
    tree = Repeat(
        "Mission", step("Fly"), until=lambda play: play.count == 5, number=lambda play: play.count
    )
    walker = Walker(Program(tree))
    play.count, ways = 1, []
    for _ in walker.steps(play):
        ways.append(walker.describe(play))
        play.count += 2

    assert ways == [["Mission 1", "Fly"], ["Mission 3", "Fly"]]


def test_a_seat_is_current_while_its_turn_lasts():
    play = Fake()
    tree = ForEach("Player", lambda play: play.seats, step("a"))

    seats = [play.seat for _ in Walker(Program(tree)).steps(play)]

    assert seats == ["north", "south"]


@pytest.mark.parametrize(
    ("tree", "words"),
    [
        (Sequence("Game", step("a"), step("a")), "'a' is used twice in 'Game'"),
        (Sequence("Game", step("a"), step("b"), step("a"), step("a")), "'a' is used 3 times"),
        (Sequence("Game", step("a"), nothing), "in 'Game' stands <function nothing.*no node"),
        (nothing, "the sequence of play is <function nothing"),
        (Sequence("Game", Step("a", "nothing")), "`run` of 'a' is 'nothing'"),
        (Sequence("Game", step("a", when=True)), "`when` of 'a' is True"),
        (ForEach("Game", ("north",), step("a")), r"`items` of 'Game' is \('north',\)"),
        (Repeat("Game", step("a"), until=3), "`until` of 'Game' is 3"),
        (Sequence("Game", step("a", quiet=True), step("b")), "'b' has a heading of its own"),
        (
            Sequence("Game", step("a", quiet=True), step("b")),
            "beside a quiet step, 'a', in 'Game'; make all of them quiet, or none, or wrap 'a'",
        ),
        (
            Sequence("Game", step("a", quiet=True), Repeat("b", step("c"), until=bool)),
            "'b' is a Repeat, and only a Step can be quiet: take quiet=True out of 'a'",
        ),
        (step("a", quiet=True), "'a' is the whole sequence"),
        (Sequence("Game"), "'Game' has no steps"),
        (Sequence("Game", Repeat("Turn")), "'Turn' has no steps"),
        (Repeat("Turn", step("a")), "'Turn' repeats for ever"),
    ],
)
def test_a_faulty_tree_is_refused_and_the_fault_named(tree, words):
    assert any(re.search(words, problem) for problem in problems_of(tree))
    with pytest.raises(SequenceError, match=words):
        Program(tree)


def test_all_faults_of_a_tree_are_told_at_once():
    tree = Sequence("Game", Repeat("Turn", step("a"), step("a")), Sequence("Empty"), 7)
    with pytest.raises(SequenceError) as caught:
        Program(tree)

    for fault in ("'a' is used twice", "'Turn' repeats for ever", "'Empty' has no", "stands 7"):
        assert fault in str(caught.value)


# ---------------------------------------------------------------- names


def orders(name="Orders"):
    return Repeat(name, step("Order", quiet=True), until=lambda play: play.count % 3 == 2)


def test_the_same_node_may_stand_at_two_places():
    phase = orders()
    tree = Sequence("Game", Sequence("North", phase), Sequence("South", phase))
    play, walker = Fake(), Walker(Program(tree))
    ways = []
    for _ in walker.steps(play):
        ways.append(walker.describe(play))
        play.count += 1

    north, south = ["Game", "North", "Orders"], ["Game", "South", "Orders"]
    assert ways == [north, north, south, south, south]


def test_a_place_leads_back_to_the_one_of_two_steps_of_the_same_name():
    tree = Sequence("Game", Sequence("North", step("Move")), Sequence("South", step("Move")))
    walker = Walker(Program(tree))
    found = [walker.place for _ in walker.steps(Fake())]

    assert found == [["Game", "North", "Move"], ["Game", "South", "Move"]]
    assert [Walker(Program(tree), place).place for place in found] == found


def test_a_place_told_by_its_loops_alone_is_found_where_one_step_fits():
    tree = Sequence("Game", Repeat("Turn", Sequence("Day", step("Move")), until=nothing))

    assert Walker(Program(tree), [["Turn", 4, None], "Move"]).place == [
        *("Game", ["Turn", 4, None], "Day", "Move")
    ]


def test_a_place_told_by_its_loops_alone_is_not_guessed_among_several():
    tree = Sequence("Game", Sequence("North", step("Move")), Sequence("South", step("Move")))

    with pytest.raises(SequenceError, match="several steps 'Move'"):
        Walker(Program(tree), ["Move"])


# ---------------------------------------------------------------- quiet steps


def test_quiet_steps_have_one_heading_told_when_the_node_above_begins():
    play = Fake()
    tree = Repeat("Turn", step("Begin"), orders(), until=lambda play: play.count >= 6)

    assert "".join(name[0] for name in played(tree, play)) == "BOBOOBOO"
    assert play.heads == [("Orders", "", [f"Turn {turn}", "Orders"]) for turn in (1, 2, 3)]


def test_the_heading_of_quiet_steps_for_each_of_several_names_each():
    play = Fake()
    tree = ForEach("Side", lambda play: play.seats, Step("Go", nothing, quiet=True))
    walker = Walker(Program(tree))
    ways = [walker.describe(play) for _ in walker.steps(play, play.head)]

    assert ways == [["Side north"], ["Side south"]]
    assert [path for _, _, path in play.heads] == ways


@pytest.mark.parametrize(
    ("tree", "rule"),
    [
        (Sequence("Fire", Step("Aim", nothing, quiet=True, rule="3"), rule="2"), "2"),
        (Sequence("Fire", Step("Aim", nothing, quiet=True, rule="3")), "3"),
        (Sequence("Fire", *(Step(n, nothing, quiet=True, rule=n) for n in "34")), ""),
    ],
)
def test_the_rule_of_that_heading_is_that_of_the_node_else_of_its_only_step(tree, rule):
    play = Fake()
    played(tree, play)

    assert [told for _, told, _ in play.heads] == [rule]


# ---------------------------------------------------------------- loops that end


def finish(play):
    play.end("over")


def hand_over(play):
    def later():
        return finish(play)

    return later()


@wraps(finish)
def wrapped(play):
    return vars(wrapped)["__wrapped__"](play)


class Rules:
    def finish(self, play):
        play.end("over")


@pytest.mark.parametrize(
    "run",
    [
        finish,
        hand_over,
        partial(hand_over),
        lambda play: finish(play),
        wrapped,
        Rules().finish,
    ],
)
def test_a_loop_in_which_code_is_seen_to_end_the_game_needs_no_mark(run):
    assert problems_of(Repeat("Turn", step("a"), Step("b", run))) == []


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


def test_an_item_of_a_loop_is_called_by_its_name():
    tree = ForEach("Era", lambda play: ("thaw", "frost"), step("March"))
    play = Fake()
    walker = Walker(Program(tree))

    assert [walker.describe(play) for _ in walker.steps(play)] == [
        ["Era The Thaw", "March"],
        ["Era frost", "March"],
    ]
