"""Over the target: bombs, locking in, re-rolls, score."""

from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product

import pytest

from packs.bomber_boys.questions.bombsight import BestPlay, best, chance, chance_of, lock_all
from packs.bomber_boys.rules.bombing import bombing_run, odds_of

TARGETS = {
    "milk_run": (3, 3, 4, 4, 5),
    "nightwing": (3, 4, 4, 5, 5),
    "hornets_nest": (3, 4, 5, 5, 6),
    "sea_strike": (4, 4, 5, 5, 6),
    "berlin_blitz": (4, 5, 5, 6, 6),
}


MOMENTS = """
the worked bombing run locks a 5 then a 6 and a 4 then the last two
    bombs 5 2 1 2 1 6 4 1 2 3 3: d5, d6, d4
    -> options 1: d5, keep, roll
    -> bombs 5, 5, 4, 6, 4, 4, 3, 3, 3, 3
    -> rerolls 3
    -> outcome major_victory captain 10
bombs left unlocked after the last roll make it a conditional victory
    cubes 1
    major bombardier
    bombs 3 1 1 1 1 1 1 1 6: d3
    -> outcome conditional_victory captain 3
a bombardier who is not lost adds a reroll even exhausted
    tired bombardier
    bombs 6 6 6 6 6
    -> bombing_run rerolls=5
a bomb goes to the hardest target that it meets
    bombs 4 4 5 1 1 6 6: d4, d5, d4
    -> bombs 4, 4, 5, 5, 4, 4, 3, 6, 3, 6
bombs that meet all open targets are locked in unasked
    items lucky_coin
    bombs 6 3 5 4 3
    -> asked 0
    -> bombs 5, 6, 4, 5, 4, 4, 3, 3, 3, 3
    -> outcome major_victory captain 10
bombs that leave a target open are locked in as the captain likes
    bombs 6 3 4 4 1 6 6 6 6 6: roll
    -> options 1: d3, d4, d6, keep, roll
the lucky coin can turn a bomb over even after the last reroll
    items lucky_coin
    cubes 1
    major bombardier
    bombs 1 1 1 1 1 6 6 6 6 1: roll, lucky_coin
    -> asked 2
    -> outcome major_victory captain 6
aces turn home over the target when nothing else bars it
    mission berlin_blitz
    deck empty
    enemies ace_6_high
    turn
    -> asked 0
    bombs 6 6 6 6 6
    -> asked 0
    -> turned_away enemy=Enemy Ace (6 o'clock high)
    -> outcome major_victory captain 10
who does not bar the target is told to turn away
    enemies ace_6_high
    home
    -> says turned_away: Enemy Ace (6 o'clock high) turns away before the target.
ordinary enemies must be shot down before the bombing run
    deck empty
    enemies fighter_3_low
    turn 1: rally
    -> display fighter_3_low 0
    turn 5: pool_1, d5 right_waist fighter_3_low
    -> display nothing
    -> target_in_sight enemies=Fighter (3 o'clock low)
the score counts cubes and bombs and names the rating
    major engine_1
    cubes 3
    bombs 6 6 6 6 6
    -> score cubes=3, bombs=5, score=8, rating=Honorable Showing
bombs that are kept lie as they are while the others are rolled again
    items lucky_coin
    bombs 3 1 3 1 5 4: d5, d3, keep, 1+2, d4, lucky_coin, 1
    -> takes 4: 1 to 2
    -> bombs_kept bombs=1, 3
    -> bombs 5, 5, 3, 3, 4, 4, 4, 6, 3, 3
without a bomb to lock in or a coin all bombs are rolled again unasked
    bombs 1 1 1 1 1 6 6 6 6 6
    -> asked 0
"""


def test_bombs_are_dropped_as_told(follow, moment):
    follow(moment)


def test_the_lowest_space_without_a_cube_gives_the_rerolls(table_for):
    for cubes, rerolls in {5: 4, 4: 3, 3: 3, 2: 2, 1: 1}.items():
        table_for().follow(
            f"cubes {cubes}",
            "major bombardier",
            "bombs 6 6 6 6 6",
            f"-> bombing_run rerolls={rerolls}",
        )


