"""Attacking the enemy: initiative, focus, ammo dice, line of sight, damage."""

MOMENTS = """
# ---------------------------------------------------------------- steps 1 and 2
dice left in the pool are the initiative
    turn fighter_3_low 1 1: pool_1, done
    -> turn.initiative 4
initiative 4 against 2 gives a focus of 2 for a die of your choice
    turn fighter_3_high 4: pool_1, focus d4, d6 right_waist fighter_3_high, done
    -> initiative ours=4, theirs=2, focus=2
    -> has 2: focus d4
    -> raised why=focus, face=4, now=6
a focus token is used once
    turn fighter_3_high 4 1: pool_1, focus d4, done
    -> lacks 3: focus
equal initiative lets the crew fire first and gives nobody focus
    turn fighter_3_low 5 1 1 1: pool_4, d5 right_waist fighter_3_low, done
    -> initiative ours=1, theirs=1, focus=0
    -> attacked never
    -> display nothing
# Initiative 0 against 2: the enemy's die of 2 becomes 4, a hit on the ball turret.
an enemy with more initiative fires first and with focus
    turn fighter_3_high 2 7 6 6 1 1 1: pool_5, d6 right_waist fighter_3_high, done
    -> raised why=enemy focus, face=2, now=4
    -> hurt ball_turret minor
    -> display nothing
the focus token is settled against the greatest initiative on display
    enemies fighter_9_high
    turn fighter_12_high 1 1 1 1: pool_2, done
    -> initiative ours=3, theirs=3, focus=0
# Initiative 2: the fighter of 3 attacks before the ammo dice, the one of 1 after them.
initiative is compared with each enemy separately
    enemies fighter_9_high
    turn fighter_12_high 1 1 1 1 1: pool_3, done
    -> attacked enemy=Fighter (12 o'clock high); enemy=Fighter (9 o'clock high)
    -> roll why=enemy attack; why=ammo dice; why=enemy attack
recognition models lower the initiative of one aircraft for good
    items recognition_models
    turn fighter_12_high 1 1 1 1: recognition_models, pool_3, done
    -> initiative ours=2, theirs=2, focus=0
    -> initiatives 2
    -> items nothing
there is no focus greater than 4
    enemies fighter_3_low initiative=-1
    turn flak 1 1: no_dice, done
    -> initiative ours=5, theirs=0, focus=4
a die is never raised above 6
    turn fighter_3_low 5: pool_1, focus d5, d6 right_waist fighter_3_low, done
    -> raised why=focus, face=5, now=6
# Two fighters roll together; a focus of 2 is worth 1 on the 5 and 2 on the 2.
enemy focus goes to the die that can use most of it
    enemies fighter_6_low
    turn fighter_12_high 5 2 1 2 1 1 1 1: pool_4, e4 fighter_6_low e5 fighter_12_high, done
    -> raised why=enemy focus, face=2, now=4
of two dice that use the enemy focus fully the player chooses
    enemies fighter_12_low initiative=1
    turn fighter_12_high 1 2 11 1 1 1 1: pool_4, 2, done
    -> options 2: 1, 2
    -> raised why=enemy focus, face=2, now=4
# Initiative 2: the fighter of 3 strikes first with a 6, the one of 1 after the crew.
focus that a first enemy die of 6 cannot take raises the next enemy die
    enemies fighter_9_high
    turn fighter_12_high 6 11 12 1 1 1 1 7: pool_3, done
    -> initiative ours=2, theirs=3, focus=-1
    -> raised why=enemy focus, face=1, now=2
    -> attacked die=6; die=2
# Initiative 0: of a focus of 3 the first die, a 5, takes 1; the rest is lost.
focus used in part on the first enemy die is used up
    enemies fighter_9_high initiative=-1
    turn fighter_12_high 5 11 12 1 1 1 1 1 1: pool_5, done
    -> raised why=enemy focus, face=5, now=6
    -> attacked die=6; die=1

# ---------------------------------------------------------------- line of sight
the right waist gunner sees 3 o'clock high and low but not 6 o'clock
    enemies fighter_3_high, fighter_3_low
    turn fighter_6_low 6 1 1: pool_1, done
    -> shots 2 right_waist: d6 right_waist fighter_3_high, d6 right_waist fighter_3_low
pilot and co-pilot have no gun
    ready pilot, co_pilot
    turn fighter_3_low 6 1: pool_1
    -> asked 1

# ---------------------------------------------------------------- ammo dice and damage
a 4 at the right waist gun does one damage and a 1 is of no use
    turn fighter_3_high 1 4 1: pool_2, d4 right_waist fighter_3_high, done
    -> lacks 2: d1
    -> fired damage=1
    -> display fighter_3_high 1
a focus of 1 turns that 4 into a 5 and two damage
    turn fighter_3_high 1 4: pool_2, focus d4, d5 right_waist fighter_3_high, done
    -> initiative ours=3, theirs=2, focus=1
    -> fired damage=2
a 6 at the right waist gun fills the last two damage spaces
    turn fighter_3_high 6: pool_1, d6 right_waist fighter_3_high, done
    -> shot_down enemy=Fighter (3 o'clock high)
    -> display nothing
    -> discarded fighter_3_high
a 5 at the tail gun does two damage
    turn fighter_6_low 5 1 1: pool_2, d5 tail_gunner fighter_6_low, done
    -> display fighter_6_low 2
each gunner fires one die and is exhausted
    enemies fighter_3_low
    turn fighter_3_high 6 6 6 1: pool_3, d6 right_waist fighter_3_high, done
    -> tired right_waist
    -> shots 3 right_waist: nothing
damage beyond the last space does not reach another enemy
    enemies fighter_3_high damage=1
    turn fighter_3_low 6 1: pool_1, d6 right_waist fighter_3_high, done
    -> display fighter_3_low 0
dice that do the same damage are offered once the lowest of them
    turn fighter_3_low 2 3 5 6 1: pool_4, done
    -> shots 2 right_waist: d2 right_waist fighter_3_low, d5 right_waist fighter_3_low

# ---------------------------------------------------------------- rally instead
rallying gives up the attack but not the enemy's
    tired tail_gunner, pilot
    turn fighter_6_low 4 1: rally
    -> asked 1
    -> tired nothing
    -> initiative never
    -> hurt bombardier minor
a wounded man still acts and a lost one does not
    minor right_waist
    major ball_turret
    turn fighter_3_low 6 1: pool_1, done
    -> gunners 2: right_waist
what a number of dice means is told before it is chosen
    turn fighter_3_high 1: rally
    -> label 1 pool_1: roll 1 die, initiative 4, focus +2
    -> label 1 pool_3: roll 3 dice, initiative 2
    -> label 1 pool_5: roll 5 dice, initiative 0, enemy focus +2;
        Fighter (3 o'clock high) attacks first
"""


def test_an_attack_goes_as_told(follow, moment):
    follow(moment)
