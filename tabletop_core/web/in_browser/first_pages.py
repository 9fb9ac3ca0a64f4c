"""The pages of a site that can be read while Python starts, drawn when the site is written."""

import asyncio
import re
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import attrs

from ...plugins.entry_points import EntryPoint
from ...plugins.packs import Catalog, find_packs
from ..book_routes import PAGES
from ..config import Config
from .bridge import Bridge, Call

FOLDER = "first/"
"""Where they are, all beside each other, so that their links are the same wherever a site lies."""

_LINK = re.compile(r'\b(href|src|action)="/([^"#]*)')
_SCRIPT = re.compile(r"<script [^>]*></script>\n?")
_HTML = "text/html"
_OTHERS = {"text/css": ".css", "image/svg+xml": ".svg"}


def first_pages(modules: Mapping[str, str]) -> Mapping[str, bytes]:
    """Return the front page, the books of rules and how each lesson begins, with what they show.

    They look as they will once Python has started, but hold no script. What cannot be drawn, since
    a pack has a fault there, is left out.

    Args:
        modules: the packs of a site by the names of their modules.
    """
    return _first_pages(tuple(modules.items()))


@cache  # Of the next site they are the same.
def _first_pages(modules: tuple[tuple[str, str], ...]) -> Mapping[str, bytes]:
    catalog = find_packs(points=[EntryPoint(*pair) for pair in modules])
    # Whoever calls may have an event loop of their own in this thread.
    with ThreadPoolExecutor(1) as thread:
        drawn = thread.submit(lambda: asyncio.run(_drawn(catalog))).result()
    names = {address: _name(address, page.kind) for address, page in drawn.items()}
    return {names[address]: page.with_links_to(names) for address, page in drawn.items()}


def _addresses(packs: Iterable[str]) -> Iterator[str]:
    yield from ("", "rules")
    for pack in packs:
        yield f"learn/{pack}"
        yield from (f"{page}/{pack}" for page in PAGES)


def _name(address: str, kind: str) -> str:
    """Return the file of what is at an address; `shell.js` finds pages by the same names."""
    if kind == _HTML:
        return f"{FOLDER}{address.replace('/', '-') or 'lobby'}.html"
    path, _, query = address.partition("?")
    of_game = query.partition("game=")[2]
    stem = path.replace("/", "-").removesuffix(_OTHERS[kind])
    return f"{FOLDER}{stem}{f'-{of_game}' if of_game else ''}{_OTHERS[kind]}"


@attrs.define
class _Drawn:
    """An answer of the application."""

    status: int = 0
    kind: str = ""
    content: bytes = b""

    def begin(self, status: int, headers: list[tuple[str, str]]) -> None:
        self.status = status
        self.kind = dict(headers).get("content-type", "").partition(";")[0]

    def add(self, chunk: bytes) -> None:
        self.content += chunk

    def end(self) -> None:
        pass

    @property
    def needs(self) -> list[str]:
        """The addresses of the styles and pictures of a page."""
        found = re.findall(r'<(?:link rel="stylesheet" href|img src)="/([^"]*)"', self.text)
        return [one.replace("&amp;", "&") for one in found]

    @property
    def text(self) -> str:
        return self.content.decode() if self.kind == _HTML else ""

    def with_links_to(self, names: Mapping[str, str]) -> bytes:
        """Return it with links to files beside it, and above these to what only Python answers."""
        if self.kind != _HTML:
            return self.content

        def led(found: re.Match[str]) -> str:
            name = names.get(found[2].replace("&amp;", "&")) if found[1] != "action" else None
            return f'{found[1]}="{name.removeprefix(FOLDER) if name else f"../{found[2]}"}'

        return _LINK.sub(led, _SCRIPT.sub("", self.text)).encode()


async def _drawn(catalog: Catalog) -> dict[str, _Drawn]:
    """Return what an application answers, by the address."""
    with TemporaryDirectory() as folder:
        config = Config(
            data=Path(folder), catalog=catalog, alone=True, framed=True, put_away_days=0
        )
        bridge = Bridge.alone(config, "localhost")
        await bridge.start()
        found: dict[str, _Drawn] = {}
        wanted = list(_addresses(pack.id for pack in catalog.packs))
        while wanted:
            address = wanted.pop()
            if address in found:
                continue
            drawn = _Drawn()
            await bridge.ask(Call("GET", f"/{address}"), drawn, asyncio.Event())
            if drawn.status == 200 and drawn.kind in (_HTML, *_OTHERS):
                found[address] = drawn
                wanted += drawn.needs
        await bridge.stop()
        return found
