"""Expressions of dice, generated, and worked out by us, icepool and dyce alike."""

from fractions import Fraction
from random import Random

from tabletop_core.dice import Odds


def generated(random: Random, depth: int = 3) -> tuple:
    """Return an expression: the name of what is done, and its parts."""
    if not depth or random.random() < 0.15:
        return ("die", random.choice((2, 3, 4, 6, 8, 10, 12, 20)))
    done = random.choice(("add", "subtract", "add", "max", "min", "copies", "keep", "divide"))
    one = generated(random, depth - 1)
    if done in ("add", "subtract", "max", "min"):
        return (done, one, generated(random, depth - 1))
    if done == "divide":
        return (done, one, random.randint(2, 4))
    if done == "copies":
        return (done, one, random.randint(2, 6))
    of = random.randint(2, 5)
    die = ("die", random.choice((4, 6, 8, 10)))
    return ("add", one, (done, die, random.choice((-1, 1)) * random.randint(1, of), of))


def generated_products(random: Random) -> tuple:
    """Return the product of two small expressions."""
    return ("multiply", generated(random, 1), generated(random, 1))


def ours(expression: tuple) -> Odds[int]:
    """Work an expression out with `Odds`."""
    done, *parts = expression
    if done == "die":
        return Odds.of(range(1, parts[0] + 1))
    one, *more = (ours(part) if isinstance(part, tuple) else part for part in parts)
    work = {
        "add": lambda: one + more[0], "subtract": lambda: one - more[0],
        "multiply": lambda: one * more[0], "divide": lambda: one // more[0],
        "max": lambda: one.max(more[0]), "min": lambda: one.min(more[0]),
        "copies": lambda: one.times(more[0]), "keep": lambda: one.keep(*more),
    }  # fmt: skip
    return work[done]()


def icepools(expression: tuple):
    """Work an expression out with icepool."""
    import icepool

    done, *parts = expression
    if done == "die":
        return icepool.d(parts[0])
    one, *more = (icepools(part) if isinstance(part, tuple) else part for part in parts)
    work = {
        "add": lambda: one + more[0], "subtract": lambda: one - more[0],
        "multiply": lambda: one * more[0], "divide": lambda: one // more[0],
        "max": lambda: icepool.highest(one, more[0]), "min": lambda: icepool.lowest(one, more[0]),
        "copies": lambda: more[0] @ one,
        "keep": lambda: (one.highest if more[0] > 0 else one.lowest)(more[1], abs(more[0])),
    }  # fmt: skip
    return work[done]()


def dyces(expression: tuple):
    """Work an expression out with dyce."""
    from dyce import H, P

    done, *parts = expression
    if done == "die":
        return H(parts[0])
    one, *more = (dyces(part) if isinstance(part, tuple) else part for part in parts)
    kept = slice(-more[0], None) if more and done == "keep" and more[0] > 0 else None
    work = {
        "add": lambda: one + more[0], "subtract": lambda: one - more[0],
        "multiply": lambda: one * more[0], "divide": lambda: one // more[0],
        "max": lambda: P(one, more[0]).at(-1), "min": lambda: P(one, more[0]).at(0),
        "copies": lambda: more[0] @ one,
        "keep": lambda: (more[1] @ P(one)).at(kept or slice(0, -more[0])),
    }  # fmt: skip
    return work[done]()


def chances(odds: object) -> dict[int, Fraction]:
    """Return the chance of each outcome, of whichever of the three."""
    if isinstance(odds, Odds):
        return dict(odds.items())
    weights = dict(odds.items())
    whole = sum(weights.values())
    return {int(outcome): Fraction(weight, whole) for outcome, weight in weights.items() if weight}
