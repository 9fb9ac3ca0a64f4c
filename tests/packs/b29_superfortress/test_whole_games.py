"""Whole missions and tours, the log, the view."""

import re

import pytest

from packs.b29_superfortress.game import GAME
from packs.b29_superfortress.rules import crewmen, defensive_fire, zones
from packs.b29_superfortress.rules import tour as tour_rules
from packs.b29_superfortress.rules.takeoff import take_off
from packs.b29_superfortress.shown.damage_list import damage_of
from packs.b29_superfortress.shown.keepsake import decorations, tour_in_short
from tabletop_core import ALL_SEEING, Viewer
from tabletop_core.bots import seat_bots
from tabletop_core.bots.seating import play_bots
from tabletop_core.engine.outcome import GameOver
from tests.packs.b29_superfortress.scripts import scripted

DATA = GAME.data_with()


def played(bot="skipper", seed=1, **options):
    match = GAME.start(options, seed=seed, data=DATA, snapshots=False)
    play_bots(match, seat_bots(GAME, {"commander": bot}, seed))
    return match.play


@pytest.mark.parametrize("mission", [1, 12, 20, 30])
def test_missions_of_every_band_come_to_an_end(mission):
    for seed in range(12):
        assert played("random", seed, mission=mission).outcome is not None


@pytest.fixture(scope="module")
def tour():
    return played(seed=3, mission="tour")


def test_a_tour_keeps_damage_planes_and_men(tour):
    state = tour.state

    assert state.tour.credits == sum(report.credited for report in state.tour.reports)
    lost = [one for one in state.tour.reports if one.plane_is in ("lost", "written_off", "wrecked")]
    assert state.plane.number == 1 + len(lost)
    fallen = sum(report.losses for report in state.tour.reports)
    assert len(state.tour.fallen) + sum(bool(m.fate) for m in state.crew.values()) == fallen


def test_credited_missions_follow_each_other(tour):
    numbers = [report.number for report in tour.state.tour.reports if report.credited]

    assert numbers == list(range(1, len(numbers) + 1))


def test_the_log_has_a_sheet_for_each_mission(tour):
    sheet = GAME.look.log_sheet(tour, ALL_SEEING)

    assert sheet.count("## Mission ") == len(tour.state.tour.reports)
    # The crew as it stands comes before them.
    assert sheet.count("| pilot |") == len(tour.state.tour.reports) + 1


def test_a_sheet_tells_every_turn_to_the_last(tour):
    flown = [report for report in tour.state.tour.reports if report.visits]

    for report in flown:
        assert [visit.turn for visit in report.visits] == list(range(1, len(report.visits) + 1))
    home = [report.visits[-1].zone for report in flown if report.ended == "landed"]
    assert 0 in home


def test_a_sheet_tells_what_the_charts_want_written_down(tour):
    sheet = GAME.look.log_sheet(tour, ALL_SEEING)
    report = tour.state.tour.reports[0]

    due = f"- Take-off: by {report.take_off}, landing at the base due by {report.landing}\n"
    assert due in sheet
    assert f"- Escort: {report.escort.upper() or 'none'}\n" in sheet


def test_the_log_tells_the_turning_points_of_each_mission_by_turn_and_zone(tour):
    points = [report.points for report in tour.state.tour.reports]

    told = [point for mission in points for point in mission if "is shot down by" in point]
    assert len(told) == tour.state.tour.kills
    assert all(re.match(r"Turn \d+, (zone \d+|the base): ", point) for point in told)


def test_the_records_of_a_tour_are_those_of_its_missions(tour):
    best = max(report.percent for report in tour.state.tour.reports)

    assert f"- Best bombing: {best} percent on " in GAME.look.log_sheet(tour, ALL_SEEING)


def test_the_log_of_a_tour_accounts_for_every_man(tour):
    sheet = GAME.look.log_sheet(tour, ALL_SEEING)
    reports, crew = tour.state.tour.reports, tour.state.crew.values()
    lost = sum(report.losses for report in reports)
    left = sum(not man.fate for man in crew)

    [told] = [line for line in sheet.splitlines() if " men flew: " in line]
    assert told.startswith(f"- {lost + left} men flew: ")
    assert told.endswith(f" and {left or 'nobody'} left at the end")
    honoured = sheet.partition("## Lost to the crew")[2].partition("## Summary")[0]
    assert honoured.count("(") == lost
    assert f"| pilot | no. {tour.state.crew['pilot'].number}" in sheet


