"""The program in a real terminal, typed to, interrupted and killed."""

import os
import re
from zlib import crc32

from tabletop_core.saves.reader import read_save

PLAY = "play harvest --seed 3 --seats human,bot:random"


def bare(text):
    return re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", text)


def test_a_terminal_shows_boxes_and_colour(terminal):
    game = terminal(PLAY)
    shown = game.until()

    assert "┌─ \x1b[1;34mFarms\x1b[0m " in shown
    assert "\x1b[1mann decides: Which crops?\x1b[0m" in shown
    game.kill()


def test_only_what_looks_different_is_drawn_again(terminal):
    game = terminal(PLAY)
    game.until()

    assert "Fields" not in game.type("zinc")
    shown = game.type("rye, oats")
    assert "Fields" in shown
    assert "Farms" not in shown.replace("Unchanged: Years, Hands, Farms (view shows all).", "")
    game.kill()


def test_a_part_of_the_table_that_stays_is_named_where_another_is_drawn_anew(terminal):
    game = terminal(PLAY)
    assert "Unchanged" not in game.until()

    assert "Unchanged: Years, Hands, Farms (view shows all)." in bare(game.type("rye, oats"))
    game.kill()


def test_the_story_is_told_before_the_table_that_gives_it_away(terminal):
    game = terminal(PLAY)
    game.until()
    game.type("rye")
    shown = bare(game.type("2"))

    assert shown.index("ann sows rye") < shown.index("Weather of the year") < shown.index("Farms")
    game.kill()


def test_the_end_of_the_story_is_told_before_the_last_table(terminal):
    game = terminal(PLAY)
    game.until()
    game.type("rye")
    game.type("2")
    shown = bare(game.type("20"))

    assert shown.index("The game is over") < shown.index("Farms") < shown.index("You lost: ")


def test_between_answers_typed_ahead_the_table_is_not_drawn(terminal):
    game = terminal(PLAY)
    game.until()
    game.type("rye")
    shown = bare(game.type("2 10"))

    assert shown.count("┌─ Farms") == 1
    game.kill()


def test_tab_completes_options_and_commands(terminal):
    game = terminal(PLAY)
    game.until()
    game.press(b"sa\t\n")
    assert "The game is saved after every answer" in game.until()
    game.press(b"oa\t\n")

    assert "How many sacks of seed?" in game.until()
    game.kill()


def test_view_off_stops_drawing_the_table_unasked(terminal):
    game = terminal(PLAY)
    game.until()
    game.type("view off")

    assert "Fields" not in game.type("rye, oats")
    assert "Fields" in game.type("view")
    game.kill()


def test_no_color_keeps_the_boxes(terminal):
    game = terminal(PLAY, NO_COLOR="1")
    shown = game.until()

    assert "┌─ Farms ─" in shown
    assert "\x1b[1" not in shown
    game.kill()


def test_plain_is_plain_in_a_terminal_too(terminal):
    game = terminal(PLAY + " --plain")
    shown = game.until()

    assert "Farms:\n  ann: 0 sacks, 0 coins\n" in shown
    assert "┌" not in shown
    game.kill()


def test_a_game_in_a_terminal_is_played_to_its_end(terminal):
    game = terminal(PLAY)
    game.until()
    game.type("2,3")
    game.type("4")
    game.type("20")
    game.press(b"\n")

    assert game.end() == 0
    assert "You won: sold up" in bare(game.shown)


def test_an_interrupt_ends_the_game_cleanly(terminal, saves):
    game = terminal(PLAY)
    game.until()
    game.type("rye")
    game.interrupt()

    assert game.end() == 130
    assert "Interrupted.\nThe game is saved. Go on with: tabletop resume" in game.shown
    assert "Traceback" not in game.shown


def test_the_key_for_the_end_of_input_leaves_the_game(terminal):
    game = terminal(PLAY)
    game.until()
    game.press(b"\x04")

    assert game.end() == 0
    assert "The input ended." in game.shown


def test_a_killed_game_goes_on_with_nothing_lost(terminal, saves, run):
    game = terminal(PLAY)
    game.until()
    game.type("rye")
    game.type("2")
    game.kill()
    (path,) = saves.glob("*.toml")

    assert [entry for entry in read_save(path).entries if entry[:2] == ("answer", "ann")] == [
        ("answer", "ann", ("rye",)),
        ("answer", "ann", 2),
    ]
    assert "Who names a price?" in run("resume").output


def test_a_game_that_is_being_played_cannot_be_resumed_at_the_same_time(terminal, saves, run):
    game = terminal(PLAY)
    game.until()
    game.type("rye")

    assert "is being played by another program" in run("resume", exits=2).stderr
    game.kill()


