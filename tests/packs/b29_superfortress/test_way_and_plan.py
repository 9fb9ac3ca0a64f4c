"""The way to Japan, its track and the plan of the bomber: all that the game knows is on them."""

import pytest

from packs.b29_superfortress.data import load_data
from packs.b29_superfortress.game import GAME
from packs.b29_superfortress.rules.charts import resolve
from packs.b29_superfortress.rules.fire import section_fire
from packs.b29_superfortress.rules.tour import note_turn
from packs.b29_superfortress.shown.plan import plan
from packs.b29_superfortress.shown.track import track
from packs.b29_superfortress.shown.view import view
from tabletop_core import Viewer
from tabletop_core.bots import seat_bots
from tabletop_core.chance import Scripted
from tabletop_core.errors import DataError
from tabletop_core.pictures import panel_svg
from tabletop_core.pictures.legibility import unreadable, zoom_on
from tabletop_core.pictures.stack_layout import ALONE
from tabletop_core.pictures.stack_svg import spreads
from tabletop_core.pictures.symbols import symbols_of
from tests.packs.b29_superfortress.scripts import scripted


@pytest.fixture(scope="module")
def data():
    return GAME.data_with()


def test_the_way_leads_from_the_base_over_iwo_jima_to_the_farthest_target(data):
    board = data.way.board
    farthest = max(city.target_zone for city in data.cities.values())

    assert board.distance("zone_0", f"zone_{farthest}") == farthest == len(data.way.zones) - 1
    assert board.centre("zone_6") == board.centre("Iwo Jima")


def test_each_zone_lies_farther_north_than_the_one_before(data):
    down = [data.way.board.centre(zone.id)[1] for zone in data.way.zones]

    assert down == sorted(down, reverse=True)


def test_each_section_has_a_shape_around_its_middle_on_the_plan(data):
    for section in data.sections:
        outline = data.plan.board.outline(section)
        across, down = data.plan.board.centre(section)
        assert min(x for x, _ in outline) < across < max(x for x, _ in outline), section
        assert min(y for _, y in outline) < down < max(y for _, y in outline), section


@pytest.mark.parametrize(
    ("file", "place"),
    [
        *(("way", "Kobe"), ("way", "zone_9"), ("track", "zone_9")),
        *(("plan", "1:30"), ("plan", "tail"), ("plan", "engine_4"), ("plan", "aft_turrets")),
    ],
)
def test_what_the_game_knows_needs_a_place(tmp_path, file, place):
    overlay = tmp_path / "mine.toml"
    overlay.write_text(
        f'schema = 1\nprovenance = "public"\n[[set]]\nfile = "{file}"\n'
        f'key = "space.{place}.id"\nvalue = "elsewhere"\n'
    )

    with pytest.raises(DataError, match=rf"D307.*no position on the map \(got '{place}'\)"):
        load_data([overlay])


def test_where_fighters_attack_the_bomber_is_shown_before_the_way(bomber):
    at_rest = [panel.id for panel in view(bomber.play, Viewer("commander"))]
    bomber.fighter("oscar", "10:30", "high")
    bomber.fighter("zeke", "6", "level")

    attacked = view(bomber.play, Viewer("commander"))

    assert [panel.id for panel in attacked] == [at_rest[1], at_rest[0], *at_rest[2:]]
    told = {(piece.label, piece.state) for piece in attacked[0].pieces}
    assert {("Oscar", "hi"), ("Zeke", "")} <= told
    assert "fighters: hi from above, lo from below" in attacked[0].legend


def test_the_bomber_is_shown_before_the_way_while_an_engine_burns(bomber):
    at_rest = [panel.id for panel in view(bomber.play, Viewer("commander"))]
    bomber.plane.engines[2].fire = True

    burning = view(bomber.play, Viewer("commander"))

    assert [panel.id for panel in burning] == [at_rest[1], at_rest[0], *at_rest[2:]]


def burning(bomber):
    return {spot.id: spot.label for spot in plan(bomber.play).spots if spot.symbol == "fire"}


def test_a_section_is_marked_on_the_plan_as_long_as_it_burns(bomber):
    bomber.play.source = Scripted([4, 4])  # 7-12: out
    fire = section_fire(bomber.play, "utility")
    next(fire)

    assert burning(bomber) == {"utility": "utility: on fire"}
    assert "flame or burns: on fire" in plan(bomber.play).legend
    assert view(bomber.play, Viewer("commander"))[0].id == plan(bomber.play).id

    with pytest.raises(StopIteration):
        fire.send("go_low")

    assert burning(bomber) == {}
    assert "flame or burns: on fire" not in plan(bomber.play).legend


