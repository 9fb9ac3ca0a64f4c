"""11.0 The bombing run."""

import pytest

from packs.wing_and_prayer.rules import bombing_run
from packs.wing_and_prayer.shown.words import WORDS
from packs.wing_and_prayer.state import Level
from tabletop_core.events import narrate

from .conftest import carry_out, kinds, start, take_off

GREEN_LEAD = "b17f-i"


def over(target="abbeville", bombers=9, **options):
    """A formation over its target, led by a green crew."""
    play = start(target=target, **options)
    mission = take_off(play, bombers, box=target)
    if bombers == 9:
        mission.formation[0], mission.formation[8] = mission.formation[8], mission.formation[0]
    return play


def bomb(play, faces, answers=()):
    carry_out(play, bombing_run.bomb_target, dice=faces, answers=answers)
    return play.state.mission.hits


# ---------------------------------------------------------------------- 11.1 and 11.4


def test_the_flak_of_the_card_attacks_every_bomber():
    play = over()
    dice = play.data.tables["combat"].result(18, 9)

    carry_out(play, bombing_run.approach_flak, dice=[5] * dice * 9)

    assert kinds(play).count("flak_total") == 0


def test_a_destroyed_target_only_has_light_flak_left_and_the_story_says_why():
    play = over()
    play.state.mission.damage = "heavy"
    dice = play.data.tables["combat"].result(8, 9)

    carry_out(play, bombing_run.egress_flak, dice=[1] * dice * 9)

    told = [narrate(event, WORDS) for event in play.events]
    assert "Heavy damage leaves light flak, 8 at 9 bombers, hits on 6: 2 dice at each." in told


def test_a_lightly_damaged_target_keeps_its_flak():
    play = over()
    play.state.mission.damage = "light"
    dice = play.data.tables["combat"].result(18, 9)

    carry_out(play, bombing_run.egress_flak, dice=[1] * dice * 9)


# ---------------------------------------------------------------------- 11.2


@pytest.mark.parametrize(("cloud", "hits"), [("clear", 3), ("light", 2), ("heavy", 1)])
def test_clouds_decide_what_hits(cloud, hits):
    play = over()
    play.state.mission.cloud = cloud
    dice = play.data.tables["combat"].result(36, 1)

    assert bomb(play, [4, 5, 6, *[1] * (dice - 3)]) == hits


def test_a_damaged_bomber_carries_less():
    play = over()
    play.state.bombers["b17f-b"].damaged = True
    dice = play.data.tables["combat"].result(35, 1)

    bomb(play, [1] * dice)

    assert next(e for e in play.events if e.facts.get("table") == "combat").facts["natural"] == 35


def test_row_shifts_for_lead_bombardier_loose_formation_and_difficulty(data):
    play = over("paris", bombers=12, mission=10)
    mission = play.state.mission
    crew = play.state.crews[play.state.bombers["b17f-a"].crew]
    crew.level = Level.CRACK
    mission.is_loose = True
    rows = [row.results[0] for row in data.tables["combat"].rows]
    at = rows.index(data.tables["combat"].result(48, 1))
    shift = data.crews[crew.id].crack.bombing - 2 - data.targets["paris"].difficulty

    bomb(play, [1] * rows[at + shift])


def test_right_on_the_chin_adds_two_hits():
    play = over()
    play.state.mission.cloud = "clear"
    play.state.lady_luck = ["right_on_the_chin"]
    dice = play.data.tables["combat"].result(36, 1)

    assert bomb(play, [4, 4, *[1] * (dice - 2)], ["right_on_the_chin"]) == 4


@pytest.mark.parametrize(
    ("hits", "told"),
    [
        (1, "1 hit: no damage. Two more, for light damage (6 VP)? (Lady Luck)"),
        (4, "4 hits: light damage. Two more, for heavy damage (12 VP)? (Lady Luck)"),
    ],
)
def test_the_counter_for_two_more_hits_is_offered_with_what_they_would_do(hits, told):
    """Abbeville's rating is 6: light damage from 3 hits, heavy from 6."""
    play = over()
    play.state.mission.hits = hits
    play.state.lady_luck = ["right_on_the_chin"]

    assert next(bombing_run.two_more_hits(play)).prompt == told


