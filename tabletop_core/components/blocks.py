"""Blocks: pieces that everybody sees, with a kind and steps that their owner alone knows."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import attrs

from ..viewers import Viewer
from .knowledge import Known, PileError
from .rows import CardRow

_LOST, _BACK = "lost", "back"


class BlockSeen(NamedTuple):
    """What a viewer knows of a block: its kind, None if unknown, and its steps, least and most."""

    kind: str | None
    least: int
    most: int

    @property
    def strength(self) -> str:
        """The steps as they are written on a counter: `3`, `2-3`, or nothing."""
        if self.kind is None:
            return ""
        return f"{self.most}" if self.least == self.most else f"{self.least}-{self.most}"


def _copied(full: Mapping[str, int]) -> dict[str, int]:
    return dict(full)


@attrs.define
class Blocks:
    """The blocks of one side.

    Everybody sees each block and its id, which stays with it; its owner alone knows what it is,
    until it is shown. What was seen is remembered, and bots redraw the rest.
    Blocks are dealt like cards of their kinds, from a pile of the deck `owner`. They are at full
    strength then, and lose steps in the open (`lose`). Steps come back in secret (`recover`):
    others know how many of those that a side has lost are back, but not at which blocks.

    `full`: the steps of each kind at full strength.
    `kinds`: the kind of each block. `steps`: for each block those that it has lost and that may be
    back.

    >>> blocks = Blocks("red", {"lancers": 3, "pikes": 4})
    >>> blocks.receive(Known("pikes"))
    >>> blocks.receive(Known("lancers"))
    >>> blocks.ids, blocks.seen_by(Viewer("blue"))["red:block:1"].kind
    (['red:block:1', 'red:block:2'], None)
    >>> blocks.lose("red:block:1", 2), blocks.lose("red:block:2", 1)
    (2, 2)
    >>> blocks.recover("red:block:1")
    >>> seen = {seat: blocks.seen_by(Viewer(seat)).values() for seat in ("red", "blue")}
    >>> [[block.strength for block in blocks] for blocks in seen.values()]
    [['3', '2'], ['2-3', '2-3']]
    """

    owner: str
    full: dict[str, int] = attrs.field(converter=_copied)
    kinds: CardRow = attrs.field(
        default=attrs.Factory(
            lambda self: CardRow(f"{self.owner}:block", deck=self.owner), takes_self=True
        )
    )
    steps: list[CardRow] = attrs.field(factory=list)

    def receive(self, one: Known) -> None:
        """Add a block of this kind, at full strength; it counts as a card of the owner's hand.

        Raises:
            PileError: it is not a kind of block.
        """
        if one.card not in self.full:
            raise PileError(
                f"{one.card!r} is not a kind of block of {self.owner}; deal one of: "
                + ", ".join(self.full)
            )
        self.kinds.receive(one.shown([self.owner]))
        self.steps.append(CardRow(f"{self.kinds.places[-1]}:step", deck=f"{self.owner}:steps"))

    @property
    def ids(self) -> list[str]:
        """The ids of the blocks that have steps left, in the order in which they were dealt."""
        return [block for at, block in enumerate(self.kinds.places) if self._left(at)]

    def kind_of(self, block: str) -> str:
        """Return the kind of a block, for rules; what is shown comes from `seen_by`.

        Raises:
            PileError: there is no such block.
        """
        return self.kinds.cards[self._number(block)]

    def steps_of(self, block: str) -> int:
        """Return how many steps a block has left, for rules; 0 if it is out of the game.

        Raises:
            PileError: there is no such block.
        """
        return self._left(self._number(block))

    def seen_by(self, viewer: Viewer) -> dict[str, BlockSeen]:
        """Return what a viewer knows of each block that has steps left, by its id."""
        seen = [row.seen_by(viewer) for row in self.steps]
        unsure = sum(steps.count(None) for steps in seen)
        back = sum(
            card == _BACK and step is None
            for row, steps in zip(self.steps, seen, strict=True)
            for card, step in zip(row.cards, steps, strict=True)
        )
        found = {}
        kinds = zip(self.kinds.places, self.kinds.seen_by(viewer), seen, strict=True)
        for at, (block, kind, steps) in enumerate(kinds):
            # At least those that cannot be at other blocks, at most all that are back.
            own = steps.count(None)
            worst = self.full.get(kind or "", 0) - steps.count(_LOST) - own
            least, most = worst + max(0, back - (unsure - own)), worst + min(own, back)
            if self._left(at):
                found[block] = BlockSeen(kind, least, most)
        return found

    def show(self, *blocks: str, to: Iterable[str] | None) -> None:
        """Show blocks, kind and steps, to these seats, or with None to everybody.

        Raises:
            PileError: there is no such block.
        """
        seats = None if to is None else tuple(to)
        for block in blocks:
            self.kinds.show(block, to=seats)
            row = self._row(block)
            row.show(*row.places, to=seats)
            left = [one for one in row.laid()[0] if one.card == _LOST or one.seats is not None]
            row.rearrange([left])

    def lose(self, block: str, steps: int = 1) -> int:
        """Take steps off a block, at most those it has, in the open; return how many are left.

        Raises:
            PileError: there is no such block.
        """
        self.show(block, to=None)
        for _ in range(min(steps, self.steps_of(block))):
            self._row(block).put(_LOST, None)
        return self.steps_of(block)

    def recover(self, block: str, steps: int = 1) -> None:
        """Give lost steps back to a block without showing to which.

        Raises:
            PileError: there is no such block, it is out of the game, or has not lost as many.
        """
        lost = self._row(block).cards.count(_LOST)
        if not self.steps_of(block) or steps > lost:
            raise PileError(
                f"{block} cannot recover {steps}: it has lost {lost} steps, and "
                f"{self.steps_of(block)} are left; choose a block of `worn`"
            )
        for one in self.ids:
            row, returning = self._row(one), steps if one == block else 0
            laid = []
            for step in row.laid()[0]:
                # Each step that was known to be lost may be back now.
                if step.card == _LOST:
                    step = Known(_BACK if returning > 0 else _LOST, (self.owner,))
                    returning -= 1
                laid.append(step)
            row.rearrange([laid])

    @property
    def worn(self) -> list[str]:
        """The ids of the blocks that can recover steps, for their owner."""
        return [block for block in self.ids if _LOST in self._row(block).cards]

    def _row(self, block: str) -> CardRow:
        return self.steps[self._number(block)]

    def _left(self, number: int) -> int:
        return self.full[self.kinds.cards[number]] - self.steps[number].cards.count(_LOST)

    def _number(self, block: str) -> int:
        blocks = self.kinds.places
        if block not in blocks:
            raise PileError(f"{self.owner} has no block {block!r}; it has: {', '.join(blocks)}")
        return blocks.index(block)
