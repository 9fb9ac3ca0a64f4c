"""The enemy attacks: assigning dice, ground attacks, special enemies."""

from itertools import product

import pytest

from packs.bomber_boys.data import load_data
from packs.bomber_boys.game import GAME
from packs.bomber_boys.questions.board import damage_by
from packs.bomber_boys.rules.enemies import attack_from_ground, strike_back
from packs.bomber_boys.state import Enemy

FIGHT = "fight"
MISS = 1


# ---------------------------------------------------------------- assigning enemy dice


def test_of_three_enemies_only_two_attack_and_a_4_and_a_2_hit_for_one_each(table):
    table.put("fighter_3_high")
    table.put("fighter_9_high")
    table.put("fighter_9_low")

    table.perform(strike_back, script=[2, 4, 1, 2])

    hits = [(facts["enemy"], facts["die"], facts["damage"]) for facts in table.happened("attacked")]
    assert len(hits) == 2
    assert {(die, damage) for _, die, damage in hits} == {(2, 1), (4, 1)}


def test_a_die_that_can_hit_one_enemy_must_not_be_assigned_to_one_that_it_misses(table):
    # The 2 hits only the fighter at 9 high, so the 6 goes to the other.
    table.put("fighter_3_high")
    table.put("fighter_9_high")

    asked = table.perform(strike_back, script=[2, 6, 1, 2, 3])

    assert asked == []
    assert {(f["enemy"], f["die"]) for f in table.happened("attacked")} == {
        ("Fighter (9 o'clock high)", 2),
        ("Fighter (3 o'clock high)", 6),
    }


def test_among_equal_numbers_of_hits_the_player_assigns_the_dice(table):
    # A 5 does two damage for the fighter at 6 high, one for the fighter at 9 high.
    table.put("fighter_6_high")
    table.put("fighter_9_high")

    asked = table.perform(
        strike_back, script=[5, 2, 1, 2], answers=["e2 fighter_6_high e5 fighter_9_high"]
    )

    assert len(asked[0].options) == 2
    assert sum(facts["damage"] for facts in table.happened("attacked")) == 2


def test_of_two_enemy_dice_one_is_touched_and_who_gets_it(table):
    table.put("fighter_6_high")
    table.put("fighter_9_high")
    answer = "e2 fighter_6_high e5 fighter_9_high"

    (asked,) = table.perform(strike_back, script=[5, 2, 1, 2], answers=[answer])

    assert asked.glowing() == {"e2"}
    assert asked.glowing(["e2"]) == {"fighter_6_high", "fighter_9_high"}
    assert asked.targets_of(answer) == ("e2", "fighter_6_high")


def test_dice_of_different_ground_enemies_are_assigned_by_the_player_since_they_can_be_evaded(
    table_for,
):
    table = table_for(mission="nightwing")
    table.put("flak")

    asked = table.take_turn(
        "flakpanzer", 3, 4, 1,
        answers=["fight", "e4 flak e3 flakpanzer", "take_it", "pilot"],
    )  # fmt: skip

    assert list(asked[1].options) == ["e3 flak e4 flakpanzer", "e4 flak e3 flakpanzer"]


def test_two_enemy_dice_are_the_most_in_a_turn_ground_attacks_included(table):
    table.put("fighter_9_high")
    table.put("fighter_9_low")

    table.take_turn("flak", MISS, MISS, answers=["rally"])

    assert len(table.happened("roll")) == 1
    assert table.happened("no_dice_left") == [{"enemies": ["Enemy Flak"]}]


def test_enemies_that_have_attacked_first_do_not_attack_again(table):
    table.take_turn("fighter_12_high", MISS, 1, 1, 1, answers=["pool_3", "done"])

    assert len(table.happened("attacked")) == 1


def test_without_initiative_compared_a_rally_gives_no_focus(table_for):
    table = table_for(mission="berlin_blitz")

    table.take_turn("ace_6_high", 2, answers=["rally"])

    assert table.happened("raised") == []
    assert table.happened("attacked")[0]["damage"] == 0


