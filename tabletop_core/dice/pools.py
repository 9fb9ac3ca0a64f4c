"""Read dice notation and turn faces into totals.

Nothing here touches a random generator: a roll asks a *face source*, any callable `die(sides)`
that answers one physical die at a time, in order.
So the same expression serves seeded play, scripted tests and dice rolled by hand.

>>> from tabletop_core.dice import parse_dice
>>> dice = parse_dice("4d6kh3")
>>> dice.low, dice.high
(3, 18)
>>> print(dice.from_faces([2, 5, 3, 6]))
4d6kh3 ([2], 5, 3, 6) = 14

Notation (upper or lower case, spaces ignored but within a number):

- `2d6`, `d20`, `d%`: add the faces; `2d6+1d4-1`: a sum of terms
- `4d6kh3` `kl` `dh` `dl`: keep or drop some of the highest or lowest
- `2d6r1`, `2d6r<=2`: roll such faces again until they are gone; `ro1`: only once
- `1d6!3`: the top face adds another die, at most 3 times for each die; `1d6!`: without end;
  `1d6!(>=5)`: each 5 and 6 adds another die
- `d20adv`, `d20dis`: roll the die twice, the higher or the lower counts
- `4dF`: fudge dice, whose faces 1, 2, 3 count -1, 0 and 1
- `6d6>=5` (`<=`, `>`, `<`, `=`): count the dice that meet it instead of adding them
- `1d6*10`, `2d6//2` (rounded down), `2d6/^2` (rounded up): scale one term
- `d66`, `d666`: digit dice, read as tens and units; the outcome is a label, not a sum.
  These are `d33`, `d44`, `d66` and `d88` with two to four digits, and never have a number in front
- `1d(66)`: a die of 66 sides; `1d66` is refused, because it is written for either
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import eq, ge, gt, le, lt
from typing import NamedTuple

import attrs

from ..errors import DiceError
from ..values import Value

Die = Callable[[int], int]
"""A face source: called with the number of sides, answers the face that came up."""

ENDLESS = 1_000_000_000
"""Stands for the highest total of dice that have none."""

NO_END = 1_000
"""The depth of dice that explode without end; nobody ever rolls as many top faces in a row."""

_COMPARE: dict[str, Callable[[int, int], bool]] = {">=": ge, "<=": le, ">": gt, "<": lt, "=": eq}


class Compare(NamedTuple):
    """A comparison with a number, such as `>=5`, asked of one face."""

    op: str
    number: int

    def __call__(self, face: int) -> bool:
        return _COMPARE[self.op](face, self.number)


@attrs.frozen(kw_only=True, eq=False, repr=False)
class Pool(Value):
    """One term of an expression: equal dice and what is done with them."""

    count: int
    sides: int
    sign: int = 1
    keep: int = 0
    """How many dice count: the highest `keep`, the lowest `-keep`, or all when 0."""
    again: Compare | None = None
    again_once: bool = False
    depth: int = 0
    explodes_on: Compare | None = None
    """The faces that add another die where `depth` lets them; the top face alone when None."""
    counted: Compare | None = None
    scale: str = ""
    by: int = 1
    offset: int = 0
    """What is added to each face: -2 for fudge dice."""

    @property
    def is_plain(self) -> bool:
        """Return whether the term merely adds its faces."""
        return not (
            self.sign < 0
            or self.keep
            or self.again
            or self.depth
            or self.counted
            or self.scale
            or self.offset
        )

    @property
    def is_sum(self) -> bool:
        """Return whether what each die shows in the end is added, of all dice alike."""
        return not (self.scale or abs(self.keep) not in (0, self.count) or self.has_no_end)

    @property
    def is_open(self) -> bool:
        """Return whether the dice explode without end."""
        return self.depth == NO_END

    @property
    def top(self) -> int:
        """What the highest face counts."""
        return self.sides + self.offset

    def adds_die(self, face: int) -> bool:
        """Return whether a face adds another die, as far as `depth` goes."""
        return face == self.top if self.explodes_on is None else self.explodes_on(face)

    def scaled(self, value: int) -> int:
        """Apply the term's factor or division, with its stated rounding, and its sign."""
        if self.scale == "*":
            value *= self.by
        elif self.scale == "//":
            value //= self.by
        elif self.scale == "/^":
            value = -(-value // self.by)
        return self.sign * value

    def faces(self) -> Sequence[int]:
        """List the faces that can stay on the table."""
        every = range(1 + self.offset, self.top + 1)
        if self.again is None or self.again_once:
            return every
        meets, number = _COMPARE[self.again.op], self.again.number
        return [face for face in every if not meets(face, number)]

    def span(self) -> tuple[int, int]:
        """Return the least and greatest value of the term, sign included."""
        if self.again is None and self.counted is None and not self.depth:
            low, high = 1 + self.offset, self.top
        else:
            low, high = self._die_span()
        kept = abs(self.keep) or self.count
        low, high = low * kept, high * kept
        if self.scale or self.sign < 0:
            low, high = self.scaled(low), self.scaled(high)
        if self.depth and self.has_no_end:
            high = self.sign * ENDLESS
        return (low, high) if low <= high else (high, low)

    def _die_span(self) -> tuple[int, int]:
        """Return the least and greatest value of one die."""
        faces = self.faces()
        if self.counted is not None:
            return self._counts(faces)
        if not self.depth:
            return faces[0], faces[-1]
        more = [face for face in faces if self.adds_die(face)]
        ends = [face for face in faces if not self.adds_die(face)]
        longest = [self.depth * face + last for face in more for last in (faces[0], faces[-1])]
        return min(ends + longest), max(ends + longest)

    @property
    def has_no_end(self) -> bool:
        """Return whether the term has no greatest value, because its dice explode without end."""
        if not self.is_open:
            return False
        faces = filter(self.adds_die, self.faces())
        return any(face if self.counted is None else self.counted(face) for face in faces)

    def _counts(self, faces: Sequence[int]) -> tuple[int, int]:
        """Return the fewest and most successes of one die, its extra dice included."""
        assert self.counted is not None
        low, high = 1 + self.depth, 0
        for face in faces:
            least = most = int(self.counted(face))
            if self.is_open and self.adds_die(face):
                continue  # some other face ends the chain
            if self.depth and self.adds_die(face):
                rest = attrs.evolve(self, depth=self.depth - 1)._counts(faces)
                least, most = least + rest[0], most + rest[1]
            low, high = min(low, least), max(high, most)
        return low, high


class Shown(NamedTuple):
    """One die of a roll: every face it showed and whether it counts."""

    faces: tuple[int, ...]
    value: int
    kept: bool = True
    rerolled: tuple[int, ...] = ()

    def __str__(self) -> str:
        text = "+".join(map(str, self.faces))
        if self.rerolled:
            text = ">".join((*map(str, self.rerolled), text))
        return text if self.kept else f"[{text}]"


class Roll:
    """What the dice showed and what they amount to.

    `faces` holds every physical die in the order it was rolled; `dice_shown` groups them.
    """

    __slots__ = ("_shown", "dice", "faces", "total")

    def __init__(
        self,
        dice: "Dice",
        faces: tuple[int, ...],
        total: int,
        shown: tuple[Shown, ...] | None = None,
    ) -> None:
        self.dice = dice
        self.faces = faces
        self.total = total
        self._shown = shown

    @property
    def natural(self) -> int:
        """The dice alone, without the constant of the expression."""
        return self.total - self.dice.constant

    @property
    def dice_shown(self) -> tuple[Shown, ...]:
        """Each die with its faces and whether it counts."""
        if self._shown is None:
            return tuple(Shown((face,), face) for face in self.faces)
        return self._shown

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Roll):
            return NotImplemented
        return self.dice == other.dice and self.faces == other.faces

    def __hash__(self) -> int:
        return hash((self.dice, self.faces))

    def __str__(self) -> str:
        return f"{self.dice} ({', '.join(map(str, self.dice_shown))}) = {self.total}"

    def __repr__(self) -> str:
        return f"<Roll {self}>"