def test_each_choice_at_the_bombs_is_told_in_words(table):
    table.state.items = ["lucky_coin"]
    table.chance.script, table.chance.used = [6, 6, 6, 1, 1], 0

    decision = next(bombing_run(table.play))

    assert {option: decision.label_of(option) for option in ("d6", "keep", "roll")} == {
        "d6": "lock in a 6 on target 5",
        "keep": "keep some bombs and roll the others again",
        "roll": "roll all 5 bombs again",
    }
    assert decision.label_of("lucky_coin").startswith("use Lucky Coin: ")


def test_each_score_has_its_rating(table):
    scores = (10, 9, 8, 7, 5, 3, 2, 0)

    assert [table.play.data.rating_of(score) for score in scores] == [
        "Perfect Performance",
        "First Class Flight",
        *["Honorable Showing"] * 2,
        "Valiant Effort",
        "Unremarkable Expedition",
        *["Utter Disappointment"] * 2,
    ]


# ---------------------------------------------------------------- exact odds


def test_the_chance_to_lock_all_five_with_2_to_5_rerolls(table):
    missions = table.play.data.missions
    printed = {
        "milk_run": [78, 91, 97, 99],
        "nightwing": [66, 84, 93, 97],
        "hornets_nest": [52, 72, 84, 92],
        "sea_strike": [40, 60, 75, 85],
        "berlin_blitz": [24, 41, 56, 69],
    }

    for mission, percents in printed.items():
        targets = tuple(sorted(target.least for target in missions[mission].crosshair))
        assert targets == TARGETS[mission]
        assert [round(100 * chance(targets, rerolls)) for rerolls in (2, 3, 4, 5)] == percents


def test_the_chance_without_rerolls_is_a_plain_count_of_rolls():
    targets = TARGETS["hornets_nest"]
    hits = sum(len(lock_all(targets, dice)) == 5 for dice in product(range(1, 7), repeat=5))

    assert chance(targets, 0) == Fraction(hits, 6**5)


def test_one_reroll_of_two_bombs_is_worked_out_by_hand():
    # Targets 6 and 6: two bombs, one re-roll. Both now 1/36; one now 10/36, then 1/6;
    # none now 25/36, then 1/36.
    by_hand = Fraction(1, 36) + Fraction(10, 36) * Fraction(1, 6) + Fraction(25, 36) / 36

    assert chance((6, 6), 1) == by_hand


def test_best_play_locks_in_an_easy_bomb_when_there_is_one_reroll():
    # Lock the 4 in: 1/6 for the other. Roll both: one 6 and another of 4 or more, 5/36.
    assert best((4, 6), [4, 1], 1) == BestPlay(Fraction(1, 6), lock=(4,))


def test_best_play_rolls_it_again_for_a_better_chance_of_the_hard_one_when_there_are_more():
    play = best((4, 6), [4, 1], 3)

    assert play == BestPlay(chance((4, 6), 2))
    assert play.chance > 1 - Fraction(5, 6) ** 3


def test_the_chance_with_the_lucky_coin_is_that_of_the_best_bomb_to_turn_over(table):
    table.follow("open 3, 6", "rerolls 1", "turn.dice 1, 3")

    # Lock the 3 in and turn the 1 over to a 6: all bombs at once.
    assert odds_of(table.play, "lucky_coin") == {"all bombs on target": 1}


def test_the_decision_tells_the_chance_of_each_option_and_what_to_lock_in_next(table):
    first, *_ = table.follow("bombs 5 4 1 1 1 6 6 6: d5, d4").asked
    assert first.options == ["d4", "d5", "keep", "roll"]
    # The table is read now as it stood then: fresh state, same dice.
    table.follow("open 3, 3, 4, 4, 5", "rerolls 5", "turn.dice 5, 4, 1, 1, 1")
    lock, roll, keep = (first.odds(option) for option in ("d5", "roll", "keep"))

    assert lock == {"all bombs on target": chance((3, 3, 4), 4), "then lock": "4"}
    assert roll == {"all bombs on target": chance((3, 3, 4, 4, 5), 4)}
    assert keep == {
        "all bombs on target": chance((3, 3, 4, 4, 5), 4, [4, 5]),
        "then keep": "4 5",
    }
    assert lock["all bombs on target"] > roll["all bombs on target"]


