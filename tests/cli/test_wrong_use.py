"""Bad data and streams; what is said of wrong use: `scripts/wrong_use.txt`."""

import subprocess
import sys

import pytest

from .conftest import PACKS, START


@pytest.mark.parametrize("command", ["play nope", "plya harvest", "resume none.toml"])
def test_the_message_of_wrong_use_goes_to_standard_error_alone(run, command):
    assert run(command, exits=2).stdout == ""


def test_a_file_that_is_no_saved_game_is_named_and_not_overwritten(run, tmp_path):
    file = tmp_path / "game.toml"
    file.write_text("[harvest]\n")

    assert f"{file} is not a saved game of tabletop" in run(f"resume {file}", exits=2).stderr
    assert "exists already" in run(f"play harvest --save {file}", exits=2).stderr
    assert file.read_text() == "[harvest]\n"


def test_a_broken_pack_is_told_and_the_others_still_work(run, tmp_path):
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "__init__.py").write_text("from tabletop_core import a_misspelt_name\n")
    result = run(f"packs --packs {tmp_path}")

    assert f"folder {broken} cannot be imported: ImportError" in result.stderr
    assert "harvest: Harvest, 2 players" in result.stdout


def test_a_folder_of_packs_may_be_named_after_the_command_too(run, monkeypatch):
    monkeypatch.setenv("TABLETOP_PACKS", "")
    for command in (f"--packs '{PACKS}' info harvest", f"info harvest --packs='{PACKS}'"):
        assert "Harvest (harvest 1.0)" in run(command).output


def test_a_reader_that_goes_away_ends_the_program_quietly(saves):
    command = [sys.executable, "-c", START, "play", "harvest", "--seats", "bot:random"]
    command += ["--option", "years=30", "--seed", "1"]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    program.stdout.close()
    told = program.stderr.read()
    program.stderr.close()

    assert program.wait() == 141
    assert told == b""


def test_a_folder_of_packs_that_are_installed_from_there_is_no_clash(run):
    import packs.bomber_run

    folder = packs.bomber_run.__path__[0]
    result = run(f"packs --packs '{folder}'")

    assert result.stderr == ""
    assert result.stdout.count("bomber_run: Bomber Run") == 1
