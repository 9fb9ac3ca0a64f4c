"""Over the target: bombs, locking in, re-rolls, score."""

from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product

import pytest

from packs.bomber_boys.questions.bombsight import BestPlay, best, chance, chance_of, lock_all
from packs.bomber_boys.rules.bombing import bombing_run, odds_of
from packs.bomber_boys.state import Damage

TARGETS = {
    "milk_run": (3, 3, 4, 4, 5),
    "nightwing": (3, 4, 4, 5, 5),
    "hornets_nest": (3, 4, 5, 5, 6),
    "sea_strike": (4, 4, 5, 5, 6),
    "berlin_blitz": (4, 5, 5, 6, 6),
}


def test_the_worked_bombing_run_locks_a_5_then_a_6_and_a_4_then_the_last_two(table):
    asked = table.perform(
        bombing_run,
        script=[5, 2, 1, 2, 1, 6, 4, 1, 2, 3, 3],
        answers=["d5", "d6", "d4"],
    )

    assert asked[0].options == ["d5", "keep", "roll"]
    assert table.state.bombs == [(5, 5), (4, 6), (4, 4), (3, 3), (3, 3)]
    assert table.state.rerolls == 3
    assert table.outcome.kind == "major_victory"
    assert table.outcome.winner == "captain"
    assert table.outcome.scores == {"captain": 10}


def test_bombs_left_unlocked_after_the_last_roll_make_it_a_conditional_victory(table):
    table.state.cubes = 1
    table.lose("bombardier")

    table.perform(bombing_run, script=[3, 1, 1, 1, 1, 1, 1, 1, 6], answers=["d3"])

    assert table.outcome.kind == "conditional_victory"
    assert table.outcome.winner == "captain"
    assert table.outcome.scores == {"captain": 1 + 2}


@pytest.mark.parametrize(
    ("cubes", "rerolls"), [(5, 4), (4, 3), (3, 3), (2, 2), (1, 1)], ids=lambda value: str(value)
)
def test_the_lowest_space_without_a_cube_gives_the_rerolls(table, cubes, rerolls):
    table.state.cubes = cubes
    table.lose("bombardier")

    table.perform(bombing_run, script=[6, 6, 6, 6, 6])

    assert table.happened("bombing_run")[0]["rerolls"] == rerolls


def test_a_bombardier_who_is_not_lost_adds_a_reroll_even_exhausted(table):
    table.exhaust("bombardier")

    table.perform(bombing_run, script=[6, 6, 6, 6, 6])

    assert table.happened("bombing_run")[0]["rerolls"] == 5


def test_a_bomb_goes_to_the_hardest_target_that_it_meets(table):
    table.perform(
        bombing_run,
        script=[4, 4, 5, 1, 1, 6, 6],
        answers=["d4", "d5", "d4"],
    )

    assert table.state.bombs[:3] == [(4, 4), (5, 5), (4, 4)]


def test_bombs_that_meet_all_open_targets_are_locked_in_unasked(table):
    table.state.items = ["lucky_coin"]

    asked = table.perform(bombing_run, script=[6, 3, 5, 4, 3])

    assert asked == []
    assert table.state.bombs == [(5, 6), (4, 5), (4, 4), (3, 3), (3, 3)]
    assert table.outcome.kind == "major_victory"


def test_bombs_that_leave_a_target_open_are_locked_in_as_the_captain_likes(table):
    (asked,) = table.perform(bombing_run, script=[6, 3, 4, 4, 1, 6, 6, 6, 6, 6], answers=["roll"])

    assert asked.options == ["d3", "d4", "d6", "keep", "roll"]


def test_the_lucky_coin_can_turn_a_bomb_over_even_after_the_last_reroll(table):
    table.state.items = ["lucky_coin"]
    table.state.cubes = 1
    table.lose("bombardier")

    asked = table.perform(
        bombing_run, script=[1, 1, 1, 1, 1, 6, 6, 6, 6, 1], answers=["roll", "lucky_coin"]
    )

    assert len(asked) == 2
    assert table.outcome.kind == "major_victory"


