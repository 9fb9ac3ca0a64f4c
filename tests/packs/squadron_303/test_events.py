"""Events, p. 3, 9 and 15."""

import pytest

from packs.squadron_303.game import GAME
from packs.squadron_303.rules.damage import damage_plane
from packs.squadron_303.rules.events import begin_event, check_events, reveal_events
from tabletop_core import ALL_SEEING, Pile
from tests.packs.squadron_303.tables import claims

CLAIMS = """
those who contributed to a won event get a medal each
    blue zumbach A5, yellow urbanowicz A5
    zumbach medals=0 -> medals=1, urbanowicz medals=0 -> medals=1
    begin event doing_it
    3 bf109 A5
    damage plane #1 2 blue
    damage plane #2 2 yellow
    damage plane #3 2 blue
    check events
    events won
a player whose second pilot helped too gets one medal for an event
    blue zumbach A5
    zumbach medals=0 -> medals=0, feric medals=0 -> medals=1
    begin event doing_it
    3 bf109 A5
    damage plane #1 2 blue
    blue feric A5
    damage plane #2 2 blue
    damage plane #3 2 blue
    check events
a player whose pilot fell gets his medal with the new pilot
    blue zumbach A5, yellow urbanowicz A5
    zumbach medals=0 -> medals=0, feric medals=0 -> medals=1
    begin event doing_it
    3 bf109 A5
    damage plane #1 2 blue
    damage plane #2 2 blue
    damage plane #3 2 blue
    shot down blue
    blue c01 c02 c03 c04 c05 c06 ammunition=4 -> medals_due=none
    feric reserve
    check events
    new pilots with feric
    feric -> flying
planes shot down in different turns do not add up for Doing it
    blue zumbach A5
    begin event doing_it
    3 bf109 A5
    damage plane #1 2 blue
    check events
    damage plane #2 2 blue
    check events
    damage plane #3 2 blue
    check events
    events open
a victory of an earlier turn earns no medal for Doing it
    blue zumbach A5, yellow urbanowicz A5
    zumbach medals=0 -> medals=1, urbanowicz medals=0 -> medals=0
    begin event doing_it
    4 bf109 A5
    damage plane #1 2 yellow
    check events
    damage plane #2 2 blue
    damage plane #3 2 blue
    damage plane #4 2 blue
    check events
a failed event takes its planes off the board
    blue zumbach A3
    begin event on_patrol
    all Rover -> aircraft=bf109
    table turn=6
    check events
    events failed
    table -> planes=none failed_events=1
Seek and Destroy is failed when the hunted pilot is shot down
    blue zumbach A3
    begin event seek_and_destroy with zumbach
    zumbach shot_down
    check events
    events failed
Seek and Destroy is won when the hunted pilot lives three turns
    blue zumbach A3, yellow feric A3
    begin event seek_and_destroy with zumbach
    table turn=2
    check events
    events open
    table turn=3
    check events
    events won
    zumbach -> medals=1, feric -> medals=0
an open event counts as it stands when the Scenario is decided
    blue zumbach A3
    begin event on_patrol
    begin event seek_and_destroy with zumbach
    check open events
    events failed won
    table -> failed_events=1
"""


@claims(CLAIMS)
def test_of_events(script):
    assert script.play() == []


def test_biggin_hill_reveals_two_events_of_its_colours_on_turn_two(make_table):
    table = make_table(scenario="biggin_hill", players=2)
    table.fly("blue", "zumbach", "A5")
    table.state.events_to_come = {
        "0": Pile.of(["doing_it", "air_supremacy"]),
        "1": Pile.of(["seek_and_destroy", "on_patrol"]),
    }
    table.run(reveal_events)
    assert table.events("event") == []

    table.script("doing_it", "on_patrol")
    table.state.turn = 2
    table.run(reveal_events)
    assert [event.id for event in table.state.events] == ["doing_it", "on_patrol"]


def test_the_four_events_are_of_three_types(table):
    assert len(table.play.data.events) == 4
    assert len({event.colour for event in table.play.data.events.values()}) == 3


def test_scenario_colours_leave_one_kind_of_event_for_each_slot(table):
    slots = table.play.data.scenarios["biggin_hill"].event

    assert [slot.turn for slot in slots] == [2, 2]
    assert [slot.colours for slot in slots] == [("red", "blue"), ("green", "brown", "yellow")]


def test_an_event_that_is_decided_counts_no_more_victories(table):
    blue = table.fly("blue", "zumbach", "A5")
    begin_event(table.play, "doing_it")
    (event,) = table.state.events
    event.result = "won"

    table.run(damage_plane, table.plane("bf109", "A5"), 2, blue)

    assert (event.downed, event.blocks) == (0, [])


def test_doing_it_shows_the_planes_shot_down_in_this_turn(table):
    blue = table.fly("blue", "zumbach", "A5")
    begin_event(table.play, "doing_it")
    for _ in range(2):
        table.run(damage_plane, table.plane("bf109", "A5"), 2, blue)
        table.run(check_events)
    table.run(damage_plane, table.plane("bf109", "A5"), 2, blue)

    (panel,) = (
        panel for panel in GAME.look.view(table.play, ALL_SEEING) if panel.title == "Events"
    )

    assert panel.rows[0][1].endswith("1 shot down this turn")


@pytest.mark.parametrize(("left", "result"), [(0, "won"), (1, "failed")])
def test_air_supremacy_is_won_when_none_of_its_patrols_is_left(table, left, result):
    table.fly("blue", "zumbach", "A3")
    begin_event(table.play, "air_supremacy")
    table.state.turn = table.play.data.events["air_supremacy"].turns
    (patrol,) = table.state.planes.values()
    escort = table.plane("bf109", "E7", "escort")
    if not left:
        del table.state.planes[patrol.id]

    table.run(check_events)

    assert table.state.events[0].result == result
    assert [*table.state.planes.values()] == [escort]
