"""Chances told beside the options, compared with all rolls counted one by one."""

from fractions import Fraction
from itertools import permutations, product

import pytest

from packs.bomber_boys.game import GAME
from packs.bomber_boys.questions.board import can_fire_at, enemy_named
from packs.bomber_boys.questions.harm import damage_awaited
from packs.bomber_boys.rules.abilities import Deed
from packs.bomber_boys.rules.chances import of_deed, of_event, of_first_dice
from packs.bomber_boys.rules.crew import deeds
from packs.bomber_boys.rules.damage import harm_of
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
    assert told["no damage"] == share(sums, lambda damage: damage == 0)
    assert told["1 point of damage"] == share(sums, lambda damage: damage == 1)


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
    play = GAME.start(source=Scripted(["flak", 3, 1]), data=DATA)
    play.state.items = list(items)
    play.answer("fight")
    return play


def test_taking_a_hit_from_the_ground_and_evading_it_are_told_apart():
    odds = under_flak().decision.odds

    assert odds("take_it") == {"minor damage": 1}
    assert odds("pilot") == {"a miss": 1}


def test_the_rabbits_foot_tells_what_another_damage_die_may_do():
    play = under_flak("rabbits_foot")
    play.state.crew["pilot"].damage = Damage.MINOR
    play.answer("take_it")

    assert play.decision.odds("rabbits_foot")["1 man or engine lost"] == Fraction(1, 12)
    assert play.decision.odds("go_on") == {}


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
