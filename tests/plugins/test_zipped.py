"""A game in a zip is opened as its folder is; what a zip could do besides is refused."""

import stat
import sys
from shutil import make_archive
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest
from typer.testing import CliRunner

from tabletop_core.cli import app
from tabletop_core.plugins import zipped
from tabletop_core.plugins.packs import find_packs
from tabletop_core.plugins.scaffold import new_pack


@pytest.mark.parametrize("base", ["", "cache"])
def test_a_cache_that_is_no_absolute_path_is_ignored(tmp_path, monkeypatch, base):
    monkeypatch.setenv("XDG_CACHE_HOME", base)
    monkeypatch.setattr(zipped.Path, "home", lambda: tmp_path)
    monkeypatch.setattr(sys, "platform", "linux")

    assert zipped.cache_folder() == tmp_path / ".cache" / "tabletop"


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.delenv("TABLETOP_PACKS", raising=False)
    monkeypatch.setattr(zipped, "cache_folder", lambda: tmp_path / "cache")
    yield tmp_path
    for name in [name for name in sys.modules if name.partition(".")[0] == "shore_zip"]:
        del sys.modules[name]


def zip_of(place, names):
    """Return a zip with these files."""
    with ZipFile(place / "game.zip", "w") as packed:
        for name in names:
            packed.writestr(name, "x = 1\n")
    return place / "game.zip"


def problem_of(file):
    (problem,) = find_packs([file], points=()).problems
    return problem


@pytest.mark.parametrize("base", [".", "shore_zip"])
def test_a_project_in_a_zip_is_played_with_and_without_a_folder_around_it(base, place):
    new_pack("shore_zip", place, "dice")
    inside = place / "shore_zip" if base == "." else place
    file = make_archive(str(place / "given"), "zip", inside, base)

    done = CliRunner().invoke(
        app,
        ["--packs", file, "play", "shore_zip", "--seats", "bot:random", "--seed", "1"],
    )

    assert done.exit_code == 0, done.output
    assert "keeps" in done.output


def test_a_zip_is_unpacked_once_and_a_changed_one_again(place):
    file = zip_of(place, ["one.py"])
    first = zipped.unpacked(file)
    (first / "mark").touch()

    assert (zipped.unpacked(file) / "mark").is_file()
    assert not (zipped.unpacked(zip_of(place, ["one.py", "two.py"])) / "mark").exists()


@pytest.mark.parametrize("name", ["../out.py", "a/../../out.py", "/out.py", "C:out.py", "a\\b.py"])
def test_a_name_that_leads_out_of_the_folder_is_refused_and_nothing_stays(name, place):
    problem = problem_of(zip_of(place, ["good.py", name]))

    assert "is outside its folder" in problem
    assert not list(place.rglob("out.py"))
    assert list((place / "cache" / "packs").iterdir()) == []


def test_a_link_in_a_zip_is_refused(place):
    link = ZipInfo("link")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with ZipFile(place / "game.zip", "w") as packed:
        packed.writestr(link, "/etc")

    assert "'link'" in problem_of(place / "game.zip")


def test_a_zip_of_too_many_files_or_bytes_is_refused(place, monkeypatch):
    file = zip_of(place, ["one.py", "two.py"])
    monkeypatch.setattr(zipped, "MAX_UNPACKED_BYTES", 7)
    assert "unpacks to more than" in problem_of(file)

    monkeypatch.setattr(zipped, "MAX_FILES", 1)
    assert "has 2 files" in problem_of(file)


def test_what_is_no_zip_or_damaged_is_named_in_one_line(place):
    (place / "game.zip").write_text("no zip")
    assert "game.zip cannot be read as a zip" in problem_of(place / "game.zip")

    with ZipFile(place / "game.zip", "w", ZIP_DEFLATED) as packed:
        packed.writestr("one.py", "x = 1\n" * 100)
        start = packed.infolist()[0].header_offset + 36
    content = bytearray((place / "game.zip").read_bytes())
    content[start : start + 4] = b"\xff" * 4
    (place / "game.zip").write_bytes(content)

    assert "game.zip cannot be read as a zip" in problem_of(place / "game.zip")


def test_a_zip_without_the_folder_around_the_pack_says_how_to_make_it(place):
    assert "zip the folder itself" in problem_of(zip_of(place, ["__init__.py"]))
