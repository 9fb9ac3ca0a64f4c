"""The rules of a game as a book: chapters, and what leads from rule to chart, ruling and word."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import attrs

from ..engine.game import Game
from ..engine.rules import Chapter
from .glossary import words_in
from .rulebook import RuleText, rule_texts
from .sequence import SequenceLine, rule_titles, sequence_places

if TYPE_CHECKING:
    from ..data.glossary import Word
    from ..tables import Table

_SEPARATORS = "./-"
_PIECES = re.compile(r"\d+|[^\W\d]+|[^\w\s]")

Placed = tuple[Chapter, tuple[str, ...]]
"""A chapter with the numbers of its rules."""


def natural_order(number: str) -> tuple[tuple[int, int, str], ...]:
    """Return the key that sorts numbers of rules as a rulebook does, a part before its own parts.

    Of numbers that differ in the sign only, those with a dot go first, then slash and hyphen.

    >>> sorted(["9.1.6.4", "10.1", "4-2", "6.2", "4.2", "4-10.a", "4-10"], key=natural_order)
    ['4.2', '4-2', '4-10', '4-10.a', '6.2', '9.1.6.4', '10.1']
    """
    return tuple(
        (1, int(piece), "")
        if piece.isdecimal()
        else (0, _SEPARATORS.find(piece) % 9, piece)
        if not piece[0].isalpha()
        else (2, 0, piece)
        for piece in _PIECES.findall(number.casefold())
    )


def is_under(number: str, beginning: str) -> bool:
    """Tell whether a number is this one or begins with it.

    >>> is_under("4-9.a", "4"), is_under("43", "4"), is_under("4", "4")
    (True, False, True)
    """
    rest = number.removeprefix(beginning)
    return number.startswith(beginning) and (not rest or not rest[0].isalnum())


def in_chapters(
    numbers: Iterable[str], chapters: Sequence[Chapter]
) -> tuple[list[Placed], list[str]]:
    """Return the chapters with their rules in the order of the book, and the rules in none."""
    entries = [(entry, chapter) for chapter in chapters for entry in chapter.rules]
    placed: dict[Chapter, list[tuple[int, str]]] = {chapter: [] for chapter in chapters}
    left = []
    for number in numbers:
        fitting = [one for one in entries if is_under(number, one[0])]
        if not fitting:
            left.append(number)
            continue
        entry, chapter = max(fitting, key=lambda one: len(one[0]))
        placed[chapter].append((chapter.rules.index(entry), number))
    for found in placed.values():
        found.sort(key=lambda one: (one[0], natural_order(one[1])))
    return [(chapter, tuple(number for _, number in placed[chapter])) for chapter in chapters], left


def usual_chapters(numbers: Iterable[str]) -> tuple[Chapter, ...]:
    """Return a chapter for each number with which numbers begin, and one for rules without any.

    >>> [chapter.title for chapter in usual_chapters(["10.1", "10.2", "2.3", "2.4"])]
    ['Chapter 2', 'Chapter 10']
    >>> usual_chapters(["2", "1"])
    (Chapter(title='Rules', rules=('1', '2')),)
    """
    numbers = tuple(numbers)
    found = {match[0] for one in numbers if (match := re.match(r"\d+", one))}
    begun = sorted(found, key=int)
    plain = [number for number in numbers if not number[:1].isdecimal()]
    # Where nearly every rule has a number of its own, one chapter is enough.
    if 2 * len(begun) > len(numbers) - len(plain):
        return (Chapter("Rules", *begun, *plain),)
    chapters = [Chapter(f"Chapter {one}", one) for one in begun]
    return (*chapters, Chapter("Other rules", *plain)) if plain else tuple(chapters)


def numbers_of(game: Game[Any]) -> tuple[str, ...]:
    """Return the numbers and headings of all rules and of what else rulings are about."""
    rules = (rule.number for rule in game.rules)
    return tuple(dict.fromkeys([*rules, *(one.rule for one in game.all_rulings)]))


@attrs.frozen(kw_only=True)
class BookChapter:
    """A chapter with its rules; `number` where each chapter of the book has one."""

    title: str
    number: str
    rules: tuple[RuleText, ...]

    @property
    def heading(self) -> str:
        return f"{self.number}. {self.title}" if self.number else self.title


@attrs.frozen(kw_only=True, eq=False)
class Book:
    """The rules of a game: chapters of rules, its charts, words and sequence of play.

    `charted` are the rules that look up a chart, by its id; `using` those whose text has a word of
    the glossary, by the word.
    """

    chapters: tuple[BookChapter, ...]
    charts: "Mapping[str, Table]"
    words: "tuple[Word, ...]"
    sequence: tuple[SequenceLine, ...]
    titles: Mapping[str, str]
    charted: Mapping[str, tuple[RuleText, ...]]
    using: Mapping[str, tuple[RuleText, ...]]

    @property
    def rules(self) -> dict[str, RuleText]:
        return {rule.number: rule for chapter in self.chapters for rule in chapter.rules}

    @property
    def charts_in_chapters(self) -> "list[tuple[str, list[Table]]]":
        """The charts under the chapters that have their numbers; all of them under none else."""
        numbers = {chapter.number: chapter.heading for chapter in self.chapters}
        found: dict[str, list[Table]] = {}
        for id_, chart in self.charts.items():
            heading = next((h for n, h in numbers.items() if n and is_under(id_, n)), "")
            found.setdefault(heading, []).append(chart)
        return list(found.items())

    @property
    def has_rulings(self) -> bool:
        return any(rule.rulings for rule in self.rules.values())


@lru_cache(maxsize=32)
def book_of(game: Game[Any]) -> Book:
    """Return the rules of a game, as its data are without overlays."""
    data = game.data_with()
    numbers = numbers_of(game)
    placed, left = in_chapters(numbers, game.chapters or usual_chapters(numbers))
    if left:
        placed.append((Chapter("Other rules"), tuple(sorted(left, key=natural_order))))
    is_numbered = all(map(_number, game.chapters))
    chapters = tuple(
        BookChapter(
            title=chapter.title,
            number=_number(chapter) if is_numbered else "",
            rules=rule_texts(game, data.tables, found),
        )
        for chapter, found in placed
        if found
    )
    charted: dict[str, tuple[RuleText, ...]] = {}
    using: dict[str, tuple[RuleText, ...]] = {}
    for rule in (rule for chapter in chapters for rule in chapter.rules):
        for chart, _ in rule.charts:
            charted[chart] = (*charted.get(chart, ()), rule)
        text = "\n".join(words for _, words in rule.parts)
        for _, word in words_in(text, data.glossary):
            using[word.id] = (*using.get(word.id, ()), rule)
    charts = sorted(data.tables.items(), key=lambda one: natural_order(one[0]))
    titles = rule_titles(game.rules)
    return Book(
        chapters=chapters,
        charts=dict(charts) if all(id_[:1].isdecimal() for id_, _ in charts) else dict(data.tables),
        words=tuple(sorted(data.glossary, key=lambda word: word.id.casefold())),
        sequence=tuple(sequence_places(game.program.sequence, titles)),
        titles=titles,
        charted=charted,
        using=using,
    )


def _number(chapter: Chapter) -> str:
    """Return the number of a chapter whose rules begin with one, unless its title names it."""
    number = chapter.rules[0] if len(chapter.rules) == 1 else ""
    return number if number.isdecimal() and not chapter.title.endswith(number) else ""
