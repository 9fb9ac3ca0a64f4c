"""What only a real terminal shows: keys, interrupts, the pager, and programs that are killed.

What is typed and shown there besides stands in `scripts/`: `terminal.txt`, `menu.txt`.
"""

import os
import re
from zlib import crc32

import pytest

from tabletop_core.saves.reader import read_save

from .conftest import bare

PLAY = "play harvest --seed 3 --seats human,bot:random"


@pytest.fixture
def begun(terminal):
    """Begin a game in a terminal, and type these lines."""

    def begun(*typed, **how):
        game = terminal(PLAY, **how)
        game.until()
        for line in typed:
            game.type(line)
        return game

    return begun


def test_tab_completes_options_and_commands(begun):
    game = begun()
    game.press(b"sa\t\n")
    assert "The game is saved after every answer" in game.until()
    game.press(b"oa\t\n")

    assert "How many sacks of seed?" in game.until()


def test_no_color_keeps_the_boxes(begun):
    shown = begun(NO_COLOR="1").shown

    assert "┌─ Farms ─" in shown
    assert "\x1b[1" not in shown


def test_a_game_in_a_terminal_is_played_to_its_end(begun):
    game = begun("2,3", "4", "20")
    game.press(b"\n")

    assert game.end() == 0
    assert "You won: sold up" in bare(game.shown)


def test_an_interrupt_ends_the_game_cleanly(begun):
    game = begun("rye")
    game.interrupt()

    assert game.end() == 130
    assert "Interrupted.\nThe game is saved. Continue with: tabletop resume" in game.shown
    assert "Traceback" not in game.shown


def test_an_interrupt_of_a_game_begun_in_the_menu_returns_to_the_menu(terminal):
    menu = terminal()
    number = re.search(r"(\d+)  Harvest: ", bare(menu.until()))[1]
    for line in (number, "", "1", "2", "1", "rye"):
        menu.type(line)
    menu.interrupt()
    shown = menu.until()

    assert "Interrupted.\nThe game is saved." in shown
    assert "a number or a name" in shown
    menu.press(b"q\n")
    assert menu.end() == 0


@pytest.mark.parametrize("command", [PLAY, ""], ids=["game", "menu"])
def test_the_key_for_the_end_of_input_leaves_a_game_and_the_menu(terminal, command):
    program = terminal(command)
    program.until()
    program.press(b"\x04")

    assert program.end() == 0
    assert ("The input ended." if command else "Good-bye.") in program.shown


def test_a_killed_game_goes_on_with_nothing_lost(begun, saves, run):
    begun("rye", "2").kill()
    (path,) = saves.glob("*.toml")

    assert [entry for entry in read_save(path).entries if entry[:2] == ("answer", "ann")] == [
        ("answer", "ann", ("rye",)),
        ("answer", "ann", 2),
    ]
    assert "Who names a price?" in run("resume").output


def test_a_game_killed_at_its_first_question_is_not_gone_on_with(begun, saves, run):
    begun().kill()

    assert list(saves.glob("*.toml"))
    assert "there is no saved game" in run("resume", exits=2).stderr
    assert "There are no saved games" in run("saves").output


def test_a_game_that_is_being_played_is_neither_resumed_nor_deleted(begun, at_desk, saves, run):
    begun("rye")
    asked = at_desk("", "delete 1", "yes", columns=999).after(2)

    assert "is being played by another program" in run("resume", exits=2).stderr
    assert "is being played by another program" in asked
    assert list(saves.glob("*.toml"))


def test_the_story_so_far_begins_with_a_whole_line(begun, at_desk):
    begun("rye", "2", columns=50).kill()
    for columns in range(40, 80, 5):
        shown = bare(at_desk("resume", columns=columns).text)
        told = shown.partition("The log so far ended with:\n")[2]

        assert told
        assert not told.startswith(" " * 5)


def test_the_pager_of_the_person_is_told_to_begin_at_the_end_of_the_log(begun):
    game = begun(PAGER="echo LESS is $LESS; sed s/^/PAGED:/", LESS="-R")
    shown = game.type("log")

    assert "LESS is -R +G" in shown
    assert "PAGED:   the hand of ann: draws Scarecrow" in shown


def test_bad_files_in_the_folder_spoil_no_menu(at_desk, left):
    saves = left.parent
    head = left.read_bytes().partition(b"#= ")[0].replace(b"rules = ", b"lamp = 1\nrules = ")
    (saves / "future.toml").write_bytes(head + b"#= %08x\n" % crc32(b"#= ", crc32(head)))
    (saves / "bytes.toml").write_bytes(bytes(range(256)))
    (saves / "gone.toml").symlink_to("nowhere")
    (saves / "folder.toml").mkdir()
    os.mkfifo(saves / "pipe.toml")
    menu = at_desk("", f"rename 1 {'x' * 300}", "9" * 400, "replay", columns=999)
    shown, *said = map(menu.after, range(4))

    assert left.stem in shown
    assert "future" not in shown
    assert "name too long" in said[0]
    assert "is not one of the numbers" in said[1]
    assert "does not know its key 'lamp'" in said[2]


def test_a_preset_is_taken_by_play_and_what_is_given_goes_first(run, saves):
    folder = saves / "presets"
    folder.mkdir(parents=True)
    text = 'pack = "harvest"\n[players]\nann = "human"\nbob = "random"\n[options]\nyears = 2\n'
    (folder / "two.toml").write_text(text)

    assert "Options: years = 2, cold = false" in run("play harvest --preset two", "quit").output
    shown = run("play harvest --preset two -o years=1 --seats human,human", "quit").output
    assert "Players: ann (human), bob (human)\nOptions: years = 1" in shown
    refused = run("play harvest --preset three", exits=2).stderr
    assert "there is no preset 'three'; the presets: two" in refused
    (folder / "two.toml").write_text(text.replace("pack", "pak"))
    broken = run("play harvest --preset two", exits=2).stderr
    assert "two.toml:1 D103: pak: there is no such key" in broken
