"""Blocks of a saved game: limits on what is parsed at all, and strict reading of what was."""

import json
import re
from collections.abc import Mapping
from typing import Any, TypeVar, get_args, get_origin

import attrs

from ..data.documents import parse_document
from ..errors import DataError

T = TypeVar("T")

MAX_SAVE_BYTES = 64 * 1024 * 1024
MAX_BLOCK_BYTES = 256 * 1024
"""The limit for one block, without the line that holds the state of the game."""

MAX_COUNT = 10_000_000
"""The limit for entries, dice, cards and events of one game: a count is looped over."""

_STATE = re.compile(rb"^state = '(.*)'\n", re.MULTILINE)
# Control characters, those that turn the direction of a line, and halves of characters.
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def parse_block(record: bytes) -> tuple[dict[str, Any], Any]:
    """Return the content of a block of TOML and the state in it, or None without a state.

    The state is one line, read as JSON, which is many times faster than TOML.

    Raises:
        ValueError: it is not TOML, too large or nested too deeply.
    """
    state = _STATE.search(record)
    rest = record[: state.start()] + record[state.end() :] if state else record
    if len(rest) > MAX_BLOCK_BYTES:
        raise ValueError(f"a block is larger than {MAX_BLOCK_BYTES} bytes")
    try:
        block = parse_document("", rest.decode())
    except DataError as error:
        (problem,) = error.problems
        raise ValueError(problem.message) from None
    return block, parse_json(state[1].decode()) if state else None


def parse_json(text: str | bytes) -> Any:
    """Return the content of a line of JSON.

    Raises:
        ValueError: it is not JSON, or nested too deeply.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def read_block(kind: type[T], plain: Mapping[str, Any]) -> T:
    """Return an attrs object from the keys of a block.

    Raises:
        ValueError: a key is unknown or missing, or its value does not fit.
    """
    fields = {field.name: field for field in attrs.fields(kind)}  # type: ignore[arg-type]
    for name, value in plain.items():
        if name not in fields:
            raise ValueError(f"this version of tabletop does not know its key {name!r}")
        if not _fits(value, fields[name].type):
            raise ValueError(f"its key {name!r} cannot be {shortened(value)}")
    for name, field in fields.items():
        if field.default is attrs.NOTHING and name not in plain:
            raise ValueError(f"its key {name!r} is missing")
    return kind(**plain)


def _fits(value: Any, hint: Any) -> bool:
    """Return whether a value is of the kind that a field is declared as."""
    origin, inner = get_origin(hint) or hint, get_args(hint)
    if hint is Any:
        return True
    if origin is Mapping:
        key, item = inner
        return isinstance(value, dict) and all(
            _fits(name, key) and _fits(one, item) for name, one in value.items()
        )
    if origin in (list, tuple):
        return isinstance(value, list | tuple) and all(_fits(one, inner[0]) for one in value)
    if isinstance(origin, type) and origin is not int and origin is not str:
        return isinstance(value, origin)
    if type(value) is not origin:
        return False
    if isinstance(value, int):
        return 0 <= value <= MAX_COUNT
    return not _UNPRINTABLE.search(value)


def printable(text: str) -> str:
    """Return a text in one line, with a question mark for each character that shows nothing.

    >>> printable("round 2\\x1b[2J")
    'round 2?[2J'
    """
    return _UNPRINTABLE.sub("?", " ".join(text.split()))


def shortened(value: Any) -> str:
    """Return a value as quoted in a message, cut to a fixed length."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
