"""The table as panels."""

from collections.abc import Sequence

from tabletop_core import Panel, Play

from .state import State


def view(play: Play[State], seat: str | None) -> Sequence[Panel]:
    return ()
