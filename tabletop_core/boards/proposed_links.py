"""Links of a map file that are only proposed: a comment marks each until its author decides."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from ..data.folders import folder_of

Ends = tuple[str, str]

_ENTRY = re.compile(r"^(?=[\[#])", re.MULTILINE)
_HEAD = re.compile(r"\[\[link\]\][ \t]*# proposed[ \t\r]*\n")
_ENDS = re.compile(r'^ends\s*=\s*\[\s*"([^"]+)"\s*,\s*"([^"]+)"', re.MULTILINE)


def as_proposed(links: Iterable[Ends]) -> str:
    """Return the entries of links that are proposed, to stand at the end of a map file."""
    return "".join(f'\n[[link]] # proposed\nends = ["{a}", "{b}"]\n' for a, b in links)


def proposed_links(text: str) -> list[Ends]:
    """Return the ends of the links that a map file only proposes.

    >>> proposed_links(as_proposed([("mill", "ford"), ("ford", "inn")]))
    [('mill', 'ford'), ('ford', 'inn')]
    """
    return [ends for entry in _ENTRY.split(text) if (ends := _proposed(entry))]


def proposed_in(package: str) -> dict[Path, list[Ends]]:
    """Return the links that the data of a pack only propose, by their files."""
    home = folder_of(package)
    files = sorted(Path(str(home)).glob("data/**/*.toml")) if home is not None else []
    found = {file: _read(file, file.stat().st_mtime_ns) for file in files}
    return {file: links for file, links in found.items() if links}


@lru_cache(maxsize=256)
def _read(file: Path, _changed: int) -> list[Ends]:
    return proposed_links(file.read_text(encoding="utf-8", errors="replace"))


def decided_links(text: str, are_kept: Mapping[Ends, bool]) -> str:
    """Return a map file in which some proposals are links, or gone; the rest stays as it is.

    >>> decided_links(as_proposed([("mill", "ford"), ("ford", "inn")]), {("mill", "ford"): False})
    '\\n[[link]] # proposed\\nends = ["ford", "inn"]\\n'
    """
    entries = []
    for entry in _ENTRY.split(text):
        ends = _proposed(entry)
        if ends is None or ends not in are_kept:
            entries.append(entry)
        elif are_kept[ends]:
            entries.append(_HEAD.sub("[[link]]\n", entry, count=1))
    return "".join(entries)


def _proposed(entry: str) -> Ends | None:
    found = _ENDS.search(entry) if _HEAD.match(entry) else None
    return (found[1], found[2]) if found else None
