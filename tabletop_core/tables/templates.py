"""Read texts with places to fill, such as `{2d6} wolves, {mood}`."""

import re
from functools import lru_cache
from typing import Any, TypeAlias

from ..dice.notation import parse_dice
from ..dice.pools import Dice
from ..errors import DiceError
from .results import Reference, RollResult

Fragment: TypeAlias = str | tuple[str, Any]
"""A plain piece of text, or the name of a place and the result that fills it."""

_PIECE = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_NAMED = re.compile(r"([^:]*[^:\s]):\s+(.+)")


@lru_cache(maxsize=4096)
def pieces(template: str) -> tuple[Fragment, ...]:
    """Take a template apart.

    Raises:
        DiceError: a brace that opens or ends nothing, an empty place, dice that cannot be read.

    >>> pieces("{2d6} wolves")[1]
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
            raise DiceError(f"the brace {match[0]!r} holds no dice and no table")
        else:
            found += [plain, _place(match[1].strip())] if plain else [_place(match[1].strip())]
            plain = ""
    plain += template[at:]
    return (*found, plain) if plain else tuple(found)


def _place(text: str) -> tuple[str, Any]:
    named = _NAMED.fullmatch(text)
    name, wanted = (named[1], named[2]) if named else (text, text)
    dice = _dice(wanted)
    return name, Reference(wanted) if dice is None else RollResult(dice)


def _dice(text: str) -> Dice | None:
    """Read dice; what is none is the id of a table."""
    if "d" not in text.lower():
        return None
    try:
        return parse_dice(text)
    except DiceError:
        return None