def test_a_game_killed_at_its_first_question_is_not_gone_on_with(terminal, saves, run):
    game = terminal(PLAY)
    game.until()
    game.kill()

    assert list(saves.glob("*.toml"))
    assert "there is no saved game" in run("resume", exits=2).stderr
    assert "There are no saved games" in run("saves").output


def sown(terminal, years=30):
    """Two persons at one keyboard: ann has sown, and the keyboard is asked for bob."""
    game = terminal(f"play harvest --seed 3 --seats human -o years={years}")
    game.until("press Enter. ")
    game.type("")
    game.type("rye")
    return game, game.type("2", then="press Enter. ")


def told_after(game, crop):
    """Let bob sow this, name a price and hand the keyboard over; return what ann is told."""
    game.type(crop)
    game.type("3")
    game.type("20", then="press Enter. ")
    return bare(game.type(""))


def test_persons_at_one_keyboard_hand_it_over_where_the_game_hides_something(terminal):
    game, asked = sown(terminal)

    assert "\x1b[2J" in asked
    assert "Hand the keyboard to bob" in asked
    assert "Almanac" not in asked
    assert "Almanac" in game.type("")
    game.kill()


def test_each_of_them_is_told_all_that_happened_while_the_other_had_the_keyboard(terminal):
    game, _ = sown(terminal)
    told_to_bob = bare(game.type(""))
    told_to_ann = told_after(game, "oats")
    game.kill()

    assert "ann sows rye" in told_to_bob
    assert "Weather of the year; rolls 1d6" in told_to_bob
    assert "draws Almanac" in told_to_bob
    assert "ann sows rye" in told_to_ann
    assert "bob sows oats" in told_to_ann
    assert "the hand of bob" not in told_to_ann


def test_resume_shows_nothing_hidden_before_the_keyboard_is_handed_over(terminal):
    game, _ = sown(terminal)
    game.kill()
    game = terminal("resume")
    asked = bare(game.until("press Enter. "))
    shown = bare(game.type(""))
    told_to_ann = told_after(game, "oats")
    game.kill()

    assert asked.endswith("Hand the keyboard to bob, then press Enter. ")
    assert "draws" not in asked
    assert "the hand of bob: draws Almanac" in shown
    assert "ann sows rye" in shown
    assert "Scarecrow" not in shown
    assert "ann sows rye" in told_to_ann
    assert "bob sows oats" in told_to_ann


def test_undo_keeps_what_the_other_has_not_been_told_yet(terminal):
    game, _ = sown(terminal)
    game.type("")
    game.type("oats")
    game.type("undo")
    told_to_ann = told_after(game, "peas")
    game.kill()

    assert "ann sows rye" in told_to_ann
    assert "bob sows peas" in told_to_ann


def test_at_the_end_each_reads_the_news_before_the_screen_is_cleared(terminal):
    game, _ = sown(terminal, years=1)
    game.type("")
    game.type("oats")
    game.type("3")
    last = bare(game.type("20", then="(Enter to go on) "))
    game.type("", then="press Enter. ")
    rest = bare(game.type(""))
    game.kill()

    assert "The game is over" in last
    assert "The game is over" in rest
    assert "Result: " in rest


def test_the_story_so_far_begins_with_a_whole_line(terminal):
    game = terminal(PLAY, columns=50)
    game.until()
    game.type("rye")
    game.type("2")
    game.kill()
    for columns in range(40, 80, 5):
        game = terminal("resume", columns=columns)
        told = bare(game.until()).partition("The log so far ended with:\n")[2]
        game.kill()

        assert told
        assert not told.startswith(" " * 5)


def test_the_menu_starts_a_game_and_offers_to_go_on_with_it(terminal):
    menu = terminal()
    shown = bare(menu.until())
    number = re.search(r"(\d+)  Harvest: ", shown)[1]

    assert "2  years = 1 (house rule): how many markets are held" in menu.type(number)
    assert "2  2\n" in menu.type("2")
    assert "2  years = 2 (house rule): how many markets are held" in menu.type("2")
    assert "Who plays ann?" in menu.type("")
    assert "Who plays bob?" in menu.type("1")
    assert "Dice and cards?" in menu.type("2")
    assert "Options: years = 2, cold = false\n" in menu.type("1")
    menu.type("rye")
    shown = bare(menu.type("quit"))
    assert "Games in progress\n   1  Harvest, year 1 (ann human, bob greedy; 1 answer)" in shown
    assert "How many sacks of seed?" in menu.type("1")
    menu.type("quit")
    menu.type("99")
    menu.press(b"q\n")
    assert menu.end() == 0


