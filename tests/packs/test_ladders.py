"""What is played first has enough to decide, can be lost, and leads to other games."""

import re
from itertools import combinations

import pytest

from tabletop_core import ALL_SEEING
from tabletop_core.bots.seating import difficulties, play_bots, seat_bots
from tabletop_core.engine.tape import given_in
from tabletop_core.panels import Facts
from tabletop_core.plugins.packs import find_packs
from tabletop_core.presentation.games import bots_words, setup_of

GAMES = [pack.load() for pack in find_packs().packs]

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)

GOALS = {
    "bomber_boys": {"major_victory"},
    "wing_and_prayer": {"victory", "decisive_victory", "spectacular_victory"},
}
"""Results that count as won where a narrow victory does, too, in nearly every game."""

DULL = {"aborted", "scrubbed"}
"""Results with which no game ends whose beginning was picked."""

MAX_ANSWERS = 40


def followed(game, setup):
    """Return the setup and those that it leads to, in order."""
    by_id = {one.id: one for one in game.all_setups}
    rungs = [setup]
    while rungs[-1].next:
        rungs.append(by_id[rungs[-1].next])
        assert len(rungs) <= len(by_id), "the ladder goes round in a circle"
    return rungs


@every_game
def test_what_is_played_first_has_enough_to_decide_and_to_see_and_is_won_or_lost(game):
    measured = game.measured[game.all_setups[0].id]
    won = measured.won
    if game.id in GOALS:
        goals = sum(measured.results.get(kind, 0) for kind in GOALS[game.id])
        won = 100 * goals / measured.games

    assert measured.games >= 20
    assert measured.answers[0] >= 12
    assert measured.moments >= 2
    assert 45 <= won <= 75
    assert not (game.all_setups[0].openings and DULL & measured.results.keys())


@every_game
def test_every_setup_leads_up_a_ladder_and_what_is_played_first_to_most_of_it(game):
    ladder = followed(game, game.all_setups[0])

    assert len(ladder) >= min(4, len(game.all_setups))
    for setup in game.all_setups:
        assert followed(game, setup)[-1] == ladder[-1]


@every_game
def test_every_setup_is_known_by_its_options(game):
    for setup in game.all_setups:
        assert setup_of(game, setup.options) == setup


@every_game
def test_two_setups_are_never_the_same_game(game):
    ways = {
        setup.id: [way(game, setup, seed) for seed in setup.openings[:4] or range(4)]
        for setup in game.all_setups
    }

    assert [pair for pair in combinations(ways, 2) if ways[pair[0]] == ways[pair[1]]] == []


def way(game, setup, seed):
    """Return how a game begins and, if it is short, ends, with the same bot in all seats."""
    match = game.start(game.read_options(setup.options), seed=seed)
    bots = seat_bots(game, dict.fromkeys(match.seats, difficulties(game)["normal"]), seed)
    while match.decision is not None and match.decisions < MAX_ANSWERS:
        seat = match.decision.seats[0]
        match.answer(bots[seat].choose(match, match.decision), seat=seat)
    answers = [given_in(entry) for entry in match.tape.entries if given_in(entry)]
    return answers, match.outcome


@every_game
def test_how_bots_fare_is_told_from_one_file(game):
    setup = game.all_setups[0]
    match = game.start(setup.options, seed=1)
    play_bots(match, seat_bots(game, dict.fromkeys(match.seats, "random"), 1))
    told = re.match(r"Bots, in (\d+) games of this setup: (.*)", bots_words(match))

    measured = game.measured[setup.id]
    assert int(told[1]) == measured.games == sum(measured.results.values())
    assert sum(map(int, re.findall(r"(\d+) %", told[2]))) in range(98, 103)
    panels = (panel for panel in game.look.view(match.play, ALL_SEEING) if isinstance(panel, Facts))
    rows = [str(row) for panel in panels for row in panel.rows]
    assert [row for row in rows if re.search(r"\b[Bb]ots?\b", row)] == []
    assert "Bots" not in game.look.log_sheet(match.play, ALL_SEEING)
