"""The page for authors is true: its blocks are run, and show what the examples have."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
SECRETS = ("night_crossing", "wreck_sale")


def test_every_block_of_the_page_for_authors_runs_and_shows_what_the_examples_have(
    run_page, tmp_path
):
    examples = [f"examples/{name}" for name in (*SECRETS, "ice_fishers")]

    assert run_page("writing-packs.md", *examples) == []
    for name in SECRETS:
        for file in (ROOT / "examples" / name / name).glob("*.py"):
            shown = tmp_path / "page" / name / file.name
            assert shown.read_text(encoding="utf-8") == file.read_text(encoding="utf-8"), file
