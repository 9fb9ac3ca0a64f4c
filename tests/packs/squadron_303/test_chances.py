"""Exact chances that questions of a Fight tell."""

from fractions import Fraction

import pytest

from packs.squadron_303.rules.counterattack import defend
from packs.squadron_303.rules.damage import mulligan, odds_of_damage
from packs.squadron_303.rules.dice import chances_of_rolling_again
from packs.squadron_303.rules.duel import odds_of_round, place_die, resolve
from packs.squadron_303.rules.effects import mark_second
from packs.squadron_303.rules.fight import leave_after_round
from packs.squadron_303.rules.hands import odds_of_next_card
from packs.squadron_303.rules.movement import next_move, odds_of_move, play_for_movement
from packs.squadron_303.rules.opponents import of_opponent
from packs.squadron_303.rules.strikes import COUNTERATTACK, of_counterattack, of_strike
from packs.squadron_303.rules.tokens import give_kept_tokens, take_maneuver
from packs.squadron_303.state import Fight
from tabletop_core import Pile
from tabletop_core.events import listed


def test_the_chances_of_an_opponent_are_those_of_its_dice_with_their_rerolls(table):
    plane = table.plane("he111", "A5")

    chances = of_opponent(table.play, plane.id)

    # One black die: two Hits, an Evasion, two blanks; the sixth face is rolled again.
    assert chances == {
        "1 Hit on you": Fraction(2, 6) + Fraction(1, 6) * Fraction(2, 6),
        "nothing": Fraction(2, 6) + Fraction(1, 6) * Fraction(3, 6),
        "1 Evasion": Fraction(1, 6) + Fraction(1, 6) * Fraction(1, 6),
    }


def test_a_plane_with_a_maneuver_token_rolls_no_dice(table):
    plane = table.plane("bf109", "A5", markers=1)

    assert of_opponent(table.play, plane.id) == {"no dice": 1}


def test_a_die_that_is_rolled_again_misses_with_a_second_reroll(table):
    assert chances_of_rolling_again(table.play, "blue")["blank"] == Fraction(2, 6)


def test_a_first_strike_and_a_counterattack_are_told_by_the_dice_that_strike(table):
    hit, miss = propeller_chances(table.play, "black")

    assert of_strike(table.play, {"black": 2}) == {
        "no Hit": miss**2,
        "1 Hit on every plane": 2 * hit * miss,
        "2 Hits on every plane": hit**2,
    }


def test_who_stays_out_is_told_what_the_counterattack_may_do(table):
    plane = table.plane("bf109", "A5")
    kind = table.play.data.aircraft["bf109"]

    told = of_counterattack(table.play, "A5")

    assert told == of_strike(table.play, {kind.die: kind.dice}) | {"counting": COUNTERATTACK}
    plane.attacked = True
    assert of_counterattack(table.play, "A5") == {}


def test_bombers_alone_strike_nobody(table):
    table.plane("he111", "A5")

    assert of_counterattack(table.play, "A5") == {}


# ---------------------------------------------------------------- damage


def test_damage_tells_each_token_that_may_be_drawn(table):
    blue = table.fly("blue", "feric", "A5")
    tokens = table.play.data.damage_tokens

    assert odds_of_damage(table.play, blue, 1) == dict.fromkeys(
        (f"Blue: {token.text}" for token in tokens.values()), Fraction(1, len(tokens))
    )
    assert set(odds_of_damage(table.play, blue, 2).values()) == {Fraction(1, 6)}
    assert odds_of_damage(table.play, blue, 0) == {"Blue: no damage": 1}


def test_the_point_that_destroys_the_plane_is_told_as_such(table):
    blue = table.fly("blue", "feric", "A5", damage=["no_extra", "hand_limit", "discard"])

    assert odds_of_damage(table.play, blue, 1) == {"Blue: no free move": 1}
    assert odds_of_damage(table.play, blue, 2) == {"Blue: shot down": 1}


def test_the_mulligan_tells_the_other_token(make_table):
    table = make_table(scenario="biggin_hill", players=2, mulligan=True)
    blue = table.fly("blue", "feric", "A5", damage=["hand_limit", "discard"])
    blue.supply.take("no_extra")
    asked = next(mulligan(table.play, blue, "no_extra"))

    assert asked.odds("keep") == {"Blue: no further penalty": 1}
    assert asked.odds("again") == {"Blue: no free move": 1}


