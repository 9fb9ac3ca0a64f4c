"""Item and event cards, and rallying."""

import pytest

from packs.bomber_boys.game import GAME
from packs.bomber_boys.questions.board import cards_left, chances
from packs.bomber_boys.rules.attack import begin_combat
from packs.bomber_boys.rules.bombing import send_home
from packs.bomber_boys.rules.items import ITEMS, Moment, item_options
from packs.bomber_boys.rules.turn import EFFECTS, SHOCK
from tabletop_core.events import narrate

FIGHT = "fight"
MISS = 1


# ---------------------------------------------------------------- keeping, ignoring, rallying


def test_an_item_is_kept(table):
    table.take_turn("flak_jacket", answers=["keep"])

    assert table.state.items == ["flak_jacket"]


def test_to_use_the_item_turned_up_is_not_told_in_the_words_of_keeping_it(table):
    table.exhaust("navigator", "pilot")

    (asked,) = table.take_turn("letters_from_home", answers=["keep"])

    assert asked.label_of("keep") == "keep the item"
    assert asked.label_of("letters_from_home").startswith("use Letters from Home: ")


def test_who_acts_instead_of_answering_is_told_what_becomes_of_the_card(table):
    (item,) = table.take_turn("flak_jacket", answers=["keep"])
    (event,) = table.take_turn("engine_trouble", answers=["ignore"])

    assert item.label_of("navigator").endswith("; Flak Jacket is kept")
    assert event.label_of("navigator").endswith("; Engine Trouble is ignored")


def test_who_rallies_on_an_item_loses_it(table):
    table.exhaust("pilot", "navigator")

    table.take_turn("flak_jacket", answers=["rally"])

    assert table.state.items == []
    assert table.state.discard[-1] == "flak_jacket"
    assert table.tired == set()


def test_an_ignored_event_does_nothing_and_is_discarded(table):
    table.take_turn("engine_trouble", answers=["ignore"])

    assert table.hurt == {}
    assert table.state.discard[-1] == "engine_trouble"


def test_who_rallies_on_an_event_suffers_it(table):
    table.exhaust("pilot")

    table.take_turn("engine_trouble", answers=["rally", "engine_3"])

    assert table.hurt == {"engine_3": "minor"}
    assert table.tired == set()


@pytest.mark.parametrize("card", ["flak_jacket", "engine_trouble"])
def test_enemies_on_display_do_not_attack_in_a_turn_of_an_item_or_event(table, card):
    table.put("fighter_3_high")

    keep = "keep" if card == "flak_jacket" else "ignore"
    asked = table.take_turn(card, answers=[keep])

    assert table.happened("attacked") == []
    assert not table.shots(asked[0])
    assert not any(o.startswith("radio_operator") for o in asked[0].options)


def test_an_ongoing_event_stays_and_lets_you_rally(table_for):
    table = table_for(mission="nightwing")
    table.exhaust("pilot")

    asked = table.take_turn("searchlight", answers=["rally"])

    assert "ignore" not in asked[0].options
    assert table.state.events == ["searchlight"]
    assert table.tired == set()


def test_rallying_does_not_bring_back_the_lost(table):
    table.lose("tail_gunner")
    table.exhaust("tail_gunner", "navigator")

    table.take_turn("flak_jacket", answers=["rally"])

    assert table.tired == {"tail_gunner"}


# ---------------------------------------------------------------- events


def test_every_event_and_item_card_is_carried_out(table):
    at_once = {card.id for card in table.play.data.events.values() if not card.stays}

    assert at_once == {*EFFECTS, SHOCK}
    assert set(ITEMS) == set(table.play.data.items)


def test_engine_trouble_is_major_damage_once_every_engine_has_minor_damage(table):
    for engine in table.state.engines:
        table.state.engines[engine] = type(table.state.engines[engine]).MINOR

    table.take_turn("engine_trouble", answers=["rally", "engine_2"])

    assert table.hurt["engine_2"] == "major"
    assert table.state.cubes == 4


def test_engine_trouble_spares_damaged_engines_while_there_is_a_sound_one(table):
    table.state.engines["engine_1"] = type(table.state.engines["engine_1"]).MINOR

    asked = table.take_turn("engine_trouble", answers=["rally", "engine_2"])

    assert list(asked[1].options) == ["engine_2", "engine_3", "engine_4"]


def test_friendly_fire_rolls_the_damage_die_once(table):
    table.take_turn("friendly_fire", 4, answers=["rally"])

    assert table.hurt == {"co_pilot": "minor"}


def test_friendly_fire_must_be_ignored_once_the_escort_is_lost(table):
    table.state.events = ["lose_escort"]
    table.exhaust("pilot")

    asked = table.take_turn("friendly_fire", answers=["done"])

    assert "rally" not in asked[0].options
    assert table.tired == {"pilot"}
    assert table.hurt == {}


