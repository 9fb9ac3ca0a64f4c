"""Snail: a toy game whose rules can fail to end, for the tests of the server."""

from typing import Any

from tabletop_core import Identity, hookimpl

IDENTITY = Identity(
    id="snail",
    title="Snail",
    players=(1, 2),
    summary="A snail goes on, sleeps, or walks in a circle for ever.",
    modes=("two players",),
)


@hookimpl
def tabletop_identity() -> Identity:
    return IDENTITY


@hookimpl
def tabletop_game() -> Any:
    from .game import GAME

    return GAME
