"""The page about boards is true: its blocks are run."""

import re
from pathlib import Path

import attrs

from tabletop_core.boards import files, maps

PAGE = Path(__file__).parents[2] / "docs" / "boards.md"


def test_every_block_of_the_page_about_boards_runs(run_page, monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(tmp_path.resolve() / "page")

    assert run_page("boards.md") == []


def test_the_page_about_boards_names_every_key_of_a_map():
    words = set(re.findall(r"\w+", PAGE.read_text(encoding="utf-8")))
    forms = (files.MapFile, files.Hexes, files.Squares, files.Link, maps.Terrain, maps.Feature)
    forms += (maps.MapSpace, maps.Region, files.CounterFile, files.Counter, files.StartingPosition)
    keys = {field.name for form in (*forms, files.Placing) for field in attrs.fields(form)}

    assert keys - words == set()
