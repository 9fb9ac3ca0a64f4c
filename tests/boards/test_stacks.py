"""Who stands where, in stacks with a limit."""

import attrs
import pytest

from tabletop_core.boards import Stacks
from tabletop_core.boards.board import BoardError
from tabletop_core.engine.state import clone, decode, encode


@attrs.define
class State:
    units: Stacks[str] = attrs.field(factory=Stacks)


def stacks(there="", **how):
    """Put pieces where they are said to be, such as `a@0101`, one after the other."""
    units = Stacks(**how)
    for place in there.split():
        units.put(*place.split("@"))
    return units


def test_a_stack_is_told_from_the_bottom_up():
    units = stacks("a@0101 b@0101")

    assert (units.on("0101"), units.on("0202")) == (("a", "b"), ())
    assert units.at("b") == "0101"


def test_a_piece_that_is_put_elsewhere_leaves_its_stack():
    units = stacks("a@0101 a@0202")

    assert (units.spaces(), units.pieces()) == (("0202",), ("a",))


def test_a_piece_that_is_taken_stands_nowhere():
    units = stacks("a@0101")
    units.take("a")
    units.take("a")

    assert ("a" in units, units.spaces()) == (False, ())
    with pytest.raises(BoardError, match="'a' is not on the board"):
        units.at("a")


def test_a_stack_grows_no_larger_than_its_limit():
    units = stacks("corps@0101 a@0101", limit=3, sizes={"corps": 2})

    assert (units.size("0101"), units.full()) == (3, {"0101"})
    with pytest.raises(BoardError, match=r"'b' does not fit on '0101', where corps, a stand"):
        units.put("b", "0101")
    assert "b" not in units


def test_a_piece_in_a_full_stack_can_come_to_its_top():
    assert stacks("a@0101 b@0101 a@0101", limit=2).on("0101") == ("b", "a")


def test_a_large_piece_finds_a_stack_full_where_a_small_one_does_not():
    units = stacks("a@0101 b@0101", limit=3)

    assert (units.full(1), units.full(2)) == (frozenset(), {"0101"})


def test_without_a_limit_everything_fits():
    assert stacks("a@0101").fits("0101", 99)


def test_stacks_are_copied_and_saved_with_the_state():
    state = State(stacks("a@0101"))
    copy = clone(state)
    copy.units.put("b", "0101")

    assert state.units.on("0101") == ("a",)
    assert decode(State, encode(copy)) == copy
