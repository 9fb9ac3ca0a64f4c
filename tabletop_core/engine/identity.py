"""Who a pack is."""

from importlib import import_module

import attrs

from ..errors import PackError


@attrs.frozen(kw_only=True)
class Identity:
    """Who a pack is, known without loading its rules.

    `players` is the least and greatest number of seats;
    `modes` says how it can be played, in a few words each.
    `rules` is raised where a change of the rules would play an old game otherwise; saves hold it.
    `core` names the versions of tabletop it works with, such as `">=0.1"`.
    """

    id: str
    title: str
    players: tuple[int, int]
    summary: str
    modes: tuple[str, ...] = ()
    version: str = "1.0"
    rules: int = 1
    core: str = ""


def identity_of(package: str) -> Identity:
    """Return who a package says that it is.

    Raises:
        PackError: it does not say so.
    """
    tell = getattr(import_module(package), "tabletop_identity", None)
    if tell is None:
        raise PackError(
            f"the package {package!r} has no tabletop_identity(), so that its game does not know "
            "who it is; define the hook before the game, or give the Game its identity"
        )
    identity: Identity = tell()
    return identity
