"""Saved games on the command line: resume, replay, real dice."""

import json
import os
from pathlib import Path

import pytest

PLAY = "play harvest --seed 3 --seats human,bot:random"


@pytest.fixture
def left(run, saves):
    """The file of a game that was left in the middle."""
    run(PLAY, "rye", "quit")
    (path,) = saves.glob("*.toml")
    return path


def test_resume_goes_on_with_the_latest_game_as_if_nothing_had_been(run, left):
    whole = run(PLAY, "rye", "2", "20").output
    resumed = run("resume", "2", "20").output

    assert "(a number from 1 to 4; ? for help) > 2" in resumed
    assert (
        whole.partition("(a number from 1 to 4")[2].partition("To replay")[0]
        == (resumed.partition("(a number from 1 to 4")[2].partition("To replay")[0])
    )


def test_resume_tells_how_the_story_so_far_ended(run, left):
    run("resume", "2", "quit")

    assert "The log so far ended with:\n" in run("resume").output


@pytest.mark.parametrize("how", ["{path}", "{path.name}", "{path.stem}"])
def test_a_saved_game_is_named_by_path_or_by_name(run, left, how):
    assert "How many sacks of seed?" in run(f"resume {how.format(path=left)}").output


def test_resume_passes_over_games_that_are_over(run, left):
    run(PLAY, "peas", "1", "10")

    assert "Rye" not in (text := run("resume").output)
    assert "How many sacks of seed?" in text


def test_saves_lists_the_games_with_their_state(run, left):
    run(PLAY, "peas", "1", "10")
    text = run("saves").output

    assert f"{left.name}  Harvest, year 1 (ann human, bob random; 1 answer)" in text
    assert "5 answers, over: sold up)" in text


def test_saves_tells_of_a_file_that_cannot_be_read_and_lists_the_others(run, left):
    (left.parent / "broken.toml").write_text("nonsense")
    text = run("saves").output

    assert "broken.toml  cannot be read: " in text
    assert left.name in text


def test_a_file_with_an_odd_name_and_date_is_listed_without_harm_to_the_terminal(run, left):
    odd = left.with_name("red\x1b[31m.toml")
    left.rename(odd)
    os.utime(odd, (1e12, 1e12))

    assert "red\\u001b[31m.toml  Harvest" in run("saves").output


def test_without_saved_games_the_folder_is_named(run, saves):
    assert f"There are no saved games in {saves}." in run("saves").output
    assert f"there is no saved game in {saves}" in run("resume", exits=2).stderr


def test_replay_tells_the_same_story(run, saves):
    told = run("play harvest --seed 5 --seats bot:random --save game.toml", exits=0).output
    again = run("replay game.toml").output

    assert again == told.partition("To replay it")[0]


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_replay_as_json_gives_one_event_a_line_with_rule_step_and_kind(run, saves):
    run("play harvest --seed 5 --seats bot:random --save game.toml")
    events = [json.loads(line) for line in run("replay game.toml --json").stdout.splitlines()]

    assert all({"kind", "rule", "step"} <= event.keys() for event in events)
    assert [event["outcome"] for event in events if event["kind"] == "end"] == ["sold up"]
    weather = next(event for event in events if event["kind"] == "look_up")
    assert (weather["rule"], weather["step"]) == ("2.2", "Await the weather")


def test_replay_verifies_a_sound_game(run, left):
    text = run(f"replay {left} --verify").output

    assert "replays: 1 decisions" in text
    assert "not over yet" in text


def test_replay_verify_ends_with_status_1_for_a_damaged_game(run, left):
    content = left.read_bytes()
    left.write_bytes(content.replace(b'"rye"', b'"oats"'))

    text = run(f"replay {left} --verify", exits=1).output
    assert "does not replay: " in text
    assert "damaged" in text


def test_replay_writes_nothing_to_the_file(run, left):
    before = left.read_bytes()
    run(f"replay {left}")
    run(f"replay {left} --verify")

    assert left.read_bytes() == before


def test_a_torn_last_entry_is_told_and_the_game_goes_on(run, left):
    left.write_bytes(left.read_bytes()[:-5])
    text = run("resume", "oats", "3").output

    assert "Note: the last entry was torn off" in text
    assert "Which crops?" in text


def test_a_saved_game_of_a_missing_pack_is_refused_and_untouched(run, left, monkeypatch, tmp_path):
    before = left.read_bytes()
    monkeypatch.setenv("TABLETOP_PACKS", "")
    result = run("resume", exits=2)

    assert "needs the pack 'harvest'" in result.stderr
    assert left.read_bytes() == before


def test_own_dice_are_asked_for_by_name_and_purpose(run, saves):
    text = run(
        "play harvest --dice manual --seats human,bot:random --seed 3",
        *("1", "almanac", "rye", "2", "9", "3"),
    ).output

    assert "The hand of ann: which one came up?\n  1  Scarecrow (2 of 6)" in text
    assert "Roll d6 for Weather of the year: 1 to 6\n" in text
    assert "no d6 shows 9; type 1 to 6\n" in text
    assert "rolls 1d6 (3) = 3 -> fair" in text


def test_cards_that_are_gone_cannot_be_drawn(run, saves):
    text = run("play harvest --dice manual --seats bot:random,human", "plough", "plough").output

    assert "  3  plough: New plough (2 of 6)" in text
    assert text.rpartition("The hand of bob: which")[2].count("  3  plough: New plough\n") == 1


