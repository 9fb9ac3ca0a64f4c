"""Routine told in one line."""

import pytest

from packs.b29_superfortress.game import GAME
from packs.b29_superfortress.shown.in_short import orders_in_short, zones_in_short
from tabletop_core.bots import seat_bots
from tabletop_core.bots.seating import play_bots
from tabletop_core.events.event import Event
from tabletop_core.presentation.glossary import word_of
from tabletop_core.presentation.log import GameLog

DATA = GAME.data_with()


def event(kind, **facts):
    return Event(kind, "", "", facts)


def chart(table, result):
    return event("look_up", table=table, result=result)


def zone(number, leg="out"):
    return event("zone", zone=number, leg=leg, terrain=["water"])


def burnt(main, boxes=2, tanks=0):
    return event("burnt", boxes=boxes, main=main, tanks=tanks)


def strayed(number, turn_lost=False):
    return event("off_course", zone=number, turn_lost=turn_lost)


QUIET = (chart("4-2", "good"), chart("4-8", "on_course"), chart("event_check", "nothing"))


def test_quiet_zones_are_told_in_one_line_with_the_fuel_before_and_after():
    events = [burnt(36, tanks=2), zone(1), *QUIET, burnt(36), zone(2), *QUIET, burnt(34), zone(3)]

    assert zones_in_short(events) == "Zones 1-3 outbound: uneventful; fuel 40 to 34."


def test_the_line_tells_what_happened_and_in_which_zones():
    events = [zone(4), strayed(4), zone(5), chart("4-2", ["poor", {}]), strayed(5), burnt(20)]

    assert zones_in_short(events) == (
        "Zones 4 and 5 outbound: off course in zones 4 and 5; poor weather in zone 5; "
        "fuel 22 to 20."
    )


def test_of_one_zone_alone_what_happened_is_told_without_naming_it_again():
    events = [zone(4), chart("4-2", ["poor", {}]), strayed(4, turn_lost=True), burnt(20)]

    assert zones_in_short(events) == (
        "Zone 4 outbound: poor weather; off course, a turn lost; fuel 22 to 20."
    )


@pytest.mark.parametrize(
    ("entered", "before"),
    [(zone(8), 7), (zone(8, "back"), 9)],
)
def test_what_was_met_before_the_first_zone_is_told_with_the_zone_before_it(entered, before):
    told = zones_in_short([chart("5-1", "light"), entered, *QUIET])

    assert f"light resistance, no attack in zone {before}" in told


def test_a_turn_lost_is_told_beside_where_none_was():
    told = zones_in_short([zone(8, "back"), strayed(8), zone(7, "back"), strayed(7, True)])

    assert (
        told == "Zones 8 and 7 homeward: off course in zone 8; off course, a turn lost, in zone 7."
    )


@pytest.mark.parametrize(
    "decisive",
    [
        event("wound", man="pilot", level="light"),
        chart("attack_check", "attacked"),
        chart("event_check", {"table": "4-9"}),
        chart("4-3", [{"effect": "formation_disrupted"}]),
        chart("4-1", "enters_zone"),
    ],
)
def test_what_is_decisive_is_no_routine(decisive):
    assert zones_in_short([zone(4), *QUIET, decisive]) == ""


def test_turning_for_home_begins_another_line():
    turned = event("turned", zone=11)

    assert zones_in_short([zone(11), turned]) == ""
    told = zones_in_short([turned, burnt(14, 1), zone(10, "back")])
    assert told == "Turning for home in zone 11, zone 10 homeward: uneventful; fuel 15 to 14."


def test_the_rest_of_a_turn_of_which_more_was_told_names_no_zone_but_how_it_was_quiet():
    assert zones_in_short([*QUIET]) == "Good weather; on course; no event."
    assert zones_in_short([chart("5-1", "none")]) == "No fighters."
    assert zones_in_short([chart("5-1", "light")]) == "Light resistance, no attack."
    assert zones_in_short([event("no_effect")]) == "Uneventful."


def test_the_last_line_comes_home():
    told = zones_in_short([zone(1, "back"), burnt(6, 1), zone(0, "back")])

    assert told == "Zone 1 homeward, home over the base: uneventful; fuel 7 to 6."


def test_the_formation_and_the_escort_are_told_where_they_are_met_and_lost():
    met = [zone(7), event("in_formation"), chart("4-11", "p51")]
    lost = [zone(8), event("alone", why=["too slow"])]

    assert zones_in_short([*met, *lost]) == (
        "Zones 7 and 8 outbound: meets the formation in zone 7; met by P-51s in zone 7; "
        "out of formation (too slow) in zone 8."
    )


def test_orders_are_one_line_and_an_accident_at_take_off_is_told_in_full():
    rolled = [chart("2-4", "middle"), chart("2-5", "low"), chart("2-6", "heavy")]

    assert orders_in_short(rolled) == (
        "Middle bomber of the low squadron. Heavy resistance expected."
    )
    assert orders_in_short([chart("3-2", {"table": "3-3"})]) == ""


def test_by_night_the_orders_tell_who_stays_at_home():
    gunners = {"effect": "gunners", "aboard": "tail", "armed": "tail"}

    assert orders_in_short([chart("2-6", "light"), chart("2-7", gunners)]) == (
        "Light resistance expected. Gunners aboard: tail, guns armed: tail."
    )


@pytest.fixture(scope="module")
def mission():
    match = GAME.start({"mission": 6}, seed=5, data=DATA, snapshots=False)
    play_bots(match, seat_bots(GAME, {"commander": "skipper"}, 5))
    return match.play


def test_a_quiet_mission_is_told_in_few_lines_and_nothing_is_lost(mission):
    told = GameLog(GAME, DATA.names).tell(mission.events)

    within = [line for one in told for line in one.details or (one,) if line.event]
    assert len(told) < len(within) / 5
    happened = [event for event in mission.events if event.kind != "step"]
    assert list(dict.fromkeys(id(line.event) for line in within)) == [id(one) for one in happened]


@pytest.mark.parametrize(
    "word", ["CFC", "box", "wing root", "passing shot", "LO", "ace", "weak", "release out"]
)
def test_words_on_the_table_are_explained(word):
    assert word_of(GAME, DATA, word).text
