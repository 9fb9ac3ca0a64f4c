"""The enemy attacks: assigning dice, ground attacks, special enemies."""

from itertools import product

from packs.bomber_boys.data import load_data
from packs.bomber_boys.game import GAME
from packs.bomber_boys.questions.board import damage_by
from packs.bomber_boys.rules.enemies import attack_from_ground
from packs.bomber_boys.state import Enemy

MOMENTS = """
# ---------------------------------------------------------------- assigning enemy dice
of three enemies only two attack and a 4 and a 2 hit for one each
    enemies fighter_3_high, fighter_9_high, fighter_9_low
    strike 2 4 1 2
    -> attacked die=4, damage=1; die=2, damage=1
# The 2 hits only the fighter at 9 high, so the 6 goes to the other.
a die that can hit one enemy must not be assigned to one that it misses
    enemies fighter_3_high, fighter_9_high
    strike 2 6 1 2 3
    -> asked 0
    -> attacked enemy=Fighter (3 o'clock high), die=6; enemy=Fighter (9 o'clock high), die=2
# A 5 does two damage for the fighter at 6 high, one for the fighter at 9 high.
among equal numbers of hits the player assigns the dice, touching one and who gets it
    enemies fighter_6_high, fighter_9_high
    strike 5 2 1 2: e2 fighter_6_high e5 fighter_9_high
    -> options 1: e5 fighter_6_high e2 fighter_9_high, e2 fighter_6_high e5 fighter_9_high
    -> attacked damage=1; damage=1
    -> glows 1: e2
    -> glows 1 e2: fighter_6_high, fighter_9_high
    -> touches 1 e2 fighter_6_high e5 fighter_9_high: e2, fighter_6_high
dice of different ground enemies are assigned by the player since they can be evaded
    mission nightwing
    enemies flak
    turn flakpanzer 3 4 1: fight, e4 flak e3 flakpanzer, take_it, pilot
    -> options 2: e3 flak e4 flakpanzer, e4 flak e3 flakpanzer
two enemy dice are the most in a turn, ground attacks included
    enemies fighter_9_high, fighter_9_low
    turn flak 1 1: rally
    -> roll why=enemy attack
    -> no_dice_left enemies=Enemy Flak
enemies that have attacked first do not attack again
    turn fighter_12_high 1 1 1 1: pool_3, done
    -> attacked die=2
without initiative compared a rally gives no focus
    mission berlin_blitz
    turn ace_6_high 2: rally
    -> raised never
    -> attacked damage=0

# ---------------------------------------------------------------- ground attacks
flak attacks last and is discarded whether it hits or not
    enemies fighter_9_high
    turn flak 1 1 1: pool_1, done
    -> roll why=ammo dice; why=enemy attack; why=ground attack
    -> display fighter_9_high 0
    -> discarded flak
no initiative and no ammo dice against ground enemies alone
    turn flak 2: fight
    -> label 1 fight: defend: keep the right to evade
    -> turn.initiative None
evading lowers the die by two and by four with both men
    turn flak 6: fight, pilot, radio_operator
    -> attacked enemy=Enemy Flak, die=2, damage=0
    -> tired pilot, radio_operator
one evasion may lessen a hit and the rest be taken
    turn flak 5 4: fight, pilot, take_it
    -> attacked damage=1
    -> hurt co_pilot minor
a hit for one from the ground can be evaded
    turn flak 4: fight, pilot
    -> prompt 2: Enemy Flak hits with 4 for 1 damage. Evade?
    -> attacked damage=0
who rallies cannot evade
    turn flak 5 1 2: rally
    -> asked 1
    -> attacked damage=2
exhausted men cannot evade
    tired pilot, radio_operator
    turn flak 3 1: fight
    -> asked 1
letters from home are offered when an exhausted man could evade
    tired pilot, radio_operator, navigator
    items letters_from_home
    turn flak 3: fight, letters_from_home, pilot+, pilot
    -> label 2 letters_from_home: use Letters from Home: as many as two exhausted men
        are ready again
    -> label -1 pilot: Pilot evades: -2 on the die
    -> label -1 take_it: take the hit
    -> attacked damage=0
squadron leader down leaves evading to the pilot
    events squadron_leader_down
    turn flak 4: fight, pilot
    -> options 2: pilot, take_it
# The fighter's focus of 1 finds a 6 and is lost; the flak's 2 stays a miss.
enemy focus does not apply to ground attacks
    enemies fighter_12_high
    turn flak 6 11 12 1 1 1 2: pool_3, done
    -> raised never
    -> attacked die=6; enemy=Enemy Flak, die=2, damage=0
a flakpanzer hits for one without a searchlight
    mission nightwing
    turn flakpanzer 3 1: rally
    -> attacked damage=1
each searchlight adds one damage to the hit of a flakpanzer
    mission nightwing
    events searchlight
    turn flakpanzer 3 1 2: rally
    -> attacked damage=2
    events searchlight, searchlight
    turn flakpanzer 3 3 4 5: rally
    -> attacked damage=2; damage=3
a searchlight adds nothing to a miss nor to other flak
    mission nightwing
    events searchlight
    turn flakpanzer 2: rally
    turn flak 3 1: rally
    -> attacked damage=0; damage=1
a battleship does 2 then 1 then no damage and leaves after three combat turns
    mission sea_strike
    turn battleship 3 1 2: rally
    turn extra_ammo: rally
    turn fighter_3_low 1 3 4: rally
    turn fighter_9_low 1 1: rally
    -> attacked enemy=Battleship, damage=2; damage=0; enemy=Battleship, damage=1; damage=0; damage=0
    -> display fighter_3_low 0, fighter_9_low 0
flak that has attacked says so when it leaves
    turn flak 1: rally
    -> says left: Enemy Flak has fired and leaves.
flak for which no enemy die is left has not fired when it leaves
    enemies fighter_9_high, fighter_9_low
    turn flak 1 1: rally
    -> says no_dice_left: No enemy die is left: no attack by Enemy Flak.
    -> says left: Enemy Flak leaves without firing.
of two flak cards that share one enemy die only one has fired
    mission nightwing
    enemies fighter_9_high, flak
    turn flakpanzer 1 3 5: rally, e3 flak
    -> says attacked: Fighter (9 o'clock high) attacks with 1: a miss. | Enemy Flak attacks
        with 3: 1 damage.
    -> says left: Enemy Flak has fired and leaves. | Flakpanzer leaves without firing.
# At range 3 it rolls no die, so there is no attack to tell.
a battleship leaves since it is out of range whether it has attacked or not
    mission sea_strike
    deck empty
    enemies battleship turns=3
    turn : rally
    -> attacked never
    -> says left: Battleship is out of range and leaves.
a battleship alone at range 3 rolls no die
    mission sea_strike
    enemies battleship turns=3
    ground
    -> roll never
# At range 2 the battleship does one damage, at range 3 none.
a die that a ground enemy hits with for one must be assigned to it
    mission sea_strike
    enemies battleship turns=2, battleship turns=3
    rally
    ground 1 5 7
    -> asked 0
    -> attacked die=5, damage=1; die=1, damage=0
three battleships are told apart
    mission sea_strike
    turn battleship 1: rally
    turn battleship 1 1: rally
    -> range battleship 3, battleship_2 2

# ---------------------------------------------------------------- aces, squadron, jet, twins
a new ace relieves the old one
    mission berlin_blitz
    enemies ace_6_high damage=1
    turn ace_3_low 1: rally
    -> display ace_3_low 0
    -> discard ace_6_high
an ace hit twice by a crew with the initiative does not fire back
    mission berlin_blitz
    turn ace_6_high 6: pool_1, d6 tail_gunner ace_6_high, done
    -> attacked never
    -> display ace_6_high 0
an ace hit once fires back
    mission berlin_blitz
    turn ace_6_high 4 1: pool_1, d4 tail_gunner ace_6_high, done
    -> attacked die=1
the squadron cannot be shot down and sheds its damage
    mission hornets_nest
    turn squadron 6 6: pool_2, d6 navigator squadron, d6 bombardier squadron, done
    -> display squadron 0
the jet adds one to every enemy die but does not attack itself
    mission hornets_nest
    enemies jet
    turn fighter_3_high 2 1: rally
    -> enemy_raised faces=2, now=3
    -> attacked enemy=Fighter (3 o'clock high)
the jet cannot be attacked while it is the only aircraft
    mission hornets_nest
    turn jet: fight
    -> label 1 fight: fly on: a jet alone does nothing
    -> gunners 1: nothing
    -> lacks 1: radio_operator
the jet can be shot down beside another aircraft and raises no die then
    mission hornets_nest
    enemies jet damage=1
    turn fighter_9_high 2 1: pool_1, d2 left_waist jet, done
    -> shot_down enemy=Experimental Jet (9 o'clock low)
    -> attacked die=1
by the letter of its card the jet is not destroyed and sheds its damage
    mission hornets_nest
    indestructible
    enemies jet damage=1
    turn fighter_9_high 2 1 7: pool_1, d2 left_waist jet, done
    -> shot_down never
    -> display jet 0, fighter_9_high 0
    -> enemy_raised faces=1, now=2
by the letter of their card the twin fighters bar the target for good
    mission sea_strike
    indestructible
    deck empty
    enemies twin_fighters damage=3
    turn 6 1: pool_1, d6 tail_gunner twin_fighters, done
    -> shot_down never
    -> display twin_fighters 0
by the letter of the cards other aircraft are destroyed as ever
    mission sea_strike
    indestructible
    enemies fighter_9_high damage=1
    turn battleship 2 1: pool_1, d2 left_waist fighter_9_high, done
    -> shot_down enemy=Fighter (9 o'clock high)
the twin fighters hit engines of the player's choice
    mission sea_strike
    turn twin_fighters 5: rally, engine_1, engine_1
    -> hurt engine_1 major
    -> cubes 4
the twin fighters bar the target until they are shot down
    mission sea_strike
    deck empty
    enemies twin_fighters
    turn 5 1: pool_1, d5 tail_gunner twin_fighters, done
    -> display twin_fighters 2
    turn 6: pool_1, d6 flight_engineer twin_fighters
    -> display nothing
    -> shot_down enemy=Twin Fighters (6 o'clock high)
"""


def test_enemies_attack_as_told(follow, moment):
    follow(moment)


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


def test_an_enemy_whose_card_says_1_hits_with_a_1_but_not_with_a_die_evaded_below_it(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text(
        'schema = 1\n[[set]]\nfile = "enemies"\nkey = "enemy.flak.hits[0].least"\nvalue = 1\n',
        encoding="utf-8",
    )
    play = GAME.start(seed=1, data=load_data([mine])).play

    damages = [damage_by(play, Enemy("flak", "flak"), die) for die in (-3, -2, -1, 0, 1)]

    assert damages == [0, 0, 0, 0, 1]
