"""Damage to the bomber, and the three ways to fail."""

import pytest

from packs.bomber_boys.rules.damage import hit_chosen_engine, roll_damage
from packs.bomber_boys.state import Damage

ENGINES = ("engine_1", "engine_2", "engine_3", "engine_4")


def hit(table, *faces):
    for face in faces:
        table.perform(roll_damage, script=[face])


def test_a_7_wounds_the_ball_turret_gunner(table):
    hit(table, 7)

    assert table.hurt == {"ball_turret": "minor"}
    assert table.state.cubes == 5


def test_a_12_turns_minor_into_major_damage_when_both_right_engines_are_damaged(table):
    table.state.engines |= {"engine_3": Damage.MINOR, "engine_4": Damage.MINOR}

    hit(table, 12)

    assert sorted(table.hurt.values()) == ["major", "minor"]
    assert table.state.cubes == 4


@pytest.mark.parametrize(
    ("face", "wing"), [(11, {"engine_1", "engine_2"}), (12, {"engine_3", "engine_4"})]
)
def test_two_hits_on_a_wing_damage_both_of_its_engines(table, face, wing):
    hit(table, face, face)

    assert table.hurt == dict.fromkeys(wing, "minor")


def test_a_sound_engine_beside_a_lost_one_is_hit_first(table):
    table.state.engines["engine_1"] = Damage.MAJOR

    hit(table, 11)

    assert table.hurt == {"engine_1": "major", "engine_2": "minor"}


def test_a_second_hit_on_a_man_eliminates_him_and_takes_a_cube(table):
    hit(table, 9, 9)

    assert table.hurt == {"right_waist": "major"}
    assert table.state.cubes == 4


def test_a_hit_on_a_lost_man_is_ignored(table):
    hit(table, 9, 9, 9)

    assert table.state.cubes == 4


def test_a_hit_on_a_wing_is_ignored_only_when_both_engines_are_lost(table):
    hit(table, *[12] * 4)
    assert table.state.cubes == 3

    hit(table, 12)

    assert table.state.cubes == 3


def test_every_face_of_the_damage_die_hits_one_place(table):
    hit(table, *range(1, 13))

    assert len(table.hurt) == 12
    assert set(table.hurt.values()) == {"minor"}


def test_the_bomber_is_destroyed_when_the_fifth_cube_goes(table):
    hit(table, *[face for face in (1, 2, 5, 6) for _ in range(2)])
    assert table.outcome is None

    hit(table, 7, 7)

    assert table.outcome.kind == "destroyed"
    assert table.outcome.winner is None
    assert table.outcome.scores == {"captain": 0}


def test_the_mission_is_aborted_when_pilot_and_co_pilot_are_lost(table):
    hit(table, 3, 3, 4)
    assert table.outcome is None

    hit(table, 4)

    assert table.outcome.kind == "aborted"
    assert table.outcome.scores == {"captain": 3}


def test_the_bomber_crashes_when_all_four_engines_are_lost(table):
    for engine in ENGINES[:3]:
        table.state.engines[engine] = Damage.MAJOR
    table.state.cubes = 2

    table.perform(hit_chosen_engine)
    assert table.outcome is None
    table.perform(hit_chosen_engine)

    assert table.outcome.kind == "crashed"
    assert table.outcome.scores == {"captain": 1}
