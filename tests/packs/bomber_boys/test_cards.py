"""Item and event cards, and rallying."""

from packs.bomber_boys.questions.board import chances
from packs.bomber_boys.rules.items import ITEMS, Moment, item_options
from packs.bomber_boys.rules.turn import EFFECTS, SHOCK

MOMENTS = """
# ---------------------------------------------------------------- keeping, ignoring, rallying
an item is kept
    turn flak_jacket: keep
    -> items flak_jacket
to use the item turned up is not told in the words of keeping it
    tired navigator, pilot
    turn letters_from_home: keep
    -> label 1 keep: keep the item
    -> label 1 letters_from_home: use Letters from Home: as many as two exhausted men
        are ready again
who acts instead of answering is told that the item is kept
    turn flak_jacket: keep
    -> label 1 navigator: Navigator avoids the next card; an engine takes damage;
        Flak Jacket is kept
who acts instead of answering is told that the event is ignored
    turn engine_trouble: ignore
    -> label 1 navigator: Navigator avoids the next card; an engine takes damage;
        Engine Trouble is ignored
who rallies on an item loses it
    tired pilot, navigator
    turn flak_jacket: rally
    -> items nothing
    -> discarded flak_jacket
    -> tired nothing
an ignored event does nothing and is discarded
    turn engine_trouble: ignore
    -> hurt nothing
    -> discarded engine_trouble
who rallies on an event suffers it
    tired pilot
    turn engine_trouble: rally, engine_3
    -> hurt engine_3 minor
    -> tired nothing
enemies on display do not attack in a turn of an item
    enemies fighter_3_high
    turn flak_jacket: keep
    -> attacked never
    -> gunners 1: nothing
    -> lacks 1: radio_operator
enemies on display do not attack in a turn of an event
    enemies fighter_3_high
    turn engine_trouble: ignore
    -> attacked never
    -> gunners 1: nothing
    -> lacks 1: radio_operator
an ongoing event stays and lets you rally
    mission nightwing
    tired pilot
    turn searchlight: rally
    -> lacks 1: ignore
    -> events searchlight
    -> tired nothing
rallying does not bring back the lost
    major tail_gunner
    tired tail_gunner, navigator
    turn flak_jacket: rally
    -> tired tail_gunner

# ---------------------------------------------------------------- events
engine trouble is major damage once every engine has minor damage
    minor engine_1, engine_2, engine_3, engine_4
    turn engine_trouble: rally, engine_2
    -> hurt engine_1 minor, engine_2 major, engine_3 minor, engine_4 minor
    -> cubes 4
engine trouble spares damaged engines while there is a sound one
    minor engine_1
    turn engine_trouble: rally, engine_2
    -> options 2: engine_2, engine_3, engine_4
an event whose combat has come is told as of now
    events guns_jammed, low_on_ammo
    enemies fighter_3_low
    combat
    -> says comes_true: Guns Jammed: Wounded men cannot fire in this combat.
        | Low on Ammo: At most two ammo dice may be rolled in this combat.
friendly fire rolls the damage die once
    turn friendly_fire 4: rally
    -> hurt co_pilot minor
friendly fire may destroy the bomber
    minor co_pilot
    cubes 1
    turn friendly_fire 4: rally
    -> outcome destroyed None 0
friendly fire must be ignored once the escort is lost, and says why
    events lose_escort
    tired pilot
    turn friendly_fire: done
    -> lacks 1: rally
    -> tired pilot
    -> hurt nothing
    -> says impossible: Friendly Fire cannot happen, because of Lose Escort.
element of surprise raises the next new aircraft in air combat
    turn element_of_surprise: rally
    turn fighter_3_low 1 1 1 1: pool_3, done
    turn fighter_9_high 1 1 1 1 1 1: pool_4, done
    -> initiative theirs=2; theirs=1
    -> discard element_of_surprise
element of surprise waits while you rally or only defend
    events element_of_surprise
    turn flak 1: fight
    turn fighter_3_low 1: rally
    -> events element_of_surprise
guns jammed silences the wounded in the next air combat only
    events guns_jammed
    minor right_waist
    turn fighter_3_low 6 1: pool_1, done
    -> gunners 2: ball_turret
    turn flak 6 1 1: pool_1, done
    -> gunners 2: ball_turret, right_waist
low on ammo limits the next air combat to two dice
    turn low_on_ammo: rally
    turn fighter_3_low 1 1 1: pool_2, done
    -> options 1: pool_1, pool_2, no_dice, rally
    turn flak 1 1: no_dice, done
    -> has 1: pool_5
relentless does nothing without discards
    discard
    turn relentless: rally
    -> cards 15
    -> brought_back never
in a state of shock a rally exhausts those who were ready
    ready pilot, tail_gunner
    turn state_of_shock: rally
    -> tired pilot, tail_gunner

# ---------------------------------------------------------------- items
extra ammo rolls 1s and 2s again until there are none
    items extra_ammo
    turn fighter_3_low 1 2 5 2 1 4 3 1: pool_3, extra_ammo, done
    -> dice 4, 3, 5
extra ammo is not offered without a 1 or 2
    items extra_ammo
    turn fighter_3_low 3 1: pool_1, done
    -> lacks 2: extra_ammo
the first aid kit is offered when a wounded man is hit and heals two
    items first_aid_kit
    minor pilot, co_pilot, navigator
    turn flak 3 3: rally, first_aid_kit, pilot+navigator
    -> hurt pilot minor, co_pilot minor
    -> cubes 5
the first aid kit frees a jammed gun
    items first_aid_kit
    events guns_jammed
    minor right_waist
    turn fighter_3_low 6: pool_1, first_aid_kit, d6 right_waist fighter_3_low, done
    -> display nothing
it frees no gun of a man who is wounded and exhausted
    items first_aid_kit
    events guns_jammed
    minor right_waist
    tired right_waist
    turn fighter_3_low 6 1: pool_1, done
    -> lacks 2: first_aid_kit
nor of one who has none
    items first_aid_kit
    events guns_jammed
    minor pilot
    turn fighter_3_low 6 1: pool_1, done
    -> lacks 2: first_aid_kit
the flak jacket is offered against the cabin only
    items flak_jacket
    turn flak 3 11: rally
    -> asked 1
    turn flak 3 5: rally, flak_jacket
    -> hurt engine_1 minor
    -> items nothing
items against damage are not offered where the hit does nothing
    items flak_jacket, rabbits_foot
    major navigator
    turn flak 3 2: rally
    -> asked 1
the rabbit's foot lets each damage die of the turn be rolled again once
    items rabbits_foot
    turn flak 5 1 2 1 3: rally, rabbits_foot, rabbits_foot
    -> asked 3
    -> hurt navigator minor, pilot minor
    -> items nothing
    -> discard rabbits_foot, flak
the rabbit's foot works for one turn
    items rabbits_foot
    turn flak 3 1 2: rally, rabbits_foot
    turn flak 3 4: rally
    -> asked 1
letters from home ready two men in the middle of an attack
    ready pilot
    items letters_from_home
    turn fighter_3_low 6: pool_1, letters_from_home, right_waist+ball_turret,
        d6 right_waist fighter_3_low
    -> tired bombardier, co_pilot, flight_engineer, left_waist, navigator, radio_operator,
        right_waist, tail_gunner
letters from home ready two exhausted men unasked
    tired pilot, radio_operator
    items letters_from_home
    turn flak 3: fight, letters_from_home, pilot
    -> asked 3
    -> readied men=Pilot, Radio Operator
letters from home may ready the navigator while there are cards to avoid
    tired navigator
    items letters_from_home
    turn flak 1: fight
    -> has 1: letters_from_home
but not where the deck has none left
    deck empty
    tired navigator
    items letters_from_home
    enemies flak
    turn 1: fight
    -> lacks 1: letters_from_home
letters from home do not let a gunner fire twice in a turn
    items letters_from_home
    turn fighter_3_high 2 2 2 1: pool_3, d2 right_waist fighter_3_high, letters_from_home, done
    -> tired nothing
    -> shots -1 right_waist: nothing
an item may be held back and used later
    items flak_jacket
    turn flak 3 5: rally, go_on
    -> items flak_jacket
    -> hurt flight_engineer minor

# ---------------------------------------------------------------- the lucky coin
the lucky coin turns an ammo die over
    items lucky_coin
    turn fighter_3_low 1: pool_1, lucky_coin, d6 right_waist fighter_3_low, done
    -> display nothing
the lucky coin turns an enemy die over before it is assigned
    items lucky_coin
    turn fighter_6_high 6: rally, lucky_coin
    -> attacked enemy=Fighter (6 o'clock high), die=1, damage=0
# Initiative 1 against 3: the 4 would become 6 and do two damage; turned over it becomes 5.
the lucky coin takes from an enemy die what the enemy's focus adds later
    items lucky_coin
    turn fighter_12_high 4 11 1 1 1 1: pool_4, lucky_coin, done
    -> raised why=enemy focus, face=3, now=5
    -> attacked damage=1
# A battleship hits with 2: one evasion is too little for a 4 and enough for a 3.
the lucky coin lowers an enemy die that can then be evaded
    mission sea_strike
    ready pilot
    items lucky_coin
    turn battleship 4: fight, lucky_coin, pilot
    -> attacked enemy=Battleship, die=1, damage=0
the lucky coin turns a 3 over for your focus to make a 5 of it
    items lucky_coin
    turn fighter_6_high 3 3 1: pool_2, lucky_coin, focus d4, d5 tail_gunner fighter_6_high, done
    -> initiative ours=3, theirs=2, focus=1
    -> fired damage=2
the lucky coin turns a 3 over for the co-pilot to spot
    items lucky_coin
    turn fighter_6_high 3 1 1 1: pool_3, lucky_coin, 3, co_pilot d4, d5 tail_gunner fighter_6_high,
        done
    -> raised why=the Co-Pilot spots, face=4, now=5
    -> fired damage=2
# A 5 does one damage with the bombardier's gun; turned down it may come up again as a 6.
the lucky coin turns an ammo die down for extra ammo to roll it again
    items lucky_coin, extra_ammo
    turn fighter_12_high 5 6 1: pool_1, lucky_coin, extra_ammo, d6 bombardier fighter_12_high, done
    -> turned_over what=ammo die, face=5, now=2
    -> fired damage=2
# The fighter hits with a 2 and the Twin Fighters do not; a 5 may go to either.
the lucky coin turns an enemy die up so that another attacker may get it
    mission sea_strike
    enemies twin_fighters
    items lucky_coin
    turn fighter_9_high 2 1: rally, lucky_coin, 2, e5 twin_fighters e1 fighter_9_high, engine_1,
        engine_3
    -> options 3: 1, 2
    -> hurt engine_1 minor, engine_3 minor
the lucky coin is not offered for ammo dice that nobody is left to fire
    ready right_waist
    items lucky_coin
    turn fighter_3_low 1 2 1: pool_2, d2 right_waist fighter_3_low
    -> asked 2
the lucky coin is not offered where it would only help the enemy
    items lucky_coin
    turn fighter_6_high 2 1: rally
    -> asked 1
"""


