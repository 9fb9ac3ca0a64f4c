"""Pictures for tiles: the title of a game, and the table of a room as somebody sees it now."""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import Any
from zlib import compress, decompress

import attrs

from ..engine.game import Game
from ..panels import BoardPanel, Panel, unfolded
from ..pictures import panel_svg, symbols_of, view_svg
from ..viewers import Viewer
from .rooms.room import Room

OPENING_ANSWERS = 12
"""How many questions are answered before the board of a game is drawn as its title."""

MAX_PICTURES_KEPT = 300


def title_picture(game: Game[Any]) -> str:
    """Return the title picture of a game as SVG: what its pack draws, or its board at the start."""
    match = game.start(seed=0)
    left = iter(range(OPENING_ANSWERS))
    while not match.is_over and match.decision is not None and next(left, None) is not None:
        match.answer(match.decision.at_random(0.5))
    return _table(game, game.view(match.play, Viewer()))


def room_picture(room: Room, person: str) -> str:
    """Return the board of a room as a person sees it now, as SVG."""
    game = room.match.game
    return _table(game, game.view(room.match.play, room.viewer_of(person)))


def _table(game: Game[Any], panels: Sequence[Panel]) -> str:
    """Draw the first board of a view; where there is none, its first panels."""
    symbols = symbols_of(game.package)
    boards = [panel for panel in unfolded(panels) if isinstance(panel, BoardPanel)]
    if boards:
        return panel_svg(boards[0], symbols=symbols)
    return view_svg(list(panels)[:2], symbols=symbols)


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
