"""A command, a bot and a panel for Ice Fishers, in a package that brings no game."""

from tabletop_core import hookimpl

GAME = "ice_fishers"


@hookimpl
def tabletop_commands(game):
    if game == GAME:
        from .commands import ice_report

        return {"ice-report": ice_report}
    return None


@hookimpl
def tabletop_bots(game):
    if game == GAME:
        from .bots import Daring

        return {"daring": Daring}
    return None


@hookimpl
def tabletop_panels(game):
    if game == GAME:
        from .shown import next_step

        return next_step
    return None
