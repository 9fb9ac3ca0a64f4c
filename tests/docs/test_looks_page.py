"""The page about looks shows what is true."""

from .pages import run_page


def test_every_block_of_the_page_shows_what_is_true():
    assert run_page("looks.md") == []