# ---------------------------------------------------------------- ground attacks


def test_flak_attacks_last_and_is_discarded_whether_it_hits_or_not(table):
    table.put("fighter_9_high")

    table.take_turn("flak", 1, MISS, MISS, answers=["pool_1", "done"])

    assert [facts["why"] for facts in table.happened("roll")] == [
        "ammo dice",
        "enemy attack",
        "ground attack",
    ]
    assert [enemy.card for enemy in table.state.display] == ["fighter_9_high"]
    assert table.state.discard[-1] == "flak"


def test_no_initiative_and_no_ammo_dice_against_ground_enemies_alone(table):
    asked = table.take_turn("flak", 2, answers=[FIGHT])

    assert asked[0].label_of(FIGHT) == "defend: keep the right to evade"
    assert table.state.turn.initiative is None


def test_evading_lowers_the_die_by_two_and_by_four_with_both_men(table):
    table.take_turn("flak", 6, answers=[FIGHT, "pilot", "radio_operator"])

    assert table.happened("attacked") == [{"enemy": "Enemy Flak", "die": 2, "damage": 0}]
    assert table.tired == {"pilot", "radio_operator"}


def test_one_evasion_may_lessen_a_hit_and_the_rest_be_taken(table):
    table.take_turn("flak", 5, 4, answers=[FIGHT, "pilot", "take_it"])

    assert table.happened("attacked")[0]["damage"] == 1
    assert table.hurt == {"co_pilot": "minor"}


def test_who_rallies_cannot_evade(table):
    asked = table.take_turn("flak", 5, 1, 2, answers=["rally"])

    assert len(asked) == 1
    assert table.happened("attacked")[0]["damage"] == 2


def test_exhausted_men_cannot_evade(table):
    table.exhaust("pilot", "radio_operator")

    asked = table.take_turn("flak", 3, 1, answers=[FIGHT])

    assert len(asked) == 1


def test_letters_from_home_are_offered_when_an_exhausted_man_could_evade(table):
    table.exhaust("pilot", "radio_operator", "navigator")
    table.state.items = ["letters_from_home"]

    asked = table.take_turn(
        "flak", 3,
        answers=[FIGHT, "letters_from_home", ["pilot"], "pilot"],
    )  # fmt: skip

    offered = asked[1]
    assert offered.label_of("letters_from_home").startswith("use Letters from Home: ")
    assert table.happened("attacked")[0]["damage"] == 0


def test_squadron_leader_down_leaves_evading_to_the_pilot(table):
    table.state.events = ["squadron_leader_down"]

    asked = table.take_turn("flak", 4, answers=[FIGHT, "pilot"])

    assert list(asked[1].options) == ["pilot", "take_it"]


def test_enemy_focus_does_not_apply_to_ground_attacks(table):
    # The fighter's focus of 1 finds a 6 and is lost; the flak's 2 stays a miss.
    table.put("fighter_12_high")

    table.take_turn("flak", 6, 11, 12, 1, 1, 1, 2, answers=["pool_3", "done"])

    assert table.happened("raised") == []
    assert table.happened("attacked")[-1] == {"enemy": "Enemy Flak", "die": 2, "damage": 0}


@pytest.mark.parametrize(("searchlights", "damage"), [(0, 1), (1, 2), (2, 3)])
def test_each_searchlight_adds_one_damage_to_the_hit_of_a_flakpanzer(
    table_for, searchlights, damage
):
    table = table_for(mission="nightwing")
    table.state.events = ["searchlight"] * searchlights

    table.take_turn("flakpanzer", 3, *range(1, damage + 1), answers=["rally"])

    assert table.happened("attacked")[0]["damage"] == damage


def test_a_searchlight_adds_nothing_to_a_miss_nor_to_other_flak(table_for):
    table = table_for(mission="nightwing")
    table.state.events = ["searchlight"]

    table.take_turn("flakpanzer", 2, answers=["rally"])
    table.take_turn("flak", 3, 1, answers=["rally"])

    assert [facts["damage"] for facts in table.happened("attacked")] == [0, 1]


