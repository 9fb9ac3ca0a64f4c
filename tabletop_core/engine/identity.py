"""The identity of a pack."""

from importlib import import_module

import attrs

from ..errors import PackError


@attrs.frozen(kw_only=True)
class Identity:
    """The identity of a pack, known without loading its rules.

    `players` is the least and the greatest number of seats.
    `modes` says how it can be played, in a few words each.
    `rules` is a number that goes up whenever a change of the rules would replay an old game
    differently; saved games hold it.
    `minutes` is how long a game of the first setup takes: within the two numbers, half of them do.
    `weight` is how much there is to learn, from 1 (light) to 5 (very heavy).
    `core` names the versions of tabletop that the pack works with, such as `">=0.1"`.
    """

    id: str
    title: str
    players: tuple[int, int]
    summary: str
    modes: tuple[str, ...] = ()
    version: str = "1.0"
    rules: int = 1
    minutes: tuple[int, int] | None = None
    weight: int | None = None
    core: str = ""


def identity_of(package: str) -> Identity:
    """Return the identity that a package declares.

    Raises:
        PackError: it declares none.
    """
    tell = getattr(import_module(package), "tabletop_identity", None)
    if tell is None:
        raise PackError(
            f"the package {package!r} has no tabletop_identity(), so the game has no id; define "
            "the hook before the game, or give the Game its identity"
        )
    identity: Identity = tell()
    return identity