def test_who_flew_a_whole_tour_is_named_and_decorated(bomber):
    bomber.state.tour.credits = 35
    for man in bomber.crew.values():
        man.missions = 34
    bomber.crew["navigator"].missions = 35
    bomber.crew["pilot"].number = 2

    told = list(tour_in_short(bomber.play))

    assert "Distinguished Flying Cross, for 35 missions: navigator" in told
    [whole] = [line for line in told if line.startswith("Members of the first crew")]
    assert "navigator" in whole
    assert "pilot," not in whole.replace("copilot", "")


def test_who_was_hurt_is_decorated(tour):
    report = next(
        one for one in tour.state.tour.reports if any(man.state == "killed" for man in one.crew)
    )
    fallen = next(man.post for man in report.crew if man.state == "killed")

    [line] = [line for line in decorations(tour, report) if line.startswith("Purple Heart")]

    assert DATA.names[fallen] in line


@pytest.mark.parametrize(
    ("zone", "ended", "down", "line"),
    [
        (0, "landed", "base", "Landed at the base by night"),
        (6, "landed", "iwo_jima", "Landed on Iwo Jima, in zone 6, by day"),
        (5, "ditched", "water", "Ditched in zone 5, by day, sea rough"),
        (8, "bailed_out", "water", "The crew jumped in zone 8, by day, and came down in the sea"),
        (8, "destroyed", "", "Lost in zone 8, by day"),
        (0, "destroyed", "", "Lost on take-off, by night"),
    ],
)
def test_a_sheet_tells_where_the_bomber_came_down_and_in_what_light(
    bomber, zone, ended, down, line
):
    mission, flight = bomber.mission, bomber.mission.flight
    flight.zone, flight.turn = zone, 0 if "take-off" in line else 20
    flight.reached_target, flight.leg = flight.turn > 0, "back" if flight.turn else "out"
    mission.status, mission.coming_down.ends_in, mission.coming_down.sea = ended, down, "rough"
    mission.orders.landing = mission.orders.take_off = "night"

    tour_rules.debrief(bomber.play)

    assert f"- End: {line}\n" in GAME.look.log_sheet(bomber.play, ALL_SEEING)


@pytest.mark.parametrize(
    ("status", "cause", "told"),
    [
        ("landed", "", "aborted in zone 11"),
        ("lost", "fire", "fire"),  # how it was lost, rather than that it had turned back before
    ],
)
def test_the_log_tells_the_cause_of_the_end_of_a_mission_that_was_aborted(
    bomber, status, cause, told
):
    zones.abort(bomber.play)
    bomber.mission.status = status
    bomber.mission.coming_down.plane_is, bomber.mission.coming_down.cause = status, cause

    tour_rules.debrief(bomber.play)

    assert bomber.state.tour.reports[0].cause == told
    assert f"{status} ({told})" in GAME.look.log_sheet(bomber.play, ALL_SEEING)


def test_a_mission_broken_off_on_take_off_ends_as_aborted(bomber):
    flight = bomber.mission.flight
    flight.zone, flight.leg, flight.reached_target = 0, "out", False
    # Malfunction 3: engine 2 fails; 8-1 with it out; the bomber is sound.
    bomber.perform(take_off, dice=[1, 1, 3, 2, 2, 1, 3, 4])
    bomber.perform(tour_rules.debrief)

    with pytest.raises(GameOver):
        tour_rules.close(bomber.play)

    assert bomber.play.outcome.kind == "aborted"
    assert bomber.state.tour.reports[0].cause == "aborted on take-off"


def test_new_men_take_the_places_of_those_lost(tour):
    assert {man.post for man in tour.state.tour.fallen} <= set(tour.state.crew)
    assert all(tour.state.crew[man.post].number > man.number for man in tour.state.tour.fallen)


def test_the_tail_cannon_is_carried_on_the_first_ten_missions_only():
    early = GAME.start({"mission": 10}, data=DATA, seed=1)
    late = GAME.start({"mission": 11}, data=DATA, seed=1)

    assert "tail_cannon" in early.state.plane.guns
    assert "tail_cannon" not in late.state.plane.guns


def test_the_target_may_be_chosen():
    play = GAME.start(
        {"mission": 20, "target": "Hiroshima", "time": "night"}, data=DATA, seed=1
    ).play

    assert play.state.mission.orders.city == "Hiroshima"
    assert play.state.mission.orders.night


