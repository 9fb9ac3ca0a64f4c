"""Modules without comments and docstrings, line for line, so that a visitor fetches less."""

import ast
import io
import tokenize
from functools import cache

Cut = tuple[int, int, int, int, bytes]
"""First line and column, last line and column, and what is there instead; lines from 1, columns in
bytes."""


@cache  # The libraries of the next site are mostly the same.
def spare(source: bytes) -> bytes:
    """Return a module without comments and docstrings, each line where it was.

    What this version of Python cannot read is returned as it is: the library of a newer one.

    >>> spare(b'def f():  # why\\n    "What."\\n    return 1\\n')
    b'def f():\\n    0\\n    return 1\\n'
    """
    try:
        return _without_comments(_without_docstrings(source))
    except (SyntaxError, tokenize.TokenError, UnicodeDecodeError):
        return source


def _without_docstrings(source: bytes) -> bytes:
    lines = source.splitlines(keepends=True)
    for first, start, last, end, instead in _docstrings(source):
        if first == last:
            lines[first - 1] = lines[first - 1][:start] + instead + lines[first - 1][end:]
            continue
        lines[first - 1] = lines[first - 1][:start] + instead + b"\n"
        lines[first : last - 1] = [b"\n"] * (last - 1 - first)
        lines[last - 1] = lines[last - 1][end:]
    return b"".join(lines)


def _docstrings(source: bytes) -> list[Cut]:
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if (
                isinstance(first, ast.Expr)
                and isinstance(first.value, ast.Constant)
                and isinstance(first.value.value, str)
            ):
                # A body needs something in it; before imports from __future__ nothing may be.
                instead = b"" if isinstance(node, ast.Module) else b"0"
                last = first.end_lineno or 0, first.end_col_offset or 0
                found.append((first.lineno, first.col_offset, *last, instead))
    return found


def _without_comments(source: bytes) -> bytes:
    lines = source.decode().splitlines(keepends=True)
    for token in tokenize.tokenize(io.BytesIO(source).readline):
        if token.type == tokenize.COMMENT and "coding" not in token.string:
            number, column = token.start
            lines[number - 1] = lines[number - 1][:column].rstrip() + "\n"
    made = "".join(lines).encode()
    ast.parse(made)
    return made