def test_element_of_surprise_raises_the_next_new_aircraft_in_air_combat(table):
    table.take_turn("element_of_surprise", answers=["rally"])
    table.take_turn("fighter_3_low", 1, 1, 1, MISS, answers=["pool_3", "done"])
    table.take_turn("fighter_9_high", 1, 1, 1, 1, MISS, MISS, answers=["pool_4", "done"])

    assert [facts["theirs"] for facts in table.happened("initiative")] == [2, 1]
    assert "element_of_surprise" in table.state.discard


def test_element_of_surprise_waits_while_you_rally_or_only_defend(table):
    table.state.events = ["element_of_surprise"]

    table.take_turn("flak", 1, answers=[FIGHT])
    table.take_turn("fighter_3_low", MISS, answers=["rally"])

    assert table.state.events == ["element_of_surprise"]


def test_guns_jammed_silences_the_wounded_in_the_next_air_combat_only(table):
    table.state.events = ["guns_jammed"]
    table.wound("right_waist")

    first = table.take_turn("fighter_3_low", 6, MISS, answers=["pool_1", "done"])
    second = table.take_turn("flak", 6, MISS, MISS, answers=["pool_1", "done"])

    gunners = [{shot.split()[1] for shot in table.shots(asked[1])} for asked in (first, second)]
    assert gunners == [{"ball_turret"}, {"ball_turret", "right_waist"}]


def test_low_on_ammo_limits_the_next_air_combat_to_two_dice(table):
    table.take_turn("low_on_ammo", answers=["rally"])

    first = table.take_turn("fighter_3_low", 1, 1, MISS, answers=["pool_2", "done"])
    second = table.take_turn("flak", MISS, MISS, answers=["no_dice", "done"])

    assert list(first[0].options) == ["pool_1", "pool_2", "no_dice", "rally"]
    assert "pool_5" in second[0].options


def test_relentless_puts_one_of_the_discards_unseen_on_top_of_the_deck(table):
    table.state.discard = ["flak", "rabbits_foot"]
    before = cards_left(table.state)

    table.take_turn("relentless", answers=["rally"])

    assert cards_left(table.state) == before
    assert chances(table.state) == {"flak": 1, "rabbits_foot": 1}

    table.take_turn("rabbits_foot", answers=["rally"])

    assert sorted(table.state.discard) == ["flak", "rabbits_foot", "relentless"]
    assert cards_left(table.state) == before - 1


def test_relentless_does_nothing_without_discards(table):
    table.state.discard = []
    before = cards_left(table.state)

    table.take_turn("relentless", answers=["rally"])

    assert cards_left(table.state) == before - 1
    assert table.happened("brought_back") == []


def test_in_a_state_of_shock_a_rally_exhausts_those_who_were_ready(table):
    table.exhaust_all_but("pilot", "tail_gunner")

    table.take_turn("state_of_shock", answers=["rally"])

    assert table.tired == {"pilot", "tail_gunner"}


# ---------------------------------------------------------------- items


def test_extra_ammo_rolls_1s_and_2s_again_until_there_are_none(table):
    table.state.items = ["extra_ammo"]

    table.take_turn(
        "fighter_3_low", 1, 2, 5, 2, 1, 4, 3, MISS,
        answers=["pool_3", "extra_ammo", "done"],
    )  # fmt: skip

    assert table.state.turn.dice == [4, 3, 5]


def test_extra_ammo_is_not_offered_without_a_1_or_2(table):
    table.state.items = ["extra_ammo"]

    asked = table.take_turn("fighter_3_low", 3, MISS, answers=["pool_1", "done"])

    assert "extra_ammo" not in asked[1].options


def test_the_first_aid_kit_is_offered_when_a_wounded_man_is_hit_and_heals_two(table):
    table.state.items = ["first_aid_kit"]
    table.wound("pilot", "co_pilot", "navigator")

    table.take_turn("flak", 3, 3, answers=["rally", "first_aid_kit", ["pilot", "navigator"]])

    assert table.hurt == {"pilot": "minor", "co_pilot": "minor"}
    assert table.state.cubes == 5


def test_the_first_aid_kit_frees_a_jammed_gun(table):
    table.state.items = ["first_aid_kit"]
    table.state.events = ["guns_jammed"]
    table.wound("right_waist")

    table.take_turn(
        "fighter_3_low", 6,
        answers=["pool_1", "first_aid_kit", "d6 right_waist fighter_3_low", "done"],
    )  # fmt: skip

    assert table.state.display == []


def test_the_flak_jacket_is_offered_against_the_cabin_only(table):
    table.state.items = ["flak_jacket"]

    first = table.take_turn("flak", 3, 11, answers=["rally"])
    table.take_turn("flak", 3, 5, answers=["rally", "flak_jacket"])

    assert len(first) == 1
    assert table.hurt == {"engine_1": "minor"}
    assert table.state.items == []