def test_aces_turn_home_over_the_target_when_nothing_else_bars_it(table_for):
    table = table_for(mission="berlin_blitz")
    for stack in table.state.deck.values():
        stack.left = 0
    table.put("ace_6_high")

    asked = table.take_turn()
    table.perform(bombing_run, script=[6] * 5)

    assert asked == []
    assert table.happened("turned_away") == [{"enemy": "Enemy Ace (6 o'clock high)"}]
    assert table.outcome.kind == "major_victory"


def test_ordinary_enemies_must_be_shot_down_before_the_bombing_run(table):
    for stack in table.state.deck.values():
        stack.left = 0
    table.put("fighter_3_low")

    table.take_turn(1, answers=["rally"])
    assert table.state.display

    table.take_turn(5, answers=["pool_1", "d5 right_waist fighter_3_low"])

    assert table.state.display == []
    sighted = table.happened("target_in_sight")
    assert len(sighted) == 1
    assert all("_" not in enemy for enemy in sighted[0]["enemies"])


def test_each_choice_at_the_bombs_is_told_in_words(table):
    table.state.items = ["lucky_coin"]
    table.chance.script, table.chance.used = [6, 6, 6, 1, 1], 0

    decision = next(bombing_run(table.play))

    assert {option: decision.label_of(option) for option in ("d6", "keep", "roll")} == {
        "d6": "lock in a 6 on target 5",
        "keep": "keep some bombs as they lie and roll the others again",
        "roll": "roll all 5 bombs again",
    }
    assert decision.label_of("lucky_coin").startswith("use Lucky Coin: ")


def test_the_score_counts_cubes_and_bombs_and_names_the_rating(table):
    table.state.cubes = 3
    table.state.engines["engine_1"] = Damage.MAJOR

    table.perform(bombing_run, script=[6] * 5)

    assert table.happened("score") == [
        {"cubes": 3, "bombs": 5, "score": 8, "rating": "Honorable Showing"}
    ]


@pytest.mark.parametrize(
    ("score", "rating"),
    [
        (10, "Perfect Performance"),
        (9, "First Class Flight"),
        (8, "Honorable Showing"),
        (7, "Honorable Showing"),
        (5, "Valiant Effort"),
        (3, "Unremarkable Expedition"),
        (2, "Utter Disappointment"),
        (0, "Utter Disappointment"),
    ],
)
def test_each_score_has_its_rating(table, score, rating):
    assert table.play.data.rating_of(score) == rating


# ---------------------------------------------------------------- exact odds


@pytest.mark.parametrize(
    ("mission", "percents"),
    [
        ("milk_run", [78, 91, 97, 99]),
        ("nightwing", [66, 84, 93, 97]),
        ("hornets_nest", [52, 72, 84, 92]),
        ("sea_strike", [40, 60, 75, 85]),
        ("berlin_blitz", [24, 41, 56, 69]),
    ],
)
def test_the_chance_to_lock_all_five_with_2_to_5_rerolls(table_for, mission, percents):
    data = table_for().play.data
    targets = tuple(sorted(target.least for target in data.missions[mission].crosshair))

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
    table.state.open, table.state.rerolls = [3, 6], 1
    table.state.turn.dice = [1, 3]

    # Lock the 3 in and turn the 1 over to a 6: all bombs at once.
    assert odds_of(table.play, "lucky_coin") == {"all bombs on target": 1}


