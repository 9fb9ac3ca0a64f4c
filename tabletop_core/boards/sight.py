"""Line of sight: the spaces between two others, and whether they rise above the line."""

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

import attrs

S = TypeVar("S", bound=Hashable)


@attrs.frozen
class Sight(Generic[S]):
    """The sight from one space to another; true if it is not blocked.

    `line` holds the spaces from one to the other; `blocked_by` is empty, or the space that blocks,
    or the two spaces whose side blocks.
    """

    clear: bool
    line: tuple[S, ...]
    blocked_by: tuple[S, ...] = ()

    def __bool__(self) -> bool:
        return self.clear


def look(
    line: Sequence[tuple[S, ...]],
    ground: Callable[[S], int],
    cover: Callable[[S], int],
    wall: Callable[[S, S], int],
    eyes: tuple[int, int],
    side: Callable[[S, S], tuple[S, S]],
) -> Sight[S]:
    """Look along a line of which some steps have two spaces; see `Board.sight`."""
    spaces = tuple([step[0] for step in line if step])
    last = len(line) - 1
    if last < 0:
        return Sight(False, spaces)
    low = ground(spaces[0]) + eyes[0]
    high = ground(spaces[-1]) + eyes[1]

    def rises(height: int, halves: int) -> bool:
        """Return whether a height is above the line, this many half steps from its beginning."""
        return height * 2 * last > low * (2 * last - halves) + high * halves

    def wall_between(here: S, there: S, at: int) -> bool:
        """Return whether the side crossed after this many steps blocks."""
        tall = wall(*side(here, there)) if 0 < at < last - 1 else 0
        return tall > 0 and rises(max(ground(here), ground(there)) + tall, 2 * at + 1)

    def blocker(here: S, at: int) -> tuple[S, ...]:
        """Return what blocks the line over one of the spaces of a step."""
        before, after = line[at - 1], line[at + 1] if at < last else ()
        if at < last and rises(ground(here) + cover(here), 2 * at):
            return (here,)
        if len(before) == 1 and wall_between(before[0], here, at - 1):
            return side(before[0], here)
        if len(line[at]) == 2 and len(after) == 1 and wall_between(here, after[0], at):
            return side(here, after[0])
        return ()

    for at in range(1, last + 1):
        blocks = [blocker(here, at) for here in line[at]]
        if blocks and all(blocks):
            return Sight(False, spaces, blocks[0])
    return Sight(True, spaces)
