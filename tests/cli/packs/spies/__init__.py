"""A tiny game of looks at a rival's card and of votes at the same time, for the tests."""

from tabletop_core import Identity, hookimpl

IDENTITY = Identity(id="spies", title="Spies", players=(2, 2), summary="Look, then vote.")


@hookimpl
def tabletop_identity():
    return IDENTITY


@hookimpl
def tabletop_game():
    from .game import GAME

    return GAME
