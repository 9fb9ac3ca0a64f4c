"""The log sheet of a game: Markdown that a pack writes, saved as such or as a page."""

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import PackError
from ..viewers import Viewer

if TYPE_CHECKING:
    from ..engine.game import Game
    from ..engine.match import Match

SHEET_ENDINGS = (".md", ".html")
_STYLE = """
:root { color-scheme: light dark; font: 1em/1.5 sans-serif; }
body { max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2rem; border-bottom: 2px solid; }
ul { padding: 0; list-style: none; }
li:has(> b) { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: .8rem; }
b { font-weight: normal; opacity: .75; }
table { display: block; overflow-x: auto; margin: 1rem 0; border-collapse: collapse; }
td { font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .7rem; border-bottom: 1px solid #8888; text-align: left; }
.number { text-align: right; }
@media (max-width: 600px) {
  li:has(> b) { grid-template-columns: 7rem minmax(0, 1fr); gap: .5rem; }
  th, td { padding: .15rem .3rem; font-size: .8rem; }
}
"""


def check_log_sheet(game: "Game[Any]", path: Path) -> None:
    """Raise `PackError` if a game has no log sheet, or the file name has the wrong ending."""
    if game.look.log_sheet is None:
        raise PackError(f"{game.id} keeps no log sheet; leave --log-sheet out")
    if path.suffix not in SHEET_ENDINGS:
        raise PackError(
            f"a log sheet is written as Markdown or as a page, not as {path.name!r}; "
            f"give a file that ends in {' or '.join(SHEET_ENDINGS)}"
        )


def write_log_sheet(match: "Match[Any]", path: Path, viewer: Viewer) -> None:
    """Write the log sheet, without what a viewer may not see.

    Raises:
        PackError: the game has no log sheet, or the file cannot be written.
    """
    check_log_sheet(match.game, path)
    assert match.game.look.log_sheet is not None
    text = match.game.look.log_sheet(match.play, viewer)
    if path.suffix == ".html":
        text = to_page(text, match.game.title)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise PackError(f"cannot write the log sheet {str(path)!r}: {error.strerror}") from None


def to_page(markdown: str, title: str) -> str:
    """Return a page of plain Markdown: headings, paragraphs, lists and tables."""
    body = to_html(markdown)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n"
        f"<style>{_STYLE}</style>\n"
        f"</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def to_html(markdown: str) -> str:
    """Return plain Markdown as the inside of a page."""
    return "\n".join(_blocks(markdown))


def _blocks(markdown: str) -> Iterator[str]:
    for block in re.split(r"\n\s*\n", markdown.strip()):
        lines = block.splitlines()
        if heading := re.match(r"(#+) (.*)", block):
            level = len(heading[1])
            yield f"<h{level}>{_inline(heading[2])}</h{level}>"
        elif block.startswith("|"):
            yield _table(lines)
        elif block.startswith("- "):
            items = "".join(f"<li>{_item(line[2:])}</li>" for line in lines)
            yield f"<ul>{items}</ul>"
        else:
            yield f"<p>{_inline(' '.join(lines))}</p>"


def _table(lines: list[str]) -> str:
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    head = "".join(f"<th>{_inline(cell)}</th>" for cell in rows[0])
    cells = "\n".join(  # of the rows below the line under the head
        "<tr>" + "".join(map(_cell, row)) + "</tr>" for row in rows[2:]
    )
    return f"<table>\n<tr>{head}</tr>\n{cells}\n</table>"


def _item(line: str) -> str:
    """
    >>> _item("Bombs: 30 %"), _item("home at last")
    ('<b>Bombs:</b> <span>30 %</span>', 'home at last')
    """
    if named := re.match(r"([^:*]{1,48}): (.+)", line):
        return f"<b>{_inline(named[1])}:</b> <span>{_inline(named[2])}</span>"
    return _inline(line)


def _cell(text: str) -> str:
    kind = ' class="number"' if re.fullmatch(r"[-+]?[\d.,]+ ?%?", text) else ""
    return f"<td{kind}>{_inline(text)}</td>"


def _inline(text: str) -> str:
    return re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", escape(text))
