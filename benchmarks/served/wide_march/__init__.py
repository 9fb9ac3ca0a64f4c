"""A board of 600 hexes with 40 counters, for a benchmark: one counter goes one hex, for ever."""

from tabletop_core import Identity, hookimpl

IDENTITY = Identity(
    id="wide_march",
    title="Wide march",
    players=(2, 2),
    summary="Forty counters wander over 600 hexes.",
    modes=("two players",),
)


@hookimpl
def tabletop_identity():
    return IDENTITY


@hookimpl
def tabletop_game():
    from .game import GAME

    return GAME
