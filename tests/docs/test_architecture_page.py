"""The architecture page names every package of the core and every file of a pack."""

import re
from pathlib import Path

from tabletop_core.plugins.scaffold import new_pack

ROOT = Path(__file__).parents[2]


def test_the_architecture_page_names_every_module_of_the_core():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    words = set(page.replace("/", " ").replace("`", " ").split())
    core = ROOT / "tabletop_core"
    modules = [path.stem for path in core.glob("*.py") if path.stem != "__init__"]
    folders = [path.parent.name for path in core.glob("*/__init__.py")]

    assert [name for name in (*modules, *folders) if name not in words] == []


def files_of_a_pack():
    """Return the names in the table of a pack's files."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = page.partition("## A pack's files")[2].partition("The layers,")[0]
    return re.findall(r"^\| `(\w+)/?` \|", table, re.M)


def names_in(folder):
    files = {path.stem for path in folder.glob("*.py")}
    return files | {path.parent.name for path in folder.glob("*/__init__.py")}


def test_the_packs_and_the_examples_have_no_file_beside_those_of_the_page():
    packs = [*ROOT.glob("packs/*/__init__.py"), *ROOT.glob("examples/*/*/__init__.py")]

    assert len(packs) >= 7
    assert {init.parent.name: names_in(init.parent) - set(files_of_a_pack()) for init in packs} == {
        init.parent.name: set() for init in packs
    }


def test_a_new_pack_begins_with_the_first_files_of_the_page(tmp_path):
    new_pack("shore_layout", tmp_path)

    written = names_in(tmp_path / "shore_layout" / "shore_layout")
    assert written == set(files_of_a_pack()[: len(written)])
