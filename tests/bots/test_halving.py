"""Sequential halving: the same chance for all, the worse half dropped, few values prove little."""

from random import Random

import pytest

from tabletop_core.bots.search.halving import halve, is_better


def budget(playouts):
    return lambda done: playouts - done


def noisy(worth, luck=100.0):
    """Return how answers are played out whose luck differs far more than they do."""
    return lambda answer, number: worth[answer] + luck * Random(number).random()


@pytest.mark.parametrize("best", range(8))
def test_under_the_same_chance_the_best_answer_is_found_however_great_the_luck(best):
    worth = {answer: answer == best for answer in range(8)}
    values = halve(range(8), noisy(worth), budget(40), keep_first=False)
    assert max(values, key=lambda answer: sum(values[answer])) == best


def test_the_first_answer_is_kept_where_it_is_asked_for_and_meets_the_chance_of_the_last_other():
    worth = dict(enumerate([0, 1, 2, 5, 3, 4]))
    values = halve(range(6), noisy(worth), budget(40), keep_first=True)
    assert list(values) == [0, 3]
    assert [one - other for one, other in zip(values[3], values[0], strict=True)] == pytest.approx(
        [5] * len(values[0])
    )
    assert 0 not in halve(range(6), noisy(worth), budget(40), keep_first=False)


@pytest.mark.parametrize(("answers", "playouts"), [(2, 20), (8, 40), (12, 60), (12, 600)])
def test_each_halving_has_an_equal_part_of_the_playouts(answers, playouts):
    done = []

    def play(answer, number):
        done.append(answer)
        return -answer

    halve(range(answers), play, budget(playouts), keep_first=False)
    assert playouts <= len(done) < playouts + 2 * answers
    last = [done.count(answer) for answer in range(answers)]
    assert last == sorted(last, reverse=True)
    assert last[0] == last[1]


def test_an_answer_is_better_if_it_is_so_under_most_chances():
    luck = [100.0 * Random(number).random() for number in range(20)]
    assert is_better([one + 1 for one in luck], luck, 3)
    assert not is_better(luck, luck, 0)
    mixed = [one + (1 if number % 2 else -1) for number, one in enumerate(luck)]
    assert not is_better(mixed, luck, 0.5)


def test_one_difference_proves_nothing():
    assert not is_better([9.0], [1.0], 1)
    assert is_better([9.0] * 6, [1.0] * 6, 1)
