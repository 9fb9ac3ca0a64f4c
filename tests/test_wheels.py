"""Wheels of tabletop-core, of a new pack and of the tutorial's pack, outside the repository.

Nothing here sees the repository: the wheels are installed into a fresh environment, and all
commands run in an empty folder.
"""

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SUFFIXES = {".py", ".toml", ".md", ".svg", ".tmpl", ".typed", ".html", ".css", ".js", ".xml"}

# With several workers, one builds the wheels and runs all that needs them.
pytestmark = [pytest.mark.gate, pytest.mark.xdist_group("wheels")]


def tracked(*folders):
    """Return the files of the repository below some folders that belong into a wheel."""
    found = (file for folder in folders for file in (ROOT / folder).rglob("*"))
    return {
        file.relative_to(ROOT).as_posix()
        for file in found
        if file.suffix in SUFFIXES or file.name == "py.typed"
    }


def copied(project, into):
    """Copy a project, so that nothing is written beside its sources."""
    ignored = shutil.ignore_patterns(".*", "*.egg-info", "__pycache__", "build")
    return shutil.copytree(project, into / f"source_{project.name}", ignore=ignored)


def call_backend(hook, project):
    """Call a hook of the build backend in a project; return the file that it makes."""
    code = f"from setuptools import build_meta; build_meta.{hook}('made')"
    subprocess.run(
        [sys.executable, "-c", code],
        cwd=project, stdout=subprocess.DEVNULL, check=True, env=environment(),
    )  # fmt: skip
    (made,) = project.glob("made/*.*")
    return made


def build(project, into):
    """Build the wheel of a project as `python -m build` does: from its source distribution."""
    copy = copied(project, into)
    source = call_backend("build_sdist", copy)
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--wheel-dir", into, source], check=True, cwd=into, env=environment())
    shutil.rmtree(copy)


def environment():
    hidden = ("PYTHONPATH", "PYTHONHOME", "TABLETOP_PACKS", "VIRTUAL_ENV")
    kept = {name: value for name, value in os.environ.items() if name not in hidden}
    return kept | {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "COLUMNS": "100"}


@pytest.fixture(scope="module")
def wheels(tmp_path_factory):
    """The wheels by the beginning of their names."""
    folder = tmp_path_factory.mktemp("wheels")
    from tabletop_core.plugins.scaffold import new_pack

    new_pack("harbour", folder)
    drawn = '<path d="M4 4v16h16z"/>'
    sail = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{drawn}</svg>'
    for name, text in (("symbols/sail.svg", sail), ("more/__init__.py", "")):
        file = folder / "harbour" / "harbour" / name
        file.parent.mkdir()
        file.write_text(text)
    build(ROOT, folder)
    build(folder / "harbour", folder)
    build(ROOT / "examples" / "ice_fishers", folder)
    build(ROOT / "examples" / "ice_fishers_extras", folder)
    build(ROOT / "examples" / "reed_march", folder)
    return {wheel.name.split("-")[0]: wheel for wheel in folder.glob("*.whl")}


@pytest.fixture(scope="module")
def outside(wheels, tmp_path_factory):
    """Return what runs a command in a fresh environment, in an empty folder."""
    home = tmp_path_factory.mktemp("outside")
    venv.create(home / "env", with_pip=False, symlinks=os.name != "nt")
    scripts = home / "env" / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / "python"
    site = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True, text=True, check=True, env=environment(),
    ).stdout.strip()  # fmt: skip
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps"]
    subprocess.run([*pip, "--no-index", *wheels.values()], check=True, env=environment())
    # What tabletop depends on is lent by the environment of the tests; nothing is downloaded.
    lent = {str(Path(find_spec(name).origin).parents[1]) for name in ("attrs", "typer", "pluggy")}
    hook = "import sys; sys.path.append({!r})\n"
    Path(site, "lent.pth").write_text("".join(hook.format(path) for path in sorted(lent)))
    folder = home / "empty"
    folder.mkdir()

    def run(*words, given="", status=0, program="tabletop"):
        done = subprocess.run(
            [scripts / program, *map(str, words)],
            cwd=folder, input=given, capture_output=True, text=True, check=False,
            env=environment() | {"TABLETOP_SAVES": str(folder / "saves")},
        )  # fmt: skip
        assert done.returncode == status, done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        return done.stdout

    return run


def test_the_wheel_of_the_core_holds_every_file_of_it_and_nothing_else(wheels):
    inside = set(zipfile.ZipFile(wheels["tabletop_core"]).namelist())

    assert tracked("tabletop_core", "packs") - inside == set()
    assert {name.split("/")[0].split("-")[0] for name in inside} == {"tabletop_core", "packs"}


def test_an_editable_install_is_a_path_which_type_checkers_follow(tmp_path):
    project = copied(ROOT, tmp_path)
    wheel = zipfile.ZipFile(call_backend("build_editable", project))
    added = [wheel.read(name).decode() for name in wheel.namelist() if "/" not in name]

    assert [Path(path.strip()) for path in added] == [project]