def test_a_battleship_does_2_then_1_then_no_damage_and_leaves_after_three_combat_turns(table_for):
    table = table_for(mission="sea_strike")

    table.take_turn("battleship", 3, 1, 2, answers=["rally"])
    table.take_turn("extra_ammo", answers=["rally"])
    table.take_turn("fighter_3_low", MISS, 3, 4, answers=["rally"])
    table.take_turn("fighter_9_low", MISS, MISS, answers=["rally"])

    hits = [f["damage"] for f in table.happened("attacked") if f["enemy"] == "Battleship"]
    assert hits == [2, 1]
    assert [enemy.card for enemy in table.state.display] == ["fighter_3_low", "fighter_9_low"]


def test_a_battleship_at_range_3_rolls_a_die_so_that_another_beside_it_hits_35_times_in_36(
    table_for,
):
    hits = 0
    for dice in product(range(1, 7), repeat=2):
        table = table_for(mission="sea_strike")
        table.put("battleship", turns=2)
        table.put("battleship", turns=3)
        table.state.turn.rallied = True
        choose = [f"e{max(dice)} battleship e{min(dice)} battleship_2"]
        is_equal, is_hit = dice[0] == dice[1], max(dice) > 1
        table.perform(
            attack_from_ground,
            script=[*dice, *[7] * is_hit],
            answers=[] if is_equal or min(dice) == 1 else choose,
        )
        hits += sum(facts["damage"] for facts in table.happened("attacked"))

    assert hits == 35


def test_a_battleship_alone_at_range_3_rolls_no_die(table_for):
    table = table_for(mission="sea_strike")
    table.put("battleship", turns=3)

    table.perform(attack_from_ground)

    assert table.happened("roll") == []


def test_a_die_that_a_ground_enemy_hits_with_for_one_must_be_assigned_to_it(table_for):
    # At range 2 the battleship does one damage, at range 3 none.
    table = table_for(mission="sea_strike")
    table.put("battleship", turns=2)
    table.put("battleship", turns=3)
    table.state.turn.rallied = True

    asked = table.perform(attack_from_ground, script=[1, 5, 7])

    assert asked == []
    assert [(f["die"], f["damage"]) for f in table.happened("attacked")] == [(5, 1), (1, 0)]


def test_a_hit_for_one_from_the_ground_can_be_evaded(table):
    asked = table.take_turn("flak", 4, answers=[FIGHT, "pilot"])

    assert asked[1].prompt == "Enemy Flak hits with 4 for 1 damage. Evade?"
    assert table.happened("attacked")[0]["damage"] == 0


