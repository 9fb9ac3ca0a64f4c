"""What an option touches on the table: spaces, pieces, cards, in the order a hand would go."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

Targets: TypeAlias = tuple[str, ...]
At: TypeAlias = Callable[[Any], "str | Sequence[str]"] | Mapping[Any, "str | Sequence[str]"] | None


def by_id(*, but: str | Sequence[str] = ()) -> Callable[[Any], Targets]:
    """Return how to read the targets from an option whose id is its targets: `w3 D7`.

    `but`: options that are buttons, not targets, such as `done`.

    >>> at = by_id(but="done")
    >>> at("w3 D7"), at("done")
    (('w3', 'D7'), ())
    """
    buttons = (but,) if isinstance(but, str) else tuple(but)

    def targets(option: Any) -> Targets:
        return () if option in buttons else tuple(str(option).split())

    return targets


def read_targets(at: At, option: Any) -> Targets:
    """Return what an option touches, as `at` tells it; nothing where it tells nothing."""
    if at is None:
        return ()
    told = at.get(option, ()) if isinstance(at, Mapping) else at(option)
    return tuple(told.split()) if isinstance(told, str) else tuple(told)
