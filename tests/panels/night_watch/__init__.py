"""A pack with kinds of panels of its own, which the tests play in every front end."""

from tabletop_core import Identity, hookimpl

IDENTITY = Identity(
    id="night_watch",
    title="Night Watch",
    players=(1, 1),
    summary="Keep the lamp of a lighthouse burning while a ship sails in.",
    core=">=0.1",
)


@hookimpl
def tabletop_identity():
    return IDENTITY


@hookimpl
def tabletop_game():
    from .game import GAME

    return GAME
