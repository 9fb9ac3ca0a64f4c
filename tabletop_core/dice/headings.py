"""Read dice as people write them at the head of a table, in a formula or on a command line.

>>> print(read_heading("Roll (d20)").dice, read_heading("4d6 drop lowest").dice)
d20 4d6dl1
>>> read_heading("Encounter") is None
True

Text beside the dice is either part of the roll or plain words. Plain words may stay. What is part
of the roll is read where it has one meaning, and refused where it has several: a heading never
loses a `+ level` or an `(advantage)`, which would make the odds wrong.
"""

import re
from typing import NamedTuple

from ..errors import DiceError
from .notation import parse_dice, plain_signs
from .pools import Dice

_OPS = r">=|<=|>|<|="
_DICE = (
    r"(?:\d+)?[dw](?:%|\d+|f(?![a-z])|\(\d+\))"
    rf"(?:(?:kh|kl|dh|dl|k)\d*|ro?(?:{_OPS})?\d+|!\d*(?:\((?:{_OPS})\d+\))?|adv|dis|(?:{_OPS})\d+|(?:\*|//|/\^)\d+)*"
)
_START = r"(?<![\w.])"
_ROLL = re.compile(rf"{_START}{_DICE}(?:\s*[+-]\s*(?:{_DICE}|\d+(?![\d.,]*[a-z%])))*")
_MAX_LENGTH = 300

_NUMBER_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_COUNTS = {word: number for number, word in enumerate(_NUMBER_WORDS, 1)}
_COUNT = rf"(?:\d+|{'|'.join(_COUNTS)})"
_HIGH = r"highest|higher|high|best|largest|greatest"
_LOW = r"lowest|lower|low|worst|smallest|least"
_THINGS = r"(?:\s+(?:die|dice|rolls?|results?|values?|ones?))?"
_DROP = r"(?:drop|dropping|discard|discarding|ignore|ignoring|remove|removing|without|minus|less)"
_KEEP = r"(?:keep|keeping|take|taking|use|using|choose|choosing|pick|picking)"
_GAP = r"\s*[,;:(-]?\s*(?:and\s+|with\s+)?"
_END = r"(?![\w+.,]*\d|[\w+-]*[a-z])(?:\s*\))?"

_SUFFIXES = [
    (
        re.compile(
            rf"({_START}{_DICE}){_GAP}({_DROP}|{_KEEP})\s+(?:the\s+)?(?:({_COUNT})\s+)?"
            rf"({_HIGH}|{_LOW})(?:\s+({_COUNT}))?{_THINGS}{_END}"
        ),
        lambda m: m[1] + _kept(m[2], m[4], m[3] or m[5]),
    ),
    (
        re.compile(rf"({_START}{_DICE}){_GAP}({_HIGH}|{_LOW})\s+({_COUNT}){_THINGS}{_END}"),
        lambda m: m[1] + _kept("keep", m[2], m[3]),
    ),
    (
        re.compile(rf"({_HIGH}|{_LOW})(?:\s+({_COUNT}))?\s+(?:of|from)\s+({_DICE}){_END}"),
        lambda m: m[3] + _kept("keep", m[1], m[2]),
    ),
    (
        re.compile(rf"({_START}{_DICE}){_GAP}(dis)?advantage{_END}"),
        lambda m: m[1] + (m[2] or "adv"),
    ),
    (
        re.compile(rf"({_START}{_DICE}){_GAP}(?:exploding|explodes?){_END}(?!\s*on\b)"),
        lambda m: m[1] + "!",
    ),
    (re.compile(rf"\bexploding\s+({_DICE}){_END}"), lambda m: m[1] + "!"),
    (
        re.compile(
            rf"({_START}{_DICE})\s*(?:\*|\bx(?=\s)|(?<=\s)x|times|multiplied\s+by)\s*"
            rf"(\d{{1,3}}(?:,\d{{3}})+|\d+)(?![\d.,]*[\w%])"
        ),
        lambda m: f"{m[1]}*{m[2].replace(',', '')}",
    ),
    (re.compile(rf"({_START}{_DICE})x(\d+)(?![\d.,]*[\w%])"), lambda m: _glued_times(m[1], m[2])),
]
"""What may follow dice in words, and how the notation writes it."""

_WORDS = [
    (re.compile(rf"\b({'|'.join(_COUNTS)})\s+(?={_DICE})"), lambda m: str(_COUNTS[m[1]])),
    (re.compile(rf"\bplus\s+(?={_DICE}|\d)"), lambda m: "+"),
    (re.compile(rf"\bminus\s+(?={_DICE}|\d)"), lambda m: "-"),
]

_PART_OF_A_ROLL = re.compile(
    rf"\b(?:{_COUNT}\s+times|twice|thrice|(?:dis)?advantage|explod\w*|re-?roll\w*|halved|doubled|tripled|modif\w+"
    r"|add(?:ed|ing|s)?|subtract\w*|increas\w+|decreas\w+|bonus(?:es)?|penalt\w+|adjusted|plus|minus|drop\w*|lowest|highest|keep(?:ing)?|multipl\w+|divided?|per)\b"
    r"|[½⅓⅔¼¾]|(?<![\w.)])[+-]\s?\d+"
)
"""Words, fractions and signed numbers that change a roll anywhere in a heading."""

