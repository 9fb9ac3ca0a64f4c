"""`tabletop new` writes a small pack that works; `tabletop check` examines packs."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tabletop_core.cli import app
from tabletop_core.errors import PackError
from tabletop_core.plugins.packs import find_packs
from tabletop_core.plugins.scaffold import KINDS, new_pack
from tabletop_core.testing.exam import check_pack


def run_in(folder, *words, **variables):
    """Run Python in a folder with these words."""
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        input="",
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **variables},
    )


TABLETOP = ("-c", "from tabletop_core.cli import main; main()")
PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider")


@pytest.fixture
def forget():
    """Let each test import packs of its own."""
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if name.startswith("shore_"):
            del sys.modules[name]


@pytest.fixture
def command(monkeypatch, tmp_path, forget):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")

    def run(*words):
        return CliRunner().invoke(app, list(map(str, words)))

    return run


def kinds(*quick):
    """Return the kinds of new packs; `make test` tries the quick ones alone."""
    return [pytest.param(kind, marks=[pytest.mark.gate] * (kind not in quick)) for kind in KINDS]


@pytest.mark.parametrize("kind", kinds("chart", "dice"))
def test_a_new_pack_passes_the_exam_without_a_remark(kind, tmp_path, forget):
    new_pack(f"shore_{kind}", tmp_path, kind)
    (pack,) = find_packs([tmp_path / f"shore_{kind}"], points=()).packs

    games = {"map": 50, "blocks": 4}.get(kind, 10)
    assert list(map(str, check_pack(pack, games=games))) == []
    assert pack.load().invariants


EACH = """
import os, sys, pytest
for folder in sys.argv[1:]:
    os.chdir(folder)
    if pytest.main(["-q", "-p", "no:cacheprovider", "-k", "not TestExam"]):
        sys.exit(f"{folder} fails")
