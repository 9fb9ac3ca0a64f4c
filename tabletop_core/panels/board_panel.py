"""A board with its geometry and the counters on it, and the same in words."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import attrs

from ..boards import Graph
from ..boards.board import Board, BoardError
from .appearance import PanelError, Place, check_ground, check_id, check_tone
from .art import Art
from .panel import Panel


def _name_of(piece: "Piece") -> str:
    return piece.words.partition(",")[0] or piece.id


@attrs.frozen(kw_only=True, cache_hash=True)
class Piece:
    """A counter.

    Attributes:
        id: what options and log lines call it, such as `w3`; no blanks, unique in a view.
        symbol: what is drawn on it: one of the symbols of the core or of the pack; or nothing.
        words: a full description to be read aloud: what it is, and after a comma its condition.
        at: the name of the space where it is, or the id of the piece on which it lies.
        label: what is written on it; by default its id.
        facing: where it points, in degrees clockwise from the top of the board.
        corners: up to four short values, from the upper left to the lower right.
        tone: whose it is, or its condition: one of `TONES`.
        state: a short word for its condition, such as `used`.
        name: what people call it; by default the words up to the first comma.
        alike: what is written in place of the labels where several pieces of a space look the same
            and have the same text here: they lie in a pile, with their number.
        placing: distinguishes a counter from an earlier one with the same id, for instance by the
            number of the scenario, so that the one does not seem to have moved.
        silhouette: whether its symbol alone is drawn, in the colour of its tone and without a
            plate; a label of up to three letters lies on it, and of corners only `words` tell.

    Pieces of one space are stacked in the order of the panel, the last on top.

    Raises:
        PanelError: an id with blanks, an unknown tone, too many corners.
    """

    id: str
    words: str
    at: str
    symbol: str = ""
    label: str = attrs.field(default=attrs.Factory(lambda piece: piece.id, takes_self=True))
    facing: int | None = None
    corners: tuple[str, ...] = ()
    tone: str = ""
    state: str = ""
    name: str = attrs.field(default=attrs.Factory(_name_of, takes_self=True))
    alike: str = ""
    placing: str = ""
    silhouette: bool = False

    def __attrs_post_init__(self) -> None:
        check_id(self.id, "piece", self.words)
        if self.silhouette and not self.symbol:
            raise PanelError(f"the piece {self.id!r} is a silhouette; give it a symbol")
        check_tone(self.tone, "piece", self.id)
        if len(self.corners) > 4:
            raise PanelError(
                f"the piece {self.id!r} has {len(self.corners)} corner values; give up to 4"
            )


@attrs.frozen(kw_only=True, cache_hash=True)
class Spot:
    """What a space shows below the counters: what is printed there, and what happened to it.

    Attributes:
        id: the name of the space.
        words: what is there, in words.
        about: what the space is for, which never changes. It is shown when the space is opened, not
            in lists.
        label: what is written in it; by default the name of the space.
        ground: what covers it: one of `GROUNDS`.
        symbol: what is drawn in it, such as a town.
        tone: how it is marked, such as `good` where one may go.
        state: a short word or number, such as the damage of a target.
        name: what people call the space; by default its label, else its id.

    Raises:
        PanelError: an unknown tone or ground.
    """

    id: str
    words: str = ""
    about: str = ""
    label: str = attrs.field(default=attrs.Factory(lambda spot: spot.id, takes_self=True))
    ground: str = ""
    symbol: str = ""
    tone: str = ""
    state: str = ""
    name: str = attrs.field(
        default=attrs.Factory(lambda spot: spot.label or spot.id, takes_self=True)
    )

    def __attrs_post_init__(self) -> None:
        check_tone(self.tone, "space", self.id)
        check_ground(self.ground, "space", self.id)


@attrs.frozen(kw_only=True)
class Way:
    """A line over the board from space to space: a planned route, or the trail of a move.

    Raises:
        PanelError: an id with blanks, an unknown tone.
    """

    id: str
    words: str
    spaces: tuple[str, ...]
    tone: str = ""

    def __attrs_post_init__(self) -> None:
        check_id(self.id, "way", self.words)
        check_tone(self.tone, "way", self.id)


@attrs.frozen(kw_only=True)
class Edge:
    """Something on the sides between spaces: a river, a wall, bridges.

    `sides`: names of sides, as `0401/0501`.
    `ground`: one of `GROUNDS`, which gives it its colour, such as `sea` for water.

    Raises:
        PanelError: an id with blanks, an unknown ground.
    """

    id: str
    words: str
    sides: tuple[str, ...]
    ground: str = ""

    def __attrs_post_init__(self) -> None:
        check_id(self.id, "edge", self.words)
        check_ground(self.ground, "edge", self.id)


@attrs.frozen(kw_only=True, slots=False)
class BoardPanel(Panel):
    """A board: its geometry, what its spaces show, and the counters on it.

    A space is called by its printed name, `board.name(space)`, which has no blanks.
    `spots`: what spaces show; those left out are plain.
    `edges`: what lies on sides; of two on one side the later is on top.
    `art`: a picture below the spaces.
    `legend`: lines that explain signs.
    `quiet_ground`: changes of spots and ways are not reported, because they follow from the rest of
    the table, such as how far somebody can reach.
    `is_main`: of several boards, this one is in the middle (default: the first).

    >>> from tabletop_core.boards import HexGrid
    >>> tank = Piece(id="t1", words="a tank", at="0203", symbol="armour", tone="ours")
    >>> panel = BoardPanel(title="The ford", board=HexGrid(4, 4), pieces=(tank,))
    >>> panel.on("0203"), panel.space_of("t1")
    ((Piece(id='t1', ...),), '0203')

    Raises:
        PanelError: two things have the same id; a piece, spot, way or edge is not on a space.
    """

    board: Board[Any]
    pieces: tuple[Piece, ...] = ()
    spots: tuple[Spot, ...] = ()
    ways: tuple[Way, ...] = ()
    edges: tuple[Edge, ...] = ()
    art: Art | None = None
    legend: tuple[str, ...] = ()
    quiet_ground: bool = False
    is_main: bool = False
    place: Place = Place.BOARD

    def parts(self) -> Iterable["BoardPanel"]:
        return (self,)

    def __attrs_post_init__(self) -> None:
        faults = list(self._faults())
        if faults:
            raise PanelError(f"panel {self.title!r}: " + "; ".join(faults))

    def _faults(self) -> Iterator[str]:
        named = self.board.named
        if wrong := self.board.name_with_blanks:
            yield f"the space {wrong!r} has blanks in its name; give it an id without"
        yield from _doubles("pieces", [piece.id for piece in self.pieces])
        yield from _doubles("spots", [spot.id for spot in self.spots])
        yield from _doubles(
            "ways and edges", [way.id for way in self.ways] + [edge.id for edge in self.edges]
        )
        below: set[str] = set()
        for piece in self.pieces:
            if piece.id in named:
                yield f"the piece {piece.id!r} has the id of a space; give it another id"
            if piece.at not in named and piece.at not in below:
                yield (
                    f"the piece {piece.id!r} stands on neither a space nor an earlier piece: "
                    f"{self._refused(piece.at)}"
                )
            below.add(piece.id)
        for spot in self.spots:
            if spot.id not in named:
                yield f"a spot is nowhere: {self._refused(spot.id)}"
        for way in self.ways:
            for space in way.spaces:
                if space not in named:
                    yield f"the way {way.id!r} leads nowhere: {self._refused(space)}"

        for edge in self.edges:
            for side in edge.sides:
                try:
                    self.board.side_named(side)
                except BoardError as error:
                    yield f"the edge {edge.id!r} is not on a side: {error}"

    def _refused(self, space: str) -> str:
        """Return the message with which the board refuses an unknown space."""
        try:
            return f"it has {self.board.space(space)!r} under another name"
        except BoardError as error:
            return str(error)

    def with_pieces_of(self, other: "BoardPanel") -> "BoardPanel":
        """Return an equal panel that shares the objects of equal pieces with `other`."""
        known = other.by_id
        pieces = []
        for piece in self.pieces:
            old = known.get(piece.id)
            pieces.append(old if old is not None and old == piece else piece)
        equal = object.__new__(BoardPanel)
        equal.__dict__.update(self.__dict__, pieces=tuple(pieces))
        return equal

    def on(self, space: str) -> tuple[Piece, ...]:
        """Return the pieces in a space from the bottom up, including those on other pieces."""
        return self.stacks.get(space, ())

    def space_of(self, piece: str) -> str:
        """Return the space in which a piece lies, directly or on another piece.

        Raises:
            PanelError: no such piece.
        """
        try:
            return self.spaces_of[piece]
        except KeyError:
            known = ", ".join(self.spaces_of) or "none"
            raise PanelError(
                f"there is no piece {piece!r} on {self.title!r}; it has {known}"
            ) from None

    def spot(self, space: str) -> Spot | None:
        """Return what a space shows; None where it is plain."""
        return self._spots.get(space)

    @cached_property
    def spaces_of(self) -> dict[str, str]:
        """The space in which each piece lies, by the id of the piece."""
        found: dict[str, str] = {}
        for piece in self.pieces:
            found[piece.id] = found.get(piece.at, piece.at)
        return found

    @cached_property
    def stacks(self) -> dict[str, tuple[Piece, ...]]:
        """The pieces in each space that has any, from the bottom up."""
        found: dict[str, list[Piece]] = {}
        spaces = self.spaces_of
        for piece in self.pieces:
            found.setdefault(spaces[piece.id], []).append(piece)
        return {space: tuple(pieces) for space, pieces in found.items()}

    @cached_property
    def by_id(self) -> dict[str, Piece]:
        """The pieces by their ids."""
        return {piece.id: piece for piece in self.pieces}

    @cached_property
    def _spots(self) -> dict[str, Spot]:
        return {spot.id: spot for spot in self.spots}


def _doubles(what: str, ids: Sequence[str]) -> Iterator[str]:
    if len(set(ids)) == len(ids):
        return
    seen: set[str] = set()
    for one in ids:
        if one in seen:
            yield f"two {what} have the id {one!r}; rename one"
        seen.add(one)


def piles_of(
    pieces: Iterable[Piece], apart: frozenset[str] = frozenset()
) -> tuple[tuple[Piece, ...], ...]:
    """Return the counters of a space in piles: those that look alike together, others alone.

    Args:
        apart: ids of counters that lie alone in any case, such as what a question asks about.

    >>> red, blue, other = (
    ...     Piece(id=id_, words="", at="A1", alike="tank", tone=tone)
    ...     for id_, tone in (("t1", "red"), ("t2", "blue"), ("t3", "red"))
    ... )
    >>> [[piece.id for piece in pile] for pile in piles_of((red, blue, other))]
    [['t1', 't3'], ['t2']]
    """
    piles: dict[object, list[Piece]] = {}
    for piece in pieces:
        is_piled = piece.alike and piece.id not in apart
        piles.setdefault(_look(piece) if is_piled else piece.id, []).append(piece)
    return tuple(map(tuple, piles.values()))


def _look(piece: Piece) -> tuple[object, ...]:
    """Return all that one sees of a counter apart from its label."""
    return piece.alike, piece.symbol, piece.facing, piece.corners, piece.tone, piece.state


def in_words(panel: BoardPanel, *, links: bool = True) -> list[str]:
    """Return a line for each space that shows something, in the order of the board.

    `links`: a space of a map also says where it leads.

    >>> from tabletop_core.boards import SquareGrid
    >>> from tabletop_core.panels import Piece
    >>> knight = Piece(id="n1", words="white knight", at="B1")
    >>> in_words(BoardPanel(title="Board", board=SquareGrid(8, 8), pieces=(knight,)))
    ['B1: white knight']
    """
    lines = []
    called = _names_of_spaces(panel)
    for name in panel.board.named:
        spot = panel.spot(name)
        said = _name_of_space(spot) if spot is not None and name in called else ""
        parts = [
            # The line begins with what the space is called.
            part.removeprefix(f"{said}, ") if said else part
            for part in _parts(panel, name, called, links)
            if part not in ("", said)
        ]
        if parts:
            lines.append(f"{called.get(name, name)}: {'; '.join(parts)}")
    lines += [
        f"{way.words}: {' > '.join(called.get(space, space) for space in way.spaces)}"
        for way in panel.ways
    ]
    for edge in panel.edges:
        sides = [
            "/".join(called.get(end, end) for end in _ends(panel, side)) for side in edge.sides
        ]
        lines.append(f"{edge.words}: {', '.join(sides)}")
    return lines


def _ends(panel: BoardPanel, side: str) -> list[str]:
    """Return the names of the spaces on both sides of a side, as far as it is written with them."""
    if not isinstance(panel.board, Graph):
        return [side]
    return [panel.board.name(space) for space in panel.board.side_named(side)]


def _names_of_spaces(panel: BoardPanel) -> dict[str, str]:
    """Return what the spaces of a free map are called, with their ids where several share a name.

    Elsewhere the id is the printed number, which everybody uses.
    """
    if not isinstance(panel.board, Graph):
        return {}
    names = {
        spot.id: name for spot in panel.spots if not spot.about and (name := _name_of_space(spot))
    }
    times = Counter(names.values())
    return {
        space: name if times[name] == 1 else f"{name} ({space})" for space, name in names.items()
    }


def _name_of_space(spot: Spot) -> str:
    """Return what a space is called: its label, its name, or what is there, if not its id."""
    called = (spot.label, spot.name, spot.words.partition(",")[0])
    return next((name for name in called if name and name != spot.id), "")


def _parts(panel: BoardPanel, name: str, called: Mapping[str, str], links: bool) -> Iterator[str]:
    spot = panel.spot(name)
    if spot is not None:
        if spot.words or spot.state:
            yield ", ".join(filter(None, (spot.words, spot.state)))
        elif spot.label != name and not spot.about:
            yield spot.label
    for piece in panel.on(name):
        yield ", ".join(filter(None, (piece.words, piece.state)))
    if links and isinstance(panel.board, Graph) and (near := panel.board.neighbours(name)):
        yield f"leads to {', '.join(called.get(space, space) for space in near)}"
