"""The page about the deck-builder is true: its blocks are run, and what it shows is the example."""

from pathlib import Path

EXAMPLE = "examples/old_quay"
ROOT = Path(__file__).parents[2]


def test_every_block_of_the_page_runs_and_shows_what_the_example_has(run_page, tmp_path):
    folder = tmp_path.resolve() / "page"

    assert run_page("deck-building.md", EXAMPLE) == []
    for file in sorted((ROOT / EXAMPLE / "old_quay").rglob("*")):
        if file.suffix in (".py", ".toml", ".md"):
            shown = folder / file.relative_to(ROOT / EXAMPLE)
            assert shown.read_text(encoding="utf-8") == file.read_text(encoding="utf-8"), file.name