def test_items_against_damage_are_not_offered_where_the_hit_does_nothing(table):
    table.state.items = ["flak_jacket", "rabbits_foot"]
    table.lose("navigator")

    asked = table.take_turn("flak", 3, 2, answers=["rally"])

    assert len(asked) == 1


def test_the_rabbits_foot_lets_each_damage_die_of_the_turn_be_rolled_again_once(table):
    table.state.items = ["rabbits_foot"]

    asked = table.take_turn(
        "flak", 5, 1, 2, 1, 3,
        answers=["rally", "rabbits_foot", "rabbits_foot"],
    )  # fmt: skip

    assert len(asked) == 3
    assert table.hurt == {"navigator": "minor", "pilot": "minor"}
    assert table.state.items == []
    assert table.state.discard.count("rabbits_foot") == 1


def test_the_rabbits_foot_works_for_one_turn(table):
    table.state.items = ["rabbits_foot"]

    table.take_turn("flak", 3, 1, 2, answers=["rally", "rabbits_foot"])
    asked = table.take_turn("flak", 3, 4, answers=["rally"])

    assert len(asked) == 1


def test_letters_from_home_ready_two_men_in_the_middle_of_an_attack(table):
    table.exhaust_all_but("pilot")
    table.state.items = ["letters_from_home"]

    table.take_turn(
        "fighter_3_low", 6,
        answers=[
            "pool_1", "letters_from_home", ["right_waist", "ball_turret"],
            "d6 right_waist fighter_3_low",
        ],
    )  # fmt: skip

    assert "right_waist" in table.tired
    assert "ball_turret" not in table.tired


def test_letters_from_home_ready_two_exhausted_men_unasked(table):
    table.exhaust("pilot", "radio_operator")
    table.state.items = ["letters_from_home"]

    asked = table.take_turn("flak", 3, answers=["fight", "letters_from_home", "pilot"])

    assert len(asked) == 3
    assert table.happened("readied") == [{"men": ["Pilot", "Radio Operator"]}]


def test_letters_from_home_do_not_let_a_gunner_fire_twice_in_a_turn(table):
    table.state.items = ["letters_from_home"]

    asked = table.take_turn(
        "fighter_3_high", 2, 2, 2, MISS,
        answers=[
            "pool_3", "d2 right_waist fighter_3_high", "letters_from_home", "done",
        ],
    )  # fmt: skip

    assert table.tired == set()
    assert not table.shots(asked[-1], "right_waist")


def test_the_lucky_coin_turns_an_ammo_die_over(table):
    table.state.items = ["lucky_coin"]

    table.take_turn(
        "fighter_3_low", 1,
        answers=["pool_1", "lucky_coin", "d6 right_waist fighter_3_low", "done"],
    )  # fmt: skip

    assert table.state.display == []


def test_the_lucky_coin_turns_an_enemy_die_over_before_it_is_assigned(table):
    table.state.items = ["lucky_coin"]

    table.take_turn("fighter_6_high", 6, answers=["rally", "lucky_coin"])

    assert table.happened("attacked")[0] == {
        "enemy": "Fighter (6 o'clock high)", "die": 1, "damage": 0,
    }  # fmt: skip


def test_the_lucky_coin_takes_from_an_enemy_die_what_the_enemys_focus_adds_later(table):
    # Initiative 1 against 3: the 4 would become 6 and do two damage; turned over it becomes 5.
    table.state.items = ["lucky_coin"]

    table.take_turn(
        "fighter_12_high", 4, 11, 1, 1, 1, 1,
        answers=["pool_4", "lucky_coin", "done"],
    )  # fmt: skip

    assert table.happened("raised") == [{"why": "enemy focus", "face": 3, "now": 5}]
    assert table.happened("attacked")[0]["damage"] == 1


def test_the_lucky_coin_lowers_an_enemy_die_that_can_then_be_evaded(table_for):
    # A battleship hits with 2: one evasion is too little for a 4 and enough for a 3.
    table = table_for(mission="sea_strike")
    table.exhaust_all_but("pilot")
    table.state.items = ["lucky_coin"]

    table.take_turn("battleship", 4, answers=[FIGHT, "lucky_coin", "pilot"])

    assert table.happened("attacked") == [{"enemy": "Battleship", "die": 1, "damage": 0}]


def test_the_lucky_coin_turns_a_3_over_for_your_focus_to_make_a_5_of_it(table):
    table.state.items = ["lucky_coin"]

    table.take_turn(
        "fighter_6_high", 3, 3, MISS,
        answers=[
            "pool_2", "lucky_coin", "focus d4", "d5 tail_gunner fighter_6_high", "done",
        ],
    )  # fmt: skip

    assert table.happened("initiative") == [{"ours": 3, "theirs": 2, "focus": 1}]
    assert table.happened("fired")[0]["damage"] == 2


