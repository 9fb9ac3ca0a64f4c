"""The hooks a pack implements, and those with which a package adds to games, its own or others.

A pack is a Python package registered under the entry point group `tabletop.packs`,
or a folder named to the command line with `--packs`.
Its `__init__.py` implements two hooks and imports nothing heavy outside them:

    from tabletop_core import Identity, hookimpl

    IDENTITY = Identity(id="my_game", title="My Game", players=(1, 1), summary="...")

    @hookimpl
    def tabletop_identity():
        return IDENTITY

    @hookimpl
    def tabletop_game():
        from .game import GAME
        return GAME

The other three hooks are for extras: `tabletop_commands`, `tabletop_bots`, `tabletop_panels`.
A package may implement them beside the two above, or alone: then it brings no game.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pluggy

from ..engine.identity import Identity

if TYPE_CHECKING:
    from ..engine.bot import Bot
    from ..engine.game import Game
    from ..engine.play import Play
    from ..panels.panel import Panel
    from ..viewers import Viewer

PROJECT = "tabletop"

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)
"""Marks a function of a package as one of its hooks."""


@hookspec
def tabletop_identity() -> Identity:  # type: ignore[empty-body]
    """Return the identity of the pack.

    Called for every installed pack whenever packs are listed, so keep it light.
    Return an `Identity`; each pack gives one, and ids must differ.
    """


@hookspec
def tabletop_game() -> "Game[Any]":  # type: ignore[empty-body]
    """Return the game itself.

    Called only for the pack that is to be played, checked or read.
    Import the rules inside this function.
    """


@hookspec
def tabletop_commands(game: str) -> Mapping[str, Callable[..., Any]] | None:
    """Add commands for a game: `tabletop run GAME COMMAND`.

    Called with the id of a game, for every installed package, when `tabletop run` is used.
    Return functions with typer annotations by the name of the command; None for other games.
    In a function that takes `ctx: typer.Context`, `ctx.obj` is the game.
    Two packages must not give one game two commands of the same name.

        @hookimpl
        def tabletop_commands(game):
            if game == "my_game":
                from .commands import crew_list

                return {"crew-list": crew_list}
    """


@hookspec
def tabletop_bots(game: str) -> "Mapping[str, Callable[[], Bot]] | None":
    """Add bots for a game.

    Called with the id of a game, for every installed package, when that game is loaded.
    Return makers of bots by name, as in `Game.bots`; None for other games.
    The names must differ from those of the bots the game has.

        @hookimpl
        def tabletop_bots(game):
            if game == "my_game":
                from .bots import Admiral

                return {"admiral": Admiral}
    """


@hookspec
def tabletop_panels(game: str) -> "Callable[[Play[Any], Viewer], Sequence[Panel]] | None":
    """Add panels to what is drawn of a game.

    Called with the id of a game, for every installed package, when that game is loaded.
    Return a function like `Game.view`; None for other games.
    The panels of all packages stand below those of the game, in the order of their origins.
    Like every view, the function only reads, and shows a viewer nothing that it may not know.

        @hookimpl
        def tabletop_panels(game):
            if game == "my_game":
                from .panels import fuel_left

                return fuel_left
    """


def build_plugin_manager() -> pluggy.PluginManager:
    """Return a plugin manager that knows the hooks and no pack yet."""
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(sys.modules[__name__])
    return manager
