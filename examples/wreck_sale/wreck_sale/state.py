"""The state of a game, and who knows which part of it."""

import attrs

from tabletop_core import CardRow, Hand, Pile, Play

WORTH = {"rope": 2, "lamp": 3, "wine": 4, "silk": 5, "clock": 6, "bell": 8, "chest": 10}
STICKS = ("1", "2", "3", "4", "5", "6", "7")


@attrs.define
class State:
    """`held`: the sticks of each seat; `laid`: those it has bid; `lots`: those up for sale."""

    pile: Pile
    held: dict[str, Hand]
    laid: dict[str, CardRow]
    taken: dict[str, list[str]]
    lots: list[str] = attrs.field(factory=list)


InPlay = Play[State]


def new_state(play: InPlay) -> State:
    held = {seat: Hand(seat, list(STICKS), deck=seat) for seat in play.seats}
    laid = {seat: CardRow(f"{seat}:laid", deck=seat) for seat in play.seats}
    return State(Pile.of(WORTH.keys(), deck="lots"), held, laid, {seat: [] for seat in play.seats})
