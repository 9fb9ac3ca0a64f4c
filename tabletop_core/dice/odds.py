"""Compute exact odds: whole-number weights over one denominator, never a float in between.

>>> odds = dice_odds("2d6")
>>> odds.p(7), odds.at_least(10), odds.mean
(Fraction(1, 6), Fraction(1, 6), Fraction(7, 1))
>>> odds.map(lambda total: "hit" if total >= 8 else "miss").weights
{'miss': 21, 'hit': 15}

Sums are powers of generating functions.
Equal fair dice follow a short recurrence; anything else is packed into one large integer, whose
digits in a big enough base are the weights, so that one multiplication multiplies polynomials.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, gcd, lcm
from typing import Any

import attrs

from ..errors import DiceError
from .pools import Dice, Pool, parse_dice

MOST_WORK = 20_000_000
"""Sums whose outcomes times dice exceed this are refused: they would take minutes."""

MOST_BITS = 14_000
"""Denominators longer than this could not even be printed."""

Weights = dict[Any, int]


@attrs.frozen(eq=False)
class Odds:
    """The exact chance of each outcome: `weights[outcome] / denominator`.

    Outcomes may be numbers, labels or any other hashable value.
    Values never change; every operation returns new odds.
    """

    weights: Weights
    denominator: int

    @classmethod
    def of(cls, weights: Mapping[Any, int] | Iterable[Hashable]) -> "Odds":
        """Build odds from weights, or from equally likely outcomes.

        >>> Odds.of(["hit", "miss", "miss"]).p("miss")
        Fraction(2, 3)
        """
        if isinstance(weights, Mapping):
            kept = {outcome: weight for outcome, weight in weights.items() if weight}
        else:
            kept = {}
            for outcome in weights:
                kept[outcome] = kept.get(outcome, 0) + 1
        if not kept or any(type(weight) is not int or weight < 0 for weight in kept.values()):
            raise DiceError(f"odds need whole positive weights, got {weights!r}; give at least one")
        return cls(kept, sum(kept.values()))

    def __iter__(self) -> Iterator[Any]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Odds):
            return NotImplemented
        mine, theirs = self.reduced(), other.reduced()
        return mine.denominator == theirs.denominator and mine.weights == theirs.weights

    def __hash__(self) -> int:
        reduced = self.reduced()
        return hash((reduced.denominator, frozenset(reduced.weights.items())))

    def reduced(self) -> "Odds":
        """Divide all weights by what they have in common."""
        common = gcd(self.denominator, *self.weights.values())
        if common == 1:
            return self
        weights = {outcome: weight // common for outcome, weight in self.weights.items()}
        return Odds(weights, self.denominator // common)

    def p(self, outcome: Hashable) -> Fraction:
        """Return the chance of one outcome."""
        return Fraction(self.weights.get(outcome, 0), self.denominator)

    def items(self) -> Iterator[tuple[Any, Fraction]]:
        """Walk the outcomes with their chances."""
        for outcome, weight in self.weights.items():
            yield outcome, Fraction(weight, self.denominator)

    def chance(self, holds: Callable[[Any], bool]) -> Fraction:
        """Return the chance that an outcome meets a condition."""
        return Fraction(sum(w for o, w in self.weights.items() if holds(o)), self.denominator)

    def at_least(self, number: int) -> Fraction:
        """Return the chance of `number` or more."""
        return self.chance(lambda outcome: bool(outcome >= number))

    def at_most(self, number: int) -> Fraction:
        """Return the chance of `number` or less."""
        return self.chance(lambda outcome: bool(outcome <= number))

    @property
    def mean(self) -> Fraction:
        """The average outcome."""
        return Fraction(sum(o * w for o, w in self.weights.items()), self.denominator)

    @property
    def variance(self) -> Fraction:
        """The mean squared distance from the mean."""
        squares = Fraction(sum(o * o * w for o, w in self.weights.items()), self.denominator)
        return squares - self.mean**2

    def quantile(self, share: Fraction | float) -> Any:
        """Return the least outcome that is not exceeded with at least this chance.

        >>> dice_odds("2d6").quantile(0.5)
        7
        """
        wanted = Fraction(share)
        if not 0 <= wanted <= 1:
            raise DiceError(
                f"a quantile is a share from 0 to 1, got {share!r}; use 0.5 for the half"
            )
        so_far = 0
        ordered = sorted(self.weights)
        for outcome in ordered:
            so_far += self.weights[outcome]
            if Fraction(so_far, self.denominator) >= wanted:
                return outcome
        return ordered[-1]

    def map(self, change: Callable[[Any], Hashable]) -> "Odds":
        """Replace each outcome, adding up those that become equal."""
        weights: Weights = {}
        for outcome, weight in self.weights.items():
            new = change(outcome)
            weights[new] = weights.get(new, 0) + weight
        return Odds(weights, self.denominator)

    def where(self, holds: Callable[[Any], bool]) -> "Odds":
        """Return the odds given that a condition is met.

        >>> dice_odds("1d6").where(lambda face: face > 4).weights
        {5: 1, 6: 1}
        """
        kept = {outcome: weight for outcome, weight in self.weights.items() if holds(outcome)}
        if not kept:
            raise DiceError("no outcome meets the condition; odds given the impossible are void")
        return Odds(kept, sum(kept.values()))

    def then(self, follow: "Callable[[Any], Odds]") -> "Odds":
        """Return the odds of what follows from each outcome.

        >>> dice_odds("1d6").then(lambda n: dice_odds(f"{n}d6")).mean
        Fraction(49, 4)
        """
        return mix((weight, follow(outcome)) for outcome, weight in self.weights.items())

    def __add__(self, other: "Odds | int") -> "Odds":
        if isinstance(other, int):
            return Odds({o + other: w for o, w in self.weights.items()}, self.denominator)
        weights = _convolved(self.weights, other.weights)
        return Odds(weights, self.denominator * other.denominator)

    def __neg__(self) -> "Odds":
        return Odds({-o: w for o, w in reversed(self.weights.items())}, self.denominator)

    def __sub__(self, other: "Odds | int") -> "Odds":
        return self + -other

    def times(self, count: "int | Odds") -> "Odds":
        """Add up so many independent copies; the count may itself be uncertain.

        >>> dice_odds("1d6").times(2) == dice_odds("2d6")
        True
        >>> dice_odds("1d6").times(dice_odds("15d6>=5")).mean
        Fraction(35, 2)
        """
        if isinstance(count, Odds):
            return _compounded(self, count)
        if count < 0:
            raise DiceError(f"cannot add up {count!r} copies; give 0 or more")
        return Odds(_power(self.weights, count), self.denominator**count)

    def keep(self, count: int, of: int) -> "Odds":
        """Return the sum of the highest `count` of so many copies (lowest when negative)."""
        if not 1 <= abs(count) <= of:
            raise DiceError(f"cannot keep {count!r} of {of!r} dice; keep from 1 to all of them")
        return Odds(_kept(self.weights, count, of), self.denominator**of)


def mix(parts: Iterable[tuple[int, Odds]]) -> Odds:
    """Blend odds by whole-number weights: one of the parts happens, as likely as its weight."""
    listed = [(weight, odds) for weight, odds in parts if weight]
    common = lcm(*(odds.denominator for _, odds in listed))
    weights: Weights = {}
    for weight, odds in listed:
        factor = weight * (common // odds.denominator)
        for outcome, inner in odds.weights.items():
            weights[outcome] = weights.get(outcome, 0) + factor * inner
    return Odds(weights, common * sum(weight for weight, _ in listed))


@lru_cache(maxsize=1024)
def _cached(dice: Dice) -> Odds:
    return _of_dice(dice)


def dice_odds(dice: Dice | str) -> Odds:
    """Return the exact odds of a dice expression.

    >>> dice_odds("4d6kh3").p(18)
    Fraction(7, 432)
    """
    return _cached(parse_dice(dice) if isinstance(dice, str) else dice)


def _of_dice(dice: Dice) -> Odds:
    if dice.digits:
        return Odds(dict.fromkeys(dice.labels(), 1), len(list(dice.labels())))
    _refuse_excess(dice)
    odds: Odds | None = None
    for pool in dice.pools:
        term = _of_pool(pool)
        odds = term if odds is None else odds + term
    if odds is None:
        return Odds({dice.constant: 1}, 1)
    return odds + dice.constant if dice.constant else odds


def _refuse_excess(dice: Dice) -> None:
    """Refuse sums that no one would wait for, instead of hanging."""
    count = sum(pool.count for pool in dice.pools)
    digits = sum(
        pool.count * (pool.depth + 1) * pool.sides.bit_length() * (1 + pool.again_once)
        for pool in dice.pools
    )
    if digits > MOST_BITS:
        raise DiceError(f"exact odds of {dice} need numbers too long to write; use fewer dice")
    work = (dice.high - dice.low + 1) * max(count, 1)
    for pool in dice.pools:
        if abs(pool.keep) not in (0, pool.count):
            work = max(work, pool.sides * pool.count**2 * (dice.high - dice.low + 1) // 4)
    if work > MOST_WORK:
        raise DiceError(f"exact odds of {dice} would take too long; use fewer or smaller dice")


def _of_pool(pool: Pool) -> Odds:
    if pool.is_plain:
        return Odds(_fair_sum(pool.count, pool.sides), pool.sides**pool.count)
    die = _of_die(pool)
    if abs(pool.keep) in (0, pool.count):
        odds = die.times(pool.count)
    else:
        odds = die.keep(pool.keep, pool.count)
    if pool.scale or pool.sign < 0:
        odds = odds.map(pool.scaled)
        odds = Odds(dict(sorted(odds.weights.items())), odds.denominator)
    return odds


def _of_die(pool: Pool) -> Odds:
    """Return the odds of one die of a term: rerolled, exploded, counted."""
    faces: Weights = dict.fromkeys(range(1, pool.sides + 1), 1)
    again = pool.again
    if again is not None:
        rerolled = sum(again(face) for face in faces)
        if pool.again_once:
            faces = {f: rerolled + (0 if again(f) else pool.sides) for f in faces}
        else:
            faces = {f: 1 for f in faces if not again(f)}
        faces = {face: weight for face, weight in faces.items() if weight}
    total = sum(faces.values())
    value = {face: face if pool.counted is None else int(pool.counted(face)) for face in faces}
    weights, denominator = _added((value[f], w) for f, w in faces.items()), total
    for _ in range(pool.depth):
        deeper = [(value[f], w * denominator) for f, w in faces.items() if f != pool.sides]
        if top := faces.get(pool.sides):
            deeper += [(value[pool.sides] + v, top * w) for v, w in weights.items()]
        weights, denominator = _added(deeper), denominator * total
    return Odds(weights, denominator)


def _added(pairs: Iterable[tuple[int, int]]) -> Weights:
    weights: Weights = {}
    for value, weight in pairs:
        weights[value] = weights.get(value, 0) + weight
    return weights


def _fair_sum(count: int, sides: int) -> Weights:
    """Count the ways to each sum of equal fair dice, by a recurrence of constant length.

    With q the n-th power of 1 + x + ... + x^(s-1), comparing coefficients in
    (1-x)(1-x^s) q' = n (1 - s x^(s-1) + (s-1) x^s) q gives each from three earlier ones.
    """
    top = count * (sides - 1)
    ways = [1]
    for k in range(top // 2):
        value = (k + count) * ways[k]
        if k >= sides - 1:
            value += (k - sides + 1 - count * sides) * ways[k - sides + 1]
        if k >= sides:
            value += (count * (sides - 1) - k + sides) * ways[k - sides]
        ways.append(value // (k + 1))
    ways += ways[top - len(ways) :: -1] if top >= len(ways) else []
    return dict(enumerate(ways, count))


def _pack(weights: Weights, low: int, width: int) -> int:
    """Write weights as the digits of one number, `width` bytes each, lowest outcome first."""
    room = bytearray(width * (max(weights) - low + 1))
    for outcome, weight in weights.items():
        at = (outcome - low) * width
        room[at : at + width] = weight.to_bytes(width, "little")
    return int.from_bytes(room, "little")


def _unpack(packed: int, low: int, width: int) -> Weights:
    room = packed.to_bytes((packed.bit_length() + 7) // 8, "little")
    read = int.from_bytes
    weights: Weights = {}
    for outcome, at in enumerate(range(0, len(room), width), low):
        weight = read(room[at : at + width], "little")
        if weight:
            weights[outcome] = weight
    return weights


def _width(most: int) -> int:
    """Return how many bytes hold any number up to `most`."""
    return most.bit_length() // 8 + 1


def _convolved(first: Weights, second: Weights) -> Weights:
    if len(first) * len(second) <= 400:
        weights: Weights = {}
        for a, w in first.items():
            for b, v in second.items():
                weights[a + b] = weights.get(a + b, 0) + w * v
        return dict(sorted(weights.items()))
    width = _width(sum(first.values()) * sum(second.values()))
    a, b = min(first), min(second)
    return _unpack(_pack(first, a, width) * _pack(second, b, width), a + b, width)


def _power(weights: Weights, count: int) -> Weights:
    width = _width(sum(weights.values()) ** count)
    low = min(weights)
    return _unpack(_pack(weights, low, width) ** count, low * count, width)


def _compounded(each: Odds, count: Odds) -> Odds:
    """Add up an uncertain number of copies: one polynomial in another, by Horner's rule."""
    most = max(count.weights)
    if min(count.weights) < 0:
        raise DiceError(
            f"cannot add up {min(count.weights)} copies; the count must not be negative"
        )
    denominator = count.denominator * each.denominator**most
    width = _width(denominator)
    low = min(0, min(each.weights))
    spread = {**dict.fromkeys([low], 0), **each.weights}
    packed, constant = _pack(spread, low, width), 1
    result = 0
    step = -low * 8 * width
    for k in range(most, -1, -1):
        at = step * (most - k)
        result = result * packed + (count.weights.get(k, 0) * constant << at)
        constant *= each.denominator
    return Odds(_unpack(result, low * most, width), denominator)


def _kept(weights: Weights, count: int, of: int) -> Weights:
    """Sum the best dice by walking the outcomes from the best and placing some dice on each.

    Each state is how many dice are still unplaced; the first `count` placed are kept.
    """
    wanted = abs(count)
    states: dict[int, Weights] = {of: {0: 1}}
    for outcome in sorted(weights, reverse=count > 0):
        weight = weights[outcome]
        after: dict[int, Weights] = {}
        for left, sums in states.items():
            room = max(0, wanted - (of - left))
            for placed in range(left + 1):
                ways = comb(left, placed) * weight**placed
                gain = outcome * min(placed, room)
                into = after.setdefault(left - placed, {})
                for total, so_far in sums.items():
                    into[total + gain] = into.get(total + gain, 0) + so_far * ways
        states = after
    return dict(sorted(states[0].items()))
