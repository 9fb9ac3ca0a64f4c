"""The Counterattack, p. 13, and Hun in the Sun, p. 15."""

import attrs

from packs.squadron_303.rules.counterattack import attack_with, counterattacks
from packs.squadron_303.rules.fight import combat


def test_one_bf_109_left_over_hits_both_players_with_the_propeller_not_cancelled(table):
    """The example: Yellow cancels the triple propeller, nobody the double one."""
    table.card("c01", defence=(3, 4))
    table.card("c02", defence=(4, 4))
    blue = table.fly("blue", "zumbach", "A5", "c02")
    yellow = table.fly("yellow", "urbanowicz", "A5", "c01")
    table.plane("bf109", "A5")
    table.plane("bf109", "A5", engaged=True)
    table.plane("he111", "A5", engaged=True)
    table.script("hit-2", "hit-3", "no_extra", "hand_limit")

    table.run(counterattacks, answers=("yellow:c01:3",))

    assert blue.damage == ["no_extra"]
    assert yellow.damage == ["hand_limit"]
    assert (blue.cards, yellow.cards) == (["c02"], [])


def test_a_propeller_is_cancelled_only_by_the_same_propeller(table):
    table.card("c01", defence=(2, 3))
    table.fly("blue", "zumbach", "A5", "c01")
    table.plane("bf109", "A5")
    table.script("hit-4", "blank", "no_extra")

    table.run(counterattacks)

    assert table.state.fighters["blue"].damage == ["no_extra"]


def test_one_card_of_each_player_cancels_one_propeller(table):
    table.card("c01", defence=(2, 3))
    table.card("c02", defence=(2, 3))
    table.fly("blue", "zumbach", "A5", "c01", "c02")
    table.plane("bf109", "A5")
    table.script("hit-2", "hit-2", "no_extra")

    table.run(counterattacks, answers=("blue:c01:2",))

    assert table.state.fighters["blue"].cards == ["c02"]


def test_krasnodebski_cancels_with_both_propellers_of_his_card(table):
    table.card("c01", defence=(2, 3))
    blue = table.fly("blue", "krasnodebski", "A5", "c01", declared=True)
    table.plane("bf109", "A5")
    table.script("hit-2", "hit-3")

    table.run(counterattacks, answers=("blue:c01:2",))

    assert blue.damage == []


def test_krasnodebski_cancels_two_alike_with_a_card_that_shows_them_twice(table):
    table.card("c01", defence=(2, 2))
    blue = table.fly("blue", "krasnodebski", "A5", "c01", declared=True)
    table.plane("bf109", "A5")
    table.script("hit-2", "hit-2")

    table.run(counterattacks, answers=("blue:c01:2",))

    assert blue.damage == []


def test_bombers_engaged_planes_and_marked_planes_do_not_counterattack(table):
    blue = table.fly("blue", "zumbach", "A5")
    table.plane("he111", "A5")
    table.plane("bf109", "A5", engaged=True)
    table.plane("bf109", "A5", markers=1)
    table.script()

    table.run(counterattacks)

    assert blue.damage == []


def with_dice(table, aircraft, dice):
    """Give an aircraft so many dice."""
    kind = attrs.evolve(table.play.data.aircraft[aircraft], dice=dice)
    kinds = {**table.play.data.aircraft, aircraft: kind}
    table.play.data = attrs.evolve(table.play.data, aircraft=kinds)


def test_a_fighter_with_one_die_that_has_moved_rolls_none(table):
    with_dice(table, "bf109", 1)
    blue = table.fly("blue", "zumbach", "A5")
    plane = table.plane("bf109", "A5")
    table.script()

    table.run(attack_with, "A5", [plane], [plane])

    assert table.events("propellers")[0]["dice"] == {"red": 0}
    assert blue.damage == []


def test_a_fighter_without_dice_that_has_moved_takes_none_from_the_others(table):
    with_dice(table, "bf110", 0)
    table.fly("blue", "zumbach", "A5")
    planes = [table.plane("bf110", "A5"), table.plane("bf109", "A5")]
    table.script("blank")

    table.run(attack_with, "A5", planes, planes)

    assert table.events("propellers")[0]["dice"] == {"white": 0, "red": 1}


