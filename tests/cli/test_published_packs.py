"""Published packs are listed, and installed after asking; without a network one line says so."""

import json
import subprocess
from zipfile import ZipFile

import pytest


@pytest.fixture
def shelf(tmp_path):
    """Write a folder with the wheel of a pack."""
    told = "Metadata-Version: 2.1\nName: tabletop-fog\nVersion: 0.3\nSummary: A night at sea.\n"
    folder = tmp_path / "shelf"
    folder.mkdir()
    with ZipFile(folder / "tabletop_fog-0.3-py3-none-any.whl", "w") as packed:
        packed.writestr("tabletop_fog-0.3.dist-info/METADATA", f"{told}Keywords: tabletop-pack\n")
    return folder


@pytest.fixture
def ran(monkeypatch):
    """Note the commands that are run in place of running them."""
    commands = []

    def note(command, **how):
        commands.append(command)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", note)
    return commands


def test_published_packs_with_a_word_are_listed(run, shelf):
    assert run(f"packs --search night --index {shelf}").output == (
        "tabletop-fog 0.3: A night at sea.\n\n`tabletop install NAME` installs one of them.\n"
    )
    assert run(f"packs --search day --index {shelf}").output == (
        "No published pack matches 'day'.\n"
    )
    assert json.loads(run(f"packs --search fog --index {shelf} --json").output) == [
        {"name": "tabletop-fog", "version": "0.3", "summary": "A night at sea."}
    ]


def test_a_pack_is_installed_once_it_is_agreed_to(run, shelf, ran):
    asked = run(f"install fog --index {shelf}", "n", exits=1).output
    assert "tabletop-fog 0.3, from" in asked
    assert "A night at sea." in asked
    assert "Install it? [y/N]" in asked
    assert ran == []

    run(f"install fog --index {shelf}", "y")
    run(f"install tabletop-fog --index {shelf} --yes")
    assert [command[-1] for command in ran] == ["tabletop-fog==0.3"] * 2


@pytest.mark.parametrize("command", ["packs --search fog", "install fog --yes"])
def test_without_a_network_one_line_says_so(run, command, monkeypatch):
    monkeypatch.setenv("TABLETOP_INDEX", "http://127.0.0.1:9/simple")
    done = run(command, exits=2)

    assert done.stdout == ""
    assert " ".join(done.stderr.split()).startswith("tabletop: http://127.0.0.1:9/simple/")
    assert "check the network" in " ".join(done.stderr.split())
