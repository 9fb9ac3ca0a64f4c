"""The chances that questions about men, fires, gear and bombs tell, against the rules' own code."""

from fractions import Fraction
from functools import partial

import pytest

from packs.b29_superfortress.rules import (
    bailout,
    bombing,
    bombs,
    commander,
    crewmen,
    damage,
    engines,
    errands,
    fire,
    landing,
    odds,
    weather,
)
from packs.b29_superfortress.state import CREW
from tabletop_core.bots import first_legal


def asked(bomber, procedure, *args):
    """The first question of a rule."""
    return next(procedure(bomber.play, *args))


def told(decision):
    return {option: dict(decision.odds(option)) for option in decision.options}


def fate_of(post):
    return lambda play, _: play.state.crew[post].fate


# ---------------------------------------------------------------- parachutes and the sea


def test_each_man_who_may_jump_before_a_dive_tells_his_own_fate(new_bomber):
    bomber = new_bomber(20).put("Tokyo", 1, "lo")
    bomber.crew["tail_gunner"].light = 2

    decision = asked(bomber, bailout.jump_first)

    # As in the test of everybody's jump: 1 in 36 is killed, a 1 in a rough sea dies; two light
    # wounds make the awkward exit come on a 2, too.
    rough = Fraction(2, 6) * Fraction(1, 6)
    for post, killed in (("radio_operator", Fraction(1, 36)), ("tail_gunner", Fraction(2, 36))):
        assert decision.odds(post) == {
            "a man is saved": (1 - killed) * (1 - rough),
            "a man dies at sea or in captivity": (1 - killed) * rough,
            "a man is killed": killed,
        }
    assert all(man.aboard for man in bomber.crew.values())


def test_water_or_land_tells_the_sea_and_captivity(new_bomber):
    bomber = new_bomber(12).put("Tokyo", 11, "lo")
    men = [bomber.crew["radio_operator"]]
    places = ("water", "japan")

    decision = asked(bomber, bailout.come_to_earth, men, True)

    assert tuple(sorted(decision.options, reverse=True)) == places
    for place in places:
        exact = bomber.play.odds(
            lambda play, place=place: bailout.reaches(play, "radio_operator", place),
            read=fate_of("radio_operator"),
        )
        found = decision.odds(place)
        assert found["a man is taken prisoner and lives"] == exact["captured"]
        assert found["a man dies at sea or in captivity"] == exact["died"]
    assert decision.odds("japan")["a man dies at sea or in captivity"] == Fraction(1, 2)
    assert "a man is saved" in decision.odds("water")


def test_friendly_land_is_told_to_save_a_man_for_certain(new_bomber):
    bomber = new_bomber(20).put("Tokyo", 6, "lo")

    decision = asked(bomber, bailout.come_to_earth, [bomber.crew["pilot"]], True)

    assert decision.odds("iwo_jima") == {"a man is saved": 1}


def test_who_gets_a_raft_tells_what_it_is_worth_to_each(new_bomber):
    bomber = new_bomber(20).put("Tokyo", 3, "lo")
    bomber.plane.rafts_hit.add("forward")
    bomber.crew["pilot"].serious = 1
    bomber.mission.flight.weather = "poor"

    decision = asked(bomber, bailout.allot_rafts)

    # 4 or more saves: 3 with a raft, one more for the seriously wounded.
    in_raft = {post: decision.odds(post)["a man is saved"] for post in ("pilot", "bombardier")}
    assert in_raft == {"pilot": Fraction(3, 6), "bombardier": Fraction(4, 6)}
    assert decision.label_of("pilot") == "pilot, survives without a raft: 33.3%"
    assert decision.label_of("bombardier") == "bombardier, survives without a raft: 50.0%"
    assert not bomber.mission.coming_down.rafts


def test_the_landing_of_the_pilot_alone_tells_plane_and_parachutes(new_bomber):
    bomber = new_bomber(20).put("Tokyo", 1, "lo")
    bomber.mission.flight.leg, bomber.mission.flight.zone = "back", 0
    bomber.mission.decided.add("ready to land")
    landed = odds.odds_of(bomber.play, "land base")
    killed = Fraction(1, 36)

    found = odds.odds_of(bomber.play, "land_alone")

    assert sum(found.values()) == 1
    assert set(found) == {f"{words}; a man who jumps is {end}" for words in landed for end in ENDS}
    for words, chance in landed.items():
        assert found[f"{words}; a man who jumps is killed"] == chance * killed


ENDS = ("saved", "killed")


# ---------------------------------------------------------------- men sent and carried


