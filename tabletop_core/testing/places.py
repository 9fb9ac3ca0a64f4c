"""Places in the data files of a pack: file and line."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs

from ..data.lines import Key, key_lines
from .source import FileLine


@attrs.frozen
class DataFile:
    """One data file: its content, and the line of each key."""

    path: Path
    content: Mapping[str, Any]
    lines: Mapping[Key, int]

    def place(self, key: Key) -> FileLine:
        """Return the place of a key, or of the nearest key around it."""
        while key and key not in self.lines:
            key = key[:-1]
        return str(self.path), self.lines.get(key, 1)


@attrs.frozen
class DataPlaces:
    """The data files of a pack."""

    files: tuple[DataFile, ...]

    @classmethod
    def of(cls, folder: Path | None) -> "DataPlaces":
        """Read the TOML files in `data` of a package, skipping those that cannot be read."""
        found = []
        for path in sorted((folder / "data").rglob("*.toml")) if folder else ():
            try:
                text = path.read_text(encoding="utf-8").replace("\r\n", "\n")
                found.append(DataFile(path, tomllib.loads(text), key_lines(text)))
            except (OSError, ValueError, RecursionError):
                continue
        return cls(tuple(found))

    def table(self, table: str, kind: str = "", name: str = "", key: str = "id") -> FileLine:
        """Return the place of a table, of an entry of it such as a modifier, or of a key."""
        for file in self.files:
            for at, form in _tables(file.content):
                if form.get("id") != table:
                    continue
                for number, entry in enumerate(form.get(kind, ()) if kind else ()):
                    if entry.get("id") == name:
                        return file.place((*at, kind, number, key))
                return file.place((*at, "id"))
        return "", 0

    def entry(self, name: str) -> FileLine:
        """Return the place of the component with this id: a card, a counter."""
        for file in self.files:
            for at, value in _walk(file.content, ()):
                if value == name and at[-1] == "id":
                    return file.place(at)
        return "", 0


def _tables(content: Mapping[str, Any]) -> Iterator[tuple[Key, Mapping[str, Any]]]:
    yield (), content
    inner = content.get("table", ())
    for number, form in enumerate(inner if isinstance(inner, list) else ()):
        if isinstance(form, dict):
            yield ("table", number), form


def _walk(value: Any, at: Key) -> Iterator[tuple[Key, Any]]:
    if isinstance(value, dict):
        for name, item in value.items():
            yield from _walk(item, (*at, name))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _walk(item, (*at, number))
    elif at:
        yield at, value