@pytest.mark.parametrize(
    ("seat", "hands"), [("", set()), ("--seat ann", {"ann"}), ("--seat bob", {"bob"})]
)
def test_a_game_under_way_is_told_again_without_what_the_listener_may_not_know(
    run, left, seat, hands
):
    for form in ("", "--json"):
        told = run(f"replay {left} {seat} {form}").output

        assert {name for name in ("ann", "bob") if f"the hand of {name}" in told} == hands


def test_a_game_that_is_over_is_told_again_with_all_hands_or_as_a_seat_knew_it(run, left):
    run("resume", "2", "20")

    assert run(f"replay {left}").output.count("the hand of") == 2
    assert run(f"replay {left} --seat bob").output.count("the hand of") == 1


OWN = "play harvest --dice manual --seats human,bot:random --seed 3"
DRAWN = ("scarecrow", "almanac")


@pytest.mark.parametrize("form", ["", "--json", "--details", "--html out.html", "--steps"])
def test_a_replay_is_the_same_to_the_byte_where_only_what_the_listener_may_not_know_differs(
    run, saves, tmp_path, monkeypatch, form
):
    monkeypatch.chdir(tmp_path)
    told = {}
    for card in ("scarecrow", "plough"):
        Path("game.toml").unlink(missing_ok=True)
        run(f"{OWN} --save game.toml", card, "almanac", "rye", "2", "3", "4", "quit")
        for seat in ("ann", "bob"):
            typed = ["last", "back", "q"] if form == "--steps" else []
            output = run(f"replay game.toml --seat {seat} {form}", *typed).output
            page = Path("out.html").read_text() if "--html" in form else ""
            told[seat, card] = output + page

    assert told["bob", "scarecrow"] == told["bob", "plough"]
    assert "almanac" in told["bob", "plough"].lower()
    assert told["ann", "scarecrow"] != told["ann", "plough"]


def test_a_seat_that_is_not_in_the_game_cannot_be_told(run, left):
    assert "its seats: ann, bob" in run(f"replay {left} --seat eve", exits=2).stderr


def test_a_game_with_own_dice_saves_resumes_and_replays(run, saves):
    run(OWN, *DRAWN, "rye", "2", "3", "4", "20", "3 5")
    text = run("resume", "plough").output
    (path,) = saves.glob("*.toml")

    assert "The event of the market: which one came up?" in text
    assert "the mood of the market: rolls 2d6 (3, 5) = 8" in text
    assert "You won: sold up" in text
    assert "over: sold up" in run(f"replay {path} --verify").output


def test_undo_at_a_prompt_for_dice_takes_back_the_answer_before(run, saves):
    text = run(OWN, *DRAWN, "rye", "2", "undo", "4", "6", "6", "20", "1 1", "3").output

    assert "undone: an answer of ann" in text
    assert text.count("How many sacks of seed?") == 2
    assert "You won: sold up" in text


def test_dice_and_cards_taken_back_stay_away_from_the_saved_game(run, saves):
    typed = ("plough", "undo", *DRAWN, "rye", "2", "undo dice", "3", "undo dice", "5", "quit")
    run(OWN, *typed)
    text = run("resume", "20").output
    (path,) = saves.glob("*.toml")

    told = run(f"replay {path} --seat ann").output
    assert "rolls 1d6 (5) = 5" in text
    assert "rolls 1d6 (5) = 5" in told
    assert "rolls 1d6 (3)" not in told
    assert "the hand of ann: draws Scarecrow" in told
    assert "New plough" not in told
    assert "replays" in run(f"replay {path} --verify").output


def test_undo_at_the_first_draw_of_all_says_that_nothing_can_be_taken_back(run, saves):
    text = run(OWN, "undo", "1").output

    assert "There is nothing to undo yet." in text
    assert "The hand of bob: which one came up?" in text


def test_quit_at_a_prompt_for_dice_keeps_everything(run, saves):
    run(OWN, *DRAWN, "rye", "2", "quit")
    text = run("resume", "5").output

    assert "Roll d6 for Weather of the year" in text
    assert "rolls 1d6 (5) = 5 -> fair" in text


def test_commands_work_at_a_prompt_for_dice(run, saves):
    text = run(OWN, "rules", "?", "view", "log", "save").output

    assert "<- you are here" in text
    assert "The game is saved after every answer" in text
    assert "The hand of ann: which one came up?\nType 1 to 3" in text


@pytest.mark.parametrize("command", ["log", "view"])
def test_at_a_prompt_for_dice_nothing_of_a_bot_is_shown_that_the_person_may_not_know(
    run, saves, command
):
    game = "play harvest --dice manual --seats bot:random,human"
    shown = run(game, "plough", command).output.rpartition(f"> {command}\n")[2]

    assert "draws" not in shown
    assert "New plough\n" not in shown.partition("(draw;")[0]


def test_show_tells_the_table_of_a_saved_game_and_leaves_the_file_alone(run, left):
    kept = left.read_bytes()
    text = run(f"show {left}").output

    assert "Years: 0 (0 to 1)" in text
    assert left.read_bytes() == kept


def test_show_draws_the_table_into_a_picture(run, left, tmp_path):
    told = run(f"show {left} --svg {tmp_path / 'table.svg'} --theme dark").output
    picture = (tmp_path / "table.svg").read_text(encoding="utf-8")

    assert told == f"The table is drawn in {tmp_path / 'table.svg'}.\n"
    assert picture.startswith("<svg")
    assert "prefers-color-scheme" not in picture


def test_show_refuses_a_seat_that_there_is_not_and_a_folder_that_is_not_there(run, left):
    assert (
        "Harvest has no seat 'eve' here; its seats: ann, bob"
        in run(f"show {left} --seat eve", exits=2).stderr
    )
    assert "cannot be written" in run(f"show {left} --svg no/where.svg", exits=2).stderr