@attrs.frozen(kw_only=True, eq=False, repr=False)
class Dice(Value):
    """A parsed dice expression; get one from `parse_dice`.

    `plain` says that the total is the faces plus `constant`.
    `fixed` says that `sides` is all there is to roll: no die is rolled again and none explodes.
    `digits` is the number of digits of digit dice, 0 for dice that are added.
    """

    text: str
    pools: tuple[Pool, ...] = attrs.field(repr=False)
    constant: int = attrs.field(default=0, repr=False)
    digits: int = attrs.field(default=0, repr=False)
    plain: bool = attrs.field(default=False, repr=False, eq=False)
    fixed: bool = attrs.field(default=False, repr=False, eq=False)
    sides: tuple[int, ...] = attrs.field(default=(), repr=False, eq=False)
    low: int = attrs.field(default=0, repr=False, eq=False)
    high: int = attrs.field(default=0, repr=False, eq=False)

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text

    def roll(self, die: Die) -> Roll:
        """Roll once, asking `die` for each physical die in order.

        >>> faces = iter([3, 5])
        >>> print(parse_dice("2d6+1").roll(lambda sides: next(faces)))
        2d6+1 (3, 5) = 9
        """
        if self.plain:
            return self.showing(tuple([die(sides) for sides in self.sides]))
        if self.digits:
            return self._roll_digits(die)
        seen: list[int] = []
        shown: list[Shown] = []
        total = self.constant
        for pool in self.pools:
            value, dice = _roll_pool(pool, die, seen)
            total += value
            shown += dice
        return Roll(self, tuple(seen), total, tuple(shown))

    def showing(self, faces: tuple[int, ...]) -> Roll:
        """Return the roll of dice that are `fixed` and show these faces, each one of its die.

        >>> print(parse_dice("2d6+1").showing((3, 5)))
        2d6+1 (3, 5) = 9
        """
        if self.plain:
            return Roll(self, faces, sum(faces) + self.constant)
        left = iter(faces)
        return self.roll(lambda sides: next(left))

    def _roll_digits(self, die: Die) -> Roll:
        faces = tuple([die(sides) for sides in self.sides])
        total = 0
        for face in faces:
            total = 10 * total + face
        return Roll(self, faces, total)

    def from_faces(self, faces: Iterable[int]) -> Roll:
        """Read dice that were rolled by hand, or raise `DiceError` when they do not fit."""
        given = tuple(faces)
        left = iter(given)
        roll = self.roll(lambda sides: self._checked(next(left, None), sides, given))
        extra = len(given) - len(roll.faces)
        if extra:
            raise DiceError(
                f"{self} needs {len(roll.faces)} dice, got {len(given)}: {list(given)!r}; "
                f"give one face for each die rolled"
            )
        return roll

    def check_faces(self, faces: Iterable[int]) -> None:
        """Raise `DiceError` unless the faces are a complete roll of these dice.

        >>> parse_dice("2d6").check_faces([3, 7])
        Traceback (most recent call last):
        ...
        tabletop_core.errors.DiceError: no d6 shows 7 (2d6 rolled as [3, 7]); give 1 to 6
        """
        self.from_faces(faces)

    def total(self, faces: Iterable[int]) -> int:
        """Return what the given faces amount to."""
        return self.from_faces(faces).total

    def _checked(self, face: int | None, sides: int, given: tuple[int, ...]) -> int:
        if face is None:
            raise DiceError(
                f"{self} needs more dice than the {len(given)} given: {list(given)!r}; "
                f"give one face for each die rolled"
            )
        if type(face) is not int or not 1 <= face <= sides:
            raise DiceError(
                f"no d{sides} shows {face!r} ({self} rolled as {list(given)!r}); give 1 to {sides}"
            )
        return face

    def labels(self) -> Iterator[int]:
        """Walk the outcomes of digit dice in order: 11 to 16, 21 to 26 and so on."""
        values = [0]
        for sides in self.sides:
            values = [10 * value + face for value in values for face in range(1, sides + 1)]
        return iter(values)


