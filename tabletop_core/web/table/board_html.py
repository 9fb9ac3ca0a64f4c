"""A board on the page: its ground, its legend, each space and each stack are fragments."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from ...boards import Board, Graph, SquareGrid
from ...panels import Art, BoardPanel, Spot
from ...pictures.board_layout import in_order, plan_of
from ...pictures.board_svg import board_ground, space_fragment, ways_fragment
from ...pictures.scene import Scene
from ...pictures.stack_layout import ALONE
from ...pictures.stack_svg import spreads, stack
from ...pictures.svg_text import esc, num
from .markup import hole

_PLAIN = Scene(panels=())
"""Nothing is marked: the script does that, since what glows changes with every touch."""


def board_parts(panel: BoardPanel, scene: Scene) -> Iterator[tuple[str, str]]:
    """Yield a board with its frame and the trails of what moved; `stacks_of` lie on it."""
    yield f"@board:{panel.id}", _frame(panel.id, panel.title, panel.board)
    yield f"ground:{panel.id}", _ground(panel.id, panel.board, panel.art)
    lines = "".join(f"<li>{esc(line)}</li>" for line in panel.legend)
    yield f"legend:{panel.id}", f'<ul id="legend:{esc(panel.id)}" class="legend">{lines}</ul>'
    yield f"ways:{panel.id}", ways_fragment(panel, scene)


def stacks_of(
    panel: BoardPanel,
    apart: frozenset[str],
    before: BoardPanel | None,
    were_apart: frozenset[str],
    drawn: Mapping[str, str],
) -> dict[str, str]:
    """Return the spaces with counters by name.

    `drawn` are those of the board `before`, on which other counters lay in no pile.
    """
    if before is not None and before.board is not panel.board:
        before = None
    was = before.stacks if before is not None else {}
    now = panel.stacks
    found = dict(drawn) if was else {}
    for name in was.keys() - now.keys():
        del found[f"on:{name}"]
    laid, lain = spreads(panel, apart), spreads(before, were_apart)
    anew = {panel.spaces_of.get(piece) for piece in apart ^ were_apart}
    anew.update(name for name in laid if laid[name] != lain.get(name))
    for name, pieces in now.items():
        if name in anew or was.get(name) != pieces:
            here = apart.intersection(piece.id for piece in pieces)
            found[f"on:{name}"] = stack(
                panel.board, name, pieces, apart=here, laid=laid.get(name, ALONE)
            )
    return found


def spaces_of(panel: BoardPanel) -> dict[str, str]:
    """Return the spaces of a board by name, and its stacks without counters."""
    art = panel.art if panel.art is not None and panel.art.printed else None
    return _spaces(panel.board, panel.spots, art)


@lru_cache(maxsize=256)
def _spaces(board: Board[Any], spots: tuple[Spot, ...], art: Art | None) -> dict[str, str]:
    panel = BoardPanel(title="", board=board, spots=spots, art=art)
    spaces = {name: space_fragment(panel, name, _PLAIN) for name in board.named}
    return spaces | {f"on:{name}": stack(board, name, ()) for name in board.named}


@lru_cache(maxsize=64)
def _ground(name: str, board: Board[Any], art: Art | None) -> str:
    panel = BoardPanel(title="", id=name, board=board, art=art)
    return f'<g id="ground:{esc(name)}">{board_ground(panel, runs_on=True)}</g>'


@lru_cache(maxsize=64)
def _frame(name: str, title: str, board: Board[Any]) -> str:
    plan = plan_of(board)
    box = " ".join(map(num, (plan.left, plan.top, plan.width, plan.height)))
    spaces = [hole(space, "g") for space in in_order(board)]
    stacks = [hole(f"on:{space}", "g") for space in board.named]
    ground, ways = hole(f"ground:{name}", "g"), hole(f"ways:{name}", "g")
    inside = "".join([ground, *spaces, ways, *stacks])
    words = esc(title)
    kind = "board free" if isinstance(board, Graph) else "board"
    if plan.height > 0.8 * plan.width:
        kind += " tall"
    rulers = _rulers(board) if isinstance(board, SquareGrid) else ""
    return (
        f'<section id="@board:{esc(name)}" class="{kind}"><h2>{words}</h2>'
        '<label class="closer"><input type="checkbox"> <span>Zoom in</span>'
        '<span class="whole">Fit</span></label>'
        f'<div class="zoom" tabindex="0" role="region" aria-label="{words}">'
        f'<svg id="{esc(name)}" class="tt" viewBox="{box}" role="group" aria-label="{words}">'
        f"{inside}</svg>{rulers}</div>{hole(f'legend:{name}', 'ul')}</section>"
    )


def _rulers(board: SquareGrid) -> str:
    """Return the letters and numbers of a board once more: a phone keeps them in sight."""
    across = "".join(f"<li>{board.column_name(at + 1)}</li>" for at in range(board.columns))
    down = "".join(f"<li>{at + 1}</li>" for at in range(board.rows))
    return (
        f'<ol class="ruler across" aria-hidden="true">{across}</ol>'
        f'<ol class="ruler down" aria-hidden="true">{down}</ol>'
    )
