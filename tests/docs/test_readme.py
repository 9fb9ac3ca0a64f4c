"""The README tells the truth: its session is run."""

import doctest
import re
from pathlib import Path

from typer.testing import CliRunner

from tabletop_core.cli import app
from tabletop_core.plugins.packs import find_packs

README = Path(__file__).parents[2] / "README.md"


def test_the_python_session_of_the_readme_prints_what_it_says():
    result = doctest.testfile(str(README), module_relative=False)

    assert result.attempted > 0
    assert result.failed == 0


def test_the_transcript_of_the_readme_is_what_the_program_prints(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_SAVES", str(tmp_path))
    block = re.search(r"```text\n\$ tabletop (.*)\n((?:.*\n)*?)```", README.read_text())
    command, shown = block[1].split(), block[2]
    typed = "".join(line + "\n" for line in re.findall(r"\) > (.*)", shown))

    printed = CliRunner().invoke(app, command, input=typed).output

    at = 0
    for part in filter(str.strip, shown.split("...\n")):
        assert part.strip("\n") in printed[at:]
        at = printed.index(part.strip("\n"), at)


def test_the_readme_names_every_pack():
    text = README.read_text()

    assert [pack.id for pack in find_packs().packs if f"`{pack.id}`" not in text] == []
