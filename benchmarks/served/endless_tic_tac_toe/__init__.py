"""Tic-tac-toe for a benchmark: a board that is full or won is wiped, and the game goes on."""

from tabletop_core import Identity, hookimpl

IDENTITY = Identity(
    id="endless_tic_tac_toe",
    title="Endless tic-tac-toe",
    players=(2, 2),
    summary="Three in a row, again and again.",
    modes=("two players",),
)


@hookimpl
def tabletop_identity():
    return IDENTITY


@hookimpl
def tabletop_game():
    from .game import GAME

    return GAME
