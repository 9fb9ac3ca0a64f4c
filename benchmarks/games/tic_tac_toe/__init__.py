"""Tic-tac-toe: the smallest pack with a board."""

from tabletop_core import Identity, hookimpl

IDENTITY = Identity(
    id="tic_tac_toe",
    title="Tic-tac-toe",
    players=(2, 2),
    summary="Three in a row on a board of nine cells.",
    modes=("two players",),
)


@hookimpl
def tabletop_identity():
    return IDENTITY


@hookimpl
def tabletop_game():
    from .game import GAME

    return GAME
