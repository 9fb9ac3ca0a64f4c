"""The pages are true: their blocks are run, and what they show is what the examples have."""

import re
from pathlib import Path

import attrs
import pytest

from tabletop_core.boards import files, maps
from tabletop_core.panels.appearance import GROUNDS, TONES

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "ice_fishers"


# Some pages run the exam of a pack.
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("page", "given", "shown"),
    [
        # page, examples that are there when it begins, packages and files that it shows whole
        ("blocks.md", [], {}),
        ("boards.md", [], {}),
        ("deck-building.md", ["old_quay"], {"old_quay": (".py", ".toml", ".md")}),
        ("from-vassal.md", [], {}),
        ("hex-wargame.md", ["reed_march"], {"reed_march": (".py", ".toml", ".md")}),
        ("looks.md", ["night_crossing"], {}),
        ("panels.md", [], {}),
        ("siege.md", [], {}),
        ("tables-reference.md", [], {}),
        ("telling-the-story.md", [], {}),
        ("tricks.md", [], {}),
        ("ten-charts.md", [], {}),
        (
            "writing-packs.md",
            ["night_crossing", "wreck_sale", "ice_fishers"],
            {"night_crossing": (".py",), "wreck_sale": (".py",)},
        ),
    ],
)
def test_every_block_of_the_page_runs_and_shows_what_the_examples_have(
    run_page, tmp_path, page, given, shown
):
    folder = tmp_path.resolve() / "page"

    faults = run_page(page, *(f"examples/{name}" for name in given))

    assert "\n".join(faults) == ""
    for name, suffixes in shown.items():
        for file in sorted((ROOT / "examples" / name / name).rglob("*")):
            if file.suffix in suffixes:
                written = folder / file.relative_to(ROOT / "examples" / name)
                assert written.read_text("utf-8") == file.read_text("utf-8"), file.name


def files_in(folder):
    """Return the files of a project by name; bytecode and what a game saves left out."""
    return {
        str(file.relative_to(folder)): file.read_text(encoding="utf-8")
        for file in sorted(folder.rglob("*"))
        if file.suffix in (".py", ".toml", ".md", ".txt")
        and not re.search(r"(^|/)\.|egg-info|build/", file.relative_to(folder).as_posix())
    }


@pytest.mark.timeout(900)
def test_every_block_of_the_tutorial_runs_and_the_result_is_the_example(run_page, tmp_path):
    faults = run_page("tutorial.md")
    built = files_in(tmp_path / "page")
    del built["walk.toml"], built["far.toml"]
    kept = files_in(EXAMPLE)
    # Pages of their own tell of these.
    del kept["README.md"], kept["ice_fishers/lesson.toml"], kept["ice_fishers/measured.toml"]

    assert faults == []
    assert built == kept


def test_the_page_about_boards_names_every_key_of_a_map():
    words = set(re.findall(r"\w+", (ROOT / "docs" / "boards.md").read_text(encoding="utf-8")))
    forms = (files.MapFile, files.Hexes, files.Squares, files.Link, maps.Terrain, maps.Feature)
    forms += (maps.MapSpace, maps.Region, files.CounterFile, files.Counter, files.StartingPosition)
    keys = {field.name for form in (*forms, files.Placing) for field in attrs.fields(form)}

    assert keys - words == set()


def test_the_page_about_panels_names_every_tone_and_ground():
    text = (ROOT / "docs" / "panels.md").read_text(encoding="utf-8")

    assert [name for name in (*TONES, *GROUNDS) if name and f"`{name}`" not in text] == []
