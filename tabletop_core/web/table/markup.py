"""Small parts of HTML."""

import re
from collections.abc import Iterable, Mapping
from html import unescape

from ...pictures.svg_text import esc

_HOLE = re.compile(r'<(\w+) id="([^"]*)" data-hole="">(?:</\1>)')


def classes(*names: str) -> str:
    """Return the attribute for those classes that are not empty.

    >>> classes("card", "", "ours")
    ' class="card ours"'
    """
    found = " ".join(filter(None, names))
    return f' class="{found}"' if found else ""


def hole(name: str, tag: str = "div") -> str:
    """Return an empty element for the fragment with this id."""
    return f'<{tag} id="{esc(name)}" data-hole=""></{tag}>'


def holes(html: str) -> list[str]:
    """Return the names of the fragments that belong inside one, in order.

    >>> holes(f"<ul>{hole('w1', 'li')}{hole('w2', 'li')}</ul>")
    ['w1', 'w2']
    """
    return [unescape(name) for _, name in _HOLE.findall(html)]


def sign(symbol: str) -> str:
    """Return a symbol as large as the letters around it."""
    return f'<svg class="sign" aria-hidden="true"><use href="#sym-{esc(symbol)}"/></svg>'


def listing(items: Iterable[str], tag: str = "ul", kind: str = "") -> str:
    """Return lines as a list, or nothing if there are none."""
    lines = "".join(f"<li>{esc(item)}</li>" for item in items)
    return f"<{tag}{classes(kind)}>{lines}</{tag}>" if lines else ""


def filled(name: str, parts: Mapping[str, str]) -> str:
    """Return a fragment with its holes filled, all the way down."""
    return _filled(name, parts, {esc(key): key for key in parts})


def _filled(name: str, parts: Mapping[str, str], inside: Mapping[str, str]) -> str:
    # It calls itself by its name in the module: a function that refers to itself from within would
    # keep all these words until the collector comes, for each page that is drawn.
    def fill(match: re.Match[str]) -> str:
        key = inside.get(match.group(2))
        return match.group(0) if key is None else _filled(key, parts, inside)

    return _HOLE.sub(fill, parts[name])
