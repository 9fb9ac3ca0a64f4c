"""The dice and cards that the persons in a room roll and draw themselves."""

from collections.abc import Mapping

import attrs

from ..chance import ChanceWaits, Manual
from ..errors import IllegalAnswerError
from ..presentation.answers import read_faces


@attrs.frozen
class PendingRoll:
    """What somebody must roll or draw before the game goes on: `sides` of dice, or a `pool`."""

    why: str
    sides: tuple[int, ...] = ()
    pool: Mapping[str, int] = attrs.field(factory=dict)

    @property
    def words(self) -> str:
        """Say what to do: `Roll 2 dice (d6): damage`, `Roll 2 dice (d6, d10)`."""
        purpose = f": {self.why}" if self.why else ""
        if not self.sides:
            return f"Draw or roll{purpose}"  # a die of pictures is a pool, too
        count = len(self.sides)
        are_alike = len(set(self.sides)) == 1
        dice = ", ".join(f"d{side}" for side in self.sides[: 1 if are_alike else count])
        return f"Roll {count} {'die' if count == 1 else 'dice'} ({dice}){purpose}"


class TypedDice(Manual):
    """A source of chance that asks for each roll and card on the page.

    The game waits until they are typed.
    """

    def __init__(self) -> None:
        self.pending: PendingRoll | None = None
        self._faces: tuple[int, ...] | None = None
        self._card: str | None = None
        super().__init__(self._roll, self._draw)

    def give(self, text: str) -> None:
        """Take what was typed for the pending roll. The game must then be tried again.

        Raises:
            IllegalAnswerError: nothing is to be rolled or drawn, or this is impossible.
        """
        pending = self.pending
        if pending is None:
            raise IllegalAnswerError("no dice or cards are asked for now")
        if pending.sides:
            self._faces = read_faces(text, pending.sides)
        elif pending.pool.get(text, 0) > 0:
            self._card = text
        else:
            raise IllegalAnswerError(
                f"{text!r} is not a card that can come up; choose one that is shown"
            )

    def _roll(self, sides: tuple[int, ...], why: str) -> tuple[int, ...]:
        faces, self._faces = self._faces, None
        if faces is None or self.pending is None or self.pending.sides != sides:
            self.pending = PendingRoll(why, sides=sides)
            raise ChanceWaits
        self.pending = None
        return faces

    def _draw(self, pool: Mapping[str, int], why: str) -> str:
        card, self._card = self._card, None
        if card is None or pool.get(card, 0) < 1:
            self.pending = PendingRoll(why, pool=dict(pool))
            raise ChanceWaits
        self.pending = None
        return card