def test_the_lucky_coin_turns_a_3_over_for_the_co_pilot_to_spot(table):
    table.state.items = ["lucky_coin"]

    table.take_turn(
        "fighter_6_high", 3, 1, 1, MISS,
        answers=[
            "pool_3", "lucky_coin", 3, "co_pilot d4",
            "d5 tail_gunner fighter_6_high", "done",
        ],
    )  # fmt: skip

    assert table.happened("raised") == [{"why": "the Co-Pilot spots", "face": 4, "now": 5}]
    assert table.happened("fired")[0]["damage"] == 2


@pytest.mark.parametrize("face", range(1, 7))
def test_the_lucky_coin_is_offered_for_enemy_dice_above_3(table, face):
    table.state.items = ["lucky_coin"]
    table.state.turn.enemy_dice = [face]

    assert bool(item_options(table.play, Moment.ENEMY_DICE)) == (face > 3)


@pytest.mark.parametrize("face", range(1, 7))
def test_the_lucky_coin_is_offered_for_any_ammo_die(table, face):
    table.state.items = ["lucky_coin"]

    asked = table.take_turn("fighter_6_high", face, MISS, answers=["pool_1", "done"])

    assert "lucky_coin" in asked[1].options


def test_the_lucky_coin_turns_an_ammo_die_down_for_extra_ammo_to_roll_it_again(table):
    # A 5 does one damage with the bombardier's gun; turned down it may come up again as a 6.
    table.state.items = ["lucky_coin", "extra_ammo"]

    table.take_turn(
        "fighter_12_high", 5, 6, MISS,
        answers=[
            "pool_1", "lucky_coin", "extra_ammo", "d6 bombardier fighter_12_high",
            "done",
        ],
    )  # fmt: skip

    assert table.happened("turned_over") == [{"what": "ammo die", "face": 5, "now": 2}]
    assert table.happened("fired")[0]["damage"] == 2


def test_the_lucky_coin_turns_an_enemy_die_up_so_that_another_attacker_may_get_it(table_for):
    # The fighter hits with a 2 and the Twin Fighters do not; a 5 may go to either.
    table = table_for(mission="sea_strike")
    table.put("twin_fighters")
    table.state.items = ["lucky_coin"]

    asked = table.take_turn(
        "fighter_9_high", 2, 1,
        answers=[
            "rally", "lucky_coin", 2, "e5 twin_fighters e1 fighter_9_high",
            "engine_1", "engine_3",
        ],
    )  # fmt: skip

    assert list(asked[2].options) == [1, 2]
    assert table.hurt == {"engine_1": "minor", "engine_3": "minor"}


def test_the_lucky_coin_is_not_offered_for_ammo_dice_that_nobody_is_left_to_fire(table):
    table.exhaust_all_but("right_waist")
    table.state.items = ["lucky_coin"]

    asked = table.take_turn(
        "fighter_3_low", 1, 2, MISS, answers=["pool_2", "d2 right_waist fighter_3_low"]
    )

    assert len(asked) == 2


def test_the_lucky_coin_is_not_offered_where_it_would_only_help_the_enemy(table):
    table.state.items = ["lucky_coin"]

    asked = table.take_turn("fighter_6_high", 2, 1, answers=["rally"])

    assert len(asked) == 1


def test_an_item_may_be_held_back_and_used_later(table):
    table.state.items = ["flak_jacket"]

    table.take_turn("flak", 3, 5, answers=["rally", "go_on"])

    assert table.state.items == ["flak_jacket"]
    assert table.hurt == {"flight_engineer": "minor"}


def told(table, kind):
    return [
        narrate(event, GAME.words, table.play.data.names)
        for event in table.play.events
        if event.kind == kind
    ]


def test_an_event_whose_combat_has_come_is_told_as_of_now(table):
    table.state.events = ["guns_jammed", "low_on_ammo"]
    table.put("fighter_3_low")

    table.perform(begin_combat)

    assert told(table, "comes_true") == [
        "Guns Jammed: Wounded men cannot fire in this combat.",
        "Low on Ammo: At most two ammo dice may be rolled in this combat.",
    ]


def test_friendly_fire_without_escort_says_why_it_cannot_happen(table):
    table.state.events = ["lose_escort"]

    table.take_turn("friendly_fire", answers=["done"])

    assert told(table, "impossible") == ["Friendly Fire cannot happen, because of Lose Escort."]


def test_who_does_not_bar_the_target_is_told_to_turn_away(table):
    table.put("ace_6_high")

    table.perform(send_home)

    assert told(table, "turned_away") == [
        "Enemy Ace (6 o'clock high) turns away before the target."
    ]
