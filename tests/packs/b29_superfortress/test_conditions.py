"""When the modifiers of the charts apply: what each order, place, part and fighter brings."""

from operator import attrgetter

import pytest

from packs.b29_superfortress.questions.bomber import was_ordered_aboard
from packs.b29_superfortress.questions.conditions import CONDITIONS
from packs.b29_superfortress.rules.charts import STATES
from packs.b29_superfortress.rules.damage import wing_root_hit
from packs.b29_superfortress.rules.errands import is_man_wanted
from packs.b29_superfortress.rules.target import choose_altitude
from packs.b29_superfortress.rules.zones import lose_fuel

FIRST_TEN = {"missions_1_to_10", "missions_1_to_15", "missions_1_to_15_to_japan"}
TO_FIFTEEN = {"missions_1_to_15", "missions_1_to_15_to_japan", "iwo_jima_captured"}

BY_VALUE = {
    "mission.orders.city": {
        "Tokyo": {"over_tokyo", "missions_1_to_15_to_japan"},
        "Yokohama": {"over_yokohama", "missions_1_to_15_to_japan"},
        "Nagoya": {"over_nagoya", "missions_1_to_15_to_japan"},
        "Shimonoseki": {"over_shimonoseki", "missions_1_to_15_to_japan"},
        "Kobe": {"missions_1_to_15_to_japan"},
        "Iwo Jima": {"over_iwo_jima"},
    },
    "mission.orders.expected": {
        "none": {"expected_none"},
        "light": {"expected_light"},
        "moderate": set(),
        "heavy": {"expected_heavy"},
    },
    "mission.orders.position": {
        "lead": {"lead_bomber", "leading_urban"},
        "middle": {"middle_of_formation"},
        "tail": {"tail_bomber", "last_urban"},
    },
    "mission.orders.squadron": {
        "high": {"high_squadron"},
        "middle": set(),
        "low": {"low_squadron"},
    },
    "mission.orders.gunners_aboard": {"all": {"all_gunners_aboard"}, "tail": set(), "none": set()},
    "mission.orders.gunners_armed": {
        "all": {"all_armed"},
        "none": set(),
        "tail": set(),
        "tail_and_lower_if_low": set(),
    },
    "mission.orders.escort": {
        "": set(),
        "f6f": {"escort_f6f"},
        "p38": {"escort_p38"},
        "p51": {"escort_p51"},
    },
    "mission.number": {
        1: FIRST_TEN,
        10: FIRST_TEN,
        11: {*TO_FIFTEEN, "far_missions_11_to_25"},
        15: {*TO_FIFTEEN, "far_missions_11_to_25"},
        16: {"iwo_jima_captured", "far_missions_11_to_25"},
        25: {"iwo_jima_captured", "far_missions_11_to_25"},
        26: {"iwo_jima_captured", "far_missions_26_to_35"},
        35: {"iwo_jima_captured", "far_missions_26_to_35"},
    },
    "mission.flight.zone": {
        1: {"zone_1", "near_missions_11_to_25"},
        2: {"zone_2", "near_missions_11_to_25"},
        5: {"near_missions_11_to_25"},
        6: {"zone_6_friendly", "near_missions_11_to_25"},
        7: {"near_missions_11_to_25"},
        8: set(),
        9: {"zones_9_to_14"},
        14: {"zones_9_to_14"},
    },
    "mission.flight.altitude": {
        "hi": {"high_altitude", "high_on_course"},
        "med": set(),
        "lo": {"low_altitude", "low_by_day"},
    },
    "mission.flight.leg": {"out": set(), "back": {"inbound"}},
    "mission.flight.weather": {
        "good": {"weather_good", "day_and_good"},
        "poor": {"weather_poor"},
        "bad": {"weather_bad"},
    },
    "mission.flight.weather_before": {
        "": set(),
        "good": set(),
        "poor": {"after_poor"},
        "bad": {"after_bad"},
    },
    "mission.flight.frosted": {0: set(), 1: {"windows_frosted"}, 2: {"windows_frosted"}},
    "mission.flight.sea_below": {"water": {"over_water"}, "land": set(), "both": set()},
    "mission.flight.zone_modifier": {-1: {"gazetteer"}, 0: set(), 1: {"gazetteer"}},
    "mission.combat.resistance": {
        "none": set(),
        "light": {"resistance_light"},
        "moderate": {"resistance_moderate"},
        "heavy": {"resistance_heavy"},
    },
    "mission.bomb_run.turns_over_target": {
        0: set(),
        1: set(),
        2: {"additional_flak"},
        3: {"additional_flak"},
    },
    "mission.bomb_run.visibility": {
        "": set(),
        "target_clear": {"target_clear"},
        "target_mostly_obscured": {"target_mostly_obscured"},
        "target_obscured": {"target_obscured"},
    },
    "mission.coming_down.sea": {"": set(), "calm": {"sea_state"}, "rough": {"sea_state"}},
    "subject.gun": {
        "": set(),
        "tail_cannon": {"tail_cannon"},
        "tail_turret": set(),
        "forward_upper": {"forward_upper_turret"},
        "forward_lower": set(),
    },
    "plane.nose_gear": {
        "ok": set(),
        "damaged": {"nose_gear_damaged"},
        "destroyed": {"gear_up"},
        "destroyed_down": {"nose_gear_wont_hold"},
        "stuck_up": {"gear_up"},
        "wont_hold": {"nose_gear_wont_hold"},
    },
}


