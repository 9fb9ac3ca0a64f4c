"""The documentation builds into a site in which no link is broken and nothing is fetched."""

import re
import tomllib
from html.parser import HTMLParser
from importlib.util import find_spec
from urllib.parse import unquote, urlsplit

import pytest
from test_reference import DOCS, ROOT, load

MAKER = load(DOCS / "make_site.py")


class Links(HTMLParser):
    """The links, the ids and what a page loads by itself."""

    def __init__(self, text):
        super().__init__()
        self.links, self.ids, self.loaded = [], set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.ids.add(given.get("id"))
        for link in (given.get("href"), given.get("src")):
            if link is not None:
                self.links.append(link)
                if tag != "a":
                    self.loaded.append(link)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    if find_spec("zensical") is None:
        pytest.skip("the generator is not installed; it comes with the extra `docs`")
    folder = tmp_path_factory.mktemp("built") / "site"
    assert MAKER.main(folder) == 0
    return folder


@pytest.fixture(scope="module")
def pages(site):
    return {page: Links(page.read_text(encoding="utf-8")) for page in sorted(site.rglob("*.html"))}


def navigation(entries):
    """Yield the files that the navigation names."""
    for entry in entries:
        for value in entry.values():
            yield from [value] if isinstance(value, str) else navigation(value)


def test_the_navigation_has_every_page():
    listed = list(navigation(tomllib.loads(MAKER.CONFIG.read_text("utf-8"))["project"]["nav"]))
    found = {page.relative_to(ROOT).as_posix() for part in MAKER.PAGES for page in ROOT.glob(part)}

    assert sorted(listed) == sorted(found)


def leads_nowhere(site, page, link, pages):
    parts = urlsplit(link)
    if parts.scheme or parts.netloc or link == "":
        return False
    file = (page.parent / unquote(parts.path)).resolve() if parts.path else page
    if file.is_dir():
        file /= "index.html"
    if not file.is_relative_to(site.resolve()) or not file.exists():
        return True
    return bool(parts.fragment) and file in pages and parts.fragment not in pages[file].ids


@pytest.mark.gate
def test_every_link_of_the_site_leads_somewhere(site, pages):
    pages = {page.resolve(): links for page, links in pages.items() if page.name != "404.html"}

    assert len(pages) > 40
    assert [
        f"{page.relative_to(site.resolve())}: {link}"
        for page, links in pages.items()
        for link in links.links
        if leads_nowhere(site, page, link, pages)
    ] == []


@pytest.mark.gate
def test_no_page_of_the_site_loads_anything_from_another_host(site, pages):
    fetched = re.compile(r"(?:@import|url\()\s*[\"'(]*((?:https?:)?//[^\"')]+)")

    loaded = [link for links in pages.values() for link in links.loaded]
    for style in site.rglob("*.css"):
        loaded += fetched.findall(style.read_text(encoding="utf-8"))

    assert [link for link in loaded if re.match(r"(https?:)?//", link)] == []


@pytest.mark.gate
def test_the_site_can_be_searched_in_light_and_dark(site):
    page = (site / "docs" / "tutorial.html").read_text(encoding="utf-8")

    assert "Ice Fishers" in (site / "search.json").read_text(encoding="utf-8")
    assert 'data-md-color-scheme="default"' in page
    assert 'data-md-color-scheme="slate"' in page


@pytest.mark.gate
def test_a_block_that_names_its_file_shows_the_name(site):
    page = (site / "docs" / "tutorial.html").read_text(encoding="utf-8")

    assert '<span class="filename">ice_fishers/rules.py (changed)</span>' in page
