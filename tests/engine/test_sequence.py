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
    return [name for name, _, _ in walked(tree, play, most)]


def walked(tree, play=None, most=30):
    """Walk a tree; return each step, the seat whose turn it is, and the way to the step."""
    play, walker = play or Fake(), Walker(Program(tree))
    steps = []
    for found in islice(walker.steps(play, play.head), most):
        steps.append((found.name, play.seat, walker.describe(play)))
        play.count += 1
    return steps


def when(said):
    return lambda play: said


WALKS = {
    "steps run one after the other": (
        Sequence("Game", step("a"), Sequence("b", step("c"), step("d")), step("e")),
        "acde",
    ),
    "a single step is a tree": (step("a"), "a"),
    "what is left out by its condition is skipped with all below it": (
        Sequence(
            "Game",
            step("a", when=when(False)),
            Sequence("b", step("c"), when=when(False)),
            Repeat("d", step("e"), until=when(True), when=when(False)),
            ForEach("f", lambda play: (1, 2), step("g"), when=when(False)),
            step("h", when=when(True)),
        ),
        "h",
    ),
    "a loop repeats until its condition holds at the end of a round": (
        Repeat("Turn", step("a"), step("b"), until=lambda play: play.count >= 3),
        "abab",
    ),
    "a loop without until goes on": (Repeat("Turn", step("a", may_end=True)), "a" * 30),
    "a loop over an empty list does nothing": (
        Sequence("Game", ForEach("n", lambda play: (), step("a")), step("b")),
        "b",
    ),
}


@pytest.mark.parametrize("claim", WALKS)
def test_the_order_of_steps(claim):
    tree, names = WALKS[claim]

    assert "".join(played(tree)) == names


def test_a_loop_over_a_list_reads_it_when_it_begins():
    play = Fake()
    items = [1, 2, 3]
    tree = ForEach("n", lambda play: items, step("a"))
    steps = Walker(Program(tree)).steps(play)
    next(steps)
    items.clear()

    assert len(list(steps)) == 2


def test_a_loop_turns_to_those_of_its_items_that_are_seats():
    tree = ForEach("Side", lambda play: ("board", "south", "river", "north"), step("a"))

    assert [seat for _, seat, _ in walked(tree)] == ["north", "south", "south", "north"]


def test_after_a_loop_over_seats_the_seat_of_the_next_loop_over_seats_is_current_again():
    others = ForEach("Other", lambda play: play.seats, step("a"))
    cards = ForEach("Card", lambda play: (1, 2), others, step("b"))
    turns = [
        (name, seat) for name, seat, _ in walked(ForEach("Side", lambda play: ("south",), cards))
    ]

    assert turns == [("a", "north"), ("a", "south"), ("b", "south")] * 2


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


@pytest.mark.parametrize(
    ("tree", "ways"),
    [
        (
            ForEach("Era", lambda play: ("thaw", "frost"), step("March")),
            ["Era The Thaw / March", "Era frost / March"],
        ),
        (
            Repeat("Turn", ForEach("Player", lambda play: play.seats, step("Move")), until=nothing),
            [f"Turn {turn} / Player {seat} / Move" for turn in (1, 2) for seat in Fake().seats],
        ),
        (
            # Rounds that have numbers of their own.
            Repeat("Mission", step("Fly"), until=nothing, number=lambda play: 2 * play.count + 1),
            ["Mission 1 / Fly", "Mission 3 / Fly"],
        ),
    ],
)
def test_the_way_to_a_step_names_rounds_and_items(tree, ways):
    assert [" / ".join(way) for _, _, way in walked(tree, most=len(ways))] == ways