@pytest.mark.parametrize("bot", ["random", "skipper"])
def test_the_view_shows_every_turn_without_changing_anything(bot):
    match = GAME.start({"mission": 13}, data=DATA, seed=5)
    bots = seat_bots(GAME, {"commander": bot}, 5)

    while not match.is_over:
        *boards, situation, damage, crew = GAME.look.view(match.play, Viewer("commander"))
        way, bomber = sorted(boards, key=lambda board: board.title.startswith("Bomber"))
        assert way.space_of("bomber") == f"zone_{match.state.mission.flight.zone}"
        aboard = {man.post for man in match.state.crew.values() if man.aboard}
        assert aboard <= {piece.id for piece in bomber.pieces}
        assert situation.title.startswith("Mission")
        assert [panel.title for panel in (damage, crew)] == ["Damage", "Crew"]
        match.answer(bots["commander"].choose(match, match.decision))


IWO_JIMA = {"mission": 5, "target": "Iwo Jima"}


@pytest.mark.parametrize(
    ("percent", "status", "plane", "outcome"),
    [
        (20, "landed", "wrecked", "success"),
        (19, "landed", "sound", "returned"),
        (60, "ditched", "lost", "bomber_lost"),
    ],
)
def test_a_mission_succeeds_with_20_percent_and_the_bomber_down_among_friends(
    bomber, percent, status, plane, outcome
):
    bomber.mission.bomb_run.percent, bomber.mission.flight.reached_target = percent, True
    bomber.mission.status, bomber.mission.coming_down.plane_is = status, plane
    for man in list(bomber.crew.values())[1:]:
        man.fate = "killed"

    with pytest.raises(GameOver):
        tour_rules.close(bomber.play)

    assert bomber.play.outcome.kind == outcome
    if outcome == "returned":
        assert bomber.play.outcome.why.endswith("; a success takes 20")
        assert bomber.play.outcome.is_draw  # neither won nor lost


def test_a_recorded_success(replay):
    play = replay("success", seed=259, bots="bot:skipper", options=IWO_JIMA).play

    assert play.outcome.winner == "commander"
    assert play.state.mission.bomb_run.percent == 40


def test_a_recorded_loss(replay):
    play = replay("loss", seed=1075, bots="bot:skipper", options=IWO_JIMA).play

    assert play.outcome.kind == "bomber_lost"
    assert play.state.mission.coming_down.cause == "fire"


def test_the_training_flight_to_truk_is_flown_by_day_without_a_roll_and_without_credit():
    play = played(seed=4, mission=1, target="Truk")
    mission = play.state.mission

    assert (mission.orders.night, mission.flight.target_zone, mission.orders.kind) == (
        False,
        5,
        "airfield",
    )
    assert (mission.orders.take_off, mission.orders.landing) == ("day", "day")
    assert mission.flight.reached_target
    assert play.state.tour.credits == 0
    assert {man.missions for man in play.state.crew.values()} == {0}


def test_in_a_tour_it_stands_before_the_first_mission():
    match = GAME.start({"mission": "tour", "target": "Truk"}, data=DATA, seed=4)
    bots = seat_bots(GAME, {"commander": "skipper"}, 4)
    while len(match.state.tour.reports) < 2 and not match.is_over:
        match.answer(bots["commander"].choose(match, match.decision))

    cities = [report.city for report in match.state.tour.reports]
    assert cities[0] == "Truk"
    assert "Truk" not in cities[1:]
    assert match.state.tour.reports[1].number == 1


@scripted("""
    what is damaged is named
        plane.out |= radar main_gear_by_hand_panel; plane.flaps_out |= port
        plane.leaking_tanks |= {'port inboard'}; plane.tailplane_roots.starboard = 2
        bays.aft.tank_fuel = 3; bays.aft.tank_leaks = True
        -> Damage: systems out is main gear (except by hand), radar
        -> Damage: surfaces out is port flap; Damage: tanks leaking is port inboard
        -> Damage: hits on roots ends tailplanes port 0, starboard 2
        -> Damage: bomb bays is aft: doors shut, bombs, tank with 3 boxes leaking
        -> Damage: rafts hit is nothing
    first hits are counted, and pumps and doors named
        plane.hits |= {'7-3.2': 1, 'feed_trays': 2, 'pump_failed': 1, 'nose': 3}
        roll 4-9.g: 1 5
        -> Damage: hits so far is compressed air duct 1, tail gun feed trays 2
        -> Damage: systems out is fuel pump (failed)
        -> Damage: bomb bays is forward: doors will not close, bombs
        plane.hits |= {'pump_hit': 1}
        -> Damage: systems out is both fuel pumps
    brakes are named by whether any are left
        plane.out |= brakes; plane.reservoirs |= nose
        -> Damage: systems out is brakes (unreliable, -2 on landing)
        plane.reservoirs |= nav_radio -> Damage: systems out is brakes (none left)
    doors that were hit only superficially are not called hit after the run
        bays.aft.doors_hit = True
        do bombing.find_doors_hit: 6 -> Damage: bomb bays is nothing
    what holds over the target is shown
        combat.searchlight = True; flight.on_course = False
        bomb_run.visibility = target_mostly_obscured
        -> Mission 12: searchlight is caught until the end of the turn
        -> Mission 12: course is off course; Mission 12: target seen is mostly obscured
        bomb_run.run_done = True; bomb_run.percent = 0
        -> Mission 12: target seen is nothing; Mission 12: bombs is missed
        flight.zone = 0                # the base is reached
        -> Mission 12: course is nothing
    a man who is sent away is shown where he is
        do crewmen.go(crew.radio_operator, bombs forward, fwd_bomb_bay)
        -> Crew: radio operator begins fit, this turn in the forward bomb bay
""")
def test_the_view_shows(bomber, script):
    script(bomber)


