"""The tutorial is true: its files are written, its commands typed, and the pack is the example."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "ice_fishers"


def files_in(folder):
    """Return the files of a project by name; bytecode and what a game saves left out."""
    return {
        str(file.relative_to(folder)): file.read_text(encoding="utf-8")
        for file in sorted(folder.rglob("*"))
        if file.suffix in (".py", ".toml", ".md", ".txt")
        and not re.search(r"(^|/)\.|egg-info|build/", file.relative_to(folder).as_posix())
    }


def test_every_block_of_the_tutorial_runs_and_the_result_is_the_example(run_page, tmp_path):
    faults = run_page("tutorial.md")
    built = files_in(tmp_path / "page")
    del built["walk.toml"], built["far.toml"]
    kept = files_in(EXAMPLE)
    # Pages of their own tell of these.
    del kept["README.md"], kept["ice_fishers/lesson.toml"], kept["ice_fishers/measured.toml"]

    assert faults == []
    assert built == kept
