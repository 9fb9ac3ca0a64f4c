"""Saved games that somebody has changed and sealed again: every check value fits."""

import json
import re
import zlib
from random import Random

_SEALED = re.compile(rb"#= [0-9a-f]{8}\n$")
_WORD = re.compile(rb'"(?:[^"\\\n]|\\.)*"|-?\d+|true|false|\b[a-z_]+(?= = )')

HOSTILE = (
    b"0", b"-1", b"1", b"7", b"99", b"10000001", b"9" * 30, b"9" * 5000, b"1.5", b"-0.0", b"1e999",
    b"NaN", b"Infinity", b"null", b"true", b"false", b'""', b'"north"', b'"roll"', b'"nobody"',
    b'"\\u0000"', b'"\\ud800"', b'"\\u001b[2J"', b'"\\u202e"', b'"' + b"x" * 5000 + b'"', b"'",
    b"[]", b"{}", b"[[]]", b'{"nothing": true}', b'["north", "roll"]', b"[" * 3000,
    b"[" * 50 + b"]" * 50, b"a" + b".a" * 10_000, b"2026-11-25", b"\xff\xfe", b"\x00", b"\r", b"",
    b'"human"', b'"greedy"', b'"mcts:ms=x"', b'"manual"', b'"own"', b'"bomber_run"', b"undo",
    b"state", b"format", b"[header]", b"[[end]]", b"[[checkpoint]]", b"inf", b"nan", b"0x10",
)  # fmt: skip
"""Values that do not belong where they are put."""

LINES = (
    b'new_key = "x"\n', b"a" + b".a" * 10_000 + b" = 1\n", b"deep = " + b"[" * 3000 + b"\n",
    b"[start]\nentry = 1\n", b"[[end]]\n", b"[[checkpoint]]\nentry = 1\n", b"[options.a]\nc = 1\n",
    b'99999999999999999999 = ["roll", 1] ', b'1 = ["answer", "north", "roll"], ["roll", 3] ',
    b'3 = ["undo", -1, "north", "roll", []] ', b'3 = ["undo", 999, "north", "roll", []] ',
    b'3 = ["seal", "north", {}] ', b'3 = ["unseal", 5] ', b'3 = ["retyped", "x"] ',
    b'3 = ["undone", {}] ', b'3 = ["answers", ["north"], 5] ', b'3 = ["draw", 5] ', b"3 = [] ",
    b'stands_3 = "a", "b" ', b'stands_3 = "\\ud800" ', b"stands_3 = 5 ",
)  # fmt: skip
"""Lines that belong into no saved game."""


def sealed_again(lines):
    """Write the check value of each record again, as one would who wants to hide something."""
    crc, sealed = 0, b""
    record = b""
    for line in lines:
        record += line
        if _SEALED.search(line):
            said = record[: -len("01234567\n")]
            crc = zlib.crc32(said, crc)
            sealed += said + b"%08x\n" % crc
            record = b""
    return sealed + record


def mutated(content: bytes, random: Random) -> bytes:
    """Return a saved game with one to three changes, sealed again."""
    lines = content.splitlines(keepends=True)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        random.choice((_change_value, _change_value, _change_state, _change_lines))(lines, random)
    return sealed_again(lines)


def _change_value(lines: list[bytes], random: Random) -> None:
    """Put something else in place of a key or a value, or cut it."""
    at = random.randrange(len(lines))
    line, seal, crc = lines[at].partition(b"#= ")
    words = list(_WORD.finditer(line))
    if words:
        word = random.choice(words)
        line = line[: word.start()] + random.choice(HOSTILE) + line[word.end() :]
    lines[at] = line + seal + crc


def _change_state(lines: list[bytes], random: Random) -> None:
    """Change something inside the state of a checkpoint or of the start."""
    states = [at for at, line in enumerate(lines) if line.startswith(b"state = '{")]
    if not states:
        return
    at = random.choice(states)
    try:
        state = json.loads(lines[at][len("state = '") : -len("'\n")])
    except ValueError:  # it was changed before
        return
    inside = [(state, key) for key in state]
    for holder, key in inside:
        held = holder[key]
        keys = held if isinstance(held, dict) else range(len(held)) if type(held) is list else ()
        inside += [(held, one) for one in keys]
    holder, key = random.choice(inside)
    if random.random() < 0.2:
        del holder[key]
    else:
        holder[key] = random.choice(
            (None, -1, 10**400, 1.5, "x", [], {}, [[[[]]]], {"nothing": True}, True, [1] * 5000)
        )
    lines[at] = b"state = '%s'\n" % json.dumps(state).replace("'", "\\u0027").encode()


def _change_lines(lines: list[bytes], random: Random) -> None:
    """Put a line in, take one out, double one or swap two."""
    at, other = random.randrange(len(lines)), random.randrange(len(lines))
    kind = random.randrange(4)
    if kind == 0:
        line = random.choice(LINES)
        lines.insert(at, line if line.endswith(b"\n") else line + b"#= 00000000\n")
    elif kind == 1:
        lines.insert(other, lines[at])
    elif kind == 2:
        lines[at], lines[other] = lines[other], lines[at]
    elif len(lines) > 1:
        del lines[at]