def test_a_wing_is_marked_on_the_plan_until_a_dive_has_put_its_fire_out(bomber):
    bomber.subject.wing = "port"
    bomber.play.source = Scripted([2, 1, 1, 6])  # a fire, the wing holds, out, the leak of 7-5.e
    fire = resolve(bomber.play, "7-5.d")
    next(fire)

    assert burning(bomber) == {"port_wing": "port wing"}

    fire.send("dive")
    with pytest.raises(StopIteration):
        fire.send(())

    assert burning(bomber) == {}


def test_a_gun_that_cannot_fire_tells_why_in_place_of_its_bursts(bomber):
    bomber.plane.guns["tail_turret"].jammed = True

    told = {piece.id: (piece.label, piece.state) for piece in plan(bomber.play).pieces}

    assert told["tail_turret"] == ("tail", "jam")


@scripted("""
    a plane with an engine or a gun out is not called sound
        -> Damage: all is sound
        engines.1.running = False; guns.tail_turret.jammed = True -> Damage: all is nothing
        -> Damage: engines is engine 1 out; Damage: guns is tail turret jammed
    of a man who jumped the crew card tells what became of him
        crew.navigator.aboard = False -> Crew: navigator is jumped, 11 missions
        coming_down.ends_in = water -> Crew: navigator is picked up at sea, 11 missions
        coming_down.ends_in = iwo_jima -> Crew: navigator is safe on Iwo Jima, 11 missions
        coming_down.ends_in = base -> Crew: navigator is safe at the base, 11 missions
    a gunner who does not fly is left at home
        roll 2-7: 2 -> Crew: central fire controller is left at home, 11 missions
        -> Crew: tail gunner is nothing
    the few who are novices are named
        crew.pilot,cfc.missions = 0 -> Crew: novices is pilot, central fire controller
    only on the way out the altitude ordered is told
        flight.altitude = lo; orders.planned = hi -> Mission 12: altitude is LO, ordered HI
        flight.leg = back -> Mission 12: altitude is LO
""")
def test_the_cards_tell(bomber, script):
    script(bomber)


def test_a_zone_tells_the_fuel_out_and_home_or_what_is_left_on_the_way_home(bomber):
    def states():
        return {spot.id: spot.state for spot in view(bomber.play, Viewer("commander"))[0].spots}

    outbound = states()
    bomber.mission.flight.leg = "back"

    assert outbound["zone_11"] == "30/29"
    assert outbound["zone_5"] == "23 left"
    assert states()["zone_11"] == "30 left"


def test_the_way_shows_the_night_and_in_each_zone_the_weather_met_last(bomber):
    bomber.put("Tokyo", 7, "hi")
    for zone, weather in ((4, "bad"), (5, "poor"), (6, "bad"), (6, "good")):
        bomber.mission.flight.turn += 1
        bomber.mission.flight.zone, bomber.mission.flight.weather = zone, weather
        note_turn(bomber.state)
    bomber.mission.flight.zone, bomber.mission.flight.weather = 7, "poor"
    by_day = track(bomber.play)
    bomber.mission.orders.night = True
    by_night = track(bomber.play)

    told = {spot.id: (spot.ground, "weather met" in spot.words) for spot in by_night.spots}
    assert {zone: one for zone, one in told.items() if one != ("", False)} == {
        "zone_4": ("storm", True), "zone_5": ("cloud", True), "zone_7": ("cloud", True),
    }  # fmt: skip
    assert (by_day.art.night, by_night.art.night) == (False, True)
    drawn = panel_svg(by_night, symbols=symbols_of(GAME.package))
    assert (drawn.count('class="sky"'), drawn.count('class="night"')) == (3, 1)
    assert 'class="night"' not in panel_svg(by_day, symbols=symbols_of(GAME.package))


def test_the_words_of_a_zone_begin_with_its_name_so_that_no_page_calls_it_by_its_id(bomber):
    spots = view(bomber.play, Viewer("commander"))[0].spots

    assert all(spot.words.startswith(spot.name) for spot in spots)


def test_the_name_of_a_target_leaves_the_zones_beside_it_free(new_bomber, data):
    bomber = new_bomber()
    for city in data.cities:
        bomber.put(city, 0)
        spots = view(bomber.play, Viewer("commander"))[0].spots

        assert all(len(spot.label) <= 9 for spot in spots), city
        [target] = [spot for spot in spots if "the target zone" in spot.words]
        assert (target.symbol, target.tone) == ("", "warn"), city


def test_the_status_tells_the_zone_and_where_to_without_a_blank(bomber):
    def zone():
        return view(bomber.play, Viewer("commander"))[2].glance[0]

    assert zone() == ("Zone", "11"), "over the target"

    bomber.mission.flight.zone = 10
    assert zone() == ("Zone", "10→11")

    bomber.mission.flight.leg = "back"
    assert zone() == ("Homeward", "10")

    bomber.mission.status = "landed"
    assert zone() == ("Zone", "10")

    bomber.mission.flight.zone = 0
    assert zone() == ("Zone", "base")


