"""What a seat sees and is asked as an array of a fixed length.

Observations are made from the panels of the seat's view and the question it is asked, so they
contain nothing that the seat may not know. A pack with `observe` makes its own.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, TypeAlias, assert_never
from zlib import crc32

import attrs

from ..engine.decisions import OptionId
from ..engine.match import Match
from ..errors import PackError
from ..panels import Bar, BoardPanel, Card, Figure, Panel, Piece, Slot, Spot
from ..panels.primitives import TextLine
from ..panels.views import parts_of
from ..viewers import ALL_SEEING, Viewer
from .actions import ActionChooser, Numbering, Places

SIZE = 256
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")


def _as_numbering(actions: int | Numbering) -> Numbering:
    return Places(actions) if isinstance(actions, int) else actions


@attrs.frozen
class Encoding:
    """How a game is put into arrays: `numbering` of actions, and `size` values for the table.

    An observation consists of these values, then one for each action: 1 for one that is legal and
    always means the same, a number that stands for its option for any other, and 0 for one that
    takes no option.
    All are between -1 and 1.
    """

    numbering: Numbering = attrs.field(converter=_as_numbering)
    size: int = SIZE

    @property
    def actions(self) -> int:
        """The number of actions."""
        return self.numbering.size

    @property
    def length(self) -> int:
        return self.size + self.actions

    def observe(
        self, match: Match[Any], seat: str | None, chooser: ActionChooser | None
    ) -> list[float]:
        """Return what a seat sees, or for None everything, with the question to `chooser`."""
        return self.with_question(self.table(match, seat), chooser)

    def table(self, match: Match[Any], seat: str | None) -> dict[int, float]:
        """Return what a seat sees on the table, or for None everything, without any question.

        These are the values by their places; the others, which are most of them, are 0.
        """
        size = self.size
        if match.game.learning.observe is not None and seat is not None:
            own = [float(value) for value in match.game.learning.observe(match.play, seat)]
            if len(own) > size:
                raise PackError(
                    f"{match.game.id} observes {len(own)} values, but there is room for "
                    f"{size}; make the environment with size={len(own)}"
                )
            return dict(enumerate(own))
        values: dict[int, float] = {}
        for panel in match.game.look.view(match.play, ALL_SEEING if seat is None else Viewer(seat)):
            title = panel.title
            for part in parts(panel):
                for place, amount in _marks(title, part, size):
                    values[place] = values.get(place, 0.0) + amount
        return values

    def with_question(self, table: dict[int, float], chooser: ActionChooser | None) -> list[float]:
        """Return the observation of a `table` and of the question there."""
        values, options = table, [0.0] * self.actions
        if chooser is not None:
            values, decision = dict(table), chooser.decision
            words, _ = _words_and_numbers(decision.prompt)
            for told in (f"prompt {words}", *(f"taken {option}" for option in chooser.taken)):
                place, amount = _mark(told, 1.0)
                place %= self.size
                values[place] = values.get(place, 0.0) + amount
            known = self.numbering.known
            for number, option in zip(chooser.numbers, decision.options, strict=True):
                options[number] = 1.0 if number < known else _of_option(option)
        seen = [0.0] * self.size
        for place, value in values.items():
            seen[place] = value / (1 + abs(value))
        return seen + options


ShownPart: TypeAlias = "tuple[str | int, str | int] | int | Card | Piece | Spot | Slot"
"""The smallest unit of a panel: a row, a value, a card, a counter, a space, a line."""


def parts(panel: Panel) -> Iterator[ShownPart]:
    """Yield what a panel shows, part by part; plain spaces of a board are left out.

    Raises:
        PanelError: the panel holds something that is not a part.
    """
    for at, part in enumerate(parts_of(panel)):
        match part:
            case BoardPanel():
                yield from part.pieces
                yield from (spot for spot in part.spots if spot.tone or spot.state)
            case Card() | Slot():
                yield part
            case Figure():
                yield part.label, part.value
            case Bar():
                yield (part.label, part.value) if part.label else part.value
            case TextLine():
                yield at, part.text
            case _:
                assert_never(part)


def features(panel: Panel) -> Iterator[tuple[str, str | int]]:
    """Yield what a panel shows as pairs of a name and a text or number.

    Raises:
        PanelError: the panel holds something that is not a part.
    """
    for part in parts(panel):
        yield from _features(panel.title, part)


def _features(title: str, part: ShownPart) -> Iterator[tuple[str, str | int]]:
    """Yield the names of a part of a panel with this title, and what they say."""
    match part:
        case int():
            yield title, part
        case Piece():
            face = " ".join((part.symbol, *part.corners, str(part.facing), part.state))
            yield f"{title}/{part.at}", f"{part.label} {face}"
        case Spot():
            yield f"{title}/{part.id}", f"{part.tone} {part.state}"
        case Card():
            yield title, f"{part.name}/{part.state}"
            yield f"{title}/{part.name}", part.detail
        case Slot():
            yield f"{title}/{part.name}", part.content
        case (label, text):
            yield f"{title}/{label}", text


Marks: TypeAlias = tuple[tuple[int, float], ...]
"""The contribution of something to an observation: places and amounts."""


@lru_cache(maxsize=1 << 16)
def _marks(title: str, part: ShownPart, size: int) -> Marks:
    """Return the marks of a part; cached, because most parts do not change from step to step."""
    return tuple(
        (place % size, amount)
        for name, text in _features(title, part)
        for place, amount in _marks_of_text(name, text)
    )


def _marks_of_text(name: str, text: str | int) -> Iterator[tuple[int, float]]:
    """Add the numbers of a text by their size, and its words as they are."""
    if isinstance(text, int):
        yield _mark(name, text)
    elif text:
        words, numbers = _words_and_numbers(text)
        yield _mark(f"{name}={words}", 1.0)
        for at, number in enumerate(numbers):
            yield _mark(f"{name}#{at}", number)


def _mark(name: str, amount: float) -> tuple[int, float]:
    """Return the place and sign of a name, always the same for the same name."""
    place = _hash(name)
    return place, amount if place & 1 << 31 else -amount


@lru_cache(maxsize=1 << 16)
def _words_and_numbers(text: str) -> tuple[str, tuple[float, ...]]:
    """Return a text with a sign in place of each number, and the numbers."""
    return _NUMBER.sub("#", text), tuple(map(float, _NUMBER.findall(text)))


def _hash(text: str) -> int:
    return crc32(text.encode())


def _squashed(value: float) -> float:
    return value / (1 + abs(value))


@lru_cache(maxsize=1 << 16)
def _of_option(option: OptionId) -> float:
    if isinstance(option, int):
        return _squashed(float(option))
    return _hash(str(option)) / 2**31 - 1
