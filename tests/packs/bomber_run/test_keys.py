"""The keys of orders: told from the aircraft, and the same for both sides."""

import pytest

from packs.bomber_run.game import GAME
from packs.bomber_run.questions.keys import action_key
from tabletop_core.engine.decisions import Decision


def keys_of(opened, seat="west"):
    decision = Decision((seat,), "", ("w1 B5 N", "w1 C5 E", "w1 e1 attack", "done"), kind="fly")
    return [action_key(opened.play, decision, one) for one in decision.options]


@pytest.fixture
def opened():
    match = GAME.start(seed=1)
    match.answer(match.decision.options[0])
    return match


@pytest.mark.parametrize(
    ("at", "facing", "keys"),
    [
        ("B4", "N", ("1 +0 {up} 0 straight", "1 +1 {up} 2 straight")),
        ("B5", "E", ("1 +0 +0 6 straight", "1 +0 +1 0 straight")),
        ("B5", "NE", ("1 +0 +0 7 aslant", "1 +1 +0 1 aslant")),
        ("B5", "S", ("1 +0 +0 4 straight", "1 -1 +0 6 straight")),
        ("B5", "SE", ("1 +0 +0 5 aslant", "1 +0 +1 7 aslant")),
    ],
)
def test_a_flight_is_told_from_its_aircraft(opened, at, facing, keys):
    grid = opened.play.data.board.grid
    plane = opened.play.state.aircraft["w1"]
    plane.at, plane.facing = grid.space(at), facing
    up = f"{grid.space(at)[1] - grid.space('B5')[1]:+d}"

    assert keys_of(opened)[:2] == [f"fly {key.format(up=up)}" for key in keys]


def test_both_sides_call_their_own_and_the_others_alike(opened):
    decision = Decision(("west",), "", ("w3 e5 attack",), kind="fly")
    other = Decision(("east",), "", ("e3 w5 attack",), kind="fly")

    assert keys_of(opened)[3] == "fly done"
    assert action_key(opened.play, decision, "w3 e5 attack") == "fly 3 !5 attack"
    assert action_key(opened.play, other, "e3 w5 attack") == "fly 3 !5 attack"
