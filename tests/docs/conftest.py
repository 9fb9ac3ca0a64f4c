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

    for name in loaded_examples():
        monkeypatch.delitem(sys.modules, name)

    def run(page, *given):
        folder.mkdir()
        for one in given:
            shutil.copytree(ROOT / one, folder, dirs_exist_ok=True)
        monkeypatch.chdir(folder)
        # A session of Python finds the modules of the folder in which it was started.
        monkeypatch.syspath_prepend(folder)
        return Page(ROOT / "docs" / page, folder).run()

    yield run
    forget(folder)


def loaded_examples():
    """Return the loaded modules whose packages the pages write themselves."""
    written = {folder.name for folder in (ROOT / "examples").glob("*/*/") if folder.is_dir()}
    return [name for name in sys.modules if name.partition(".")[0] in written - {"tests"}]