# ---------------------------------------------------------------- keeping bombs, and the coin


@cache
def by_every_choice(targets, dice, rerolls, has_coin):
    """Return the chance to lock in all, worked out by trying every choice the rules give.

    Apart from the bombsight: locking a bomb in on any target it meets, turning any bomb over,
    and rolling any of the others again, each roll in every order of its dice.
    """
    if not targets:
        return Fraction(1)
    found = [Fraction(0)]
    for at, die in enumerate(dice):
        others = dice[:at] + dice[at + 1 :]
        for target in {target for target in targets if target <= die}:
            left = list(targets)
            left.remove(target)
            found.append(by_every_choice(tuple(left), others, rerolls, has_coin))
        if has_coin:
            turned = tuple(sorted((*others, 7 - die)))
            found.append(by_every_choice(targets, turned, rerolls, False))
    if rerolls:
        for number in range(len(dice)):
            for kept in set(combinations(dice, number)):
                found.append(rolled_by_every_choice(targets, kept, rerolls - 1, has_coin))
    return max(found)


@cache
def rolled_by_every_choice(targets, kept, rerolls, has_coin):
    rolls = list(product(range(1, 7), repeat=len(targets) - len(kept)))
    return sum(
        by_every_choice(targets, tuple(sorted(kept + roll)), rerolls, has_coin) for roll in rolls
    ) / Fraction(len(rolls))


@pytest.fixture
def undecided(table):
    """Two re-rolls, with bombs of 1, 3 and 3 on targets 3, 4 and 6."""
    return table.follow("open 3, 4, 6", "rerolls 2", "turn.dice 1, 3, 3")


def test_with_a_coin_it_is_better_to_keep_a_1_than_to_roll_it_again(undecided):
    undecided.state.items = ["lucky_coin"]

    keep, roll = (odds_of(undecided.play, option) for option in ("keep", "roll"))

    assert keep == {"all bombs on target": Fraction(191, 243), "then keep": "1"}
    assert roll == {"all bombs on target": Fraction(35753, 46656)}
    assert rolled_by_every_choice((3, 4, 6), (1,), 1, True) == Fraction(191, 243)
    assert rolled_by_every_choice((3, 4, 6), (), 1, True) == Fraction(35753, 46656)


def test_without_a_coin_in_hand_a_roll_has_less_chance(undecided):
    assert odds_of(undecided.play, "roll") == {"all bombs on target": Fraction(3233, 7776)}
    assert rolled_by_every_choice((3, 4, 6), (), 1, False) == Fraction(3233, 7776)


@pytest.mark.parametrize("has_coin", [False, True], ids=["no coin", "coin"])
@pytest.mark.parametrize("targets", [(4, 6), (3, 5), (3, 4, 6), (2, 5, 5), (4, 4, 5), (5, 6, 6)])
def test_the_bombsight_agrees_with_trying_every_choice(targets, has_coin):
    for dice in combinations_with_replacement(range(1, 7), len(targets)):
        for rerolls in (0, 1, 2):
            expected = by_every_choice(targets, dice, rerolls, has_coin)
            assert chance_of(targets, dice, rerolls, has_coin) == expected
            assert best(targets, dice, rerolls, has_coin).chance == expected


def test_without_a_coin_keeping_a_bomb_is_never_better_than_locking_it_in():
    for targets in TARGETS.values():
        for dice in combinations_with_replacement(range(1, 7), 3):
            assert best(targets[2:], dice, 2).keep == ()


def test_the_coin_waits_for_the_last_roll_unless_it_completes_the_targets():
    assert best((3, 6), [1, 3], 1, has_coin=True) == BestPlay(Fraction(1), turn=1)
    assert best((3, 6), [1, 2], 1, has_coin=True).turn == 0


def test_the_option_of_locking_in_tells_what_to_keep_for_the_coin(undecided):
    undecided.state.items = ["lucky_coin"]

    # The 1 will be a 6; the other bomb has two rolls for a 4.
    assert odds_of(undecided.play, "d3") == {
        "all bombs on target": Fraction(3, 4),
        "then lock": "nothing more",
        "then keep": "1",
    }
