"""Read a dice expression; `pools` describes the notation."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from ..errors import DiceError
from .pools import ENDLESS, NO_END, Compare, Dice, Pool

MAX_DICE = 1_000
MAX_SIDES = 10_000
MAX_EXPLOSIONS = 20

_SIGNS = str.maketrans(
    {
        **{chr(0xFEE0 + code): chr(code) for code in range(0x21, 0x7F)},  # of full width
        **dict.fromkeys("‐‑‒–—−﹣－", "-"),
        **dict.fromkeys("×✕✖", "*"),
    }
)
_W = re.compile(r"(?<![a-z])w(?=[\d%f(])")
_OPS = ">=|<=|>|<|="
_TERM = re.compile(r"([+-]?)(?:(\d*)d(\d+|%|f|\(\d+\))|(\d+))")
_SUFFIX = re.compile(
    r"(?P<keep>(kh|kl|dh|dl|k)(\d*))"
    rf"|(?P<again>(ro?)({_OPS})?(\d+))"
    rf"|(?P<explode>!(\d*)(?:\(({_OPS})(\d+)\))?)"
    r"|(?P<twice>(adv|dis))"
    rf"|(?P<counted>({_OPS})(\d+))"
    r"|(?P<scale>(\*|//|/\^)(\d+))"
)
"""Each kind of suffix with its parts, which follow the group that is named for the kind."""

_PARTED = re.compile(r"\d\s+(\d)")
_NAMED_SIDES = {"%": "100", "f": "3"}
_DIGITS = re.compile(r"3{2,}|4{2,}|6{2,}|8{2,}")


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
    if len(squeezed) < len(text) and (parted := _PARTED.search(text)):
        raise _unread(text, parted.start(1))
    if not squeezed.isascii():
        squeezed = plain_signs(squeezed)
    if "w" in squeezed:
        squeezed = _W.sub("d", squeezed)
    if not squeezed or len(squeezed) > 200:
        raise DiceError(f"not a dice expression: {text!r}; write dice such as '2d6' or '1d6+1'")
    pools: list[Pool] = []
    constant = at = 0
    while at < len(squeezed):
        term = _TERM.match(squeezed, at)
        if term is None or (at and not term[1]):
            raise _unread(text, _place(text, at))
        sign = -1 if term[1] == "-" else 1
        at = term.end()
        if term[4]:
            constant += sign * _number(term[4], MAX_SIDES, text, "the number")
            continue
        if len(term[3]) > 1 and _DIGITS.fullmatch(term[3]):
            _refuse_two_meanings(term, text)
            if pools or constant or at < len(squeezed) or term[1]:
                raise DiceError(
                    f"d{term[3]} is read as digits, so nothing can be added to it (in {text!r}); "
                    f"look the label up as it is, or let a table say how to shift its rows"
                )
            return _digit_dice(term[3])
        pool, at = _read_pool(sign, term, squeezed, at, text)
        pools.append(pool)
    return _summed(squeezed, pools, constant)


def plain_signs(text: str) -> str:
    """Write the minus, dashes and times of print, and full width, as the signs of the notation.

    >>> plain_signs("2d6 – 1"), plain_signs("1d6 × 10")
    ('2d6 - 1', '1d6 * 10')
    """
    return text.translate(_SIGNS)


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


def one_die(sides: int) -> Dice:
    """Return one die with a number of sides, also where its number reads as digits.

    >>> print(one_die(20), one_die(66))
    1d20 1d(66)
    """
    named = f"({sides})" if _DIGITS.fullmatch(str(sides)) else sides
    return _summed(f"1d{named}", [Pool(count=1, sides=sides)], 0)


def _summed(text: str, pools: Sequence[Pool], constant: int) -> Dice:
    low = high = constant
    plain = fixed = True
    sides: tuple[int, ...] = ()
    for pool in pools:
        least, most = pool.span()
        low = -ENDLESS if -ENDLESS in (low, least) else low + least
        high = ENDLESS if ENDLESS in (high, most) else high + most
        plain = plain and pool.is_plain
        fixed = fixed and not (pool.again or pool.depth)
        sides += (pool.sides,) * pool.count
    return Dice(
        text=text, pools=tuple(pools), constant=constant, plain=plain, fixed=fixed, sides=sides,
        low=low, high=high,
    )  # fmt: skip


def _place(text: str, at: int) -> int:
    """Return where a letter stands in a text with blanks."""
    return [place for place, letter in enumerate(text) if not letter.isspace()][at]


def _unread(text: str, at: int) -> DiceError:
    return DiceError(
        f"cannot read {text[at:]!r} at column {at + 1} of the dice expression {text!r}; "
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
    count = _number(term[2] or "1", MAX_DICE, text, "the number of dice", 1)
    named = term[3] if term[3].isdigit() else _NAMED_SIDES.get(term[3]) or term[3][1:-1]
    sides = _number(named, MAX_SIDES, text, "the sides of a die", 1)
    fields: dict[str, Any] = {"count": count, "sides": sides, "sign": sign}
    if term[3] == "f":
        fields["offset"] = -2
    used: list[str] = []
    start = term.start(2)
    while at < len(squeezed) and (suffix := _SUFFIX.match(squeezed, at)):
        kind, parts = str(suffix.lastgroup), suffix.groups()[suffix.lastindex or 0 :]
        if kind == "counted" and squeezed[at - 1] == "!":
            raise _explode_or_count(squeezed[start : at - 1], suffix[0], text)
        if kind == "counted" and squeezed[at - 1] in "khl":
            raise _unread(text, _place(text, at))
        if kind in used:
            raise DiceError(f"{suffix[0]!r} comes twice in one term of {text!r}; state it once")
        used.append(kind)
        fields |= _READ[kind](parts, fields, text)
        at = suffix.end()
    pool = Pool(**fields)
    if pool.again or pool.depth:
        _refuse_for_ever(pool, text)
    return pool, at


def _explode_or_count(dice: str, test: str, text: str) -> DiceError:
    return DiceError(
        f"'!{test}' in {text!r} can be read in two ways; write {dice}{test}! to count the dice "
        f"that show {test}, where the top face adds another die, or {dice}!({test}) for dice that "
        f"add another one on each {test}"
    )


def _refuse_for_ever(pool: Pool, text: str) -> None:
    faces = pool.faces()
    if not faces:
        raise DiceError(
            f"{text!r} rolls every face again, so it never ends; keep at least one face"
        )
    if not pool.is_open:
        return
    if all(map(pool.adds_die, faces)):
        raise DiceError(
            f"every face of {text!r} adds another die, so it never ends; state a depth, such as !3"
        )
    if pool.counted is None and any(face < 1 and pool.adds_die(face) for face in faces):
        raise DiceError(
            f"faces of {text!r} that count zero or less add another die; state a depth, such as "
            "!3, or let only faces from 1 up add dice"
        )


_Parts: TypeAlias = Sequence[str]
_Fields: TypeAlias = Mapping[str, Any]


def _keep(parts: _Parts, fields: _Fields, text: str) -> _Fields:
    """Read how many dice count: the highest, the lowest, or those left when some are dropped."""
    if "keep" in fields:
        raise DiceError(f"{text!r} says twice how many dice to keep; say it once")
    word, count = parts[0], fields["count"]
    number = _number(parts[1] or "1", count, text, "the number of dice to keep", 0)
    if word[0] == "d":
        number = count - number
    if not number:
        raise DiceError(f"{text!r} keeps no dice; keep from 1 to {count}")
    return {"keep": number if word in ("k", "kh", "dl") else -number}


def _again(parts: _Parts, fields: _Fields, text: str) -> _Fields:
    return {"again": Compare(parts[1] or "=", int(parts[2])), "again_once": parts[0] == "ro"}


def _explode(parts: _Parts, fields: _Fields, text: str) -> _Fields:
    stated, op, number = parts[:3]
    depth = NO_END
    if stated:
        depth = _number(stated, MAX_EXPLOSIONS, text, "the depth of exploding", 1)
    return {
        "depth": depth,
        "explodes_on": Compare(op, int(number)) if op else None,
    }


def _twice(parts: _Parts, fields: _Fields, text: str) -> _Fields:
    if fields["count"] > 1 or "keep" in fields:
        raise DiceError(
            f"{parts[0]!r} in {text!r} is for one die, rolled twice; for more dice say how "
            f"many to keep, such as '3d20kh1'"
        )
    return {"count": 2, "keep": 1 if parts[0] == "adv" else -1}


def _counted(parts: _Parts, fields: _Fields, text: str) -> _Fields:
    return {"counted": Compare(parts[0], int(parts[1]))}


def _scale(parts: _Parts, fields: _Fields, text: str) -> _Fields:
    return {"scale": parts[0], "by": _number(parts[1], MAX_SIDES, text, "the factor", 1)}


_READ: Mapping[str, Callable[[_Parts, _Fields, str], _Fields]] = {
    "keep": _keep,
    "again": _again,
    "explode": _explode,
    "twice": _twice,
    "counted": _counted,
    "scale": _scale,
}
"""For each kind of suffix what it states of a term."""
