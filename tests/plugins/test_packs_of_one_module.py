"""A pack may be one module, with its data beside it, until it grows."""

import pickle
import sys

import pytest
from typer.testing import CliRunner

from tabletop_core.cli import app
from tabletop_core.plugins.packs import find_packs
from tabletop_core.simulation.batches import run_games

SHELLS = '''"""Shells: pick up shells until the tide comes."""

import attrs

from tabletop_core import DataFolder, Game, Identity, Look, PackData, Repeat, Step, hookimpl, rule
from tabletop_core.data import Component, Entry
from tabletop_core.panels import Facts


@hookimpl
def tabletop_identity():
    return Identity(id="shells", title="Shells", players=(1, 1), summary="Pick up shells.")


@hookimpl
def tabletop_game():
    return GAME


@attrs.frozen
class Shell(Entry):
    id: str
    name: str
    points: int


@attrs.frozen
class Shells(Component):
    shell: tuple[Shell, ...]


@attrs.frozen(eq=False)
class Data(PackData):
    shells: tuple[Shell, ...] = ()


def load_data(overlays):
    folder = DataFolder(__name__, overlays)
    shells = folder.file("shells.toml", Shells).shell
    return Data(shells=shells, names=folder.names(), **folder.account())


@attrs.define
class State:
    points: int = 0


@rule("1", "A shell")
def pick(play):
    """Pick up another shell, or go before the tide comes."""
    if (yield play.ask("Pick up another?", {"pick": "pick it up", "go": "go home"})) == "go":
        play.end("home", winner=play.seat, scores={play.seat: play.state.points})
        return
    if play.die(6, "for the tide") == 1:
        play.end("tide")
        return
    shell = play.data.shells[play.die(len(play.data.shells), "for the shell") - 1]
    play.state.points += shell.points
    play.log("picked", shell=shell.id, points=shell.points)


GAME = Game(
    package=__name__,
    seats=("walker",),
    sequence=Repeat("Shell", Step("Pick up", pick, may_end=True)),
    state=State,
    new_state=lambda play: State(),
    look=Look(
        view=lambda play, viewer: [
            Facts(title="Basket", rows=(("points", str(play.state.points)),))
        ],
        words={"picked": "a {shell}: {points} points"},
    ),
    load_data=load_data,
)
'''

DATA = """
schema = 1
id = "shells"
title = "Shells"
source = "our beach"
provenance = "reconstructed"

[[shell]]
id = "whelk"
name = "whelk"
points = 1

[[shell]]
id = "cowrie"
name = "cowrie"
points = 3
"""


@pytest.fixture
def beach(tmp_path, monkeypatch):
    """A folder with a game of one module, its data, and modules that are not games."""
    monkeypatch.delenv("TABLETOP_PACKS", raising=False)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shells.py").write_text(SHELLS)
    (tmp_path / "shells.toml").write_text(DATA)
    (tmp_path / "notes.toml").write_text("what = 'of somebody else'\n")
    (tmp_path / "helper.py").write_text("import tabletop_core\nraise SystemExit('no game')\n")
    yield tmp_path
    sys.modules.pop("shells", None)


def run(*words):
    return CliRunner().invoke(app, list(map(str, words)))


@pytest.mark.parametrize("name", [".", "shells.py"])
def test_a_module_is_found_by_its_folder_and_by_its_file_and_passes_the_exam(name, beach):
    found = find_packs([beach / name], points=())
    done = run("check", name, "--games", 10)

    assert [pack.id for pack in found.packs] == ["shells"]
    assert found.problems == ()
    assert done.exit_code == 0, done.output
    assert done.output.startswith("Shells"), done.output


def test_other_processes_find_a_pack_of_one_module(beach):
    game = find_packs([beach], points=())["shells"].load()
    copied = pickle.dumps(game)
    del sys.modules["shells"]

    assert pickle.loads(copied).id == "shells"
    assert run_games(pickle.loads(copied), games=8, seed=2, jobs=2).games == 8


def test_a_file_that_is_no_pack_is_named(beach):
    (beach / "other.py").write_text("x = 1\n")

    (problem,) = find_packs([beach / "other.py"], points=()).problems

    assert "other.py holds no pack" in problem


def test_a_module_that_has_the_name_of_another_is_refused_with_its_file(beach):
    (beach / "shells.py").rename(beach / "json.py")

    (problem,) = find_packs([beach], points=()).problems

    assert "a module named 'json' is already loaded; rename the file" in problem
