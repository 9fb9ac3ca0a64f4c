"""Invariants, checked after every answer."""

from .state import STICKS, WORTH, InPlay


def each_seat_has_its_seven_sticks(play: InPlay) -> str | None:
    for seat in play.seats:
        sticks = [*play.state.held[seat].cards, *play.state.laid[seat].cards]
        if sorted(sticks) != sorted(STICKS):
            return f"{seat} has {sticks}"
    return None


def no_lot_is_sold_twice(play: InPlay) -> str | None:
    state = play.state
    known = [*state.lots, *(lot for taken in state.taken.values() for lot in taken)]
    if len(known) + len(state.pile) != len(WORTH) or len(set(known)) != len(known):
        return f"{len(state.pile)} lots in the pile, and {known}"
    return None


INVARIANTS = (each_seat_has_its_seven_sticks, no_lot_is_sold_twice)
