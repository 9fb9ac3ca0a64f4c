"""Pages of the documentation that are run."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture
def run_page(tmp_path, monkeypatch):
    """Run a page in an empty folder, or in one with files of the project in it."""
    import shutil

    from pages import Page, forget

    folder = tmp_path.resolve() / "page"
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setenv("TABLETOP_SAVES", str(tmp_path / "saves"))
    monkeypatch.delenv("TABLETOP_PACKS", raising=False)
    monkeypatch.setenv("COLUMNS", "100")

    def run(page, *given):
        folder.mkdir()
        for one in given:
            shutil.copytree(ROOT / one, folder, dirs_exist_ok=True)
        monkeypatch.chdir(folder)
        return Page(ROOT / "docs" / page, folder).run()

    yield run
    forget(folder)
