"""The pictures of the documentation are drawn by their script."""

import re

import pytest
from test_reference import ROOT, load

from tabletop_core.pictures.card_art import KINDS
from tabletop_core.pictures.symbols import core_symbols

DOCS = ROOT / "docs"
OF_THE_CORE = {"symbols.svg", "tones.svg", "card_art.svg"}


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    folder = tmp_path_factory.mktemp("docs") / "pictures"
    load(DOCS / "make_pictures.py").main(folder)
    return folder


def test_the_script_draws_the_pictures_that_the_pages_show(drawn):
    kept = {path.name: path.stat().st_size for path in (DOCS / "pictures").iterdir()}

    assert {path.name for path in drawn.iterdir()} == kept.keys()
    assert max(kept.values()) < 150_000
    assert sum(kept.values()) < 1_600_000


def test_the_pictures_are_as_the_script_draws_them(drawn):
    stale = [
        path.name
        for path in drawn.iterdir()
        if path.read_text("utf-8") != (DOCS / "pictures" / path.name).read_text("utf-8")
    ]

    assert stale == [], "run python docs/make_pictures.py and look at them"


def test_the_gallery_shows_each_picture_and_says_what_is_asked(drawn):
    shown = (DOCS / "gallery.md").read_text("utf-8")
    again = (drawn.parent / "gallery.md").read_text("utf-8")
    pictures = re.findall(r"\(pictures/(.*?)\)", again)

    assert shown == again, "run python docs/make_pictures.py"
    drawn_games = {path.name for path in drawn.iterdir()} - OF_THE_CORE
    assert sorted(pictures) == sorted(drawn_games)
    assert all(re.search(rf"{name}\)\n\n\*\*.+\.\*\* .+", again) for name in pictures)


def test_the_page_of_symbols_is_as_the_script_writes_it_and_names_each_one(drawn):
    page = (DOCS / "symbols.md").read_text("utf-8")
    again = (drawn.parent / "symbols.md").read_text("utf-8")

    assert page == again, "run python docs/make_pictures.py"
    assert all(f"`{name}`" in page for name in (*core_symbols(), *KINDS))
    assert all(f"(pictures/{name})" in page for name in OF_THE_CORE)
