"""Files of saved games: what is written and shown; what is typed: `scripts/saved_games.txt`."""

import json
import os
from pathlib import Path

import pytest

PLAY = "play harvest --seed 3 --seats human,bot:random"
OWN = "play harvest --dice manual --seats human,bot:random --seed 3"


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_resume_goes_on_with_the_latest_game_as_if_nothing_had_been(run, left):
    whole, resumed = (
        text.partition("(a number from 1 to 4")[2].partition("To replay")[0]
        for text in (run(PLAY, "rye", "2", "20").output, run("resume", "2", "20").output)
    )

    assert whole == resumed
    assert "; ? for help) > 2" in resumed


def test_saves_tells_of_files_that_cannot_be_read_or_have_odd_names_and_lists_the_others(run, left):
    (left.parent / "broken.toml").write_text("nonsense")
    odd = left.with_name("red\x1b[31m.toml")
    odd.write_bytes(left.read_bytes())
    os.utime(odd, (1e12, 1e12))
    text = run("saves").output

    assert "broken.toml  cannot be read: " in text
    assert left.name in text
    assert "red\\u001b[31m.toml  Harvest" in text


def test_replay_tells_the_same_story(run):
    told = run("play harvest --seed 5 --seats bot:random --save game.toml").output

    assert run("replay game.toml").output == told.partition("To replay it")[0]


def test_replay_as_json_gives_one_event_a_line_with_rule_step_and_kind(run):
    run("play harvest --seed 5 --seats bot:random --save game.toml")
    events = [json.loads(line) for line in run("replay game.toml --json").stdout.splitlines()]

    assert all({"kind", "rule", "step"} <= event.keys() for event in events)
    assert [event["outcome"] for event in events if event["kind"] == "end"] == ["sold up"]
    weather = next(event for event in events if event["kind"] == "look_up")
    assert (weather["rule"], weather["step"]) == ("2.2", "Await the weather")


def test_replay_verify_ends_with_status_1_for_a_damaged_game(run, left):
    left.write_bytes(left.read_bytes().replace(b'"rye"', b'"oats"'))

    text = run(f"replay {left} --verify", exits=1).output
    assert "does not replay: " in text
    assert "damaged" in text


def test_what_shows_a_saved_game_writes_nothing_to_its_file(run, left):
    before = left.read_bytes()
    run(f"replay {left}")
    run(f"replay {left} --verify")
    run("replay --steps", "", "back", "end")

    assert "Years: 0 (0 to 1)" in run(f"show {left}").output
    assert left.read_bytes() == before


def test_a_torn_last_entry_is_told_and_the_game_goes_on(run, left):
    left.write_bytes(left.read_bytes()[:-5])
    text = run("resume", "oats", "3").output

    assert "Note: the last entry was only partly written" in text
    assert "Which crops?" in text


def test_a_saved_game_of_a_missing_pack_is_refused_and_untouched(run, left, monkeypatch):
    before = left.read_bytes()
    monkeypatch.setenv("TABLETOP_PACKS", "")

    assert "needs the pack 'harvest'" in run("resume", exits=2).stderr
    assert left.read_bytes() == before


@pytest.mark.parametrize(
    ("seat", "hands"), [("", set()), ("--seat ann", {"ann"}), ("--seat bob", {"bob"})]
)
def test_a_game_under_way_is_told_again_without_what_the_listener_may_not_know(
    run, left, seat, hands
):
    for form in ("", "--json"):
        told = run(f"replay {left} {seat} {form}").output

        assert {name for name in ("ann", "bob") if f"the hand of {name}" in told} == hands


@pytest.mark.parametrize("form", ["", "--json", "--details", "--html out.html", "--steps"])
def test_a_replay_is_the_same_to_the_byte_where_only_what_the_listener_may_not_know_differs(
    run, form
):
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


def test_show_draws_the_table_into_a_picture(run, left):
    told = run(f"show {left} --svg table.svg --theme dark").output
    picture = Path("table.svg").read_text(encoding="utf-8")

    assert told == "The table is drawn in table.svg.\n"
    assert picture.startswith("<svg")
    assert "prefers-color-scheme" not in picture
