"""The lesson of a pack on the command line: a word on each decision, then one plays on."""

from pathlib import Path

import pytest


@pytest.fixture
def learn(run, saves):
    return lambda *typed: run("learn harvest", *typed).output


def test_a_lesson_tells_its_words_with_each_question_and_enter_answers_as_it_does(learn):
    text = learn("", "", "20")

    assert "  | Two farmers, one year.\n  | Two crops grow twice as much.\nann decides" in text
    assert "Enter for rye, oats; ? for help) > \n" in text
    assert "  | Seed is cheap this year.\nann decides: How many sacks of seed?" in text
    assert "ann sows rye and oats" in text
    assert "  | Now name your own price.\nann decides: Who names a price?" in text
    assert "You won: sold up" in text


def test_another_answer_leaves_the_lesson_and_undo_leads_back(learn):
    text = learn("peas", "undo", "", "quit")

    assert text.count("You have left the lesson") == 1
    assert text.count("Two crops grow twice as much.") == 2
    assert text.count("Seed is cheap this year.") == 1


def test_words_are_told_once_where_a_command_comes_between(learn):
    text = learn("odds", "redo", "", "quit")

    assert text.count("Two crops grow twice as much.") == 1


def test_the_same_answers_typed_stay_in_the_lesson(learn):
    assert "Now name your own price." in learn("1, 2", "4", "quit")


def test_a_game_without_a_lesson_says_how_to_play_it(run, saves):
    said = run("learn spies", exits=2).stderr

    assert "has no lesson yet; play it with `tabletop play spies`" in said


def test_the_menu_offers_to_learn_a_game(terminal):
    menu = terminal()
    menu.until()
    assert "Which game?" in menu.type("learn")

    assert "Two crops grow twice as much." in menu.type("harvest")
    menu.kill()


def test_bomber_boys_teaches_its_opening_by_enter_alone(run, saves):
    text = run("learn bomber_boys", *[""] * 13, "quit").output

    assert "Six of 17 cards are behind you" in text
    assert "You have left the lesson" not in text


def test_the_b29_teaches_its_first_mission_by_enter_alone(run, saves):
    text = run("learn b29_superfortress", *[""] * 9, "quit").output

    assert "A passing shot is the tail gunner's last chance" in text.replace("\n  | ", " ")
    assert "You have left the lesson" not in text


def test_a_lesson_names_the_cards_in_places_that_enter_answers_with(run, saves):
    quay = Path(__file__).parents[2] / "examples" / "old_quay"

    text = run(f"--packs {quay} learn old_quay", *[""] * 12).output

    assert "Enter for red:hand" not in text
    assert "Enter for 2 x Driftwood; ? for help" in text
