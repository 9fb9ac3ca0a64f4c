"""Night Crossing: smuggle the best crate over the river, or be the last aboard."""

from tabletop_core import Game, Identity, hookimpl


@hookimpl
def tabletop_identity() -> Identity:
    return Identity(
        id="night_crossing",
        title="Night Crossing",
        players=(2, 4),
        summary="Smuggle the best crate over the river, or be the last aboard.",
        minutes=(1, 4),
        weight=1,
        core=">=0.2, <1",
    )


@hookimpl
def tabletop_game() -> Game:
    from .game import GAME

    return GAME