@pytest.mark.parametrize(
    ("tree", "words"),
    [
        (Sequence("Game", step("a"), step("a")), "'a' is used twice in 'Game'"),
        (Sequence("Game", step("a"), step("b"), step("a"), step("a")), "'a' is used 3 times"),
        (Sequence("Game", step("a"), nothing), "'Game' contains <function nothing.*not a node"),
        (nothing, "the sequence of play is <function nothing"),
        (Sequence("Game", Step("a", "nothing")), "`run` of 'a' is 'nothing'"),
        (Sequence("Game", step("a", when=True)), "`when` of 'a' is True"),
        (ForEach("Game", ("north",), step("a")), r"`items` of 'Game' is \('north',\)"),
        (Repeat("Game", step("a"), until=3), "`until` of 'Game' is 3"),
        (
            Sequence("Game", step("a", quiet=True), step("b")),
            "'b' has a heading of its own.*beside a quiet step, 'a', in 'Game'; "
            "make all of them quiet, or none, or wrap 'a'",
        ),
        (
            Sequence("Game", step("a", quiet=True), Repeat("b", step("c"), until=bool)),
            "'b' is a Repeat, and only a Step can be quiet: take quiet=True out of 'a'",
        ),
        (step("a", quiet=True), "'a' is the whole sequence"),
        (Sequence("Game"), "'Game' has no steps"),
        (Sequence("Game", Repeat("Turn")), "'Turn' has no steps"),
        (Repeat("Turn", step("a")), "'Turn' never ends"),
    ],
)
def test_a_faulty_tree_is_refused_and_the_fault_named(tree, words):
    assert any(re.search(words, problem) for problem in problems_of(tree))
    with pytest.raises(SequenceError, match=words):
        Program(tree)


def test_all_faults_of_a_tree_are_told_at_once():
    tree = Sequence("Game", Repeat("Turn", step("a"), step("a")), Sequence("Empty"), 7)
    faults = ("'a' is used twice", "'Turn' never ends", "'Empty' has no", "contains 7")
    with pytest.raises(SequenceError) as caught:
        Program(tree)

    assert [fault for fault in faults if fault not in str(caught.value)] == []


# ---------------------------------------------------------------- names


def orders(name="Orders"):
    return Repeat(name, step("Order", quiet=True), until=lambda play: play.count % 3 == 2)


def test_the_same_node_may_stand_at_two_places():
    phase = orders()
    tree = Sequence("Game", Sequence("North", phase), Sequence("South", phase))
    north, south = ["Game", "North", "Orders"], ["Game", "South", "Orders"]

    assert [way for _, _, way in walked(tree)] == [north, north, south, south, south]


TWO_MOVES = Sequence("Game", Sequence("North", step("Move")), Sequence("South", step("Move")))


def test_a_place_leads_back_to_the_one_of_two_steps_of_the_same_name():
    walker = Walker(Program(TWO_MOVES))
    found = [walker.place for _ in walker.steps(Fake())]

    assert found == [["Game", "North", "Move"], ["Game", "South", "Move"]]
    assert [Walker(Program(TWO_MOVES), place).place for place in found] == found


def test_a_place_told_by_its_loops_alone_is_found_where_one_step_fits_and_not_guessed():
    day = Sequence("Day", step("Eat"), step("Move"), step("Rest"))
    tree = Sequence("Game", Repeat("Turn", day, until=nothing))
    place = Walker(Program(tree), [["Turn", 4, None], "Move"]).place

    assert place == ["Game", ["Turn", 4, None], "Day", "Move"]
    with pytest.raises(SequenceError, match="several steps 'Move'"):
        Walker(Program(TWO_MOVES), ["Move"])


# ---------------------------------------------------------------- quiet steps


def test_quiet_steps_have_one_heading_told_when_the_node_above_begins():
    play = Fake()
    tree = Repeat("Turn", step("Begin"), orders(), until=lambda play: play.count >= 6)

    assert "".join(name[0] for name in played(tree, play)) == "BOBOOBOO"
    assert play.heads == [("Orders", "", [f"Turn {turn}", "Orders"]) for turn in (1, 2, 3)]


def test_the_heading_of_quiet_steps_for_each_of_several_names_each():
    play = Fake()
    tree = ForEach("Side", lambda play: play.seats, Step("Go", nothing, quiet=True))
    ways = [way for _, _, way in walked(tree, play)]

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


def test_a_sound_tree_has_no_problems_and_each_node_is_walked_with_the_names_above_it():
    tree = Sequence("Game", Repeat("Turn", step("a", may_end=True)), step("b"))

    assert problems_of(tree) == []
    assert [(*path, node.name) for path, node in walk(tree)] == [
        *(("Game",), ("Game", "Turn"), ("Game", "Turn", "a"), ("Game", "b"))
    ]
