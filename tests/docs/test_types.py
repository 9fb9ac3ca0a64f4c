"""Type checkers find nothing in the examples, in new packs and in the code of the pages.

mypy is strict; pyright runs where it is installed (`npm install --global pyright`), and must with
`TABLETOP_PYRIGHT=must`. A page is checked as it is at each of its commands and at its end, its
sessions as one module.
"""

import doctest
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from mypy import api
from pages import BLOCK, Page

from tabletop_core.plugins.scaffold import KINDS, new_pack

ROOT = Path(__file__).parents[2]

GIVEN = {
    # page: examples that are there when it begins
    "docs/deck-building.md": ("old_quay",),
    "docs/hex-wargame.md": ("reed_march",),
    "docs/looks.md": ("night_crossing",),
    "docs/writing-packs.md": ("night_crossing", "wreck_sale", "ice_fishers"),
}

UNTYPED = ("matplotlib", "open_spiel", "pandas", "pyspiel", "torch")
"""Libraries of examples that have no types, or need not be installed."""

pytestmark = [pytest.mark.gate, pytest.mark.xdist_group("types"), pytest.mark.timeout(1200)]


class TypedPage(Page):
    """A page whose files are written and whose sessions become a module, without being run."""

    def __init__(self, file: Path, folder: Path) -> None:
        super().__init__(file, folder)
        self.now = folder / "now"
        self.states = folder
        self.has_changed = False

    def check_out(self, given):
        for name in given:
            shutil.copytree(ROOT / "examples" / name, self.now, dirs_exist_ok=True)
        self.folder = self.now
        for found in BLOCK.finditer(self.text):
            kind, name, how, text = found.groups()
            if kind == "console":
                self.type_commands(text)
            elif kind == "pycon" or (kind == "python" and not name):
                self.run_session(text)
            elif name:
                self.write(name, how, text)
        self.keep()
        shutil.rmtree(self.now, ignore_errors=True)

    def keep(self):
        """Keep the files as they are now, if code has changed and the game is all there."""
        hooks = [file for file in self.now.glob("*/__init__.py") if ".game" in file.read_text()]
        if self.has_changed and all(file.with_name("game.py").exists() for file in hooks):
            shutil.copytree(self.now, self.states / f"{len(list(self.states.iterdir())):02}")
            self.has_changed = False

    def write(self, name, how, text):
        super().write(name, how, text)
        self.has_changed |= name.endswith(".py")

    def type_commands(self, text):
        for name, rest in re.findall(r"^\$ tabletop new (\w+)(.*)$", text, re.M):
            new_pack(name, self.now, *re.findall(r"--kind (\w+)", rest))
        self.keep()
        return []

    def run_session(self, text):
        examples = doctest.DocTestParser().get_examples(text)
        code = "".join(one.source for one in examples if one.exc_msg is None)
        if not examples:
            code = text
        self.write("session.py", "added" if (self.now / "session.py").exists() else None, code)
        return []


@pytest.fixture(scope="module")
def projects(tmp_path_factory):
    """Return the folders to check, each with top-level modules of its own."""
    root = tmp_path_factory.mktemp("types")
    ignored = shutil.ignore_patterns(".*", "*.egg-info", "__pycache__", "build")
    shutil.copytree(ROOT / "examples", root / "examples", ignore=ignored)
    for kind in KINDS:
        new_pack(f"shore_{kind}", root / "new", kind)
    pages = [*ROOT.glob("docs/*.md"), ROOT / "README.md"]
    for page in pages:
        name = page.relative_to(ROOT).as_posix()
        folder = root / page.stem
        folder.mkdir()
        TypedPage(page, folder).check_out(GIVEN.get(name, ()))
    return sorted(folder for folder in root.glob("*/*") if any(folder.rglob("*.py")))


def paths(folder):
    """Return the folders in which a project finds its modules, beside its own."""
    packs = [file.parent for file in folder.glob("*/pyproject.toml")]
    return list(map(str, [ROOT, *packs, *folder.parent.glob("ice_fishers")]))


def test_mypy_finds_nothing(projects, tmp_path, monkeypatch):
    settings = tmp_path / "mypy.ini"
    modules = ",".join(f"mypy-{name}.*" for name in UNTYPED).removeprefix("mypy-")
    text = f"[mypy]\nstrict = true\n[mypy-{modules}]\nignore_missing_imports = true\n"
    settings.write_text(text.replace(",mypy-", ","), encoding="utf-8")
    command = ["--config-file", str(settings), "--no-error-summary"]
    command += ["--cache-dir", str(tmp_path), "."]
    found = []
    for folder in projects:
        monkeypatch.chdir(folder)
        monkeypatch.setenv("MYPYPATH", os.pathsep.join(paths(folder)))
        lines = "".join(api.run(command)[:2]).splitlines()
        found += [f"{folder.parent.name}/{folder.name}/{line}" for line in lines]

    assert not found, "\n".join(found)


def test_pyright_finds_nothing(projects):
    pyright = shutil.which("pyright")
    if pyright is None:
        assert os.environ.get("TABLETOP_PYRIGHT") != "must", "pyright is not on the path"
        pytest.skip("pyright is not installed")
    root = projects[0].parents[1]
    settings = {
        "executionEnvironments": [
            {"root": str(folder), "extraPaths": paths(folder)} for folder in projects
        ],
        "useLibraryCodeForTypes": False,
    }
    (root / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    command = [pyright, "--pythonpath", sys.executable, "--outputjson", "--level", "error"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    missing = re.compile(rf'Import "({"|".join(UNTYPED)})\b.* could not be resolved')
    found = [
        f"{Path(one['file']).relative_to(root)}:{one['range']['start']['line'] + 1}: {told}"
        for one in json.loads(done.stdout)["generalDiagnostics"]
        if not missing.match(told := one["message"])
    ]

    assert not found, "\n".join(found)
