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
from tabletop_core.chance import Scripted

DOWN = "Fighter (3 o'clock low) shot down"
SAFE = "the bomber takes no damage"

MOMENTS = """
the damage die tells who would be lost
    minor pilot, navigator
    major bombardier
    cubes 4
    -> odds damage: minor damage 3/4, 1 man or engine lost 1/6, no harm 1/12
the last cube at stake is told as the mission
    minor pilot
    cubes 1
    -> odds damage: the mission fails 1/12
relentless tells what kind of card comes back
    discard flak, rabbits_foot, flak, friendly_fire
    -> odds event relentless: an enemy 1/2, an event 1/4, an item 1/4
# 16 cards are left: 3 flak, 6 fighters, 4 events and 3 items.
course correct tells what the next card may be
    -> odds course_correct: an enemy 9/16, an event 1/4, an item 3/16
a lucky coin tells of the die that is best turned over
    ready right_waist
    enemies fighter_3_low
    items lucky_coin
    turn.initiative 1
    turn.dice 3, 1
    -> odds lucky_coin: Fighter (3 o'clock low) shot down 1
letters tell of the men whose guns stop most
    ready navigator
    enemies fighter_3_low
    items letters_from_home
    turn.initiative 1
    turn.dice 6, 6
    -> odds letters_from_home: Fighter (3 o'clock low) shot down 1
# At least one of two dice shows 5 or 6.
a reload is told by the dice that are best rolled again
    ready bombardier, right_waist
    enemies fighter_3_low
    turn.initiative 1
    turn.dice 1, 1
    -> odds reload: Fighter (3 o'clock low) shot down 5/9
# The twins take 4 damage, so both dice have to show 5 or 6.
a reload after which nobody can be stopped is not taken for the best
    ready bombardier, right_waist, tail_gunner
    enemies twin_fighters
    turn.initiative 1
    turn.dice 1, 1
    turn.free right_waist, tail_gunner
    -> odds reload: Twin Fighters (6 o'clock high) shot down 1/9
extra ammo rolls the ones and twos until they show more
    ready right_waist
    enemies fighter_3_low
    turn.initiative 1
    turn.dice 1, 4
    -> odds extra_ammo: Fighter (3 o'clock low) shot down 1/2
"""


def test_chances_are_as_told(follow, moment):
    follow(moment)


def share(found, of):
    """The part of equally likely rolls that do something."""
    rolls = list(found)
    return Fraction(sum(map(of, rolls)), len(rolls))


def one_die(of):
    return share(range(1, 7), of)


def does_stop(table, guns, dice, enemy, needed):
    """Tell whether some way to hand out the dice does so much damage to one enemy."""
    crew = table.play.data.crew
    seeing = [gun for gun in guns if can_fire_at(table.play, gun, enemy_named(table.play, enemy))]
    longer = [*dice, *[0] * max(0, len(seeing) - len(dice))]
    return any(
        sum(crew[gun].damage[die] for gun, die in zip(seeing, order, strict=False)) >= needed
        for order in set(permutations(longer, min(len(seeing), len(longer))))
    )


def test_the_chance_of_a_number_of_dice_counts_every_roll_and_every_way_to_hand_it_out(table):
    guns = ("right_waist", "ball_turret", "flight_engineer")
    table.follow("ready " + ", ".join(guns))
    table.put("fighter_3_low", initiative=5)  # no focus for us
    needed = table.play.data.enemies["fighter_3_low"].capacity.value

    for number in (1, 2, 3, 4):
        told = of_first_dice(table.play, number)

        rolls = product(range(1, 7), repeat=number)
        down = share(rolls, lambda roll: does_stop(table, guns, roll, "fighter_3_low", needed))
        assert told[DOWN] == down
        assert told["not shot down"] == 1 - down
        assert told["counting"] == "guns and focus alone"


