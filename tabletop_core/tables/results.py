"""What a cell of a table can say: a plain value, dice, a reference, an effect, or several.

Plain values stay plain Python (`"storm"`, `3`, `True`); the others are the small values below.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import attrs

from ..dice.notation import parse_dice
from ..dice.pools import Dice
from ..errors import DiceError
from ..values import Value
from .ranges import index_of, read_spans, words

Scalar: TypeAlias = str | int | float | bool


def to_dice(value: Dice | str) -> Dice:
    return parse_dice(value) if isinstance(value, str) else value


def _times(value: int | str | Dice) -> int | Dice:
    return parse_dice(value) if isinstance(value, str) else value


def _arguments(value: Any) -> tuple[tuple[str, Any], ...]:
    pairs = value.items() if isinstance(value, Mapping) else value
    return tuple(sorted(((k, tuple(v) if isinstance(v, list) else v) for k, v in pairs), key=_key))


def _tupled(values: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(values)


def _key(pair: tuple[str, Any]) -> str:
    return pair[0]


@attrs.frozen(eq=False, repr=False)
class RollResult(Value):
    """Roll these dice; the total is the result. `name` says what the number counts."""

    dice: Dice = attrs.field(converter=to_dice)
    name: str = ""
    note: str = ""


@attrs.frozen(eq=False, repr=False)
class Threshold(Value):
    """Roll these dice against a number: one result where the total meets it, else the other."""

    dice: Dice = attrs.field(converter=to_dice)
    needs: str
    passed: Any = True
    failed: Any = False
    name: str = ""
    note: str = ""

    def result(self, total: int) -> Any:
        """Return what a total means."""
        return self.passed if index_of((read_spans(self.needs) or (),), total) == 0 else self.failed


@attrs.frozen(eq=False, repr=False)
class Reference(Value):
    """Go on to another table, a number of times, with these modifiers and the caller's.

    `no_duplicates` takes no row of that table twice; `depth` says how often at most this may be
    followed one within the other, where tables lead back to each other.
    """

    table: str
    times: int | Dice = attrs.field(default=1, converter=_times)
    column: str | int | None = None
    with_: tuple[str, ...] = attrs.field(default=(), converter=words)
    name: str = ""
    note: str = ""
    no_duplicates: bool = attrs.field(default=False, kw_only=True)
    depth: int = attrs.field(default=0, kw_only=True)


@attrs.frozen(eq=False, repr=False)
class Effect(Value):
    """A named effect and its arguments, for rules to carry out."""

    name: str
    arguments: tuple[tuple[str, Any], ...] = attrs.field(default=(), converter=_arguments)
    note: str = ""

    @property
    def args(self) -> dict[str, Any]:
        """The arguments by name."""
        return dict(self.arguments)


@attrs.frozen(eq=False, repr=False)
class Named(Value):
    """A value and what it counts or belongs to: 3 gp."""

    value: Any
    name: str


@attrs.frozen(eq=False, repr=False)
class Noted(Value):
    """A plain value with a note of its own."""

    value: "Scalar | Named"
    note: str


@attrs.frozen(eq=False, repr=False)
class Again(Value):
    """Roll again on the same table, once or several times, with a number added or with modifiers.

    `not_this_row` rolls on until another row comes up, `no_duplicates` takes no row twice.
    `depth` says how often at most this may be followed one within the other.
    """

    note: str = ""
    times: int | Dice = attrs.field(default=1, converter=_times, kw_only=True)
    dm: int = attrs.field(default=0, kw_only=True)
    with_: tuple[str, ...] = attrs.field(default=(), converter=words, kw_only=True)
    not_this_row: bool = attrs.field(default=False, kw_only=True)
    no_duplicates: bool = attrs.field(default=False, kw_only=True)
    depth: int = attrs.field(default=0, kw_only=True)

    @property
    def is_plain(self) -> bool:
        """Whether it asks for one more roll like the first, which a lookup makes by itself."""
        more = self.dm or self.with_ or self.no_duplicates or self.depth
        return self.times == 1 and not more


@attrs.frozen(eq=False, repr=False)
class Text(Value):
    """A text with places to fill: `{2d6} wolves, {mood}` rolls dice and asks the table `mood`.

    `{name: 2d6}` gives a place a name of its own; `{{` and `}}` are braces.
    """

    template: str

    @property
    def pieces(self) -> "tuple[str | tuple[str, Result], ...]":
        """The plain pieces, and the places with their names and what they ask for."""
        return template_pieces(self.template)

    @property
    def places(self) -> "tuple[tuple[str, Result], ...]":
        """The places to fill: the name of each, and what it asks for."""
        return tuple(piece for piece in self.pieces if not isinstance(piece, str))

    def filled(self, said: Sequence[str]) -> str:
        """Put these words into the places, in order."""
        left = iter(said)
        return "".join(p if isinstance(p, str) else next(left) for p in self.pieces)


@attrs.frozen(eq=False, repr=False)
class Several(Value):
    """Results that all happen, in order."""

    results: tuple[Any, ...] = attrs.field(converter=_tupled)


Result: TypeAlias = (
    Scalar
    | RollResult
    | Threshold
    | Reference
    | Effect
    | Named
    | Noted
    | Again
    | Text
    | Several
    | None
)

Fragment: TypeAlias = str | tuple[str, Any]
"""A plain piece of text, or the name of a place and the result that fills it."""

_PIECE = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_NAMED = re.compile(r"([^:]*[^:\s]):\s+(.+)")


@lru_cache(maxsize=4096)
def template_pieces(template: str) -> tuple[Fragment, ...]:
    """Take a template apart.

    Raises:
        DiceError: a brace that opens or ends nothing, an empty place, dice that cannot be read.

    >>> template_pieces("{2d6} wolves")[1]
    ' wolves'
    """
    found: list[Fragment] = []
    plain = ""
    at = 0
    for match in _PIECE.finditer(template):
        plain += template[at : match.start()]
        at = match.end()
        if match[0] in ("{{", "}}"):
            plain += match[0][0]
        elif match[1] is None or not match[1].strip():
            raise DiceError(f"the brace {match[0]!r} holds neither dice nor a table")
        else:
            found += [plain, _place(match[1].strip())] if plain else [_place(match[1].strip())]
            plain = ""
    plain += template[at:]
    return (*found, plain) if plain else tuple(found)


def _place(text: str) -> tuple[str, Any]:
    named = _NAMED.fullmatch(text)
    name, wanted = (named[1], named[2]) if named else (text, text)
    dice = _dice_of_place(wanted)
    return name, Reference(wanted) if dice is None else RollResult(dice)


def _dice_of_place(text: str) -> Dice | None:
    """Read dice; what is none is the id of a table."""
    if "d" not in text.lower():
        return None
    try:
        return parse_dice(text)
    except DiceError:
        return None


def describe(result: Any) -> str:
    """Say a result in words.

    >>> describe(Several((Effect("fire", (("in", "nose"),)), RollResult(parse_dice("1d6")))))
    'fire (in nose) and roll 1d6'
    """
    if isinstance(result, Text):
        return result.filled([f"{{{name}}}" for name, _ in result.places])
    if isinstance(result, RollResult):
        return f"roll {result.dice}" + (f" for {result.name}" if result.name else "")
    if isinstance(result, Threshold):
        name = f" for {result.name}" if result.name else ""
        ways = "" if (result.passed, result.failed) == (True, False) else (
            f": {describe(result.passed)}, else {describe(result.failed)}"
        )  # fmt: skip
        return f"{result.needs} on {result.dice}{name}{ways}"
    if isinstance(result, Reference):
        column = "" if result.column is None else f", column {result.column}"
        name = f"{result.name}: " if result.name else ""
        return f"{name}roll on table {result.table}{column}{_how(result)}"
    if isinstance(result, Effect):
        arguments = ", ".join(f"{k.replace('_', ' ')} {describe(v)}" for k, v in result.arguments)
        return result.name.replace("_", " ") + (f" ({arguments})" if arguments else "")
    if isinstance(result, Named):
        said = describe(result.value)
        counts = isinstance(result.value, int | float) and not isinstance(result.value, bool)
        return f"{said} {result.name}" if counts else f"{result.name}: {said}"
    if isinstance(result, Noted):
        return describe(result.value)
    if isinstance(result, Again):
        at = f" at {result.dm:+d}" if result.dm else ""
        return f"roll again{at}{_how(result)}"
    if isinstance(result, Several):
        return " and ".join(map(describe, result.results))
    if isinstance(result, tuple):
        return " and ".join(map(describe, result)) if result else "nothing"
    if isinstance(result, bool):
        return "yes" if result else "no"
    return "no result" if result is None else str(result)


def _how(result: Reference | Again) -> str:
    """Say how a further roll is made."""
    said = "" if result.times == 1 else f", {result.times} times"
    said += f", with {', '.join(result.with_)}" if result.with_ else ""
    if isinstance(result, Again) and result.not_this_row:
        said += ", not this row"
    return said + (", no row twice" if result.no_duplicates else "")


def parts(result: Any) -> tuple[Any, ...]:
    """List the single results of a cell, `Several` taken apart at every depth."""
    if isinstance(result, Several):
        return tuple(part for inner in result.results for part in parts(inner))
    return (result,)


def note_of(result: Any) -> str:
    """Return the id of the note that a single result carries, or nothing."""
    note = getattr(result, "note", "")
    return note if isinstance(note, str) else ""
