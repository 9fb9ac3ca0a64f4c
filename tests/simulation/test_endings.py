"""Batches, matches and searches of games with several winners, with places and with teams."""

import csv
import io

import pytest

from tabletop_core import Step
from tabletop_core.bots.search.values import Values
from tabletop_core.cli.screen.sim_lines import report_lines
from tabletop_core.reports.pages import report_html
from tabletop_core.simulation.batches import run_games
from tabletop_core.simulation.matches import run_match
from tabletop_core.simulation.records import BatchFacts, Columns, open_records
from tabletop_core.text.style import Style
from tests.simulation.conftest import always

SEATS = ("ann", "bob", "cat")


def bid(play):
    """Each bids up to 2; places by bids, and equal bids share one."""
    bids = {}
    for seat in play.seats:
        bids[seat] = yield play.ask("Bid?", range(3), seat=seat)
    ranked = sorted(set(bids.values()), reverse=True)
    play.end(
        "sold",
        places=[[seat for seat in play.seats if bids[seat] == worth] for worth in ranked],
        scores=bids,
    )


@pytest.fixture
def auction(race_with):
    def make(**changes):
        how = {
            "seats": SEATS,
            "sequence": Step("Bid", bid, may_end=True),
            "bots": {"high": always(2), "middle": always(1), "low": always(0)},
            "evaluate": None,
        }
        return race_with(**(how | changes))

    return make


def played(game, *names, games=2):
    return run_games(game, games, 1, players=dict(zip(game.seats, names, strict=True)))


# ---------------------------------------------------------------- batches


def test_a_shared_victory_counts_for_each_who_shares_it(auction):
    report = played(auction(), "high", "low", "high")

    assert report.wins == {"ann": 2, "bob": 0, "cat": 2}
    assert [one["percent"] for one in report.win_shares()] == [100, 0, 100]
    assert [one["outcome"] for one in report.outcome_shares()] == ["sold: ann and cat"]


def test_a_batch_counts_who_came_in_which_place(auction):
    report = played(auction(), "low", "high", "middle")

    assert [(one["seat"], one["counts"]) for one in report.to_json()["places"]] == [
        ("ann", {"3": 2}),
        ("bob", {"1": 2}),
        ("cat", {"2": 2}),
    ]
    assert "  cat: mean 2 (2 times 2)" in list(report_lines(report, Style()))
    assert "Place of cat" in report_html(report)


def test_places_are_counted_the_same_by_any_number_of_chunks(auction):
    report = run_games(auction(), 40, 1)

    assert sum(report.places["ann"].counts.values()) == 40
    assert sum(report.wins.values()) >= 40


def test_the_places_of_two_are_not_counted_beside_their_wins(auction):
    report = played(auction(seats=("ann", "bob")), "high", "low")

    assert report.places == {}
    assert "places" not in report.to_json()


def test_the_wins_of_a_team_are_counted_once(auction):
    report = played(auction(teams=[("ann", "cat")]), "high", "low", "low")

    assert report.wins == {"ann and cat": 2, "bob": 0}
    assert report.win_shares()[0]["player"] == ""


def test_the_records_of_three_or_more_tell_the_place_of_each(auction, tmp_path):
    file = tmp_path / "games.csv"
    players = dict(zip(SEATS, ("middle", "high", "middle"), strict=True))
    facts = BatchFacts(pack="auction", version="1.0", players=players)
    with open_records(file, Columns(SEATS)) as write:
        run_games(auction(), 1, 1, players=players, on_record=lambda record: write(record, facts))
    (row,) = csv.DictReader(io.StringIO(file.read_text()))

    assert row["winner"] == "bob"
    assert [row[f"place {seat}"] for seat in SEATS] == ["2", "1", "2"]


# ---------------------------------------------------------------- matches


@pytest.mark.parametrize(
    ("seats", "teams", "bots", "counts"),
    [
        (("ann", "bob"), (), ("high", "high"), (0, 4, 0)),
        (SEATS, (), ("high", "low"), (4, 0, 0)),
        ((*SEATS, "dan"), [("ann", "bob"), ("cat", "dan")], ("high", "low"), (4, 0, 0)),
    ],
    ids=[
        "a first place that both bots share is a draw",
        "a victory that a bot shares with itself is a win",
        "the seats of a team have the same bot",
    ],
)
def test_in_a_match_places_are_wins_draws_and_losses(auction, seats, teams, bots, counts):
    match = run_match(auction(seats=seats, teams=teams), *bots, 4, seed=1)

    assert (match.wins, match.draws, match.losses) == counts
    if teams:
        assert list(match.orders) == ["high as ann and bob", "high as cat and dan"]


# ---------------------------------------------------------------- searches


@pytest.mark.parametrize(
    ("bids", "worth"),
    [((1, 2, 0), [0.5, 1, 0]), ((2, 2, 0), [0.75, 0.75, 0])],
    ids=["the second place lies between the first and the last", "a shared victory is worth less"],
)
def test_a_search_values_places(auction, bids, worth):
    match = auction().start()
    values = Values([match], None)
    for answer in bids:
        match.answer(answer)

    assert [values.of(match, seat) for seat in SEATS] == worth
