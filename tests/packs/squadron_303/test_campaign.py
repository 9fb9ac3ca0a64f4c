"""The Campaign, p. 7 and 18."""

import pytest

from packs.squadron_303.game import GAME
from packs.squadron_303.rules.campaign import (
    campaign_result,
    choose_chapters,
    close_chapter,
    open_chapter,
)
from packs.squadron_303.rules.setup import deploy
from packs.squadron_303.state import Status
from tabletop_core import ALL_SEEING
from tabletop_core.panels import changes
from tests.packs.squadron_303.tables import claims

CHOICES = """
the players choose the first Scenario and all that follow
    game players=2 campaign
    choose chapters: 4, blitz, coming_home, training, biggin_hill
    table -> chapters=blitz,coming_home,training,biggin_hill scenario=blitz
all Scenarios can be combined into one Campaign
    game players=2 campaign
    choose chapters: 5, training, biggin_hill, blitz, coming_home
    table -> chapters=training,biggin_hill,blitz,coming_home,home_sweet_home
"""
CLAIMS = """
pilots shot down and withdrawn are in Reserve in the next Scenario
    feric shot_down -> reserve, frantisek withdrawn -> reserve
    close chapter
    table -> scenario=blitz
of two pilots shot down one is injured and skips a Scenario
    feric shot_down, frantisek shot_down
    close chapter with feric
    feric -> injured
    open chapter
    close chapter
    feric -> reserve
nobody is injured whom a board needs
    blue pilot=none -> pilot=feric, yellow pilot=none -> pilot=zumbach
    feric shot_down, zumbach shot_down, urbanowicz set_aside
    close chapter
    open chapter with feric zumbach
a hit factory leaves three cards to start with
    table damaged_sites=factory_hit
    open chapter
    prepare boards with c01 c02 c03 c04 c05 c06
    blue -> cards=c01,c02,c03, yellow -> cards=c04,c05,c06
each failed event draws a Target Damage tile
    table failed_events=2 -> damaged_sites=port_hit,poling_hit
    close chapter with port_hit poling_hit
a hit on London costs a pilot of the Reserve
    feric reserve -> set_aside, frantisek reserve
    damage site with london_hit feric
a medal that waits for a pilot is his who flies in the next Scenario
    blue pilot=none medals_due=On_Patrol
    zumbach shot_down -> medals=1
    close chapter
    open chapter with zumbach
pilots keep medals and victories on a cleared board, and every clock is green
    zumbach medals=2 victories=fighter:3 clock=2 -> medals=2 victories=fighter:3 clock=0
    blue damage=no_extra
    close chapter
    open chapter
    blue -> pilot=zumbach damage=none
aces do not follow a Scenario that was lost
    he111 A8 -> ace_kind=none
    table results=loss
    deal aces
    told no aces
aces follow a Scenario that was won
    he111 A8 -> ace_kind=bomber
    table results=loss,win
    deal aces
    told aces.squadrons I
"""


@claims(CHOICES)
def test_of_the_choice_of_scenarios(script):
    assert script.play() == []


@claims(
    CLAIMS,
    "game players=2 campaign scenario=coming_home",
    "choose chapters: 3, biggin_hill, blitz, coming_home",
    "blue zumbach A5",
    "yellow urbanowicz A5",
)
def test_of_a_campaign(script):
    assert script.play() == []


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


def test_no_scenario_is_on_the_table_before_all_of_a_campaign_are_chosen(make_table):
    table = make_table(campaign=True, players=2)
    choices = choose_chapters(table.play)
    next(choices)
    choices.send(2)
    choices.send("training")

    board, campaign, *_ = GAME.look.view(table.play, ALL_SEEING)

    assert {spot.state for spot in board.spots} == {""}
    assert (campaign.title, len(campaign.rows)) == ("Campaign", 5)


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


def test_a_plane_of_the_next_scenario_did_not_fly_there_from_where_it_was(campaign):
    before = GAME.look.view(campaign.play, ALL_SEEING)
    campaign.state.chapter = 1
    campaign.state.fighters["blue"].area = "northolt"
    campaign.state.fighters["yellow"].area = "A3"
    campaign.state.pilots["feric"].status = Status.FLYING

    found = changes(before, GAME.look.view(campaign.play, ALL_SEEING))

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
