"""The Wreck Sale: bid for what the sea left, with sticks that nobody sees."""

from tabletop_core import Game, Identity, hookimpl


@hookimpl
def tabletop_identity() -> Identity:
    return Identity(
        id="wreck_sale",
        title="The Wreck Sale",
        players=(2, 4),
        summary="Bid for what the sea left, with sticks that nobody sees.",
        minutes=(2, 4),
        weight=1,
        core=">=0.2, <1",
    )


@hookimpl
def tabletop_game() -> Game:
    from .game import GAME

    return GAME
