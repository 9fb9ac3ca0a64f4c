"""What the players see: the board, the aircraft of both sides, and the dice not yet assigned."""

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache

from tabletop_core import Viewer
from tabletop_core.boards import DEGREES, Square, SquareGrid, steps_between
from tabletop_core.events import counted
from tabletop_core.panels import Art, BoardPanel, Facts, Panel, Piece, Slot, Slots, Spot, Way

from ..questions.courses import points_of
from ..questions.guns import guns_of, squares_of_battery
from ..questions.turn import waiting
from ..state import BASE_DESTROYED, InPlay, Kind, enemy_of
from .log_sheet import result_panel
from .theme import THEME

_FIELD = (0.0, 0.0, 24.0, 24.0)
"""Where the drawing of the country lies, in squares."""
_SYMBOLS = {Kind.FIGHTER: "fighter", Kind.BOMBER: "bomber_2"}


def view(play: InPlay, viewer: Viewer) -> list[Panel]:
    """Return the table; nothing is hidden, and only the trails depend on the viewer."""
    # A viewer of both seats, or of none, sees the last moves of the side whose turn it is not.
    (us,) = viewer.seats if len(viewer.seats) == 1 else (play.seat,)
    board = BoardPanel(
        title="Board",
        board=play.data.board.grid,
        pieces=(*wrecks(play), *aircraft(play)),
        spots=tuple(squares(play)),
        ways=tuple(trails(play, us)),
        art=Art.of(play.game.package, "field", _FIELD),
        legend=(
            "w1 e1 fighters, WA EA bombers, with the points they have left to move",
            "marked squares: covered by the guns of the side of that colour",
            "lines: the last moves of the other side",
            "stars: the bases; to base: squares from the nearest bomber to the one it is to bomb",
            "figures on lit squares and arrows: the points left, lost where the move ends",
            "a sight around a figure: an enemy ahead of the nose, or before a bomber's guns",
        ),
    )
    dice = Slots(title="Movement dice", slots=tuple(dice_left(play)), per_row=4)
    rows = tuple(strengths(play))
    glance = tuple(figures(play))
    ended = [result_panel(play)] if play.outcome is not None else []
    dealt = [dice] if dice.slots else []
    return [board, *ended, *dealt, Facts(title="Aircraft", rows=rows, glance=glance)]


def aircraft(play: InPlay) -> Iterator[Piece]:
    """Yield the aircraft on the board as counters."""
    names = names_of(play.data.board.grid)
    for name, plane in play.state.aircraft.items():
        if plane.at in names:
            at, left = names[plane.at], _points_left(play, name)
            yield counter(name, plane.kind, plane.side, at, plane.facing, left)


def wrecks(play: InPlay) -> Iterator[Piece]:
    """Yield a fire on the base that bombs have destroyed, which ends the game."""
    if play.outcome is not None and play.outcome.kind == BASE_DESTROYED:
        side = enemy_of(play.outcome.winner)
        at = names_of(play.data.board.grid)[play.state.bases[side]]
        words = f"the {side} base, destroyed"
        yield Piece(id="wreck", label="", symbol="fire", words=words, at=at, tone="bad")


@lru_cache(maxsize=1 << 14)
def counter(name: str, kind: Kind, side: str, at: str, facing: str, left: str) -> Piece:
    """Return the counter of an aircraft, with the movement it has left."""
    return Piece(
        id=name,
        symbol=_SYMBOLS[kind],
        words=f"{kind.value} {name} of {side}, nose {facing}"
        + (f", {left} to move" if left else ""),
        at=at,
        facing=DEGREES[facing],
        corners=(in_short(left),) if left else (),
        tone=THEME.tone_of(side),
        name=name,
    )


def _points_left(play: InPlay, name: str) -> str:
    """Return the movement an aircraft has left; nothing unless it can still move this turn."""
    state = play.state
    if play.outcome is not None:
        return ""
    flight = state.flight if state.flight and state.flight.aircraft == name else None
    if flight is None and (state.aircraft[name].side != play.seat or name in state.flown):
        return ""
    if state.aircraft[name].kind is Kind.BOMBER:
        return "" if flight and flight.squares else "1 square"
    halves = flight.halves if flight else 2 * state.assigned.get(name, 0)
    return points_of(halves) if halves else ""


def in_short(points: str) -> str:
    """
    >>> in_short("1.5 points"), in_short("0.5 points"), in_short("1 square")
    ('1½', '½', '1')
    """
    return points.partition(" ")[0].replace("0.5", "½").replace(".5", "½")


