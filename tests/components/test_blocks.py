"""Blocks: all see each, its owner alone knows what it is, and what was seen is remembered."""

from collections import Counter
from fractions import Fraction

import pytest

from tabletop_core import Blocks, Pile, Viewer, clone, deal
from tabletop_core.chance import Enumerating, Scripted
from tabletop_core.components import CardRow, determinize
from tabletop_core.components.knowledge import PileError
from tabletop_core.engine.state import decode, encode, held_in

FULL = {"guard": 4, "pikes": 3, "horse": 2}
ONE, TWO, THREE = (f"red:block:{number}" for number in (1, 2, 3))


@pytest.fixture
def blocks():
    """Return a guard, pikes and a horse of red, in this order, none of which blue has seen."""
    blocks = Blocks("red", FULL)
    deal(Scripted([*FULL]), Pile.of(FULL.keys(), deck="red"), [blocks], 3)
    return blocks


def strengths(blocks, seat):
    return [seen.strength for seen in blocks.seen_by(Viewer(seat)).values()]


def redrawn(blocks, read, seat="blue"):
    """Return the exact chance of what a seat's redraw brings."""
    source, found = Enumerating(), Counter()
    while source.next_path():
        copy = clone(blocks)
        determinize(source, held_in(copy, CardRow), seat)
        found[tuple(map(read(copy), copy.ids))] += source.weight
    return found


def test_its_owner_alone_knows_a_block_until_it_is_shown_and_then_it_is_remembered(blocks):
    assert strengths(blocks, "red") == ["4", "3", "2"]
    assert [seen.kind for seen in blocks.seen_by(Viewer()).values()] == [None, None, None]
    blocks.show(TWO, to=["blue"])

    assert strengths(blocks, "blue") == ["", "3", ""]
    assert strengths(blocks, "green") == ["", "", ""]
    assert redrawn(blocks, lambda copy: copy.kind_of) == {
        (one, "pikes", three): Fraction(1, 2)
        for one, three in (("guard", "horse"), ("horse", "guard"))
    }


def test_a_loss_is_seen_by_all_and_the_last_step_takes_the_block_out(blocks):
    assert (blocks.lose(TWO), blocks.lose(THREE, 9)) == (2, 0)

    assert (blocks.ids, strengths(blocks, "blue")) == ([ONE, TWO], ["", "2"])
    assert (blocks.steps_of(THREE), blocks.worn) == (0, [TWO])
    assert decode(Blocks, encode(blocks)) == blocks


def test_others_know_how_many_steps_are_back_and_not_where(blocks):
    blocks.lose(ONE, 2)
    blocks.lose(TWO)
    blocks.recover(ONE)

    assert strengths(blocks, "red") == ["3", "2", "2"]
    assert strengths(blocks, "blue") == ["2-3", "2-3", ""]
    # Each of the three steps is equally likely to be the one that is back.
    assert redrawn(blocks, lambda copy: copy.steps_of) == {
        (3, 2, 2): Fraction(2, 3),
        (2, 3, 2): Fraction(1, 3),
    }
    blocks.show(TWO, to=None)
    assert strengths(blocks, "blue") == ["3", "2", ""]
    blocks.recover(ONE)
    assert strengths(blocks, "blue") == ["3-4", "2-3", ""]
    assert blocks.lose(ONE, 3) == 1
    assert strengths(blocks, "blue") == ["1", "2", ""]


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda blocks: blocks.kind_of("red:block:4"), "has no block 'red:block:4'; it has: red"),
        (lambda blocks: blocks.recover(ONE), "has lost 0 steps, and 4 are left"),
        (lambda blocks: (blocks.lose(ONE, 4), blocks.recover(ONE)), "lost 4 steps, and 0 are left"),
        (lambda blocks: Pile.of(["fox"]).move(blocks, Scripted(["fox"])), "'fox' is not a kind of"),
    ],
)
def test_what_blocks_cannot_do_is_refused(blocks, spoil, said):
    with pytest.raises(PileError, match=said):
        spoil(blocks)
