"""Bomber Run: two squadrons meet, and each tries to bomb the other's base."""

from typing import Any

from tabletop_core import Identity, hookimpl


@hookimpl
def tabletop_identity() -> Identity:
    return Identity(
        id="bomber_run",
        title="Bomber Run",
        players=(2, 2),
        summary="Escort your bombers across the board and destroy the enemy base.",
        modes=("two players", "one player against a bot", "referee for the board game"),
        version="0.2.0",
        rules=4,
        core=">=0.2, <1",
        minutes=(15, 35),
        weight=2,
    )


@hookimpl
def tabletop_game() -> Any:
    from .game import GAME

    return GAME
