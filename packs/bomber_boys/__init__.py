"""Bomber Boys: ten men in a bomber, a deck of trouble, and a target at the bottom of it."""

from typing import Any

from tabletop_core import Identity, hookimpl


@hookimpl
def tabletop_identity() -> Identity:
    return Identity(
        id="bomber_boys",
        title="Bomber Boys",
        players=(1, 1),
        summary="Bring a bomber and its crew of ten through a deck of trouble to the target.",
        modes=("solitaire", "referee for the card game"),
        version="0.2.0",
        rules=4,
        core=">=0.2, <1",
        minutes=(15, 20),
        weight=2,
    )


@hookimpl
def tabletop_game() -> Any:
    from .game import GAME

    return GAME
