"""Chances told beside the options, compared with all rolls counted one by one."""

from fractions import Fraction
from itertools import permutations, product

import pytest

from packs.bomber_boys.game import GAME
from packs.bomber_boys.questions.board import can_fire_at, enemy_named
from packs.bomber_boys.questions.harm import damage_awaited
from packs.bomber_boys.questions.stopping import of_dice_that_lie, of_first_dice
from packs.bomber_boys.rules.abilities import ACTIONS, Deed
from packs.bomber_boys.rules.bombing import keep_bombs
from packs.bomber_boys.rules.chances import of_deed, of_event
from packs.bomber_boys.rules.crew import deeds
from packs.bomber_boys.rules.damage import harm_of
from packs.bomber_boys.rules.enemies import attack, focus_enemy, harm_of_fire
from packs.bomber_boys.state import Damage
from tabletop_core import Scripted

DATA = GAME.load_data(())


def share(found, of):
    """The part of equally likely rolls that do something."""
    rolls = list(found)
    return Fraction(sum(map(of, rolls)), len(rolls))


def does_stop(table, guns, dice, enemy, needed):
    """Tell whether some way to hand out the dice does so much damage to one enemy."""
    crew = table.play.data.crew
    seeing = [gun for gun in guns if can_fire_at(table.play, gun, enemy_named(table.play, enemy))]
    longer = [*dice, *[0] * max(0, len(seeing) - len(dice))]
    return any(
        sum(crew[gun].damage[die] for gun, die in zip(seeing, order, strict=False)) >= needed
        for order in set(permutations(longer, min(len(seeing), len(longer))))
    )


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_the_chance_of_a_number_of_dice_counts_every_roll_and_every_way_to_hand_it_out(
    table, number
):
    guns = ("right_waist", "ball_turret", "flight_engineer")
    table.exhaust_all_but(*guns)
    table.put("fighter_3_low", initiative=5)  # no focus for us

    told = of_first_dice(table.play, number)

    rolls = product(range(1, 7), repeat=number)
    needed = table.play.data.enemies["fighter_3_low"].capacity.value
    down = share(rolls, lambda roll: does_stop(table, guns, roll, "fighter_3_low", needed))
    assert told["Fighter (3 o'clock low) shot down"] == down
    assert told["not shot down"] == 1 - down
    assert told["counting"] == "guns and focus alone"


def test_focus_of_ours_raises_the_die_for_which_it_does_most(table):
    table.exhaust_all_but("right_waist")
    table.put("fighter_3_low")  # initiative 1, so four dice in the pool are a focus of 3

    told = of_first_dice(table.play, 1)

    crew, needed = table.play.data.crew, 2
    does = crew["right_waist"].damage
    down = share(range(1, 7), lambda die: does[min(6, die + 3)] >= needed)
    assert told["Fighter (3 o'clock low) shot down"] == down


def test_of_two_enemies_each_die_and_gun_counts_for_one(table):
    table.exhaust_all_but("right_waist")
    table.put("fighter_3_low", initiative=5)
    table.put("fighter_3_high", initiative=5)

    told = of_first_dice(table.play, 3)

    assert set(told) == {"1 of 2 shot down", "0 of 2 shot down", "counting"}


def test_a_rally_tells_the_damage_that_all_enemy_dice_do(table):
    table.put("fighter_3_low")
    table.put("flak")

    told = damage_awaited(table.play)

    cards = table.play.data.enemies
    sums = [
        cards["fighter_3_low"].damage[air] + cards["flak"].damage[ground]
        for air, ground in product(range(1, 7), repeat=2)
    ]
    assert told["the bomber takes no damage"] == share(sums, lambda damage: damage == 0)
    assert told["the bomber takes 1 damage"] == share(sums, lambda damage: damage == 1)


def test_three_enemies_roll_two_dice(table):
    for card in ("fighter_3_low", "fighter_3_high"):
        table.put(card)
    before = damage_awaited(table.play)

    table.put("flak")

    assert damage_awaited(table.play) == before


def test_the_damage_die_tells_who_would_be_lost(table):
    table.wound("pilot", "navigator")
    table.lose("bombardier")
    table.state.cubes = 4

    assert harm_of(table.play) == {
        "minor damage": Fraction(9, 12),
        "1 man or engine lost": Fraction(2, 12),
        "no harm": Fraction(1, 12),
    }


def test_the_last_cube_at_stake_is_told_as_the_mission(table):
    table.wound("pilot")
    table.state.cubes = 1

    assert harm_of(table.play)["the mission fails"] == Fraction(1, 12)


def test_friendly_fire_is_one_damage_die(table):
    assert of_event(table.play, "friendly_fire") == harm_of(table.play)


