"""How a game begins and how it ended, in a few lines; what is in the box."""

from types import SimpleNamespace

import pytest

from tabletop_core import PackData, Setup
from tabletop_core.data.entries import PROVENANCES
from tabletop_core.engine.outcome import Outcome
from tabletop_core.presentation.games import (
    introduction,
    is_won_by,
    option_value,
    outcome_lines,
    saved_words,
    suggested_words,
)
from tabletop_core.presentation.player_aid import components, player_count, provenance_lines
from tabletop_core.saves.reader import read_save
from tabletop_core.saves.session import begin, new_session


def test_a_game_is_introduced_with_its_players_options_and_dice(race):
    session = new_session(race, seats="human,bot:random", seed=7)

    assert introduction(session, is_manual=False) == [
        "Race",
        "Players: north (human), south (random)",
        "Options: goal = 10",
        "Seed: 7",
    ]
    assert introduction(session, is_manual=True)[-1] == "Real dice and cards: you enter the results"


def test_where_a_game_suggests_other_options_than_its_defaults_it_says_how_to_play_it(race_with):
    long = race_with(setups=(Setup(id="long", title="A long race", options={"goal": 20}),))

    assert suggested_words(long, {"goal": 10}) == (
        "These are the defaults. Suggested for a first game: A long race (-o goal=20)"
    )
    assert suggested_words(long, {"goal": 20}) == ""
    assert suggested_words(race_with(), {"goal": 10}) == ""


def test_a_suggested_game_with_openings_is_begun_with_the_seed_of_one(race_with):
    long = Setup(id="long", title="A long race", options={"goal": 20}, openings=(7, 9))

    assert suggested_words(race_with(setups=(long,)), {"goal": 10}).endswith(
        "(-o goal=20 --seed 7)"
    )


def test_values_of_options_are_written_as_they_are_typed():
    assert [option_value(value) for value in (True, 3, "late")] == ["true", "3", "late"]


def test_a_draw_of_whoever_plays_alone_is_no_loss():
    match = ended("minimal_success", is_draw=True)

    assert is_won_by(match, ["me"]) is None
    assert outcome_lines(match, mine=["me"]) == ["Result: minimal success"]


def ended(kind, seats=("me",), **how):
    """Return a match that ended so."""
    return SimpleNamespace(outcome=Outcome(kind=kind, **how), teams=(seats,), seats=seats)


@pytest.mark.parametrize(
    ("kind", "is_won", "told"),
    [
        ("loss", False, "You lost"),
        ("victory", True, "You won"),
        ("sold_up", False, "You lost: sold up"),
        # What the other side did is not told as one's own.
        ("won", False, "You lost"),
        ("defeat", True, "You won"),
        ("major_victory", True, "You won: major victory"),
    ],
)
def test_a_kind_that_only_says_who_has_lost_is_not_told_beside_that(kind, is_won, told):
    match = ended(kind, places=(("me",),) if is_won else ())

    assert outcome_lines(match, mine=["me"]) == [told]


@pytest.mark.parametrize(
    ("scores", "told"),
    [({"me": 10}, "Points: 10"), ({"blue": 8, "yellow": 8}, "Points: blue 8, yellow 8")],
)
def test_points_name_no_seat_where_there_is_one_alone(scores, told):
    assert outcome_lines(ended("victory", tuple(scores), scores=scores))[-1] == told


@pytest.mark.parametrize(
    ("why", "scores", "is_told"),
    [
        ("5 campaign points", {"squadron": 5}, False),
        ("7 mission points", {"squadron": 7, "luftwaffe": -7}, False),
        ("1 point", {"squadron": 1}, False),
        ("5 campaign points", {"squadron": 6}, True),
        ("lost in mission 5", {"squadron": 5}, True),
        ("10 points are reached", {"north": 10, "south": 4}, True),
    ],
)
def test_points_that_the_reason_tells_are_not_told_again(why, scores, is_told):
    match = ended("home", tuple(scores), scores=scores, why=why)

    assert outcome_lines(match)[-1].startswith("Points: ") == is_told


def test_the_end_of_a_contest_is_told_with_winner_and_points(race):
    match = race.start(seed=1)
    while not match.is_over:
        match.answer("roll" if match.decision.seat == "north" else "hold")
        if match.events[-1].kind == "roll" and match.events[-1].facts["faces"] != [1]:
            match.answer("hold")

    assert outcome_lines(match)[0] == "Result: home; winner: north"
    assert outcome_lines(match)[1].startswith("Points: north 1")
    assert outcome_lines(match, mine=["north"])[0] == "You won: home"
    assert outcome_lines(match, mine=["south"])[0] == "You lost: home"
    assert outcome_lines(match, mine=["north", "south"])[0] == "Result: home; winner: north"


def test_a_saved_game_is_told_with_its_players_and_how_far_it_is(race, tmp_path):
    path = tmp_path / "race.toml"
    session = new_session(race, seats="human,bot:random", seed=7, save=path)
    begin(session)
    session.answer("hold")
    session.close()

    assert (
        saved_words(read_save(path)) == "race, runner south (north human, south random; 1 answer)"
    )


def test_pieces_are_told_by_the_files_they_stand_in_with_numbers_folded():
    data = PackData(
        names={"k1": "King", "c1": "Volley 1", "c2": "Volley 2", "c3": "Volley 3"},
        pieces={"Cards": ("c1", "c2", "c3")},
    )

    assert components(data) == ["Cards (3): Volley 1 to 3", "Other named pieces (1): King"]


def test_an_empty_box_and_values_from_nowhere_are_told_as_such():
    assert components(PackData()) == ["none besides the rules"]
    assert provenance_lines(PackData()) == ["This game has no data files."]


def test_every_word_for_the_origin_of_a_value_is_explained():
    lines = provenance_lines(PackData(provenance=dict.fromkeys(PROVENANCES, 1)))

    assert "  original: 1, by the author of this game" in lines
    assert not [line for line in lines if "kind unknown" in line]


def test_the_number_of_players_is_a_span():
    assert (player_count((1, 1)), player_count((2, 4))) == ("1", "2-4")
