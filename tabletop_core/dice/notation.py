"""Read a dice expression; the notation is described in `tabletop_core.dice`."""

import re

import attrs

from ..errors import DiceError
from .pools import Compare, Dice, Pool

MOST_DICE = 1_000
MOST_SIDES = 10_000
MOST_DEPTH = 20

_TERM = re.compile(r"([+-]?)(?:(\d*)d(\d+|%)|(\d+))")
_SUFFIX = re.compile(
    r"(?P<keep>kh|kl|dh|dl|k)(?P<n>\d*)"
    r"|(?P<again>ro?)(?P<again_op>>=|<=|>|<|=)?(?P<again_n>\d+)"
    r"|!(?P<depth>\d+)"
    r"|(?P<count_op>>=|<=|>|<|=)(?P<count_n>\d+)"
    r"|(?P<scale>\*|//|/\^)(?P<by>\d+)"
)


def read(text: str) -> Dice:
    """Parse one expression; `parse_dice` is the cached way to call this."""
    squeezed = "".join(text.split()).lower() if isinstance(text, str) else ""
    if not squeezed or len(squeezed) > 200:
        raise DiceError(f"not a dice expression: {text!r}; write dice such as '2d6' or '1d6+1'")
    pools: list[Pool] = []
    constant = at = 0
    while at < len(squeezed):
        term = _TERM.match(squeezed, at)
        if term is None or (at and not term[1]):
            raise _unread(text, squeezed[at:])
        sign = -1 if term[1] == "-" else 1
        at = term.end()
        if term[4]:
            constant += sign * _number(term[4], MOST_SIDES, text, "the number")
            continue
        digits = _digits(term[3])
        if digits:
            if pools or constant or at < len(squeezed) or term[1] or term[2] not in ("", "1"):
                raise DiceError(
                    f"d{term[3]} is read as digits, so nothing can be added to it (in {text!r}); "
                    f"look the label up as it is, or let a table say how to shift its rows"
                )
            return _digit_dice(term[3])
        pool, at = _read_pool(sign, term, squeezed, at, text)
        pools.append(pool)
    return _summed(squeezed, tuple(pools), constant)


def _digits(sides: str) -> int:
    """Return the number of digits of digit dice (`66` has two), 0 for an ordinary die."""
    alike = len(sides) > 1 and len(set(sides)) == 1 and sides[0] in "23456789"
    return len(sides) if alike else 0


def _digit_dice(sides: str) -> Dice:
    face = int(sides[0])
    if len(sides) > 4:
        raise DiceError(f"d{sides} has too many digits; at most four are read, such as d6666")
    return Dice(
        text=f"d{sides}",
        pools=(Pool(count=len(sides), sides=face),),
        digits=len(sides),
        fixed=True,
        sides=(face,) * len(sides),
        low=int("1" * len(sides)),
        high=int(sides),
    )


def _summed(text: str, pools: tuple[Pool, ...], constant: int) -> Dice:
    spans = [pool.span() for pool in pools]
    return Dice(
        text=text,
        pools=pools,
        constant=constant,
        plain=all(pool.is_plain for pool in pools),
        fixed=not any(pool.again or pool.depth for pool in pools),
        sides=tuple(pool.sides for pool in pools for _ in range(pool.count)),
        low=constant + sum(low for low, _ in spans),
        high=constant + sum(high for _, high in spans),
    )


def _unread(text: str, rest: str) -> DiceError:
    return DiceError(
        f"cannot read {rest!r} in the dice expression {text!r}; "
        f"write dice such as '2d6', '4d6kh3', '5d6>=5' or '1d6!2'"
    )


def _number(digits: str, most: int, text: str, what: str, least: int = 0) -> int:
    value = int(digits)
    if not least <= value <= most:
        raise DiceError(f"{what} in {text!r} is {value}; it must be from {least} to {most}")
    return value


def _read_pool(
    sign: int, term: re.Match[str], squeezed: str, at: int, text: str
) -> tuple[Pool, int]:
    """Read the suffixes of one term; return it and where reading goes on."""
    count = _number(term[2] or "1", MOST_DICE, text, "the number of dice", 1)
    sides = 100 if term[3] == "%" else _number(term[3], MOST_SIDES, text, "the sides of a die", 1)
    pool = Pool(count=count, sides=sides, sign=sign)
    used: set[str] = set()
    while suffix := _SUFFIX.match(squeezed, at):
        kind = next(k for k in ("keep", "again", "depth", "count_op", "scale") if suffix[k])
        if kind in used:
            raise DiceError(f"{suffix[0]!r} comes twice in one term of {text!r}; state it once")
        used.add(kind)
        pool = _with_suffix(pool, kind, suffix, text)
        at = suffix.end()
    if not pool.faces():
        raise DiceError(f"{text!r} rolls every face again, so it never ends; leave a face to stay")
    return pool, at


def _with_suffix(pool: Pool, kind: str, suffix: re.Match[str], text: str) -> Pool:
    if kind == "keep":
        number = _number(suffix["n"] or "1", pool.count, text, "the number of dice to keep", 0)
        if suffix["keep"][0] == "d":
            number = pool.count - number
        number = _number(str(number), pool.count, text, "the number of dice kept", 1)
        keeps_high = suffix["keep"] in ("k", "kh", "dl")
        return attrs.evolve(pool, keep=number if keeps_high else -number)
    if kind == "again":
        test = Compare(suffix["again_op"] or "=", int(suffix["again_n"]))
        return attrs.evolve(pool, again=test, again_once=suffix["again"] == "ro")
    if kind == "depth":
        depth = _number(suffix["depth"], MOST_DEPTH, text, "the depth of exploding", 1)
        return attrs.evolve(pool, depth=depth)
    if kind == "count_op":
        return attrs.evolve(pool, counted=Compare(suffix["count_op"], int(suffix["count_n"])))
    by = _number(suffix["by"], MOST_SIDES, text, "the factor", 1)
    return attrs.evolve(pool, scale=suffix["scale"], by=by)
