"""12.0 Optional rules."""

import pytest

from packs.wing_and_prayer import sequence
from packs.wing_and_prayer.rules import (
    attacks_on_bombers,
    bombing_run,
    changing_crews,
    landing,
    mission_turn,
    post_mission,
    pre_mission,
    results,
    setup,
)
from packs.wing_and_prayer.state import Level

from .conftest import DATA, GAME, carry_out, interceptors, start, take_off

# ---------------------------------------------------------------------- 12.1


def test_a_b24_squadron_flies_b24s_in_place_of_b17s():
    play = start(squadron="b24")
    take_off(play, 9)

    assert {one.kind for one in play.state.bombers.values()} == {"b24g"}

    carry_out(play, results.destroy_bomber, "b24g-a")
    play.state.box = 20
    carry_out(play, post_mission.replace_bombers, dice=[6])
    assert "b24j-a" in play.state.bombers


# ---------------------------------------------------------------------- 12.2


def test_a_b17_with_a_green_crew_lands_hard_on_one_and_safely_on_two():
    play = start(landing=True)
    take_off(play, 9)

    carry_out(play, landing.land_bomber, "b17f-i", dice=[1])
    carry_out(play, landing.land_bomber, "b17f-h", dice=[2])

    assert play.state.bombers["b17f-i"].damaged
    assert not play.state.bombers["b17f-h"].damaged


def test_safe_landings_are_told_with_their_rolls():
    play = start(landing=True)
    take_off(play, 3, box="base")
    for name in ("b17f-a", "b17f-b", "b17f-c"):
        play.state.crews[play.state.bombers[name].crew].level = Level.GREEN

    carry_out(play, landing.landing_procedure, dice=[6, 1, 5])

    facts = play.events[-1].facts
    assert (facts["number"], list(facts["safe"])) == (3, ["B-17F A", "B-17F C"])
    assert [told.partition(",")[0] for told in facts["safe"].values()] == ["6", "5"]


@pytest.mark.parametrize(("die", "points"), [(3, -2), (4, -1)])
def test_a_damaged_bomber_can_crash_and_its_crew_may_survive(die, points):
    play = start(landing=True)
    take_off(play, 9)
    one = play.state.bombers["b17f-i"]
    one.damaged = True

    carry_out(play, landing.land_bomber, "b17f-i", dice=[1, die])

    assert "b17f-i" not in play.state.bombers
    assert (one.crew in play.state.crews) is (points == -1)
    (flyer,) = (line for line in play.state.mission.record.flyers if line.bomber == "b17f-i")
    assert flyer.status == ("crashed, crew survived" if points == -1 else "crashed, crew lost")
    assert play.state.mission.vp == points


def test_smooth_landing_makes_a_crash_safe():
    play = start(landing=True)
    take_off(play, 9)
    play.state.bombers["b17f-i"].damaged = True
    play.state.lady_luck = ["smooth_landing"]

    carry_out(play, landing.land_bomber, "b17f-i", dice=[1], answers=["smooth_landing"])

    assert "b17f-i" in play.state.bombers


# ---------------------------------------------------------------------- 12.3


@pytest.mark.parametrize(
    ("option", "dice", "wanted"), [("rolled", [2, 5], (2, 5)), ("veterans", [5], (0, 5))]
)
def test_starting_crews_can_be_rolled(option, dice, wanted):
    play = start(starting_crews=option)

    assert carry_out(play, setup.starting_crews, dice=dice) == wanted


# ---------------------------------------------------------------------- 12.4

FATES = [
    # box, die, rescued
    ("chan", 4, True),
    ("chan", 3, False),
    ("picardy", 5, True),
    ("picardy", 4, False),
    ("berlin", 6, True),
    ("berlin", 5, False),
    ("chan", 1, False),
]


@pytest.mark.parametrize(("box", "die", "rescued"), FATES)
def test_the_fate_of_a_crew_depends_on_where_it_came_down(box, die, rescued):
    play = start(crew_fate="on")
    take_off(play, 9, box=box)
    one = play.state.bombers["b17f-i"]

    carry_out(play, results.fail_to_return, "b17f-i", dice=[die])

    assert (one.crew in play.state.crews) is rescued
    assert play.state.mission.vp == (-1 if rescued else -2)