def test_light_damage_to_a_target_of_1944_is_told_to_earn_nothing():
    play = over(target="hamm", mission=20)
    play.state.mission.hits = 2
    play.state.lady_luck = ["right_on_the_chin"]

    assert "light damage (0 VP)?" in next(bombing_run.two_more_hits(play)).prompt


@pytest.mark.parametrize("hits", [0, 3, 6])
def test_the_counter_for_two_more_hits_is_not_offered_where_they_change_nothing(hits):
    play = over()
    play.state.mission.hits = hits
    play.state.lady_luck = ["right_on_the_chin"]

    carry_out(play, bombing_run.two_more_hits)

    assert play.state.lady_luck == ["right_on_the_chin"]


def test_angel_on_my_side_upgrades_a_crew_of_the_formation_before_the_bombs_fall():
    play = over()
    play.state.lady_luck = ["angel"]
    line = play.state.mission.formation
    flying = [play.state.bombers[name].crew for name in line if name]
    play.state.crews[flying[1]].level = Level.CRACK

    asking = bombing_run.bomb_target(play)
    next(asking)
    decision = asking.send("angel")

    assert list(decision.options) == [flying[0], *flying[2:8]]


def test_clear_skies_can_thin_the_clouds_before_the_bombs_fall():
    play = over()
    play.state.mission.cloud = "heavy"
    play.state.lady_luck = ["clear_skies"]
    dice = play.data.tables["combat"].result(36, 1)

    assert bomb(play, [5, *[1] * (dice - 1)], ["clear_skies"]) == 1


def test_clear_skies_is_not_offered_before_the_bombs_fall_from_a_clear_sky():
    play = over()
    play.state.mission.cloud = "clear"
    play.state.lady_luck = ["clear_skies"]

    bomb(play, [1] * play.data.tables["combat"].result(36, 1))

    assert play.state.lady_luck == ["clear_skies"]


# ---------------------------------------------------------------------- 11.3


@pytest.mark.parametrize(
    ("hits", "damage"), [(2, "none"), (3, "light"), (4, "light"), (6, "heavy")]
)
def test_example_hits_on_a_target_of_rating_six(hits, damage):
    play = over()
    play.state.mission.hits = hits

    carry_out(play, bombing_run.determine_damage)

    assert play.state.mission.damage == damage


# ---------------------------------------------------------------------- 11.5

ASSESSMENTS = [
    # target, damage, points, card that goes back
    ("abbeville", "heavy", 12, ""),
    ("abbeville", "light", 6, "abbeville_red"),
    ("abbeville", "none", 0, "abbeville"),
    ("antwerp", "heavy", 18, "antwerp"),
    ("antwerp", "light", 9, "antwerp"),
    ("antwerp", "none", 0, "antwerp"),
    ("berlin", "heavy", 18, "berlin"),
    ("berlin", "light", 0, "berlin"),
    ("hamm", "heavy", 12, "hamm_red"),
    ("hamm", "light", 0, "hamm"),
    ("rotterdam", "light", 7, "rotterdam_red"),
    ("kiel", "heavy", 16, "kiel_red"),
]


@pytest.mark.parametrize(("target", "damage", "points", "card"), ASSESSMENTS)
def test_what_damage_earns_and_which_card_goes_back(target, damage, points, card):
    play = over(target)
    play.state.mission.damage = damage

    carry_out(play, bombing_run.assess_damage)

    assert play.state.mission.vp == points
    assert play.state.mission.returned_card == card


RED = [
    ("abbeville_red", "heavy", 6, ""),
    ("abbeville_red", "light", 0, "abbeville_red"),
    ("hamm_red", "heavy", 6, "hamm_red"),
    ("hamm_red", "light", 0, "hamm_red"),
    ("rotterdam_red", "heavy", 7, ""),
    ("kiel_red", "heavy", 8, "kiel_red"),
]


@pytest.mark.parametrize(("card", "damage", "points", "returned"), RED)
def test_a_red_card_counts_for_heavy_damage_only(card, damage, points, returned):
    play = over(card.removesuffix("_red"))
    play.state.mission.orders.cards[:] = [card]
    play.state.mission.damage = damage

    carry_out(play, bombing_run.assess_damage)

    assert play.state.mission.vp == points
    assert play.state.mission.returned_card == returned
