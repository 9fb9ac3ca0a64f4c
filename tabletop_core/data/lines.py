"""Find the line on which each key of a TOML or JSON text stands, so that errors can point at it."""

import json
import re
from collections.abc import Iterator
from typing import TypeAlias

Key: TypeAlias = tuple[str | int, ...]
"""A path into parsed TOML: names of keys and indices of arrays."""

_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\''
    r"|#[^\n]*|[\[\]{},=.\n]|[^\s\"'#\[\]{},=.]+",
    re.DOTALL,
)
_JSON_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|[\[\]{},:\n]|[^\s\[\]{},:"]+')
_STEP = re.compile(r"([^.\[\]]+)|\[(\d+)\]")


def read_key(text: str) -> Key:
    """Read a path as errors write it.

    >>> read_key("row[3].on")
    ('row', 3, 'on')
    """
    return tuple(name if name else int(index) for name, index in _STEP.findall(text))


def write_key(key: Key) -> str:
    """Write a path as errors show it.

    >>> write_key(("row", 3, "on"))
    'row[3].on'
    """
    parts = [f"[{step}]" if isinstance(step, int) else f".{step}" for step in key]
    return "".join(parts).removeprefix(".")


def key_lines(text: str) -> dict[Key, int]:
    """Return the line of every key, table header and array element of a valid TOML text.

    >>> key_lines('id = "x"\\n[[row]]\\non = 1\\n[[row]]\\non = 2\\n')[("row", 1, "on")]
    5
    """
    return _Scan(text).lines


def json_lines(text: str) -> dict[Key, int]:
    """Return the line of every key and element of a JSON text.

    >>> json_lines('{"a": [\\n1,\\n2]}')[("a", 1)]
    3
    """
    lines: dict[Key, int] = {}
    for path, line, _ in _json_places(text):
        lines.setdefault(path, line)
    return lines


def doubled_key(text: str) -> tuple[Key, int]:
    """Return the first key that an object of a JSON text has twice, and its second line."""
    seen: set[Key] = set()
    for path, line, is_key in _json_places(text):
        if is_key and path in seen:
            return path, line
        seen.update([path] if is_key else [])
    raise ValueError("no key is there twice")


def _json_places(text: str) -> Iterator[tuple[Key, int, bool]]:
    """Yield each key, and where each value begins: its path, line, and whether it is the key."""
    stack: list[tuple[Key, bool, int]] = []  # path, whether it is an array, next index
    path: Key = ()
    line, waiting = 1, ""
    for token in _JSON_TOKEN.findall(text):
        if token == "\n":
            line += 1
        elif token in "[{":
            yield path, line, False
            stack.append((path, token == "[", 0))
            path = (*path, 0) if token == "[" else path
        elif token in "]}" and stack:
            path = stack.pop()[0]
        elif token == "," and stack:
            base, is_array, index = stack.pop()
            stack.append((base, is_array, index + 1))
            path = (*base, index + 1) if is_array else base
        elif token == ":" and stack and not stack[-1][1]:
            path = (*stack[-1][0], json.loads(waiting) if waiting[:1] == '"' else waiting)
            yield path, line, True
        else:
            yield path, line, False
            waiting = token


class _Scan:
    """One walk over the tokens of a text that is known to parse."""

    def __init__(self, text: str) -> None:
        self.lines: dict[Key, int] = {}
        self.counts: dict[Key, int] = {}
        self.tokens: list[tuple[str, int]] = []
        line = 1
        for match in _TOKEN.finditer(text):
            token = match[0]
            if token[0] != "#":
                self.tokens.append((token, line))
            line += token.count("\n")
        self.at = 0
        self.prefix: Key = ()
        while self.at < len(self.tokens):
            self._statement()

    def _statement(self) -> None:
        token, line = self.tokens[self.at]
        if token == "\n":
            self.at += 1
        elif token == "[":
            self._header(line)
        else:
            key = self.prefix + self._names()
            self._record(key, line)
            self.at += 1
            self._value(key)

    def _names(self) -> Key:
        names: list[str | int] = []
        while self.tokens[self.at][0] not in ("=", "]"):
            token = self.tokens[self.at][0]
            if token != ".":
                names.append(token[1:-1] if token[0] in "\"'" else token)
            self.at += 1
        return tuple(names)

    def _header(self, line: int) -> None:
        is_array = self.tokens[self.at + 1][0] == "["
        self.at += 2 if is_array else 1
        names = self._names()
        self.at += 2 if is_array else 1
        key: Key = ()
        for at, name in enumerate(names):
            key += (name,)
            if is_array and at == len(names) - 1:
                self.counts[key] = self.counts.get(key, -1) + 1
            if key in self.counts:
                key += (self.counts[key],)
        self.prefix = key
        self._record(key, line)

    def _record(self, key: Key, line: int) -> None:
        self.lines.setdefault(key, line)
        for end in range(len(key) - 1, 0, -1):
            if key[:end] in self.lines:
                break
            self.lines[key[:end]] = line

    def _value(self, key: Key) -> None:
        """Walk one value; nesting is kept on a stack, so depth costs no recursion."""
        stack: list[tuple[Key, int]] = []  # index of the element; -1 for an inline table
        wants_name = False
        while self.at < len(self.tokens):
            token, line = self.tokens[self.at]
            if token == "\n" and not stack:
                return
            self.at += 1
            if token in "[{":
                wants_name = token == "{"
                stack.append((key, -1 if wants_name else 0))
                if token == "[":
                    key = (*key, 0)
                    self._element(key)
            elif token in "]}":
                key, _ = stack.pop()
                wants_name = False
                if not stack:
                    return
            elif token == ",":
                base, index = stack.pop()
                wants_name = index < 0
                stack.append((base, index if wants_name else index + 1))
                if not wants_name:
                    key = (*base, index + 1)
                    self._element(key)
            elif wants_name and token != "\n":
                self.at -= 1
                key = stack[-1][0] + self._names()
                self._record(key, line)
                self.at += 1
                wants_name = False

    def _element(self, key: Key) -> None:
        """Record where an array element starts, unless the array ends here."""
        at = self.at
        while at < len(self.tokens) and self.tokens[at][0] == "\n":
            at += 1
        if at < len(self.tokens) and self.tokens[at][0] != "]":
            self._record(key, self.tokens[at][1])
