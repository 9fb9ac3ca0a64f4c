"""Attacking the enemy: initiative, focus, ammo dice, line of sight, damage."""

import pytest

from packs.bomber_boys.questions.board import initiative_of

MISS = 1


# ---------------------------------------------------------------- steps 1 and 2


def test_dice_left_in_the_pool_are_the_initiative(table):
    table.take_turn("fighter_3_low", 1, MISS, answers=["pool_1", "done"])

    assert table.state.turn.initiative == 4


def test_initiative_4_against_2_gives_a_focus_of_2_for_a_die_of_your_choice(table):
    asked = table.take_turn(
        "fighter_3_high", 4,
        answers=["pool_1", "focus d4", "d6 right_waist fighter_3_high", "done"],
    )  # fmt: skip

    assert table.happened("initiative") == [{"ours": 4, "theirs": 2, "focus": 2}]
    assert "focus d4" in asked[1].options
    assert table.happened("raised") == [{"why": "focus", "face": 4, "now": 6}]


def test_a_focus_token_is_used_once(table):
    asked = table.take_turn("fighter_3_high", 4, MISS, answers=["pool_1", "focus d4", "done"])

    assert not any(option.startswith("focus") for option in asked[2].options)


def test_equal_initiative_lets_the_crew_fire_first_and_gives_nobody_focus(table):
    table.take_turn(
        "fighter_3_low", 5, 1, 1, 1,
        answers=["pool_4", "d5 right_waist fighter_3_low", "done"],
    )  # fmt: skip

    assert table.happened("initiative") == [{"ours": 1, "theirs": 1, "focus": 0}]
    assert table.happened("attacked") == []
    assert table.state.display == []


def test_an_enemy_with_more_initiative_fires_first_and_with_focus(table):
    # Initiative 0 against 2: the enemy's die of 2 becomes 4, a hit on the ball turret.
    table.take_turn(
        "fighter_3_high", 2, 7, 6, 6, 1, 1, 1,
        answers=["pool_5", "d6 right_waist fighter_3_high", "done"],
    )  # fmt: skip

    assert table.happened("raised") == [{"why": "enemy focus", "face": 2, "now": 4}]
    assert table.hurt == {"ball_turret": "minor"}
    assert table.state.display == []


def test_the_focus_token_is_settled_against_the_greatest_initiative_on_display(table):
    table.put("fighter_9_high")

    table.take_turn("fighter_12_high", 1, 1, MISS, MISS, answers=["pool_2", "done"])

    assert table.happened("initiative") == [{"ours": 3, "theirs": 3, "focus": 0}]


def test_initiative_is_compared_with_each_enemy_separately(table):
    # Initiative 2: the fighter of 3 attacks before the ammo dice, the one of 1 after them.
    table.put("fighter_9_high")

    table.take_turn("fighter_12_high", MISS, 1, 1, 1, MISS, answers=["pool_3", "done"])

    assert [facts["enemy"] for facts in table.happened("attacked")] == [
        "Fighter (12 o'clock high)",
        "Fighter (9 o'clock high)",
    ]
    whys = [facts["why"] for facts in table.happened("roll")]
    assert whys == ["enemy attack", "ammo dice", "enemy attack"]


def test_there_is_no_focus_greater_than_4(table):
    table.put("fighter_3_low", initiative=-1)

    table.take_turn("flak", MISS, MISS, answers=["no_dice", "done"])

    assert table.happened("initiative") == [{"ours": 5, "theirs": 0, "focus": 4}]


def test_a_die_is_never_raised_above_6(table):
    table.take_turn(
        "fighter_3_low", 5,
        answers=["pool_1", "focus d5", "d6 right_waist fighter_3_low", "done"],
    )  # fmt: skip

    assert table.happened("raised") == [{"why": "focus", "face": 5, "now": 6}]


def test_enemy_focus_goes_to_the_die_that_can_use_most_of_it(table):
    # Two fighters roll together; a focus of 2 is worth 1 on the 5 and 2 on the 2.
    table.put("fighter_6_low")

    table.take_turn(
        "fighter_12_high", 5, 2, 1, 2, 1, 1, 1, 1,
        answers=["pool_4", "e4 fighter_6_low e5 fighter_12_high", "done"],
    )  # fmt: skip

    assert table.happened("raised") == [{"why": "enemy focus", "face": 2, "now": 4}]


def test_of_two_dice_that_use_the_enemy_focus_fully_the_player_chooses(table):
    table.put("fighter_12_low", initiative=1)

    asked = table.take_turn("fighter_12_high", 1, 2, 11, 1, 1, 1, 1, answers=["pool_4", 2, "done"])

    assert list(asked[1].options) == [1, 2]
    assert table.happened("raised") == [{"why": "enemy focus", "face": 2, "now": 4}]


def test_focus_that_a_first_enemy_die_of_6_cannot_take_raises_the_next_enemy_die(table):
    # Initiative 2: the fighter of 3 strikes first with a 6, the one of 1 after the crew.
    table.put("fighter_9_high")

    table.take_turn("fighter_12_high", 6, 11, 12, 1, 1, 1, 1, 7, answers=["pool_3", "done"])

    assert table.happened("initiative") == [{"ours": 2, "theirs": 3, "focus": -1}]
    assert table.happened("raised") == [{"why": "enemy focus", "face": 1, "now": 2}]
    assert [facts["die"] for facts in table.happened("attacked")] == [6, 2]


def test_focus_used_in_part_on_the_first_enemy_die_is_used_up(table):
    # Initiative 0: of a focus of 3 the first die, a 5, takes 1; the rest is lost.
    table.put("fighter_9_high", initiative=-1)

    table.take_turn("fighter_12_high", 5, 11, 12, *[1] * 5, MISS, answers=["pool_5", "done"])

    assert table.happened("raised") == [{"why": "enemy focus", "face": 5, "now": 6}]
    assert [facts["die"] for facts in table.happened("attacked")] == [6, MISS]


