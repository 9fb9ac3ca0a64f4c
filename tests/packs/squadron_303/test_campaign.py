"""The Campaign, p. 7 and 18."""

import pytest

from packs.squadron_303.game import GAME
from packs.squadron_303.rules.campaign import (
    campaign_result,
    choose_chapters,
    close_chapter,
    damage_site,
    open_chapter,
)
from packs.squadron_303.rules.elite import deal_aces
from packs.squadron_303.rules.setup import deploy, prepare_boards
from packs.squadron_303.state import Status
from tabletop_core import ALL_SEEING
from tabletop_core.panels import changes


@pytest.fixture
def campaign(make_table):
    table = make_table(campaign=True, scenario="coming_home", players=2)
    table.run(choose_chapters, answers=(3, "biggin_hill", "blitz", "coming_home"))
    table.fly("blue", "zumbach", "A5")
    table.fly("yellow", "urbanowicz", "A5")
    return table


@pytest.mark.parametrize(
    ("scenario", "last"),
    [
        ("coming_home", "coming_home"),
        ("home_sweet_home", "home_sweet_home"),
        ("blitz", "home_sweet_home"),
    ],
)
def test_the_order_of_the_first_campaign_is_suggested(make_table, scenario, last):
    choices = choose_chapters(make_table(campaign=True, scenario=scenario).play)
    suggested = [next(choices).options[0]]
    for _ in range(3):
        suggested.append(choices.send(suggested[-1]).options[0])

    assert suggested == [3, "biggin_hill", "blitz", last]


def test_the_players_choose_the_first_scenario_and_all_that_follow(make_table):
    table = make_table(campaign=True, players=2)

    table.run(choose_chapters, answers=(4, "blitz", "coming_home", "training", "biggin_hill"))

    assert table.state.chapters == ["blitz", "coming_home", "training", "biggin_hill"]
    assert table.state.scenario == "blitz"


def test_no_scenario_is_on_the_table_before_all_of_a_campaign_are_chosen(make_table):
    table = make_table(campaign=True, players=2)
    choices = choose_chapters(table.play)
    next(choices)
    choices.send(2)
    choices.send("training")

    board, campaign, *_ = GAME.view(table.play, ALL_SEEING)

    assert {spot.state for spot in board.spots} == {""}
    assert (campaign.title, len(campaign.rows)) == ("Campaign", 5)


def test_all_scenarios_can_be_combined_into_one_campaign(make_table):
    table = make_table(campaign=True, players=2)

    answers = (5, "training", "biggin_hill", "blitz", "coming_home")
    table.run(choose_chapters, answers=answers)

    assert table.state.chapters[-1] == "home_sweet_home"


def test_pilots_shot_down_and_withdrawn_are_in_reserve_in_the_next_scenario(campaign):
    campaign.state.pilots["feric"].status = Status.SHOT_DOWN
    campaign.state.pilots["frantisek"].status = Status.WITHDRAWN

    campaign.run(close_chapter)

    assert campaign.state.pilots["feric"].status is Status.RESERVE
    assert campaign.state.pilots["frantisek"].status is Status.RESERVE
    assert campaign.state.scenario == "blitz"


def test_of_two_pilots_shot_down_one_is_injured_and_skips_a_scenario(campaign):
    for pilot in ("feric", "frantisek"):
        campaign.state.pilots[pilot].status = Status.SHOT_DOWN
    campaign.script("feric")
    campaign.run(close_chapter)
    assert campaign.state.pilots["feric"].status is Status.INJURED

    campaign.run(open_chapter)
    campaign.run(close_chapter)
    assert campaign.state.pilots["feric"].status is Status.RESERVE


def test_nobody_is_injured_whom_a_board_needs(campaign):
    for fighter, pilot in zip(campaign.state.fighters.values(), ("feric", "zumbach"), strict=True):
        fighter.pilot = ""
        campaign.state.pilots[pilot].status = Status.SHOT_DOWN
    campaign.state.pilots["urbanowicz"].status = Status.ASIDE

    campaign.script()
    campaign.run(close_chapter)
    campaign.script("feric", "zumbach")
    campaign.run(open_chapter)

    assert [fighter.pilot for fighter in campaign.state.fighters.values()] == ["feric", "zumbach"]


