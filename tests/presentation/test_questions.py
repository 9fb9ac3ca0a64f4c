"""Options, their chances and advice in words."""

from fractions import Fraction

from tabletop_core import Decision
from tabletop_core.bots.advice import Advice
from tabletop_core.presentation.options import (
    Chance,
    advice_heading,
    advice_value,
    answer_words,
    chances,
    option_words,
    usual_answers,
)
from tabletop_core.tables import Effect, Several

WAYS = {"n": "north", "south": "south"}


def test_an_option_is_told_with_its_name_unless_that_says_it_all():
    decision = Decision(("you",), "Where?", list(WAYS), WAYS)

    assert option_words(decision, "n") == "n: north"
    assert option_words(decision, "south") == "south"


def test_an_answer_of_several_options_names_each_and_an_empty_one_none():
    decision = Decision(("you",), "Where?", list(WAYS), WAYS, least=0, most=2)

    assert answer_words(decision, ("n", "south")) == "n, south"
    assert answer_words(decision, ()) == "none"


def test_chances_are_told_in_words_and_as_fractions():
    def odds(option):
        return {"on_time": Fraction(1, 4), "mean delay": "2.5 turns"}

    decision = Decision(("you",), "Where?", list(WAYS), WAYS, odds=odds)

    assert list(chances(decision, "n")) == [
        Chance(result="on time", words="25.0% (1/4)", share=Fraction(1, 4)),
        Chance(result="mean delay", words="2.5 turns"),
    ]


def test_certainty_and_chances_of_many_dice_are_told_without_a_fraction():
    def odds(option):
        return {"sure": Fraction(1), "of three dice": Fraction(5, 216), "rare": Fraction(5, 1296)}

    decision = Decision(("you",), "Where?", list(WAYS), WAYS, odds=odds)

    assert [chance.words for chance in chances(decision, "n")] == ["100.0%", "2.3% (5/216)", "0.4%"]


def test_chances_of_effects_of_a_table_are_told_in_words():
    effect = Effect("supply", (("spaces", 1),))

    def odds(option):
        return {effect: Fraction(1, 3), Several((effect, "a_storm")): Fraction(1, 6)}

    decision = Decision(("you",), "Where?", list(WAYS), WAYS, odds=odds)

    assert [chance.result for chance in chances(decision, "n")] == [
        "supply (spaces 1)", "supply (spaces 1) and a storm",
    ]  # fmt: skip


def test_where_a_question_offers_no_odds_there_are_none():
    assert list(chances(Decision(("you",), "Where?", list(WAYS)), "n")) == []


def test_advice_is_told_with_its_interval_and_what_the_trusted_bot_would_do():
    decision = Decision(("you",), "Where?", list(WAYS), WAYS)
    found = [
        Advice(answer="n", value=0.5, low=0.25, high=0.75, playouts=1200, usual_of="greedy"),
        Advice(answer="south", value=0.1, low=0.0, high=0.2, playouts=34),
    ]

    assert "1,234 playouts" in advice_heading(found, "you")
    assert advice_value(found[0]) == "50 % (25 to 75)"
    assert list(usual_answers(decision, found)) == ["The bot 'greedy' would answer n: north."]


def test_an_id_made_for_the_program_is_told_only_where_two_options_have_the_same_words():
    words = {"d4 right_waist": "fires a 4", "d2 right_waist": "fires a 2", "tail_1": "fires a 2"}
    decision = Decision(("captain",), "Fire?", tuple(words), label=words)

    assert [option_words(decision, option) for option in words] == [
        "fires a 4",
        "d2 right_waist: fires a 2",
        "tail_1: fires a 2",
    ]


def test_a_label_is_shown_instead_of_an_id_that_it_begins_with():
    ask = Decision(
        ("ann",),
        "Buy?",
        ("porter", "rag_picker"),
        {
            "porter": "Porter for 3",
            "rag_picker": "Rag Picker for 2",
        },
    )

    assert [option_words(ask, option) for option in ask.options] == [
        "Porter for 3",
        "Rag Picker for 2",
    ]


def test_an_id_is_not_told_before_a_label_that_begins_with_it_and_a_colon():
    ask = Decision(("ann",), "Evade?", ("evade", "no"), {"evade": "evade: -1", "no": "steady: 0"})

    assert [option_words(ask, option) for option in ask.options] == ["evade: -1", "no: steady: 0"]


def test_cards_in_places_are_named_and_not_their_places():
    places = {"ann:hand:1": "Coin", "ann:hand:2": "Coin", "ann:hand:3": "Farm"}
    ask = Decision(("ann",), "Discard?", tuple(places), places, least=0, most=3)

    assert [option_words(ask, option) for option in ask.options] == ["Coin", "Coin", "Farm"]
    assert answer_words(ask, tuple(places)) == "2 x Coin and Farm"
    assert answer_words(ask, ()) == "none"


def test_no_label_is_shown_with_its_line():
    ask = Decision(("ann",), "Fly?", ("s1", "h2"), {"s1": "Spitfire | move 3", "h2": "Hurricane"})

    assert option_words(ask, "s1") == "s1: Spitfire, move 3"
