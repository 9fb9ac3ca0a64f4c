"""`examples/learning/solve.py`: the answers of Kuhn poker come near to best play."""

import sys
from pathlib import Path

import pytest

pytest.importorskip("pyspiel", reason="the extra `openspiel` is not installed")

FOLDER = Path(__file__).parents[1] / "examples" / "learning"


@pytest.fixture
def learning(monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER))
    yield
    for name in ("solve", "kuhn_poker", "curves"):
        sys.modules.pop(name, None)


@pytest.mark.gate
def test_what_better_answers_could_gain_falls_and_the_value_is_the_known_one(learning):
    from solve import solved

    (_, before, _), (_, after, value) = solved(30, every=30)

    assert before > 0.4
    assert after < 0.02
    assert value == pytest.approx(-1 / 36, abs=0.005)


def test_a_seat_sees_its_own_card_alone(learning):
    from kuhn_poker import CARDS, GAME

    from tabletop_core.engine.information import information_state

    told = {}
    for seed in range(30):
        match = GAME.start(seed=seed)
        own, other = (match.state.held[seat].cards[0] for seat in ("first", "second"))
        told.setdefault(information_state(match, "first"), set()).add((own, other))

    assert len(told) == len(CARDS)
    assert all(len({own for own, _ in hands}) == 1 for hands in told.values())
    assert all(len(hands) == 2 for hands in told.values())