def test_a_turn_that_is_left_in_a_zone_costs_fuel_for_the_zones_ahead_only(bomber):
    bomber.mission.flight.zone, bomber.mission.flight.turns_left = 8, 1

    states = {spot.id: spot.state for spot in view(bomber.play, Viewer("commander"))[0].spots}

    assert states["zone_8"].partition("/")[0] == "30"
    assert states["zone_9"].partition("/")[0] == "27"
    assert states["zone_7"].endswith(" left")


def test_a_tank_is_shown_while_there_is_fuel_in_it(bomber):
    def tanks():
        pieces = view(bomber.play, Viewer("commander"))[1].pieces
        return [piece.label for piece in pieces if piece.name == "bomb bay tank"]

    bay = bomber.plane.bays["aft"]
    bay.tank_fitted, bay.tank_fuel = True, 4
    assert tanks() == ["tank 4"]

    bay.tank_fuel = 0

    assert tanks() == []


@pytest.mark.parametrize("mission", [3, 12])
def test_guns_men_and_fighters_lie_at_their_places_on_the_drawing(data, mission):
    match = GAME.start({"mission": mission}, seed=2, data=data, snapshots=False)
    bots = dict(seat_bots(GAME, {"commander": "random"}, 2))
    away = []
    while (asked := match.decision) is not None:
        laid = spreads(plan(match.play), frozenset())
        away += [name for name, it in laid.items() if it.start != ALONE.start]
        match.answer(bots[asked.seat].choose(match, asked))

    assert laid
    assert away == []


def test_in_the_tour_the_table_tells_how_the_last_mission_ended(data):
    match = GAME.start({"mission": "tour"}, seed=2, data=data, snapshots=False)
    bots = dict(seat_bots(GAME, {"commander": "random"}, 2))
    while (asked := match.decision) is not None and not match.play.state.tour.reports:
        match.answer(bots[asked.seat].choose(match, asked))
    [report] = match.play.state.tour.reports

    [tour, *others] = view(match.play, Viewer("commander"))[2:]

    assert asked is not None
    assert tour.title == "The tour"
    assert others
    assert dict(tour.rows)["mission 1"].startswith(report.city)
    assert dict(tour.rows)["credited"] == f"{match.play.state.tour.credits} of 35 missions"


def test_in_the_first_mission_of_a_tour_the_table_tells_what_wins_and_loses_it(data):
    match = GAME.start({"mission": "tour"}, seed=2, data=data, snapshots=False)

    tour = view(match.play, Viewer("commander"))[2]

    assert tour.title == "The tour"
    assert dict(tour.rows)["credited"] == "0 of 35 missions"
    assert "lost when no man of a crew comes back" in dict(tour.rows)["the tour is"]


def test_a_mission_of_its_own_has_no_tour(bomber):
    titles = [panel.title for panel in view(bomber.play, Viewer("commander"))]

    assert "The tour" not in titles


def test_the_crew_card_tells_first_that_nobody_can_fly_and_leaves_the_dead_out_of_who_is_no_novice(
    new_bomber,
):
    bomber = new_bomber(mission=1)
    bomber.crew["pilot"].serious = True
    bomber.crew["copilot"].fate = "killed"

    rows = next(p.rows for p in view(bomber.play, Viewer("commander")) if p.title == "Crew")

    assert rows[0] == ("nobody", "is fit to fly the bomber")
    assert dict(rows)["novices"] == "all except pilot"


def test_before_the_take_off_the_table_tells_the_resistance_expected_and_no_formation(data):
    match = GAME.start({"mission": 1}, seed=2, data=data, snapshots=False)

    rows = dict(view(match.play, Viewer("commander"))[2].rows)

    assert match.play.state.mission.orders.expected == "none"
    assert rows["fighters"] == "no resistance expected"
    assert "alone" not in rows["formation"]


@pytest.mark.parametrize("wide", [390, 1280])
def test_what_is_wrong_with_a_bay_or_a_wing_can_be_read_on_the_plan(bomber, wide):
    plane = bomber.play.state.plane
    forward, aft = plane.bays.values()
    forward.release_out, aft.jammed, aft.doors = True, "shut", "jammed_shut"
    plane.flaps_out, plane.ailerons_out = {"port"}, {"starboard"}
    panel = plan(bomber.play)

    drawn = panel_svg(panel, symbols=symbols_of(GAME.package))
    found = unreadable(drawn, zoom_on(panel, wide))

    assert [one for one in found if "bay" in str(one) or " out" in str(one)] == []