def test_each_number_of_dice_and_a_rally_tell_what_they_lead_to():
    match = GAME.start(source=Scripted(["fighter_3_low"]))

    odds = match.decision.odds

    assert odds("no_dice") == of_first_dice(match.play, 0)
    assert odds("pool_2") == of_first_dice(match.play, 2)
    assert odds("rally").items() >= damage_awaited(match.play).items()


def test_focus_of_ours_raises_the_die_for_which_it_does_most(table):
    # Its initiative is 1, so four dice in the pool are a focus of 3.
    table.follow("ready right_waist", "enemies fighter_3_low")

    told = of_first_dice(table.play, 1)

    does = table.play.data.crew["right_waist"].damage
    assert told[DOWN] == one_die(lambda die: does[min(6, die + 3)] >= 2)


def test_of_two_enemies_each_die_and_gun_counts_for_one(table):
    table.follow(
        "ready right_waist", "enemies fighter_3_low initiative=5, fighter_3_high initiative=5"
    )

    told = of_first_dice(table.play, 3)

    assert set(told) == {"1 of 2 shot down", "0 of 2 shot down", "counting"}


def test_a_rally_tells_the_damage_that_all_enemy_dice_do(table):
    table.follow("enemies fighter_3_low, flak")

    told = damage_awaited(table.play)

    cards = table.play.data.enemies
    sums = [
        cards["fighter_3_low"].damage[air] + cards["flak"].damage[ground]
        for air, ground in product(range(1, 7), repeat=2)
    ]
    assert told[SAFE] == share(sums, lambda damage: damage == 0)
    assert told["the bomber takes 1 damage"] == share(sums, lambda damage: damage == 1)


def test_three_enemies_roll_two_dice(table):
    before = damage_awaited(table.follow("enemies fighter_3_low, fighter_3_high").play)

    table.put("flak")

    assert damage_awaited(table.play) == before


def test_friendly_fire_is_one_damage_die(table):
    assert of_event(table.play, "friendly_fire") == harm_of(table.play)


# ---------------------------------------------------------------- a hit from the ground


ANOTHER_DIE = {"minor damage": Fraction(11, 12), "1 man or engine lost": Fraction(1, 12)}
LOST = {"1 man or engine lost": 1}


@pytest.mark.parametrize(
    ("items", "wounded", "answers", "told"),
    [
        ([], [], [], {"take_it": {"minor damage": 1}, "pilot": {"a miss": 1}}),
        (
            ["rabbits_foot"],
            ["bombardier"],
            ["take_it"],
            {"rabbits_foot": ANOTHER_DIE, "go_on": LOST},
        ),
        (
            ["flak_jacket", "first_aid_kit"],
            ["bombardier", "pilot"],
            ["take_it"],
            {"go_on": LOST, "flak_jacket": {"no harm": 1}, "first_aid_kit": {"no harm": 1}},
        ),
    ],
    ids=[
        "taking a hit from the ground and evading it are told apart",
        "the rabbit's foot tells what another damage die may do",
        "a flak jacket and a first aid kit tell what is left of the hit",
    ],
)
def test_a_hit_from_the_ground_tells_what_becomes_of_it(items, wounded, answers, told):
    match = under_flak(*items)
    for name in wounded:
        match.state.crew[name].damage = Damage.MINOR
    for answer in answers:
        match.answer(answer)

    assert {option: match.decision.odds(option) for option in told} == told


def under_flak(*items):
    """Return a game in which flak hits with a 3."""
    match = GAME.start(source=Scripted(["flak", 3, 1]))
    match.state.items = list(items)
    match.answer("fight")
    return match


def test_letters_that_ready_a_man_who_evades_tell_the_same_as_one_who_is_ready():
    match = under_flak("letters_from_home")
    for name in ("pilot", "radio_operator"):
        match.state.crew[name].exhausted = True

    assert match.decision.odds("letters_from_home") == {"a miss": 1}


