"""Games for the adapters: the examples, and one in which several options are taken at once."""

from functools import cache
from pathlib import Path

import attrs
import pytest

from tabletop_core import Hand, Identity, Pile, Repeat, Sequence, Step, determinize, load_pack
from tabletop_core.panels import Facts
from tabletop_core.plugins.packs import find_packs
from tests.conftest import game_of_parts

EXAMPLES = Path(__file__).parents[2] / "benchmarks" / "games"

PACKS = [
    pack.id if pack.id == "bomber_boys" else pytest.param(pack.id, marks=pytest.mark.gate)
    for pack in find_packs().packs
]
"""One pack stands for all in the quick tests: to play it until its table is known takes a while."""

every_pack = pytest.mark.parametrize("pack", PACKS)


@pytest.fixture(scope="session")
def example():
    return cache(lambda name: load_pack(name, [EXAMPLES]))


@pytest.fixture
def game_of(example, boxes, auction_with):
    """Return a game by its name: one of the examples, the boxes, or the auction of all at once."""
    made = {"boxes": boxes, "auction": auction_with()}
    return lambda name: made.get(name) or example(name)


def first_legal(seen):
    """Return the first legal action of what a framework calls an observation or its info."""
    return int(seen["action_mask"].argmax())


def is_same(one, other):
    """Tell whether two observations are the same, plain arrays or several by their names."""
    if isinstance(one, dict):
        return all((one[name] == other[name]).all() for name in one)
    return bool((one == other).all())


@attrs.define
class Boxes:
    hands: dict[str, Hand]
    pile: Pile
    rounds: int = 0


def deal(play):
    for seat in play.seats:
        play.state.hands[seat].cards.append(play.draw(play.state.pile, "dealt", seats=(seat,)))


def pack_boxes(play):
    state = play.state
    boxes = yield play.ask("Pack what?", ("rum", "tea", "silk"), most=2, least=1, seat="ann")
    yield play.ask("How far?", range(5), seat="bob")
    state.rounds += 1
    play.log("packed", boxes=list(boxes))
    if state.rounds == 3:
        play.end("packed", winner=max(play.seats, key=lambda seat: state.hands[seat].cards))


def see(play, viewer):
    rows = tuple(
        (name, " ".join(card or "?" for card in hand.seen_by(viewer)))
        for name, hand in play.state.hands.items()
    )
    return [Facts(title="Hands", rows=(*rows, ("rounds", str(play.state.rounds))))]


def boxes_game(**changes):
    how = {
        "identity": Identity(id="boxes", title="Boxes", players=(2, 2), summary="Pack boxes."),
        "package": __name__,
        "seats": ("ann", "bob"),
        "sequence": Sequence(
            "Game", Step("Deal", deal), Repeat("Round", Step("Pack", pack_boxes, may_end=True))
        ),
        "state": Boxes,
        "new_state": lambda play: Boxes(
            {seat: Hand(seat) for seat in play.seats}, Pile.of(["one", "two", "three", "four"])
        ),
        "view": see,
        "determinize": lambda play, seat: determinize(
            play.source, [play.state.pile, *play.state.hands.values()], seat
        ),
    }
    return game_of_parts(how | changes)


@pytest.fixture
def boxes():
    return boxes_game()


@pytest.fixture
def boxes_with():
    return boxes_game
