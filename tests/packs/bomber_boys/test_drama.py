"""What the captain sees happen, and what the last page of a mission says."""

import doctest
from fractions import Fraction

import pytest

from packs.bomber_boys.game import GAME, MISSIONS
from packs.bomber_boys.rules.abilities import Deed, call_escort, fire
from packs.bomber_boys.rules.bombing import bombing_run
from packs.bomber_boys.rules.damage import hit_chosen_engine, roll_damage
from packs.bomber_boys.shown import drama, names, story
from tabletop_core import ALL_SEEING
from tabletop_core.bots import seat_bots
from tabletop_core.bots.seating import play_bots
from tabletop_core.presentation.story import story_of
from tabletop_core.presentation.telling import MomentReader

DATA = GAME.data_with()


def reader():
    return MomentReader(GAME, DATA.names, is_strict=True)


def moments(play):
    """Return the moments of a mission so far."""
    return [moment for _, moment in reader().read(play.events) if moment is not None]


def last_page(table):
    return GAME.look.drama.story(table.play, table.play.events, reader().told)


@pytest.fixture
def shoot_down(table):
    """Return a function by which somebody shoots down an enemy, and which returns its moment."""

    def shot(man, card):
        enemy = table.put(card, damage=DATA.enemies[card].capacity.value - 1)
        table.state.turn.dice = [6]
        if man == "radio_operator":
            table.perform(call_escort, Deed("escort", man, on=enemy.name))
        else:
            table.perform(fire, Deed("gun", man, 6, enemy.name))
        return moments(table.play)[-1]

    return shot


def test_the_first_three_kills_of_the_gunners_stop_the_telling(shoot_down):
    fighters = ("fighter_6_high", "fighter_6_low", "fighter_9_low", "fighter_9_high")

    assert [shoot_down("tail_gunner", one).stops for one in fighters] == [True] * 3 + [False]


def test_a_kill_of_the_escort_is_news_and_that_of_a_jet_always_stops(shoot_down):
    by_escort = shoot_down("radio_operator", "fighter_6_high")

    assert (by_escort.title, by_escort.stops) == ("The escort gets a fighter", False)
    assert shoot_down("radio_operator", "jet").stops


def test_a_kill_names_the_gunner_and_flies_from_his_post_to_the_enemy(shoot_down):
    moment = shoot_down("left_waist", "fighter_9_low")

    assert moment.text.startswith("Sgt. ")
    assert moment.text.endswith(", left waist gunner, shoots down the fighter at 9 o'clock low.")
    assert (moment.source, moment.target, moment.falls) == ("left_waist", "fighter_9_low", True)


@pytest.mark.parametrize(
    ("card", "stops"), [("ace_12_high", [True]), ("fighter_12_high", [False]), ("guns_jammed", [])]
)
def test_an_ace_that_turns_up_stops_it_and_an_event_is_no_enemy(table, card, stops):
    table.perform(lambda play: play.pick([card], "bombing run deck"), script=[card])

    assert [moment.stops for moment in moments(table.play)] == stops


def test_a_man_hit_twice_is_lost_by_the_one_face_that_hits_him(table):
    table.follow("damage 2 2")

    wound, loss = moments(table.play)
    assert (wound.stops, loss.stops, loss.always) == (False, True, True)
    assert (loss.target, loss.faces, loss.chance) == ("navigator", (2,), Fraction(1, 12))


def test_an_engine_that_nobody_rolled_for_shows_no_dice(table):
    table.follow("minor engine_1", "damage 2")
    table.perform(hit_chosen_engine, answers=["engine_1"])

    loss = moments(table.play)[-1]
    assert (loss.title, loss.faces, loss.chance) == ("Engine 1 stops", (), None)


@pytest.mark.parametrize(
    ("before", "face", "means"),
    [
        ("cubes 5", 3, "Without the co-pilot too the bomber must turn back."),
        ("cubes 5", 1, "The bombs have one re-roll less over the target."),
        ("cubes 2", 3, "One more man or engine lost, and the bomber is destroyed."),
        ("major co_pilot", 3, ""),  # the mission is over
        ("cubes 5", 10, ""),
    ],
)
def test_a_loss_says_what_it_means_for_the_mission(table, before, face, means):
    table.follow("minor pilot, bombardier, tail_gunner", before)
    table.perform(roll_damage, script=[face])

    assert next(one for one in moments(table.play) if one.key == "killed").means == means


@pytest.mark.parametrize(("harm", "stops"), [("minor pilot", True), ("cubes 5", False)])
def test_a_flak_jacket_stops_it_where_it_saves_a_man(table, harm, stops):
    table.follow("items flak_jacket", harm)
    table.perform(roll_damage, script=[3], answers=["flak_jacket"])

    assert [moment.stops for moment in moments(table.play)] == [stops]


def test_first_aid_stops_it_where_it_reaches_the_man_who_is_hit(table):
    table.follow("items first_aid_kit", "minor pilot")
    table.perform(roll_damage, script=[3], answers=["first_aid_kit"])

    saved, wound = moments(table.play)
    assert (saved.title, saved.target, wound.stops) == ("Saved by first aid", "pilot", False)


def test_each_bomb_is_shown_on_its_own_target(table):
    table.perform(bombing_run, script=[6, 6, 6, 6, 6])

    bombs = [moment.target for moment in moments(table.play) if moment.effect == "bombs"]
    assert sorted(bombs) == [f"target_{number}" for number in range(1, 6)]


@pytest.mark.parametrize(
    ("harm", "face", "title", "ends"),
    [
        ("major co_pilot", 3, "Back to base", "the bomber turned back short of the target."),
        ("cubes 1", 3, "The bomber is destroyed", "the bomber broke up in midair."),
        (
            "major engine_1, engine_2, engine_3",
            12,
            "The bomber crashes",
            "the last engine stopped, and the bomber went down.",
        ),
    ],
)
def test_a_failed_mission_tells_why(table, harm, face, title, ends):
    table.follow("minor pilot, engine_4", harm)
    table.perform(roll_damage, script=[face])

    assert moments(table.play)[-1].title == title
    assert f"{ends} Score " in last_page(table).text


def test_thirty_missions_are_told_without_a_problem_and_to_the_end():
    for seed in range(30):
        mission = [*MISSIONS][seed % len(MISSIONS)]
        match = GAME.start({"mission": mission}, seed=seed, data=DATA)
        bot = "captain" if seed % 3 == 0 else "random"
        play_bots(match, seat_bots(GAME, {"captain": bot}, seed))
        told = [
            GAME.look.drama.opening(match.play, ALL_SEEING, reader().told),
            *moments(match.play),
        ]
        page = story_of(match, ALL_SEEING, "salt")

        assert [problem for moment in told for problem in moment.problems()] == []
        assert told[-1].key in ("won", "lost")
        assert told[-1] in page.decisive


def test_every_moment_is_of_a_kind_that_the_rules_log():
    assert set(drama.MOMENTS) <= set(GAME.look.words)


@pytest.mark.parametrize("module", [drama, names, story])
def test_the_examples_are_true(module):
    assert doctest.testmod(module).failed == 0
