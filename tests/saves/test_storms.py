"""Storms: games that are killed at random moments, and files that are damaged everywhere.

`make storm` has a long one; `STORM` is how many times as long as here.
"""

import os
import re
import subprocess
from random import Random

import pytest

from tabletop_core.errors import SaveError
from tabletop_core.saves.reader import read_save
from tabletop_core.saves.session import resume_session
from tests.saves.mutations import sealed_again
from tests.saves.storm import TABLETOP, accidents, cuts, flips, play_through_kills

LENGTH = int(os.environ.get("STORM", "1"))
_RECORD = re.compile(rb"^\d+ = \[.*\] #= [0-9a-f]{8}\n", re.MULTILINE)


@pytest.fixture
def damaged(tmp_path):
    """Write what is left of a file, and return where."""
    path = tmp_path / "damaged.toml"

    def write(content):
        path.write_bytes(content)
        return path

    return write


@pytest.fixture
def content(race, path, started):
    """What is in the file of a small saved game."""
    session = started(race, "roll", "roll", "hold", "roll", "hold", "hold", seed=3, save=path)
    session.undo_policy = "free"
    session.undo()
    session.answer("roll")
    session.close()
    return path.read_bytes()


def left_of(path, game):
    """Return the tape of what can be gone on with and what was told; None: it was refused."""
    try:
        session = resume_session(read_save(path), lambda pack: game, write=False)
    except SaveError as refused:
        return None if str(path) in str(refused) else pytest.fail(f"it names no file: {refused}")
    return session.match.tape.entries, session.notices


# ---------------------------------------------------------------- kills


def play_on(pack, seats, path, kills):
    """Play a game that is killed so often at random moments, and verify what is saved of it."""
    here = play_through_kills(pack, path, seats, kills, Random(f"{pack} {seats} {LENGTH}"))
    verified = [*TABLETOP, "replay", str(path), "--verify"]

    assert subprocess.run(verified, capture_output=True, check=True).stderr == b""
    assert here.match.decisions


def test_a_game_that_is_killed_and_resumed_loses_no_answer(tmp_path):
    play_on("spies", "bot:random,human", tmp_path / "game.toml", 1)


@pytest.mark.gate
@pytest.mark.timeout(240 + 60 * LENGTH)
@pytest.mark.parametrize(
    ("pack", "seats"),
    [
        ("bomber_run", "human"),
        ("wing_and_prayer", "human"),
        ("squadron_303", "human,bot:random"),
        ("spies", "human,human"),
    ],
)
def test_a_game_killed_at_random_moments_loses_no_answer(pack, seats, tmp_path):
    play_on(pack, seats, tmp_path / "game.toml", 2 * LENGTH)


# ---------------------------------------------------------------- a file that was cut off


@pytest.mark.parametrize("step", [9, pytest.param(1, marks=pytest.mark.gate)])
def test_of_a_file_cut_at_any_byte_every_whole_entry_is_kept(content, damaged, race, step):
    header = content.index(b"#= ") + len(b"#= 01234567\n")
    for size, cut in list(enumerate(cuts(content)))[::step]:
        path = damaged(cut)
        left = left_of(path, race)

        assert (left is None) == (size < header), f"cut after {size} of {len(content)} bytes"
        if left is not None:
            assert read_save(path).written == len(_RECORD.findall(cut))


def test_a_file_cut_in_the_middle_of_an_entry_says_that_it_was_dropped(content, damaged, race):
    _, notices = left_of(damaged(content[:-3]), race)

    assert notices == ["the last entry was only partly written; it was dropped"]


# ---------------------------------------------------------------- a file that was damaged


def is_sound_or_told(content, broken, path, game):
    """Tell whether a damaged file is refused in words, or only its sound beginning is gone on with.

    Where that leaves anything out, it must be told, too.
    """
    left = left_of(path, game)
    if left is None:
        return True
    size = read_save(path).size
    is_all = not broken[size:].strip() or content.startswith(broken)
    return content.startswith(broken[:size]) and (is_all or bool(left[1]))


def test_no_bit_of_a_file_can_be_turned_unnoticed(content, damaged, race):
    for number in range(LENGTH):
        for flipped in flips(content, Random(number), step=5):
            assert is_sound_or_told(content, flipped, damaged(flipped), race)


def test_worse_accidents_are_told_in_words(content, damaged, race):
    for broken in accidents(content, Random(5), 5 if LENGTH == 1 else 20 * LENGTH):
        assert is_sound_or_told(content, broken, damaged(broken), race)


def test_an_entry_that_was_taken_out_is_named_even_where_every_check_value_fits(content, damaged):
    lines = content.splitlines(keepends=True)
    third = next(at for at, line in enumerate(lines) if line.startswith(b"3 = "))

    with pytest.raises(SaveError, match=rf"damaged.toml:{third + 1}: .* entry 3 is missing"):
        read_save(damaged(sealed_again(lines[:third] + lines[third + 1 :])))


@pytest.mark.parametrize(("number", "remedy"), [(1, "can no longer be read"), (3, "update")])
def test_a_file_of_another_format_is_refused_with_both_numbers(content, damaged, number, remedy):
    other = content.replace(b"\nformat = 2\n", b"\nformat = %d\n" % number, 1)

    assert other != content
    with pytest.raises(SaveError, match=f"has format {number}, .* reads format 2; .*{remedy}"):
        read_save(damaged(sealed_again(other.splitlines(keepends=True))))


def test_an_entry_without_its_check_value_is_told_with_its_line(content, damaged):
    lines = content.splitlines(keepends=True)
    last = max(at for at, line in enumerate(lines) if line[:1].isdigit())
    lines[last] = lines[last].rpartition(b" #= ")[0] + b"\n"

    with pytest.raises(SaveError, match=rf"damaged.toml:{last + 1}: .* has no check value"):
        read_save(damaged(b"".join(lines[: last + 1])))


def test_resume_refuses_a_damaged_file_in_one_line_and_leaves_it_as_it_is(content, damaged):
    at = content.index(b'"hold"')
    path = damaged(content[:at] + b'"roll"' + content[at + 6 :])
    before = path.read_bytes()
    done = subprocess.run([*TABLETOP, "resume", str(path)], capture_output=True, text=True)

    assert done.returncode == 2
    assert re.fullmatch(r"[^\n]*damaged\.toml:\d+: the saved game is damaged: .*\n", done.stderr)
    assert path.read_bytes() == before
