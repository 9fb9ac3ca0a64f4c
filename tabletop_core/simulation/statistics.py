"""Statistics of finished games: small functions of the events, from a pack or a person's file."""

import inspect
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ..errors import PackError, TabletopError

if TYPE_CHECKING:
    from ..engine.play import Play
    from ..events.event import Event

Reading: TypeAlias = str | int | float | None
Statistic: TypeAlias = "Callable[[Play[Any]], Reading]"
"""Reads one value from a finished game and its events; None is not counted."""


class StatisticFile(NamedTuple):
    """A file of statistics as text, so that it can be sent to where the games are played."""

    name: str
    text: str


def read_statistics(path: Path) -> StatisticFile:
    """Read a file of statistics and make sure that it has some.

    Each public function of the file is one: its only parameter is `events`, the events of a
    finished game, or `play`, the game itself; it returns a number or a text.

        def bombs_dropped(events):
            return sum(event.kind == "bombs" for event in events)

    Raises:
        TabletopError: it cannot be read, is not Python, or has no such function.
    """
    try:
        file = StatisticFile(path.name, path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise TabletopError(f"{path} cannot be read: {error}; give a file of Python") from None
    statistics_of(file)
    return file


def statistics_of(file: StatisticFile) -> list[Statistic]:
    """Return the statistics that a file defines, in its order.

    Raises:
        TabletopError: it is not Python, or has no statistic.
    """
    space: dict[str, Any] = {"__name__": file.name.removesuffix(".py")}
    try:
        exec(compile(file.text, file.name, "exec"), space)
    except Exception as error:
        raise TabletopError(
            f"{file.name} fails as Python: {type(error).__name__}: {error}; fix it"
        ) from error
    found = [
        statistic(thing)
        for name, thing in space.items()
        if inspect.isfunction(thing)
        and thing.__module__ == space["__name__"]
        and not name.startswith("_")
        and list(inspect.signature(thing).parameters) in (["events"], ["play"])
    ]
    if not found:
        raise TabletopError(
            f"{file.name} defines no statistic; write a function whose only parameter is "
            "`events` or `play`, and return a number or a text from it"
        )
    return found


def names_of(statistics: "Sequence[Statistic | StatisticFile]") -> list[str]:
    """Return the names of statistics in the order in which a batch counts them."""
    files = [one for one in statistics if isinstance(one, StatisticFile)]
    named = [one for one in statistics if not isinstance(one, StatisticFile)]
    return [one.__name__ for one in (*named, *(s for file in files for s in statistics_of(file)))]


def statistic(function: "Callable[..., Reading]") -> Statistic:
    """Return a function of `events` or `play` as a function of `play`."""
    if list(inspect.signature(function).parameters) != ["events"]:
        return function

    def read(play: "Play[Any]") -> Reading:
        events: Sequence[Event] = play.events
        return function(events)

    read.__name__ = function.__name__
    return read


def checked(name: str, value: Any) -> Reading:
    """Return the value of a statistic if it can be counted.

    Raises:
        PackError: it is neither a number nor a text.
    """
    if value is None or isinstance(value, str | int | float):
        return value
    raise PackError(
        f"the statistic {name!r} returned a {type(value).__name__}; return a number or a text"
    )
