"""The README tells the truth: its session is run."""

import doctest
import re
from pathlib import Path

from typer.testing import CliRunner

from tabletop_core.cli import app
from tabletop_core.plugins.packs import find_packs

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"


def test_the_python_session_of_the_readme_prints_what_it_says():
    result = doctest.testfile(str(README), module_relative=False)

    assert result.attempted > 0
    assert result.failed == 0


def test_the_transcript_of_the_readme_is_what_the_program_prints(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_SAVES", str(tmp_path))
    text = README.read_text(encoding="utf-8")
    block = re.search(r"```text\n\$ tabletop (.*)\n((?:.*\n)*?)```", text)
    command, shown = block[1].split(), block[2]
    typed = "".join(line + "\n" for line in re.findall(r"\) > (.*)", shown))

    printed = CliRunner().invoke(app, command, input=typed).output

    at = 0
    for part in filter(str.strip, shown.split("...\n")):
        assert part.strip("\n") in printed[at:]
        at = printed.index(part.strip("\n"), at)


def test_the_readme_names_every_pack():
    text = README.read_text(encoding="utf-8")

    assert [pack.id for pack in find_packs().packs if f"`{pack.id}`" not in text] == []


def test_the_paths_and_commands_of_the_page_for_contributors_exist():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    paths = re.findall(r"\b(?:tests|packs|docs)/[\w./-]*\w", text.replace("NAME", "bomber_run"))
    targets = re.findall(r"make ([a-z]+)", text)

    assert [path for path in paths if not (ROOT / path).exists()] == []
    assert [target for target in targets if f"\n{target}:" not in makefile] == []


def test_make_quick_runs_tests_that_exist():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8").replace("\\\n", "")
    paths = re.search(r"^QUICK := (.*)$", makefile, re.M)[1].split()

    assert len(paths) > 5
    assert [path for path in paths if not (ROOT / path).exists()] == []
