"""Ask what dice show, not what they add up to: doubles, two sixes.

>>> faces_odds("2d6").chance(read_showing("doubles"))
Fraction(1, 6)
>>> faces_odds("5d6").chance(read_showing("2x6"))
Fraction(763, 3888)

- `doubles`, `triples`, `quadruples`: two, three or four dice or more show the same face
- `2x6`: two dice or more show a six; `1x1` a one; `3x5-6` three dice or more a five or six
- `doubles,1x6`: either of them
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod

import attrs

from ..errors import DiceError
from ..values import Value
from .notation import parse_dice
from .odds import Odds
from .pools import Dice, Pool

MAX_DISTINCT_ROLLS = 200_000
"""Different rolls that are walked for odds of faces."""

_ALIKE = {"doubles": 2, "triples": 3, "quadruples": 4}
_NUMBER_OF = re.compile(r"(\d{1,4})x(\d{1,5})(?:-(\d{1,5}))?")


@attrs.frozen(eq=False, repr=False)
class Shows(Value):
    """At least `number` dice show a face from `low` to `high`; the same face, where `low` is 0."""

    number: int
    low: int = 0
    high: int = 0

    def __call__(self, faces: Sequence[int]) -> bool:
        if not self.low:
            return max(Counter(faces).values(), default=0) >= self.number
        return sum(self.low <= face <= self.high for face in faces) >= self.number

    def is_possible(self, sides: Sequence[int]) -> bool:
        """Return whether dice with these sides can show it."""
        return sum(side >= self.low for side in sides) >= self.number


@attrs.frozen(eq=False, repr=False)
class Showing(Value):
    """A condition on the faces of a roll: one of its tests is met."""

    tests: tuple[Shows, ...]

    def __call__(self, faces: Sequence[int]) -> bool:
        return any(test(faces) for test in self.tests)

    def is_possible(self, sides: Sequence[int]) -> bool:
        """Return whether dice with these sides can meet each of its tests."""
        return all(test.is_possible(sides) for test in self.tests)


def read_showing(text: str) -> Showing:
    """Read a condition on faces.

    Raises:
        DiceError: a text that is none.
    """
    tests = []
    for part in text.lower().split(","):
        word = part.strip()
        match = _NUMBER_OF.fullmatch(word)
        if word in _ALIKE:
            tests.append(Shows(_ALIKE[word]))
        elif match and int(match[1]) >= 1 and 1 <= int(match[2]) <= int(match[3] or match[2]):
            tests.append(Shows(int(match[1]), int(match[2]), int(match[3] or match[2])))
        else:
            raise DiceError(
                f"{text!r} does not say what dice show; write doubles, triples, quadruples, or "
                f"2x6 for two sixes"
            )
    return Showing(tuple(tests))


def faces_odds(dice: Dice | str) -> Odds[tuple[int, ...]]:
    """Return the exact odds of the faces, each roll as a tuple with the dice of a term in order.

    Digit dice keep the order in which they are read.

    Raises:
        DiceError: dice that are rolled again or explode, or more different rolls than are walked.
    """
    dice = parse_dice(dice) if isinstance(dice, str) else dice
    if not dice.fixed:
        raise DiceError(
            f"{dice} may roll more dice than it has, so its faces are not counted; "
            f"ask about dice that are rolled once"
        )
    pools = dice.pools
    if dice.digits:
        pools = tuple(Pool(count=1, sides=sides) for sides in dice.sides)
    rolls = prod(comb(pool.count + pool.sides - 1, pool.count) for pool in pools)
    if rolls > MAX_DISTINCT_ROLLS:
        raise DiceError(
            f"{dice} has {rolls:,} different rolls, more than the {MAX_DISTINCT_ROLLS:,} that are "
            f"walked; use fewer dice, or count faces, such as 50d6=6"
        )
    weights: dict[tuple[int, ...], int] = {(): 1}
    for pool in pools:
        found = list(_rolls(pool))
        weights = {
            (*before, *faces): so_far * ways
            for (before, so_far), (faces, ways) in product(weights.items(), found)
        }
    return Odds(weights, prod(dice.sides))


def _rolls(pool: Pool) -> Iterable[tuple[tuple[int, ...], int]]:
    """Walk the different rolls of equal dice with the number of ways of each."""
    orders = factorial(pool.count)
    for faces in combinations_with_replacement(range(1, pool.sides + 1), pool.count):
        alike = prod(map(factorial, Counter(faces).values()))
        yield faces, orders // alike