def test_each_failed_event_draws_a_target_damage_tile(campaign):
    campaign.state.failed_events = 2
    campaign.script("port_hit", "poling_hit")

    campaign.run(close_chapter)

    assert campaign.state.damaged_sites == ["port_hit", "poling_hit"]


def test_a_hit_on_london_costs_a_pilot_of_the_reserve(campaign):
    for pilot in ("feric", "frantisek"):
        campaign.state.pilots[pilot].status = Status.RESERVE
    campaign.script("london_hit", "feric")

    campaign.run(damage_site)

    assert campaign.state.pilots["feric"].status is Status.ASIDE


def test_a_hit_factory_leaves_three_cards_to_start_with(campaign):
    campaign.state.damaged_sites = ["factory_hit"]
    campaign.run(open_chapter)
    campaign.script("c01", "c02", "c03", "c04", "c05", "c06")

    campaign.run(prepare_boards)

    assert [len(fighter.cards) for fighter in campaign.state.fighters.values()] == [3, 3]


def test_a_hit_radar_station_hides_the_squadrons_of_its_sectors(campaign):
    campaign.state.damaged_sites = ["poling_hit"]

    campaign.run(deploy)

    starts = {s.route[0] for s in campaign.state.squadrons.values() if s.hidden}
    assert starts == {"C8"}


def test_a_hit_radar_station_is_mended_after_the_next_scenario_and_a_port_is_not(campaign):
    campaign.state.failed_events = 2
    campaign.script("poling_hit", "port_hit")
    campaign.run(close_chapter)
    campaign.run(open_chapter)

    campaign.run(close_chapter)

    assert campaign.state.damaged_sites == ["port_hit"]
    assert campaign.state.tiles.count("poling_hit") == 1


def test_a_medal_that_waits_for_a_pilot_is_his_who_flies_in_the_next_scenario(campaign):
    campaign.state.fighters["blue"].pilot = ""
    campaign.state.fighters["blue"].medals_due = ["On Patrol"]
    campaign.state.pilots["zumbach"].status = Status.SHOT_DOWN
    campaign.run(close_chapter)
    campaign.script("zumbach")

    campaign.run(open_chapter)

    assert campaign.state.pilots["zumbach"].medals == 1


def test_pilots_keep_medals_and_victories_on_a_cleared_board(campaign):
    record = campaign.state.pilots["zumbach"]
    record.medals, record.victories = 2, {"fighter": 3}
    campaign.state.fighters["blue"].damage.append("no_extra")

    campaign.run(close_chapter)
    campaign.run(open_chapter)

    blue = campaign.state.fighters["blue"]
    assert (blue.pilot, blue.damage) == ("zumbach", [])
    assert (record.medals, record.victories) == (2, {"fighter": 3})


def test_every_clock_of_specialization_is_green_in_the_next_scenario(campaign):
    campaign.state.pilots["zumbach"].clock = 2

    campaign.run(close_chapter)
    campaign.run(open_chapter)

    assert campaign.state.pilots["zumbach"].clock == 0


def test_aces_follow_a_won_scenario_only(campaign):
    campaign.squadron("I", "A8")
    plane = campaign.plane("he111", "A8")
    campaign.state.results = ["loss"]
    campaign.run(deal_aces)
    assert plane.ace_kind == ""

    assert not campaign.events("aces")

    campaign.state.results = ["loss", "win"]
    campaign.run(deal_aces)
    assert plane.ace_kind == "bomber"
    assert campaign.events("aces") == [{"squadrons": ["I"]}]


def test_a_plane_of_the_next_scenario_did_not_fly_there_from_where_it_was(campaign):
    before = GAME.view(campaign.play, ALL_SEEING)
    campaign.state.chapter = 1
    campaign.state.fighters["blue"].area = "northolt"
    campaign.state.fighters["yellow"].area = "A3"
    campaign.state.pilots["feric"].status = Status.FLYING

    found = changes(before, GAME.view(campaign.play, ALL_SEEING))

    assert not found.moved
    assert {"blue", "yellow"} <= found.new.keys()


@pytest.mark.parametrize(
    ("results", "result"),
    [
        (["win", "loss", "win"], "win"),
        (["win", "win", "win"], "win"),
        (["win", "win", "loss"], "loss"),
        (["loss", "loss", "win"], "loss"),
    ],
)
def test_a_campaign_is_won_with_two_scenarios_and_the_last_one(campaign, results, result):
    campaign.state.results = results

    assert campaign_result(campaign.play) == result
