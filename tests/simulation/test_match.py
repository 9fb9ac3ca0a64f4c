"""Two bots against each other, and one batch with several settings."""

from functools import cache
from math import inf

import attrs
import pytest

from tabletop_core import EVERYONE, Step, load_pack
from tabletop_core.errors import PackError
from tabletop_core.simulation.batches import MOST_DECISIONS, run_games
from tabletop_core.simulation.matches import MatchReport, elo, run_match
from tabletop_core.simulation.sweeps import chi_square_tail, read_sweep, run_sweep
from tests.simulation.conftest import GAMES, always


def report(wins, draws, losses):
    how = {"pack": "p", "title": "P", "bots": ("a", "b"), "seed": 1, "orders": {}, "seconds": 1.0}
    counts = {"wins": wins, "draws": draws, "losses": losses}
    return MatchReport(**how, **counts, games=wins + draws + losses)


# ---------------------------------------------------------------- matches


@pytest.mark.parametrize(("share", "points"), [(0.5, 0), (0.75, 190.85), (0.1, -381.7)])
def test_elo_is_the_logistic_difference_of_a_share(share, points):
    assert elo(share) == pytest.approx(points, abs=0.01)


def test_a_draw_is_half_a_point():
    assert report(1, 2, 1).share == 0.5
    assert report(1, 2, 1).elo[0] == 0


def test_the_interval_of_the_difference_holds_it_and_narrows_with_more_games():
    few, many = report(6, 0, 4).elo, report(600, 0, 400).elo

    assert few[1] < few[0] < few[2]
    assert few[2] - few[1] > many[2] - many[1]


def test_a_match_without_a_loss_has_no_bound_above():
    difference, low, high = report(10, 0, 0).elo

    assert (difference, high) == (inf, inf)
    assert 150 < low < 200
    assert report(10, 0, 0).to_json()["elo"] == {"difference": None, "low": 166.2, "high": None}


def test_both_orders_of_seats_are_played_with_the_same_dice(pig):
    report = run_match(pig, "random", "random", 40, seed=3)
    west, east = report.orders.values()

    assert list(report.orders) == ["random as north", "random as south"]
    # The same bot on both sides: what it wins in one seat it loses in the other.
    assert west == east[::-1]
    assert report.share == 0.5


def test_games_at_the_limit_of_decisions_are_stopped_and_drawn(pig):
    report = run_match(pig, "random", "random", 6, seed=3, most_decisions=10)

    assert (report.unfinished, report.draws, report.results) == (6, 6, 6)
    assert report.to_json()["unfinished"] == 6


def circles(play):
    while True:
        yield play.ask("Left or right?", ["left", "right"])


@pytest.mark.parametrize("bot", ["lost", "random"])
def test_bots_that_go_in_circles_are_stopped(voyage_with, bot):
    wander = Step("Wander", circles, may_end=True)
    game = voyage_with(bots={"lost": always("left")}, sequence=wander)
    report = run_games(game, 1, players=dict.fromkeys(game.seats, bot), seed=1)

    assert report.outcomes == {("unfinished", None): 1}
    assert report.decisions.counts == {MOST_DECISIONS: 1}


def test_a_search_beats_random_answers(tic_tac_toe):
    report = run_match(tic_tac_toe, "mcts:n=60", "random", 8, seed=1)

    assert report.wins + report.draws == 8
    assert report.wins >= 6


@pytest.mark.gate
def test_a_tree_beats_flat_playouts_where_replies_matter():
    connect_four = load_pack("connect_four", [GAMES])
    report = run_match(connect_four, "mcts:n=100", "flat:n=100", 16, seed=1)

    assert report.wins >= 11


def bet(play):
    """Bet on a high die, alone: what is bet is won or lost."""
    stake = yield play.ask("How much?", range(3))
    won = play.die(6, "to win") >= 4
    play.end("over", scores={play.seat: stake if won else -stake})


def test_alone_the_better_result_with_the_same_dice_wins(voyage_with):
    bots = {"bold": always(2), "shy": always(0)}
    game = voyage_with(bots=bots, sequence=Step("Bet", bet, may_end=True))
    bold, shy = (run_match(game, *bots, 40, seed=5) for bots in (("bold", "shy"), ("shy", "bold")))

    assert (bold.games, bold.results, bold.draws) == (40, 20, 0)
    assert 0 < bold.wins < 20
    assert (bold.wins, bold.losses) == (shy.losses, shy.wins)