def test_before_the_times_are_rolled_the_view_says_nothing_of_day_or_night():
    play = GAME.start({"mission": 22, "target": "Tokyo", "time": "night"}, seed=6, data=DATA).play

    assert play.state.mission.status == "orders"
    assert dict(GAME.look.view(play, ALL_SEEING)[2].rows)["here"] == "the base"


def test_a_gun_that_is_laid_is_shown_while_the_next_is_asked_for(bomber):
    bomber.fighter("zeke", "12", "high")
    aiming = defensive_fire.fire_all(bomber.play)
    next(aiming)
    aiming.send("forward_upper zeke_12_high")

    plan = plan_of(bomber)

    assert piece_of(plan, "forward_upper").state == "aimed"
    assert piece_of(plan, "aft_upper").state == ""
    assert [way.spaces for way in plan.ways] == [("forward_turrets", "12")]


def test_the_log_sheet_tells_gunners_tanks_and_damage():
    play = played(seed=6, mission=22, target="Tokyo", time="night")
    (report,) = play.state.tour.reports
    sheet = GAME.look.log_sheet(play, ALL_SEEING)

    assert f"- Gunners aboard: {report.gunners_aboard}; armed: " in sheet
    assert f"- Bay tanks: {report.tanks or 'none'}\n" in sheet
    assert report.damage
    assert f"- Damage: {'; '.join(report.damage)}\n" in sheet


def test_the_log_sheet_names_all_that_is_damaged(bomber):
    plane = bomber.plane
    assert damage_of(bomber.play) == ()

    plane.engines[2].running = False
    plane.guns["aft_lower"].out = True
    plane.main_gear["port"] = "stuck_up"
    plane.flaps_out.add("starboard")
    plane.rafts_hit.add("aft")
    plane.bays["forward"].release_out = True
    plane.tailplane_roots["port"] = 1

    assert damage_of(bomber.play) == (
        "engine 2 out",
        "aft lower turret out",
        "surfaces out: starboard flap",
        "hits on roots: tailplanes port 1, starboard 0",
        "bomb bays: forward: doors shut, bombs, release out",
        "gear: port main stuck up",
        "rafts hit: aft",
    )


def plan_of(bomber):
    return next(
        one for one in GAME.look.view(bomber.play, ALL_SEEING) if one.title.startswith("Bomber")
    )


def piece_of(panel, name):
    (piece,) = [piece for piece in panel.pieces if piece.id == name]
    return piece


def test_a_fighter_stands_on_the_clock_and_points_at_the_bomber(bomber):
    bomber.fighter("zeke", "1:30", "high", pilot="ace")
    bomber.fighter("zeke", "dive", "")
    bomber.fighter("zeke", "dive", "")

    plan = plan_of(bomber)

    assert plan.space_of("zeke_1:30_high") == "1:30"
    assert piece_of(plan, "zeke_1:30_high").facing == 225
    assert [piece.id for piece in plan.on("dive")] == ["zeke_dive", "zeke_dive_3"]


def test_the_plan_shows_how_men_engines_and_guns_are(bomber):
    bomber.crew["pilot"].light, bomber.crew["cfc"].fate = 1, "killed"
    bomber.crew["navigator"].serious = True
    bomber.plane.engines[2].running, bomber.plane.guns["aft_lower"].jammed = False, True

    plan = plan_of(bomber)

    men = [piece_of(plan, post).label for post in ("pilot", "copilot", "cfc", "navigator")]
    assert men == ["Pilot*", "Cop.", "CFC+", "Nav.!"]
    assert piece_of(plan, "engine:2").label == "2 out"
    gun = piece_of(plan, "aft_lower")
    assert (gun.label, gun.state) == ("↓", "jam")


