"""Storms: games that are killed at random moments, and files that are damaged everywhere.

`make storm` has a long one; `STORM` is how many times as long as here.
"""

import os
import re
import subprocess
import zlib
from random import Random

import pytest
from storm import TABLETOP, accidents, cuts, flips, play_through_kills

from tabletop_core.errors import SaveError
from tabletop_core.saves.reader import read_save
from tabletop_core.saves.session import begin, new_session, resume_session

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
def saved(race, run, tmp_path):
    """Return a small saved game: what is in its file, and the tape of the game."""
    path = tmp_path / "whole.toml"
    session = new_session(race, seed=3, save=path, undo="free")
    begin(session)
    for answer in ("roll", "roll", "hold", "roll", "hold", "hold"):
        session.answer(answer)
    session.undo()
    session.answer("roll")
    session.close()
    return path.read_bytes(), session.match.tape.entries


def left_of(path, game):
    """Return the tape of what can be gone on with and what was told; None: it was refused."""
    try:
        session = resume_session(read_save(path), lambda pack: game, write=False)
    except SaveError as refused:
        return None if str(path) in str(refused) else pytest.fail(f"it names no file: {refused}")
    return session.match.tape.entries, session.notices


# ---------------------------------------------------------------- kills


@pytest.mark.timeout(240 + 60 * LENGTH)
@pytest.mark.parametrize(
    ("pack", "seats"),
    [
        ("bomber_run", "human"),
        ("wing_and_prayer", "human"),
        ("squadron_303", "human,bot:random"),
        ("spies", "human,human"),
        ("spies", "bot:random,human"),
    ],
)
def test_a_game_killed_at_random_moments_loses_no_answer(pack, seats, tmp_path):
    random = Random(f"{pack} {seats} {LENGTH}")
    path = tmp_path / "game.toml"
    here = play_through_kills(pack, path, seats, kills=2 * LENGTH, random=random)

    verified = [*TABLETOP, "replay", str(path), "--verify"]
    assert subprocess.run(verified, capture_output=True, check=True).stderr == b""
    assert here.match.decisions


# ---------------------------------------------------------------- a file that was cut off


def test_of_a_file_cut_at_any_byte_every_whole_entry_is_kept(saved, damaged, race):
    content, _ = saved
    header = content.index(b"#= ") + len(b"#= 01234567\n")
    for size, cut in enumerate(cuts(content)):
        path = damaged(cut)
        left = left_of(path, race)

        assert (left is None) == (size < header), f"cut after {size} of {len(content)} bytes"
        if left is not None:
            assert read_save(path).written == len(_RECORD.findall(cut))


def test_a_file_cut_in_the_middle_of_an_entry_says_that_it_was_dropped(saved, damaged, race):
    content, _ = saved
    _, notices = left_of(damaged(content[:-3]), race)

    assert notices == ["the last entry was torn off while it was being written; it is dropped"]


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


def test_no_bit_of_a_file_can_be_turned_unnoticed(saved, damaged, race):
    content, _ = saved
    for number in range(LENGTH):
        for flipped in flips(content, Random(number), step=3):
            assert is_sound_or_told(content, flipped, damaged(flipped), race)


def test_worse_accidents_are_told_in_words(saved, damaged, race):
    content, _ = saved
    for broken in accidents(content, Random(5), 20 * LENGTH):
        assert is_sound_or_told(content, broken, damaged(broken), race)


def sealed_anew(lines):
    """Write the check value of each record anew, as one would who wants to hide something."""
    crc, sealed = 0, b""
    record = b""
    for line in lines:
        record += line
        if re.search(rb"#= [0-9a-f]{8}\n$", line):
            said = record[: -len("01234567\n")]
            crc = zlib.crc32(said, crc)
            sealed += said + b"%08x\n" % crc
            record = b""
    return sealed + record


def test_an_entry_that_was_taken_out_is_named_even_where_every_check_value_fits(saved, damaged):
    content, _ = saved
    lines = content.splitlines(keepends=True)
    third = next(at for at, line in enumerate(lines) if line.startswith(b"3 = "))

    with pytest.raises(SaveError, match=rf"damaged.toml:{third + 1}: .* entry 3 is missing"):
        read_save(damaged(sealed_anew(lines[:third] + lines[third + 1 :])))


@pytest.mark.parametrize(("number", "remedy"), [(1, "cannot be read any more"), (3, "update")])
def test_a_file_of_another_format_is_refused_with_both_numbers(saved, damaged, number, remedy):
    content, _ = saved
    other = content.replace(b"\nformat = 2\n", b"\nformat = %d\n" % number, 1)

    assert other != content
    with pytest.raises(SaveError, match=f"has format {number}, .* reads format 2; .*{remedy}"):
        read_save(damaged(sealed_anew(other.splitlines(keepends=True))))


def test_an_entry_without_its_check_value_is_told_with_its_line(saved, damaged):
    content, _ = saved
    lines = content.splitlines(keepends=True)
    last = max(at for at, line in enumerate(lines) if line[:1].isdigit())
    lines[last] = lines[last].rpartition(b" #= ")[0] + b"\n"

    with pytest.raises(SaveError, match=rf"damaged.toml:{last + 1}: .* has no check value"):
        read_save(damaged(b"".join(lines[: last + 1])))


def test_resume_refuses_a_damaged_file_in_one_line_and_leaves_it_as_it_is(saved, damaged):
    content, _ = saved
    at = content.index(b'"hold"')
    path = damaged(content[:at] + b'"roll"' + content[at + 6 :])
    before = path.read_bytes()
    done = subprocess.run([*TABLETOP, "resume", str(path)], capture_output=True, text=True)

    assert done.returncode == 2
    assert re.fullmatch(r"[^\n]*damaged\.toml:\d+: the saved game is damaged: .*\n", done.stderr)
    assert path.read_bytes() == before
