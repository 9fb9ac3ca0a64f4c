"""The arrays of an observation that keeps the structure of the table; see `layout`."""

from collections.abc import Mapping
from numbers import Real
from typing import Any, TypeAlias

import attrs
import numpy as np

from ..boards.board import Board
from ..engine.match import Match
from ..panels import BoardPanel
from ..viewers import ALL_SEEING, Viewer
from .actions import ActionChooser
from .layout import ODDS, Layout
from .parts import LISTS, ShownThing, nodes_of, option_row, question_row, rows_of

Arrays: TypeAlias = dict[str, Any]
"""Arrays by name, with the shapes of a layout."""

NOTHING = -1
"""Stands for no row."""


@attrs.frozen
class Looked:
    """What is on the table: arrays, the row of each thing in all lists together.

    `left_out` counts things and neighbours for which there was no room.
    """

    arrays: Arrays
    rows: Mapping[str, int]
    left_out: int


@attrs.define
class Structure:
    """Makes observations with a layout."""

    layout: Layout
    _boards: dict[str, tuple[Board[Any], Arrays]] = attrs.field(factory=dict, init=False)
    """The arrays of the boards last seen, which seldom change."""

    def __reduce__(self) -> Any:
        return Structure, (self.layout,)

    def empty(self, name: str) -> Any:
        """Return the array of this name with nothing in it."""
        shape = self.layout.shapes[name]
        if not self.layout.is_whole(name):
            return np.zeros(shape, np.float32)
        is_rows = name in ("nodes_near", "options_touch")
        return np.full(shape, NOTHING if is_rows else 0, np.int32)

    def look(self, match: Match[Any], seat: str | None) -> Looked:
        """Return what a seat sees on the table, or for None everything, without any question."""
        layout = self.layout
        view = match.game.look.view(match.play, ALL_SEEING if seat is None else Viewer(seat))
        found, boards = rows_of(view)
        arrays: Arrays = {}
        rows: dict[str, int] = {}
        left_out = self._put_boards(boards, arrays, rows)
        for name in LISTS[1:]:
            if layout.rows(name):
                arrays[name] = self.empty(name)
                arrays[f"{name}_numbers"] = self.empty(f"{name}_numbers")
            first = layout.firsts[name]
            places = self._places(name, [row.id for row in found[name]])
            rows |= {one: first + place for one, place in places.items()}
        for name in LISTS:
            for row in found[name]:
                if row.id in rows:
                    self._put(arrays, name, rows[row.id] - layout.firsts[name], row, rows)
                else:
                    left_out += name != "nodes"  # A node is counted with its board.
        return Looked(arrays, rows, left_out)

    def _put(
        self, arrays: Arrays, name: str, place: int, row: ShownThing, rows: Mapping[str, int]
    ) -> None:
        words = self.layout.numbers_of(row.words)
        if name == "nodes":
            arrays[name][place] = [1, *words]
            arrays["nodes_numbers"][place, 2:] = row.numbers[2:]
            return
        at = [rows.get(row.at, NOTHING)] if name == "pieces" else []
        arrays[name][place] = [1, *at, *words]
        arrays[f"{name}_numbers"][place] = row.numbers

    def _places(self, name: str, ids: list[str]) -> dict[str, int]:
        """Return the row of each thing; those that are not known take the spare rows in order."""
        known, end = self.layout.row_of[name], self.layout.rows(name)
        spare = len(known)
        places: dict[str, int] = {}
        for one in ids:
            place = known.get(one)
            if place is None and one not in places and spare < end:
                place, spare = spare, spare + 1
            if place is not None:
                places[one] = place
        return places

    def _put_boards(self, boards: list[BoardPanel], arrays: Arrays, rows: dict[str, int]) -> int:
        """Put all nodes into arrays, plain; return how many things had no room."""
        names = ("nodes", "nodes_numbers", "nodes_near")
        if not self.layout.rows("nodes"):
            return sum(len(panel.board.named) for panel in boards)
        if len(boards) == 1 and boards[0].id in self._boards:
            board, known = self._boards[boards[0].id]
            if board is boards[0].board:
                arrays |= {name: known[name].copy() for name in names}
                rows |= known["rows"]
                return int(known["left_out"])
        left_out = 0
        arrays |= {name: self.empty(name) for name in names}
        nodes = [(panel, node) for panel in boards for node in nodes_of(panel.board)]
        places = self._places("nodes", [node.name for _, node in nodes])
        rows |= places
        for panel, node in nodes:
            place = places.get(node.name)
            if place is None:
                left_out += 1
                continue
            near = [places[one] for one in node.near if one in places]
            room = self.layout.neighbours
            left_out += max(0, len(near) - room)
            arrays["nodes"][place, :2] = [1, *self.layout.numbers_of([panel.id])]
            arrays["nodes_numbers"][place, :2] = node.across, node.down
            arrays["nodes_near"][place, : len(near)] = near[:room]
        if len(boards) == 1:
            kept = {name: arrays[name].copy() for name in names}
            kept |= {"rows": places, "left_out": left_out}
            self._boards[boards[0].id] = boards[0].board, kept
        return left_out

    def ask(self, looked: Looked, chooser: ActionChooser | None) -> tuple[Arrays, int]:
        """Return the arrays of a table and of the question there; how many things had no room."""
        layout, left_out = self.layout, looked.left_out
        names = [name for name in layout.shapes if name.startswith(("question", "options"))]
        asked = {name: self.empty(name) for name in names}
        # Several questions may be asked of one look, and callers keep their observations.
        arrays = {name: array.copy() for name, array in looked.arrays.items()} | asked
        if chooser is None:
            return arrays, left_out
        decision = chooser.decision
        row = question_row(decision)
        asked["question"][:] = [len(chooser.taken), *layout.numbers_of(row.words)]
        asked["question_numbers"][:] = row.numbers
        whole, numbers = [], []
        for number, option in zip(chooser.numbers, decision.options, strict=True):
            targets = decision.targets_of(option)
            row = option_row(decision, option, targets)
            is_taken = option in chooser.taken
            whole.append([1, number, is_taken, *layout.numbers_of(row.words)])
            numbers.append(row.numbers)
            touched = [looked.rows[one] for one in targets if one in looked.rows]
            left_out += len(targets) - len(touched[: layout.targets])
            place = len(whole) - 1
            asked["options_touch"][place, : len(touched)] = touched[: layout.targets]
            if layout.odds:
                chances = _chances(decision, option)
                asked["options_odds"][place, : len(chances)] = chances
        if whole:
            asked["options"][: len(whole)] = whole
            asked["options_numbers"][: len(numbers)] = numbers
        return arrays, left_out


def mask_as(chooser: ActionChooser | None, actions: int) -> Any:
    """Return 1 for each action that is legal now and 0 for the others."""
    mask = np.zeros(actions, dtype=np.int8)
    if chooser is None:
        return mask
    numbers = chooser.numbers if chooser.decision.most is None else chooser.legal()
    mask[slice(len(numbers)) if isinstance(numbers, range) else numbers] = 1
    return mask


def _chances(decision: Any, option: Any) -> list[float]:
    """Return the first exact chances of what follows an option; other texts are left out."""
    if decision.odds is None:
        return []
    told = decision.odds(option).values()
    return [float(chance) for chance in told if isinstance(chance, Real)][:ODDS]
