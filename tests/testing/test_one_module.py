"""A small pack may be one module: the exam finds nothing to say about it."""

import sys

import pytest

from tabletop_core.plugins.packs import find_packs
from tabletop_core.testing.exam import check_pack

COIN = """
import attrs

from tabletop_core import Game, Identity, Look, Step, hookimpl, rule
from tabletop_core.panels import Facts


@hookimpl
def tabletop_identity():
    return Identity(
        id="one_coin", title="One Coin", players=(1, 1), summary="Guess a coin.", core=">=0.2"
    )


@hookimpl
def tabletop_game():
    return GAME


@attrs.define
class State:
    guess: str = ""


@rule("1", "Guess")
def guess(play):
    play.state.guess = yield play.ask("Which side?", ("heads", "tails"))
    fallen = "heads" if play.die(2, "the coin") == 1 else "tails"
    is_right = play.state.guess == fallen
    play.end("right" if is_right else "wrong", winner=play.seat if is_right else None)


GAME = Game(
    package=__name__,
    seats=("guesser",),
    sequence=Step("Guess", guess, may_end=True),
    state=State,
    new_state=lambda play: State(),
    look=Look(
        view=lambda play, viewer: [
            Facts(title="Coin", rows=(("guess", play.state.guess or "none"),))
        ],
    ),
)
"""


@pytest.fixture
def coin(tmp_path):
    (tmp_path / "one_coin").mkdir()
    (tmp_path / "one_coin" / "__init__.py").write_text(COIN)
    (found,) = find_packs([tmp_path], points=()).packs
    yield found
    sys.modules.pop("one_coin", None)


@pytest.mark.gate
def test_a_pack_in_one_module_passes_the_exam_without_a_remark(coin):
    assert list(map(str, check_pack(coin, games=10))) == []
