"""A saved game looked at step by step."""

import re

import pytest

PLAY = "play harvest --seed 3 --seats human,bot:random"


@pytest.fixture
def steps(run, saves):
    """Type lines at a finished game of two markets; return what came after each of them."""
    run(f"{PLAY} -o years=2", "rye", "2", "20", "oats", "3", "10")

    def steps(*typed, options=""):
        text = run(f"replay --steps {options}", *typed).output
        return re.split(r"\(\d+ of \d+; Enter for next, \? help\) > .*\n", text)

    return steps


def test_it_begins_before_the_first_answer_and_goes_forward(steps):
    begin, first, _ = steps("")

    assert "draws Scarecrow" in begin
    assert "Which crops?" in begin
    assert "draws Scarecrow" not in first
    assert "How many sacks of seed?" in first


def test_it_goes_back_to_what_was_seen_before(steps):
    *_, again, _ = steps("", "back")

    assert "Which crops?" in again
    assert "0 sacks" in again
    assert "How many sacks" not in again


def test_it_goes_to_an_answer_by_number_and_tells_what_lies_between(steps):
    _, there, _ = steps("3")

    assert "ann sows rye" in there
    assert "bob decides: How many sacks of seed?" in there


def test_it_goes_to_a_part_of_the_sequence_forward_and_back(steps):
    _, second, first, _ = steps("to year 2", "to YEAR 1")

    assert "Year 2 > Farmer ann > Sow the fields" in second
    assert "Year 1 > Farmer ann > Sow the fields" in first


def test_a_part_that_never_came_is_told_with_some_that_did(steps):
    _, said, _ = steps("to year 9")

    assert "the game has no part 'year 9'; some of its parts: Year 1, " in said


def test_it_goes_to_the_end_and_no_further(steps):
    _, end, said, _ = steps("end", "")

    assert "Result: sold up" in end
    assert "the game ends here" in said


def test_it_looks_from_a_seat(steps):
    begin, of_bob, _ = steps("seat bob", options="--seat ann")

    assert "the hand of ann: draws Scarecrow" in begin
    assert "Almanac" not in begin
    assert "Almanac" in of_bob
    assert "Scarecrow" not in of_bob


def test_a_seat_that_is_none_is_told(steps):
    _, said, _ = steps("seat carl")

    assert "has no seat 'carl' here; its seats: ann, bob" in said


def test_what_leads_nowhere_is_told(steps):
    _, said, helped, _ = steps("sideways", "?")

    assert "'sideways' is not a step" in said
    assert "goes back by one" in helped


def test_a_game_under_way_is_shown_as_a_spectator_knows_it(run, saves):
    run(PLAY, "rye", "quit")
    text = run("replay --steps", "").output

    assert "face down" in text
    assert "Scarecrow" not in text


def test_the_saved_game_is_only_read(run, saves):
    run(PLAY, "rye", "quit")
    (path,) = saves.glob("*.toml")
    before = path.read_bytes()
    run("replay --steps", "", "back", "end")

    assert path.read_bytes() == before
