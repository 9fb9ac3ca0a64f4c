"""The turn tracker of a module as the steps of a turn."""

from collections.abc import Iterator

import attrs

from .build_file import Element
from .traits import split

_LEVELS = ("CounterTurnLevel", "ListTurnLevel", "AlphaTurnLevel")
MAX_STEPS = 100


@attrs.frozen
class TurnSteps:
    """The steps of a turn, and where they come from."""

    steps: tuple[str, ...]
    source: str


def turns_of(tracker: Element | None) -> TurnSteps:
    """Return the steps of a turn; without a tracker, or one that only counts, a single one.

    Lists inside a list give a step for each pair: *Movement: Allies*, *Movement: Axis*.
    """
    if tracker is None:
        return TurnSteps(("Play",), "the module has no turn tracker")
    steps = tuple(dict.fromkeys(_steps(tracker)))[:MAX_STEPS]
    name = tracker.get("name") or "the turn tracker of the module"
    return TurnSteps(steps or ("Play",), f"from {name!r}, the turn tracker of the module")


def _steps(level: Element) -> Iterator[str]:
    inner = [step for below in level.all(*_LEVELS) for step in _steps(below)]
    names = [one.strip() for one in split(level.get("list"), ",") if one.strip()]
    if level.tag != "ListTurnLevel" or not names:
        yield from inner
        return
    for name in names:
        yield from (f"{name}: {step}" for step in inner) if inner else (name,)
