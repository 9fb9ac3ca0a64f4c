"""The map of the house names every room."""

from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_architecture_page_names_every_module_of_the_core():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    words = set(page.replace("/", " ").replace("`", " ").split())
    core = ROOT / "tabletop_core"
    modules = [path.stem for path in core.glob("*.py") if path.stem != "__init__"]
    folders = [path.parent.name for path in core.glob("*/__init__.py")]

    assert [name for name in (*modules, *folders) if name not in words] == []
