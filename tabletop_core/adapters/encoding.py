"""Answers as numbers, and what a seat sees as an array of a fixed length.

Observations are made from the panels of the seat's view and the question it is asked, so they
hold nothing that the seat may not know.
A pack that offers `observe` says itself what its seats see.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any
from zlib import crc32

import attrs

from ..engine.decisions import Answer, Decision, OptionId
from ..engine.play import Play
from ..errors import PackError
from ..panels import BoardPanel, Cards, Facts, GridPanel, Lines, MapPanel, Panel, Slots, TrackPanel
from ..viewers import ALL_SEEING, Viewer

ACTIONS = 256
"""Room for the options of one decision; what is not asked for is told once in each observation."""
SIZE = 256
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")


@attrs.define
class ActionChooser:
    """Turns numbers into the answer of one decision.

    Action k takes the k-th option.
    Where several options are asked for, they are taken one after the other; the last action,
    `actions - 1`, says that these are all.
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

    def take(self, action: int) -> Answer | None:
        """Take an action; return the answer once it is complete.

        Raises:
            PackError: it is not legal.
        """
        if action not in self.legal():
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
        """Return the words for an action; no two of a decision have the same."""
        decision = self.decision
        if decision.several and action == self.actions - 1:
            return "that is all"
        option = decision.options[action]
        words = decision.label_of(option)
        alike = sum(decision.label_of(other) == words for other in decision.options)
        return f"{words} [{option}]" if alike > 1 else words


@attrs.frozen
class Encoding:
    """How a game is put into arrays: `actions` numbers, `size` values for what is on the table.

    An observation is these values, then one for each action that tells the option it takes.
    All lie between -1 and 1.
    """

    actions: int = ACTIONS
    size: int = SIZE

    @property
    def length(self) -> int:
        return self.size + self.actions

    def observe(
        self, play: Play[Any], seat: str | None, chooser: ActionChooser | None
    ) -> list[float]:
        """Return what a seat sees, None: all there is; `chooser` is the question asked, if any."""
        values = self._table(play, seat)
        options = [0.0] * self.actions
        if chooser is not None:
            _add(values, f"prompt {_without_numbers(chooser.decision.prompt)}", 1.0)
            for option in chooser.taken:
                _add(values, f"taken {option}", 1.0)
            for number, option in enumerate(chooser.decision.options):
                options[number] = _of_option(option)
        return [value / (1 + abs(value)) if value else 0.0 for value in values] + options

    def _table(self, play: Play[Any], seat: str | None) -> list[float]:
        if play.game.observe is not None and seat is not None:
            own = [float(value) for value in play.game.observe(play, seat)]
            if len(own) > self.size:
                raise PackError(
                    f"{play.game.id} observes {len(own)} values, but there is room for "
                    f"{self.size}; make the environment with size={len(own)}"
                )
            return own + [0.0] * (self.size - len(own))
        values = [0.0] * self.size
        for panel in play.game.view(play, ALL_SEEING if seat is None else Viewer(seat)):
            for name, text in features(panel):
                _add_text(values, name, text)
        return values


def features(panel: Panel) -> Iterator[tuple[str, str | int]]:
    """Yield what a panel shows as pairs of a name and a text or number.

    Raises:
        PackError: panels of this class cannot be told as numbers.
    """
    title = panel.title
    if isinstance(panel, Facts):
        yield from ((f"{title}/{label}", text) for label, text in panel.rows)
    elif isinstance(panel, TrackPanel):
        yield title, panel.value
    elif isinstance(panel, Cards):
        for card in panel.cards:
            yield title, f"{card.name}/{card.state}"
            yield f"{title}/{card.name}", card.detail
    elif isinstance(panel, BoardPanel):
        for piece in panel.pieces:
            face = " ".join((piece.symbol, *piece.corners, str(piece.facing), piece.state))
            yield f"{title}/{piece.at}", f"{piece.label} {face}"
        for spot in panel.spots:
            if spot.tone or spot.state:
                yield f"{title}/{spot.id}", f"{spot.tone} {spot.state}"
    elif isinstance(panel, GridPanel):
        for square, cell in panel.cells.items():
            yield f"{title}/{square}", f"text {cell.text}"
    elif isinstance(panel, MapPanel):
        yield from ((f"{title}/{space.name}", space.contents) for space in panel.spaces)
    elif isinstance(panel, Slots):
        yield from ((f"{title}/{slot.name}", slot.content) for slot in panel.slots)
    elif isinstance(panel, Lines):
        yield from ((f"{title}/{number}", line) for number, line in enumerate(panel.lines))
    else:
        raise PackError(
            f"the panel {title!r} is a {type(panel).__name__}, which cannot be told as numbers; "
            "show a panel of tabletop_core.panels, or give the game `observe`"
        )


def _add_text(values: list[float], name: str, text: str | int) -> None:
    """Note the numbers of a text by their size, and its words as they are."""
    if isinstance(text, int):
        _add(values, name, text)
        return
    size = len(values)
    for place, amount in _marks(name, text):
        values[place % size] += amount


@lru_cache(maxsize=1 << 16)
def _marks(name: str, text: str) -> tuple[tuple[int, float], ...]:
    """Return what a text adds, and where: most of what is shown is as it was a step before."""
    if not text:
        return ()
    numbers = [(f"{name}#{at}", float(found)) for at, found in enumerate(_NUMBER.findall(text))]
    return tuple(
        _mark(one, amount) for one, amount in ((f"{name}={_without_numbers(text)}", 1.0), *numbers)
    )


def _mark(name: str, amount: float) -> tuple[int, float]:
    """Return where something is noted, and how: the same name has the same place everywhere."""
    place = _hash(name)
    return place, amount if place & 1 << 31 else -amount


@lru_cache(maxsize=1 << 16)
def _without_numbers(text: str) -> str:
    return _NUMBER.sub("#", text)


def _add(values: list[float], name: str, amount: float) -> None:
    place, amount = _mark(name, amount)
    values[place % len(values)] += amount


@lru_cache(maxsize=1 << 16)
def _hash(text: str) -> int:
    return crc32(text.encode())


def _squashed(value: float) -> float:
    return value / (1 + abs(value))


def _of_option(option: OptionId) -> float:
    if isinstance(option, int):
        return _squashed(float(option))
    return _hash(str(option)) / 2**31 - 1


def rewards(play: Play[Any]) -> dict[str, float]:
    """Return what each seat gets for the end of a game: 1 for the first place, -1 for the last.

    The places between lie evenly between, and those who share some get what these have together,
    in equal parts: all that the sides of a contest get is 0, and a draw is 0 for each.
    Seats that play together, or alone, get 1 where they have won and -1 where not.
    """
    outcome, teams = play.outcome, play.teams
    if outcome is None:
        return dict.fromkeys(play.seats, 0.0)
    return {seat: 2 * outcome.worth(seat, teams) - 1 for seat in play.seats}