def test_an_enemy_whose_card_says_1_hits_with_a_1_but_not_with_a_die_evaded_below_it(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text(
        'schema = 1\n[[set]]\nfile = "enemies"\nkey = "enemy.flak.hits[0].least"\nvalue = 1\n',
        encoding="utf-8",
    )
    play = GAME.start(seed=1, data=load_data([mine])).play

    damages = [damage_by(play, Enemy("flak", "flak"), die) for die in (-3, -2, -1, 0, 1)]

    assert damages == [0, 0, 0, 0, 1]


def test_three_battleships_are_told_apart(table_for):
    table = table_for(mission="sea_strike")

    table.take_turn("battleship", 1, answers=["rally"])
    table.take_turn("battleship", 1, 1, answers=["rally"])

    assert [(e.name, e.turns) for e in table.state.display] == [
        ("battleship", 3),
        ("battleship_2", 2),
    ]


# ---------------------------------------------------------------- aces, squadron, jet, twins


def test_a_new_ace_relieves_the_old_one(table_for):
    table = table_for(mission="berlin_blitz")
    table.put("ace_6_high", damage=1)

    table.take_turn("ace_3_low", MISS, answers=["rally"])

    assert [enemy.card for enemy in table.state.display] == ["ace_3_low"]
    assert "ace_6_high" in table.state.discard


def test_an_ace_hit_twice_by_a_crew_with_the_initiative_does_not_fire_back(table_for):
    table = table_for(mission="berlin_blitz")

    table.take_turn(
        "ace_6_high", 6,
        answers=["pool_1", "d6 tail_gunner ace_6_high", "done"],
    )  # fmt: skip

    assert table.happened("attacked") == []
    assert [(enemy.card, enemy.damage) for enemy in table.state.display] == [("ace_6_high", 0)]


def test_an_ace_hit_once_fires_back(table_for):
    table = table_for(mission="berlin_blitz")

    table.take_turn(
        "ace_6_high", 4, MISS,
        answers=["pool_1", "d4 tail_gunner ace_6_high", "done"],
    )  # fmt: skip

    assert len(table.happened("attacked")) == 1


def test_the_squadron_cannot_be_shot_down_and_sheds_its_damage(table_for):
    table = table_for(mission="hornets_nest")

    table.take_turn(
        "squadron", 6, 6,
        answers=["pool_2", "d6 navigator squadron", "d6 bombardier squadron", "done"],
    )  # fmt: skip

    assert [(enemy.card, enemy.damage) for enemy in table.state.display] == [("squadron", 0)]


def test_the_jet_adds_one_to_every_enemy_die_but_does_not_attack_itself(table_for):
    table = table_for(mission="hornets_nest")
    table.put("jet")

    table.take_turn("fighter_3_high", 2, 1, answers=["rally"])

    assert table.happened("enemy_raised") == [{"faces": [2], "now": [3]}]
    assert [f["enemy"] for f in table.happened("attacked")] == ["Fighter (3 o'clock high)"]


def test_the_jet_cannot_be_attacked_while_it_is_the_only_aircraft(table_for):
    table = table_for(mission="hornets_nest")

    asked = table.take_turn("jet", answers=[FIGHT])

    assert asked[0].label_of(FIGHT) == "fly on: a jet alone does nothing"
    assert not table.shots(asked[0])
    assert not any(o.startswith("radio_operator") for o in asked[0].options)


def test_the_jet_can_be_shot_down_beside_another_aircraft_and_raises_no_die_then(table_for):
    table = table_for(mission="hornets_nest")
    table.put("jet", damage=1)

    table.take_turn(
        "fighter_9_high", 2, 1,
        answers=["pool_1", "d2 left_waist jet", "done"],
    )  # fmt: skip

    assert table.happened("shot_down") == [{"enemy": "Experimental Jet (9 o'clock low)"}]
    assert table.happened("attacked")[0]["die"] == 1


def test_the_twin_fighters_hit_engines_of_the_players_choice(table_for):
    table = table_for(mission="sea_strike")

    table.take_turn("twin_fighters", 5, answers=["rally", "engine_1", "engine_1"])

    assert table.hurt == {"engine_1": "major"}
    assert table.state.cubes == 4


def test_the_twin_fighters_bar_the_target_until_they_are_shot_down(table_for):
    table = table_for(mission="sea_strike")
    for stack in table.state.deck.values():
        stack.left = 0
    table.put("twin_fighters")

    table.take_turn(
        5, MISS,
        answers=["pool_1", "d5 tail_gunner twin_fighters", "done"],
    )  # fmt: skip
    assert [(enemy.card, enemy.damage) for enemy in table.state.display] == [("twin_fighters", 2)]

    table.take_turn(
        6,
        answers=["pool_1", "d6 flight_engineer twin_fighters"],
    )  # fmt: skip
    assert table.state.display == []


def test_the_twin_fighters_can_be_shot_down(table_for):
    table = table_for(mission="sea_strike")
    table.put("twin_fighters", damage=2)

    table.take_turn(
        "battleship", 5, MISS,
        answers=["pool_1", "d5 tail_gunner twin_fighters", "done"],
    )  # fmt: skip

    assert table.happened("shot_down") == [{"enemy": "Twin Fighters (6 o'clock high)"}]
