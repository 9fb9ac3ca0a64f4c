"""B-29 Superfortress: command a bomber from the Marianas over Japan, mission by mission."""

from typing import Any

from tabletop_core import Identity, hookimpl


@hookimpl
def tabletop_identity() -> Identity:
    return Identity(
        id="b29_superfortress",
        title="B-29 Superfortress",
        players=(1, 1),
        summary="Command a B-29 and its crew of eleven from the Marianas to Japan and back.",
        modes=("solitaire", "chart book for the board game"),
        version="0.2.0",
        rules=4,
        core=">=0.2, <1",
        minutes=(6, 10),
        weight=4,
    )


@hookimpl
def tabletop_game() -> Any:
    from .game import GAME

    return GAME
