"""A board on the page: its ground is drawn once, each space and each stack is a fragment."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ...boards import Board
from ...panels import Art, BoardPanel
from ...pictures.boards import board_fragments, board_ground
from ...pictures.plan import plan_of
from ...pictures.scene import Scene
from ...pictures.writing import esc, num
from .markup import hole, listing

Fragments = Iterator[tuple[str, str]]


def board_parts(panel: BoardPanel, scene: Scene) -> Fragments:
    """Yield a board with its frame; what is new on it is marked by the script, but for the trails.

    What glows is not drawn either, since it changes with every touch.
    """
    bare = Scene(panels=scene.panels)
    parts = board_fragments(panel, bare)
    ways = f"ways:{panel.id}"
    yield (
        f"@board:{panel.id}",
        _frame(panel.id, panel.title, panel.board, panel.art, panel.legend, tuple(parts)),
    )
    moved = Scene(panels=scene.panels, changes=scene.changes)
    if scene.changes.moved:
        from ...pictures.boards import ways_fragment

        parts[ways] = ways_fragment(panel, moved)
    yield from parts.items()


@lru_cache(maxsize=64)
def _frame(
    name: str,
    title: str,
    board: Board[Any],
    art: Art | None,
    legend: tuple[str, ...],
    inside: tuple[str, ...],
) -> str:
    panel = BoardPanel(title=title, id=name, board=board, art=art)
    plan = plan_of(board)
    box = " ".join(map(num, (plan.left, plan.top, plan.width, plan.height)))
    holes = "".join(hole(one, "g") for one in inside)
    words = esc(title)
    return (
        f'<section id="@board:{esc(name)}" class="board"><h2>{words}</h2>'
        f'<div class="zoom" tabindex="0" role="region" aria-label="{words}">'
        f'<svg id="{esc(name)}" class="tt" viewBox="{box}" data-wide="{num(plan.width)}" '
        f'role="group" aria-label="{words}">{board_ground(panel)}{holes}</svg></div>'
        f"{listing(legend, kind='legend')}</section>"
    )
