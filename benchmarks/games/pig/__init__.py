"""Pig: the smallest pack with dice."""

from tabletop_core import Identity, hookimpl

IDENTITY = Identity(
    id="pig",
    title="Pig",
    players=(2, 2),
    summary="Roll and add up, or hold; a one costs the turn. First to the goal wins.",
    modes=("two players",),
)


@hookimpl
def tabletop_identity():
    return IDENTITY


@hookimpl
def tabletop_game():
    from .game import GAME

    return GAME
