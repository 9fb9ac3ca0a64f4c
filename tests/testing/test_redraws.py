"""A `determinize` of a game's own, for blocks of hidden strength: what the exam says of it."""

import pytest

from tabletop_core.testing.exam import check_pack

GAME = """
import attrs
from tabletop_core import ForEach, Game, Look, Repeat, Sequence, Step
from tabletop_core.panels import Facts
from . import IDENTITY

@attrs.define
class Block:
    owner: str
    steps: int
    is_seen: bool = False

@attrs.define
class State:
    blocks: dict[str, Block]
    turns: int = 0

def new_state(play):
    blocks = {}
    for seat in play.seats:
        left = {"1": 1, "2": 1, "3": 1, "4": 1}
        for number in range(4):
            steps = play.source.draw(left, "steps")
            left[steps] -= 1
            blocks[f"{seat}{number}"] = Block(seat, int(steps))
    return State(blocks)

def redraw(play, seat):
    hidden = [b for b in play.state.blocks.values() if b.owner != seat and not b.is_seen]
    left = sorted(block.steps for block in hidden)
    for block in hidden:
        block.steps = int(play.source.draw({str(n): left.count(n) for n in left}, "redraw"))
        left.remove(block.steps)

def turn(play):
    theirs = [name for name, block in play.state.blocks.items() if block.owner != play.seat]
    target = yield play.ask("Whom?", theirs)
    other = play.state.blocks[target]
    other.is_seen = True
    play.log("attack", who=play.seat, kind="rifles", target=target, steps=other.steps)
    other.steps = 0

def finish(play):
    play.state.turns += 1
    if play.state.turns == 2:
        play.end("done", scores={seat: evaluate(play, seat) for seat in play.seats})

def evaluate(play, seat):
    blocks = enumerate(play.state.blocks.values(), start=1)
    return sum(at * block.steps * (1 if block.owner == seat else -1) for at, block in blocks)

def view(play, viewer):
    return [Facts(title="Blocks", rows=tuple(
        (name, str(block.steps) if block.is_seen or viewer.knows(block.owner) else "?")
        for name, block in play.state.blocks.items()
    ))]

GAME = Game(
    identity=IDENTITY, package=__package__, seats=("red", "blue"), state=State,
    new_state=new_state, determinize=redraw, evaluate=evaluate,
    sequence=Repeat(
        "Round",
        ForEach("Player", lambda play: play.seats, Step("Turn", turn)),
        Step("End", finish, may_end=True),
    ),
    look=Look(view=view, words={"attack": "{who} attacks {target} with {kind} of {steps}"}),
)
"""


@pytest.fixture
def found(make_pack):
    """Return what the exam finds, as code and message, with a place of the game changed."""

    def found(old="", new=""):
        assert old in GAME
        pack = make_pack(GAME.replace(old, new, 1))
        problems = check_pack(pack, games=2, samples=4, processes=False)
        return [(one.code, one.message, one.remedy) for one in problems]

    return found


def test_a_sound_one_passes_though_evaluate_reads_what_is_hidden(found):
    """Searches value positions by what their seat may know; `kind` is a fact like any other."""
    assert found() == []


def test_one_that_draws_in_the_order_of_the_truth_is_shown_what_to_sort(found):
    ((code, message, remedy),) = found("sorted(block.steps for block in hidden)",
                                       "[block.steps for block in hidden]")  # fmt: skip

    assert code == "C712"
    assert message.startswith("`determinize` redraws state.blocks['")
    assert "in an order that depends on what is hidden: by the same chance it is " in message
    assert remedy == "draw from a pool that is sorted first"


def test_one_that_leaves_something_out_is_named_what(found):
    ((code, message, remedy),) = found("and not b.is_seen]", "and not b.is_seen][:-2]")

    assert (code, remedy[-27:]) == ("C712", "let `determinize` redraw it")
    assert message.startswith(("state.blocks['red2'].", "state.blocks['blue2']."))