def test_the_menu_says_which_numbers_there_are_and_ends_at_the_end_of_input(terminal):
    menu = terminal()
    menu.until()

    assert "'x' is none of the numbers and names shown; type a number" in menu.type("x")
    menu.press(b"\x04")
    assert menu.end() == 0


def test_what_is_said_of_a_wrong_entry_or_as_help_stands_below_the_menu(terminal):
    menu = terminal()
    menu.until()

    assert "New games" not in menu.type("x")
    shown = menu.type("?")
    assert "delete 1 deletes" in shown
    assert "New games" not in shown
    menu.kill()


def test_the_menu_takes_names_and_their_beginnings(terminal):
    menu = terminal()
    menu.until()

    assert "years = 1 (house rule): how many markets" in menu.type("harv")
    assert "Who plays ann?" in menu.type("")
    assert "Who plays bob?" in menu.type("me")
    assert "Dice and cards?" in menu.type("random")
    assert "Players: ann (human), bob (random)" in menu.type("seeded")
    menu.kill()


def test_the_usual_opponent_is_the_first_bot_of_the_game(terminal):
    menu = terminal()
    menu.until()
    menu.type("bomber_run")
    assert "Enter for 1) > " in menu.type("")
    assert "Enter for 2) > " in menu.type("")
    menu.type("")

    assert "Players: west (human), east (pilot)" in menu.type("")
    menu.kill()


def begun(run, saves):
    run(PLAY, "rye", "quit")
    (path,) = saves.glob("*.toml")
    return path


def test_the_menu_renames_a_saved_game(terminal, run, saves):
    path = begun(run, saves)
    menu = terminal()
    menu.until()
    shown = menu.type("rename 1 the wet year")

    assert "is now the wet year." in shown
    assert (saves / "the wet year.toml").exists()
    assert not path.exists()
    assert "How many sacks of seed?" in menu.type("the wet")
    menu.kill()


def test_bad_files_in_the_folder_spoil_no_menu(terminal, run, saves):
    path = begun(run, saves)
    head = path.read_bytes().partition(b"#= ")[0].replace(b"rules = ", b"lamp = 1\nrules = ")
    (saves / "future.toml").write_bytes(head + b"#= %08x\n" % crc32(b"#= ", crc32(head)))
    (saves / "bytes.toml").write_bytes(bytes(range(256)))
    (saves / "gone.toml").symlink_to("nowhere")
    (saves / "folder.toml").mkdir()
    os.mkfifo(saves / "pipe.toml")
    menu = terminal()

    shown = menu.until()
    assert path.stem in shown
    assert "future" not in shown
    assert "name too long" in menu.type(f"rename 1 {'x' * 300}").replace("\n", " ")
    assert "is none of the numbers" in menu.type("9" * 400).replace("\n", " ")
    assert "does not know its key 'lamp'" in menu.type("replay").replace("\n", " ")
    menu.kill()


def test_the_menu_deletes_a_saved_game_when_that_is_confirmed(terminal, run, saves):
    path = begun(run, saves)
    menu = terminal()
    menu.until()
    menu.type("delete 1")
    assert f"{path.stem} stays." in menu.type("no")
    assert path.exists()
    menu.type("delete 1")

    assert f"{path.stem} is deleted." in menu.type("yes")
    assert not path.exists()
    menu.kill()


def test_the_menu_deletes_no_game_that_is_being_played(terminal, saves):
    game = terminal(PLAY)
    game.until()
    game.type("rye")
    menu = terminal()
    menu.until()
    menu.type("delete 1")

    assert "is being played by another program" in menu.type("yes").replace("\n", " ")
    assert list(saves.glob("*.toml"))
    game.kill()
    menu.kill()


def test_the_menu_replays_a_saved_game_step_by_step(terminal, run, saves):
    begun(run, saves)
    menu = terminal()
    menu.until()
    menu.type("replay")

    assert "(0 of 1; Enter for next" in menu.type("")
    assert "ann sows" not in menu.type("")
    assert "ann decides: How many sacks of seed?" in menu.type("seat ann")
    assert "Games in progress" in bare(menu.type("q"))
    menu.kill()


def test_a_game_left_before_its_first_answer_is_not_kept(terminal, saves):
    game = terminal(PLAY)
    game.until()
    game.type("quit", then="is not kept.\n")

    assert game.end() == 0
    assert list(saves.glob("*.toml")) == []


def test_a_game_for_two_asks_who_plays(terminal):
    game = terminal("play harvest")

    assert "Who plays ann?" in game.until()
    assert "Who plays bob?" in game.type("")
    assert "Players: ann (human), bob (greedy)" in game.type("")
    game.kill()


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


