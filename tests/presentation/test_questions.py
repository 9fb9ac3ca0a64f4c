"""Options, their chances and advice in words."""

from fractions import Fraction

import pytest

from tabletop_core import Decision
from tabletop_core.bots.advice import Advice
from tabletop_core.presentation.options import (
    advice_heading,
    advice_value,
    answer_words,
    chances,
    option_words,
    usual_answers,
)
from tabletop_core.tables import Effect, Several

WAYS = {"n": "north", "south": "south"}


STORE = Effect("supply", (("spaces", 1),))


def asked(labels=WAYS, **more):
    return Decision(("you",), "Where?", tuple(labels), labels, **more)


@pytest.mark.parametrize(
    ("labels", "told"),
    [
        # an option is told with its name unless that says it all
        (WAYS, ["n: north", "south"]),
        # an id made for the program is told only where two options have the same words
        (
            {"d4 right_waist": "fires a 4", "d2 right_waist": "fires a 2", "tail_1": "fires a 2"},
            ["fires a 4", "d2 right_waist: fires a 2", "tail_1: fires a 2"],
        ),
        # a label is shown instead of an id that it begins with, with or without a colon
        (
            {"porter": "Porter for 3", "rag_picker": "Rag Picker for 2"},
            ["Porter for 3", "Rag Picker for 2"],
        ),
        ({"evade": "evade: -1", "no": "steady: 0"}, ["evade: -1", "no: steady: 0"]),
        # no label is shown with its line
        (
            {"s1": "Spitfire | move 3", "h2": "Hurricane"},
            ["s1: Spitfire, move 3", "h2: Hurricane"],
        ),
    ],
)
def test_an_option_is_told_in_as_few_words_as_name_it(labels, told):
    assert [option_words(asked(labels), option) for option in labels] == told


def test_an_answer_of_several_options_names_each_and_an_empty_one_none():
    decision = asked(least=0, most=2)

    assert answer_words(decision, ("n", "south")) == "n, south"
    assert answer_words(decision, ()) == "none"


@pytest.mark.parametrize(
    ("odds", "told"),
    [
        (
            {"on_time": Fraction(1, 4), "mean delay": "2.5 turns"},
            [("on time", "25.0% (1/4)", Fraction(1, 4)), ("mean delay", "2.5 turns", None)],
        ),
        # certainty and chances of many dice without a fraction
        (
            {"sure": Fraction(1), "three dice": Fraction(5, 216), "rare": Fraction(5, 1296)},
            [
                ("sure", "100.0%", 1),
                ("three dice", "2.3% (5/216)", Fraction(5, 216)),
                ("rare", "0.4%", Fraction(5, 1296)),
            ],
        ),
        # effects of a table in words
        (
            {STORE: Fraction(1, 3), Several((STORE, "a_storm")): Fraction(1, 6)},
            [
                ("supply (spaces 1)", "33.3% (1/3)", Fraction(1, 3)),
                ("supply (spaces 1) and a storm", "16.7% (1/6)", Fraction(1, 6)),
            ],
        ),
    ],
)
def test_chances_are_told_in_words(odds, told):
    found = chances(asked(odds=lambda option: odds), "n")

    assert [(chance.result, chance.words, chance.share) for chance in found] == told


def test_where_a_question_offers_no_odds_there_are_none():
    assert list(chances(asked(), "n")) == []


def test_advice_is_told_with_its_interval_and_what_the_trusted_bot_would_do():
    decision = asked()
    found = [
        Advice(answer="n", value=0.5, low=0.25, high=0.75, playouts=1200, usual_of="greedy"),
        Advice(answer="south", value=0.1, low=0.0, high=0.2, playouts=34),
    ]

    assert "1,234 playouts" in advice_heading(found, "you")
    assert advice_value(found[0]) == "50 % (25 to 75)"
    assert list(usual_answers(decision, found)) == ["The bot 'greedy' would answer n: north."]


def test_cards_in_places_are_named_and_not_their_places():
    places = {"ann:hand:1": "Coin", "ann:hand:2": "Coin", "ann:hand:3": "Farm"}
    ask = Decision(("ann",), "Discard?", tuple(places), places, least=0, most=3)

    assert [option_words(ask, option) for option in ask.options] == ["Coin", "Coin", "Farm"]
    assert answer_words(ask, tuple(places)) == "2 x Coin and Farm"
    assert answer_words(ask, ()) == "none"
