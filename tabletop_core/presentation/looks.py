"""All that a game draws, collected from games of random bots, and the words that cannot be read."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

import attrs

from ..bots.seating import seat_bots
from ..bots.simple import chooser
from ..engine.game import Game
from ..engine.match import Chooser, Match
from ..engine.past import as_it_was
from ..events.words import listed
from ..panels import BoardPanel, Card, Panel, Piece
from ..panels.views import named_parts, unfolded
from ..pictures.legibility import WIDTHS, Unreadable, unreadable, zoom_on
from ..pictures.svg import panel_svg
from ..pictures.symbols import symbols_of
from ..viewers import ALL_SEEING, Viewer

PANEL_WIDTHS = {390: 366.0, 1280: 380.0}
"""How wide a panel without a board is in a window, in pixels."""
_MOMENTS = 12
"""At how many moments of a game the table is looked at."""
_DECISIONS = 2_000
_MAX_SHOWN = 300
"""The most cards, and the most counters, of a sheet."""

HasTime: TypeAlias = Callable[[str], bool]
"""Tells whether there is time for what is named, and notes what is left out where there is none."""
Faults: TypeAlias = dict[Unreadable, set[int]]
"""What cannot be read, with the widths of the windows in which it cannot."""


@attrs.define
class Looks:
    """What a game has drawn: each board and panel by id, each card and counter once.

    `boards` and `panels` have the fullest look of each, `moments` all boards that differ.
    """

    boards: dict[str, BoardPanel] = attrs.field(factory=dict)
    panels: dict[str, Panel] = attrs.field(factory=dict)
    cards: dict[Card, Card] = attrs.field(factory=dict)
    pieces: dict[Piece, Piece] = attrs.field(factory=dict)
    moments: list[BoardPanel] = attrs.field(factory=list)

    def note(self, panels: Iterable[Panel]) -> None:
        """Note what is on a table."""
        for panel in unfolded(panels):
            if isinstance(panel, BoardPanel):
                self._note_board(panel)
                continue
            parts = [part for _, part in named_parts(panel)]
            if all(isinstance(part, Card) for part in parts):
                for card in parts:
                    assert isinstance(card, Card)
                    alike = attrs.evolve(card, id="", state="")
                    if len(self.cards) < _MAX_SHOWN:
                        self.cards.setdefault(alike, alike)
                continue
            before = self.panels.get(panel.id)
            if before is None or len(parts) > len(named_parts(before)):
                self.panels[panel.id] = panel

    def _note_board(self, panel: BoardPanel) -> None:
        before = self.boards.get(panel.id)
        if before is None or len(panel.pieces) > len(before.pieces):
            self.boards[panel.id] = panel
        self.moments.append(panel)
        for piece in panel.pieces:
            alike = attrs.evolve(piece, id="piece", at="", facing=None, name="", placing="")
            if len(self.pieces) < _MAX_SHOWN:
                self.pieces.setdefault(attrs.evolve(alike, words=""), alike)


def _always(what: str) -> bool:
    return True


def looks_of(game: Game[Any], games: int = 4, has_time: HasTime = _always) -> Looks:
    """Return what games of random bots draw, for the seat that is asked and for all.

    Raises:
        TabletopError: the game cannot be played or drawn.
    """
    found = Looks()
    for seed in range(games):
        if seed and not has_time("some of the games"):
            break
        match = game.start(seed=f"looks {seed}")
        match.run(
            _for_a_while(chooser(seat_bots(game, dict.fromkeys(match.seats, "random"), seed)))
        )
        for at, then in enumerate(_moments(match)):
            if at and not has_time("some of the moments"):
                break
            for viewer in _viewers(then):
                found.note(game.look.view(then.play, viewer))
    return found


def _for_a_while(choose: Chooser) -> Chooser:
    return lambda match, asked: choose(match, asked) if match.decisions < _DECISIONS else None


def _moments(match: Match[Any]) -> Iterator[Match[Any]]:
    """Yield the game as it was at moments all over it, and as it ended."""
    entries = match.tape.entries if match.tape is not None else []
    for at in range(0, len(entries), max(1, len(entries) // _MOMENTS)):
        yield as_it_was(match, at)
    yield match


def _viewers(match: Match[Any]) -> Iterator[Viewer]:
    if match.decision is not None:
        yield Viewer(match.decision.seat)
    yield ALL_SEEING


def faults_of_looks(
    game: Game[Any], looks: Looks, has_time: HasTime = _always
) -> dict[str, Faults]:
    """Return what cannot be read by the title of its board or panel, where something cannot."""
    found: dict[str, Faults] = {}
    symbols = symbols_of(game.package)
    drawn: set[str] = set()  # equal boards are drawn once, and equal pictures looked at once
    for board in dict.fromkeys(looks.moments):
        if drawn and not has_time("some of the boards"):
            break
        svg = panel_svg(board, symbols=symbols)
        for width in WIDTHS if svg not in drawn else ():
            _note(found, board.title, unreadable(svg, zoom_on(board, width)), width)
        drawn.add(svg)
    for panel in looks.panels.values():
        if not has_time("some of the panels"):
            break
        for width in WIDTHS:
            svg = panel_svg(panel, symbols=symbols, width=PANEL_WIDTHS[width])
            _note(found, panel.title, unreadable(svg), width)
    return found


def fault_line(fault: Unreadable, widths: Iterable[int]) -> str:
    """Return a fault as a sentence, with the widths of the windows in which it shows.

    >>> fault_line(Unreadable("under", "the name Keep", "the counter red"), {1280, 390})
    'at 390 and 1280 pixels the counter red covers the name Keep'
    """
    return f"at {listed(sorted(widths))} pixels {fault}"


def _note(found: dict[str, Faults], title: str, faults: Iterable[Unreadable], width: int) -> None:
    for fault in faults:
        found.setdefault(title, {}).setdefault(fault, set()).add(width)