def test_a_card_does_as_told(follow, moment):
    follow(moment)


def test_every_event_and_item_card_is_carried_out(table):
    at_once = {card.id for card in table.play.data.events.values() if not card.stays}

    assert at_once == {*EFFECTS, SHOCK}
    assert set(ITEMS) == set(table.play.data.items)


def test_relentless_puts_one_of_the_discards_unseen_on_top_of_the_deck(table):
    table.follow("discard flak, rabbits_foot", "turn relentless: rally", "-> cards 16")
    assert chances(table.state) == {"flak": 1, "rabbits_foot": 1}

    table.follow("turn rabbits_foot: rally", "-> cards 15")

    assert sorted(table.state.discard) == ["flak", "rabbits_foot", "relentless"]


def test_the_lucky_coin_is_offered_for_enemy_dice_above_3_and_for_any_ammo_die(table_for):
    offered = {"enemy": [], "ammo": []}
    for face in range(1, 7):
        table = table_for()
        table.state.items = ["lucky_coin"]
        table.state.turn.enemy_dice = [face]
        if item_options(table.play, Moment.ENEMY_DICE):
            offered["enemy"].append(face)
        _, crew, *_ = table.turn(f"fighter_6_high {face} 1: pool_1, done")
        if "lucky_coin" in crew.options:
            offered["ammo"].append(face)

    assert offered == {"enemy": [4, 5, 6], "ammo": [1, 2, 3, 4, 5, 6]}