@pytest.mark.parametrize(
    ("task", "chart", "best"),
    [
        ("doors aft", "7-3.e.motor", ("moved", Fraction(1, 2))),
        ("main gear", "7-5.o", ("raised", Fraction(1, 3))),
        ("aft lower turret", "5-7.a", ("fixed", Fraction(1, 3))),
    ],
)
def test_a_task_in_a_bay_or_in_utility_is_told_for_the_man_alone(bomber, task, chart, best):
    words, chance = best

    goes = errands.odds_of_task(bomber.play, task, goes=True)

    assert goes[words] == chance
    rolled = bomber.play.odds(bombs.resolve, chart, read=lambda _, labels: words in labels)
    assert rolled[True] == chance
    assert errands.odds_of_task(bomber.play, task, goes=False) == {}


def test_a_door_without_power_alone_moves_more_easily(bomber):
    bomber.plane.out.add("door_controls")

    goes = errands.odds_of_task(bomber.play, "doors aft", goes=True)

    assert goes == {"moved": Fraction(5, 6), "motor burnt": Fraction(1, 6)}


def test_bombs_that_hang_tell_what_a_man_in_the_bay_is_worth(bomber):
    bomber.mission.bomb_run.run_done = True

    decision = asked(bomber, errands.send_men)

    assert decision.odds("flight_engineer")["jettisoned"] == Fraction(3, 6)
    assert decision.odds("nobody")["jettisoned"] == Fraction(2, 6)
    assert not bomber.subject.man_in_bay


@pytest.mark.parametrize("choking", [False, True])
def test_carrying_a_man_tells_what_thin_air_and_cold_would_do_to_him(bomber, choking):
    bomber.put("Tokyo", 8, "hi")
    bomber.plane.compromised.add("tail")
    hurt = bomber.crew["tail_gunner"]
    hurt.serious, hurt.oxygen_out = 1, choking
    bomber.crew["left_gunner"].section = "tail"
    state = bomber.state
    mine = crewmen.odds_of_air(bomber.play, "tail_gunner", "")

    away = crewmen.odds_of_air(bomber.play, "tail_gunner", "waist")

    assert away == {"no further harm": 1}
    assert sum(mine.values()) == 1
    assert mine.get("no further harm", 0) < 1
    assert (mine.get("he dies", 0) > Fraction(1, 3)) == choking
    assert state.crew["tail_gunner"].section == "tail"


# ---------------------------------------------------------------- fire, doors, engines


def test_the_way_to_a_fire_tells_whether_the_bottles_put_it_out(bomber):
    bomber.put("Tokyo", 8, "hi")
    bomber.plane.extinguishers = {"waist", "tail"}

    decision = asked(bomber, fire.clear_the_way, "utility")

    # Two bottles; each fails on 10 or more, at -1 in a plane let down at altitude on 11 or more.
    fails = {"let_out": Fraction(3, 36), "go_low": Fraction(6, 36)}
    for option, one in fails.items():
        assert decision.odds(option) == {
            "the fire goes out": 1 - one**2,
            "all must jump": one**2,
        }


def test_doors_without_power_tell_what_falls_and_whether_the_generator_opens_them(bomber):
    bomber.plane.bays["aft"].doors = "jammed_shut"

    decision = asked(bomber, bombs.door_controls_out)

    opened = bomber.play.odds(bombs.resolve, "7-3.e.pilot", read=lambda _, said: "opened" in said)
    assert decision.odds("salvo") == {
        "all bombs fall": opened[True],
        "the aft bay keeps its bombs": opened[False],
    }
    assert decision.odds("generator") == {
        "the doors of a bay open": Fraction(5, 6),
        "they stay shut this turn": Fraction(1, 6),
    }
    assert decision.odds("hold") == {}
    assert all(bay.bombs for bay in bomber.plane.bays.values())


def test_lightening_tells_the_fuel_of_each_way(bomber):
    bomber.put("Tokyo", 9)
    bomber.plane.engines[1].running = False
    bomber.plane.engines[1].prop = "feathered"
    bomber.mission.flight.fuel = 12

    decision = asked(bomber, commander.lighten)

    found = told(decision)
    dry = {option: one.get("the tanks run dry on the way", 0) for option, one in found.items()}
    assert dry["keep"] > dry["jettison"] > dry["abort"]
    assert all(sum(one.values()) == 1 for one in found.values())
    assert not bomber.mission.bomb_run.run_done


def test_frosted_windows_tell_the_fuel_of_turning_back(bomber):
    bomber.put("Tokyo", 8, "hi")
    bomber.mission.flight.fuel = 0

    decision = asked(bomber, weather.face_frost)

    assert decision.odds("abort")["the tanks run dry on the way"] > Fraction(9, 10)


