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
from pages import BLOCK, Page

from tabletop_core.plugins.scaffold import KINDS, new_pack
from tabletop_core.vassal.made_pack import pack_from_modules

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
            modules = [self.now / one for one in re.findall(r"--from (\S+)", rest)]
            if modules:  # a saved game, which a session writes, has no part in types
                pack_from_modules(name, [one for one in modules if one.exists()], self.now)
            else:
                new_pack(name, self.now, *re.findall(r"--kind (\w+)", rest))
        self.keep()
        return []

    def run_session(self, text):
        examples = doctest.DocTestParser().get_examples(text)
        code = "".join(one.source for one in examples if one.exc_msg is None)
        if not examples:
            code = text
        name = f"session_in_{self.states.name.replace('-', '_')}.py"  # no other page has such
        self.write(name, "added" if (self.now / name).exists() else None, code)
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


def modules_in(folder):
    """Return the names of the top-level modules of a project."""
    packs = {file.parent for file in folder.rglob("__init__.py")}
    tops = {pack.name for pack in packs if pack.parent not in packs}
    return tops | {file.stem for file in folder.rglob("*.py") if file.parent not in packs}


def side_by_side(projects):
    """Return the projects in groups of which no two have a module of the same name."""
    groups = []
    for folder in projects:
        names = modules_in(folder)
        room = (group for group in groups if not names & group[0])
        group = next(room, None)
        if group is None:
            groups.append(group := (set(), []))
        group[0].update(names)
        group[1].append(folder)
    return [folders for _, folders in groups]


def paths(folder):
    """Return the folders in which a project finds its modules, beside its own."""
    packs = [file.parent for file in folder.glob("*/pyproject.toml")]
    return list(map(str, [ROOT, *packs, *folder.parent.glob("ice_fishers")]))


def test_mypy_finds_nothing(projects, tmp_path):
    settings = tmp_path / "mypy.ini"
    modules = ",".join(f"mypy-{name}.*" for name in UNTYPED).removeprefix("mypy-")
    text = f"[mypy]\nstrict = true\n[mypy-{modules}]\nignore_missing_imports = true\n"
    settings.write_text(text.replace(",mypy-", ","), encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--config-file", settings, "--no-error-summary"]
    command += ["--cache-dir", tmp_path]
    root, found = projects[0].parents[1], []
    for folders in side_by_side(projects):
        where = os.pathsep.join(dict.fromkeys(path for one in folders for path in paths(one)))
        done = subprocess.run(
            [*command, *(one.relative_to(root) for one in folders)], cwd=root,
            env={**os.environ, "MYPYPATH": where}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        found += (done.stdout + done.stderr).splitlines()

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
