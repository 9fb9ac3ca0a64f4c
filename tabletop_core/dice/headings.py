"""Read dice as people write them at the head of a table, in a formula or on a command line.

>>> print(read_heading("Roll (d20)"), read_heading("4d6 drop lowest"))
d20 4d6dl1
>>> read_heading("Encounter") is None
True

A heading with dice is understood whole or refused. Beside what belongs to the roll only a few plain
words may stay: any other could be part of it, and the odds would silently be wrong.
"""

import re
from collections.abc import Callable

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

_MARKS = [
    (
        re.compile(r"(?<![\w)])(\*+|_+|`+)(?=[^\s*_`])((?:(?!\1).)*[^\s*_`])\1(?![\w(*])"),
        lambda m: m[0].replace(m[1], " " * len(m[1])),
    ),
    (re.compile(r"\bdice\s*:\s*"), lambda m: " " * len(m[0])),
]
"""The marks of Markdown around words, and the sign of a dice roller."""

_SUFFIXES = [
    (
        re.compile(
            rf"({_START}{_DICE}){_GAP}({_DROP}|{_KEEP})\s+(?:the\s+)?(?:({_COUNT})\s+)?"
            rf"({_HIGH}|{_LOW})(?:\s+({_COUNT}))?{_THINGS}{_END}"
        ),
        lambda m: m[0] if m[3] and m[5] else m[1] + _kept(m[2], m[4], m[3] or m[5]),
    ),
    (
        re.compile(rf"({_START}{_DICE})\s*[,;:(]?\s*({_HIGH}|{_LOW})\s+({_COUNT}){_THINGS}{_END}"),
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
    (re.compile(rf"\b({'|'.join(_COUNTS)})\s+(?=[dw][\d%f(])"), lambda m: str(_COUNTS[m[1]])),
    (re.compile(rf"\bplus\s+(?={_DICE}|\d)"), lambda m: "+"),
    (re.compile(rf"\bminus\s+(?={_DICE}|\d)"), lambda m: "-"),
]

_PLAIN = (
    r"(?:rolls?|rolled|throws?|die|dice|results?|outcomes?|totals?|values?|numbers?|no|nr|tables?"
    r"|charts?|würfe?l?n?|ergebnis(?:se)?|wert|an?|the|your|of|on)(?![\w'’])"
)
"""Words that nobody adds to dice."""

_REST = re.compile(
    rf"(?P<plain>(?:table|chart)s?\s+(?:no\.?\s*)?\d+[a-z]?(?=\s*[:.)\]])|{_PLAIN})"
    r"|(?P<joint>[-/|])|(?P<between>[,;])|(?P<after>:|(?<=[\w)\]])\.(?!\w))|[\s()\[\]]+"
    r"|(?P<unread>.)"
)
_UNREAD = re.compile(r"[-+*/÷^=<>~±@×!]+\s*[\w.]*|[\w.]+(?:['’-]\w+)*|.")
_SPAN = re.compile(r"(\d+)\s*-\s*(\d+)(?=\s*[)\]])")

_ODD = "¼½¾⅓⅔¹²³"
_LIKE_DICE = re.compile(
    rf"\s*(?:\d+\s*[dw]+\s*(?:[\d%(]|$)|[dw]\s*(?:[\d%]|\(\d)|[\d{_ODD}]+[dw][\d{_ODD}x\[{{]"
    rf"|[dw][{_ODD}]|[dw][\[{{]\d)|.*?(?<!\w)\d+[dktw]\d",
    re.IGNORECASE,
)


class _Line:
    """A text in small letters that remembers at which place of the heading each letter stood."""

    def __init__(self, text: str) -> None:
        small = ((low if len(low := letter.lower()) == 1 else letter) for letter in text)
        self.text = plain_signs("".join(small))
        self.places = list(range(len(text)))

    def rewrite(self, pattern: re.Pattern[str], write: Callable[[re.Match[str]], str]) -> None:
        """Replace what a pattern finds; what is written in another length stands where it began."""
        parts: list[str] = []
        places: list[int] = []
        at = 0
        for match in pattern.finditer(self.text):
            new, (start, end) = write(match), match.span()
            parts += self.text[at:start], new
            places += self.places[at:start]
            places += (
                self.places[start:end]
                if len(new) == end - start
                else [self.places[start]] * len(new)
            )
            at = end
        self.text = "".join(parts) + self.text[at:]
        self.places = places + self.places[at:]


def read_heading(text: str) -> Dice | None:
    """Read the dice of a heading; `None` where it names no dice.

    Raises:
        DiceError: dice that cannot be read, more than one roll, or something beside the dice that
            is neither read as part of the roll nor a plain word.
    """
    try:
        return parse_dice(text)
    except DiceError as error:
        fault = error
    if len(text) > _MAX_LENGTH:
        if re.search(_START + _DICE, text.lower()):
            raise fault
        return None
    line = _Line(text)
    for pattern, write in (*_MARKS, *_WORDS, *_SUFFIXES, *_SUFFIXES):
        line.rewrite(pattern, write)
    rolls = list(_ROLL.finditer(line.text))
    if not rolls:
        if _LIKE_DICE.match(line.text):
            raise fault
        return None
    found = [parse_dice(roll[0]) for roll in rolls]
    for dice, roll in zip(found, rolls, strict=True):
        if _parts(dice) != _parts(found[0]):
            raise DiceError(
                f"{text!r} names more than one roll: {found[0]} and, at column "
                f"{line.places[roll.start()] + 1}, {dice}; name one, joined by + or -"
            )
    if (alone := _lone_bracket(plain_signs(text))) is not None:
        raise _unclear(text, _Line(text), alone, found[0])
    ends = [0, *(roll.end() for roll in rolls)]
    starts = [*(roll.start() for roll in rolls), len(line.text)]
    for end, start in zip(ends, starts, strict=True):
        _check_beside(text, line, end, start, found[0])
    for roll in rolls[1:]:
        if not _in_brackets(line.text, roll):
            raise _unclear(text, line, roll.start(), found[0])
    if len(rolls) > 1 and _in_brackets(line.text, rolls[0]):
        raise _unclear(text, line, rolls[1].start(), found[0])
    return found[0]


def _lone_bracket(text: str) -> int | None:
    """Return the place of a bracket without its other half, or with nothing in it."""
    opened: list[int] = []
    for at, letter in enumerate(text):
        if letter in "([":
            opened.append(at)
        elif letter in ")]":
            if not opened or text[opened[-1]] + letter not in ("()", "[]"):
                return at
            begin = opened.pop()
            if not text[begin + 1 : at].strip():
                return begin
    return opened[-1] if opened else None


def _in_brackets(text: str, roll: re.Match[str]) -> bool:
    """Return whether brackets hold a roll alone, as where `d% (1d100)` explains itself."""
    return text[: roll.start()].rstrip()[-1:] in ("(", "[") and (
        text[roll.end() :].lstrip()[:1] in (")", "]")
    )


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


def _check_beside(text: str, line: _Line, start: int, end: int, dice: Dice) -> None:
    """Refuse what stands beside dice, but for plain words and what only parts or repeats."""
    beside = line.text
    if re.match(r"[\w%'’]|\.\d", beside[start:end]) and start:
        raise _unclear(text, line, start, dice)
    at = start
    while at < end:
        span = _SPAN.match(beside, at, end)
        if (
            span
            and (int(span[1]), int(span[2])) == (dice.low, dice.high)
            and beside[at - 1] in "(["
        ):
            at = span.end()
            continue
        rest = _REST.match(beside, at, end)
        if rest is None or rest["unread"] or not _has_its_place(rest, beside, at):
            raise _unclear(text, line, at, dice)
        at = rest.end()


def _has_its_place(sign: re.Match[str], text: str, at: int) -> bool:
    """Return whether a comma or dash parts something, and a colon or full stop ends something."""
    kind = sign.lastgroup
    follows = text[:at].rstrip()[-1:] not in ("", *",;:-/|([")
    is_followed = text[at + 1 :].lstrip()[:1] not in ("", *",;:-/|)]")
    if kind in ("between", "joint"):
        return follows and is_followed and (kind == "between" or _parts_words(text, at))
    return follows or kind != "after"


def _parts_words(text: str, at: int) -> bool:
    """Return whether a dash or stroke stands between dice and a plain word, as in `Roll - d20`."""
    before, after = text[:at], text[at + 1 :]
    is_even = (before[-1:] == " ") == (after[:1] == " ")
    left = re.search(rf"(?<![\w'’-]){_PLAIN}\.?$", before.rstrip())
    return is_even and bool(left or re.match(_PLAIN, after.lstrip()))


def _unclear(text: str, line: _Line, at: int, dice: Dice) -> DiceError:
    said = _UNREAD.match(line.text, at)
    first, last = line.places[at], line.places[said.end() - 1 if said else at]
    return DiceError(
        f"{text[first : last + 1]!r} at column {first + 1} of {text!r} is not understood beside "
        f"{dice}, and may be part of the roll; write the whole roll as dice, such as 2d6+1, "
        f"4d6kh3, 1d6*10 or d20adv, and other words elsewhere"
    )