def test_relentless_tells_what_kind_of_card_comes_back(table):
    table.state.discard = ["flak", "rabbits_foot", "flak", "friendly_fire"]

    assert of_event(table.play, "relentless") == {
        "an enemy": Fraction(1, 2),
        "an event": Fraction(1, 4),
        "an item": Fraction(1, 4),
    }


def under_flak(*items):
    """Return a game in which flak hits with a 3."""
    match = GAME.start(source=Scripted(["flak", 3, 1]), data=DATA)
    match.state.items = list(items)
    match.answer("fight")
    return match


def test_taking_a_hit_from_the_ground_and_evading_it_are_told_apart():
    odds = under_flak().decision.odds

    assert odds("take_it") == {"minor damage": 1}
    assert odds("pilot") == {"a miss": 1}


def test_the_rabbits_foot_tells_what_another_damage_die_may_do():
    match = under_flak("rabbits_foot")
    match.state.crew["bombardier"].damage = Damage.MINOR
    match.answer("take_it")

    assert match.decision.odds("rabbits_foot")["1 man or engine lost"] == Fraction(1, 12)
    assert match.decision.odds("go_on") == {"1 man or engine lost": 1}


def test_a_flak_jacket_and_a_first_aid_kit_tell_what_is_left_of_the_hit():
    match = under_flak("flak_jacket", "first_aid_kit")
    for name in ("bombardier", "pilot"):
        match.state.crew[name].damage = Damage.MINOR
    match.answer("take_it")

    assert match.decision.odds("go_on") == {"1 man or engine lost": 1}
    assert match.decision.odds("flak_jacket") == {"no harm": 1}
    assert match.decision.odds("first_aid_kit") == {"no harm": 1}


def test_letters_that_ready_a_man_who_evades_tell_the_same_as_one_who_is_ready():
    play = under_flak("letters_from_home")
    for name in ("pilot", "radio_operator"):
        play.state.crew[name].exhausted = True

    assert play.decision.odds("letters_from_home") == {"a miss": 1}


def test_a_shot_tells_the_damage_that_is_still_to_come(table):
    table.put("fighter_3_low", damage=1)
    table.put("fighter_6_high")
    table.state.turn.is_combat = True
    table.state.turn.initiative, table.state.turn.dice = 5, [6]
    cards = table.play.data.enemies

    told = {deed.on: of_deed(table.play, deed) for deed in deeds_of(table) if deed.action == "gun"}

    left = cards["fighter_6_high"].damage
    assert told["fighter_3_low"]["the bomber takes no damage"] == share(
        range(1, 7), lambda die: not left[die]
    )
    assert told["fighter_3_low"]["counting"] == "nobody does more, nobody evades"
    assert (
        of_deed(table.play, item("done"))["the bomber takes no damage"]
        < told["fighter_3_low"]["the bomber takes no damage"]
    )


def test_nothing_more_tells_of_those_alone_that_have_not_attacked_yet(table):
    table.put("fighter_3_low", initiative=5)  # has attacked before the crew
    table.put("flak")
    turn = table.state.turn
    turn.is_combat, turn.initiative, turn.enemy_rolled = True, 1, 1

    told = of_deed(table.play, item("done"))

    flak = table.play.data.enemies["flak"].damage
    assert told["the bomber takes no damage"] == share(range(1, 7), lambda die: not flak[die])


def test_the_enemys_focus_and_a_jet_raise_the_damage_that_is_to_come(table):
    table.put("fighter_3_low", damage=1)
    table.state.turn.focus = -1
    flak = table.play.data.enemies["fighter_3_low"].damage

    with_focus = damage_awaited(table.play)
    table.put("jet")
    with_both = damage_awaited(table.play)

    assert with_focus.get("the bomber takes no damage", 0) == share(
        range(1, 7), lambda die: not flak[min(6, die + 1)]
    )
    assert with_both.get("the bomber takes no damage", 0) == share(
        range(1, 7), lambda die: not flak[min(6, die + 2)]
    )


def test_without_combat_no_deed_tells_of_damage_to_come(table):
    table.put("fighter_3_low")

    assert of_deed(table.play, item("done")) == {}


def test_spotting_tells_whom_the_guns_can_then_stop(table):
    table.exhaust_all_but("co_pilot", "right_waist")
    table.put("fighter_3_low", damage=1)
    least = table.play.data.crew["right_waist"].hits[0].least
    table.state.turn.initiative, table.state.turn.dice = 1, [least - 1]

    (spot,) = (deed for deed in deeds_of(table) if deed.action == "spot")

    assert of_deed(table.play, spot)["Fighter (3 o'clock low) shot down"] == 1
    assert "Fighter (3 o'clock low) shot down" not in of_dice_that_lie(table.play)


