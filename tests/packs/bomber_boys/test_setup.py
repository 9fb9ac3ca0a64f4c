"""Setting up: board, missions' decks, scaling the difficulty."""

from collections import Counter
from fractions import Fraction

import pytest

from packs.bomber_boys.game import GAME, MISSIONS
from packs.bomber_boys.questions.board import cards_left, chances
from packs.bomber_boys.rules.deck import take_top
from tabletop_core.chance import Scripted
from tabletop_core.errors import PackError

DATA = GAME.data_with()


def start(*script, **options):
    return GAME.start(options, source=Scripted(script), data=DATA)


def test_five_cubes_lie_on_the_track_and_the_crew_is_ready_and_whole():
    play = start("flak").play

    assert play.state.cubes == 5
    assert all(man.is_ready for man in play.state.crew.values())
    assert set(play.state.engines.values()) == {type(play.state.engines["engine_1"]).NONE}


def test_the_missions_are_offered_by_their_titles():
    titles = {name: DATA.names[name] for name in DATA.missions}

    assert titles == {name: f"Operation: {title}" for name, title in MISSIONS.items()}


def test_a_deck_holds_the_cards_of_its_recipe_and_no_others():
    home = {card: group for group, cards in DATA.groups.items() for card in cards}
    decks = {}
    for mission in MISSIONS:
        play = GAME.start({"mission": mission}, seed=5, data=DATA).play
        decks[mission] = Counter([home[play.state.turn.card]])
        while cards_left(play.state):
            decks[mission][home[take_top(play, "search the deck")]] += 1

    assert decks == {
        mission: {take.group: take.number for take in DATA.missions[mission].take}
        for mission in MISSIONS
    }


def test_the_odds_of_the_next_card_count_the_cards_left_in_the_box():
    weights = chances(start("flak").play.state)
    whole = sum(weights.values())

    # 16 cards are left: 2 flak, 6 of 8 fighters, 4 of 7 events, 4 of 7 items.
    assert Fraction(weights["flak"], whole) == Fraction(2, 16)
    assert Fraction(weights["fighter_3_low"], whole) == Fraction(6, 16) / 8
    assert Fraction(weights["relentless"], whole) == Fraction(4, 16) / 7


def test_a_card_that_has_been_drawn_does_not_come_again():
    assert "fighter_3_low" not in chances(start("fighter_3_low").play.state)


def test_random_items_to_start_with_are_taken_out_of_the_deck():
    play = start("lucky_coin", "rabbits_foot", "flak", items=2).play

    assert play.state.items == ["lucky_coin", "rabbits_foot"]
    assert not {"lucky_coin", "rabbits_foot"} & set(chances(play.state))
    assert play.state.deck["item"].left == 4


def test_damaged_engines_are_chosen_by_the_player_and_cost_the_deck_an_item():
    match = start("flak", engine_damage=True)
    match.answer(("engine_1", "engine_4"))

    damaged = [name for name, damage in match.state.engines.items() if damage.value == "minor"]
    assert damaged == ["engine_1", "engine_4"]
    assert match.state.deck["item"].left == 3


def test_all_eight_aircraft_can_be_left_in_the_deck():
    assert start("flak", all_aircraft=True).state.deck["fighter"].left == 8


def test_an_unknown_mission_is_refused_with_the_list_of_missions():
    with pytest.raises(PackError, match="choose one of: milk_run"):
        GAME.start({"mission": "dresden"})