_BESIDE = (
    r"half|double|triple|best|worst|take|higher|lower|times|each|bonus|penalty|mod|adv|dis"
    r"|open-ended|success(?:es)?|x|squared|difference|product|vs|versus"
)
_JUST_AFTER = re.compile(rf"[\s,;:()\[\]]*({_BESIDE})(?![\w'’])|\s*({_COUNT})(?![\w'’])")
_JUST_BEFORE = re.compile(
    rf"(?<![\w.])({_BESIDE})(?:\s+of(?:\s+the)?)?[\s,;:()\[\]]*$|(?<![\w.])({_COUNT})\s*$"
)
"""Words and numbers that change a roll right beside it."""

_JOINT = "+-*/÷^=<>~±@"
_BRACKETS = " ()[]"
_PLAIN = re.compile(r"(?:die|dice|no|number|outcome|result|roll|table|total|value)s?\b")
"""Words that a dash or stroke parts from dice and that no one could add to them."""

_LIKE_DICE = re.compile(
    r"\s*(?:\d+\s*[dw]+\s*(?:[\d%]|$)|[dw]\s*[\d%])|.*?(?<!\w)\d+[dktw]\d", re.IGNORECASE
)


class Heading(NamedTuple):
    """The dice that a heading names, and the plain words beside them."""

    dice: Dice
    words: str


def read_heading(text: str) -> Heading | None:
    """Read the dice of a heading; `None` where it names no dice.

    Raises:
        DiceError: dice that cannot be read, more than one roll, or something beside the dice that
            is part of the roll and can be read in several ways.
    """
    try:
        return Heading(parse_dice(text), "")
    except DiceError as error:
        fault = error
    if len(text) > _MAX_LENGTH:
        if re.search(_START + _DICE, text.lower()):
            raise fault
        return None
    plain = _rewritten(_without_marks(text))
    rolls = list(_ROLL.finditer(plain))
    if not rolls:
        if _LIKE_DICE.match(plain):
            raise fault
        return None
    found = [parse_dice(roll[0]) for roll in rolls]
    if any(_parts(dice) != _parts(found[0]) for dice in found):
        raise DiceError(
            f"{text!r} names more than one roll: {' and '.join(map(str, found))}; name one, "
            f"joined by + or -"
        )
    for at, roll in enumerate(rolls):
        before = plain[rolls[at - 1].end() if at else 0 : roll.start()]
        after = plain[roll.end() : rolls[at + 1].start() if at + 1 < len(rolls) else None]
        if re.match(r"[\w%'’]|\.\d", after):
            raise fault
        _check_beside(text, str(found[0]), before, after, bool(at), at + 1 < len(rolls))
    words = " ".join(re.findall(r"[^\W_]+(?:['’-]\w+)*", _ROLL.sub(" ", plain)))
    return Heading(found[0], words)


def _without_marks(text: str) -> str:
    """Drop the marks of Markdown around words, and the sign of a dice roller."""
    plain = " ".join(plain_signs(text).lower().split())
    plain = re.sub(r"(?<![\w)])[*_`]+|[*_`]+(?![\w(])(?!\s*\d)", "", plain)
    return re.sub(r"\bdice\s*:\s*", "", plain)


def _rewritten(plain: str) -> str:
    """Write what is said in words as the notation has it."""
    for pattern, write in (*_WORDS, *_SUFFIXES, *_SUFFIXES):
        plain = pattern.sub(write, plain)
    return plain


def _kept(verb: str, which: str, count: str | None) -> str:
    number = _COUNTS.get(count or "one") or int(count or 1)
    keeps = re.fullmatch(_KEEP, verb) is not None
    return f"{'k' if keeps else 'd'}{'h' if re.fullmatch(_HIGH, which) else 'l'}{number}"


def _glued_times(dice: str, number: str) -> str:
    """Read `1d6x10`; `1d6x6` is also how some write dice that explode."""
    sides = re.search(r"[dw]\(?(\d+)", dice)
    if sides is not None and int(number) <= int(sides[1]):
        raise DiceError(
            f"'{dice}x{number}' can be read in two ways; write {dice}*{number} for {number} times "
            f"the roll, or {dice}! for dice that explode"
        )
    return f"{dice}*{number}"


def _parts(dice: Dice) -> tuple[object, ...]:
    return dice.pools, dice.constant, dice.digits


def _check_beside(
    text: str, dice: str, before: str, after: str, follows: bool, goes_on: bool
) -> None:
    """Refuse text beside a roll that may be part of it."""
    left, right = before.rstrip(_BRACKETS), after.lstrip(_BRACKETS)
    if left[-1:] and left[-1] in _JOINT and not (follows and not left[:-1].strip()):
        word = re.search(r"(\w+)\s*$", left[:-1])
        if left[-1] not in "-/|" or word is None or not _PLAIN.match(word[1]):
            raise _unclear(text, dice, left.split()[-1] if word is None else left[word.start() :])
    if right[:1] and right[0] in _JOINT and not (goes_on and not right[1:].strip()):
        rest = right[1:].lstrip()
        if right[0] not in "-/|" or not _PLAIN.match(rest):
            said = re.match(r"\W*\w*", right)
            raise _unclear(text, dice, said[0] if said else right[0])
    for match in (
        _PART_OF_A_ROLL.search(before), _PART_OF_A_ROLL.search(after),
        _JUST_BEFORE.search(before), _JUST_AFTER.match(after),
    ):  # fmt: skip
        if match is not None:
            raise _unclear(text, dice, match[match.lastindex or 0])


def _unclear(text: str, dice: str, what: str) -> DiceError:
    return DiceError(
        f"{what.strip()!r} beside {dice} in {text!r} may be part of the roll and can be read in "
        f"several ways; write the whole roll as dice, such as 2d6+1, 4d6kh3, 1d6*10 or d20adv, "
        f"and other words behind a colon"
    )
