"""The state of a game, and who knows which part of it."""

import attrs

from tabletop_core import CardRow, Hand, Pile, Play

WORTH = {"lookout": 1, "spyglass": 2, "scales": 3, "fog": 4, "rope": 5, "anchor": 6, "idol": 7}
COPIES = {"lookout": 5, "spyglass": 2, "scales": 3, "fog": 2, "rope": 2, "anchor": 1, "idol": 1}


@attrs.define
class State:
    pile: Pile
    hands: dict[str, Hand]
    aside: CardRow
    laid: list[str] = attrs.field(factory=list)
    out: list[str] = attrs.field(factory=list)
    in_fog: list[str] = attrs.field(factory=list)


InPlay = Play[State]


def new_state(play: InPlay) -> State:
    return State(Pile.of(COPIES), {seat: Hand(seat) for seat in play.seats}, CardRow("aside"))
