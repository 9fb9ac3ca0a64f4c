"""303 Squadron: one to four players fly together in the Battle of Britain."""

from typing import Any

from tabletop_core import Identity, hookimpl


@hookimpl
def tabletop_identity() -> Identity:
    return Identity(
        id="squadron_303",
        title="303 Squadron",
        players=(1, 4),
        version="0.2.0",
        rules=4,
        core=">=0.2, <1",
        minutes=(15, 30),
        weight=3,
        summary="Fly Hurricanes together against the raids of the Luftwaffe.",
        modes=(
            "two to four players together",
            "solo with leader and wingman",
            "with bots",
            "campaign",
        ),
    )


@hookimpl
def tabletop_game() -> Any:
    from .game import GAME

    return GAME
