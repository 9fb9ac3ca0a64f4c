"""Invariants, checked after every answer."""

from .state import COPIES, InPlay


def the_crates_are_always_as_many(play: InPlay) -> str | None:
    state = play.state
    held = sum(len(hand) for hand in state.hands.values())
    crates = len(state.pile) + held + len(state.aside) + len(state.laid)
    if crates != sum(COPIES.values()):
        return f"{crates} crates"
    return None


def nobody_who_is_out_holds_a_crate(play: InPlay) -> str | None:
    for seat in play.state.out:
        if len(play.state.hands[seat]):
            return f"{seat} is out and holds a crate"
    return None


INVARIANTS = (the_crates_are_always_as_many, nobody_who_is_out_holds_a_crate)