def test_the_wheel_of_a_pack_holds_its_data_and_notes(wheels):
    files = {
        "tabletop_harbour": {
            *("harbour/game.py", "harbour/data/tide.toml", "harbour/NOTES.md"),
            *("harbour/symbols/sail.svg", "harbour/more/__init__.py"),
        },
        "tabletop_ice_fishers": {
            *("ice_fishers/lesson.toml", "ice_fishers/data/ice.toml", "ice_fishers/NOTES.md")
        },
        "tabletop_reed_march": {
            *("reed_march/data/map.toml", "reed_march/data/tables/combat.toml")
        },
    }
    missing = {
        wheel: wanted - set(zipfile.ZipFile(wheels[wheel]).namelist())
        for wheel, wanted in files.items()
    }

    assert {wheel: lost for wheel, lost in missing.items() if lost} == {}


def test_the_code_that_runs_is_that_of_the_wheels(outside):
    told = outside(
        "-c", "import tabletop_core, packs.bomber_run, ice_fishers, harbour; "
        "print(tabletop_core.__file__, packs.bomber_run.__file__, ice_fishers.__file__, "
        "harbour.__file__)", program="python",
    )  # fmt: skip

    assert str(ROOT) not in told
    assert told.count("site-packages") == 4


def test_every_pack_is_found_and_told(outside):
    listed = outside("packs")
    heads = [line for line in listed.splitlines() if not line.startswith((" ", "adds "))]
    ids = [line.partition(":")[0] for line in heads]

    assert {"bomber_run", "harbour", "ice_fishers"} <= set(ids)
    for pack in ids:
        assert "Sequence of play" in outside("info", pack)
        outside("table", "list", pack)


def test_an_installed_pack_passes_the_exam(outside):
    for pack in ("harbour", "ice_fishers"):
        assert "passed without remarks" in outside("check", pack, "--games", 10)


def test_a_published_pack_is_found_and_installed_after_asking(outside, tmp_path):
    from tabletop_core.plugins.scaffold import new_pack

    new_pack("lagoon", tmp_path)
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    build(tmp_path / "lagoon", shelf)

    assert "tabletop-lagoon 1.0: Lagoon" in outside("packs", "--search", "lagoon", "--index", shelf)
    install = ("install", "lagoon", "--index", shelf)
    assert "Install it?" in outside(*install, given="n\n", status=1)
    assert "lagoon" not in outside("packs")
    assert "It is installed" in outside(*install, given="y\n")
    assert "lagoon: Lagoon" in outside("packs")


def test_a_game_is_played_saved_resumed_and_replayed(outside):
    outside("play", "ice_fishers", "--seed", 3, "--save", "ice.toml", given="on\nhome\nquit\n")
    outside("resume", "ice.toml", given="on\nquit\n")

    outside("saves")
    assert "A step on the ice" in outside("replay", "ice.toml")
    outside("replay", "ice.toml", "--verify")


SERVED = """
from pathlib import Path
from starlette.testclient import TestClient
from tabletop_core.plugins.packs import find_packs
from tabletop_core.web.app import make_app
from tabletop_core.web.config import Config

app = make_app(Config(data=Path("data"), catalog=find_packs(())))
with TestClient(app, base_url="http://localhost", headers={"accept": "text/html"}) as browser:
    for path in ("/", "/me", "/tones.css", "/static/table.js", "/static/idiomorph.min.js"):
        assert browser.get(path).status_code == 200, path
    made = browser.post("/new/bomber_run", data={"name": "Ann", "seat:0": "me", "seat:1": "me"})
    assert made.status_code == 200, made.text
    assert 'id="sym-' in made.text and "<svg" in made.text
    assert browser.get(str(made.url.path) + "/replay").status_code == 200
    feed = browser.get("/me").text.partition('href="/feed/')[2].partition('"')[0]
    assert browser.get("/feed/" + feed).status_code == 200
print("served")
"""


def test_the_table_in_a_browser_is_served_with_all_its_files(outside):
    assert "served" in outside("-W", "ignore", "-c", SERVED, program="python")


def test_dice_charts_new_packs_and_games_of_bots_are_at_hand(outside):
    assert "40 games" in outside("sim", "ice_fishers", "--games", 40, "--jobs", 2, "--seed", 1)
    assert "16.67%" in outside("odds", "1d6")
    outside("roll", "2d6", "--seed", 1)
    assert "A step on the ice" in outside("table", "show", "ice_fishers", "ice")
    outside("table", "roll", "ice_fishers", "ice", "--seed", 1)
    assert "1/6" in outside("table", "odds", "ice_fishers", "ice")
    outside("new", "meadow")
    assert "passed without remarks" in outside("check", "meadow", "--games", 5)


def test_what_packages_add_is_there(outside):
    assert "No package provides commands" in outside("run", "harbour")
    assert "step 4: 38.6%" in outside("run", "ice_fishers", "ice-report", "--steps", 4)
    outside("play", "ice_fishers", "--seats", "bot:daring", "--seed", 1)
    assert "adds to other games" in outside("packs")


def test_the_module_is_the_command_line(outside):
    told = outside("-m", "tabletop_core", "--version", program="python")

    assert told == outside("--version")


def test_help_tells_every_command(outside):
    from tabletop_core.cli import COMMANDS

    told = outside("--help")
    for command in COMMANDS:
        assert command in told
        assert "Usage:" in outside(command, "--help")


def test_the_tests_of_a_new_pack_pass_with_the_fixtures_of_the_wheel(outside):
    outside("new", "orchard")
    told = outside(
        *("-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "orchard/pyproject.toml"),
        *("--rootdir", "orchard", "orchard/tests"),
        program="python",
    )

    assert "9 passed" in told
