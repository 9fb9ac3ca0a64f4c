"""Tables in pages of HTML and in texts of MediaWiki."""

import re
from collections.abc import Iterator, Mapping
from html import unescape
from html.parser import HTMLParser

from ..errors import DataError
from .csv_markdown import Sheet, flaw

_BLOCKS = ("br", "p", "div", "li", "ul", "ol", "dt", "dd")
_UNSEEN = ("script", "style", "template")
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


class _Page(HTMLParser):
    """Collects the tables of a page; what is linked or shown is written as in Markdown."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.sheets: list[Sheet] = []
        self._title = ""
        self._heading = ""
        self._line = 0
        self._rows: list[tuple[int, tuple[str, ...]]] = []
        self._cells: list[str] | None = None
        self._text: list[str] | None = None
        self._links: list[str] = []
        self._tables = 0
        self._unseen = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag in _UNSEEN:
            self._unseen = tag
        elif tag == "table":
            self._tables += 1
            if self._tables > 1:
                raise self._flaw("a table inside a table", "take the inner one out")
            self._line, self._title, self._rows = self.getpos()[0], self._heading, []
        elif tag == "tr" and self._tables:
            self._end_row()
            self._cells = []
        elif tag in ("td", "th") and self._cells is not None:
            self._end_cell()
            self._text = []
            self._check_merged(said)
        elif tag == "caption" or tag in _HEADINGS:
            self._text = []
        elif tag in _BLOCKS and self._text is not None:
            self._text.append(" ")
        elif tag == "a" and self._text is not None:
            self._links.append(said.get("href", ""))
            self._text.append("[")
        elif tag == "img" and self._text is not None:
            self._text.append(f"![{said.get('alt', '')}]({said.get('src', '')})")

    def handle_endtag(self, tag: str) -> None:
        if tag == self._unseen:
            self._unseen = ""
        elif tag in ("td", "th"):
            self._end_cell()
        elif tag == "tr":
            self._end_row()
        elif tag in _BLOCKS and self._text is not None:
            self._text.append(" ")
        elif tag == "a" and self._links:
            address = self._links.pop()
            if self._text is not None:
                self._text.append(f"]({address})")
        elif tag == "table" and self._tables:
            self._tables -= 1
            self._end_row()
            if len(self._rows) > 1:
                (_, heading), *rows = self._rows
                self.sheets.append(Sheet(self._title, heading, self._line, tuple(rows)))
        elif tag == "caption":
            self._title = self._words()
        elif tag in _HEADINGS:
            self._heading = self._words()

    def handle_data(self, data: str) -> None:
        if self._text is not None and not self._unseen:
            self._text.append(data)

    def _words(self) -> str:
        text, self._text = "".join(self._text or ()), None
        return " ".join(text.split())

    def _end_cell(self) -> None:
        if self._cells is not None and self._text is not None:
            self._cells.append(self._words())

    def _end_row(self) -> None:
        self._end_cell()
        if self._cells:
            self._rows.append((self.getpos()[0], tuple(self._cells)))
        self._cells = None

    def _check_merged(self, said: Mapping[str, str]) -> None:
        for merged in ("colspan", "rowspan"):
            if said.get(merged, "1") not in ("", "1"):
                raise self._flaw(f"merged cells ({merged})", "give each row cells of its own")

    def _flaw(self, what: str, remedy: str) -> DataError:
        return DataError([flaw("D105", self.name, self.getpos()[0], what, remedy)])


def html_sheets(text: str, name: str) -> list[Sheet]:
    """Return the tables of a page in HTML, each with its caption or the heading above it.

    Raises:
        DataError: cells are merged, or a table stands inside another.
    """
    page = _Page(name)
    page.feed(text)
    page.close()
    return page.sheets


_LINK = re.compile(r"\[(https?://[^\s\]]+)\s+([^\]]+)\]")
_STYLE = re.compile(r"^[^|\[{]*\|(?!\|)")
"""What may stand before the text of a cell: `style="..." |`."""


def wiki_sheets(text: str, name: str) -> list[Sheet]:
    """Return the tables of a text of MediaWiki, each with its caption or the heading above it.

    Raises:
        DataError: cells are merged, or a table stands inside another.
    """
    found, heading = list[Sheet](), ""
    lines = iter(enumerate(text.splitlines(), 1))
    for number, line in lines:
        if title := re.fullmatch(r"\s*(=+)\s*(.+?)\s*\1\s*", line):
            heading = title[2]
        elif line.lstrip().startswith("{|"):
            sheet = _wiki_table(lines, name, number, heading)
            found += [sheet] if sheet.rows else []
    return found


def _wiki_table(lines: Iterator[tuple[int, str]], name: str, line: int, title: str) -> Sheet:
    rows: list[tuple[int, list[str]]] = []
    is_open = False  # whether a row has begun
    for number, raw in lines:
        said = raw.strip()
        if said.startswith("|}"):
            break
        if said.startswith("{|"):
            what = "a table inside a table"
            raise DataError([flaw("D105", name, number, what, "take the inner one out")])
        if said.startswith("|+"):
            title = _plain(_STYLE.sub("", said[2:]))
        elif said.startswith("|-"):
            is_open = False
        elif said[:1] in ("|", "!"):
            if not is_open:
                rows.append((number, []))
                is_open = True
            between = r"\|\||!!" if said[0] == "!" else r"\|\|"
            for cell in re.split(between, said[1:]):
                if re.match(r"[^|]*\b(col|row)span\b", cell):
                    remedy = "give each row cells of its own"
                    raise DataError([flaw("D105", name, number, "merged cells", remedy)])
                rows[-1][1].append(_plain(_STYLE.sub("", cell)))
        elif said and rows and is_open:
            rows[-1][1][-1] = f"{rows[-1][1][-1]} {_plain(said)}".strip()
    (_, heading), *rest = rows or [(line, [])]
    return Sheet(title, tuple(heading), line, tuple((at, tuple(cells)) for at, cells in rest))


def _plain(text: str) -> str:
    """Take emphasis and tags off a text; links are written as in Markdown."""
    text = _LINK.sub(r"[\2](\1)", re.sub(r"'{2,5}", "", text))
    return " ".join(unescape(re.sub(r"<[^<>]*>", " ", text)).split())
