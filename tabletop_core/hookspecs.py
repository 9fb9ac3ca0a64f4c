"""The hooks a pack implements.

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
"""

from typing import TYPE_CHECKING, Any

import attrs
import pluggy

if TYPE_CHECKING:
    from .game import Game

PROJECT = "tabletop"

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


@attrs.frozen(kw_only=True)
class Identity:
    """Who a pack is, known without loading its rules.

    `players` is the least and greatest number of seats;
    `modes` says how it can be played, in a few words each.
    `core` names the versions of tabletop it works with, such as `">=0.1"`.
    """

    id: str
    title: str
    players: tuple[int, int]
    summary: str
    modes: tuple[str, ...] = ()
    version: str = "1.0"
    core: str = ""


@hookspec
def tabletop_identity() -> Identity:  # type: ignore[empty-body]
    """Say who the pack is.

    Called for every installed pack whenever packs are listed, so keep it light.
    Return an `Identity`; each pack gives one, and ids must differ.
    """


@hookspec
def tabletop_game() -> "Game[Any]":  # type: ignore[empty-body]
    """Return the game itself.

    Called only for the pack that is to be played, checked or read.
    Import the rules inside this function.
    """
