"""What both sides see happen, and what the last page of a game says."""

import doctest
from fractions import Fraction

import pytest

from packs.bomber_run.game import GAME
from packs.bomber_run.rules.combat import attack_run
from packs.bomber_run.rules.ending import bombing_run
from packs.bomber_run.rules.movement import kamikaze_attack, retreat
from packs.bomber_run.shown import drama, names, story
from tabletop_core import ALL_SEEING
from tabletop_core.bots import seat_bots
from tabletop_core.bots.seating import play_bots
from tabletop_core.presentation.story import story_of
from tabletop_core.presentation.telling import MomentReader

CROWD = ("w1 F12 E", "w2 A1 E", "w3 A2 E", "WA A3 E", "e1 X1 W", "e2 X2 W", "e3 X3 W", "EA X4 W")


def moments(play):
    """Return the moments of a game so far."""
    reader = MomentReader(GAME, play.data.names, is_strict=True)
    return [moment for _, moment in reader.read(play.events) if moment is not None]


@pytest.fixture
def shoot_down(position):
    """Return a function by which w1 shoots down an enemy, and which returns its moment."""
    position.put_all(*CROWD, *(f"e{number} W{number} W" for number in range(4, 9)))

    def shot(enemy):
        position.roll(4, 1)
        position.perform(attack_run, "w1", enemy)
        return moments(position.play)[-1]

    return shot


def test_the_first_three_losses_stop_the_telling_and_the_fourth_is_news(shoot_down):
    assert [shoot_down(f"e{number}").stops for number in range(1, 5)] == [True] * 3 + [False]


def test_the_last_two_fighters_of_a_side_stop_it_and_so_does_a_bomber(shoot_down):
    stops = {name: shoot_down(name).stops for name in ("e1", "e2", "e3", "e4", "e5", "e6", "e7")}
    bomber = shoot_down("EA")

    assert [name for name in ("e4", "e5", "e6", "e7") if stops[name]] == ["e7"]
    assert (bomber.stops, bomber.always, bomber.key) == (True, True, "lost")
    assert bomber.means == "East has no bomber left, and must stop WA."
    assert (shoot_down("e8").key, bomber.tone) == ("last", "good west")


def test_a_shot_shows_the_dice_of_both_sides_with_its_exact_chance(shoot_down):
    moment = shoot_down("EA")

    assert (moment.source, moment.target, moment.falls) == ("w1", "EA", True)
    assert (moment.faces, moment.chance) == ((4, 1), Fraction(10, 24))


def test_a_ram_stops_it_and_only_what_was_hit_falls(position):
    position.put_all(*CROWD)
    position.roll(1, 3)
    position.perform(kamikaze_attack, "w1", "e1")

    (moment,) = moments(position.play)
    assert (moment.title, moment.stops, moment.falls) == ("w1 rams e1", True, False)
    assert moment.text.endswith("in w1 rams fighter e1: w1 alone goes down.")
    assert moment.chance == Fraction(3, 8)


def test_a_fighter_that_flies_off_is_news_and_a_bomber_a_stop(position):
    position.put_all(*CROWD)
    for name in ("w1", "WA"):
        position.perform(retreat, name, [])

    assert [moment.stops for moment in moments(position.play)] == [False, True]


@pytest.mark.parametrize(
    ("start", "square", "stops"), [("T12 E", "U12 E", [True]), ("V11 N", "V10 N", [])]
)
def test_a_bomber_stops_it_where_it_comes_next_to_the_base_not_where_it_leaves(
    position, start, square, stops
):
    position.put_all(*CROWD)
    position.put("WA", *start.split())
    position.flight("WA", 0, f"WA {square}")

    assert [moment.stops for moment in moments(position.play)] == stops


@pytest.mark.parametrize(("face", "title"), [(1, "The bombs miss"), (2, "East base destroyed")])
def test_bombs_stop_it_whether_they_hit_or_miss(position, face, title):
    position.put_all(*CROWD)
    position.put("WA", "V12", "E")
    position.roll(face)
    position.perform(bombing_run, "WA")

    (moment,) = moments(position.play)
    assert (moment.title, moment.always, moment.target) == (title, True, "V12")
    assert moment.chance == Fraction(1 if face == 1 else 3, 4)


def test_the_first_card_names_the_forces_and_both_ways_to_win():
    play = GAME.start({"formation": "expanded"}, seed=1).play

    card = GAME.look.drama.opening(play, ALL_SEEING, MomentReader(GAME, play.data.names).told)

    assert card.text == "8 fighters and 2 bombers take off on each side."
    assert not [*card.problems()]


@pytest.mark.parametrize(
    ("shot_down", "flown_off", "told"),
    [
        ((), (), "neither side lost an aircraft."),
        (("w1",), (), "west lost 1 aircraft and east none."),
        (("e1", "e2"), (), "west lost no aircraft and east 2."),
        ((), ("e1",), "neither side lost an aircraft; 1 of east flew off the board."),
        (
            ("e1",),
            ("w1", "w2", "e2"),
            "west lost no aircraft and east 1; 2 of west and 1 of east flew off the board.",
        ),
    ],
)
def test_losses_are_counted_in_grammatical_words(position, shot_down, flown_off, told):
    position.put_all(*CROWD)
    for name in shot_down:
        position.play.state.aircraft[name].at = None
    for name in flown_off:
        position.perform(retreat, name, ())

    assert story.losses_in_words(position.play, position.play.events).endswith(f" {told}")


def test_thirty_games_are_told_without_a_problem_and_to_the_end():
    for seed in range(30):
        formation = ("standard", "expanded")[seed % 2]
        match = GAME.start({"formation": formation}, seed=seed)
        play_bots(match, seat_bots(GAME, dict.fromkeys(match.seats, "random"), seed))
        told = moments(match.play)
        page = story_of(match, ALL_SEEING, "salt")

        assert [problem for moment in told for problem in moment.problems()] == []
        assert len(page.decisive) == 3
        assert f"In round {match.play.rounds} " in page.text


def test_every_moment_is_of_a_kind_that_the_rules_log():
    assert set(drama.MOMENTS) <= set(GAME.look.words)


@pytest.mark.parametrize("module", [drama, names])
def test_the_examples_are_true(module):
    result = doctest.testmod(module)

    assert result.attempted > 0
    assert result.failed == 0
