"""The links in the parts of a table."""

from functools import lru_cache
from urllib.parse import quote

import attrs

from ...pictures.svg_text import esc


def anchor(kind: str, name: str) -> str:
    """Return the id of an entry of the book: of a `rule`, `chart`, `word` or `step`."""
    return f"{kind}:{'_'.join(name.split())}"


@attrs.frozen
class Links:
    """The addresses that the table of a game writes; all begin with `under`.

    `room` is the address of its room. A table that stands in a file alone has no links: `NO_LINKS`.

    >>> Links("/table/", pack="chess").rule("4.1")
    '/table/rules/chess/4.1'
    """

    under: str = ""
    room: str = ""
    pack: str = ""

    def action(self, name: str) -> str:
        """Return the address of an action or a popup of the room."""
        return f"{self.room}/{name}"

    def rules(self) -> str:
        return f"{self.under}rules/{quote(self.pack)}"

    def rule(self, number: str) -> str:
        return f"{self.rules()}/{quote(number, safe='')}"

    def in_book(self, number: str) -> str:
        """Return the address of a rule in the book.

        >>> Links("/", pack="boys").in_book("Flak Jacket")
        '/rules/boys#rule:Flak_Jacket'
        """
        return f"{self.rules()}#{anchor('rule', number)}"

    def book(self, page: str) -> str:
        """Return a page of the book: `rules`, `sequence`, `chart`, `rulings` or `words`."""
        return f"{self.under}{page}/{quote(self.pack)}"

    def chart(self, table: str, row: str = "") -> str:
        chart = f"{self.under}chart/{quote(self.pack)}/{quote(table, safe='')}"
        return f"{chart}?row={quote(row, safe='')}"

    def static(self, name: str) -> str:
        return f"{self.under}static/{name}"


NO_LINKS = Links()


@lru_cache(maxsize=1 << 10)
def rule_link(links: Links, number: str, words: str) -> str:
    """Return the words for a rule, leading to its page, where there is one."""
    if not links.under:
        return f'<span class="rule">{esc(words)}</span>'
    return f'<a class="rule" data-opens="" href="{esc(links.rule(number))}">{esc(words)}</a>'


def chart_link(links: Links, table: str, row: str, words: str) -> str:
    """Return the title of a chart, leading to its page where the row that was hit is marked."""
    if not links.under:
        return esc(words)
    return f'<a data-opens="" href="{esc(links.chart(table, row))}">{esc(words)}</a>'
