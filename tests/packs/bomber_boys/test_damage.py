"""Damage to the bomber, and the three ways to fail."""

MOMENTS = """
a 7 wounds the ball turret gunner
    damage 7
    -> hurt ball_turret minor
    -> cubes 5
a 12 turns minor into major damage when both right engines are damaged
    minor engine_3, engine_4
    damage 12
    -> hurt engine_3 major, engine_4 minor
    -> cubes 4
a sound engine beside a lost one is hit first
    major engine_1
    damage 11
    -> hurt engine_1 major, engine_2 minor
two hits on the left wing damage both of its engines
    damage 11 11
    -> hurt engine_1 minor, engine_2 minor
and two on the right wing its own
    damage 12 12
    -> hurt engine_3 minor, engine_4 minor
a second hit on a man eliminates him and takes a cube
    damage 9 9
    -> hurt right_waist major
    -> cubes 4
a hit on a lost man is ignored
    damage 9 9 9
    -> cubes 4
a hit on a wing is ignored only when both engines are lost
    damage 12 12 12 12
    -> cubes 3
    damage 12
    -> cubes 3
the bomber is destroyed when the fifth cube goes
    damage 1 1 2 2 5 5 6 6
    -> outcome nothing
    damage 7 7
    -> outcome destroyed None 0
the mission is aborted when pilot and co-pilot are lost
    damage 3 3 4
    -> outcome nothing
    damage 4
    -> outcome aborted None 3
the bomber crashes when all four engines are lost
    major engine_1, engine_2, engine_3
    cubes 2
    engine
    -> outcome nothing
    engine
    -> outcome crashed None 1
"""


def test_damage_is_done_as_told(follow, moment):
    follow(moment)


def test_every_face_of_the_damage_die_hits_one_place(table):
    table.follow("damage " + " ".join(map(str, range(1, 13))))

    assert len(table.hurt) == 12
    assert set(table.hurt.values()) == {"minor"}
