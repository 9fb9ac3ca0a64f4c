"""The Reed March: the salters march along the dyke into the villages of the marsh."""

from tabletop_core import Game, Identity, hookimpl


@hookimpl
def tabletop_identity() -> Identity:
    return Identity(
        id="reed_march",
        title="The Reed March",
        players=(2, 2),
        summary="March along the dyke and take the villages of the marsh, or hold them.",
        minutes=(15, 25),
        weight=3,
        core=">=0.2, <1",
    )


@hookimpl
def tabletop_game() -> Game:
    from .game import GAME

    return GAME
