"""Which rooms belong to which worker of a server."""

from zlib import crc32

import attrs


@attrs.frozen
class Share:
    """The rooms of one worker: of `count` workers the one with this `number`, from 0.

    A room belongs to the same worker as long as there are as many.
    """

    number: int = 0
    count: int = 1

    def owner_of(self, room: str) -> int:
        """Return the number of the worker to which a room belongs.

        >>> [Share(0, 2).owner_of(room) for room in ("a", "b", "c", "d")]
        [1, 1, 1, 0]
        """
        return crc32(room.encode()) % self.count

    def owns(self, room: str) -> bool:
        return self.owner_of(room) == self.number


ALL_ROOMS = Share()
"""The share of a server that is one process."""
