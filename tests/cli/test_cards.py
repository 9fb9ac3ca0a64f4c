"""A card or a counter by its name: its values, how it lies on the table, its rule."""

import json

PLAY = "play bomber_run --seats human,bot:greedy --seed 7"


def test_a_card_is_told_with_its_text_and_the_rule_of_its_name(run):
    text = run("info bomber_boys --card lucky").output

    assert text.startswith("Lucky Coin (Item cards)\n  text: Turn one ammo die")
    assert "\nLucky Coin\n  Turn one die over to its opposite side" in text
    assert "  Interpretation: an enemy die is turned over before it is assigned" in text


def test_a_card_is_found_by_its_id_and_told_with_its_values(run):
    text = run("info squadron_303 --card c51").output

    assert "Nurse the engine 51 (Combat cards)\n  move: 3\n" in text
    assert "provenance" not in text


def test_a_card_is_told_as_one_object(run):
    found = json.loads(run("info bomber_boys --card 'Flak Jacket' --json").output)

    assert (found["name"], found["kind"], found["rule"]) == (
        "Flak Jacket",
        "Item cards",
        "Flak Jacket",
    )


def test_a_wrong_name_is_told_with_what_may_be_meant(run):
    assert "did you mean 'Lucky Coin'?" in run("info bomber_boys --card lukycoin", exits=2).stderr


def test_the_beginning_of_several_names_asks_for_more(run):
    said = run("info squadron_303 --card short", exits=2).stderr

    assert "'short' may be Short bursts, Short bursts 43, Short bursts 44" in said
    assert "write more of the name" in said


def test_at_a_prompt_a_counter_is_told_as_it_lies_on_the_table(run):
    text = run(PLAY, "card W1", "quit").output

    assert "w1\n  On the table: G9: fighter w1 of west, nose E\n" in text


def test_without_a_name_it_lists_what_lies_on_the_table(run):
    text = run(PLAY, "card", "quit").output

    (line,) = [line for line in text.splitlines() if line.startswith("On the table: ")]
    assert {"w1", "w2", "e1"} <= set(line.removeprefix("On the table: ").rstrip(".").split(", "))


def test_what_is_told_of_a_card_is_neither_where_it_is_drawn_nor_an_id(run):
    text = run("play bomber_boys --seed 7", "card pilot", "quit").output
    told = text[text.index("\nPilot") :]

    assert "position" not in told
    assert "\n  On the table: Pilot, ready\n" in told
    assert "\n  On the table: Crew cards: Evade; Maneuver\n" in told


def test_where_a_counter_lies_is_told_by_the_name_of_the_space(run):
    text = run("play b29_superfortress --seed 7", "card the bomber", "quit").output

    assert "\n  On the table: base: the bomber, at LO" in text
