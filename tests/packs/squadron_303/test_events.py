"""Events, p. 3, 9 and 15."""

from packs.squadron_303.game import GAME
from packs.squadron_303.rules.damage import damage_plane
from packs.squadron_303.rules.events import (
    begin_event,
    check_events,
    check_open_events,
    reveal_events,
)
from packs.squadron_303.rules.reorganization import new_pilots
from packs.squadron_303.rules.shot_down import shot_down
from packs.squadron_303.state import Status
from tabletop_core import ALL_SEEING, Pile


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


def test_those_who_contributed_to_a_won_event_get_a_medal_each(table):
    blue = table.fly("blue", "zumbach", "A5")
    yellow = table.fly("yellow", "urbanowicz", "A5")
    begin_event(table.play, "doing_it")

    for fighter in (blue, yellow, blue):
        table.run(damage_plane, table.plane("bf109", "A5"), 2, fighter)
    table.run(check_events)

    assert table.state.events[0].result == "won"
    assert table.state.pilots["zumbach"].medals == 1
    assert table.state.pilots["urbanowicz"].medals == 1


def test_a_player_whose_second_pilot_helped_too_gets_one_medal_for_an_event(table):
    blue = table.fly("blue", "zumbach", "A5")
    begin_event(table.play, "doing_it")
    table.run(damage_plane, table.plane("bf109", "A5"), 2, blue)
    blue = table.fly("blue", "feric", "A5")
    for _ in range(2):
        table.run(damage_plane, table.plane("bf109", "A5"), 2, blue)

    table.run(check_events)

    assert table.state.pilots["feric"].medals == 1
    assert table.state.pilots["zumbach"].medals == 0


def test_a_player_whose_pilot_fell_gets_his_medal_with_the_new_pilot(table):
    blue = table.fly("blue", "zumbach", "A5")
    table.fly("yellow", "urbanowicz", "A5")
    begin_event(table.play, "doing_it")
    for _ in range(3):
        table.run(damage_plane, table.plane("bf109", "A5"), 2, blue)
    table.run(shot_down, blue)
    table.state.pilots["feric"].status = Status.RESERVE
    blue.cards = list(table.state.deck.cards)[:6]

    table.run(check_events)
    table.script("feric")
    table.run(new_pilots)

    assert table.state.pilots["feric"].medals == 1
    assert table.state.pilots["zumbach"].medals == 0
    assert blue.medals_due == []


def test_planes_shot_down_in_different_turns_do_not_add_up_for_doing_it(table):
    blue = table.fly("blue", "zumbach", "A5")
    begin_event(table.play, "doing_it")

    for _ in range(3):
        table.run(damage_plane, table.plane("bf109", "A5"), 2, blue)
        table.run(check_events)

    assert table.state.events[0].result == ""


def test_a_victory_of_an_earlier_turn_earns_no_medal_for_doing_it(table):
    blue = table.fly("blue", "zumbach", "A5")
    yellow = table.fly("yellow", "urbanowicz", "A5")
    begin_event(table.play, "doing_it")
    table.run(damage_plane, table.plane("bf109", "A5"), 2, yellow)
    table.run(check_events)

    for _ in range(3):
        table.run(damage_plane, table.plane("bf109", "A5"), 2, blue)
    table.run(check_events)

    assert table.state.pilots["zumbach"].medals == 1
    assert table.state.pilots["urbanowicz"].medals == 0


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

    (panel,) = (panel for panel in GAME.view(table.play, ALL_SEEING) if panel.title == "Events")

    assert panel.rows[0][1].endswith("1 shot down this turn")


def test_a_failed_event_takes_its_planes_off_the_board(table):
    table.fly("blue", "zumbach", "A3")
    begin_event(table.play, "on_patrol")
    assert table.state.planes

    table.state.turn = table.play.data.events["on_patrol"].turns
    table.run(check_events)

    assert table.state.events[0].result == "failed"
    assert table.state.planes == {}
    assert table.state.failed_events == 1


def test_seek_and_destroy_is_failed_when_the_hunted_pilot_is_shot_down(table):
    table.fly("blue", "zumbach", "A3")
    table.script("zumbach")
    begin_event(table.play, "seek_and_destroy")
    table.state.pilots["zumbach"].status = Status.SHOT_DOWN

    table.run(check_events)

    assert table.state.events[0].result == "failed"


def test_seek_and_destroy_is_won_when_the_hunted_pilot_lives_three_turns(table):
    table.fly("blue", "zumbach", "A3")
    table.fly("yellow", "feric", "A3")
    table.script("zumbach")
    begin_event(table.play, "seek_and_destroy")

    table.state.turn = 2
    table.run(check_events)
    assert table.state.events[0].result == ""

    table.state.turn = 3
    table.run(check_events)
    assert table.state.events[0].result == "won"
    assert table.state.pilots["zumbach"].medals == 1
    assert table.state.pilots["feric"].medals == 0


def test_air_supremacy_is_won_when_none_of_its_patrols_is_left(table):
    table.fly("blue", "zumbach", "A3")
    begin_event(table.play, "air_supremacy")
    table.state.turn = table.play.data.events["air_supremacy"].turns
    table.plane("bf109", "E7", "escort")
    for plane in [p for p in table.state.planes.values() if p.squadron != "escort"]:
        del table.state.planes[plane.id]

    table.run(check_events)

    assert table.state.events[0].result == "won"


def test_air_supremacy_fails_while_one_of_its_patrols_flies(table):
    table.fly("blue", "zumbach", "A3")
    begin_event(table.play, "air_supremacy")
    table.state.turn = table.play.data.events["air_supremacy"].turns

    table.run(check_events)

    assert table.state.events[0].result == "failed"
    assert table.state.planes == {}


def test_an_open_event_counts_as_it_stands_when_the_scenario_is_decided(table):
    table.fly("blue", "zumbach", "A3")
    begin_event(table.play, "on_patrol")
    table.script("zumbach")
    begin_event(table.play, "seek_and_destroy")

    table.run(check_open_events)

    assert [event.result for event in table.state.events] == ["failed", "won"]
    assert table.state.failed_events == 1