def test_planes_on_the_ground_are_not_hit(table):
    blue = table.fly("blue", "zumbach", "biggin_hill", landed=True)
    table.plane("bf109", "biggin_hill")
    table.script()

    table.run(counterattacks)

    assert blue.damage == []


def test_squadrons_in_escape_strike_only_when_they_were_attacked(table):
    table.fly("blue", "zumbach", "A5")
    squadron = table.squadron("I", "A5", "A7", mode="escape")
    table.plane("bf109", "A5")
    table.script()
    table.run(counterattacks)

    squadron.was_attacked = True
    table.script("blank", "blank")
    table.run(counterattacks)

    assert len(table.events("counterattack")) == 1


def test_an_offensive_squadron_strikes_before_the_fight_begins(table):
    blue = table.fly("blue", "zumbach", "A5", declared=True)
    table.squadron("I", "A5", mode="offensive", first_strike=1)
    table.plane("bf109", "A5", damage=1)
    table.script("hit-2", "no_extra", "hit", "hit", "blank", "blank")

    table.run(combat, blue)

    assert blue.damage == ["no_extra"]
    assert table.state.planes == {}


def test_a_first_strike_may_shoot_a_pilot_down_before_he_fires(table):
    tokens = ["no_extra", "hand_limit", "discard", "no_free_move"]
    blue = table.fly("blue", "zumbach", "A5", declared=True, damage=tokens)
    table.squadron("I", "A5", "A7", mode="offensive", first_strike=1)
    table.plane("bf109", "A5")
    table.script("hit-2")

    table.run(combat, blue)

    assert blue.pilot == ""
    assert table.events("round") == []


def shot_down_first(table, squadron, *route):
    """Yellow is about to fall to the first strike at A5, and his fall moves a squadron on."""
    tokens = ["no_extra", "hand_limit", "discard", "no_free_move"]
    table.fly("yellow", "urbanowicz", "A5", damage=tokens)
    table.squadron("O", "A5", mode="offensive", first_strike=1)
    table.squadron(squadron, *route)
    return table.fly("blue", "zumbach", "A5", declared=True)


def test_a_target_that_flies_on_when_a_first_strike_shoots_a_pilot_down_is_not_fought(table):
    blue = shot_down_first(table, "I", "A5", "biggin_hill")
    bomber = table.plane("he111", "A5", "I")
    table.plane("bf109", "A5", "O", damage=1)
    table.script("hit-2", "no_extra", "hit", "hit", "blank", "blank")

    table.run(combat, blue)

    (fought,) = table.events("fight")
    assert fought["opponent"].startswith("Bf 109")
    assert bomber.area == "biggin_hill"
    assert not bomber.engaged
    assert not table.state.squadrons["I"].was_attacked


def test_who_finds_nobody_left_after_a_first_strike_loses_his_combat(table):
    blue = shot_down_first(table, "I", "A5")
    table.state.squadrons["O"].route = ["A5", "A7"]
    planes = [table.plane(kind, "A5", "O") for kind in ("he111", "bf109")]
    table.script("hit-2", "no_extra")

    table.run(combat, blue)

    assert {plane.area for plane in planes} == {"A7"}
    assert table.events("fight") == []
    assert (blue.ammunition, blue.fought) == (4, False)


def test_the_british_squadron_is_hit_like_every_friendly_plane(table):
    table.squadron("B", "A5", "A3", mode="british")
    one, two = (table.plane("hurricane", "A5", "B") for _ in range(2))
    table.plane("bf109", "A5", "I")
    table.script("hit-2", "hit-3")

    table.run(counterattacks)

    assert (one.damage, two.damage) == (2, 2)


def test_krasnodebskis_ability_may_be_used_by_another_for_a_medal(table):
    table.card("c01", defence=(2, 3))
    blue = table.fly("blue", "zumbach", "A5", "c01")
    table.fly("yellow", "krasnodebski", "A1")
    table.state.pilots["zumbach"].medals = 1
    table.plane("bf109", "A5")
    table.script("hit-2", "hit-3")

    table.run(counterattacks, answers=("blue:c01:2", "double_defence"))

    assert blue.damage == []
    assert table.state.pilots["zumbach"].medals == 0
