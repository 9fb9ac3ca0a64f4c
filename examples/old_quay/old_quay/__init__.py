"""The Old Quay: build a deck of money, hands and houses at a small harbour."""

from tabletop_core import Game, Identity, hookimpl


@hookimpl
def tabletop_identity() -> Identity:
    return Identity(
        id="old_quay",
        title="The Old Quay",
        players=(2, 4),
        summary="Build a deck of money, hands and houses at a small harbour.",
        minutes=(15, 20),
        weight=3,
        core=">=0.2, <1",
    )


@hookimpl
def tabletop_game() -> Game:
    from .game import GAME

    return GAME
