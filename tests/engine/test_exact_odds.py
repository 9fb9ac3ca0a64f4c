"""The chance of each result of a rule: exact while it can be, and honest when it cannot."""

from fractions import Fraction

import pytest

from tabletop_core.chance import Scripted


def run_once(play):
    play.state.scores[play.seat] += play.die(6, "to run")


def total(play, returned):
    return play.state.scores[play.seat]


@pytest.fixture
def play(race):
    return race.start({"goal": 20}).play


def test_odds_of_one_procedure_are_exact_and_say_how_many_ways_there_were(play):
    odds = play.odds(run_once, read=total)

    assert odds == {face: Fraction(1, 6) for face in range(1, 7)}
    assert (odds.exact, odds.paths, str(odds)) == (True, 6, "exact, 6 ways")
    assert (odds.bounds(3), odds.bounds(7), odds.certain(7)) == ((1 / 6, 1 / 6), (0, 0), (0, 0))


def roll_much(play):
    return sum(play.die(6, "much") for _ in range(8))


def test_equal_states_between_procedures_are_walked_once(play):
    odds = play.odds([run_once] * 10, read=total)

    assert sum(odds.values()) == 1
    assert odds[10] == Fraction(1, 6**10)
    assert odds[35] == Fraction(4395456, 6**10)
    # 6 ways from each of the totals that can stand before a roll, instead of 6 ** 10.
    assert odds.paths == 6 * sum(5 * rolls + 1 for rolls in range(10))


def test_states_that_differ_are_kept_apart(play):
    def remember(play):
        face = play.die(6, "to remember")
        play.state.rolled.append(face)

    odds = play.odds([remember, remember], read=lambda play, _: tuple(play.state.rolled))

    assert len(odds) == 36


def test_a_procedure_that_ends_the_game_is_not_followed_by_the_next(play):
    def sink(play):
        if play.die(6, "to sink") == 1:
            play.end("sunk")

    def sail(play):
        return "afloat"

    assert play.odds([sink, sail]) == {"sunk": Fraction(1, 6), "afloat": Fraction(5, 6)}


def test_beyond_the_limit_the_answer_is_sampled_and_says_so(play):
    odds = play.odds(lambda play: roll_much(play) > 28, limit=500, samples=2_000)
    low, high = odds.bounds(True)

    assert not odds.exact
    assert odds.paths == 2_000
    assert sum(odds.values()) == 1
    assert low < (1 - 135954 / 6**8) / 2 < high
    assert odds.walked == Fraction(500, 6**8)
    assert str(odds) == (
        "sampled from 2,000 runs: there are too many ways to follow them all (0.0298 % of the "
        "probability was followed)"
    )


def test_the_ways_walked_before_the_limit_bound_a_chance_for_certain(play):
    def roll_high(play):
        return sum(play.die(6, "high") for _ in range(3)) > 10

    low, high = play.odds(roll_high, limit=100, samples=10).certain(True)

    assert low < Fraction(1, 2) < high
    assert high - low == Fraction(216 - 100, 216)
    assert play.odds(roll_high).certain(True) == (Fraction(1, 2), Fraction(1, 2))


def test_sampled_odds_are_the_same_when_asked_again(play):
    assert play.odds(roll_much, limit=9, samples=50) == play.odds(roll_much, limit=9, samples=50)


def test_progress_is_told_while_ways_are_walked(play):
    told = []
    play.odds(
        lambda play: play.roll("4d6").total,
        on_progress=lambda ways, walked: told.append((ways, walked)),
    )

    assert told == [(1000, Fraction(1000, 1296))]


def test_odds_leave_the_game_alone(race):
    match = race.start({"goal": 20}, source=Scripted([4]))
    before = dict(match.state.scores)
    match.play.odds([run_once, run_once])
    match.answer("roll")

    assert match.state.scores == before
    assert match.state.rolled == [4]