@pytest.mark.parametrize("name", BY_VALUE)
def test_a_value_brings_the_modifiers_of_its_own_and_no_other(new_bomber, name):
    of_all = set().union(*BY_VALUE[name].values())
    owner, _, attribute = name.rpartition(".")
    found = {}
    for value in BY_VALUE[name]:
        bomber = new_bomber()
        setattr(attrgetter(owner)(bomber.state), attribute, value)
        found[value] = {one for one in of_all if CONDITIONS[one](bomber.play)}

    assert found == BY_VALUE[name]


@pytest.mark.parametrize(
    ("how", "holds"),
    [
        ({"type": "zeke", "pilot": "green", "area": "12"}, {"green"}),
        ({"type": "zeke", "pilot": "ace", "area": "12"}, {"ace"}),
        ({"type": "george", "area": "3"}, {"george", "from_side", "from_right"}),
        ({"type": "nick", "area": "9"}, {"nick_or_irving", "from_side", "from_left"}),
        ({"type": "irving", "area": "6"}, {"nick_or_irving", "from_rear"}),
        ({"type": "tojo", "area": "1:30"}, {"from_right"}),
        ({"type": "tojo", "area": "10:30"}, {"from_left"}),
        ({"type": "tojo", "area": "dive"}, {"against_dive"}),
        ({"type": "tojo", "area": "climb"}, {"against_climb"}),
        ({"type": "tojo", "area": "12", "rams": True}, {"ramming"}),
        ({"type": "tojo", "area": "12", "damaged": 1}, {"damaged"}),
    ],
)
def test_a_fighter_brings_the_modifiers_of_its_pilot_type_and_area(bomber, how, holds):
    names = {
        *("green", "ace", "george", "nick_or_irving", "ramming", "damaged", "against_dive"),
        *("against_climb", "from_side", "from_rear", "from_right", "from_left"),
    }
    assert not {one for one in names if CONDITIONS[one](bomber.play)}

    bomber.fighter(**how)
    bomber.subject.fighter = 0

    assert {one for one in names if CONDITIONS[one](bomber.play)} == holds


@pytest.mark.parametrize(
    ("number", "holds"),
    [
        (1, set()),
        (10, set()),
        (11, {"after_mission_10"}),
        (14, {"after_mission_10"}),
        (15, {"after_mission_10", "from_mission_15"}),
        (16, {"after_mission_10", "from_mission_15"}),
    ],
)
def test_results_of_later_missions_come_in_these_alone(bomber, number, holds):
    bomber.mission.number = number

    names = ("after_mission_10", "from_mission_15")
    assert {name for name in names if STATES[name](bomber.state)} == holds


@pytest.mark.parametrize(
    ("engine", "wing"), [(1, "port"), (2, "port"), (3, "starboard"), (4, "starboard")]
)
def test_a_hit_beside_an_engine_is_on_the_root_of_its_own_wing(bomber, engine, wing):
    bomber.subject.engine = engine

    bomber.perform(wing_root_hit, "engine_side", 1)

    assert bomber.plane.wing_roots == {"port": 0, "starboard": 0} | {wing: 1}


@pytest.mark.parametrize(("number", "dice"), [(9, []), (10, []), (11, [1])])
def test_the_altitude_is_high_without_a_roll_on_the_first_ten_missions(bomber, number, dice):
    bomber.mission.number = number
    bomber.mission.orders.planned = ""

    bomber.perform(choose_altitude, dice=dice)

    assert bomber.mission.orders.planned in (("hi",) if not dice else ("lo", "med", "hi"))


@pytest.mark.parametrize(
    ("gunners", "at_home"),
    [
        ("all", set()),
        ("tail", {"cfc", "left_gunner", "right_gunner"}),
        ("none", {"cfc", "left_gunner", "right_gunner", "tail_gunner"}),
    ],
)
def test_only_gunners_are_left_at_home(bomber, gunners, at_home):
    bomber.mission.orders.gunners_aboard = gunners

    assert {
        post for post, man in bomber.crew.items() if not was_ordered_aboard(bomber.state, man)
    } == at_home


def test_no_more_fuel_is_lost_than_there_is(bomber):
    bomber.mission.flight.fuel = 1

    bomber.perform(lose_fuel, 3)

    assert bomber.mission.flight.fuel == 0


@pytest.mark.parametrize(("status", "wanted"), [("flying", True), ("ditched", False)])
def test_nobody_is_sent_about_a_plane_that_flies_no_more(bomber, status, wanted):
    bomber.plane.main_gear["port"] = "dropped"
    bomber.mission.flight.entered = True
    bomber.mission.status = status

    assert is_man_wanted(bomber.play) is wanted
