"""The targets of an option: the spaces, pieces and cards it touches, in order."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

Targets: TypeAlias = tuple[str, ...]
At: TypeAlias = Callable[[Any], "str | Sequence[str]"] | Mapping[Any, "str | Sequence[str]"] | None


def by_id(*, but: str | Sequence[str] = ()) -> Callable[[Any], Targets]:
    """Return a function that reads the targets from an option whose id lists them: `w3 D7`.

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
    """Return what an option touches according to `at`; empty if it gives nothing."""
    if at is None:
        return ()
    targets = at.get(option, ()) if isinstance(at, Mapping) else at(option)
    return tuple(targets.split()) if isinstance(targets, str) else tuple(targets)