def test_the_decision_tells_the_chance_of_each_option_and_what_to_lock_in_next(table):
    asked = table.perform(
        bombing_run,
        script=[5, 4, 1, 1, 1, 6, 6, 6],
        answers=["d5", "d4"],
    )

    first = asked[0]
    assert first.options == ["d4", "d5", "keep", "roll"]
    # The table is read now as it stood then: fresh state, same dice.
    table.state.open, table.state.rerolls = [3, 3, 4, 4, 5], 5
    table.state.turn.dice = [5, 4, 1, 1, 1]
    odds = {option: first.odds(option) for option in first.options}
    assert odds["d5"] == {"all bombs on target": chance((3, 3, 4), 4), "then lock": "4"}
    assert odds["roll"] == {"all bombs on target": chance((3, 3, 4, 4, 5), 4)}
    assert odds["keep"] == {
        "all bombs on target": chance((3, 3, 4, 4, 5), 4, [4, 5]),
        "then keep": "4 5",
    }
    assert odds["d5"]["all bombs on target"] > odds["roll"]["all bombs on target"]


# ---------------------------------------------------------------- keeping bombs, and the coin


def test_bombs_that_are_kept_lie_as_they_are_while_the_others_are_rolled_again(table):
    table.state.items = ["lucky_coin"]

    asked = table.perform(
        bombing_run,
        script=[3, 1, 3, 1, 5, 4],
        answers=[
            "d5", "d3", "keep", [1, 2],
            "d4", "lucky_coin", 1,
        ],
    )  # fmt: skip

    assert (asked[3].least, asked[3].most) == (1, 2)
    assert table.happened("bombs_kept") == [{"bombs": [1, 3]}]
    assert table.state.bombs == [(5, 5), (3, 3), (4, 4), (4, 6), (3, 3)]


def test_without_a_bomb_to_lock_in_or_a_coin_all_bombs_are_rolled_again_unasked(table):
    asked = table.perform(bombing_run, script=[1] * 5 + [6] * 5)

    assert asked == []


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


def test_with_a_coin_it_is_better_to_keep_a_1_than_to_roll_it_again(table):
    # Targets 3, 4 and 6, bombs 1, 3 and 3, two re-rolls.
    table.state.items = ["lucky_coin"]
    table.state.open, table.state.rerolls = [3, 4, 6], 2
    table.state.turn.dice = [1, 3, 3]

    keep, roll = (odds_of(table.play, option) for option in ("keep", "roll"))

    assert keep == {"all bombs on target": Fraction(191, 243), "then keep": "1"}
    assert roll == {"all bombs on target": Fraction(35753, 46656)}
    assert rolled_by_every_choice((3, 4, 6), (1,), 1, True) == Fraction(191, 243)
    assert rolled_by_every_choice((3, 4, 6), (), 1, True) == Fraction(35753, 46656)
    assert (round(100 * 191 / 243, 2), round(100 * 35753 / 46656, 2)) == (78.60, 76.63)


def test_a_coin_in_hand_counts_in_the_chance_of_a_roll(table):
    table.state.open, table.state.rerolls = [3, 4, 6], 2
    table.state.turn.dice = [1, 3, 3]

    without = odds_of(table.play, "roll")
    table.state.items = ["lucky_coin"]
    with_coin = odds_of(table.play, "roll")

    assert without == {"all bombs on target": Fraction(3233, 7776)}
    assert rolled_by_every_choice((3, 4, 6), (), 1, False) == Fraction(3233, 7776)
    assert with_coin == {"all bombs on target": Fraction(35753, 46656)}
    assert (round(100 * 3233 / 7776, 1), round(100 * 35753 / 46656, 1)) == (41.6, 76.6)


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


def test_the_option_of_locking_in_tells_what_to_keep_for_the_coin(table):
    table.state.items = ["lucky_coin"]
    table.state.open, table.state.rerolls = [3, 4, 6], 2
    table.state.turn.dice = [1, 3, 3]

    told = odds_of(table.play, "d3")

    # The 1 will be a 6; the other bomb has two rolls for a 4.
    assert told == {
        "all bombs on target": Fraction(3, 4),
        "then lock": "nothing more",
        "then keep": "1",
    }
