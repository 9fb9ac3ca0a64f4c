"""A sound pack that tests break in many ways, one at a time."""

from tabletop_core import Identity, hookimpl

IDENTITY = Identity(
    id="lanterns",
    title="Lanterns",
    players=(2, 2),
    summary="Light lanterns while the wind allows.",
    core=">=0.1",
)


@hookimpl
def tabletop_identity():
    return IDENTITY


@hookimpl
def tabletop_game():
    from .game import GAME

    return GAME