def _roll_pool(pool: Pool, die: Die, seen: list[int]) -> tuple[int, list[Shown]]:
    """Roll one term; append every physical face to `seen`."""
    top, offset, explodes_on = pool.top, pool.offset, pool.explodes_on
    rolled: list[tuple[tuple[int, ...], tuple[int, ...], int]] = []
    for _ in range(pool.count):
        chain: list[int] = []
        again: list[int] = []
        while True:
            face = die(pool.sides)
            seen.append(face)
            face += offset
            while pool.again is not None and pool.again(face):
                again.append(face)
                face = die(pool.sides)
                seen.append(face)
                face += offset
                if pool.again_once:
                    break
            chain.append(face)
            goes_on = face == top if explodes_on is None else explodes_on(face)
            if not goes_on or len(chain) > pool.depth:
                break
        value = sum(chain) if pool.counted is None else sum(pool.counted(face) for face in chain)
        rolled.append((tuple(chain), tuple(again), value))
    order = sorted(range(pool.count), key=lambda i: rolled[i][2])
    kept = set(order[-pool.keep :] if pool.keep >= 0 else order[: -pool.keep])
    shown = [
        Shown(chain, value, i in kept, again) for i, (chain, again, value) in enumerate(rolled)
    ]
    return pool.scaled(sum(die.value for die in shown if die.kept)), shown