def test_the_pager_begins_at_the_end_of_the_log(terminal):
    game = terminal(PLAY, PAGER="echo LESS is $LESS; cat", LESS="-R")
    game.until()

    assert "LESS is -R +G" in game.type("log")
    game.kill()


def test_the_log_goes_through_the_pager_of_the_person(terminal):
    game = terminal(PLAY, PAGER="sed s/^/PAGED:/")
    game.until()

    assert "PAGED:   the hand of ann: draws Scarecrow" in game.type("log")
    game.kill()


def ended(terminal, command=PLAY):
    """Play Harvest to its end; the terminal asks what comes next."""
    game = terminal(command)
    game.until()
    game.type("rye")
    game.type("2")
    return game, bare(game.type("20"))


def test_after_a_game_it_is_played_again_with_the_seats_turned(terminal, saves):
    game, shown = ended(terminal, PLAY + " -o cold=true")

    assert "1  Again: ann random, bob human; cold = true\n" in shown
    shown = bare(game.type("again"))
    assert "Players: ann (random), bob (human)\nOptions: years = 1, cold = true" in shown
    assert "bob decides: Which crops?" in shown
    game.kill()
    assert len(list(saves.glob("*.toml"))) == 2


def test_after_a_game_one_looks_back_at_it_and_is_asked_again(terminal):
    game, _ = ended(terminal)

    assert "(0 of 5; Enter for next" in game.type("look back")
    assert "What next?" in game.type("q")
    game.press(b"\n")
    assert game.end() == 0


def test_after_a_game_its_log_sheet_is_shown_or_written(terminal, tmp_path):
    game = terminal("play spies --seed 3 --seats human,bot:random")
    game.until()
    for line in ("wait", "yea", "yea"):
        game.type(line)
    game.type("log sheet")
    assert "# The ballots\n\nHeld: 2\n" in game.type("")
    game.type("log sheet")
    game.type(str(tmp_path / "sheet.md"))
    game.type("log sheet")
    assert "not as 'sheet.txt'" in game.type("sheet.txt").replace("\n", " ")
    game.kill()

    assert (tmp_path / "sheet.md").read_text() == "# The ballots\n\nHeld: 2\n"


def test_choices_kept_after_a_game_start_another_from_the_menu(terminal, saves):
    game, _ = ended(terminal, PLAY + " -o cold=true")
    game.type("keep")
    shown = game.type("cold year")
    assert "tabletop play harvest --preset 'cold year'" in shown.replace("\n", " ")
    game.kill()

    menu = terminal()
    assert "1  cold year: Harvest; ann human, bob random; cold = true\n" in bare(menu.until())
    assert "Options: years = 1, cold = true" in menu.type("cold")
    menu.type("quit")
    menu.type("rename 1 frost")
    menu.type("delete frost")
    assert "frost is deleted." in menu.type("yes")
    assert not list((saves / "presets").iterdir())
    menu.kill()


def test_the_menu_keeps_the_choices_of_a_game_under_way(terminal, run, saves):
    begun(run, saves)
    menu = terminal()
    menu.until()

    assert "Kept as evening; the menu has it" in menu.type("keep 1 evening")
    assert "2  evening: Harvest; ann human, bob random\n" in bare(menu.type(""))
    assert "there is a preset 'evening' already" in menu.type("keep 1 evening")
    menu.kill()


def test_a_new_game_offers_the_choices_of_the_last_time_first(terminal, run, saves):
    run(PLAY + " -o years=2", "rye", "quit")
    menu = terminal()
    menu.until()

    assert "1  as last time: ann human, bob random; years = 2\n" in menu.type("harvest")
    assert "years = 1 (house rule): how many markets" in menu.type("else")
    menu.type("q")
    menu.type("harvest")
    assert "Options: years = 2, cold = false" in menu.type("")
    menu.kill()


def test_a_preset_is_taken_by_play_and_what_is_given_goes_first(run, saves):
    folder = saves / "presets"
    folder.mkdir(parents=True)
    text = 'pack = "harvest"\n[players]\nann = "human"\nbob = "random"\n[options]\nyears = 2\n'
    (folder / "two.toml").write_text(text)

    assert "Options: years = 2, cold = false" in run("play harvest --preset two", "quit").output
    shown = run("play harvest --preset two -o years=1 --seats human,human", "quit").output
    assert "Players: ann (human), bob (human)\nOptions: years = 1" in shown
    refused = run("play harvest --preset three", exits=2).stderr
    assert "there is no preset 'three'; those kept: two" in refused
    (folder / "two.toml").write_text(text.replace("pack", "pak"))
    assert (
        "two.toml:1 D103: pak: there is no such key"
        in run("play harvest --preset two", exits=2).stderr
    )