def row(play):
    """Row together: both must pull, and then a die decides."""
    pulls = 0
    for seat in play.seats:
        pulls += yield play.ask("Pull?", range(2), seat=seat)
    home = play.die(6, "to come home") <= 3 * pulls
    play.end("came_home" if home else "adrift", winner=EVERYONE if home else None)


@pytest.fixture
def boat(voyage_with):
    return voyage_with(
        seats=("ann", "bob"),
        cooperative=True,
        bots={"strong": always(1), "lazy": always(0)},
        sequence=Step("Row", row, may_end=True),
    )


def test_together_each_bot_has_all_seats_and_the_better_result_wins(boat):
    match = run_match(boat, "strong", "lazy", 20, seed=5)

    assert (match.wins, match.draws, match.losses) == (10, 0, 0)
    assert list(match.orders) == ["each alone"]


def test_a_batch_counts_the_games_that_all_seats_won_together(boat):
    report = run_games(boat, 60, 5)

    won = report.wins["everyone"]
    assert 0 < won < 60
    assert report.wins == {"everyone": won}
    assert {one["outcome"]: one["count"] for one in report.outcome_shares()} == {
        "came home": won,
        "adrift": 60 - won,
    }


@pytest.mark.parametrize(
    ("bots", "games", "message"),
    [
        (("random", "greedy"), 0, "is not fair to both; give an even number"),
        (("random", "greedy"), 7, "is not fair to both; give an even number"),
        (("random", "genius"), 2, "'genius' is not a bot of pig"),
    ],
)
def test_an_unfair_number_of_games_and_an_unknown_bot_are_refused(pig, bots, games, message):
    with pytest.raises(PackError, match=message):
        run_match(pig, *bots, games)


# ---------------------------------------------------------------- sweeps


def test_a_sweep_takes_all_values_or_those_named_in_every_combination(pig):
    goals = [(("goal", "50"),), (("goal", "100"),), (("goal", "200"),)]

    assert read_sweep(pig, ["goal=all"]) == goals
    assert len(read_sweep(pig, ["goal=50,100", "bots=greedy,random"])) == 4


def test_line_ups_of_bots_are_one_for_all_seats_or_one_for_each(pig):
    assert read_sweep(pig, ["bots=random,greedy"])[1] == (("bots", "greedy"),)
    assert read_sweep(pig, ["bots=random,greedy;greedy,random"])[0] == (("bots", "random,greedy"),)


@pytest.mark.parametrize("text", ["speed=3", "goal", "goal=60"])
def test_a_sweep_over_what_is_not_there_is_refused(pig, text):
    with pytest.raises(PackError, match=r"write NAME=all|option goal cannot be '60'"):
        read_sweep(pig, [text])


@pytest.fixture(scope="module")
def swept(pig):
    """Return what 60 games of each of some goals show; each goal is played once."""
    play = cache(lambda setting: run_games(pig, 60, seed=3, options=dict(setting)))
    return lambda *goals: run_sweep([(("goal", goal),) for goal in goals], play)


def test_settings_that_are_the_same_show_no_difference(swept):
    found = swept("50", "50")

    assert found.outcomes_differ() == (0.0, 1, 1.0)
    assert {one.p for one in found.compared()} == {1.0}
    assert {one.difference for one in found.compared()} == {0.0}


def test_settings_that_differ_are_told_with_an_interval_that_leaves_zero_out(swept):
    found = {one.what: one for one in swept("50", "200").compared()}

    assert found["score of north"].p < 1e-6
    assert found["score of north"].low > 0


def test_every_look_raises_the_chance_of_a_find_by_accident(swept):
    two, three = swept("50", "100").compared(), swept("50", "100", "200").compared()

    assert (len(two), len(three)) == (4, 8)
    assert three[0].p == pytest.approx(min(1.0, 2 * two[0].p)) or two[0].p == 1.0


@pytest.mark.parametrize(
    ("square", "freedom", "p"),
    [(3.841459, 1, 0.05), (5.991465, 2, 0.05), (18.307038, 10, 0.05), (0.5, 10, 0.999990)],
)
def test_the_tail_of_chi_square_agrees_with_the_printed_tables(square, freedom, p):
    assert chi_square_tail(square, freedom) == pytest.approx(p, abs=1e-5)


def test_an_interrupted_sweep_tells_what_there_is(pig):
    def play(setting):
        report = run_games(pig, 5, seed=3)
        return attrs.evolve(report, is_interrupted=True, games=5)

    found = run_sweep([(("goal", "50"),), (("goal", "100"),)], play)

    assert found.is_interrupted
    assert len(found.reports) == 1
