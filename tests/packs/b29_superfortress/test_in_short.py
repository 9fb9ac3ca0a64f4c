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
TURNED = event("turned", zone=11)


@pytest.mark.parametrize(
    ("events", "told"),
    [
        # quiet zones are told with the fuel before and after
        ([burnt(36, tanks=2), zone(1), *QUIET, burnt(36), zone(2), *QUIET, burnt(34), zone(3)],
         "Zones 1-3 outbound: uneventful; fuel 40 to 34."),
        # what happened is told with the zones, and without one where there is but one
        ([zone(4), strayed(4), zone(5), chart("4-2", ["poor", {}]), strayed(5), burnt(20)],
         "Zones 4 and 5 outbound: off course in zones 4 and 5; poor weather in zone 5; "
         "fuel 22 to 20."),
        ([zone(4), chart("4-2", ["poor", {}]), strayed(4, turn_lost=True), burnt(20)],
         "Zone 4 outbound: poor weather; off course, a turn lost; fuel 22 to 20."),
        # what was met before the first zone is told with the zone before it
        ([chart("5-1", "light"), zone(8), *QUIET],
         "Zone 8 outbound: light resistance, no attack in zone 7."),
        ([chart("5-1", "light"), zone(8, "back"), *QUIET],
         "Zone 8 homeward: light resistance, no attack in zone 9."),
        # a turn lost is told beside where none was
        ([zone(8, "back"), strayed(8), zone(7, "back"), strayed(7, True)],
         "Zones 8 and 7 homeward: off course in zone 8; off course, a turn lost, in zone 7."),
        # turning for home begins another line, and the last one comes home
        ([zone(11), TURNED], ""),
        ([TURNED, burnt(14, 1), zone(10, "back")],
         "Turning for home in zone 11, zone 10 homeward: uneventful; fuel 15 to 14."),
        ([zone(1, "back"), burnt(6, 1), zone(0, "back")],
         "Zone 1 homeward, home over the base: uneventful; fuel 7 to 6."),
        # the rest of a turn of which more was told names no zone but how it was quiet
        ([*QUIET], "Good weather; on course; no event."),
        ([chart("5-1", "none")], "No fighters."),
        ([chart("5-1", "light")], "Light resistance, no attack."),
        ([event("no_effect")], "Uneventful."),
        # formation and escort are told where they are met and lost
        ([zone(7), event("in_formation"), chart("4-11", "p51"), zone(8),
          event("alone", why=["too slow"])],
         "Zones 7 and 8 outbound: meets the formation in zone 7; met by P-51s in zone 7; "
         "out of formation (too slow) in zone 8."),
        # what is decisive is no routine
        *(([zone(4), *QUIET, decisive], "") for decisive in (
            event("wound", man="pilot", level="light"),
            chart("attack_check", "attacked"),
            chart("event_check", {"table": "4-9"}),
            chart("4-3", [{"effect": "formation_disrupted"}]),
            chart("4-1", "enters_zone"),
        )),
    ],
)  # fmt: skip
def test_the_way_is_told_in_one_line(events, told):
    assert zones_in_short(events) == told


@pytest.mark.parametrize(
    ("rolled", "told"),
    [
        ([chart("2-4", "middle"), chart("2-5", "low"), chart("2-6", "heavy")],
         "Middle bomber of the low squadron. Heavy resistance expected."),
        # by night they tell who stays at home
        ([chart("2-6", "light"),
          chart("2-7", {"effect": "gunners", "aboard": "tail", "armed": "tail"})],
         "Light resistance expected. Gunners aboard: tail, guns armed: tail."),
        # an accident at take-off is told in full
        ([chart("3-2", {"table": "3-3"})], ""),
    ],
)  # fmt: skip
def test_orders_are_one_line(rolled, told):
    assert orders_in_short(rolled) == told


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
