"""How a game ends: one winner, several, places, teams, nobody."""

import pytest

from tabletop_core import EVERYONE, Step
from tabletop_core.engine.outcome import Outcome
from tabletop_core.events import narrate

SEATS = ("ann", "bob", "cat", "dan")


@pytest.fixture
def ended(race_with):
    """Play a game of four that ends at once, with what `play.end` is given."""

    def play(teams=(), cooperative=False, seats=SEATS, **ending):
        def end(play):
            play.end("done", **ending)

        game = race_with(
            seats=seats,
            teams=teams,
            cooperative=cooperative,
            sequence=Step("End", end, may_end=True),
        )
        return game.start()

    return play


def names(places):
    return [" ".join(place) for place in places]


# ---------------------------------------------------------------- what a rule says


@pytest.mark.parametrize(
    ("ending", "places", "winner"),
    [
        ({}, [], None),
        ({"winner": None}, [], None),
        ({"winner": []}, [], None),
        ({"winner": "bob"}, ["bob", "ann cat dan"], "bob"),
        ({"winner": ["dan", "bob"]}, ["dan bob", "ann cat"], "dan and bob"),
        ({"winner": EVERYONE}, ["ann bob cat dan"], EVERYONE),
        ({"places": [["cat"], ["ann", "dan"]]}, ["cat", "ann dan", "bob"], "cat"),
        ({"places": [["cat"], ["cat", "ann"]]}, ["cat", "ann", "bob dan"], "cat"),
        ({"places": [[seat] for seat in SEATS]}, ["ann", "bob", "cat", "dan"], "ann"),
    ],
)
def test_who_is_not_named_shares_the_last_place(ended, ending, places, winner):
    outcome = ended(**ending).outcome

    assert names(outcome.places) == places
    assert outcome.winner == winner


def test_where_one_of_a_team_wins_the_team_does(ended):
    outcome = ended(teams=[["ann", "cat"], ["bob", "dan"]], winner="cat").outcome

    assert names(outcome.places) == ["ann cat", "bob dan"]
    assert outcome.winner == "ann and cat"
    assert [seat for seat in SEATS if outcome.has_won(seat)] == ["ann", "cat"]


def test_a_victory_of_all_has_the_name_of_one_where_there_is_but_one(ended):
    assert ended(cooperative=True, winner="dan").outcome.winner == EVERYONE
    assert ended(seats=("ann",), winner=EVERYONE).outcome.winner == "ann"


def test_of_several_on_one_place_the_next_is_counted_on():
    outcome = Outcome(kind="done", places=(("cat",), ("ann", "bob"), ("dan",)))

    assert [outcome.place_of(seat) for seat in SEATS] == [2, 2, 1, 4]
    assert Outcome(kind="draw").place_of("ann") is None


# ---------------------------------------------------------------- teams


@pytest.mark.parametrize(
    ("seats", "teams", "found"),
    [
        # Seats in no team play for themselves.
        (SEATS, [["ann", "dan"]], (("ann", "dan"), ("bob",), ("cat",))),
        # A team has those of its seats that are taken.
        (SEATS[:3], [["ann", "dan"], ["bob", "cat"]], (("ann",), ("bob", "cat"))),
        # Teams may depend on the options.
        (SEATS[:2], lambda options: [SEATS[: options["goal"] // 10]], (("ann", "bob"),)),
    ],
)
def test_each_seat_is_in_one_team(race_with, seats, teams, found):
    assert race_with(seats=seats, teams=teams).teams_for({"goal": 20}) == found


@pytest.mark.parametrize(
    ("how", "is_contest"),
    [
        ({}, True),
        ({"cooperative": True}, False),
        ({"seats": ("ann",)}, False),
        ({"teams": [SEATS]}, False),
        ({"teams": [SEATS[:2], SEATS[2:]]}, True),
    ],
)
def test_a_game_is_a_contest_where_there_are_several_teams(ended, how, is_contest):
    assert (len(ended(**how).teams) > 1) is is_contest


# ---------------------------------------------------------------- what it is worth


@pytest.mark.parametrize(
    ("how", "worth"),
    [
        ({"winner": "ann"}, [1, 1 / 3, 1 / 3, 1 / 3]),
        ({"winner": ["ann", "bob"]}, [5 / 6, 5 / 6, 1 / 6, 1 / 6]),
        ({"places": [["ann"], ["bob"], ["cat"], ["dan"]]}, [1, 2 / 3, 1 / 3, 0]),
        ({"winner": EVERYONE}, [0.5] * 4),
        ({}, [0.5] * 4),
        ({"winner": "ann", "teams": [["ann", "bob"], ["cat", "dan"]]}, [1, 1, 0, 0]),
        ({"winner": "dan", "teams": [["ann", "bob", "cat"]]}, [0, 0, 0, 1]),
        ({"winner": EVERYONE, "cooperative": True}, [1] * 4),
        ({"cooperative": True}, [0] * 4),
    ],
)
def test_an_ending_is_worth_the_part_of_the_others_that_came_behind(ended, how, worth):
    match = ended(**how)

    assert [match.outcome.worth(seat, match.teams) for seat in SEATS] == pytest.approx(worth)


# ---------------------------------------------------------------- what is told


@pytest.mark.parametrize(
    ("ending", "words"),
    [
        ({"winner": "bob"}, "The game is over (done, bob wins)"),
        ({"winner": ["ann", "bob"]}, "The game is over (done, ann and bob win)"),
        (
            {"places": [["cat"], ["ann", "dan"], ["bob"]]},
            "The game is over (done, cat wins; places: 1 cat, 2 ann and dan, 4 bob)",
        ),
        ({}, "The game is over (done)"),
    ],
)
def test_the_end_is_told_with_winners_and_places(ended, ending, words):
    assert narrate(ended(**ending).events[-1], {}) == words


def test_the_event_of_the_end_names_the_places_as_plain_lists(ended):
    facts = ended(winner=["ann", "bob"]).events[-1].facts

    assert facts["winner"] == "ann and bob"
    assert facts["places"] == [["ann", "bob"], ["cat", "dan"]]


@pytest.mark.parametrize("ending", [{}, {"winner": "ann"}, {"winner": EVERYONE}])
def test_where_the_winner_tells_the_places_the_event_does_not(ended, ending):
    assert "places" not in ended(**ending).events[-1].facts
