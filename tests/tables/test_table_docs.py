"""The two pages about tables: their examples run, and no key or code is left out."""

import contextlib
import io
import re
from fractions import Fraction
from pathlib import Path

import attrs
import pytest

from tabletop_core.tables import files as table_files
from tabletop_core.tables import load_tables, read_table

ROOT = Path(__file__).resolve().parents[2]
FORMAT = (ROOT / "docs" / "table-format.md").read_text(encoding="utf-8")
PROJECT = (ROOT / "docs" / "tables-in-your-project.md").read_text(encoding="utf-8")

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page, kind):
    return [text for found, text in BLOCK.findall(page) if found == kind]


def test_the_examples_for_a_project_run_and_print_what_they_say(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "loot.toml").write_text(*blocks(PROJECT, "toml"))
    names = {}
    printed = None
    for kind, text in BLOCK.findall(PROJECT):
        if kind == "python":
            with contextlib.redirect_stdout(io.StringIO()) as out:
                exec(text, names)
            printed = out.getvalue()
        elif kind == "text":
            assert printed is not None
            assert printed.strip() == text.strip()
            printed = None


@pytest.fixture
def storm(tmp_path):
    (tmp_path / "storm.toml").write_text(blocks(FORMAT, "toml")[0])
    return tmp_path


def test_the_example_of_the_format_loads(storm):
    tables = load_tables(storm)

    assert list(tables) == ["storm", "storm.damage"]
    assert tables["storm"].odds(column="galleon").p("fair winds") == Fraction(10, 36)


def test_the_example_overlay_fits_the_example(storm, tmp_path_factory):
    overlay = tmp_path_factory.mktemp("overlay") / "mine.toml"
    overlay.write_text(blocks(FORMAT, "toml")[1])

    tables = load_tables(storm, overlays=[overlay])

    assert tables["storm"].row(2).results == ("wrecked", "delayed")
    assert tables["storm"].row(12).results == ("fair winds", "becalmed")
    assert tables["storm"].modifier("spring").dm == -2


def test_the_example_in_markdown_is_a_table():
    text = FORMAT[FORMAT.index("| 2d6 |") :].partition("\n\n")[0]
    table = read_table(text, id="storm")

    assert table.row(9).results == ("fair winds", "fair winds")


@pytest.mark.parametrize(
    "form",
    [
        table_files.FileForm,
        table_files.TableForm,
        table_files.RowForm,
        table_files.ModifierForm,
        table_files.OverrideForm,
        table_files.NoteForm,
    ],
)
def test_every_key_of_the_format_is_described(form):
    undescribed = [
        field.name
        for field in attrs.fields(form)
        if f"`{field.name}`" not in FORMAT and f"[[{field.name}]]" not in FORMAT
    ]

    assert undescribed == []


def test_every_code_of_a_problem_is_listed():
    core = ROOT / "tabletop_core"
    sources = [*core.glob("data/*.py"), *core.glob("tables/*.py")]
    used = {code for path in sources for code in re.findall(r'"([DT]\d{3})"', path.read_text())}
    listed = set()
    for first, last in re.findall(r"`([DT]\d{3})`-`([DT]\d{3})`", FORMAT):
        listed |= {f"{first[0]}{n}" for n in range(int(first[1:]), int(last[1:]) + 1)}

    assert len(used) > 30
    assert used <= listed
