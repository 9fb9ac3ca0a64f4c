"""Compares the sections of a rulebook with the rules of a pack, to find those without a rule."""

import re
import sys
from collections.abc import Container, Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import attrs

from ..engine.game import Game
from ..engine.sequence import walk
from ..errors import TabletopError

_NUMBER = r"\d+(?:\.\d+)*[a-z]?|[A-Z]\d+(?:\.\d+)*"
_MARKDOWN = re.compile(rf"#{{1,6}}\s+(?:\*\*)?(?:[\[(]?({_NUMBER})[\])]?[.:)]?\s+)?(.*?)[#*\s]*")
_BRACKETED = re.compile(rf"\[({_NUMBER})\][.:]?\s+(.+)|\((\d+(?:\.\d+)+)\)\s+(.+)")
_DOTTED = re.compile(r"(\d+(?:\.\d+)+[a-z]?)[.:)]?\s+(.+)")
_SINGLE = re.compile(r"(\d{1,2})[.:)]?\s+(.+)")
_CHART = re.compile(r"(?:table|chart)\s+(\d+-\d+[a-z]?)[.:]?\s+(.+)", re.IGNORECASE)
_SMALL = {"a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to"}
_FEW = 5
"""A text with fewer numbered sections is read by its headings alone."""


@attrs.frozen
class Section:
    """A section of a rulebook: its number (empty where it has none), heading and line."""

    number: str
    heading: str
    line: int

    @property
    def name(self) -> str:
        return f"{self.number} {self.heading}".strip()


@attrs.frozen
class ComparedRules:
    """The sections of a text, those with a rule, and the rules that no section has.

    `rules`: where the rules of a section are; `left_out`: sections that the notes speak of.
    """

    sections: tuple[Section, ...]
    rules: dict[Section, tuple[str, ...]]
    left_out: frozenset[Section]
    unknown: tuple[tuple[str, str], ...]

    @property
    def missing(self) -> list[Section]:
        """The sections that have no rule yet."""
        return [one for one in self.sections if one not in self.rules and one not in self.left_out]


def sections_of(text: str, known: Container[str] = ()) -> list[Section]:
    """Return the sections of a rulebook in plain text or Markdown, by numbers or headings.

    A line that is one of the `known` headings (in small letters) is a section, however written.
    """
    lines = [" ".join(line.replace("**", "").split()) for line in text.splitlines()]
    numbered: list[Section] = []
    others: list[Section] = []
    named: list[Section] = []
    before = ""
    for at, line in enumerate(lines, 1):
        if section := _numbered(line, at):
            numbered.append(section)
        elif heading := _MARKDOWN.sub(r"\2", line) if _folded(line) in known else "":
            named.append(Section("", heading, at))
        elif section := _single(line, at):
            others.append(section)
        elif heading := _heading(line, before):
            others.append(Section("", heading, at))
        before = line
    found = [*numbered, *named, *(others if len(numbered) < _FEW else ())]
    return _each_once(sorted(found, key=lambda one: one.line))


def _numbered(line: str, at: int) -> Section | None:
    match = _MARKDOWN.fullmatch(line)
    if match and match[2]:
        return Section(_plain(match[1] or ""), match[2], at) if match[1] else None
    for pattern in (_BRACKETED, _CHART, _DOTTED):
        match = pattern.fullmatch(line)
        number, heading = [part for part in match.groups() if part] if match else ("", "")
        if heading and _is_heading(heading, 12):
            return Section(_plain(number), heading, at)
    return None


def _single(line: str, at: int) -> Section | None:
    match = _SINGLE.fullmatch(line)
    is_heading = match and _is_heading(match[2], 8) and not re.search(r"\d", match[2])
    if match and is_heading and _is_capitalised(match[2]):
        return Section(match[1], match[2], at)
    return None


def _heading(line: str, before: str) -> str:
    match = _MARKDOWN.fullmatch(line)
    if match and match[2]:
        return match[2]
    is_alone = not before or line.isupper()
    fits = is_alone and _is_heading(line, 8) and _is_capitalised(line) and len(line) > 3
    return line if fits else ""