def test_the_plan_tells_the_hits_on_a_section_or_what_is_wrong_with_it(bomber):
    bomber.plane.hits |= {"waist": 2, "tail": 1, "port_wing": 1}
    bomber.plane.wing_roots["port"] = 3
    bomber.plane.compromised |= {"tail", "utility"}
    bomber.plane.bursts.add("utility")

    plan = plan_of(bomber)

    assert plan.spot("waist").label == "waist: 2 hits"
    assert plan.spot("tail").label == "tail: no pressure"
    assert "1 hit, no pressure" in plan.spot("tail").words
    assert plan.spot("utility").label == "utility: 2 faults"
    assert plan.spot("port_wing").state == "root 3 of 5"
    assert plan.spot("nose").tone == ""


def test_a_man_who_is_sent_away_is_shown_where_he_is(bomber):
    crewmen.go(bomber.play, bomber.crew["radio_operator"], "bombs forward", "fwd_bomb_bay")

    assert plan_of(bomber).space_of("radio_operator") == "fwd_bomb_bay"


def test_the_way_tells_the_fuel_to_be_expected_in_each_zone(bomber):
    # In zone 9 of 11 with 15 boxes: 2 a zone with bombs, one to turn, then one a zone.
    bomber.put("Tokyo", 9)
    bomber.mission.flight.fuel = 15
    for bay in bomber.plane.bays.values():
        bay.tank_fuel = 0

    way = GAME.look.view(bomber.play, ALL_SEEING)[0]

    assert [way.spot(f"zone_{zone}").state for zone in (9, 10, 11)] == [
        "15/8", "13/9", "11/10",
    ]  # fmt: skip
    assert (way.spot("zone_0").state, way.spot("zone_0").tone) == ("1 short", "bad")
    assert "15 boxes of fuel, 16 needed: 1 too few; Iwo Jima is in reach" in way.legend


def test_when_all_is_over_the_bomber_that_flew_last_is_shown_and_no_way_ahead():
    lost = played(seed=23, mission=14)
    assert lost.state.tour.reports[-1].plane_is == "lost"

    panels = {panel.title: panel for panel in GAME.look.view(lost, Viewer("commander"))}

    assert "Bomber 1" in panels
    assert panels["The way to Japan"].legend == ()
    assert panels["The way to Japan"].ways == ()


def shown_at_the_end(play):
    (ended,) = (panel for panel in GAME.look.view(play, ALL_SEEING) if panel.id == "result")
    return dict(ended.rows)


def test_a_mission_that_is_over_tells_itself_in_a_sentence():
    flown = played(seed=5, mission=12)

    rows = shown_at_the_end(flown)

    assert rows["Mission 12"] == (
        "Osaka, urban area, by night: 30 percent of the bombs on the target. "
        "Landed at the base by day; all men home."
    )
    assert rows["The base"] == "Landed at the base; the plane is sound."


def here(panel):
    return dict(getattr(panel, "rows", ())).get("here", "")


def test_however_a_mission_ends_it_is_told_in_one_light():
    ends = {}
    for seed in range(19):
        flown = played("random", seed, mission=1 + seed)
        ends[flown.outcome.kind] = shown_at_the_end(flown)
        where = next(filter(None, map(here, GAME.look.view(flown, ALL_SEEING))))
        told = f"{ends[flown.outcome.kind]}"
        if where.startswith("the base") and "Landed at the base by" in told:
            assert f"Landed at the base by {where.split(', ')[1]}" in told

    assert set(ends) == {"success", "returned", "aborted", "bomber_lost", "crew_lost", "scrubbed"}
    assert all(any(name.startswith("Mission ") for name in rows) for rows in ends.values())


def test_a_tour_that_is_over_tells_what_it_came_to_and_its_records(tour):
    rows = shown_at_the_end(tour)

    assert rows["Tour"].startswith(f"{tour.state.tour.credits} of 35 missions in ")
    assert "Best bombing" in rows
    assert next(iter(rows)) == f"Mission {tour.state.tour.reports[-1].number}"


def test_statistics_count_missions_bombers_men_and_fighters(tour):
    counted = {one.__name__: one(tour) for one in GAME.statistics}

    assert counted["missions_credited"] == tour.state.tour.credits
    assert counted["fighters_shot_down"] == tour.state.tour.kills
    sheet = GAME.look.log_sheet(tour, ALL_SEEING)
    assert f"- Men out of the tour: {counted['men_lost']}\n" in sheet
    assert f", {counted['bombers_lost']} bomber" in sheet
