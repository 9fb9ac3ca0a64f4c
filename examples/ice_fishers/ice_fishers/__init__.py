"""Ice Fishers: walk out on the ice for fish, and turn back in time."""

from tabletop_core import Game, Identity, hookimpl


@hookimpl
def tabletop_identity() -> Identity:
    return Identity(
        id="ice_fishers",
        title="Ice Fishers",
        players=(2, 2),
        summary="Walk out on the ice for fish, and turn back in time.",
        minutes=(4, 8),
        weight=1,
        core=">=0.2, <1",
    )


@hookimpl
def tabletop_game() -> Game:
    from .game import GAME

    return GAME
