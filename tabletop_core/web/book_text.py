"""Text of the rules as HTML: rules, charts and words that it names lead to their own entries."""

import re
from collections.abc import Iterable, Iterator, Mapping

from ..data.glossary import Word
from ..pictures.svg_text import esc
from ..presentation.book import Book
from ..presentation.glossary import words_in
from ..tables import Table
from .table import Links
from .table.links import anchor

_NAMED = re.compile(r"(?:\b(?:[Rr]ules?|[Cc]harts?|[Tt]ables?|note \w of) |\()(\d+(?:[./-]\w+)+)")
"""A number that a text names as that of a rule or chart; others may be numbers of dice."""

_TABLE = re.compile(r"\b(?:table|chart) (\w[\w.-]*\w)")
"""The id of a chart in the words of a result."""


def rule_html(book: Book, links: Links, text: str) -> str:
    """Return the text of a rule in paragraphs; each word is explained once."""
    told: set[str] = set()
    return "".join(
        f"<p>{line_html(book, links, ' '.join(paragraph.split()), told)}</p>"
        for paragraph in text.split("\n\n")
        if paragraph.strip()
    )


def line_html(book: Book, links: Links, text: str, told: set[str] | None = None) -> str:
    """Return a line of text; words in `told` have been explained before."""
    told = set() if told is None else told
    parts, at = [], 0
    for start, end, html in _leading(book, links, text):
        parts += [_explained(text[at:start], book.words, links, told), html]
        at = end
    return "".join([*parts, _explained(text[at:], book.words, links, told)])


def _leading(book: Book, links: Links, text: str) -> Iterator[tuple[int, int, str]]:
    """Yield where a text names a rule or chart, and the link that stands there."""
    for found in _NAMED.finditer(text):
        number = found[1].rstrip(".")
        if number in book.rules:
            address = links.in_book(number)
        elif number in book.charts:
            address = chart_address(links, number)
        else:
            continue
        start = found.start(1)
        yield start, start + len(number), f'<a href="{esc(address)}">{esc(number)}</a>'


def result_html(book: Book, links: Links, text: str) -> str:
    """Return a result of a chart; other charts that it names lead to their places."""
    parts, at = [], 0
    for found in _TABLE.finditer(text):
        chart = book.charts.get(found[1])
        if chart is not None:
            words = _quoted(chart)
            parts.append(esc(_plain(text[at : found.start(1)])))
            parts.append(f'<a href="{esc(chart_address(links, found[1]))}">{esc(words)}</a>')
            at = found.end(1)
    return "".join([*parts, esc(_plain(text[at:]))])


def result_in_words(charts: Mapping[str, Table], text: str) -> str:
    """Return a result of a chart as HTML without links; charts without a number have titles."""

    def named(found: re.Match[str]) -> str:
        chart = charts.get(found[1])
        return found[0] if chart is None else found[0].replace(found[1], _quoted(chart))

    return esc(_plain(_TABLE.sub(named, text)))


def chart_name(chart: Table) -> str:
    """Return the printed number of a chart, or its title if it has none of its own.

    `7-5.j` is printed so; `7-3.a.blast` is a part of note a that only the data name.
    """
    is_printed = chart.id[:1].isdecimal() and not _WORD_OF_DATA.search(chart.id)
    return chart.id if is_printed else chart.title


def _quoted(chart: Table) -> str:
    """Return the name of a chart within a sentence."""
    name = chart_name(chart)
    return name if name == chart.id else f"“{name}”"


_WORD_OF_DATA = re.compile(r"[.][a-z_]{2,}")
"""A part of the id of a chart that is a word, as no printed number has."""


def _plain(text: str) -> str:
    """Return names of results as words."""
    return text.replace("_", " ")


def sentence(text: str) -> str:
    """Return a reading as a sentence.

    >>> sentence("a hit counts once")
    'A hit counts once.'
    """
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def _explained(text: str, words: tuple[Word, ...], links: Links, told: set[str]) -> str:
    parts, at = [], 0
    for found, word in words_in(text, words):
        if word.id in told:
            continue
        told.add(word.id)
        parts.append(esc(text[at : found.start()]))
        parts.append(
            f'<a class="word" href="{esc(word_address(links, word.id))}" '
            f'data-means="{esc(word.text)}">{esc(found.group())}</a>'
        )
        at = found.end()
    return "".join([*parts, esc(text[at:])])


def chart_address(links: Links, chart: str) -> str:
    """Return where a chart stands in the book."""
    return f"{links.book('chart')}#{anchor('chart', chart)}"


def word_address(links: Links, word: str) -> str:
    """Return where a word is explained in the book."""
    return f"{links.book('words')}#{anchor('word', word)}"


def step_address(links: Links, step: str) -> str:
    """Return where a step stands in the sequence of play."""
    return f"{links.book('sequence')}#{anchor('step', step)}"


def first_sentence(texts: Iterable[str]) -> str:
    """Return how the text of a rule begins.

    >>> first_sentence(["", "Roll a die.\\n\\nA 6 wins."])
    'Roll a die.'
    """
    text = next((text for text in texts if text.strip()), "")
    return " ".join(text.split("\n\n")[0].split())
