"""Who stands where, in stacks with a limit."""

import attrs
import pytest

from tabletop_core.boards import BoardError, Stacks
from tabletop_core.engine.state import clone, decode, encode


@attrs.define
class State:
    units: Stacks[str] = attrs.field(factory=Stacks)


def test_a_stack_is_told_from_the_bottom_up():
    units = Stacks()
    units.put("a", "0101")
    units.put("b", "0101")

    assert units.on("0101") == ("a", "b")
    assert units.at("b") == "0101"
    assert units.on("0202") == ()


def test_a_piece_that_is_put_elsewhere_leaves_its_stack():
    units = Stacks()
    units.put("a", "0101")
    units.put("a", "0202")

    assert units.spaces() == ("0202",)
    assert units.pieces() == ("a",)


def test_a_piece_that_is_taken_stands_nowhere():
    units = Stacks()
    units.put("a", "0101")
    units.take("a")
    units.take("a")

    assert units.at("a") is None
    assert units.spaces() == ()


def test_a_stack_grows_no_larger_than_its_limit():
    units = Stacks(limit=3, sizes={"corps": 2})
    units.put("corps", "0101")
    units.put("a", "0101")

    assert units.size("0101") == 3
    assert units.full() == {"0101"}
    with pytest.raises(BoardError, match=r"'b' does not fit on '0101', where corps, a stand"):
        units.put("b", "0101")
    assert units.at("b") is None


def test_a_piece_in_a_full_stack_can_come_to_its_top():
    units = Stacks(limit=2)
    for piece in ("a", "b", "a"):
        units.put(piece, "0101")

    assert units.on("0101") == ("b", "a")


def test_a_large_piece_finds_a_stack_full_where_a_small_one_does_not():
    units = Stacks(limit=3)
    units.put("a", "0101")
    units.put("b", "0101")

    assert units.full(1) == frozenset()
    assert units.full(2) == {"0101"}


def test_without_a_limit_everything_fits():
    units = Stacks()
    units.put("a", "0101")

    assert units.fits("0101", 99)


def test_stacks_are_copied_and_saved_with_the_state():
    state = State()
    state.units.put("a", "0101")
    copy = clone(state)
    copy.units.put("b", "0101")

    assert state.units.on("0101") == ("a",)
    assert decode(State, encode(copy)) == copy
