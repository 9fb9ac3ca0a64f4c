"""The picture that stands for a game in lists of games."""

import re
from functools import lru_cache
from typing import Any

import attrs

from ..engine.game import Game
from ..errors import TabletopError
from ..panels import BoardPanel
from ..panels.art import drawing, has_drawing
from ..panels.theme import SHAPES, TITLE_ART
from ..panels.views import unfolded
from ..pictures.svg import panel_svg
from ..pictures.svg_text import num
from ..pictures.symbols import symbols_of
from ..pictures.themes import COLOURS
from ..viewers import Viewer

_WIDE, _HIGH = 320.0, 180.0
_XMLNS = 'xmlns="http://www.w3.org/2000/svg"'


@lru_cache(maxsize=64)
def title_picture(game: Game[Any]) -> str:
    """Return the picture of a game, 16 wide to 9 high, as an SVG that needs nothing else.

    It is the title art of its theme; else the board as it is when the game begins, and of a game
    without a board a pattern.
    """
    file = game.look.theme.title_art
    if file != TITLE_ART or has_drawing(game.package, file):
        art = drawing(game.package, file)
        view = " ".join(map(num, art.view))
        return (
            f'<svg {_XMLNS} viewBox="{view}" preserveAspectRatio="xMidYMid slice" '
            f'role="img">{art.inside}</svg>'
        )
    board = _first_board(game)
    return _pattern(game) if board is None else _of_board(game, board)


def _first_board(game: Game[Any]) -> BoardPanel | None:
    """Return the board at the beginning of a game with its usual options, if it has one."""
    try:
        match = game.start()
        panels = unfolded(game.look.view(match.play, Viewer()))
    except TabletopError:  # a game that needs more to begin is shown by a pattern
        return None
    return next((panel for panel in panels if isinstance(panel, BoardPanel)), None)


def _of_board(game: Game[Any], board: BoardPanel) -> str:
    drawn = panel_svg(
        attrs.evolve(board, ways=()),
        symbols=symbols_of(game.package),
        theme="light",
        look=game.look.theme,
    )
    head, inside = drawn.split(">", 1)
    head = re.sub(r' (?:width|height)="[^"]*"', "", head)
    return f'{head} preserveAspectRatio="xMidYMid slice">{inside}'


def _pattern(game: Game[Any]) -> str:
    """Return silhouettes in rows, in the game's accent, as its title lays them."""
    ground = (game.look.theme.table or COLOURS["dock"])[0]
    ink = (game.look.theme.accent or COLOURS["amber"])[0]
    outlines, letters = list(SHAPES.values()), game.title.encode()
    drawn = []
    for at in range(28):
        letter = letters[at % len(letters)] + at
        x, y = 28 + at % 7 * 44, 28 + at // 7 * 42
        place = f"translate({x} {y})rotate({letter * 7 % 90})scale({8 + letter % 9})"
        shade = num(0.2 + letter % 7 / 10)
        outline = outlines[letter % len(outlines)]
        drawn.append(f'<path d="{outline}" transform="{place}" fill-opacity="{shade}"/>')
    return (
        f'<svg {_XMLNS} viewBox="0 0 {num(_WIDE)} {num(_HIGH)}" '
        f'preserveAspectRatio="xMidYMid slice" role="img">'
        f'<rect width="{num(_WIDE)}" height="{num(_HIGH)}" fill="{ground}"/>'
        f'<g fill="{ink}">{"".join(drawn)}</g></svg>'
    )
