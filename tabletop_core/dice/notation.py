"""Read a dice expression; `pools` tells the notation."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ..errors import DiceError
from .pools import ENDLESS, NO_END, Compare, Dice, Pool

MOST_DICE = 1_000
MOST_SIDES = 10_000
MOST_DEPTH = 20

_TERM = re.compile(r"([+-]?)(?:(\d*)d(\d+|%|f|\(\d+\))|(\d+))")
_DIGITS = re.compile(r"3{2,}|4{2,}|6{2,}|8{2,}")
_SUFFIX = re.compile(
    r"(?P<keep>kh|kl|dh|dl|k)(?P<n>\d*)"
    r"|(?P<again>ro?)(?P<again_op>>=|<=|>|<|=)?(?P<again_n>\d+)"
    r"|(?P<explode>!)(?P<depth>\d*)"
    r"|(?P<twice>adv|dis)"
    r"|(?P<count_op>>=|<=|>|<|=)(?P<count_n>\d+)"
    r"|(?P<scale>\*|//|/\^)(?P<by>\d+)"
)


@lru_cache(maxsize=2048)
def parse_dice(text: str) -> Dice:
    """Read a dice expression; raise `DiceError` naming what cannot be read.

    >>> parse_dice("2d6+1d4-1").sides
    (6, 6, 4)
    >>> parse_dice("d66+1")
    Traceback (most recent call last):
    ...
    tabletop_core.errors.DiceError: d66 is read as digits, so nothing can be added to it (in \
'd66+1'); look the label up as it is, or let a table say how to shift its rows
    """
    return read(text)


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
        if _DIGITS.fullmatch(term[3]):
            _refuse_two_meanings(term, text)
            if pools or constant or at < len(squeezed) or term[1]:
                raise DiceError(
                    f"d{term[3]} is read as digits, so nothing can be added to it (in {text!r}); "
                    f"look the label up as it is, or let a table say how to shift its rows"
                )
            return _digit_dice(term[3])
        pool, at = _read_pool(sign, term, squeezed, at, text)
        pools.append(pool)
    return _summed(squeezed, tuple(pools), constant)


def _refuse_two_meanings(term: re.Match[str], text: str) -> None:
    """Refuse a number in front of digit dice: some mean digits by it, some a die of 66 sides."""
    if term[2]:
        sides = term[3]
        raise DiceError(
            f"{term[2]}d{sides} in {text!r} can be read in two ways; write d{sides} for "
            f"{len(sides)} d{sides[0]} read as digits, or {term[2]}d({sides}) for dice of "
            f"{sides} sides"
        )


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
    lows, highs = [low for low, _ in spans], [high for _, high in spans]
    return Dice(
        text=text,
        pools=pools,
        constant=constant,
        plain=all(pool.is_plain for pool in pools),
        fixed=not any(pool.again or pool.depth for pool in pools),
        sides=tuple(pool.sides for pool in pools for _ in range(pool.count)),
        low=-ENDLESS if -ENDLESS in lows else constant + sum(lows),
        high=ENDLESS if ENDLESS in highs else constant + sum(highs),
    )


def _unread(text: str, rest: str) -> DiceError:
    return DiceError(
        f"cannot read {rest!r} in the dice expression {text!r}; "
        f"write dice such as '2d6', '4d6kh3', '5d6>=5', '1d6!2' or 'd20adv'"
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
    named = {"%": "100", "f": "3"}.get(term[3], term[3].strip("()"))
    sides = _number(named, MOST_SIDES, text, "the sides of a die", 1)
    fields: dict[str, Any] = {"count": count, "sides": sides, "sign": sign}
    if term[3] == "f":
        fields["offset"] = -2
    used: set[str] = set()
    while suffix := _SUFFIX.match(squeezed, at):
        kinds = ("keep", "again", "explode", "twice", "count_op", "scale")
        kind = next(kind for kind in kinds if suffix[kind])
        if kind in used:
            raise DiceError(f"{suffix[0]!r} comes twice in one term of {text!r}; state it once")
        used.add(kind)
        fields |= _suffix(kind, suffix, fields, text)
        at = suffix.end()
    pool = Pool(**fields)
    faces = pool.faces()
    if not faces:
        raise DiceError(f"{text!r} rolls every face again, so it never ends; leave a face to stay")
    if pool.is_open and faces[0] == pool.top:
        raise DiceError(
            f"every face of {text!r} adds another die, so it never ends; state a depth, such as !3"
        )
    return pool, at


def _suffix(
    kind: str, suffix: re.Match[str], fields: Mapping[str, Any], text: str
) -> dict[str, Any]:
    """Return the fields of a term that one suffix states."""
    count = fields["count"]
    if kind == "keep":
        if "keep" in fields:
            raise DiceError(f"{text!r} says twice how many dice to keep; say it once")
        number = _number(suffix["n"] or "1", count, text, "the number of dice to keep", 0)
        if suffix["keep"][0] == "d":
            number = count - number
        number = _number(str(number), count, text, "the number of dice kept", 1)
        keeps_high = suffix["keep"] in ("k", "kh", "dl")
        return {"keep": number if keeps_high else -number}
    if kind == "again":
        test = Compare(suffix["again_op"] or "=", int(suffix["again_n"]))
        return {"again": test, "again_once": suffix["again"] == "ro"}
    if kind == "explode" and not suffix["depth"]:
        return {"depth": NO_END}
    if kind == "explode":
        return {"depth": _number(suffix["depth"], MOST_DEPTH, text, "the depth of exploding", 1)}
    if kind == "twice":
        if count > 1 or "keep" in fields:
            raise DiceError(
                f"{suffix[0]!r} in {text!r} is for one die, rolled twice; for more dice say how "
                f"many to keep, such as '3d20kh1'"
            )
        return {"count": 2, "keep": 1 if suffix[0] == "adv" else -1}
    if kind == "count_op":
        return {"counted": Compare(suffix["count_op"], int(suffix["count_n"]))}
    by = _number(suffix["by"], MOST_SIDES, text, "the factor", 1)
    return {"scale": suffix["scale"], "by": by}
