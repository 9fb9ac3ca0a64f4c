"""All rooms of a server, as its host looks through them: which, how old, how large."""

import shutil
from collections import Counter
from typing import Any

import attrs

from .registry import RoomRegistry

MAX_ROOMS_LISTED = 100

ORDERS = {
    "old": ("Least recently viewed", lambda row: row.looked),
    "large": ("Largest", lambda row: -row.size),
    "new": ("Newest", lambda row: -row.made),
}
"""The orders of the list, with their words."""


@attrs.frozen(kw_only=True)
class HostRow:
    """A room for the host; `looked` is when somebody last played in it or looked at it.

    `state` is `in progress`, `over`, `put away`, `deleted` or `failed`; `size` is that of its game
    in bytes.
    """

    id: str
    name: str
    pack: str
    host: str
    state: str
    made: float
    looked: float
    size: int


@attrs.frozen(kw_only=True)
class HostList:
    """The rooms that were looked for: the first of them in `rows`, and `found` in all.

    `states` counts all rooms of the server by their state. `size` is what their games take, and
    `free` what is left on the disk, both in bytes.
    """

    rows: list[HostRow]
    found: int
    states: dict[str, int]
    size: int
    free: int


def host_list(registry: RoomRegistry, words: str = "", order: str = "old") -> HostList:
    """Return the rooms in whose name, game, maker or id these words stand."""
    sizes = registry.shelf.sizes()
    failed = {one.room for one in registry.failures.all()}
    rows = [
        _row(row, sizes, failed)
        for row in registry.store.all(
            "SELECT rooms.*, (SELECT name FROM persons WHERE persons.id = maker) AS host FROM rooms"
        )
    ]
    wanted = words.casefold().split()
    found = [row for row in rows if all(word in _searched(row) for word in wanted)]
    _, key = ORDERS.get(order, ORDERS["old"])
    return HostList(
        rows=sorted(found, key=key)[:MAX_ROOMS_LISTED],
        found=len(found),
        states=dict(Counter(row.state for row in rows)),
        size=sum(sizes.values()),
        free=shutil.disk_usage(registry.folder).free,
    )


def _searched(row: HostRow) -> str:
    return " ".join((row.id, row.name, row.pack, row.host, row.state)).casefold()


def _row(row: dict[str, Any], sizes: dict[str, int], failed: set[str]) -> HostRow:
    state = "over" if row["ended"] else "in progress"
    if row["deleted"]:
        state = "deleted"
    elif row["put_away"]:
        state = "put away"
    elif row["id"] in failed:
        state = "failed"
    return HostRow(
        id=row["id"],
        name=row["name"] or row["title"],
        pack=row["pack"],
        host=row["host"] or "",
        state=state,
        made=row["made"],
        looked=max(row["touched"], row["seen"]),
        size=sizes.get(row["id"], 0),
    )
