"""What the players see: the board, and the aircraft of both sides."""

from tabletop_core import Viewer
from tabletop_core.boards import ARROWS
from tabletop_core.events import counted
from tabletop_core.panels import Cell, Facts, GridPanel, Panel

from ..state import InPlay, Kind


def view(play: InPlay, viewer: Viewer) -> list[Panel]:
    """Nothing is hidden in this game; only the colours depend on who looks."""
    state, grid = play.state, play.data.board.grid
    # Who looks with both seats, or with none, looks with the one whose turn it is.
    (us,) = viewer.seats if len(viewer.seats) == 1 else (play.seat,)
    cells = {}
    for side, square in state.bases.items():
        cells[square] = Cell(
            text="[*]", words=f"{side} base", tone="ours" if side == us else "theirs"
        )
    for name, plane in state.aircraft.items():
        if plane.at is None or plane.at not in grid:
            continue
        words = f"{plane.kind.value} {name} of {plane.side}, nose {plane.facing}"
        if plane.at in state.bases.values():
            words += f", over {cells[plane.at].words}"
        cells[plane.at] = Cell(
            text=name + ARROWS[plane.facing],
            words=words,
            tone="ours" if plane.side == us else "theirs",
        )
    board = GridPanel(
        title="Board",
        columns=grid.columns,
        rows=grid.rows,
        cells=cells,
        legend=(
            "w1 e1 fighters, WA EA bombers, the arrow shows the nose; [*] a base",
            "north is up; west flies to the right",
        ),
    )
    return [board, Facts(title="Aircraft", rows=tuple(_strength(play, s) for s in play.seats))]


def _strength(play: InPlay, side: str) -> tuple[str, str]:
    state = play.state
    fighters = len(state.of(side, Kind.FIGHTER))
    bombers = len(state.of(side, Kind.BOMBER))
    text = f"{counted(fighters, 'fighter')}, {counted(bombers, 'bomber')}"
    if side == play.seat and state.assigned:
        waiting = [name for name in state.of(side) if name not in state.flown]
        text += f"; still to move: {', '.join(waiting) or 'none'}"
    return side, text