# ---------------------------------------------------------------- line of sight


def test_the_right_waist_gunner_sees_3_oclock_high_and_low_but_not_6_oclock(table):
    table.put("fighter_3_high")
    table.put("fighter_3_low")

    asked = table.take_turn("fighter_6_low", 6, MISS, MISS, answers=["pool_1", "done"])

    shots = table.shots(asked[1], "right_waist")
    assert shots == ["d6 right_waist fighter_3_high", "d6 right_waist fighter_3_low"]


@pytest.mark.parametrize("man", ["pilot", "co_pilot"])
def test_pilot_and_co_pilot_have_no_gun(table, man):
    table.exhaust_all_but(man)

    asked = table.take_turn("fighter_3_low", 6, MISS, answers=["pool_1"])

    assert len(asked) == 1


# ---------------------------------------------------------------- ammo dice and damage


def test_a_4_at_the_right_waist_gun_does_one_damage_and_a_1_is_of_no_use(table):
    asked = table.take_turn(
        "fighter_3_high", 1, 4, MISS,
        answers=["pool_2", "d4 right_waist fighter_3_high", "done"],
    )  # fmt: skip

    assert not any(shot.startswith("d1 ") for shot in table.shots(asked[1]))
    assert table.happened("fired")[0]["damage"] == 1
    assert table.state.display[0].damage == 1


def test_a_focus_of_1_turns_that_4_into_a_5_and_two_damage(table):
    table.take_turn(
        "fighter_3_high", 1, 4,
        answers=["pool_2", "focus d4", "d5 right_waist fighter_3_high", "done"],
    )  # fmt: skip

    assert table.happened("initiative") == [{"ours": 3, "theirs": 2, "focus": 1}]
    assert table.happened("fired")[0]["damage"] == 2


def test_a_6_at_the_right_waist_gun_fills_the_last_two_damage_spaces(table):
    table.take_turn(
        "fighter_3_high", 6,
        answers=["pool_1", "d6 right_waist fighter_3_high", "done"],
    )  # fmt: skip

    assert table.happened("shot_down") == [{"enemy": "Fighter (3 o'clock high)"}]
    assert table.state.display == []
    assert table.state.discard[-1] == "fighter_3_high"


def test_a_5_at_the_tail_gun_does_two_damage(table):
    table.take_turn(
        "fighter_6_low", 5, 1, MISS,
        answers=["pool_2", "d5 tail_gunner fighter_6_low", "done"],
    )  # fmt: skip

    assert table.state.display[0].damage == 2


def test_each_gunner_fires_one_die_and_is_exhausted(table):
    table.put("fighter_3_low")

    asked = table.take_turn(
        "fighter_3_high", 6, 6, 6, MISS,
        answers=["pool_3", "d6 right_waist fighter_3_high", "done"],
    )  # fmt: skip

    assert table.tired == {"right_waist"}
    assert not table.shots(asked[2], "right_waist")


def test_damage_beyond_the_last_space_does_not_reach_another_enemy(table):
    table.put("fighter_3_high", damage=1)

    table.take_turn(
        "fighter_3_low", 6, MISS,
        answers=["pool_1", "d6 right_waist fighter_3_high", "done"],
    )  # fmt: skip

    assert [(enemy.name, enemy.damage) for enemy in table.state.display] == [("fighter_3_low", 0)]


def test_dice_that_do_the_same_damage_are_offered_once_the_lowest_of_them(table):
    asked = table.take_turn("fighter_3_low", 2, 3, 5, 6, MISS, answers=["pool_4", "done"])

    shots = table.shots(asked[1], "right_waist")
    assert shots == ["d2 right_waist fighter_3_low", "d5 right_waist fighter_3_low"]


# ---------------------------------------------------------------- rally instead


def test_rallying_gives_up_the_attack_but_not_the_enemys(table):
    table.exhaust("tail_gunner", "pilot")

    asked = table.take_turn("fighter_6_low", 4, 1, answers=["rally"])

    assert len(asked) == 1
    assert table.tired == set()
    assert table.happened("initiative") == []
    assert table.hurt == {"bombardier": "minor"}


def test_a_wounded_man_still_acts_and_a_lost_one_does_not(table):
    table.wound("right_waist")
    table.lose("ball_turret")

    asked = table.take_turn("fighter_3_low", 6, MISS, answers=["pool_1", "done"])

    gunners = {shot.split()[1] for shot in table.shots(asked[1])}
    assert gunners == {"right_waist"}


def test_recognition_models_lower_the_initiative_of_one_aircraft_for_good(table):
    table.state.items = ["recognition_models"]

    table.take_turn(
        "fighter_12_high", 1, 1, 1, MISS,
        answers=["recognition_models", "pool_3", "done"],
    )  # fmt: skip

    assert table.happened("initiative") == [{"ours": 2, "theirs": 2, "focus": 0}]
    assert initiative_of(table.play, table.state.display[0]) == 2
    assert table.state.items == []


def test_what_a_number_of_dice_means_is_told_before_it_is_chosen(table):
    asked = table.take_turn("fighter_3_high", MISS, answers=["rally"])

    label = asked[0].label_of
    assert label("pool_1") == "roll 1 die, initiative 4, focus +2"
    assert label("pool_3") == "roll 3 dice, initiative 2"
    assert label("pool_5") == (
        "roll 5 dice, initiative 0, enemy focus +2; Fighter (3 o'clock high) attacks first"
    )
