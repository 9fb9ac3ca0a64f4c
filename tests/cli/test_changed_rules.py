"""Saved games whose pack has changed since."""

import shutil
import subprocess
import sys

import pytest

from .conftest import PACKS


@pytest.fixture
def tabletop(tmp_path, saves, monkeypatch):
    """Run the command line in a process of its own, with a copy of the toy pack."""
    shutil.copytree(PACKS, tmp_path / "packs", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setenv("TABLETOP_PACKS", str(tmp_path / "packs"))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    code = "from tabletop_core.cli import main; main()"

    def tabletop(*command, typed=""):
        return subprocess.run(
            [sys.executable, "-c", code, *command], input=typed, capture_output=True, text=True
        )

    return tabletop


@pytest.fixture
def rules(tmp_path):
    return tmp_path / "packs" / "harvest" / "game.py"


@pytest.fixture
def left(tabletop, saves):
    """The file of a long game left in the middle."""
    years = "rye\n2\n20\n" * 28
    done = tabletop(
        *("play", "harvest", "--seats", "human,bot:random", "-o", "years=30"), typed=years
    )
    assert "The game is saved." in done.stdout, done.stderr
    (path,) = saves.glob("*.toml")
    return path


def test_rules_that_no_longer_fit_are_refused_and_force_goes_on_from_a_checkpoint(
    tabletop, left, rules
):
    before = left.read_bytes()
    rules.write_text(rules.read_text().replace('"2d6", "the mood', '"3d6", "the mood'))

    refused = tabletop("resume")
    assert refused.returncode == 2
    assert "cannot be played again, since it does not follow the rules" in refused.stderr
    assert "--force goes on from the last checkpoint that loads" in refused.stderr
    assert left.read_bytes() == before

    forced = tabletop("resume", "--force", typed="rye\n2\n20\n")
    assert forced.returncode == 0
    assert "Note: going on from the checkpoint after entry " in forced.stdout
    assert "the mood of the market: rolls 3d6" in forced.stdout
    assert left.read_bytes() == before
    assert left.with_name(f"{left.stem}-2.toml").exists()


def test_changed_data_that_still_replays_goes_on_with_a_note(tabletop, left, rules):
    weather = rules.parent / "data" / "weather.toml"
    weather.write_text(weather.read_text().replace("bumper crop", "rich crop"))
    rules.write_text(rules.read_text().replace("bumper crop", "rich crop"))
    done = tabletop("resume")

    assert done.returncode == 0
    assert "have changed since this game was saved, but all of it plays again" in done.stdout