def test_a_rescued_crew_can_come_back_by_a_rolled_date():
    play = start(crew_fate="dated", mission=4)
    take_off(play, 9, box="chan")
    crew = play.state.bombers["b17f-i"].crew

    carry_out(play, results.fail_to_return, "b17f-i", dice=[6, 2])
    carry_out(play, changing_crews.recover_crews)
    assert play.state.rescued == {crew: 6}

    play.state.box = 6
    carry_out(play, pre_mission.adjust_mission_counter)
    assert play.state.rescued == {}
    assert not play.state.crews[crew].ready


# ---------------------------------------------------------------------- 12.5


def commanded():
    play = start(commander=True)
    mission = take_off(play, 9, box="rhine")
    play.state.commander = "brannigan"
    mission.commander = "b17f-i"
    mission.formation[0], mission.formation[8] = mission.formation[8], mission.formation[0]
    return play


def test_the_commander_adds_his_performance_to_the_lead_crew():
    play = commanded()
    play.state.mission.is_loose = True

    carry_out(play, mission_turn.tighten_up, dice=[3])

    assert DATA.aces["brannigan"].performance == 1
    assert not play.state.mission.is_loose


def test_losing_the_commander_costs_five_campaign_points():
    play = commanded()

    carry_out(play, results.destroy_bomber, "b17f-i")

    assert play.state.campaign_vp == -5
    assert play.state.commander == ""


@pytest.mark.parametrize(
    ("commander", "players", "is_asked"),
    [("brannigan", 1, True), ("colby", 1, True), ("colby", 2, True), ("", 1, False)],
)
def test_every_commander_may_be_sent_whatever_he_performs(commander, players, is_asked):
    play = start(commander=True, players=players)
    play.state.commander = commander

    assert pre_mission.is_commander_asked(play) is is_asked


def test_a_commander_who_stays_at_home_is_safe():
    play = commanded()
    play.state.mission.commander = ""

    carry_out(play, results.destroy_bomber, "b17f-i")

    assert play.state.campaign_vp == 0


def test_a_commander_whose_bomber_came_home_damaged_flies_again_once_he_has_recovered():
    play = commanded()
    play.state.bombers["b17f-i"].damaged = True

    carry_out(play, post_mission.clean_up_formation)
    assert not play.state.commander_ready
    take_off(play, 8)
    assert not sequence.commander_can_fly(play)

    carry_out(play, changing_crews.recover_crews, dice=[6, 2])
    assert not sequence.commander_can_fly(play)
    carry_out(play, changing_crews.recover_crews, dice=[3])
    assert sequence.commander_can_fly(play)


def test_a_commander_whose_bomber_came_home_whole_is_ready():
    play = commanded()

    carry_out(play, post_mission.clean_up_formation)

    assert play.state.commander_ready


def test_a_commander_whose_damaged_bomber_drops_out_and_gets_home_is_not_ready():
    play = commanded()
    play.state.bombers["b17f-i"].damaged = True

    carry_out(play, results.drop_out, "b17f-i", dice=[6])
    carry_out(play, post_mission.clean_up_formation)

    assert "b17f-i" in play.state.bombers
    assert not play.state.commander_ready
    assert play.state.mission.commander == ""


def test_a_rescued_commander_comes_back_with_his_crew():
    play = start(commander=True, crew_fate="dated", mission=4)
    mission = take_off(play, 9, box="chan")
    mission.commander = "b17f-i"
    state, crew = play.state, play.state.bombers["b17f-i"].crew

    carry_out(play, results.fail_to_return, "b17f-i", dice=[6, 2])
    assert state.rescued == {crew: 6, state.commander: 6}
    assert state.campaign_vp == 0

    carry_out(play, changing_crews.recover_crews)
    state.box = 6
    carry_out(play, pre_mission.adjust_mission_counter)
    take_off(play, 9)
    assert not sequence.commander_can_fly(play)

    carry_out(play, changing_crews.recover_crews, dice=[1, 3])
    assert sequence.commander_can_fly(play)


def test_a_commander_who_survives_a_crash_is_not_ready():
    play = start(commander=True, landing=True)
    take_off(play, 9).commander = "b17f-i"
    play.state.bombers["b17f-i"].damaged = True

    carry_out(play, landing.crash, "b17f-i", dice=[4])

    assert not play.state.commander_ready


# ---------------------------------------------------------------------- 12.6


def test_going_around_takes_the_flak_twice_more_and_rolls_the_clouds():
    play = start(go_around=True)
    mission = take_off(play, 9)
    mission.cloud = "heavy"
    assert bombing_run.may_go_around(play)
    dice = DATA.tables["combat"].result(18, 9) * 9

    carry_out(play, bombing_run.go_around, dice=[1] * dice * 2 + [1, 1], answers=["again"])

    assert mission.cloud == "clear"


