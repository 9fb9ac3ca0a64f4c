"""Connect four: a pack with a board and columns to choose from."""

from tabletop_core import Identity, hookimpl

IDENTITY = Identity(
    id="connect_four",
    title="Connect four",
    players=(2, 2),
    summary="Discs dropped into seven columns; four in a line wins.",
    modes=("two players",),
)


@hookimpl
def tabletop_identity():
    return IDENTITY


@hookimpl
def tabletop_game():
    from .game import GAME

    return GAME
