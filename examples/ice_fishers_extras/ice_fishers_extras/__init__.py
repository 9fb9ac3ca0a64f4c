"""A command, a bot and a panel for Ice Fishers, in a package that brings no game."""

from collections.abc import Callable

from tabletop_core import Bot, Play, Viewer, hookimpl
from tabletop_core.panels import Panel

GAME = "ice_fishers"


@hookimpl
def tabletop_commands(game: str) -> dict[str, Callable[..., None]] | None:
    if game == GAME:
        from .commands import ice_report

        return {"ice-report": ice_report}
    return None


@hookimpl
def tabletop_bots(game: str) -> dict[str, type[Bot]] | None:
    if game == GAME:
        from .bots import Daring

        return {"daring": Daring}
    return None


@hookimpl
def tabletop_panels(game: str) -> Callable[[Play, Viewer], list[Panel]] | None:
    if game == GAME:
        from .shown import next_step

        return next_step
    return None