# ---------------------------------------------------------------- damage that is to come


def test_a_shot_tells_the_damage_that_is_still_to_come(table):
    table.follow("enemies fighter_3_low damage=1, fighter_6_high", "turn.is_combat 1")
    table.follow("turn.initiative 5", "turn.dice 6")

    told = {deed.on: of_deed(table.play, deed) for deed in deeds_of(table) if deed.action == "gun"}

    left = table.play.data.enemies["fighter_6_high"].damage
    assert told["fighter_3_low"][SAFE] == one_die(lambda die: not left[die])
    assert told["fighter_3_low"]["counting"] == "nobody does more, nobody evades"
    assert of_deed(table.play, Deed("done", ""))[SAFE] < told["fighter_3_low"][SAFE]


def test_nothing_more_tells_of_those_alone_that_have_not_attacked_yet(table):
    table.put("fighter_3_low", initiative=5)  # has attacked before the crew
    table.follow("enemies flak", "turn.is_combat 1", "turn.initiative 1", "turn.enemy_rolled 1")

    told = of_deed(table.play, Deed("done", ""))

    flak = table.play.data.enemies["flak"].damage
    assert told[SAFE] == one_die(lambda die: not flak[die])


def test_the_enemys_focus_and_a_jet_raise_the_damage_that_is_to_come(table):
    table.follow("enemies fighter_3_low damage=1", "turn.focus -1")
    does = table.play.data.enemies["fighter_3_low"].damage

    with_focus = damage_awaited(table.play)
    with_both = damage_awaited(table.follow("enemies jet").play)

    assert with_focus.get(SAFE, 0) == one_die(lambda die: not does[min(6, die + 1)])
    assert with_both.get(SAFE, 0) == one_die(lambda die: not does[min(6, die + 2)])


def test_without_combat_no_deed_tells_of_damage_to_come(table):
    table.put("fighter_3_low")

    assert of_deed(table.play, Deed("done", "")) == {}


# ---------------------------------------------------------------- ammo dice, enemy dice, bombs


def test_spotting_tells_whom_the_guns_can_then_stop(table):
    least = table.play.data.crew["right_waist"].hits[0].least
    table.follow("ready co_pilot, right_waist", "enemies fighter_3_low damage=1")

    table.follow("turn.initiative 1", f"turn.dice {least - 1}", f"-> odds spot: {DOWN} 1")

    assert DOWN not in of_dice_that_lie(table.play)


def test_each_die_of_a_reload_tells_of_itself_alone(table):
    table.follow("ready bombardier, right_waist", "enemies fighter_3_low")
    table.follow("turn.initiative 1", "turn.dice 1, 2")
    (reload,) = (deed for deed in deeds_of(table) if deed.action == "reload")
    asked = next(ACTIONS["reload"].take(table.play, reload))

    assert asked.odds(1)[DOWN] == Fraction(2, 6)
    assert asked.odds(2) == asked.odds(1)


def test_an_enemy_die_that_focus_raises_tells_what_it_then_does(table):
    table.follow("enemies fighter_3_low, fighter_6_high", "turn.focus -1", "turn.enemy_dice 1, 4")
    table.follow("turn.attackers fighter_3_low, fighter_6_high")
    asked = next(focus_enemy(table.play))

    assert asked.odds(1) == harm_of(table.play, 2)
    assert asked.odds(4) == harm_of(table.play, 1)


def test_enemy_dice_and_a_coin_tell_what_they_do_where_they_are_best_assigned(table):
    table.follow("enemies fighter_3_low", "items lucky_coin")
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
    table.follow("open 4, 5", "rerolls 1", "turn.dice 5, 1")
    asked = next(keep_bombs(table.play))

    assert asked.odds(1)["all bombs on target"] == Fraction(3, 6)
    assert asked.odds(2)["all bombs on target"] == 0


def deeds_of(table):
    return deeds(table.play).values()
