"""The rules of a game as a book: rules, sequence of play, charts, rulings, words."""

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any

from jinja2 import Environment
from starlette.requests import Request
from starlette.responses import Response

from ..engine.game import Game
from ..events.words import printed_number
from ..presentation.book import Book, book_of
from ..presentation.charts import words_of_results
from ..presentation.rulebook import RuleText
from ..rooms.errors import NotFoundError
from .book_text import (
    chart_address,
    first_sentence,
    line_html,
    result_html,
    rule_html,
    sentence,
    step_address,
    word_address,
)
from .site import Site
from .table import Links
from .table.info_pages import chart_html
from .table.links import anchor

PAGES = {
    "rules": "Rules",
    "sequence": "Sequence of play",
    "chart": "Charts",
    "rulings": "Rulings",
    "words": "Words",
}
"""The pages of a book, by the beginning of their addresses."""


async def books(site: Site, request: Request) -> Response:
    """Show which games there are rules of."""
    packs = [pack.identity for pack in site.config.catalog.packs]
    return site.page(request, "books", packs=packs)


async def rules(site: Site, request: Request) -> Response:
    """Show all rules of a game in chapters."""
    return await _page(site, request, "rules")


async def sequence(site: Site, request: Request) -> Response:
    """Show the sequence of play of a game."""
    return await _page(site, request, "sequence")


async def charts(site: Site, request: Request) -> Response:
    """Show all charts of a game."""
    return await _page(site, request, "chart")


async def rulings(site: Site, request: Request) -> Response:
    """Show how a game reads its rules where they are silent, and the options that change it."""
    return await _page(site, request, "rulings")


async def words(site: Site, request: Request) -> Response:
    """Show the words of a game and what they mean."""
    return await _page(site, request, "words")


async def _page(site: Site, request: Request, page: str) -> Response:
    game = await site.with_rules(site.registry.games.game, request.path_params["pack"])
    links = site.addresses.links(game.id)
    html, pages = await site.with_rules(_contents, site.templates, game, links, page)
    facts: dict[str, Any] = {"game": game, "page": page, "pages": pages, "links": links}
    return site.page(request, "book", html=html, pack=game.id, **facts)


@lru_cache(maxsize=128)
def _contents(
    templates: Environment, game: Game[Any], links: Links, page: str
) -> tuple[str, Mapping[str, str]]:
    """Return what a page of the book shows, and the pages that this book has.

    Raises:
        NotFoundError: it has no such page.
    """
    book = book_of(game)
    pages = _pages_of(book)
    if page not in pages:
        raise NotFoundError(f"{game.title} has no {PAGES[page].lower()}; its rules have all")
    facts = {
        "book": book,
        "game": game,
        "links": links,
        "text": partial(rule_html, book, links),
        "line": partial(line_html, book, links),
        "heading": _heading,
        "number": _printed,
        "begins": lambda rule: first_sentence(words for _, words in rule.parts),
        "chart_html": partial(
            chart_html,
            words=words_of_results(game, game.data_with()),
            say=partial(result_html, book, links),
        ),
        "sentence": sentence,
        "anchor": anchor,
        "chart_address": partial(chart_address, links),
        "word_address": partial(word_address, links),
        "step_address": partial(step_address, links),
    }
    return templates.get_template(f"book_{page}.html").render(facts), pages


def _pages_of(book: Book) -> dict[str, str]:
    """Return the pages that a book has something for."""
    has = {"chart": book.charts, "rulings": book.has_rulings, "words": book.words}
    return {page: words for page, words in PAGES.items() if has.get(page, True)}


def _heading(rule: RuleText) -> str:
    """Return the title of a rule; one without a title is called by its heading."""
    return (rule.parts[0][0] if rule.parts else "") or rule.number


def _printed(rule: RuleText) -> str:
    """Return the number of a rule that has a title, too, as the rulebook prints it."""
    return printed_number(rule.number) if _heading(rule) != rule.number else ""
