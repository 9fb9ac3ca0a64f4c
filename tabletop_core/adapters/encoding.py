"""Answers as numbers, and what a seat sees as an array of a fixed length.

Observations are made from the panels of the seat's view and the question it is asked, so they
contain nothing that the seat may not know. A pack with `observe` makes its own.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, TypeAlias, assert_never
from zlib import crc32

import attrs

from ..engine.decisions import Answer, Decision, OptionId
from ..engine.game import Game
from ..engine.match import Match
from ..errors import PackError
from ..panels import (
    Bar,
    BoardPanel,
    Card,
    Figure,
    Panel,
    Piece,
    Slot,
    Spot,
    TextLine,
    parts_of,
)
from ..viewers import ALL_SEEING, Viewer

SIZE = 256
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")


@attrs.define
class ActionChooser:
    """Turns numbers into the answer of one decision.

    Action k takes the k-th option. If several options are asked for, they are taken one after the
    other, and the last action, `actions - 1`, ends the choice.
    """

    decision: Decision
    actions: int
    taken: list[OptionId] = attrs.field(factory=list)

    def __attrs_post_init__(self) -> None:
        room = self.actions - self.decision.several
        if len(self.decision.options) > room:
            raise PackError(
                f"{self.decision.prompt!r} has {len(self.decision.options)} options, but there is "
                f"room for {room}; make the environment with actions={self._wanted()}"
            )

    def _wanted(self) -> int:
        return len(self.decision.options) + self.decision.several

    def legal(self) -> list[int]:
        """Return the numbers of the legal actions, in order."""
        decision = self.decision
        if decision.most is None:
            return list(range(len(decision.options)))
        open_ = [
            number for number, option in enumerate(decision.options) if option not in self.taken
        ]
        if len(self.taken) >= (decision.least or 0):
            open_.append(self.actions - 1)
        return open_

    def is_legal(self, action: int) -> bool:
        """Return whether an action is legal now."""
        if self.decision.most is None:
            return 0 <= action < len(self.decision.options)
        return action in self.legal()

    def take(self, action: int) -> Answer | None:
        """Take an action; return the answer once it is complete.

        Raises:
            PackError: it is not legal.
        """
        if not self.is_legal(action):
            raise PackError(f"action {action} is not legal here; choose from: {self.legal()}")
        decision = self.decision
        if decision.most is None:
            return decision.options[action]
        if action != self.actions - 1:
            self.taken.append(decision.options[action])
            if len(self.taken) < min(decision.most, len(decision.options)):
                return None
        return tuple(self.taken)

    def words(self, action: int) -> str:
        """Return the words for an action. No two actions of a decision have the same words."""
        decision = self.decision
        if decision.several and action == self.actions - 1:
            return "that is all"
        option = decision.options[action]
        words = decision.label_of(option)
        alike = sum(decision.label_of(other) == words for other in decision.options)
        return f"{words} [{option}]" if alike > 1 else words


@attrs.frozen
class Encoding:
    """How a game is put into arrays: `actions` numbers, and `size` values for the table.

    An observation consists of these values, then one for each action, which identifies its option.
    All are between -1 and 1.
    """

    actions: int
    size: int = SIZE

    @classmethod
    def of(cls, game: Game[Any], data: Any, actions: int | None, size: int) -> "Encoding":
        """Return the encoding with this many actions; None means as many as a game can need."""
        # The extra action ends a choice of several options.
        return cls(game.most_options_with(data) + 1 if actions is None else actions, size)

    @property
    def length(self) -> int:
        return self.size + self.actions

    def observe(
        self, match: Match[Any], seat: str | None, chooser: ActionChooser | None
    ) -> list[float]:
        """Return what a seat sees, or for None everything, with the question to `chooser`."""
        return self.with_question(self.table(match, seat), chooser)

    def table(self, match: Match[Any], seat: str | None) -> list[float]:
        """Return what a seat sees on the table, or for None everything, without any question."""
        size = self.size
        if match.game.observe is not None and seat is not None:
            own = [float(value) for value in match.game.observe(match.play, seat)]
            if len(own) > size:
                raise PackError(
                    f"{match.game.id} observes {len(own)} values, but there is room for "
                    f"{size}; make the environment with size={len(own)}"
                )
            return own + [0.0] * (size - len(own))
        values = [0.0] * size
        for panel in match.game.view(match.play, ALL_SEEING if seat is None else Viewer(seat)):
            title = panel.title
            for part in parts(panel):
                for place, amount in _marks(title, part, size):
                    values[place] += amount
        return values

    def with_question(self, table: list[float], chooser: ActionChooser | None) -> list[float]:
        """Return the observation of a `table` and of the question there."""
        values, options = table, [0.0] * self.actions
        if chooser is not None:
            values, decision = list(table), chooser.decision
            asked = f"prompt {_without_numbers(decision.prompt)}"
            for told in (asked, *(f"taken {option}" for option in chooser.taken)):
                place, amount = _mark(told, 1.0)
                values[place % self.size] += amount
            options[: len(decision.options)] = map(_of_option, decision.options)
        return [value / (1 + abs(value)) if value else 0.0 for value in values] + options


ShownPart: TypeAlias = "tuple[str | int, str | int] | int | Card | Piece | Spot | Slot"
"""The smallest unit of a panel: a row, a value, a card, a counter, a space, a line."""


def parts(panel: Panel) -> Iterator[ShownPart]:
    """Yield what a panel shows, part by part; plain spaces of a board are left out.

    Raises:
        PanelError: the panel holds something that is no part.
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
        PanelError: the panel holds something that is no part.
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
        yield _mark(f"{name}={_without_numbers(text)}", 1.0)
        for at, found in enumerate(_NUMBER.findall(text)):
            yield _mark(f"{name}#{at}", float(found))


def _mark(name: str, amount: float) -> tuple[int, float]:
    """Return the place and sign of a name, always the same for the same name."""
    place = _hash(name)
    return place, amount if place & 1 << 31 else -amount


@lru_cache(maxsize=1 << 16)
def _without_numbers(text: str) -> str:
    return _NUMBER.sub("#", text)


def _hash(text: str) -> int:
    return crc32(text.encode())


def _squashed(value: float) -> float:
    return value / (1 + abs(value))


@lru_cache(maxsize=1 << 16)
def _of_option(option: OptionId) -> float:
    if isinstance(option, int):
        return _squashed(float(option))
    return _hash(str(option)) / 2**31 - 1


def rewards(match: Match[Any]) -> dict[str, float]:
    """Return the reward of each seat at the end of a game: 1 for the first place, -1 for the last.

    The places in between are spaced evenly, and seats in one place share the rewards of the places
    they cover equally. So the rewards of all sides in a contest add up to 0, and a draw is 0 for
    each. Seats that play together, or alone, get 1 if they have won and -1 otherwise.
    """
    outcome, teams = match.outcome, match.teams
    if outcome is None:
        return dict.fromkeys(match.seats, 0.0)
    return {seat: 2 * outcome.worth(seat, teams) - 1 for seat in match.seats}