def squares(play: InPlay) -> Iterator[Spot]:
    """Yield the bases, and the squares that guns cover with the aircraft that cover them."""
    state, names = play.state, names_of(play.data.board.grid)
    bases = {square: side for side, square in state.bases.items()}
    batteries = {at: side for side in bases.values() for at in squares_of_battery(state, side)}
    west, east = (guns_of(state, side) for side in play.seats)
    for at in {**bases, **batteries, **west, **east}:
        if name := names.get(at):
            covering = west.get(at, ()), east.get(at, ())
            yield spot(name, bases.get(at, ""), batteries.get(at, ""), *covering)


@cache
def names_of(grid: SquareGrid) -> Mapping[Square, str]:
    """Return the names of the squares of the board."""
    return {square: name for name, square in grid.named.items()}


@lru_cache(maxsize=1 << 14)
def spot(name: str, base: str, battery: str, west: tuple[str, ...], east: tuple[str, ...]) -> Spot:
    """Return a square with the side whose base it is and the aircraft whose guns cover it.

    It has the tone of the side whose base or guns they are; `warn` where both can fire.
    """
    words = [f"{base} base"] if base else []
    if west or east:
        words.append(f"before the guns of {' and '.join((*west, *east))}")
    if battery:
        words.append(f"in range of the battery of the {battery} base")
    armed = {side for side, guns in (("west", west), ("east", east)) if guns} | {battery} - {""}
    tone = THEME.tone_of(base or min(armed)) if base or len(armed) == 1 else "warn"
    return Spot(id=name, words=", ".join(words), symbol="base" if base else "", tone=tone)


def trails(play: InPlay, us: str) -> Iterator[Way]:
    """Yield the last moves of the other side, including those that ended in a loss.

    An aircraft that left the board from its first square has no trail.
    """
    for name, spaces in play.state.trails.items():
        if play.state.aircraft[name].side != us and len(spaces) > 1:
            yield trail(name, play.state.aircraft[name].side, spaces)


@lru_cache(maxsize=1 << 12)
def trail(name: str, side: str, spaces: tuple[str, ...]) -> Way:
    """Return the squares over which an aircraft of the other side flew."""
    return Way(
        id=f"trail:{name}", words=f"last move of {name}", spaces=spaces, tone=THEME.tone_of(side)
    )


def dice_left(play: InPlay) -> Iterator[Slot]:
    """Yield the dice not yet assigned, grouped by face."""
    dice = play.state.dice
    for face in dict.fromkeys(dice):
        count = dice.count(face)
        yield Slot(
            name=str(face), content=f"x{count}", id=f"die_{face}", symbol=f"die_{face}", is_die=True
        )


def figures(play: InPlay) -> Iterator[tuple[str, str]]:
    """Yield what must always be seen: each side's aircraft, and how far off its bombs are.

    The names are short, as four of them share the width of a phone.
    """
    for side in play.seats:
        yield f"{side} planes", str(len(play.state.of(side)))
    for side in play.seats:
        if bombers_of(play, side):
            yield squares_to_base(play, side)


def bombers_of(play: InPlay, side: str) -> list[str]:
    """Return the bombers with which a side took off; none before that."""
    planes = play.state.aircraft.items()
    return [name for name, one in planes if one.side == side and one.kind is Kind.BOMBER]


def squares_to_base(play: InPlay, side: str) -> tuple[str, str]:
    """Return a side's bomber that is nearest to the enemy base, and the squares between them.

    Where none is left, all that took off are lost.
    """
    base, bombers = play.state.bases.get(enemy_of(side)), play.state.of(side, Kind.BOMBER)
    if base is None or not bombers:
        return " ".join(bombers_of(play, side)), "lost"
    ways = {
        name: steps_between(at, base)
        for name in bombers
        if (at := play.state.aircraft[name].at) is not None
    }
    nearest = min(ways, key=ways.__getitem__)
    return f"{nearest} to base", str(ways[nearest])


def strengths(play: InPlay) -> Iterator[tuple[str, str]]:
    """Yield the aircraft each side has left, and those still to move with their points."""
    state = play.state
    for side in play.seats:
        kinds = [state.aircraft[name].kind for name in state.of(side)]
        fighters, bombers = kinds.count(Kind.FIGHTER), kinds.count(Kind.BOMBER)
        yield side, f"{counted(fighters, 'fighter')}, {counted(bombers, 'bomber')}"
        left = [] if kinds else state.of(enemy_of(side), Kind.BOMBER)
        if left and play.outcome is None:
            base = names_of(play.data.board.grid)[state.bases[side]]
            yield "to win", f"{' or '.join(left)} still has to bomb the {side} base on {base}"
    if state.assigned and play.outcome is None:
        left = {name: in_short(_points_left(play, name)) for name in waiting(play)}
        yield (
            "to move",
            ", ".join(" ".join(filter(None, one)) for one in left.items()) or "none",
        )
