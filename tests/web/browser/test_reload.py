"""While a pack is written, an open table shows what is wrong with a file, and the game again."""

import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[3] / "examples" / "reed_march" / "reed_march"
BEGIN = "from tabletop_core.cli import main; main()"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def marsh(tmp_path):
    """Serve a copy of the wargame with `--reload`; return its folder and the address."""
    shutil.copytree(EXAMPLE, tmp_path / "packs" / "reed_march")
    port = free_port()
    words = ["--packs", tmp_path / "packs", "serve", "reed_march", "--reload", "--port", str(port)]
    process = subprocess.Popen(
        [sys.executable, "-c", BEGIN, *map(str, words), "--data", str(tmp_path / "data")],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    while "Ctrl+C" not in process.stdout.readline():
        assert process.poll() is None
    yield tmp_path / "packs" / "reed_march", f"http://127.0.0.1:{port}"
    process.terminate()
    process.communicate()


def test_an_open_table_shows_the_faults_of_a_file_and_then_the_game_again(pages, marsh):
    folder, address = marsh
    file: Path = folder / "data" / "map.toml"
    sound = file.read_text("utf-8")
    page = pages()
    page.goto(f"{address}/new/reed_march")
    page.fill("input[name=name]", "Ann")
    page.click("form button.main")
    page.wait_for_selector("#\\@prompt", state="attached")

    file.write_text(sound.replace("schema = 1", "schema = 1\ncolour = 'red'\nsize = 3"))
    page.wait_for_selector("text=map.toml:2 D103: colour")
    lines = page.locator("[data-waits]").inner_text().splitlines()
    assert [line.partition(" D103")[0].rpartition("/")[2] for line in lines[-2:]] == [
        "map.toml:2",
        "map.toml:3",
    ]
    file.write_text(sound.replace("schema = 1", "schema = 1\nshade = 'red'"))
    page.wait_for_selector("text=map.toml:2 D103: shade")
    file.write_text(sound)
    page.wait_for_selector("#\\@prompt", state="attached")

    file = folder / "rules.py"
    sound = file.read_text("utf-8")
    file.write_text(f"{sound}x = (")
    line = len(sound.splitlines()) + 1
    page.wait_for_selector(f"text=was never closed, at rules.py:{line}")
    file.write_text(sound)
    page.wait_for_selector("#\\@prompt", state="attached")


def test_the_author_sets_a_field_reads_what_is_wrong_and_saves_a_test(pages, marsh):
    folder, address = marsh
    (folder.parent / "pyproject.toml").write_text("[tool.pytest.ini_options]\n")
    page = pages()
    page.goto(f"{address}/new/reed_march")
    page.fill("input[name=name]", "Ann")
    page.click("form button.main")
    page.wait_for_selector("#\\@prompt", state="attached")
    assert not page.locator("#room-author").is_visible()
    page.click("#\\@author > summary")

    page.fill("#room-author [name=field]", "steps.rider_1")
    value = page.locator("#room-author [name=value]")
    assert value.input_value() == "2"
    value.fill("1")
    page.click("#room-author form.set button")
    page.wait_for_selector("#room-author output:has-text('steps.rider_1 is 1')")
    page.fill("#room-author [name=field]", "steps.rider_1")
    assert value.input_value() == "1"
    value.fill("many")
    page.click("#room-author form.set button")
    page.wait_for_selector("#\\@told:has-text('steps.rider_1 cannot be')")

    page.reload()
    page.fill("#room-author [name=words]", "A rider in need")
    page.click("#room-author form.test button")
    page.wait_for_selector("#room-author output:has-text('tests/test_a_rider_in_need.py')")
    text = (folder.parent / "tests" / "test_a_rider_in_need.py").read_text()
    assert 'SetField("steps.rider_1", 1)' in text