def test_cancelling_a_propeller_tells_what_the_others_do_to_one_plane_or_to_several(table):
    table.card("c01", defence=(2, 3))
    blue = table.fly("blue", "feric", "A5", "c01")
    asked = next(defend(table.play, "A5", [2]))

    assert asked.odds("blue:c01:2")["Blue: no damage"] == 1
    assert asked.odds("none") == odds_of_damage(table.play, blue, 1) | {
        "counting": "no further card"
    }

    table.fly(
        "yellow", "zumbach", "A5", damage=["no_extra", "hand_limit", "discard", "no_free_move"]
    )
    asked = next(defend(table.play, "A5", [2]))

    assert asked.odds("none") == {
        "Blue": "1 damage token",
        "Yellow": "shot down",
        "counting": "no further card",
    }


# ---------------------------------------------------------------- a round


def fight_of(table, **how):
    """A Fight of Blue against a fighter, one die placed."""
    plane = table.plane("bf109", "A5")
    blue = table.fly("blue", "feric", "A5", **how)
    fight = Fight(colour="blue", opponent=plane.id, dice=["hit", "evade"], round=1)
    fight.placed, fight.counting, fight.symbols = [0], [0], ["hit"]
    table.state.fight = fight
    return blue, fight


def told_by_the_rule(table, blue):
    """What comes of counting the round, by the rule itself with every token that may be drawn."""
    before = list(blue.damage)

    def read(aside, _):
        now = aside.state.fighters["blue"]
        if not now.pilot:
            return "Blue: shot down"
        tokens = now.damage[len(before) :]
        texts = sorted(table.play.data.damage_tokens[token].text for token in tokens)
        return f"Blue: {listed(texts) or 'no damage'}"

    def count(aside):
        yield from resolve(aside, aside.state.fighters["blue"], aside.state.fight)

    return dict(table.play.odds(count, read=read, policy=lambda _, asked: asked.options[0]))


@pytest.mark.parametrize("theirs", [["blank"], ["hit-2", "blank"], ["hit-2", "hit-3"], ["evade"]])
def test_a_round_as_it_stands_tells_the_damage_that_counting_deals(table, theirs):
    blue, fight = fight_of(table)
    fight.luftwaffe = theirs

    told = odds_of_round(table.play, blue, fight)

    ours = {what: chance for what, chance in told.items() if isinstance(chance, Fraction)}
    assert ours == told_by_the_rule(table, blue)
    dealt = {"evade": "0 points of damage"}.get(theirs[0], "1 point of damage")
    assert told["Bf 109 #1"] == dealt


def test_a_card_and_a_die_tell_the_round_with_their_sets(table):
    table.card("c01", symbol="hit", set=("hit", "any"), effect="extra_hit")
    blue, fight = fight_of(table)
    blue.cards = [table.state.deck.take("c01")]
    fight.placed, fight.counting, fight.symbols = [], [], []
    fight.luftwaffe = ["hit-2"]
    asked = next(place_die(table.play, blue, fight))

    assert asked.odds("hit c01")["Bf 109 #1"] == "shot down"
    assert asked.odds("hit")["Bf 109 #1"] == "1 point of damage"
    assert asked.odds("evade")["Blue: no damage"] == 1
    assert "Blue: no damage" not in asked.odds("hit")


def test_the_special_dies_failure_is_told_with_the_damage_that_it_deals(table):
    blue, fight = fight_of(table)
    fight.placed, fight.counting, fight.symbols = [], [], []
    fight.dice, fight.special, fight.luftwaffe = ["hit", "failure"], True, ["blank"]
    asked = next(place_die(table.play, blue, fight))

    failure = table.play.data.numbers.counts.special_failure
    told = odds_of_damage(table.play, blue, failure)
    assert told.items() <= asked.odds("failure").items()


# ---------------------------------------------------------------- cards and hidden squadrons


def test_the_next_combat_card_is_told_by_its_symbol(table):
    blue = table.fly("blue", "feric", "A5")
    cards = table.play.data.cards
    table.state.deck = Pile.of(list(cards)[:10])
    symbols = [cards[card].symbol for card in list(cards)[:10]]

    told = odds_of_next_card(table.play, blue)

    assert sum(told.values()) == 1
    assert told["Hit"] == Fraction(symbols.count("hit"), 10)


def test_flying_to_a_hidden_squadron_tells_what_may_fly_in_it(table):
    cards = table.play.data.deployment
    fighters = next(
        name for name, card in cards.items() if card.aircraft == "bf109" and card.planes
    )
    bombers = next(name for name, card in cards.items() if card.aircraft == "he111" and card.planes)
    table.squadron("I", "A5", "A3", hidden=True, face_down={"mixed": 1})
    table.state.mixed_cards = Pile.of([fighters, bombers])

    blue = table.fly("blue", "feric", "A3")

    told = odds_of_move(table.play, blue, "A5")

    assert told == {
        f"{cards[fighters].planes} Bf 109": Fraction(1, 2),
        f"{cards[bombers].planes} He 111": Fraction(1, 2),
    }
    assert odds_of_move(table.play, blue, "A2") == odds_of_move(table.play, blue, "stay") == {}