"""


# The first kind, a chart, has several modules.
@pytest.mark.parametrize(
    "tried", [["dice"], pytest.param([*KINDS][1:], marks=pytest.mark.gate)], ids=["dice", "all"]
)
def test_a_new_pack_of_a_kind_is_one_module_and_its_tests_pass_without_the_exam(tried, tmp_path):
    folders = [tmp_path / f"shore_of_{kind}" for kind in tried]
    for kind, folder in zip(tried, folders, strict=True):
        new_pack(folder.name, tmp_path, kind)
        inside = sorted(file.name for file in (folder / folder.name).glob("*.py"))
        assert inside == ["__init__.py", "game.py"]
    done = run_in(tmp_path, "-c", EACH, *folders)

    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count(" passed, ") == len(tried)


def test_the_exam_finds_the_kind_of_a_hidden_block_in_a_view(tmp_path, forget):
    new_pack("shore_seen", tmp_path, "blocks")
    game = tmp_path / "shore_seen" / "shore_seen" / "game.py"
    text, sound = game.read_text(), 'play.data.kinds.get(seen.kind or "")'
    game.write_text(text.replace(sound, "play.data.kinds[blocks.kind_of(block)]"))
    (pack,) = find_packs([tmp_path / "shore_seen"], points=()).packs
    found = check_pack(pack, games=1, samples=2, bots=False, processes=False)

    assert sound in text
    assert [problem.code for problem in found if problem.code[1] == "7"] == ["C704"]
    assert "what is hidden from" in found[0].message


def test_a_new_pack_plays_to_its_end_with_random_bots(tmp_path, forget, run):
    new_pack("shore_play", tmp_path)
    game = find_packs([tmp_path / "shore_play"], points=())["shore_play"].load()

    digger = game.start(seed=1).run(lambda play, decision: "dig")

    assert all(run(game.start(seed=seed)).is_over for seed in range(20))
    assert digger.outcome.kind == "late"


def test_a_new_pack_is_eight_small_files_with_a_table_a_deck_and_three_steps(tmp_path, forget):
    new_pack("shore_parts", tmp_path)
    game = find_packs([tmp_path / "shore_parts"], points=())["shore_parts"].load()
    match = game.start()
    inside = tmp_path / "shore_parts" / "shore_parts"
    files = [*inside.rglob("*.py"), *inside.rglob("*.toml")]

    assert "tide" in match.data.tables
    assert len(match.state.pile) > 5
    assert list(game.program.steps) == ["Tide", "Dig", "Sea"]
    assert [rule.number for rule in game.rules] == ["1", "2", "3"]
    assert match.decision.options == ("dig", "home")
    assert len(files) == 8
    written = [line for file in files for line in file.read_text().splitlines() if line.strip()]
    assert len(written) <= 82


def test_the_test_of_a_new_pack_passes(tmp_path):
    new_pack("shore_test", tmp_path)

    done = run_in(tmp_path / "shore_test", *PYTEST)

    assert done.returncode == 0, done.stdout
    assert "9 passed" in done.stdout


def test_the_project_file_of_a_new_pack_registers_it_and_ships_its_data(tmp_path, forget):
    new_pack("shore_project", tmp_path)
    project = tomllib.loads((tmp_path / "shore_project" / "pyproject.toml").read_text())

    assert project["project"]["name"] == "tabletop-shore-project"
    (pack,) = find_packs([tmp_path / "shore_project"], points=()).packs
    assert project["project"]["version"] == pack.identity.version
    assert project["project"]["entry-points"]["tabletop.packs"] == {
        "shore_project": "shore_project"
    }
    assert project["tool"]["setuptools"]["package-data"] == {
        "*": ["**/*.toml", "**/*.csv", "**/*.md", "**/*.svg"]
    }


def steps_of_workflow(root):
    text = (root / ".github" / "workflows" / "check.yml").read_text()
    return [line.partition("- run: ")[2] for line in text.splitlines() if "- run: " in line]


def test_the_workflow_of_a_new_pack_installs_checks_tests_and_builds_the_site(tmp_path):
    for kind in KINDS:
        new_pack(f"shore_{kind}", tmp_path, kind)

        assert steps_of_workflow(tmp_path / f"shore_{kind}") == [
            'python -m pip install "tabletop-core[web]" -e ".[test]"',
            "tabletop check .",
            "python -m pytest",
            f"tabletop site shore_{kind} --to site",
        ]


@pytest.mark.gate
def test_the_steps_of_the_workflow_succeed_on_a_new_pack(tmp_path):
    new_pack("shore_steps", tmp_path, "dice")
    root = tmp_path / "shore_steps"
    _, check, tests, site = steps_of_workflow(root)
    steps = [check, tests, *([site] if os.environ.get("TABLETOP_PYODIDE") else [])]
    for step in steps:
        program, *words = step.split()
        start = () if program == "python" else TABLETOP
        # In place of the installation, which needs an index.
        done = run_in(root, *start, *words, TABLETOP_PACKS=str(root))
        assert done.returncode == 0, f"{step}: {done.stdout}{done.stderr}"
    assert (root / "site" / "index.html").is_file() or len(steps) == 2


@pytest.mark.parametrize(
    ("name", "kind", "why"),
    [(name, "chart", "lowercase letters")
     for name in ("Shore", "my-game", "1game", "", "../x", "a.b")]
    + [("class", "chart", "a Python keyword; choose another, such as 'class_game'")]
    # The names of installed modules.
    + [("json", "chart", "installed"), ("pytest", "chart", "installed")]
    + [("shore_hex", "hex", "no kind 'hex' of new pack; choose one of: chart, blocks")],
)  # fmt: skip
def test_a_name_that_is_no_package_name_or_taken_and_an_unknown_kind_are_refused(
    tmp_path, name, kind, why
):
    with pytest.raises(PackError, match=why):
        new_pack(name, tmp_path, kind)

    assert list(tmp_path.iterdir()) == []


def test_the_help_of_the_command_names_every_kind():
    said = " ".join(CliRunner().invoke(app, ["new", "--help"]).output.split())

    assert f"begins with: chart (the default), {', '.join([*KINDS][1:])}." in said


def test_a_folder_that_is_there_is_never_written_to(tmp_path):
    (tmp_path / "shore_there").mkdir()

    with pytest.raises(PackError, match="there already"):
        new_pack("shore_there", tmp_path)

    assert list((tmp_path / "shore_there").iterdir()) == []


# ---------------------------------------------------------------- the commands


def test_new_lists_the_files_and_says_what_to_do_next(command, tmp_path):
    done = command("new", "shore_new", "--dir", "deep/down")
    refused = command("new", "My-Game")

    assert done.exit_code == 0
    assert "shore_new/game.py" in done.output
    assert "tabletop check deep/down/shore_new" in done.output
    assert (tmp_path / "deep/down/shore_new/shore_new/data/tide.toml").is_file()
    assert (refused.exit_code, refused.stderr.count("\n")) == (2, 1)


def broken(command, name, old, new):
    command("new", name)
    rules = Path(name, name, "rules.py")
    text = rules.read_text()
    assert old in text
    rules.write_text(text.replace(old, new))
    return rules


def test_check_of_a_broken_pack_groups_the_problems_and_exits_1(command):
    rules = broken(command, "shore_broken", '"coins")', '"coin")')
    done = command("check", "shore_broken", "--games", 5)

    line = next(n for n, text in enumerate(rules.read_text().splitlines(), 1) if '"coin")' in text)
    assert done.exit_code == 1
    assert "Errors\n" in done.output
    assert f"C401 shore_broken/shore_broken/rules.py:{line}: " in done.output
    assert "Traceback" not in done.output


def test_check_json_is_a_list_of_problems_with_code_place_and_remedy(command):
    broken(command, "shore_json", 'play.resolve("tide")', "()")
    done = command("check", "shore_json", "--games", 5, "--json")

    problem = next(one for one in json.loads(done.output) if one["code"] == "C303")
    assert done.exit_code == 0
    assert problem.keys() == {
        *("pack", "code", "severity", "message", "remedy"),
        *("file", "line", "key", "value"),
    }
    assert (problem["pack"], problem["severity"]) == ("shore_json", "warning")


def test_check_of_what_cannot_be_imported_exits_1_and_of_what_is_no_pack_2_with_the_cause(command):
    refused = {pack: command("check", pack) for pack in ("nowhere", ".")}
    command("new", "shore_import")
    Path("shore_import", "shore_import", "__init__.py").write_text("import tabletop_nowhere\n")
    done = command("check", "shore_import")

    assert done.exit_code == 1
    assert "C100" in done.output
    assert "tabletop_nowhere" in done.output
    for pack, said in refused.items():
        assert said.exit_code == 2
        assert repr(pack) in said.stderr
        assert "Traceback" not in said.output + said.stderr


# ---------------------------------------------------------------- what is installed with it


def add(root, *names):
    """Add files to the package of a new pack."""
    for name in names:
        file = Path(root, root, name)
        file.parent.mkdir(exist_ok=True)
        file.write_text("[glossary]\n" if name.endswith(".toml") else "")


def test_check_passes_a_sound_folder_and_all_that_tabletop_reads_is_installed_with_it(command):
    root = command("new", "shore_sound") and "shore_sound"
    done = command("check", root, "--games", 5)
    add(root, "symbols/tide.svg", "NOTES_2.md", "more/__init__.py", "more/x.py")

    assert done.exit_code == 0
    assert done.output == "Shore Sound (shore_sound): passed without remarks\n"
    assert "is not installed" not in command("check", root, "--games", 1).output


@pytest.mark.parametrize(
    ("name", "code", "remedy"),
    [
        ("symbols/tide.svg", "C109", 'add "**/*.svg" to the package data of setuptools'),
        ("more/__init__.py", "C109", "name its folder among the packages"),
        ("charts/sky.csv", "C109", 'add "**/*.csv" to the package data of setuptools'),
        ("data/sky.json", "C109", 'add "**/*.json" to the package data of setuptools'),
        ("scan.pdf", "C110", "add it to the package data, or move it out of the package"),
    ],
)
def test_check_names_what_is_left_out_when_a_pack_is_installed(command, name, code, remedy):
    root = command("new", "shore_left") and "shore_left"
    project = Path(root, "pyproject.toml")
    text = project.read_text().replace(', "**/*.svg"', "")
    text = text.replace(
        '.packages.find]\ninclude = ["shore_left*"]', ']\npackages = ["shore_left"]'
    )
    text = text.replace('"*" = ["**/*.toml", "**/*.csv"', '"*" = ["*.toml", "data/*.toml"')
    project.write_text(text)
    line = text[: text.index("[tool.setuptools.package-data]")].count("\n") + 1
    add(root, name)
    done = command("check", root, "--games", 1)

    assert f"{code} {project}:{line}: {name} is not installed with the pack" in done.output
    assert f"-> {remedy}" in done.output
    assert done.exit_code == (1 if code == "C109" else 0)


# ---------------------------------------------------------------- the folder one edits


@pytest.fixture
def installed(tmp_path):
    """Return what runs tabletop where an older copy of `shore_old` is installed, beside a project.

    The copy has the title *Old*, the project *New*.
    """
    new_pack("shore_old", tmp_path)
    project, site = tmp_path / "shore_old", tmp_path / "site"
    init = project / "shore_old" / "__init__.py"
    text = init.read_text()
    assert 'title="Shore Old"' in text
    init.write_text(text.replace("Shore Old", "Old"))
    shutil.copytree(project / "shore_old", site / "shore_old")
    announced = site / "tabletop_shore_old-0.1.0.dist-info"
    announced.mkdir()
    (announced / "entry_points.txt").write_text("[tabletop.packs]\nshore_old = shore_old\n")
    init.write_text(text.replace("Shore Old", "New"))

    def run(*words, cwd=project):
        how = {"PYTHONPATH": str(site), "TABLETOP_SAVES": str(tmp_path / "saves")}
        return run_in(cwd, "-P", *TABLETOP, *words, **how)

    return run


TAKEN = (
    "tabletop: shore_old is loaded from the folder {}, not from where it is installed (entry "
    "point shore_old = shore_old)\n"
)


def test_the_folder_that_is_edited_goes_before_what_is_installed_where_it_is_named(installed):
    alone = installed("info", "shore_old")
    edited = installed("--packs", ".", "info", "shore_old")
    listed = installed("--packs", ".", "packs", "--json")

    assert alone.stdout.startswith("Old (shore_old")
    assert alone.stderr == ""
    assert edited.stdout.startswith("New (shore_old")
    assert edited.stderr == listed.stderr == TAKEN.format("shore_old")
    packs = {pack["id"]: pack["title"] for pack in json.loads(listed.stdout)}
    assert packs["shore_old"] == "New"


@pytest.mark.parametrize(
    ("named", "inside", "title"),
    [
        (".", "shore_old", "New"),
        ("shore_old", "shore_old", "New"),
        ("shore_old", "", "New"),
        # Where there is no such folder, it is the name of what is installed.
        ("shore_old", "empty", "Old"),
    ],
)
def test_check_examines_the_folder_of_this_name_or_else_what_is_installed(
    installed, tmp_path, named, inside, title
):
    (tmp_path / "empty").mkdir()
    done = installed("check", named, "--games", "1", cwd=tmp_path / inside)

    assert done.stdout.startswith(f"{title} (shore_old): passed")
    taken = "tabletop: shore_old is loaded from the folder "
    assert done.stderr.count("\n") == done.stderr.count(taken) == (title == "New")
