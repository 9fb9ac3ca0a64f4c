"""A Wing and a Prayer: command a squadron of heavy bombers over the Reich."""

from typing import Any

from tabletop_core import Identity, hookimpl


@hookimpl
def tabletop_identity() -> Identity:
    return Identity(
        id="wing_and_prayer",
        title="A Wing and a Prayer",
        players=(1, 2),
        summary="Lead a bomber squadron through a campaign of daylight missions and bring it home.",
        modes=("solitaire", "two players", "referee for the board game"),
        version="0.2.0",
        rules=4,
        core=">=0.2, <1",
        minutes=(15, 20),
        weight=4,
    )


@hookimpl
def tabletop_game() -> Any:
    from .game import GAME

    return GAME
