"""Crew abilities: one action each, then the man is exhausted."""

from packs.bomber_boys.questions.board import FOCUS
from packs.bomber_boys.rules.abilities import ACTIONS
from packs.bomber_boys.rules.enemies import EVADE

MOMENTS = """
reload rolls the chosen dice again
    turn fighter_3_low 1 6 2 4 5 1: pool_3, bombardier, 1+3, done
    -> dice 4, 6, 5
    -> tired bombardier
who reloads cannot fire as well
    turn fighter_12_low 3 4 1: pool_1, bombardier, done
    -> shots 2 bombardier: d3 bombardier fighter_12_low
    -> shots 3 bombardier: nothing
    -> lacks 3: bombardier
spotting raises an ammo die by one
    turn fighter_3_low 4: pool_1, co_pilot d4, d5 right_waist fighter_3_low, done
    -> display nothing
    -> tired co_pilot, right_waist
the ammo dice are told where enemies are fought
    turn fighter_3_low 4 2 1: pool_2, done
    -> prompt -1: Ammo dice: 4 2. What does the crew do?
of ammo dice nothing is told where no aircraft is fought
    turn flak 1: fight
    -> prompt -1: Enemies: Enemy Flak. What do you do?
a 6 is not raised and of any other die is told what it becomes
    turn fighter_3_low 6 5 3 1: pool_3, done
    -> label 2 co_pilot d3: Co-Pilot spots: a 3 becomes a 4
    -> label 2 co_pilot d5: Co-Pilot spots: a 5 becomes a 6
    -> lacks 2: co_pilot d6
a maneuver gives a gunner line of sight on every aircraft
    turn fighter_3_low 6: pool_1, pilot tail_gunner, d6 tail_gunner fighter_3_low, done
    -> shots 2 tail_gunner: nothing
    -> display nothing
    -> tired pilot, tail_gunner
pilot and co-pilot may both maneuver in a turn
    tired right_waist, ball_turret
    turn fighter_3_low 2 2 2: pool_3, pilot tail_gunner, co_pilot left_waist,
        d2 tail_gunner fighter_3_low, d2 left_waist fighter_3_low, done
    -> display nothing
repair removes minor damage in the cabin only
    minor pilot, navigator, engine_1
    turn flak_jacket: flight_engineer pilot, done
    -> has 1: flight_engineer navigator, flight_engineer pilot
    -> lacks 1: flight_engineer engine_1
    -> hurt navigator minor, engine_1 minor
    -> tired flight_engineer
who repairs his own damage is told so
    minor flight_engineer, pilot
    turn flak_jacket: flight_engineer flight_engineer, done
    -> label 1 flight_engineer pilot: Flight Engineer repairs the damage of the Pilot;
        Flak Jacket is kept
    -> label 1 flight_engineer flight_engineer: Flight Engineer repairs his own damage;
        Flak Jacket is kept
    -> says repaired: The Flight Engineer repairs his own damage.
escort fighters do one damage to any aircraft without a die
    enemies fighter_12_low damage=2
    turn fighter_9_low 1: no_dice, radio_operator fighter_12_low, done
    -> shot_down enemy=Fighter (12 o'clock low)
    -> tired radio_operator
there are no escort fighters once the escort is lost
    events lose_escort
    turn fighter_9_low 1: no_dice, done
    -> lacks 2: radio_operator
course correct discards the next card and damages an engine
    turn flak_jacket fighter_6_low: navigator, engine_2
    -> display nothing
    -> discarded fighter_6_low
    -> hurt engine_2 minor
    -> cards 14
course correct costs an engine once all have minor damage
    minor engine_1, engine_2, engine_3, engine_4
    turn flak_jacket flak: navigator, engine_2
    -> hurt engine_1 minor, engine_2 major, engine_3 minor, engine_4 minor
    -> cubes 4
the target cannot be avoided
    deck empty
    enemies fighter_3_low damage=1
    turn 2: pool_1, d2 right_waist fighter_3_low
    -> lacks 2: navigator
any number of men may act but each only once
    minor pilot
    turn fighter_6_high 2 4 6 1: pool_3, d2 tail_gunner fighter_6_high, flight_engineer pilot,
        d4 radio_operator fighter_6_high, done
    -> tired flight_engineer, radio_operator, tail_gunner
    -> lacks -1: tail_gunner, flight_engineer, radio_operator
    -> shots -1 tail_gunner: nothing
    -> shots -1 radio_operator: nothing
an item is kept before the crew acts in the same answer
    turn flak_jacket flak: navigator, engine_1
    -> items flak_jacket
    -> discarded flak
an item just turned up may be used at once
    tired flight_engineer
    minor pilot
    turn letters_from_home: letters_from_home, flight_engineer pilot, done
    -> items nothing
    -> hurt nothing
who steers around a card under flak has not rallied
    tired pilot, radio_operator
    turn flak fighter_3_low 1: navigator, engine_1
    -> rallied never
    -> attacked enemy=Enemy Flak, die=1, damage=0

# ---------------------------------------------------------------- what is touched
the only aircraft need not be touched to fire at it
    turn fighter_3_low 5 1: pool_1, done
    -> touches 2 d5 right_waist fighter_3_low: right_waist, d5
    -> touches 2 co_pilot d5: co_pilot, d5
of two aircraft the only one that a man sees need not be touched
    enemies fighter_9_high
    turn fighter_3_low 5 1 1: pool_1, done
    -> touches 2 d5 left_waist fighter_9_high: left_waist, d5
    -> touches 2 radio_operator fighter_9_high: radio_operator, fighter_9_high
of two aircraft the one that is meant is touched
    enemies fighter_3_high
    turn fighter_3_low 5 1 1: pool_1, done
    -> touches 2 d5 right_waist fighter_3_low: right_waist, d5, fighter_3_low
"""


def test_the_crew_acts_as_told(follow, moment):
    follow(moment)


def test_every_action_on_a_crew_card_is_carried_out_somewhere(table):
    printed = {action for card in table.play.data.crew.values() for action in card.actions}

    assert printed | {FOCUS} == {*ACTIONS, EVADE, "bombs_away"}


def test_dice_of_the_pool_are_touched_by_how_many_are_rolled(table):
    (asked, _) = table.turn("fighter_3_low 4 2 1: pool_2, done")

    assert asked.glowing() >= {"pool_1", "pool_2", "pool_3", "pool_4", "pool_5"}
