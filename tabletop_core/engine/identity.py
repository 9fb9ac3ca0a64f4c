"""Who a pack is."""

import attrs


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