def test_a_lucky_coin_tells_of_the_die_that_is_best_turned_over(table):
    table.exhaust_all_but("right_waist")
    table.put("fighter_3_low")
    table.state.items = ["lucky_coin"]
    table.state.turn.initiative, table.state.turn.dice = 1, [3, 1]

    assert of_deed(table.play, item("lucky_coin"))["Fighter (3 o'clock low) shot down"] == 1


def test_letters_tell_of_the_men_whose_guns_stop_most(table):
    table.exhaust_all_but("navigator")
    table.put("fighter_3_low")
    table.state.items = ["letters_from_home"]
    table.state.turn.initiative, table.state.turn.dice = 1, [6, 6]

    assert of_deed(table.play, item("letters_from_home"))["Fighter (3 o'clock low) shot down"] == 1


def test_each_die_of_a_reload_tells_of_itself_alone(table):
    table.exhaust_all_but("bombardier", "right_waist")
    table.put("fighter_3_low")
    table.state.turn.initiative, table.state.turn.dice = 1, [1, 2]
    (reload,) = (deed for deed in deeds_of(table) if deed.action == "reload")
    asked = next(ACTIONS["reload"].take(table.play, reload))

    assert asked.odds(1)["Fighter (3 o'clock low) shot down"] == Fraction(2, 6)
    assert asked.odds(2) == asked.odds(1)


def test_a_reload_after_which_nobody_can_be_stopped_is_not_taken_for_the_best(table):
    table.exhaust_all_but("bombardier", "right_waist", "tail_gunner")
    table.put("twin_fighters")  # takes 4 damage, so both dice have to show 5 or 6
    turn = table.state.turn
    turn.initiative, turn.dice, turn.free = 1, [1, 1], ["right_waist", "tail_gunner"]
    (reload,) = (deed for deed in deeds_of(table) if deed.action == "reload")

    assert of_deed(table.play, reload)["Twin Fighters (6 o'clock high) shot down"] == Fraction(1, 9)


def test_an_enemy_die_that_focus_raises_tells_what_it_then_does(table):
    first, second = table.put("fighter_3_low"), table.put("fighter_6_high")
    turn = table.state.turn
    turn.focus, turn.enemy_dice, turn.attackers = -1, [1, 4], [first.name, second.name]
    asked = next(focus_enemy(table.play))

    assert asked.odds(1) == harm_of(table.play, 2)
    assert asked.odds(4) == harm_of(table.play, 1)


def test_enemy_dice_and_a_coin_tell_what_they_do_where_they_are_best_assigned(table):
    table.put("fighter_3_low")
    table.state.items = ["lucky_coin"]
    table.chance.script, table.chance.used = [6], 0
    asked = next(attack(table.play, table.state.display))

    assert asked.odds("go_on") == harm_of(table.play, 1)
    assert asked.odds("lucky_coin") == {"a miss": 1}


def test_hits_of_twin_fighters_are_told_beside_the_damage_dice(table):
    twins, other = table.put("twin_fighters"), table.put("fighter_3_low")

    assert harm_of_fire(table.play, {twins.name: 6}) == {"engines of your choice": "2 hits"}
    told = harm_of_fire(table.play, {twins.name: 3, other.name: 6})
    assert told == harm_of(table.play, 1) | {"engines of your choice": "1 hit"}


def test_a_bomb_that_is_kept_alone_tells_the_chance_of_the_others(table):
    table.state.open, table.state.rerolls = [4, 5], 1
    table.state.turn.dice = [5, 1]
    asked = next(keep_bombs(table.play))

    assert asked.odds(1)["all bombs on target"] == Fraction(3, 6)
    assert asked.odds(2)["all bombs on target"] == 0


def test_a_reload_is_told_by_the_dice_that_are_best_rolled_again(table):
    table.exhaust_all_but("bombardier", "right_waist")
    table.put("fighter_3_low")
    table.state.turn.initiative = 1
    table.state.turn.dice = [1, 1]

    (reload,) = (deed for deed in deeds_of(table) if deed.action == "reload")
    told = of_deed(table.play, reload)

    assert told["Fighter (3 o'clock low) shot down"] == 1 - Fraction(4, 6) ** 2


def test_extra_ammo_rolls_the_ones_and_twos_until_they_show_more(table):
    table.exhaust_all_but("right_waist")
    table.put("fighter_3_low")
    table.state.turn.initiative = 1
    table.state.turn.dice = [1, 4]

    told = of_deed(table.play, item("extra_ammo"))

    assert told["Fighter (3 o'clock low) shot down"] == Fraction(1, 2)


def test_course_correct_tells_what_the_next_card_may_be(table):
    (course,) = (deed for deed in deeds_of(table) if deed.action == "course_correct")

    told = of_deed(table.play, course)

    assert set(told) == {"an enemy", "an event", "an item"}
    assert sum(told.values()) == 1


def deeds_of(table):
    return deeds(table.play).values()


def item(name):
    return Deed(name, "")