def test_nobody_goes_around_under_light_clouds():
    play = start(go_around=True)
    take_off(play, 9).cloud = "light"

    assert not bombing_run.may_go_around(play)


# ---------------------------------------------------------------------- 12.7


def test_a_kill_can_upgrade_a_crew_at_once():
    play = start(kill_upgrade=True)
    take_off(play, 9)
    interceptors(play, "me109")
    crew = play.state.crews[play.state.bombers["b17f-b"].crew]
    crew.level = Level.VETERAN

    carry_out(play, attacks_on_bombers.credit_kill, "b17f-b", dice=[5])

    assert crew.level is Level.CRACK


# ---------------------------------------------------------------------- 12.8 to 12.10


def test_a_repair_roll_of_one_may_give_the_bomber_back_damaged():
    play = start(hasty_maintenance=True)
    one = play.state.bombers["b17f-a"]
    one.ready, one.damaged = False, True

    carry_out(play, post_mission.repair_bombers, dice=[1], answers=["take"])

    assert (one.ready, one.damaged) == (True, True)


def test_a_damaged_bomber_that_fails_the_assembly_check_lands_again():
    play = start(assembly_check=True)
    mission = take_off(play, 9, box="base")
    play.state.bombers["b17f-i"].damaged = True
    assert sequence.checks_assembly(play)

    carry_out(play, mission_turn.check_assembly, dice=[1, 5])

    assert "b17f-i" not in mission.formation
    assert "b17f-i" in play.state.bombers


def test_damaged_bombers_can_stay_ready_with_their_crews():
    play = start(use_damaged=True)
    take_off(play, 9)
    for name in ("b17f-h", "b17f-i"):
        play.state.bombers[name].damaged = True
    assert sequence.checks_assembly(play)

    carry_out(play, post_mission.clean_up_formation, answers=[("b17f-i",)])

    kept, sent = play.state.bombers["b17f-i"], play.state.bombers["b17f-h"]
    assert (kept.ready, bool(kept.crew)) == (True, True)
    assert (sent.ready, sent.crew) == (False, "")
    assert "b17f-i" in pre_mission.ready_bombers(play)


# ---------------------------------------------------------------------- 12.11 and 12.12


@pytest.mark.parametrize(("die", "required"), [(6, 12), (5, 9)])
def test_maximum_effort_requires_twelve_bombers_on_a_six(die, required):
    play = start(maximum_effort=True)

    carry_out(play, pre_mission.check_maximum_effort, dice=[die])

    assert play.state.mission.required == required


def test_each_additional_bomber_costs_a_point():
    play = start(tag_along=True)
    eleven = tuple(play.state.bombers)[:11]

    carry_out(play, pre_mission.assign_bombers, answers=[2, "choose", eleven])

    assert play.state.mission.vp == -2
    assert play.state.mission.flown == 11


# ---------------------------------------------------------------------- 12.13 and 12.14


def test_low_altitude_moves_flak_and_bombs_up_two_rows():
    play = start(low_altitude=True)
    mission = take_off(play, 9)
    carry_out(play, pre_mission.decide_altitude, answers=["low"])
    mission.formation[0], mission.formation[8] = mission.formation[8], mission.formation[0]
    rows = [row.results for row in DATA.tables["combat"].rows]
    flak = rows[[row.on for row in DATA.tables["combat"].rows].index(("18-19",)) + 2][2]
    bombs = rows[[row.on for row in DATA.tables["combat"].rows].index(("34-36",)) + 2][0]

    carry_out(play, bombing_run.approach_flak, dice=[1] * flak * 9)
    carry_out(play, bombing_run.bomb_target, dice=[1] * bombs)


@pytest.mark.parametrize(("cloud", "rows"), [("light", 1), ("heavy", 2)])
def test_clouds_move_the_flak_of_the_target_down(cloud, rows):
    play = start(clouds_affect_flak=True, target="berlin")
    mission = take_off(play, 9)
    mission.cloud = cloud
    table = DATA.tables["combat"]
    at = next(at for at, row in enumerate(table.rows) if row.on == ("25-27",))
    dice = table.rows[at - rows].results[2]

    carry_out(play, bombing_run.approach_flak, dice=[1] * dice * 9)


# ---------------------------------------------------------------------- each its own option


def test_every_optional_rule_has_an_option_of_its_own():
    told = [option.help for option in GAME.options]

    for number in range(1, 15):
        assert sum(text.startswith(f"12.{number}:") for text in told) == 1