# ---------------------------------------------------------------- Maneuver tokens


def test_a_token_given_takes_the_dice_of_the_next_round_and_one_kept_leaves_them(table):
    blue, fight = fight_of(table)
    fight.luftwaffe = ["hit-2"]
    asked = next(take_maneuver(table.play, fight))

    now = odds_of_round(table.play, blue, fight)
    assert asked.odds("give") == now | {"its dice in the next round": "none"}
    assert asked.odds("keep") == now | {"its dice in the next round": "2 red"}


def test_a_token_given_after_a_first_strike_takes_the_hits_off_this_round(table):
    blue, fight = fight_of(table)
    fight.luftwaffe, fight.first_strike, fight.round = ["hit-2"], True, 2
    asked = next(take_maneuver(table.play, fight))

    assert asked.odds("give")["Blue: no damage"] == 1
    assert asked.odds("keep").items() >= odds_of_damage(table.play, blue, 1).items()
    assert "its dice in the next round" not in asked.odds("keep")


def test_a_token_for_another_plane_tells_the_counterattack_without_it(table):
    _blue, fight = fight_of(table)
    table.state.planes[fight.opponent].engaged = True
    fighter, bomber = table.plane("bf109", "A5"), table.plane("he111", "A5")
    asked = next(mark_second(table.play, fight, 1, 1))

    assert asked.odds(fighter.id) == {"no Hit": 1, "counting": COUNTERATTACK}
    strike = of_strike(table.play, {"red": 2})
    assert asked.odds(bomber.id) == strike | {"counting": COUNTERATTACK}


def test_kept_tokens_tell_what_giving_none_or_some_of_them_does(table):
    _blue, fight = fight_of(table, tokens=2)
    fight.luftwaffe, fight.round, fight.rounds = ["blank"], 2, 3
    asked = next(give_kept_tokens(table.play, fight, 2))

    told = [asked.odds(number)["its dice in the next round"] for number in range(3)]
    assert told == ["2 red", "none", "none"]


def test_a_bomber_without_a_token_rolls_dice_for_the_others_of_its_kind(table):
    _blue, fight = fight_of(table)
    bomber = table.plane("he111", "A5")
    table.plane("he111", "A5")
    fight.opponent, fight.luftwaffe = bomber.id, ["blank"]
    asked = next(take_maneuver(table.play, fight))

    assert asked.odds("keep")["its dice in the next round"] == "2 black"


# ---------------------------------------------------------------- where a move ends


def test_a_move_to_fighters_tells_the_counterattack_that_waits_there(table):
    blue = table.fly("blue", "feric", "A3", "c01")
    table.card("c01", move=2)
    table.plane("bf109", "A5")
    strike = of_strike(table.play, {"red": 2})
    told = strike | {"counting": COUNTERATTACK}

    assert sum(strike.values()) == 1
    assert odds_of_move(table.play, blue, "A5") == told
    asked = next(next_move(table.play, [blue]))
    assert asked.odds("blue A5") == told
    assert asked.odds("blue stay") == {}


def test_the_card_that_extends_a_move_tells_what_waits_where_it_ends(table):
    blue = table.fly("blue", "feric", "A5", "c01", "c02")
    for card in ("c01", "c02"):
        table.card(card, move=2)
    table.plane("bf109", "A5")
    asked = next(play_for_movement(table.play, blue, 1, spare=False))

    assert asked.odds("c01") == odds_of_move(table.play, blue, "A5")
    blue.landed = True
    assert asked.odds("c01") == {}


def test_flying_away_after_a_round_tells_the_strike_that_is_left_behind(table):
    blue, fight = fight_of(table)
    fight.may_leave = 1
    asked = next(leave_after_round(table.play, blue, fight))

    assert asked.odds("stay").items() >= of_strike(table.play, {"red": 2}).items()
    assert asked.odds("A3") == {}
    assert asked.label_of("stay") == "fight on"
    fight.round = fight.rounds
    assert next(leave_after_round(table.play, blue, fight)).label_of("stay") == "stay here"


def propeller_chances(play, die):
    """The part of the faces that hit: a Reroll once more, and then a miss."""
    faces = [face for face, number in play.data.dice[die].items() for _ in range(number)]
    hits = sum(face.startswith("hit") for face in faces)
    rerolls = faces.count("reroll")
    hit = Fraction(hits, len(faces)) + Fraction(rerolls, len(faces)) * Fraction(hits, len(faces))
    return hit, 1 - hit
