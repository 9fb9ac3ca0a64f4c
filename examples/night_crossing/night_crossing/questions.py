"""What can be read from the state; nothing here changes it."""

from .state import InPlay


def aboard(play: InPlay) -> list[str]:
    return [seat for seat in play.seats if seat not in play.state.out]


def rivals(play: InPlay) -> tuple[str, ...]:
    return tuple(s for s in aboard(play) if s != play.seat and s not in play.state.in_fog)
