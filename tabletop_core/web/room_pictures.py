"""The tables of rooms as pictures, as somebody sees them now."""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import Any
from zlib import compress, decompress

import attrs

from ..engine.game import Game
from ..panels import BoardPanel, Panel
from ..panels.views import unfolded
from ..pictures import panel_svg
from ..pictures.symbols import symbols_of
from ..presentation.titles import title_picture
from ..rooms.perspective import Perspective
from ..rooms.room import Room

MAX_PICTURES_KEPT = 300


def room_picture(room: Room, person: str) -> str:
    """Return the board of a room as a person sees it now, as SVG."""
    game = room.match.game
    return _table(game, game.look.view(room.match.play, Perspective(room, person).viewer))


def _table(game: Game[Any], panels: Sequence[Panel]) -> str:
    """Draw the first board of a view; where there is none, the title picture of the game."""
    boards = [panel for panel in unfolded(panels) if isinstance(panel, BoardPanel)]
    if boards:
        return panel_svg(boards[0], symbols=symbols_of(game.package), look=game.look.theme)
    return title_picture(game)


@attrs.define
class PictureCache:
    """The last pictures of rooms, packed, so that a list of games wakes none of them twice.

    Each is kept with the time when its room was touched last.
    """

    _kept: OrderedDict[tuple[str, str], tuple[float, bytes]] = attrs.field(factory=OrderedDict)
    _lock: Any = attrs.field(factory=Lock)

    def get(self, room: str, person: str, touched: float) -> str:
        """Return the picture of a room that was not touched since; nothing where there is none."""
        with self._lock:
            at, packed = self._kept.get((room, person), (0.0, b""))
        return decompress(packed).decode() if packed and at == touched else ""

    def keep(self, room: str, person: str, touched: float, svg: str) -> None:
        with self._lock:
            self._kept.pop((room, person), None)
            self._kept[room, person] = touched, compress(svg.encode())
            if len(self._kept) > MAX_PICTURES_KEPT:
                self._kept.popitem(last=False)
