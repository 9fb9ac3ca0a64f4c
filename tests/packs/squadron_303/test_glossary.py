"""What a click on the table opens, in every Scenario and to the end of the game."""

import re
from collections import Counter

import pytest

from packs.squadron_303.game import GAME
from tabletop_core import ALL_SEEING
from tabletop_core.bots.simple import bots_of, usual_bot
from tabletop_core.panels import things
from tabletop_core.presentation.components import component_text, thing_text
from tabletop_core.presentation.glossary import word_of, words_in

DATA = GAME.data_with()


def in_the_gate(options):
    return pytest.param(options, marks=pytest.mark.gate)


@pytest.mark.parametrize(
    "options",
    [
        {"players": 1},
        in_the_gate({"players": 4, "scenario": "biggin_hill", "aces": 3}),
        in_the_gate({"players": 3, "scenario": "coming_home", "specialization": True}),
        in_the_gate({"scenario": "home_sweet_home", "hunting": True}),
        in_the_gate({"campaign": True, "first_level": 2}),
    ],
    ids=lambda options: "-".join(map(str, options.values())),
)
def test_everything_on_the_table_opens_with_a_rule_to_the_end_of_the_game(options):
    match = GAME.start(options, seed=1, data=DATA)
    bot = bots_of(GAME)[usual_bot(GAME)]()
    bare, opened = {}, set()
    while True:
        panels = list(GAME.look.view(match.play, ALL_SEEING))
        lying = {(id_, it.name) for panel in panels for id_, it in things(panel).items()}
        for id_, name in lying - opened:
            found = thing_text(GAME, DATA, id_, panels)
            if found is None or found.rule is None or not any(found.rule.parts):
                bare[id_] = name
        opened |= lying
        if match.decision is None:
            break
        match.answer(bot.choose(match, match.decision))

    assert bare == {}


def test_a_plane_opens_with_what_its_type_can_do_and_bear(table):
    plane = table.plane("he111", "A5")

    found = opened(table, plane.id)

    assert found.words[0].id == "He 111"
    assert "toughness 1-2-1" in found.words[0].text
    assert "3 at most" in found.words[0].text
    assert found.rule.number == "16/Toughness"


def test_a_combat_card_opens_with_its_special_effect(table):
    table.fly("blue", "feric", "A5", "c10")

    found = opened(table, "c10")

    assert found.words[0].id == "Dive away"
    assert found.rule.number == "20/Moving after the attack"


def test_a_combat_card_is_told_by_its_face_where_it_lies_and_by_its_values_elsewhere(table):
    table.fly("blue", "feric", "A5", "c10")

    lying, anywhere = opened(table, "c10"), component_text(GAME, DATA, "c10")

    assert "support " in lying.shown[0]
    assert lying.facts == ()
    assert ("move", str(DATA.cards["c10"].move)) in anywhere.facts


@pytest.mark.parametrize(
    ("mode", "aircraft", "told", "rule"),
    [
        ("escort", ["he111", "bf109"], "bombers with escort", "15/Moving a squadron"),
        ("escort", ["bf109"], "escort", "15/Close escort"),
        ("patrol", ["bf109"], "patrol", "15/Patrol"),
        ("escape", ["he111"], "escape", "15/Escape"),
    ],
)
def test_a_squadron_opens_with_the_rule_of_how_it_flies(table, mode, aircraft, told, rule):
    table.squadron("I", "A8", "A7", "A5", mode=mode)
    for one in aircraft:
        table.plane(one, "A8")

    found = opened(table, "squadrons:i")

    assert found.shown[0].startswith(f"{told};")
    assert found.rule.number == rule


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("Hurricane", "Your plane: point 5 of damage shoots it down"),
        ("Hurricane", "British squadron are damaged already, and bear 3 points"),
        ("He 111", "A bomber, toughness 1-2-1; when attacked it rolls 1 black die, and one more"),
        (
            "On Patrol",
            "shoot down 4 to 6 fighters within 6 turns (page 15). More players need more",
        ),
        ("My God, They Are Doing It!", "shoot down 3 or 4 planes in one turn, within 6 turns"),
        ("Feint", "roll 1 Luftwaffe die again for each set"),
    ],
)
def test_a_word_of_the_box_says_what_the_game_does(word, told):
    assert told in word_of(GAME, DATA, word).text


@pytest.mark.parametrize("name", ["urbanowicz", "doing_it", "on_patrol", "d15", "factory_hit"])
def test_a_card_shows_no_key_and_no_gap(name):
    found = component_text(GAME, DATA, name)

    told = " ".join(f"{label}: {value}" for label, value in found.facts)
    assert not re.search(r"[{}_]|bf109|downed|penalty|Hard turn", told)


def test_a_set_is_no_word_for_how_a_game_begins():
    found = [word.id for _, word in words_in("Set up: a set of symbols", DATA.glossary)]

    assert found == ["set"]
    assert list(words_in("The game is set up", DATA.glossary)) == []


def test_no_form_of_a_word_stands_for_two():
    forms = Counter(form.casefold() for word in DATA.glossary for form in word.forms)

    assert [form for form, number in forms.items() if number > 1] == []


def opened(table, name):
    panels = list(GAME.look.view(table.play, ALL_SEEING))
    return thing_text(GAME, DATA, name, panels)