def _is_heading(text: str, words: int) -> bool:
    return (
        text[:1].isalpha()
        and text[:1].isupper()
        and text[-1] not in ".,;:!?"
        and len(text.split()) <= words
    )


def _is_capitalised(text: str) -> bool:
    words = [word for word in re.findall(r"[^\W\d_]+", text) if word.lower() not in _SMALL]
    return bool(words) and all(word[0].isupper() for word in words)


def _plain(number: str) -> str:
    """Return a number in the form in which it is compared: 2.0 is section 2."""
    return re.sub(r"(\.0+)+$", "", number)


def _each_once(sections: Iterable[Section]) -> list[Section]:
    """Leave out duplicates: a section is in the table of contents and in the text.

    The later place is that of the text itself.
    """
    last: dict[tuple[str, str], Section] = {}
    for section in sections:
        key = (section.number, "" if section.number else _folded(section.heading))
        last.pop(key, None)
        last[key] = section
    return list(last.values())


def _folded(text: str) -> str:
    words = re.findall(r"\w+", text.lower())
    return " ".join(word for word in words if word not in ("a", "an", "the"))


def compare(game: Game[Any], text: str) -> ComparedRules:
    """Compare the sections of a rulebook with the rules and steps of a pack."""
    headings = {key for number, _ in _rules_of(game) for key in _keys_of(number)}
    sections = sections_of(text, {key for key in headings if not key[:1].isdigit()} - {""})
    by_key: dict[str, list[Section]] = {}
    for section in sections:
        keys = [section.number] if section.number else []
        for key in [*keys, _folded(section.heading)]:
            by_key.setdefault(key, []).append(section)
    rules: dict[Section, tuple[str, ...]] = {}
    unknown = []
    for number, where in _rules_of(game):
        found = [one for key in _keys_of(number) for one in by_key.get(key, ())]
        for section in found:
            rules[section] = (*rules.get(section, ()), where)
        if not found:
            unknown.append((number, where))
    notes = _notes(game)
    left_out = {one for one in sections if one not in rules and _is_told(one, notes)}
    return ComparedRules(tuple(sections), rules, frozenset(left_out), tuple(dict.fromkeys(unknown)))


def _rules_of(game: Game[Any]) -> Iterator[tuple[str, str]]:
    for rule in game.rules:
        yield rule.number, rule.where
    for _, node in walk(game.sequence):
        if node.rule_number:
            yield node.rule_number, f"sequence of play: {node.name}"


def _keys_of(number: str) -> Iterator[str]:
    """Yield the names of a rule: `15/Escape` is in section 15, under `Escape`."""
    parts = [part.strip() for part in number.split("/")]
    for part in parts[-1:] if len(parts) > 1 else parts:
        yield _plain(part)
        yield _folded(part)
    if len(parts) > 1:
        yield _plain(parts[0])


def _notes(game: Game[Any]) -> str:
    """Return what the notes of a pack declare as left out."""
    is_package = hasattr(sys.modules[game.package], "__path__")
    file = files(game.package) / "NOTES.md" if is_package else None
    if file is None or not file.is_file():
        return ""
    text = file.read_text(encoding="utf-8")
    found = re.findall(
        r"^#+ [^\n]*\b(?:not|gaps?|missing)\b.*?(?=^#+ |\Z)", text, re.M | re.S | re.I
    )
    return "\n".join(found)


def _is_told(section: Section, notes: str) -> bool:
    if section.number:
        return bool(re.search(rf"(?<![\d.]){re.escape(section.number)}(?![\d]|\.\d)", notes))
    return f" {_folded(section.heading)} " in f" {_folded(notes)} "


def read_rulebook(file: Path) -> str:
    """Return the text of a rulebook.

    Raises:
        TabletopError: the file cannot be read.
    """
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        remedy = "save the rulebook as plain text or Markdown in UTF-8"
        raise TabletopError(f"{file} is not text in UTF-8; {remedy}") from None
    except OSError as error:
        raise TabletopError(f"{file} cannot be read: {error.strerror}; check the path") from None
