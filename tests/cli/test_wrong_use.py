"""Wrong use and bad data: one clear message, status 2, no traceback."""

import subprocess
import sys

import pytest

from .conftest import PACKS, START


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("play nope", "there is no pack 'nope'; installed packs: "),
        ("info nope", "there is no pack 'nope'"),
        (
            "play harvest --option yeers=2",
            "harvest has no option 'yeers'; its options: years, cold",
        ),
        ("play harvest --option years=7", "option years cannot be '7'; choose one of: 1, 2, 30"),
        ("play harvest --option years", "--option 'years' has no value; write it as NAME=VALUE"),
        ("play harvest --seed x", "--seed 'x' is no whole number; give one such as 7"),
        ("play harvest --sed 3", "No such option: --sed"),
        ("play harvest --dice loaded", "'loaded' is not one of"),
        ("play harvest --seats bot:clever", "'bot:clever' cannot play harvest; choose from: human"),
        ("play harvest --seats a,b,c", "names 3 players, but harvest has 2 seats (ann, bob)"),
        ("play harvest --overlay none.toml", "there is no overlay file"),
        ("play", "Missing argument"),
        ("plya harvest", "there is no command 'plya'; did you mean 'play'?"),
        ("frobnicate", "there is no command 'frobnicate'; see `tabletop --help`"),
        ("resume none.toml", "there is no saved game 'none.toml'; see `tabletop saves`"),
        ("replay none.toml --verify", "there is no saved game 'none.toml'"),
        ("packs --packs", "--packs needs a folder"),
    ],
)
def test_wrong_use_is_told_in_one_message_with_status_2(run, command, told):
    result = run(command, exits=2)

    assert told in result.stderr
    assert result.stdout == ""
    assert "Traceback" not in result.stderr


def test_a_file_that_is_no_saved_game_is_named_and_not_overwritten(run, tmp_path):
    file = tmp_path / "game.toml"
    file.write_text("[harvest]\n")

    assert f"{file} is no saved game of tabletop" in run(f"resume {file}", exits=2).stderr
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
