"""The page about panels is true: its blocks are run."""

from pathlib import Path

from tabletop_core.panels import GROUNDS, TONES

PAGE = Path(__file__).parents[2] / "docs" / "panels.md"


def test_every_block_of_the_page_about_panels_runs(run_page):
    assert run_page("panels.md") == []


def test_the_page_about_panels_names_every_tone_and_ground():
    text = PAGE.read_text(encoding="utf-8")

    assert [name for name in (*TONES, *GROUNDS) if name and f"`{name}`" not in text] == []
