"""Options say what they touch on the table."""

import pytest

from tabletop_core import Decision, by_id

LEGS = ("w3 D7", "w3 D8", "w3", "WA C4", "done")


def fly(options=LEGS, at=None):
    return Decision(("west",), "Fly", options, at=by_id(but="done") if at is None else at)


@pytest.mark.parametrize(
    ("hand", "glowing", "matching"),
    [
        # An empty hand means the buttons; the first targets glow.
        ([], {"w3", "WA"}, ["done"]),
        # An option that is the beginning of others is offered while they glow.
        (["w3"], {"D7", "D8"}, ["w3"]),
        # The last touch leaves one option.
        (["w3", "D7"], set(), ["w3 D7"]),
        (["D7"], set(), []),
    ],
)
def test_what_follows_that_which_is_in_hand_glows(hand, glowing, matching):
    assert fly().glowing(hand) == glowing
    assert fly().matching(hand) == matching


def test_options_that_share_their_targets_are_all_offered():
    decision = fly(("fight", "ram", "hold"), at={"fight": "e1", "ram": "e1"})

    assert decision.glowing() == {"e1"}
    assert decision.matching(["e1"]) == ["fight", "ram"]


def test_options_touch_nothing_where_the_rule_does_not_say_so():
    decision = Decision(("west",), "Turn?", ("left", "right"))

    assert (decision.glowing(), decision.matching()) == (set(), ["left", "right"])


@pytest.mark.parametrize(
    "at",
    [lambda gun: (gun, "fw_1"), lambda gun: f"{gun} fw_1", {"tail": ("tail", "fw_1")}],
    ids=["a function of tuples", "a function of texts", "a mapping"],
)
def test_targets_of_other_ids_come_from_a_function_or_a_mapping_and_may_be_numbers(at):
    assert fly(("tail",), at=at).targets_of("tail") == ("tail", "fw_1")
    assert fly(range(1, 4), at=by_id()).glowing() == {"1", "2", "3"}


def test_nothing_is_read_where_nobody_looks():
    def refuse(option):
        raise AssertionError("an option was looked at")

    decision = fly(at=refuse)

    assert decision.check("w3 D7") == "w3 D7"
    assert decision.at_random(0.5) == "w3"


def by_targets(option):
    return option.split()[:2]


@pytest.mark.parametrize("given", [dict, lambda ways: ways.get], ids=["a mapping", "a function"])
def test_the_direction_that_an_option_chooses_is_told_in_degrees(given):
    ways = {"w3 D7 N": 0, "w3 D7 E": 90}
    decision = Decision(("west",), "Fly", (*ways, "done"), at=by_targets, way=given(ways))

    assert [decision.way_of(one) for one in decision.options] == [0, 90, None]
    assert Decision(("west",), "Fly", tuple(ways)).way_of("w3 D7 E") is None


def test_what_is_left_to_spend_is_told_by_space_as_the_most_that_any_option_leaves():
    left = {"w3 D7 N": 1, "w3 D7 E": 2.5, "w3 D8 N": 0, "WA D7 N": None}
    decision = Decision(("west",), "Fly", tuple(left), at=by_targets, left=left.get)
    told = [decision.left_at(hand) for hand in (["w3"], ["WA"], [])]

    assert told == [{"D7": 2.5, "D8": 0}, {}, {"w3": 2.5}]
    assert fly().left_at(["w3"]) == {}


@pytest.mark.parametrize(
    ("options", "begun"),
    [
        (("w3 D7", "w3 D8", "done"), ("w3",)),
        (("w3 D7", "w3", "done"), ("w3",)),
        (("w3", "done"), ()),
        (("w3 D7", "WA D8"), ()),
        (("done", "stay"), ()),
    ],
)
def test_what_all_options_begin_with_is_in_hand_unless_the_touch_decides(options, begun):
    assert fly(options, at=by_id(but=("done", "stay"))).begun() == begun
