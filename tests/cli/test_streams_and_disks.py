"""Disks that are full, streams that are closed, files that change: one line, and nothing lost."""

import os
import shlex
import subprocess
import sys
from zlib import crc32

import pytest

from tabletop_core.saves.reader import read_save
from tests.waiting import until

from .conftest import PACKS, START

TABLETOP = shlex.join([sys.executable, "-c", START, "--packs", str(PACKS)])

PLAY = "play harvest --option years=30 --seats human,bot:random --seed 1"
YEAR = "1\n1\n10\n"
"""What is typed in a year of harvest: which crops, how many sacks, at what price."""

NO_ROOM = "tabletop: standard input or output: {}; free some space, or choose another file\n"

pytestmark = pytest.mark.skipif(
    not os.path.exists("/dev/full"), reason="the system has no device that is always full"
)


@pytest.fixture
def shell(tmp_path):
    """Run a line of a shell in an empty folder; `tabletop` is this program."""

    def run(line, given="", before=None):
        return subprocess.run(
            ["/bin/sh", "-c", line.replace("tabletop", TABLETOP, 1)],
            cwd=tmp_path,
            input=given,
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=before,
            env={**os.environ, "TABLETOP_SAVES": str(tmp_path / "saves"), "COLUMNS": "200"},
        )

    return run


@pytest.fixture
def saved(shell, tmp_path):
    """The file of a game with two answers."""
    played = shell(f"tabletop {PLAY} --save mine.toml", YEAR)
    assert played.returncode == 0, played.stderr
    return tmp_path / "mine.toml"


@pytest.mark.parametrize(
    "command",
    [
        *("--help", "--version", "packs", "packs --json", "info harvest", "roll 2d6", "saves"),
        *("odds 2d6 --json", "play harvest --seats bot:random", "learn harvest"),
        *("sim harvest --games 2 --json", "check harvest --games 1", "resume mine.toml"),
        *("replay mine.toml --json", "show mine.toml"),
    ],
)
def test_a_command_whose_output_finds_no_room_ends_with_one_line_and_2(shell, saved, command):
    done = shell(f"tabletop {command} > /dev/full")

    assert (done.returncode, done.stderr) == (2, NO_ROOM.format("No space left on device"))


@pytest.mark.parametrize(
    "command",
    [
        *("roll nonsense 2> /dev/full", "nonsense 2> /dev/full", "play nowhere 2> /dev/full"),
        *("packs > /dev/full 2> /dev/full", "roll nonsense 2>&-"),
    ],
)
def test_where_nothing_can_be_said_the_status_is_2_all_the_same(shell, command):
    assert shell(f"tabletop {command}").returncode == 2


@pytest.mark.parametrize("streams", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["roll 2d6", "play harvest --seed 1 --save new.toml"])
def test_closed_streams_are_empty_ones(shell, tmp_path, command, streams):
    done = shell(f"tabletop {command} {streams}")

    assert (done.returncode, done.stderr) == (0, "")
    if "new.toml" in command:
        assert read_save(tmp_path / "new.toml").header.pack == "harvest"


def test_without_streams_the_bare_command_ends_well(shell):
    assert shell("tabletop <&- >&- 2>&-").returncode == 0


def test_a_stream_that_cannot_be_read_is_told_in_one_line(shell, saved):
    done = shell("tabletop resume mine.toml 0> /dev/null")

    assert (done.returncode, done.stderr) == (2, NO_ROOM.format("Bad file descriptor"))


def test_input_that_is_no_text_is_read_as_a_wrong_answer(shell, saved, tmp_path):
    (tmp_path / "typed").write_bytes(b"\xff\xfe\n1\n")
    done = shell("tabletop resume mine.toml < typed")

    assert (done.returncode, done.stderr) == (0, "")


# ---------------------------------------------------------------- files


def at_most(size):
    """Let no file grow beyond this size in bytes, as on a disk that is full then."""

    def limit():
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return limit


def test_a_new_game_for_which_there_is_no_room_leaves_no_file(shell, tmp_path):
    done = shell(f"tabletop {PLAY} --save new.toml", "1\n", at_most(100))

    assert done.returncode == 2
    assert done.stderr == (
        "tabletop: new.toml cannot be written: File too large; free some space, or choose "
        "another file\n"
    )
    assert not (tmp_path / "new.toml").exists()


@pytest.mark.parametrize("more", [0, 3, 200])
def test_resume_on_a_full_disk_says_so_in_one_line_and_keeps_what_was_acknowledged(
    shell, saved, more
):
    before, content = read_save(saved).entries, saved.read_bytes()
    limit = at_most(len(content) + more)
    done = shell("tabletop resume mine.toml", YEAR * 20, limit)

    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith("tabletop: mine.toml cannot be written: File too large; ")
    assert "is saved. Continue" not in done.stdout
    assert read_save(saved).entries[: len(before)] == before
    assert saved.read_bytes().startswith(content)


def test_play_on_a_disk_that_fills_up_keeps_what_was_acknowledged(shell, tmp_path):
    done = shell(f"tabletop {PLAY} --save new.toml", YEAR * 20, at_most(900))

    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert len(read_save(tmp_path / "new.toml").entries) > 1


def test_a_file_that_is_deleted_while_its_game_runs_is_said_at_the_prompt(tmp_path):
    command = f"exec {TABLETOP} play harvest --seed 1 --save mine.toml"
    with subprocess.Popen(
        ["/bin/sh", "-c", command],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        until((tmp_path / "mine.toml").exists, "the file of the game")
        (tmp_path / "mine.toml").unlink()
        said, _ = process.communicate(YEAR)

    assert said.count("Note: mine.toml was deleted or renamed during the game") == 1
    assert read_save(tmp_path / "mine.toml").entries


# ---------------------------------------------------------------- names and line ends


def test_a_game_saved_under_any_name_in_the_folder_is_listed_and_found(shell, tmp_path):
    (tmp_path / "saves").mkdir()
    shell(f"tabletop {PLAY} --save saves/x.save", "1\n")

    assert "x.save" in shell("tabletop saves").stdout
    assert "resume saves" not in shell("tabletop resume x").stderr
    for name in ("x.save", "x", "saves/x.save", ""):
        assert shell(f"tabletop resume {name}").returncode == 0


def test_a_game_with_line_ends_of_windows_is_resumed(shell, saved):
    saved.write_bytes(b"\xef\xbb\xbf" + saved.read_bytes().replace(b"\n", b"\r\n"))
    done = shell("tabletop resume mine.toml", "1\n")

    assert (done.returncode, done.stderr) == (0, "")
    assert b"\r" not in saved.read_bytes()


def test_a_file_with_a_head_of_the_future_spoils_no_list(shell, saved, tmp_path):
    content = saved.read_bytes()
    shell(f"tabletop {PLAY} --save saves/sound.toml", "1\n")
    head = content.partition(b"#= ")[0].replace(b"rules = ", b"lamp = 1\nrules = ")
    (tmp_path / "saves" / "future.toml").write_bytes(
        head + b"#= %08x\n" % crc32(b"#= ", crc32(head))
    )
    listed = shell("tabletop saves")
    refused = shell("tabletop resume future")

    assert (listed.returncode, listed.stderr) == (0, "")
    assert "sound.toml  Harvest" in listed.stdout
    assert "does not know its key 'lamp'" in listed.stdout
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
    assert "does not know its key 'lamp'" in refused.stderr
