"""Roll by the million: draw from exact odds, with numpy where it is installed.

>>> from random import Random
>>> roller = Roller(Random(7).randbytes)
>>> totals = roller.roll("2d6", 1_000)
>>> len(totals), set(totals) <= set(range(2, 13))
(1000, True)

What can be summed is not rolled die by die: a roll draws one outcome of the exact odds.
Two random bytes choose one of 65,536 slots. Nearly all lie within one outcome and are read off a
table; the few that a boundary between two outcomes cuts are settled by six bytes more.
So each chance is met to within 1 in 2^64, and what the odds leave unlisted is never drawn.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import Any

import attrs

from ..errors import DiceError
from .odds import Odds, dice_odds
from .pools import Dice

SLOTS = 1 << 16
AT_ONCE = 1 << 18
"""Rolls made together: what is drawn and looked up stays in the cache of the processor."""

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]


@attrs.frozen(eq=False)
class Drawn:
    """Many outcomes drawn from one distribution: `results[code]` for each of `codes`.

    `codes` is a numpy array where numpy is installed, otherwise a list.
    """

    results: tuple[Any, ...]
    codes: Any

    def __len__(self) -> int:
        return len(self.codes)

    def __iter__(self) -> Iterator[Any]:
        return (self.results[code] for code in self.codes)

    def counts(self) -> dict[Any, int]:
        """Return how often each result came up, those that never did included.

        >>> from random import Random
        >>> sum(Roller(Random(7).randbytes).draw(Odds.of("HT"), 1_000).counts().values())
        1000
        """
        if numpy is not None:
            found = numpy.bincount(self.codes, minlength=len(self.results)).tolist()
        else:
            found = [0] * len(self.results)
            for code in self.codes:
                found[code] += 1
        return dict(zip(self.results, found, strict=True))


class Roller:
    """Rolls many dice, or draws from many odds, from one source of random bytes.

    The source is called with how many bytes are wanted: `chance.byte_stream(name)`, the fastest,
    `Random(7).randbytes` or `numpy.random.default_rng(7).bytes`.
    The same bytes give the same rolls, in the order in which they are asked for.
    """

    def __init__(self, source: Callable[[int], Any]) -> None:
        self._bytes = source
        self._prepared: dict[int, tuple[Odds, _Slots]] = {}

    def roll(self, dice: Dice | str, count: int) -> Any:
        """Return a number of totals, an array of int64 (a list where there is no numpy).

        Digit dice give their labels.

        Raises:
            DiceError: dice that cannot be read, or whose exact odds would take too long.
        """
        slots = self._slots(dice_odds(dice))
        if numpy is None:
            return [slots.results[code] for code in self._codes(slots, count)]
        return self._codes(slots, count, numpy.array(slots.results, dtype=numpy.int64))

    def draw(self, odds: Odds, count: int) -> Drawn:
        """Draw a number of outcomes of any odds.

        >>> from random import Random
        >>> Roller(Random(7).randbytes).draw(dice_odds("1d6").map(lambda face: face > 4), 3).results
        (False, True)
        """
        slots = self._slots(odds)
        return Drawn(slots.results, self._codes(slots, count))

    def _slots(self, odds: Odds) -> "_Slots":
        kept = self._prepared.get(id(odds))
        if kept is None:
            kept = self._prepared[id(odds)] = odds, _Slots(odds)
            if len(self._prepared) > 256:
                self._prepared.pop(next(iter(self._prepared)))
        return kept[1]

    def _codes(self, slots: "_Slots", count: int, values: Any = None) -> Any:
        """Draw a number of codes, or the values that stand for them."""
        if type(count) is not int or count < 0:
            raise DiceError(f"cannot roll {count!r} times; give a whole number from 0")
        if numpy is None:
            return slots.choose(self._bytes, count)
        found = numpy.empty(count, dtype=slots.codes.dtype if values is None else values.dtype)
        room = numpy.empty(min(count, AT_ONCE), dtype=slots.codes.dtype)
        for start in range(0, count, AT_ONCE):
            part = found[start : start + AT_ONCE]
            codes = part if values is None else room[: len(part)]
            slots.choose_into(codes, self._bytes)
            if values is not None:
                values.take(codes, out=part, mode="clip")
        return found


class _Slots:
    """A distribution laid out in slots of equal chance."""

    def __init__(self, odds: Odds) -> None:
        self.results = tuple(odds.weights)
        whole = sum(odds.weights.values())
        ends = list(accumulate(odds.weights.values()))[:-1]
        self.split = len(self.results)
        self.ends = [end * 2**64 // whole for end in ends]
        codes = []
        at = 0
        for code, end in enumerate(ends):
            slot, cut = divmod(end * SLOTS, whole)
            codes += [code] * (slot - at)
            at = max(at, slot)
            if cut and at == slot:
                codes.append(self.split)
                at += 1
        codes += [self.split - 1] * (SLOTS - at)
        self.codes: Any = codes
        if numpy is not None:
            small = self.split < 256
            kind = numpy.uint8 if small else numpy.uint16 if self.split < SLOTS else numpy.uint32
            self.codes = numpy.array(codes, dtype=kind)
            self.array = numpy.array(self.ends, dtype=numpy.uint64)

    def choose(self, random: Any, count: int) -> list[int]:
        """Return a number of codes, without numpy."""
        slots = memoryview(bytes(random(2 * count))).cast("H")
        found = [self.codes[slot] for slot in slots]
        for at, code in enumerate(found):
            if code == self.split:
                number = slots[at] << 48 | int.from_bytes(random(6), "little")
                found[at] = bisect_right(self.ends, number)
        return found

    def choose_into(self, codes: Any, random: Any) -> None:
        """Fill an array with codes."""
        slots = numpy.frombuffer(random(2 * len(codes)), dtype="<u2")
        self.codes.take(slots, out=codes, mode="clip")
        cut = numpy.flatnonzero(codes == self.split)
        if len(cut):
            numbers = numpy.frombuffer(random(8 * len(cut)), dtype="<u8") >> numpy.uint64(16)
            numbers |= slots[cut].astype(numpy.uint64) << numpy.uint64(48)
            codes[cut] = numpy.searchsorted(self.array, numbers, side="right")
