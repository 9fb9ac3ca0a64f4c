"""The bot that commands a side."""

from packs.wing_and_prayer.bots.commander import Commander
from packs.wing_and_prayer.rules import pre_mission

from .conftest import start_match, take_off


def test_the_commander_takes_the_shortest_way_where_a_route_is_named_box_by_box():
    match = start_match()
    take_off(match.play, 9, box="base")
    asking = pre_mission.plan_the_route(match.play)
    next(asking)

    decision = asking.send("own")

    assert Commander().choose(match, decision) == "rest"
