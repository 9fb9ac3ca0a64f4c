"""What the players see: the board, and the aircraft of both sides."""

from collections.abc import Iterator

from tabletop_core import Viewer
from tabletop_core.boards import DEGREES
from tabletop_core.events import counted
from tabletop_core.panels import BoardPanel, Facts, Panel, Piece, Spot

from ..state import InPlay, Kind

_SYMBOLS = {Kind.FIGHTER: "fighter", Kind.BOMBER: "bomber_2"}


def view(play: InPlay, viewer: Viewer) -> list[Panel]:
    """Nothing is hidden in this game; only the colours depend on who looks."""
    # Who looks with both seats, or with none, looks with the one whose turn it is.
    (us,) = viewer.seats if len(viewer.seats) == 1 else (play.seat,)
    board = BoardPanel(
        title="Board",
        board=play.data.board.grid,
        pieces=tuple(aircraft(play, us)),
        spots=tuple(bases(play, us)),
        legend=(
            "w1 e1 fighters, WA EA bombers; they point where they fly",
            "north is up; west flies to the right",
        ),
    )
    rows = tuple(_strength(play, side) for side in play.seats)
    return [board, Facts(title="Aircraft", rows=rows)]


def aircraft(play: InPlay, us: str) -> Iterator[Piece]:
    """Yield the aircraft on the board as counters; one that leaves it is out of the game."""
    grid = play.data.board.grid
    for name, plane in play.state.aircraft.items():
        if plane.at is None or plane.at not in grid:
            continue
        yield Piece(
            id=name,
            symbol=_SYMBOLS[plane.kind],
            words=f"{plane.kind.value} {name} of {plane.side}, nose {plane.facing}",
            at=grid.name(plane.at),
            facing=DEGREES[plane.facing],
            tone="ours" if plane.side == us else "theirs",
        )


def bases(play: InPlay, us: str) -> Iterator[Spot]:
    grid = play.data.board.grid
    for side, square in play.state.bases.items():
        yield Spot(
            id=grid.name(square),
            words=f"{side} base",
            symbol="base",
            tone="ours" if side == us else "theirs",
        )


def _strength(play: InPlay, side: str) -> tuple[str, str]:
    state = play.state
    fighters = len(state.of(side, Kind.FIGHTER))
    bombers = len(state.of(side, Kind.BOMBER))
    text = f"{counted(fighters, 'fighter')}, {counted(bombers, 'bomber')}"
    if side == play.seat and state.assigned:
        waiting = [name for name in state.of(side) if name not in state.flown]
        text += f"; still to move: {', '.join(waiting) or 'none'}"
    return side, text
