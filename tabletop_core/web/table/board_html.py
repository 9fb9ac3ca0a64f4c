"""A board on the page: its ground, its legend, each space and each stack are fragments."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from ...boards import Graph, SquareGrid
from ...boards.board import Board
from ...panels import Art, BoardPanel, Edge, Spot
from ...pictures.board_layout import Plan, in_order
from ...pictures.board_svg import board_ground, space_fragment, ways_fragment
from ...pictures.map_layout import layout_of
from ...pictures.scene import Scene
from ...pictures.stack_layout import ALONE
from ...pictures.stack_svg import spreads, stack
from ...pictures.svg_text import esc, num
from ...presentation.table_view import Question
from .markup import hole, listing

_PLAIN = Scene(panels=())
"""Nothing is marked: the script does that, since what glows changes with every touch."""


def on_stage(boards: Sequence[BoardPanel], asked: Sequence[Question]) -> str:
    """Return the id of the board on the stage: the one asked about most, else the main one."""
    main = next((board.id for board in boards if board.is_main), boards[0].id if boards else "")
    touched = {choice.targets[0] for one in asked for choice in one.choices if choice.targets}
    here = {
        board.id: len(touched & (board.board.named.keys() | board.spaces_of.keys()))
        for board in boards
        if len(boards) > 1
    }
    most = max(here.values(), default=0)
    return next((name for name in here if 0 < here[name] == most > here[main]), main)


def board_parts(
    panel: BoardPanel, scene: Scene, *, is_up: bool = True
) -> Iterator[tuple[str, str]]:
    """Yield a board with its frame and the trails of what moved; `stacks_of` lie on it.

    `is_up`: it is on the stage; others lie small in a corner.
    """
    yield f"@board:{panel.id}", _frame(panel.id, panel.title, panel.board, layout_of(panel).plan)
    yield f"up:{panel.id}", _up(panel.id, panel.title, is_up)
    ground = _ground(panel.id, panel.board, panel.art, _named(panel), panel.edges)
    yield f"ground:{panel.id}", ground
    yield f"legend:{panel.id}", _legend(panel.id, panel.legend)
    yield f"ways:{panel.id}", ways_fragment(panel, scene)


@lru_cache(maxsize=256)
def _up(name: str, title: str, is_up: bool) -> str:
    """Return the name of a board, which brings it on the stage."""
    checked = ' checked=""' if is_up else ""
    return (
        f'<label id="up:{esc(name)}" class="up"><input type="radio" name="board"{checked}>'
        f"<b>{esc(title)}</b></label>"
    )


@lru_cache(maxsize=256)
def _legend(name: str, lines: tuple[str, ...]) -> str:
    """Return what explains the signs of a board, behind a button."""
    if not lines:
        return f'<div id="legend:{esc(name)}" class="legend" hidden></div>'
    opens = f"signs:{esc(name)}"
    return (
        f'<div id="legend:{esc(name)}" class="legend">'
        f'<button type="button" popovertarget="{opens}" aria-label="Legend">?</button>'
        f'<div id="{opens}" class="tt" popover="">{listing(lines)}</div></div>'
    )


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
    plan = layout_of(panel).plan
    if before is not None and layout_of(before).plan is not plan:
        before = None
    was = before.stacks if before is not None else {}
    now = panel.stacks
    found = dict(drawn) if was else {}
    for name in was.keys() - now.keys():
        del found[f"on:{name}"]
    laid, lain = spreads(panel, apart), spreads(before, were_apart)
    changed = {panel.spaces_of.get(piece) for piece in apart ^ were_apart}
    changed.update(name for name in laid if laid[name] != lain.get(name))
    for name, pieces in now.items():
        if name in changed or was.get(name) != pieces:
            here = apart.intersection(piece.id for piece in pieces)
            found[f"on:{name}"] = stack(
                panel.board, plan, name, pieces, apart=here, laid=laid.get(name, ALONE)
            )
    return found


def spaces_of(panel: BoardPanel) -> dict[str, str]:
    """Return the spaces of a board by name, and its stacks without counters."""
    return _spaces(panel.board, panel.spots, panel.art, panel.edges)


@lru_cache(maxsize=256)
def _spaces(
    board: Board[Any], spots: tuple[Spot, ...], art: Art | None, edges: tuple[Edge, ...]
) -> dict[str, str]:
    panel = BoardPanel(title="", board=board, spots=spots, art=art, edges=edges)
    plan = layout_of(panel).plan
    spaces = {name: space_fragment(panel, name, _PLAIN) for name in board.named}
    return spaces | {f"on:{name}": stack(board, plan, name, ()) for name in board.named}


def _named(panel: BoardPanel) -> tuple[Spot, ...]:
    """Return the names of a free map, which its links go around, and nothing that changes."""
    if not isinstance(panel.board, Graph):
        return ()
    return tuple(
        Spot(id=spot.id, words="", label=spot.label, symbol=spot.symbol) for spot in panel.spots
    )


@lru_cache(maxsize=64)
def _ground(
    name: str, board: Board[Any], art: Art | None, spots: tuple[Spot, ...], edges: tuple[Edge, ...]
) -> str:
    panel = BoardPanel(title="", id=name, board=board, art=art, spots=spots, edges=edges)
    return f'<g id="ground:{esc(name)}">{board_ground(panel, runs_on=True)}</g>'


@lru_cache(maxsize=64)
def _frame(name: str, title: str, board: Board[Any], plan: Plan) -> str:
    box = " ".join(map(num, (plan.left, plan.top, plan.width, plan.height)))
    spaces = [hole(space, "g") for space in in_order(board)]
    is_squared = isinstance(board, SquareGrid)
    stacks = [hole(f"on:{space}", "g") for space in board.named]
    ground, ways = hole(f"ground:{name}", "g"), hole(f"ways:{name}", "g")
    inside = "".join([ground, *spaces, ways, *stacks])
    words = esc(title)
    kind = "grid" if not isinstance(board, Graph) else "shaped" if plan.outlines else "free"
    kind += " squares" * is_squared + " tall" * (plan.height > 0.8 * plan.width)
    return (
        f'<section id="@board:{esc(name)}" class="board {kind}">{hole(f"up:{name}", "label")}'
        f'<svg id="{esc(name)}" class="tt" viewBox="{box}" data-home="{box}" role="group" '
        f'aria-label="{words}">{inside}</svg>{hole(f"legend:{name}")}</section>'
    )
