"""Harvest: a toy game with one of each kind of question, for the tests of the command line."""

from typing import Any

from tabletop_core import Identity, hookimpl

IDENTITY = Identity(
    id="harvest",
    title="Harvest",
    players=(2, 2),
    summary="Two farmers sow, wait for the weather, and sell.",
    modes=("two players",),
)


@hookimpl
def tabletop_identity() -> Identity:
    return IDENTITY


@hookimpl
def tabletop_game() -> Any:
    from .game import GAME

    return GAME
