"""What the first lines of CSV and Markdown state of a table: `title = The sky`."""

import re
from typing import Any

import attrs

from ..data.entries import Entry
from ..data.strict import wrong
from ..dice.notation import parse_dice
from ..errors import DataError, DiceError, Problem
from .ranges import read_spans

_HEAD = "beyond|confidence|dice|digits|provenance|source|title|unreachable"
_STATED = re.compile(rf'"?({_HEAD})\s*=\s*("?)([^|]*?)\2"?[ \t,;]*')


def take_stated(text: str, kind: str, name: str) -> tuple[dict[str, Any], str]:
    """Take lines such as `title = The sky` off a text, as what they state of the table.

    They are the first lines of CSV; in Markdown other lines may stand between, up to the table.

    Raises:
        DataError: a value that is not legal, or a key that was stated before.
    """
    found: dict[str, Any] = {}
    problems: list[Problem] = []
    lines = text.removeprefix("\ufeff").split("\n")
    for at, line in enumerate(lines):
        stated = _STATED.fullmatch(line.rstrip("\r"))
        if stated is None:
            if "|" in line or (kind == "csv" and line.strip()):
                break
            continue
        key, _, value = stated.groups()
        try:
            if key in found:
                raise wrong("D105", "this is stated twice", value, "leave one out")
            if key in ("provenance", "confidence"):
                Entry(**{key: value})
            if key == "unreachable" and read_spans(value) is None:
                raise wrong("D105", "these are no ranges", value, "write such as 0,13-14")
            found[key] = parse_dice(value) if key == "dice" else value
        except (DataError, DiceError) as error:
            one = error.problems[0] if isinstance(error, DataError) else None
            one = one or Problem(
                code="D105", message=str(error), value=repr(value), remedy="fix it"
            )
            problems.append(attrs.evolve(one, file=name, line=at + 1, key=key))
        # The lines keep their numbers.
        lines[at] = ""
    if problems:
        raise DataError(problems)
    return found, "\n".join(lines)