# ---------------------------------------------------------------- the generator


def powerless(bomber, *items):
    bomber.plane.on_generator |= set(items)
    bomber.plane.out |= set(items)
    bomber.mission.flight.altitude = "lo"
    return bomber


def test_the_generator_tells_the_release_with_the_automatic_pilot_and_without(new_bomber):
    bomber = powerless(new_bomber(12).put("Tokyo", 12, "lo"), "autopilot")
    bomber.mission.orders.kind = "airfield"

    decision = asked(bomber, bombing.hand_over)

    found = told(decision)
    assert found["autopilot"] == bombing.odds_of_release(bomber.play)
    assert all(sum(one.values()) == 1 for one in found.values())
    assert found["autopilot"] != found["nothing"]


def test_the_generator_tells_the_zones_left_with_the_automatic_pilot_and_without(bomber):
    powerless(bomber, "autopilot")
    bomber.plane.out.add("controls_pilot")

    decision = asked(bomber, damage.controls_out, "copilot")

    for item, column in (("autopilot", "autopilot"), ("nothing", "no_autopilot")):
        table = bomber.play.data.tables["7-9.a"].odds(column=column)
        assert sum(decision.odds(item).values()) == 1
        assert max(decision.odds(item).values()) == max(table.p(zones) for zones in table)
    assert decision.odds("autopilot") != decision.odds("nothing")


def test_the_generator_tells_the_ditching_with_the_radio_and_without(new_bomber):
    bomber = powerless(new_bomber(20).put("Tokyo", 3, "lo"), "radio")
    bombs.drop_all(bomber.play)

    decision = asked(bomber, landing.let_down)

    ditched = odds.odds_of(bomber.play, "ditch")
    assert decision.odds("radio") == ditched
    saved = "down well: a man is saved"
    assert decision.odds("nothing")[saved] < ditched[saved]


def test_the_generator_tells_the_jump_of_the_last_man(bomber):
    powerless(bomber, "autopilot")

    decision = asked(bomber, bailout.get_ready)

    # With the automatic pilot he jumps by 8-4, without it by 8-5, which kills on 1 to 5.
    killed = {item: decision.odds(item)["a man is killed"] for item in ("autopilot", "nothing")}
    assert killed == {"autopilot": Fraction(1, 36), "nothing": Fraction(5, 6)}


def test_the_generator_tells_the_landing_with_brakes_and_with_the_nose_gear(new_bomber):
    bomber = powerless(
        new_bomber(20).put("Tokyo", 1, "lo"), "brakes", "nose_gear_by_hand_electrics"
    )
    bomber.mission.coming_down.ends_in = "base"
    bomber.mission.flight.fuel = 0

    decision = asked(bomber, landing.feed_for_landing)

    found = told(decision)
    assert all(sum(one.values()) == 1 for one in found.values())
    assert found["brakes"] == odds.odds_of(bomber.play, "land base")
    sound = {item: one["plane sound"] for item, one in found.items()}
    assert sound["nothing"] < min(sound["brakes"], sound["nose_gear_by_hand_electrics"])


def test_the_nose_gear_down_early_tells_the_landing_with_brakes_besides(new_bomber):
    bomber = powerless(
        new_bomber(20).put("Tokyo", 1, "lo"), "brakes", "nose_gear_by_hand_electrics"
    )
    bomber.mission.flight.leg, bomber.mission.flight.entered = "back", True
    bomber.mission.flight.fuel = 0

    decision = asked(bomber, commander.lower_nose_gear_early)

    sound = {option: decision.odds(option)["plane sound"] for option in ("later", "now")}
    assert sound["later"] < sound["now"]
    assert bomber.plane.nose_gear == "ok"


def test_every_man_of_the_crew_can_be_followed(new_bomber):
    bomber = new_bomber(20).put("Tokyo", 1, "lo")

    for post in CREW:
        alone = bailout.out_alone(post)
        found = bomber.play.odds(alone, read=fate_of(post), policy=lambda _, d: first_legal(d))
        assert sum(found.values()) == 1


def test_who_may_jump_before_a_dive_reads_what_it_may_bring_to_who_stays(new_bomber):
    bomber = new_bomber(20).put("Tokyo", 1, "med")
    bomber.play.state.subject.engine = 1

    dive = partial(engines.dive_on, wing_test="7-5.d.wing", dive="7-5.p.dive")
    decision = asked(bomber, dive)

    # No hit on its root: the wing holds. A 1 puts the fire out.
    assert decision.prompt.startswith("Who jumps before the dive? (who stays: ")
    assert "fire out, dives to LO, engine out 17 %" in decision.prompt
